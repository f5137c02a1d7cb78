use std::time::Duration;

use returns::mailbox::{PollError, PollSettings, Polled};

use crate::script::{Identity, Server, Step, answer, run, say, settings};

fn opening() -> Vec<Step> {
    vec![
        say("+OK ready <1@x>\r\n"),
        answer("CAPA", "-ERR what\r\n"),
        answer("USER u", "+OK\r\n"),
        answer("PASS p", "+OK in\r\n"),
    ]
}

async fn poll(steps: Vec<Step>) -> (Vec<String>, Result<Polled, PollError>) {
    let server = Server::start(steps).await;
    let result = run(&format!("pop3://u:p@127.0.0.1:{}", server.port), settings()).await;
    server.done().await;
    result
}

#[tokio::test]
async fn fetches_all_and_deletes_what_was_taken() {
    let mut steps = opening();
    steps.extend([
        answer("LIST", "+OK 4 messages\r\n1 30\r\n2 10\r\n3 999999999\r\n4 5 more\r\n.\r\n"),
        answer("RETR 1", "+OK\r\nSubject: one\r\n\r\n..dot\r\n...\r\n.\r\n"),
        answer("DELE 1", "+OK\r\n"),
        answer("RETR 2", "+OK\r\nrefuse\r\n.\r\n"),
        answer("RETR 4", "+OK\r\n.\r\n"),
        answer("DELE 4", "+OK\r\n"),
        answer("QUIT", "+OK bye\r\n"),
    ]);
    let (mails, polled) = poll(steps).await;
    assert_eq!(mails, ["Subject: one\r\n\r\n.dot\r\n..\r\n", "refuse\r\n", ""]);
    assert_eq!(polled, Ok(Polled { seen: 2, postponed: 2 }));
}

#[tokio::test]
async fn stls_comes_before_the_password() {
    let identity = Identity::new();
    let steps = vec![
        say("+OK ready\r\n"),
        answer("CAPA", "+OK\r\nSTLS\r\nUIDL\r\n.\r\n"),
        answer("STLS", "+OK go\r\n"),
        Step::Tls,
        answer("CAPA", "+OK\r\nSASL LOGIN PLAIN\r\n.\r\n"),
        answer("AUTH PLAIN", "+ \r\n"),
        answer("AHUAcA==", "+OK in\r\n"),
        answer("LIST", "+OK\r\n.\r\n"),
        answer("QUIT", "+OK\r\n"),
    ];
    let server = Server::with(steps, Some(&identity)).await;
    let url = format!("pop3://u:p@localhost:{}?tls=required", server.port);
    assert_eq!(run(&url, identity.settings()).await, (vec![], Ok(Polled::default())));
    server.done().await;

    for capabilities in ["+OK\r\nUSER\r\n.\r\n", "-ERR\r\n"] {
        let server = Server::start(vec![say("+OK\r\n"), answer("CAPA", capabilities), Step::Wait]).await;
        let url = format!("pop3://u:p@localhost:{}?tls=required", server.port);
        assert_eq!(run(&url, settings()).await.1, Err(PollError::TlsNotOffered));
        server.done().await;
    }
}

#[tokio::test]
async fn implicit_tls_works() {
    let identity = Identity::new();
    let mut steps = vec![Step::Tls];
    steps.extend(opening());
    steps.extend([answer("LIST", "+OK\r\n.\r\n"), answer("QUIT", "+OK\r\n")]);
    let server = Server::with(steps, Some(&identity)).await;
    let url = format!("pop3s://u:p@localhost:{}", server.port);
    assert_eq!(run(&url, identity.settings()).await.1, Ok(Polled::default()));
    server.done().await;
}

#[tokio::test]
async fn refusals_say_why() {
    let mut steps = opening();
    steps.pop();
    steps.push(answer("PASS p", "-ERR [AUTH] wrong\r\n"));
    assert_eq!(poll(steps).await.1, Err(PollError::SignIn("[AUTH] wrong".to_owned())));
    let refused = |command, text: &str| Err(PollError::Refused { command, text: text.to_owned() });
    assert_eq!(poll(vec![say("-ERR busy\r\n")]).await.1, refused("the connection", "busy"));
    let mut steps = opening();
    steps.extend([answer("LIST", "+OK\r\n.\r\n"), answer("QUIT", "-ERR not all deleted\r\n")]);
    assert_eq!(poll(steps).await.1, refused("QUIT", "not all deleted"));
}

#[tokio::test]
async fn number_and_size_are_bounded() {
    let list: String = (1..=30_000).map(|number| format!("{number} 1\r\n")).collect::<Vec<_>>().concat();
    let mut steps = opening();
    steps.push(answer("LIST", format!("+OK\r\n{list}.\r\n")));
    for number in 1..=200 {
        steps.push(answer(&format!("RETR {number}"), "+OK\r\nx\r\n.\r\n"));
        steps.push(answer(&format!("DELE {number}"), "+OK\r\n"));
    }
    steps.push(answer("QUIT", "+OK\r\n"));
    assert_eq!(poll(steps).await.1, Ok(Polled { seen: 200, postponed: 0 }));

    for text in [
        "0123456789\r\n".repeat(9999),
        format!("{}\r\n", "0123456789".repeat(9999)),
        "0123456789ab\r\n.".to_owned() + ".\r\n",
    ] {
        let mut steps = opening();
        steps.extend([
            answer("LIST", "+OK\r\n1 9999\r\n.\r\n"),
            answer("RETR 1", format!("+OK\r\n{text}.\r\n")),
            answer("DELE 1", "+OK\r\n"),
            answer("QUIT", "+OK\r\n"),
        ]);
        let server = Server::start(steps).await;
        let small = PollSettings { message_size: 11, ..settings() };
        let (mails, polled) = run(&format!("pop3://u:p@127.0.0.1:{}", server.port), small).await;
        assert_eq!(polled, Ok(Polled { seen: 1, postponed: 0 }));
        assert!(mails[0].starts_with("0123456789") && mails[0].len() <= 11, "{mails:?}");
        server.done().await;
    }
}

#[tokio::test]
async fn what_is_not_pop3_is_left() {
    assert_eq!(
        poll(vec![say("* OK IMAP\r\n")]).await.1,
        Err(PollError::Protocol("an answer that is not POP3"))
    );
    let mut steps = opening();
    steps.extend([answer("LIST", "+OK\r\n1 5\r\n.\r\n"), answer("RETR 1", "+OK\r\nno end\r\n")]);
    assert_eq!(poll(steps).await.1, Err(PollError::Closed));
}

#[tokio::test]
async fn what_has_no_end_is_left() {
    for line in [b"x".repeat(60_000), [b"x".repeat(200_000), b"\r\n".to_vec()].concat()] {
        let mut steps = opening();
        steps.extend([answer("LIST", "+OK\r\n"), Step::Flood(line)]);
        let (_, polled) = poll(steps).await;
        assert!(
            matches!(polled, Err(PollError::Protocol(text)) if text.ends_with("without end")),
            "{polled:?}"
        );
    }
    // A server that is never late and never done.
    let mut steps = opening();
    steps.extend([answer("LIST", "+OK\r\n"), Step::Flood(b"1 1\r\n".to_vec())]);
    let server = Server::start(steps).await;
    let short = PollSettings { step: Duration::from_millis(50), total: Duration::ZERO, ..settings() };
    let (_, polled) = run(&format!("pop3://u:p@127.0.0.1:{}", server.port), short).await;
    assert_eq!(polled, Err(PollError::Timeout));
    server.done().await;
}
