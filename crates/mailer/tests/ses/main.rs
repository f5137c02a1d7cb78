//! SES against a server of our own that behaves badly and against an imitation of SES, and SNS with
//! certificates made here.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod fake;
mod identities;
mod imitation;
mod outages;
mod sending;
mod sns;

use std::time::Duration;

use mailer::ses::{Client, Credentials, RawMail, SesUrl, Timeouts};

/// 2025-11-21T09:00:00Z.
const NOW: i64 = 1_763_715_600_000;

const MAIL: RawMail<'static> = RawMail {
    from: "News <news@letters.example>",
    to: "ann@reader.example",
    feedback: None,
    raw: b"From: News <news@letters.example>\r\nTo: ann@reader.example\r\nSubject: Hello\r\n\r\nHello.\r\n",
    tags: &[],
};

fn credentials() -> Credentials {
    Credentials {
        access_key_id: "AKIDEXAMPLE".to_owned(),
        secret_access_key: "wJalrXUtnFEMI/s3cret".to_owned(),
        session_token: Some("t0ken/part==".to_owned()),
    }
}

fn url(endpoint: &str) -> SesUrl {
    SesUrl { region: "eu-west-1".to_owned(), endpoint: Some(endpoint.to_owned()), configuration_set: None }
}

fn client(endpoint: &str) -> Client {
    Client::new(url(endpoint), credentials()).unwrap()
}

/// Gives up long before anybody gets tired, and long after a busy machine has done what it can do.
fn impatient(endpoint: &str) -> Client {
    let timeouts = Timeouts { connect: Duration::from_millis(400), whole: Duration::from_secs(1) };
    Client::with_timeouts(url(endpoint), credentials(), timeouts).unwrap()
}
