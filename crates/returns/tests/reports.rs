//! Reports as servers and providers write them, against what is expected of each.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::{fmt::Write as _, fs, path::PathBuf, sync::OnceLock};

use proptest::prelude::*;
use returns::report::{Action, Class, MAX_RECIPIENTS, RecipientStatus, Report, heading, read};

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn sample(name: &str) -> Vec<u8> {
    fs::read(corpus().join(name)).unwrap()
}

fn with_crlf(data: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = data.split(|b| *b == b'\n').collect();
    lines.join(b"\r\n".as_slice())
}

/// One line that says everything but the diagnostics.
fn summary(report: &Report) -> String {
    let or = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
    match report {
        Report::AutoReply => "automatic".to_owned(),
        Report::Other => "other".to_owned(),
        Report::Complaint(complaint) => format!(
            "{:?} {} rcpt={} from={} id={} unsubscribe={} domain={}",
            complaint.feedback_type,
            if complaint.is_complaint() { "complaint" } else { "none" },
            or(&complaint.original_recipient),
            or(&complaint.original_mail_from),
            or(&complaint.original_message_id),
            or(&complaint.list_unsubscribe),
            or(&complaint.reported_domain),
        ),
        Report::Delivery(report) => {
            let mut line = String::new();
            for one in &report.recipients {
                let (recipient, status) = (or(&one.recipient), or(&one.status));
                write!(line, "{recipient} {:?} {status} {:?}; ", one.action, one.class).unwrap();
            }
            line + &format!("id={} to={}", or(&report.original_message_id), or(&report.original_to))
        }
    }
}

/// Names of the samples and what is expected of each, one a line.
fn expected() -> Vec<(String, String)> {
    let table = String::from_utf8(sample("expected.tsv")).unwrap();
    let row = |line: &str| line.split_once('\t').map(|(name, what)| (name.to_owned(), what.to_owned()));
    table.lines().map(|line| row(line).unwrap()).collect()
}

