//! What a refusal says: of the mailbox, of the way to it, or of us.
//!
//! One table for the answer of a server while we speak with it and for the report that arrives a day later: both quote the
//! same words. [`meaning`] decides by the refusing server's own words first, and by the status that a reporting server
//! made of them last. Pure, bounded, and without another crate.
//!
//! Whatever is said about us, our mail or our network is [`Meaning::AboutUs`], also when it stands beside a word about the
//! recipient: a reader must not be taken off every list because our address was on one.

mod code;
mod text;
mod words;

pub use code::{Enhanced, reply_code};
use text::Words;

/// Characters of a refusal that are looked at.
const MAX_TEXT: usize = 4000;

/// What a refusal means for the address that was written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// Nobody lives there: no such mailbox, no such domain, closed for good.
    Gone,
    /// The mailbox is there and takes nothing now: full, or switched off.
    Away,
    /// The way there does not work: no server reached, a disk is full, a loop. Says nothing of the mailbox.
    OnTheWay,
    /// About us, our network, or what the mail is: never counts against the recipient.
    AboutUs,
    /// No word and no code that we understand.
    Unclear,
}

/// What is known of one refusal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Refusal<'a> {
    /// The reply code of the refusing server, 400 to 599; `None`: the first one in `text`.
    pub code: Option<u16>,
    /// Its enhanced code; `None`: the first telling one in `text`.
    pub enhanced: Option<Enhanced>,
    /// Its words. Only the first 4,000 characters are looked at.
    pub text: &'a str,
    /// What a reporting server made of it (RFC 3464 §2.3.4), which knows no more than the words say.
    pub status: Option<Enhanced>,
}

/// The table of the whole installation.
///
/// In this order, the first that applies:
///
/// | Said | Meaning |
/// |---|---|
/// | own code 5.1.7, 5.1.8, 5.2.3, 5.3.4, 5.6.x, 5.7.x (and 4.) | `AboutUs` |
/// | words about block lists, spam, sender, policy, rate, size, relaying … | `AboutUs` |
/// | own code x.2.2; words about a full mailbox | `Away` |
/// | words about a mailbox that is switched off | `Away`; with own code 5.1.x `Gone` |
/// | words about a look-up that failed | `OnTheWay` |
/// | words about nobody there; not for a code 4xx or 4.x.x, which is `Away` then | `Gone` |
/// | words about timeouts, loops, full disks | `OnTheWay` |
/// | own code: 5.1.x `Gone`, 5.2.x `Away`, 5.3.x and 5.4.x `OnTheWay`, 5.5.x `AboutUs`, 4.x.x as 5.x.x save `Gone` | |
/// | 521 with 5.3.2, 556: `Gone`, a host that takes no mail (RFC 7504) | |
/// | 552 `Away` | |
/// | status, read like an own code | |
/// | nothing of that | `Unclear` |
///
/// x.0.x, x.2.0, x.3.0 and x.5.0 say no more than that it failed, and are passed over.
pub fn meaning(refusal: &Refusal<'_>) -> Meaning {
    let said = refusal.text.char_indices().nth(MAX_TEXT).map_or(refusal.text, |(at, _)| &refusal.text[..at]);
    let own = refusal.enhanced.filter(|code| Enhanced::is_telling(*code)).or_else(|| Enhanced::find(said));
    let code = refusal.code.or_else(|| reply_code(said));
    let words = Words::of(said);
    if own.is_some_and(Enhanced::is_about_us) || words.are_about_us(own) {
        return Meaning::AboutUs;
    }
    if own.is_some_and(|own| (own.subject, own.detail) == (2, 2)) || words.say_full() {
        return Meaning::Away;
    }
    if words.say_off() {
        let is_gone = own.is_some_and(|own| (own.class, own.subject) == (5, 1));
        return if is_gone { Meaning::Gone } else { Meaning::Away };
    }
    if words.say_not_known() {
        return Meaning::OnTheWay;
    }
    let transient = is_transient(refusal, own, code);
    if words.say_gone(code, own) {
        return if transient { Meaning::Away } else { Meaning::Gone };
    }
    if words.say_on_the_way() {
        return Meaning::OnTheWay;
    }
    let by_code = match (code, own.map(|own| (own.subject, own.detail))) {
        (Some(521), Some((3, 2))) | (Some(556), _) => Some(Meaning::Gone),
        (Some(552), None) => Some(Meaning::Away),
        _ => None,
    };
    let status = refusal.status.filter(|status| Enhanced::is_telling(*status));
    by_code
        .or_else(|| own.and_then(Enhanced::meaning))
        .or_else(|| status.and_then(|status| by_status(status, transient)))
        .unwrap_or(Meaning::Unclear)
}

/// A server that says 4xx may change its mind, whatever a reporter makes of it.
fn is_transient(refusal: &Refusal<'_>, own: Option<Enhanced>, code: Option<u16>) -> bool {
    match (own, code) {
        (Some(own), _) => own.class == 4,
        (None, Some(code)) => code / 100 == 4,
        (None, None) => refusal.status.is_some_and(|status| status.class == 4),
    }
}

fn by_status(status: Enhanced, transient: bool) -> Option<Meaning> {
    match status.meaning() {
        Some(Meaning::Gone) if transient => Some(Meaning::Away),
        meaning => meaning,
    }
}

#[cfg(test)]
mod tests;
