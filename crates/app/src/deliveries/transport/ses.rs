//! `ses:` over signed HTTPS. The request is made before the commit point and written after it: that is its dot.

use engine::ports::{Committed, Connection, Mail, NoConnection, Reply, ReplyKind, Staged, Transport};
use mailer::ses::{Client, Prepared, RawMail, RefusalKind, SendOutcome};

use super::{Handed, OneOff};
use crate::Clock;

/// Amazon SES as a transport.
pub struct Ses {
    client: Client,
    clock: Clock,
}

impl Ses {
    pub fn new(client: Client, clock: Clock) -> Self {
        Self { client, clock }
    }
}

impl Transport for Ses {
    type Connection = SesConnection;

    /// Connections belong to the HTTP client; whether SES answers shows with the first mail.
    async fn connect(&self) -> Result<SesConnection, NoConnection> {
        Ok(SesConnection { client: self.client.clone(), clock: self.clock.clone(), staged: None })
    }
}

pub struct SesConnection {
    client: Client,
    clock: Clock,
    staged: Option<Prepared>,
}

impl Connection for SesConnection {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        if let Some(reply) = not_taken(&mail.envelope.to) {
            return Staged::Refused(reply);
        }
        let Some(message) = mail.message else { return Staged::Again };
        let run = &mail.job.run;
        let campaign = run.campaign_id.to_string();
        let token = run.content.token(mail.job);
        // The tags come back with every event about this mail and prove that it was accepted.
        let tags = [("campaign", campaign.as_str()), ("delivery", token.as_str())];
        let raw = RawMail {
            from: &mail.envelope.from,
            to: &mail.envelope.to,
            feedback: None,
            raw: message,
            tags: &tags,
        };
        self.staged = Some(self.client.prepare(&raw, self.clock.now().0));
        Staged::Ready
    }

    async fn answer(&mut self) -> Committed {
        let Some(prepared) = self.staged.take() else {
            return Committed::Unsent("nothing was prepared".into());
        };
        match self.client.execute(prepared).await {
            SendOutcome::Accepted { message_id } => Committed::Answered(Reply {
                kind: ReplyKind::Accepted,
                code: Some(200),
                enhanced_code: None,
                text: message_id,
            }),
            SendOutcome::Refused { code, message, kind } => {
                Committed::Answered(refused(&code, &message, kind))
            }
            SendOutcome::NotSent(reason) => Committed::Unsent(reason),
            SendOutcome::Unknown(reason) => Committed::Lost(reason),
        }
    }

    async fn close(self, _politely: bool) {}
}

/// Amazon SES has no SMTPUTF8: the part before the @ has to be ASCII.
fn not_taken(recipient: &str) -> Option<Reply> {
    let text =
        "The address has letters beyond ASCII before the @, and Amazon SES does not take such addresses.";
    (!recipient.is_ascii()).then(|| Reply {
        kind: ReplyKind::Refused { hard_bounce: false, soft_bounce: false },
        code: None,
        enhanced_code: Some("5.6.7".into()),
        text: text.into(),
    })
}

fn refused(code: &str, message: &str, kind: RefusalKind) -> Reply {
    let kind = match kind {
        // Over the rate or the quota of 24 hours: the transport has to slow down, the reader waits.
        RefusalKind::Throttled | RefusalKind::Trouble => ReplyKind::Trouble,
        RefusalKind::SenderRejected => ReplyKind::Blocked,
        RefusalKind::RecipientRejected => ReplyKind::Refused { hard_bounce: true, soft_bounce: false },
        RefusalKind::ContentRejected => ReplyKind::Refused { hard_bounce: false, soft_bounce: false },
    };
    let text = if message.is_empty() { code.to_owned() } else { format!("{code}: {message}") };
    Reply { kind, code: None, enhanced_code: None, text }
}

pub async fn send_one(
    client: &Client,
    mail: &OneOff,
    token: Option<&str>,
    now_ms: i64,
    commit: impl Future<Output = bool>,
) -> Handed {
    if let Some(reply) = not_taken(&mail.recipient) {
        return super::answered(reply.kind, reply.text);
    }
    let tags: Vec<_> = token.map(|token| ("delivery", token)).into_iter().collect();
    let raw =
        RawMail { from: &mail.sender, to: &mail.recipient, feedback: None, raw: &mail.raw, tags: &tags };
    let prepared = client.prepare(&raw, now_ms);
    if !commit.await {
        return super::not_committed();
    }
    match client.execute(prepared).await {
        SendOutcome::Accepted { .. } => Handed::Sent,
        SendOutcome::Refused { code, message, kind } => super::answered(
            refused(&code, &message, kind).kind,
            format!("Amazon SES answered: {code}: {message}"),
        ),
        SendOutcome::NotSent(reason) => Handed::Unsent(reason),
        SendOutcome::Unknown(reason) => Handed::Unknown(reason),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use axum::{Router, routing::post};
    use mailer::ses::{Credentials, SesUrl};

    use super::*;
    use crate::{AuthorId, captured_mail::CapturedMailKind};

    fn mail(to: &str) -> OneOff {
        OneOff {
            author_id: AuthorId::new(1),
            newsletter_id: None,
            campaign_id: None,
            kind: CapturedMailKind::Message,
            message_id: "m.1@example.org".into(),
            sender: "news@example.org".into(),
            recipient: to.into(),
            subject: "S".into(),
            raw: b"Message-ID: <m.1@example.org>\r\nSubject: S\r\n\r\nx\r\n".to_vec(),
            mailed: None,
        }
    }

    #[tokio::test]
    async fn nothing_is_asked_of_amazon_that_nobody_wrote_down_or_that_it_does_not_take() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = Some(format!("http://{}", listener.local_addr().unwrap()));
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = asked.clone();
        let routes = Router::new().route(
            "/v2/email/outbound-emails",
            post(async move || {
                counted.fetch_add(1, Ordering::SeqCst);
                r#"{"MessageId":"1"}"#
            }),
        );
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let credentials = Credentials {
            access_key_id: "AKIDEXAMPLE".into(),
            secret_access_key: "x".into(),
            session_token: None,
        };
        let url = SesUrl { region: "eu-west-1".into(), endpoint, configuration_set: None };
        let client = Client::new(url, credentials).unwrap();
        let now = crate::testing::START.0;
        let sent = async |to: &str, is_written: bool| {
            let handed = send_one(&client, &mail(to), None, now, async { is_written }).await;
            (handed, asked.load(Ordering::SeqCst))
        };
        assert_eq!(sent("ines@example.org", false).await, (super::super::not_committed(), 0));
        assert!(matches!(
            sent("jörg@example.org", true).await,
            (Handed::Refused { hard_bounce: false, .. }, 0)
        ));
        assert_eq!(sent("ines@example.org", true).await, (Handed::Sent, 1));
    }
}
