//! The table, row by row; each text is a form that some server in use writes.

use super::*;
use Meaning::{AboutUs, Away, Gone, OnTheWay, Unclear};

fn said(text: &str) -> Meaning {
    meaning(&Refusal { text, ..Refusal::default() })
}

fn reported(status: &str, text: &str) -> Meaning {
    meaning(&Refusal { text, status: Enhanced::parse(status), ..Refusal::default() })
}

#[test]
fn what_is_said_about_us_outweighs_every_word_about_the_recipient() {
    for text in [
        "550 5.7.1 IP blacklisted",
        "550 5.1.1 user unknown, and your IP is blacklisted",
        "550 Sender verify failed: no such user",
        "550 5.1.0 <a@b.example> sender rejected",
        "550 5.7.1 spam, user unknown to our white list",
        "554 Blocked - see https://www.spamhaus.org/query/ip/192.0.2.1",
        "550 your PTR record does not exist",
        "550 rejected because of the policy of example.net",
        "554 5.6.0 malformed",
        "552 5.3.4 too big",
        "552 5.2.3 too big for this mailbox",
        "552 message size exceeds the quota",
        "550 5.1.8 sender domain not found",
        "550 5.7.26 not authenticated",
        "550 relaying denied, user unknown",
        "554 daily relay quota reached",
        "501 invalid domain name",
        "host mx said: 550 no such user (in reply to MAIL FROM command)",
        "SMTP error from remote mail server after MAIL FROM:<a@b.example> SIZE=9: 550 no such user",
        "5.1.0 - Unknown address error 550-'5.7.1 not from your network'",
        "550 5.7.1 Access denied",
        "503 5.5.1 sequence",
        "421 4.7.0 try again later",
    ] {
        assert_eq!(said(text), AboutUs, "{text}");
        assert_eq!(reported("5.1.1", text), AboutUs, "5.1.1 over {text}");
    }
}

#[test]
fn a_mailbox_that_takes_nothing_is_not_gone_whatever_the_code() {
    for text in [
        "552 5.2.2 over quota",
        "550 5.1.1 mailbox full",
        "552 full",
        "550 5.2.2 user unknown",
        "554 delivery error: This account has been disabled or discontinued",
        "550 5.2.1 the account is inactive",
        "450 4.1.1 <a@b.example>: Recipient address rejected: user unknown",
        "452 4.2.2 mailbox full",
        "450 user unknown",
        "450 4.1.1 rejected",
        "550 5.2.1 rejected",
        "550 5.2.1 mailbox unavailable",
    ] {
        assert_eq!(said(text), Away, "{text}");
        assert_eq!(reported("5.1.1", text), Away, "5.1.1 over {text}");
    }
    assert_eq!(reported("4.0.0", "user unknown"), Away, "the reporter gave up, the server did not");
    assert_eq!(reported("5.1.1", "450 rejected"), Away, "and where the server's code is all it said");
    assert_eq!(said("550 5.1.1 inactive email address"), Gone, "with its own code for nobody there");
}

#[test]
fn a_mailbox_that_is_not_there_is_gone() {
    for text in [
        "550 5.1.1 <a@b.example>... User Unknown",
        "550-5.1.1 The email account that you tried to reach is not here",
        "550 Sorry, No Such User here",
        "550 spam@b.example: user unknown",
        "550 mx.spamfilter.example.net: mailbox not found",
        "550 5.9999.1 user unknown",
        "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).",
        "550 Requested action not taken: mailbox unavailable",
        "550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [x.prod.example.net]",
        "550 5.1.6 recipient no longer on server: a@b.example",
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
        "554 delivery error: dd This user doesn\u{2019}t have a yahoo.com account",
        "550 Empf\u{e4}nger unbekannt",
        "556 no mail here",
        "521 5.3.2 this host takes no mail",
        "Host or domain name not found. Name service error for name=b.example type=MX: Host not found",
        "an MX or SRV record indicated no SMTP service",
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "550 5.1.1",
    ] {
        assert_eq!(said(text), Gone, "{text}");
    }
    assert_eq!(reported("5.7.1", "550 user unknown"), Gone, "a reporter knows no more than the words say");
    assert_eq!(reported("5.1.1", ""), Gone);
    assert_eq!(reported("5.1.1", "550 rejected"), Gone, "where the words say nothing the status does");
}

#[test]
fn the_way_there_says_nothing_of_the_mailbox() {
    for text in [
        "connect to mx.b.example[192.0.2.1]:25: Connection timed out",
        "Host or domain name not found. Name service error for name=b.example: Host not found, try again",
        "554 5.4.14 Hop count exceeded - possible mail loop",
        "452 4.3.1 Insufficient system resources",
        "550 5.4.4 unable to route",
        "550 5.4.4 mailbox unavailable",
        "550 5.4.1 not now",
        "450 4.4.1 access denied",
        "procmail: Couldn't create the folder: no such user",
    ] {
        assert_eq!(said(text), OnTheWay, "{text}");
    }
    assert_eq!(reported("4.4.7", ""), OnTheWay);
}