fn diagnostic(name: &str) -> Option<String> {
    match read(&sample(name)) {
        Report::Delivery(report) => report.recipients[0].diagnostic.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn each_sample_means_what_the_table_says() {
    let mut wrong = Vec::new();
    for (name, what) in expected() {
        let data = sample(&name);
        let told = summary(&read(&data));
        if told != what {
            wrong.push(format!("{name}\n  expected {what}\n  was      {told}"));
        }
        assert_eq!(read(&with_crlf(&data)), read(&data), "{name} with CRLF");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_sample_has_its_line_in_the_table() {
    let entries = fs::read_dir(corpus()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name != "expected.tsv");
    names.sort();
    let mut told: Vec<String> = expected().into_iter().map(|(name, _)| name).collect();
    told.sort();
    assert_eq!(names, told);
    assert!(names.len() >= 40);
}

#[test]
fn diagnostics_are_the_words_of_the_server() {
    for (name, words) in [
        (
            "postfix-no-domain.eml",
            "Host or domain name not found. Name service error for name=example.net type=AAAA: Host not found",
        ),
        ("exim-text.eml", "550 5.1.1 <reader@example.net>: Recipient address rejected: User unknown"),
        ("gmail-old-text.eml", "550 5.1.1 <reader@example.net>: User unknown"),
        ("qmail-unknown.eml", "Sorry, no mailbox here by that name. (#5.1.1)"),
        ("non-utf8.eml", "550 Empf\u{fffd}nger unbekannt [31m: unknown user \u{fffd}\u{fffd}"),
        (
            "yahoo-text.eml",
            "554: delivery error: dd This user doesn't have a yahoo.com account (reader@example.net) [0] - \
             mta1234.mail.example.net",
        ),
    ] {
        assert_eq!(diagnostic(name).as_deref(), Some(words), "{name}");
    }
    assert_eq!(diagnostic("forged-huge-diagnostic.eml").unwrap().chars().count(), 300);
    assert_eq!(diagnostic("postfix-unknown.eml").unwrap().lines().count(), 1);
    assert_eq!(diagnostic("sendmail-delayed.eml"), None);
}

#[test]
fn what_says_more_of_a_mailbox_weighs_more() {
    let classes = [Class::None, Class::Unclear, Class::Policy, Class::OnTheWay, Class::Soft, Class::Hard];
    assert!(classes.map(Class::weight).windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn a_heading_is_from_and_subject_as_people_read_them() {
    let told = heading(b"From: =?utf-8?q?J=C3=B6rg?= <j@b.example>\r\nSubject: Gone\r\n fishing\r\n\r\nx");
    assert_eq!(told.from.as_deref(), Some("J\u{f6}rg <j@b.example>"));
    assert_eq!(told.subject.as_deref(), Some("Gone fishing"));
    let told = heading(format!("Subject: {}\r\n\r\n", "x".repeat(500)).as_bytes());
    assert_eq!((told.from, told.subject.map(|line| line.len())), (None, Some(200)));
}

/// The one recipient of a report, or none where it is no report.
fn only(message: &str) -> Option<RecipientStatus> {
    match read(message.as_bytes()) {
        Report::Delivery(report) => {
            assert_eq!(report.recipients.len(), 1, "{message}");
            report.recipients.into_iter().next()
        }
        _ => None,
    }
}

#[test]
fn a_server_is_told_by_each_of_its_marks() {
    let body = "\n\n<reader@example.net>: 550 5.1.1 user unknown\n";
    for marks in [
        "Return-Path: <>\nFrom: Mail <mail@mx.example>\nSubject: Undelivered mail",
        "From: Mail <mail@mx.example>\nAuto-Submitted: auto-replied\nSubject: Returned mail: user unknown",
        "Subject: Delivery failure",
        "From: MAILER-DAEMON@mx.example\nSubject: x",
        "From: Mail <>\nSubject: x",
        "From: Mail <mail@mx.example>\nX-Failed-Recipients: reader@example.net\nSubject: x",
    ] {
        let one = only(&format!("{marks}{body}")).unwrap_or_else(|| panic!("no report: {marks}"));
        assert_eq!(
            (one.recipient.as_deref(), one.class),
            (Some("reader@example.net"), Class::Hard),
            "{marks}"
        );
    }
    for marks in [
        "From: Mail <mail@mx.example>\nSubject: Undelivered mail",
        "Return-Path: <>\nFrom: Mail <mail@mx.example>\nSubject: About undelivered mail",
        "Return-Path: <mail@mx.example>\nFrom: Mail <mail@mx.example>\nSubject: Returned mail",
    ] {
        assert_eq!(only(&format!("{marks}{body}")), None, "{marks}");
    }
}

#[test]
fn the_fields_of_a_report_in_a_text_count_only_of_a_server() {
    let fields = "\n\nFinal-Recipient: rfc822; reader@example.net\nAction: failed\nStatus: 5.1.1\n";
    let one = only(&format!("From: postmaster@mx.example\nSubject: x{fields}")).unwrap();
    assert_eq!(
        (one.recipient.as_deref(), one.status.as_deref()),
        (Some("reader@example.net"), Some("5.1.1"))
    );
    assert_eq!(only(&format!("From: Ida <ida@example.net>\nSubject: Look at this{fields}")), None);
}

#[test]
fn a_text_for_people_says_what_vague_fields_do_not() {
    let report = |notice: &str| {
        format!(
            "From: postmaster@mx.example\nContent-Type: multipart/report; boundary=b\n\n--b\n\n{notice}\n--b\n\
             Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; reader@example.net\nAction: failed\n\
             Status: 5.0.0\n\n--b--\n"
        )
    };
    for (notice, class) in [
        ("There's no such user here.", Class::Hard),
        ("reader@example.net: mailbox full", Class::Soft),
        (
            "other@example.net: mailbox full\n\nreader@example.net: no such user\n\nthird@example.net: spam",
            Class::Hard,
        ),
        ("other@example.net: no such user\n\nthird@example.net: no such user", Class::Unclear),
        ("Sorry.", Class::Unclear),
    ] {
        assert_eq!(only(&report(notice)).map(|one| one.class), Some(class), "{notice}");
    }
}

#[test]
fn a_reason_is_found_behind_much_that_is_said_before_it() {
    let bounce = |before: usize| {
        let lines = "We are sorry to have to tell you this.\n".repeat(before);
        format!("From: MAILER-DAEMON@mx.example\nSubject: x\n\n{lines}\n<reader@example.net>: user unknown\n")
    };
    let class = |before| only(&bounce(before)).map(|one| one.class);
    assert_eq!((class(0), class(300)), (Some(Class::Hard), Some(Class::Hard)));
    assert_eq!(class(600), None, "bounded");
}

/// What the server wrote stands first, whatever it is written in; a text below it is the mail that came back.
#[test]
fn the_first_part_is_the_servers_also_when_it_is_html() {
    let html = "<html><head><style>p{}</style></head><body><p>Your mail was not delivered.</p>\
        <p>reader@example.net</p><p>550 5.1.1 user unknown</p></body></html>";
    let copy = "Subject: Full mailbox?\n\nIs your mailbox full? Over quota? 452 4.2.2\n";
    let bounce = |kind: &str| {
        format!(
            "From: MAILER-DAEMON@mx.example\nSubject: Undeliverable\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\
             Content-Type: text/html\n\n{html}\n--b\nContent-Type: {kind}\n\n{copy}--b--\n"
        )
    };
    for kind in ["text/plain", "message/rfc822"] {
        let one = only(&bounce(kind)).unwrap();
        assert_eq!(
            (one.recipient.as_deref(), one.class),
            (Some("reader@example.net"), Class::Hard),
            "{kind}"
        );
    }
}

#[test]
fn vacation_notes_never_count_whatever_they_quote() {
    let bounce = String::from_utf8(sample("postfix-unknown.eml")).unwrap();
    let qmail = String::from_utf8(sample("qmail-unknown.eml")).unwrap();
    for quoted in [bounce.as_str(), qmail.as_str()] {
        let quoted = quoted.lines().map(|line| format!("> {line}\n")).collect::<Vec<_>>().concat();
        for mark in [
            "Auto-Submitted: auto-replied",
            "auto-submitted: AUTO-NOTIFIED; x=y",
            "X-Autoreply: yes",
            "Precedence: auto_reply",
        ] {
            let note = format!(
                "From: reader@example.net\n{mark}\nContent-Type: text/plain\n\nI am away.\n\n{quoted}"
            );
            assert_eq!(read(note.as_bytes()), Report::AutoReply, "{mark}");
        }
    }
}

#[test]
fn a_report_is_of_the_type_that_it_says() {
    let report = String::from_utf8(sample("postfix-unknown.eml")).unwrap();
    let feedback = "--B_0042\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n\n--B_0042--\n";
    let both = report.replacen("--B_0042--\n", feedback, 1);
    assert_eq!(read(both.as_bytes()), read(report.as_bytes()));
    let other = both.replacen("report-type=delivery-status", "report-type=feedback-report", 1);
    assert!(matches!(read(other.as_bytes()), Report::Complaint(_)));
}

#[test]
fn a_large_message_is_read_from_its_start_only() {
    let mut large = sample("postfix-mailbox-full.eml");
    large.extend(b"x".repeat(5 << 20));
    assert_eq!(read(&large), read(&sample("postfix-mailbox-full.eml")));
    let report = String::from_utf8(sample("postfix-unknown.eml")).unwrap();
    let late = report.replacen("This is the mail system", &"padding\n".repeat(200_000), 1);
    match read(late.as_bytes()) {
        Report::Delivery(report) => assert_eq!(report.recipients[0].class, Class::Unclear),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_report_names_a_bounded_number_of_recipients() {
    let report = String::from_utf8(sample("postfix-unknown.eml")).unwrap();
    let group = "Final-Recipient: rfc822; a@example.net\nAction: failed\nStatus: 5.1.1\n\n";
    let long = report.replacen("Final-Recipient:", &format!("{}Final-Recipient:", group.repeat(3000)), 1);
    match read(long.as_bytes()) {
        Report::Delivery(report) => assert_eq!(report.recipients.len(), MAX_RECIPIENTS),
        other => panic!("{other:?}"),
    }
    let many = format!("X-Failed-Recipients: {}\n\nx", "a@example.net,".repeat(3000));
    match read(many.as_bytes()) {
        Report::Delivery(report) => assert_eq!(report.recipients.len(), MAX_RECIPIENTS),
        other => panic!("{other:?}"),
    }
}

/// Input made to be slow, or to exhaust memory or stack, in a parser without bounds.
#[test]
fn hostile_shapes_end() {
    let head = "Content-Type: multipart/report; boundary=b\n\n";
    for piece in [
        "--b\n",
        "--b\n\n",
        "--b\nContent-Type: multipart/mixed; boundary=b\n\n",
        "--b\nContent-Type: message/rfc822\n\n",
        "Content-Type: message/rfc822\n\n",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
        "a:\n",
        " \n",
        "(",
        "\"",
        "--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822;\n",
        "=?utf-8?q?=",
        "\0",
        "\r",
    ] {
        for start in ["", head, "To: ", "Content-Type: ", "Content-Type: a/b; x=\"", "X-Failed-Recipients: "]
        {
            let data = format!("{start}{}", piece.repeat((1 << 20) / piece.len()));
            let _ = read(data.as_bytes());
        }
    }
}

fn holds(report: &Report) -> Result<(), TestCaseError> {
    let Report::Delivery(report) = report else { return Ok(()) };
    prop_assert!(!report.recipients.is_empty() && report.recipients.len() <= MAX_RECIPIENTS);
    for one in &report.recipients {
        let diagnostic = one.diagnostic.as_deref().unwrap_or("x");
        prop_assert!(!diagnostic.is_empty() && diagnostic.chars().count() <= 300);
        prop_assert!(!diagnostic.chars().any(char::is_control));
        let recipient = one.recipient.as_deref().unwrap_or("x");
        prop_assert!(!recipient.is_empty() && recipient.len() <= 320);
        prop_assert!(!recipient.chars().any(char::is_control));
        prop_assert_eq!(one.class == Class::None, one.action != Action::Failed);
    }
    Ok(())
}

fn samples() -> &'static [Vec<u8>] {
    static SAMPLES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    SAMPLES.get_or_init(|| expected().iter().map(|(name, _)| sample(name)).collect())
}

#[derive(Debug, Clone)]
enum Change {
    Set(usize, u8),
    Cut(usize, usize),
    Repeat(usize, usize),
    Splice(usize, usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let octet = prop_oneof![any::<u8>(), prop::sample::select(b"\r\n\t :;=\"<>()-\\\0".to_vec())];
    prop_oneof![
        4 => (any::<usize>(), octet).prop_map(|(at, octet)| Change::Set(at, octet)),
        1 => (any::<usize>(), 1_usize..80).prop_map(|(at, length)| Change::Cut(at, length)),
        1 => (any::<usize>(), 1_usize..80).prop_map(|(at, length)| Change::Repeat(at, length)),
        1 => (any::<usize>(), any::<usize>(), any::<usize>()).prop_map(|(one, other, at)| Change::Splice(one, other, at)),
    ]
}

fn apply(data: &mut Vec<u8>, change: &Change) {
    let within = |at: usize, length: usize| at % length.max(1);
    match *change {
        Change::Set(at, octet) => {
            let at = within(at, data.len());
            if let Some(place) = data.get_mut(at) {
                *place = octet;
            }
        }
        Change::Cut(at, length) => {
            let at = within(at, data.len());
            data.drain(at..(at + length).min(data.len()));
        }
        Change::Repeat(at, length) => {
            let at = within(at, data.len());
            let piece = data[at..(at + length).min(data.len())].to_vec();
            data.splice(at..at, piece);
        }
        Change::Splice(here, other, at) => {
            let other = &samples()[within(other, samples().len())];
            let here = within(here, data.len());
            data.truncate(here);
            data.extend_from_slice(&other[within(at, other.len())..]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn random_octets_never_panic(data in prop::collection::vec(any::<u8>(), 0..2000)) {
        holds(&read(&data))?;
    }

    #[test]
    fn changed_samples_never_panic(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec(change(), 1..12),
        crlf in any::<bool>(),
    ) {
        let mut data = samples()[which.index(samples().len())].clone();
        if crlf {
            data = with_crlf(&data);
        }
        for change in &changes {
            apply(&mut data, change);
        }
        holds(&read(&data))?;
    }

    #[test]
    fn words_of_reports_in_any_order_never_panic(words in prop::collection::vec(prop::sample::select(vec![
        "Content-Type: ", "multipart/report", "; boundary=b", "; boundary=\"b", "; report-type=", "feedback-report",
        "delivery-status", "message/", "rfc822", "\n", "\r\n", "--b", "--", "Final-Recipient: ", "rfc822;", "a@b",
        "Action: failed", "Status: ", "5.1.1", "Content-Transfer-Encoding: ", "base64", "quoted-printable", "=", "=\n",
        "Feedback-Type: abuse", " ", "\t", "; x*0*=utf-8''%", "(", ")", "\"", "\\", "charset=iso-2022-jp", "charset=utf-7",
        "X-Failed-Recipients: ", "Hi. This is the", "<a@b>:", "To: ", "group:", ";", "=?utf-8?b?", "?=", "\u{1b}$B", "+AGE",
    ]), 0..60)) {
        holds(&read(words.concat().as_bytes()))?;
    }
}
