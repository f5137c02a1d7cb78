use std::time::Duration;

use returns::mailbox::{PollError, PollSettings, Polled};

use crate::script::{Identity, Server, Step, answer, run, say, settings};

const PLAIN: &str = "* CAPABILITY IMAP4rev1 LITERAL+\r\n% OK done\r\n";

/// Greeting, sign-in and SELECT of a server that knows only what RFC 3501 demands.
fn opening(capabilities: &str) -> Vec<Step> {
    vec![
        say("* OK ready\r\n"),
        answer("CAPABILITY", capabilities),
        answer("LOGIN \"u\" \"p\"", "% OK in\r\n"),
        answer("CAPABILITY", capabilities),
        answer(
            "SELECT \"INBOX\"",
            "* 3 EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UNSEEN 1] x {7}\r\n% OK [READ-WRITE] selected\r\n",
        ),
    ]
}

fn fetch(uid: u32) -> String {
    format!("UID FETCH {uid} (UID BODY.PEEK[]<0.1048576>)")
}

fn body(uid: u32, text: &str) -> String {
    let length = text.len();
    format!("* 1 FETCH (UID {uid} BODY[]<0> {{{length}}}\r\n{text})\r\n% OK fetched\r\n")
}

fn seen(uid: u32) -> Step {
    answer(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen)"), "% OK stored\r\n")
}

fn logout() -> Step {
    answer("LOGOUT", "* BYE\r\n% OK\r\n")
}

async fn poll(steps: Vec<Step>) -> (Vec<String>, Result<Polled, PollError>) {
    let server = Server::start(steps).await;
    let result = run(&format!("imap://u:p@127.0.0.1:{}", server.port), settings()).await;
    server.done().await;
    result
}

#[tokio::test]
async fn fetches_the_unseen_and_marks_what_was_taken() {
    let mut steps = opening(PLAIN);
    steps.extend([
        answer("UID SEARCH UNSEEN", "* SEARCH 9 4\r\n* SEARCH 7 9\r\n% OK\r\n"),
        answer(&fetch(4), body(4, "Subject: one\r\n\r\n{5}\r\n")),
        seen(4),
        answer(
            &fetch(7),
            format!("* 2 FETCH (FLAGS (\\Seen) UID 4)\r\n* 3 EXPUNGE\r\n{}", body(7, "please refuse")),
        ),
        answer(&fetch(9), body(9, "")),
        seen(9),
        logout(),
    ]);
    let (mails, polled) = poll(steps).await;
    assert_eq!(mails, ["Subject: one\r\n\r\n{5}\r\n", "please refuse", ""]);
    assert_eq!(polled, Ok(Polled { seen: 2, postponed: 1 }));
}

#[tokio::test]
async fn an_empty_mailbox_is_no_error() {
    for found in ["* SEARCH\r\n% OK\r\n", "% OK\r\n"] {
        let mut steps = opening(PLAIN);
        steps.extend([answer("UID SEARCH UNSEEN", found), logout()]);
        assert_eq!(poll(steps).await, (vec![], Ok(Polled::default())));
    }
}

#[tokio::test]
async fn what_is_gone_meanwhile_is_passed_over() {
    let mut steps = opening(PLAIN);
    steps.extend([
        answer("UID SEARCH UNSEEN", "* SEARCH 4 5\r\n% OK\r\n"),
        answer(&fetch(4), "% OK nothing\r\n"),
        answer(&fetch(5), "* 1 FETCH (UID 5 BODY[]<0> NIL)\r\n% OK\r\n"),
        logout(),
    ]);
    assert_eq!(poll(steps).await, (vec![], Ok(Polled::default())));
}

#[tokio::test]
async fn deletes_only_its_own_where_the_server_can() {
    for (extension, expunge) in [(" UIDPLUS", "UID EXPUNGE 4,6"), ("", "EXPUNGE")] {
        let mut steps = opening(&format!("* CAPABILITY IMAP4rev1{extension}\r\n% OK done\r\n"));
        steps.push(answer("UID SEARCH UNSEEN", "* SEARCH 4 5 6\r\n% OK\r\n"));
        for (uid, text) in [(4, "a"), (5, "refuse"), (6, "b")] {
            steps.push(answer(&fetch(uid), body(uid, text)));
            if text != "refuse" {
                let store = format!("UID STORE {uid} +FLAGS.SILENT (\\Seen \\Deleted)");
                steps.push(answer(&store, "% OK stored\r\n"));
            }
        }
        steps.extend([answer(expunge, "* 1 EXPUNGE\r\n* 2 EXPUNGE\r\n% OK\r\n"), logout()]);
        let server = Server::start(steps).await;
        let url = format!("imap://u:p@localhost:{}/?delete=true", server.port);
        let (mails, polled) = run(&url, settings()).await;
        server.done().await;
        assert_eq!((mails.len(), polled), (3, Ok(Polled { seen: 2, postponed: 1 })));
    }
}

