//! What several targets need.

use content::{Source, Stamp};
use mailer::Phase;

/// Content whose parts are right, for a target to put in what it tries.
pub fn source() -> Source {
    Source {
        subject: "Subject".to_owned(),
        preheader: String::new(),
        html: None,
        text: None,
        newsletter_name: "News".to_owned(),
        from_name: "Ada".to_owned(),
        from_address: "ada@example.com".to_owned(),
        reply_to: None,
        list_id: Some("list.example.com".to_owned()),
        feedback_id: None,
        language: None,
        tracking: None,
        attachments: Vec::new(),
    }
}

pub fn stamp() -> Stamp<'static> {
    Stamp {
        message_id: "1@example.com",
        date_ms: 1_800_000_000_000,
        unsubscribe_url: "https://example.com/u/x",
        unsubscribe_mailto: None,
        preferences_url: "https://example.com/p/x",
        archive_url: "https://example.com/n/x",
        reader_token: "abcdefghijklmnopqrstuvwxyzab",
    }
}

pub fn phases() -> [Phase; 5] {
    [Phase::Greeting, Phase::Hello, Phase::Mail, Phase::Rcpt, Phase::Dot]
}

/// What the guard let through.
pub fn assert_harmless(url: &str) {
    assert!(url.starts_with("http://") || url.starts_with("https://"), "{url}");
    let rest = &url[url.find("://").map_or(0, |at| at + 3)..];
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    assert!(!authority.is_empty() && !authority.contains('@'), "{url}");
    for port in [":22", ":25", ":587", ":6379"] {
        assert!(!authority.ends_with(port), "{url}");
    }
}
