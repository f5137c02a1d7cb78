//! What an answer means for the recipient, the campaign and the transport.

use refusals::{Meaning, Refusal, meaning};

use crate::{Phase, Reply};

/// Why no message of the campaign can be accepted until somebody changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockReason {
    /// The server wants a sign-in, or refused ours (RFC 4954 §6).
    Credentials,
    /// The sender's address or domain was refused.
    Sender,
}

/// What to do after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The server took over the responsibility for the message.
    Delivered,
    /// Try this recipient again, see [`crate::retry_delay`]. Counts as an attempt.
    Deferred {
        /// The server complains about our rate or reputation (421, 4.7.x): go slower.
        throttled: bool,
    },
    /// Never try this recipient again in this run.
    Failed {
        /// The address does not exist.
        hard_bounce: bool,
        /// The mailbox is full: counts against the address over several runs.
        soft_bounce: bool,
        /// Do not mail this address again for this tenant.
        suppress: bool,
        /// About us or the content, not the recipient: above 5 % in a window of 50 the campaign blocks.
        policy: bool,
    },
    /// About the connection: leave the recipient as it is, slow down connecting.
    TransportBackoff {
        /// The server will not change its mind alone: block after several in a row.
        persistent: bool,
    },
    /// Stop the campaign and tell somebody once.
    CampaignBlocked {
        /// What has to be changed.
        reason: BlockReason,
    },
}

impl Verdict {
    const BACKOFF: Self = Self::TransportBackoff { persistent: false };
    const HARD: Self = Self::Failed { hard_bounce: true, soft_bounce: false, suppress: true, policy: false };
    const SOFT: Self = Self::Failed { hard_bounce: false, soft_bounce: true, suppress: false, policy: false };
    const POLICY: Self =
        Self::Failed { hard_bounce: false, soft_bounce: false, suppress: false, policy: true };
    const PLAIN: Self =
        Self::Failed { hard_bounce: false, soft_bounce: false, suppress: false, policy: false };
    const CREDENTIALS: Self = Self::CampaignBlocked { reason: BlockReason::Credentials };
    const SENDER: Self = Self::CampaignBlocked { reason: BlockReason::Sender };
}

/// The meaning of `reply` when it came in answer to `phase`. Pure.
///
/// An answer that fits no rule (2xx to anything but the end of the content, 3xx) means that client and
/// server have lost each other: [`Verdict::TransportBackoff`].
pub fn classify(phase: Phase, reply: &Reply) -> Verdict {
    if reply.is_positive() && phase == Phase::Dot {
        return Verdict::Delivered;
    }
    if !reply.is_refusal() {
        return Verdict::BACKOFF;
    }
    match phase {
        Phase::Connect | Phase::Greeting | Phase::Hello | Phase::Tls | Phase::Quit => {
            Verdict::TransportBackoff { persistent: reply.is_permanent() }
        }
        Phase::Auth if reply.is_permanent() => Verdict::CREDENTIALS,
        Phase::Mail if reply.is_permanent() => mail_refused(reply),
        Phase::Auth | Phase::Mail => Verdict::BACKOFF,
        Phase::Rcpt | Phase::Data | Phase::Body | Phase::Dot if reply.is_permanent() => {
            message_refused(reply)
        }
        Phase::Rcpt | Phase::Data | Phase::Body | Phase::Dot => {
            Verdict::Deferred { throttled: throttled(reply) }
        }
    }
}

/// Everything the server can dislike about MAIL is ours, save the size (RFC 1870 §6.1).
fn mail_refused(reply: &Reply) -> Verdict {
    match (reply.code, subject(reply)) {
        (530 | 534 | 535 | 538, _) => Verdict::CREDENTIALS,
        (552, _) | (_, Some((3, 4) | (2, 3))) => Verdict::POLICY,
        _ => Verdict::SENDER,
    }
}

/// What the words say of the recipient is read by the table that reports are read by too: [`refusals::meaning`].
fn message_refused(reply: &Reply) -> Verdict {
    match (reply.code, subject(reply)) {
        (530 | 534 | 535 | 538, _) => return Verdict::CREDENTIALS,
        // The sender's address, which many servers look at only after RCPT.
        (_, Some((1, 7 | 8))) => return Verdict::SENDER,
        _ => {}
    }
    let refusal =
        Refusal { code: Some(reply.code), enhanced: reply.enhanced, text: &reply.text, status: None };
    match meaning(&refusal) {
        Meaning::Gone => Verdict::HARD,
        Meaning::Away => Verdict::SOFT,
        Meaning::AboutUs => Verdict::POLICY,
        Meaning::OnTheWay | Meaning::Unclear => Verdict::PLAIN,
    }
}

fn subject(reply: &Reply) -> Option<(u16, u16)> {
    reply.enhanced.map(|enhanced| (enhanced.subject, enhanced.detail))
}