#[tokio::test]
async fn starttls_comes_before_the_password() {
    let identity = Identity::new();
    let steps = vec![
        say("* OK ready\r\n"),
        answer("CAPABILITY", "* CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED\r\n% OK\r\n"),
        answer("STARTTLS", "% OK go\r\n"),
        Step::Tls,
        answer("CAPABILITY", "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n% OK\r\n"),
        answer("AUTHENTICATE PLAIN AHUAcMO8", "% OK in\r\n"),
        answer("CAPABILITY", PLAIN),
        answer("SELECT \"R&APw-ckl&AOQ-ufer/\\\"x\\\"\"", "% OK\r\n"),
        answer("UID SEARCH UNSEEN", "* SEARCH\r\n% OK\r\n"),
        logout(),
    ];
    let server = Server::with(steps, Some(&identity)).await;
    let url =
        format!("imap://u:p%C3%BC@localhost:{}/R%C3%BCckl%C3%A4ufer%2F%22x%22?tls=required", server.port);
    assert_eq!(run(&url, identity.settings()).await, (vec![], Ok(Polled::default())));
    server.done().await;
}

#[tokio::test]
async fn without_tls_there_is_no_password() {
    for steps in [
        vec![say("* OK ready\r\n"), answer("CAPABILITY", PLAIN), Step::Wait],
        // STARTTLS is not for sessions that are signed in, so this may be somebody in between.
        vec![
            say("* PREAUTH ready\r\n"),
            answer("CAPABILITY", "* CAPABILITY IMAP4rev1 STARTTLS\r\n% OK\r\n"),
            Step::Wait,
        ],
    ] {
        let server = Server::start(steps).await;
        let url = format!("imap://u:p@localhost:{}?tls=required", server.port);
        assert_eq!(run(&url, settings()).await.1, Err(PollError::TlsNotOffered));
        server.done().await;
    }
}

#[tokio::test]
async fn answers_from_before_the_handshake_are_refused() {
    let identity = Identity::new();
    let steps = vec![
        say("* OK ready\r\n"),
        answer("CAPABILITY", "* CAPABILITY IMAP4rev1 STARTTLS\r\n% OK\r\n"),
        answer("STARTTLS", "% OK go\r\n* CAPABILITY IMAP4rev1\r\nL3 OK\r\n"),
        Step::Wait,
    ];
    let server = Server::with(steps, Some(&identity)).await;
    let url = format!("imap://u:p@localhost:{}?tls=required", server.port);
    let (_, polled) = run(&url, identity.settings()).await;
    assert_eq!(polled, Err(PollError::Protocol("answers before the TLS handshake")));
    server.done().await;
}

#[tokio::test]
async fn implicit_tls_checks_the_certificate() {
    let identity = Identity::new();
    let mut steps = vec![Step::Tls];
    steps.extend(opening(PLAIN));
    steps.extend([answer("UID SEARCH UNSEEN", "* SEARCH\r\n% OK\r\n"), logout()]);
    let server = Server::with(steps, Some(&identity)).await;
    let url = format!("imaps://u:p@localhost:{}", server.port);
    assert_eq!(run(&url, identity.settings()).await.1, Ok(Polled::default()));
    server.done().await;

    let (other_name, unknown) = ("imaps://u:p@127.0.0.1", "imaps://u:p@localhost");
    for (url, settings) in [(other_name, identity.settings()), (unknown, settings())] {
        let server = Server::with(vec![Step::Tls], Some(&identity)).await;
        let (_, polled) = run(&format!("{url}:{}", server.port), settings).await;
        assert!(matches!(polled, Err(PollError::Tls(_))), "{url}: {polled:?}");
    }
}

#[tokio::test]
async fn a_refused_sign_in_says_why_and_shows_no_password() {
    let begin = |capabilities: &str| vec![say("* OK ready\r\n"), answer("CAPABILITY", capabilities)];
    let mut plain = begin(PLAIN);
    plain.push(answer("LOGIN \"u\" \"top\\\"secret\"", "% NO [AUTHENTICATIONFAILED] no\u{7} such\r\n"));
    let mut sasl = begin("* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n% OK\r\n");
    sasl.extend([
        answer("AUTHENTICATE PLAIN", "+ \r\n"),
        answer("AHUAdG9wInNlY3JldA==", "% NO [AUTHENTICATIONFAILED] no such\r\n"),
    ]);
    let mut disabled = begin("* CAPABILITY IMAP4rev1 LOGINDISABLED\r\n% OK\r\n");
    disabled.push(Step::Wait);
    for (steps, expected) in [
        (plain, "[AUTHENTICATIONFAILED] no such"),
        (sasl, "[AUTHENTICATIONFAILED] no such"),
        (disabled, "it takes no password"),
    ] {
        let server = Server::start(steps).await;
        let (_, polled) = run(&format!("imap://u:top%22secret@127.0.0.1:{}", server.port), settings()).await;
        let error = polled.unwrap_err();
        assert_eq!(error, PollError::SignIn(expected.to_owned()));
        assert!(!format!("{error} {error:?}").contains("secret"));
        server.done().await;
    }
}