#[test]
fn a_status_about_us_is_heeded_where_the_words_say_nothing() {
    for status in ["5.7.1", "5.1.7", "4.2.3", "5.3.4", "5.6.0"] {
        assert_eq!(reported(status, "554 no"), AboutUs, "{status}");
    }
}

#[test]
fn what_says_nothing_stays_unclear() {
    for text in [
        "",
        "554 Transaction failed",
        "550 5.0.0 no",
        "550 mailbox",
        "554 mailbox unavailable",
        "450 mailbox unavailable",
        "No such file or directory",
        "The group may not exist, or you may not have permission",
        "2.0.0 ok",
        "192.0.2.1",
    ] {
        assert_eq!(said(text), Unclear, "{text}");
    }
    assert_eq!(reported("2.1.5", "554 Transaction failed"), Unclear);
    assert_eq!(reported("5.0.0", "554 Transaction failed"), Unclear);
}

#[test]
fn phrases_are_whole_words_outside_names() {
    assert_eq!(said("550 user unknown at mx.antispam-gateway.example.net"), Gone);
    assert_eq!(said("550 user unknown, see https://example.net/sender-policy"), Gone);
    assert_eq!(said("550 spammer@b.example:user unknown"), Gone);
    assert_eq!(said("User unknown; returning message to sender"), Gone);
    assert_eq!(said("550 unknown users are counted"), Gone);
    for text in ["550 superuser unknowns", "550 superuser unknown", "550 user unknowns"] {
        assert_eq!(said(text), Unclear, "{text}");
    }
    assert_eq!(said("550 user unknown at mx.spam-filter.example.net"), Gone);
}

#[test]
fn words_are_read_whatever_stands_between_them() {
    for text in [
        "550 user - unknown",
        "550 user ... unknown",
        "550 no-such-user",
        "550 User.Unknown",
        "550 no..such..user",
        "550 user_unknown.please_check.the_address",
    ] {
        assert_eq!(said(text), Gone, "{text}");
    }
    assert_eq!(said("554 bulk e-mail"), AboutUs);
}

#[test]
fn codes_are_found_where_servers_put_them() {
    for (text, expected) in [
        ("5.1.1", Some("5.1.1")),
        ("550 5.1.1: no", Some("5.1.1")),
        ("550-5.2.1 no", Some("5.2.1")),
        ("no (#5.1.1)", Some("5.1.1")),
        ("[5.01.010]", Some("5.1.10")),
        ("550 5.0.0 550 5.1.1 no", Some("5.1.1")),
        ("550 5.0.0 no", Some("5.0.0")),
        ("sendmail 2.1.5", None),
        ("192.0.2.1 x5.1.1 5.1 3.1.1 5.1.1.1 5.1000.1 5..1", None),
    ] {
        assert_eq!(Enhanced::find(text).map(|code| code.to_string()).as_deref(), expected, "{text}");
    }
    for (text, expected) in [
        ("550 no", Some(550)),
        ("said: 550-5.1.1", Some(550)),
        ("554: delivery error", Some(554)),
        ("(#450)", Some(450)),
        ("5501 x550 200 580", None),
    ] {
        assert_eq!(reply_code(text), expected, "{text}");
    }
    for text in ["5.1.1 (no)", " 5.1.1", "5.1.1;"] {
        assert!(Enhanced::parse_loosely(text).is_some(), "{text}");
    }
    for text in ["", "5", "5.1", "3.1.1", "5.1.1.1", "5.1000.1", "5..1", "x5.1.1"] {
        assert_eq!(Enhanced::parse_loosely(text), None, "{text}");
    }
}

#[test]
fn long_texts_are_looked_at_from_their_start() {
    let long = format!("{}user unknown", "word ".repeat(1000));
    assert_eq!(said(&long), Unclear);
    assert_eq!(said(&format!("{}\u{e4} user unknown", "\u{e4}".repeat(3000))), Gone);
    for piece in ["@", "://", "user ", ".", "a.b.c ", "\u{2019}", "5.1.1.", "<<<"] {
        let _ = said(&piece.repeat(200_000));
    }
}

#[test]
fn phrases_are_written_as_texts_are_read() {
    let tables: [&[&str]; 9] = [
        words::ABOUT_US,
        words::TO_SENDER,
        words::FULL,
        words::OFF,
        words::NOT_KNOWN,
        words::GONE,
        words::UNAVAILABLE,
        words::ON_THE_WAY,
        &["sender", "access denied"],
    ];
    for phrase in tables.concat() {
        assert_eq!(
            text::Words::of(phrase.trim_matches('*')).as_str().trim(),
            phrase.trim_matches('*'),
            "{phrase}"
        );
    }
    for name in words::LISTERS {
        assert_eq!(name.to_ascii_lowercase(), *name);
    }
}