/// 421, 4.7.x, and 454 as Amazon SES says "Throttling failure".
fn throttled(reply: &Reply) -> bool {
    matches!(reply.code, 421 | 454) || matches!(subject(reply), Some((7, _)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(phase: Phase, code: u16, text: &str) -> Verdict {
        classify(phase, &Reply::new(code, text))
    }

    const MESSAGE: [Phase; 4] = [Phase::Rcpt, Phase::Data, Phase::Body, Phase::Dot];

    #[test]
    fn a_session_that_does_not_come_about_is_the_transports_fault() {
        for phase in [Phase::Connect, Phase::Greeting, Phase::Hello, Phase::Tls, Phase::Auth, Phase::Mail] {
            for code in [421, 451, 454] {
                assert_eq!(verdict(phase, code, "later"), Verdict::BACKOFF, "{phase} {code}");
            }
        }
    }

    #[test]
    fn a_refusing_greeting_blocks_only_when_repeated() {
        for code in [554, 521] {
            let persistent = Verdict::TransportBackoff { persistent: true };
            assert_eq!(verdict(Phase::Greeting, code, "go away"), persistent);
        }
    }

    #[test]
    fn credentials_block_the_campaign() {
        for code in [500, 504, 530, 534, 535, 538] {
            assert_eq!(verdict(Phase::Auth, code, "5.7.8 no"), Verdict::CREDENTIALS);
        }
        for phase in [Phase::Mail, Phase::Rcpt, Phase::Data] {
            assert_eq!(verdict(phase, 530, "5.7.0 authenticate first"), Verdict::CREDENTIALS);
        }
    }

    #[test]
    fn a_refused_sender_blocks_the_campaign() {
        for (code, text) in
            [(550, "no"), (553, "5.1.8 unknown domain"), (554, "5.7.1 not you"), (501, "syntax")]
        {
            assert_eq!(verdict(Phase::Mail, code, text), Verdict::SENDER, "{code} {text}");
        }
        assert_eq!(verdict(Phase::Rcpt, 550, "5.1.8 sender domain not found"), Verdict::SENDER);
        assert_eq!(verdict(Phase::Mail, 552, "5.3.4 too big"), Verdict::POLICY);
    }

    #[test]
    fn transient_answers_defer_the_recipient() {
        for phase in MESSAGE {
            for (code, text, throttled) in [
                (450, "4.2.1 busy", false),
                (451, "later", false),
                (452, "4.3.1 full", false),
                (421, "closing", true),
                (450, "4.7.28 rate", true),
                (454, "Throttling failure: Maximum sending rate exceeded", true),
                (499, "odd", false),
            ] {
                assert_eq!(verdict(phase, code, text), Verdict::Deferred { throttled }, "{code} {text}");
            }
        }
    }

    #[test]
    fn a_bad_address_is_a_hard_bounce_and_suppressed() {
        for phase in MESSAGE {
            for (code, text) in [
                (550, "5.1.1 no such user"),
                (551, "5.1.6 moved"),
                (553, "5.1.3 syntax"),
                (556, "5.1.10 null MX"),
                (556, "no mail here"),
            ] {
                assert_eq!(verdict(phase, code, text), Verdict::HARD, "{code} {text}");
            }
        }
    }

    #[test]
    fn a_full_mailbox_is_a_soft_bounce() {
        for (code, text) in [
            (552, "5.2.2 full"),
            (552, "full"),
            (550, "5.2.2 full"),
            (550, "5.2.1 disabled"),
            (550, "5.1.1 mailbox full"),
        ] {
            assert_eq!(verdict(Phase::Rcpt, code, text), Verdict::SOFT, "{code} {text}");
        }
    }

    #[test]
    fn policy_content_and_size_are_not_the_recipients_fault() {
        for (code, text) in [
            (550, "5.7.1 spam, user unknown to our whitelist"),
            (554, "5.7.26 unauthenticated"),
            (554, "5.6.0 malformed"),
            (552, "5.3.4 too big"),
            (552, "5.2.3 too big for this mailbox"),
            (503, "5.5.1 sequence"),
            (550, "5.1.1 user unknown, and your IP is on a block list"),
            (554, "blocked using bl.example.org"),
            (550, "Sender verify failed: no such user"),
        ] {
            assert_eq!(verdict(Phase::Dot, code, text), Verdict::POLICY, "{code} {text}");
        }
    }

    #[test]
    fn without_a_telling_code_only_phrases_suppress() {
        for phase in [Phase::Rcpt, Phase::Dot] {
            assert_eq!(verdict(phase, 554, "Transaction failed"), Verdict::PLAIN);
            assert_eq!(verdict(phase, 554, "mailbox unavailable"), Verdict::PLAIN);
            assert_eq!(verdict(phase, 550, "Requested action not taken: mailbox unavailable"), Verdict::HARD);
            assert_eq!(
                verdict(phase, 550, "5.5.0 Requested action not taken: mailbox unavailable"),
                Verdict::HARD
            );
            assert_eq!(verdict(phase, 550, "Sorry, No Such User here"), Verdict::HARD);
            assert_eq!(verdict(phase, 550, "5.9999.1 user unknown"), Verdict::HARD);
            assert_eq!(verdict(phase, 550, "5.0.0 recipient does not exist"), Verdict::HARD);
            let directory = "5.4.1 Recipient address rejected: Access denied. [x.prod.example.net]";
            assert_eq!(verdict(phase, 550, directory), Verdict::HARD);
            assert_eq!(verdict(phase, 550, "5.4.1 no route"), Verdict::PLAIN);
        }
    }

    #[test]
    fn only_the_end_of_the_content_delivers() {
        assert_eq!(verdict(Phase::Dot, 250, "2.0.0 queued"), Verdict::Delivered);
        for phase in [Phase::Mail, Phase::Rcpt, Phase::Data, Phase::Body] {
            assert_eq!(verdict(phase, 250, "ok"), Verdict::BACKOFF);
        }
        assert_eq!(verdict(Phase::Dot, 354, "go on"), Verdict::BACKOFF);
    }
}