#[tokio::test]
async fn what_the_server_refuses_is_named() {
    let refused = |command, text: &str| Err(PollError::Refused { command, text: text.to_owned() });
    assert_eq!(poll(vec![say("* BYE full\r\n")]).await.1, refused("the connection", "full"));
    let mut steps = opening(PLAIN);
    steps.pop();
    steps.push(answer("SELECT \"INBOX\"", "% NO none\r\n"));
    assert_eq!(poll(steps).await.1, refused("SELECT", "none"));
    let mut steps = opening(PLAIN);
    steps.pop();
    steps.push(answer("SELECT \"INBOX\"", "% OK [READ-ONLY] look\r\n"));
    assert_eq!(poll(steps).await.1, refused("SELECT", "the folder can only be read"));
    let mut steps = opening(PLAIN);
    steps.push(answer("UID SEARCH UNSEEN", "* BYE shutting down\r\n"));
    assert_eq!(poll(steps).await.1, refused("UID SEARCH", "shutting down"));
    let mut steps = opening(PLAIN);
    steps.push(answer("UID SEARCH UNSEEN", ""));
    assert_eq!(poll(steps).await.1, Err(PollError::Closed));
}

#[tokio::test]
async fn a_poll_takes_a_bounded_number_of_messages() {
    let numbers: String = (1..=50_000).map(|uid| format!(" {uid}")).collect::<Vec<_>>().concat();
    let mut steps = opening(PLAIN);
    // More than 64 KiB in one line.
    steps.push(answer("UID SEARCH UNSEEN", format!("* SEARCH{numbers}\r\n% OK\r\n")));
    for uid in 1..=200 {
        steps.extend([answer(&fetch(uid), body(uid, "x")), seen(uid)]);
    }
    steps.push(logout());
    assert_eq!(poll(steps).await.1, Ok(Polled { seen: 200, postponed: 0 }));
}

#[tokio::test]
async fn a_message_is_cut_at_its_bound() {
    let settings = PollSettings { message_size: 10, ..settings() };
    let mut steps = opening(PLAIN);
    steps.extend([
        answer("UID SEARCH UNSEEN", "* SEARCH 4\r\n% OK\r\n"),
        // A server that takes no notice of the range.
        answer("UID FETCH 4 (UID BODY.PEEK[]<0.10>)", body(4, &"0123456789".repeat(10_000))),
        seen(4),
        logout(),
    ]);
    let server = Server::start(steps).await;
    let (mails, _) = run(&format!("imap://u:p@127.0.0.1:{}", server.port), settings).await;
    assert_eq!(mails, ["0123456789"]);
    server.done().await;
}

#[tokio::test]
async fn hostile_servers_are_left() {
    let long = "x".repeat(200_000);
    for (text, expected) in [
        ("* 1 FETCH (UID 4 BODY[]<0> {99999999999}\r\nx".to_owned(), "far more than was asked for"),
        (format!("* 1 FETCH (FLAGS ({long}))\r\n"), "a line that is too long"),
        (format!("* 1 FETCH (X {}NIL)\r\n", "{1}\r\nx ".repeat(30)), "too many literals"),
        ("* 1 FETCH (UID 4 BODY[]<0> \0)\r\n".to_owned(), "a line with NUL"),
        ("* 1 EXISTS\r\n".repeat(10_001), "answers without end"),
        ("L999 OK\r\n".to_owned(), "an answer to no command of ours"),
        ("HTTP/1.1 200 OK\r\n".to_owned(), "an answer that is not IMAP"),
        ("\r\n".to_owned(), "an answer that is not IMAP"),
    ] {
        let mut steps = opening(PLAIN);
        steps.extend([answer("UID SEARCH UNSEEN", "* SEARCH 4\r\n% OK\r\n"), answer(&fetch(4), text)]);
        let server = Server::start(steps).await;
        let (mails, polled) = run(&format!("imap://u:p@127.0.0.1:{}", server.port), settings()).await;
        assert_eq!((mails.len(), polled), (0, Err(PollError::Protocol(expected))));
    }
}

#[tokio::test]
async fn silence_is_bounded() {
    let server = Server::start(vec![Step::Wait]).await;
    let short = PollSettings { step: Duration::from_millis(50), ..settings() };
    let (_, polled) = run(&format!("imap://u:p@127.0.0.1:{}", server.port), short).await;
    assert_eq!(polled, Err(PollError::Timeout));
    let port = peers::free_port();
    let (_, polled) = run(&format!("imap://u:p@127.0.0.1:{port}"), settings()).await;
    assert!(matches!(polled, Err(PollError::Connect(_))));
}

#[tokio::test]
async fn after_its_time_a_poll_begins_no_message() {
    let mut steps = opening(PLAIN);
    steps.extend([answer("UID SEARCH UNSEEN", "* SEARCH 4\r\n% OK\r\n"), logout()]);
    let server = Server::start(steps).await;
    let short = PollSettings { total: Duration::ZERO, ..settings() };
    let (mails, polled) = run(&format!("imap://u:p@127.0.0.1:{}", server.port), short).await;
    assert_eq!((mails.len(), polled), (0, Ok(Polled::default())));
    server.done().await;
}
