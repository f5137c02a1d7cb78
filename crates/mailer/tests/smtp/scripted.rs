//! Servers that do what no sink should: each is a list of (wait for, then say).

use mailer::{TransportError, smtp::Timeouts};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use super::*;

type Steps = &'static [(&'static str, &'static str)];

const CHUNKING: (&str, &str) = ("\r\n", "250-x\r\n250-CHUNKING\r\n250 PIPELINING\r\n");
const EHLO: (&str, &str) = ("\r\n", "250-x\r\n250-STARTTLS\r\n250 PIPELINING\r\n");

/// What the client waits for that long never comes: a test fails instead of hanging for the minutes of the RFC.
pub(super) fn patience() -> Timeouts {
    let long = Duration::from_secs(60);
    Timeouts {
        greeting: long,
        hello: long,
        mail: long,
        rcpt: long,
        data: long,
        block: long,
        dot: long,
        ..Timeouts::default()
    }
}

/// Says the greeting, then for each pair waits until the input ends with the first part and says the
/// second. Ends with all it has read; the socket is closed by then.
pub(super) async fn script(steps: Steps) -> (Settings, JoinHandle<String>) {
    scripted(steps, false).await
}

/// The same, and goes on reading until the client closes.
async fn script_to_the_end(steps: Steps) -> (Settings, JoinHandle<String>) {
    scripted(steps, true).await
}

async fn scripted(steps: Steps, to_the_end: bool) -> (Settings, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        socket.write_all(b"220 x\r\n").await.unwrap();
        let mut seen = String::new();
        for (awaited, answer) in steps {
            let mut new = String::new();
            while !new.ends_with(awaited) {
                let mut octets = [0; 1024];
                let count = socket.read(&mut octets).await.unwrap();
                assert!(count > 0, "closed while waiting for {awaited:?} after {new:?}");
                new.push_str(std::str::from_utf8(&octets[..count]).unwrap());
            }
            seen.push_str(&new);
            socket.write_all(answer.as_bytes()).await.unwrap();
        }
        if to_the_end {
            socket.read_to_string(&mut seen).await.unwrap();
        }
        seen
    });
    (
        Settings { tls: mailer::TlsMode::Never, timeouts: patience(), ..Settings::new("127.0.0.1", port) },
        server,
    )
}

/// Lets the reactor look at all sockets, by something that needs it to.
async fn turn_of_the_reactor() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (mut there, mut here) =
        (TcpStream::connect(address).await.unwrap(), listener.accept().await.unwrap().0);
    for _ in 0..2 {
        there.write_all(b"x").await.unwrap();
        here.read_exact(&mut [0]).await.unwrap();
    }
}

#[tokio::test]
async fn end_and_next_envelope_leave_together() {
    let (settings, server) = script(&[
        EHLO,
        ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"),
        // Answers only when the group is complete: a client in lockstep would wait for ever.
        ("Hello.\r\n.\r\nMAIL FROM:<bounce+1@news.example>\r\nRCPT TO:<b@b>\r\nDATA\r\n", "250 queued\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    let committed = connection.commit(Some(&to("b@b"))).await;
    assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued"));
    server.await.unwrap();
    assert_eq!(connection.stage(&to("b@b"), MESSAGE).await, Staged::Broken(TransportError::ClosedIdle));
}

#[tokio::test]
async fn an_answer_ahead_of_its_question_is_not_taken_for_delivery() {
    let (settings, server) =
        script(&[EHLO, ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n250 queued\r\n"), ("Hello.\r\n", "")])
            .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    let staged = connection.stage(&to("a@b"), MESSAGE).await;
    assert!(matches!(staged, Staged::Broken(TransportError::Protocol(_))), "{staged:?}");
    drop(connection);
    assert!(!server.await.unwrap().ends_with("\r\n.\r\n"));
}

#[tokio::test]
async fn a_close_seen_before_the_end_is_written_leaves_no_doubt() {
    let (settings, server) =
        script(&[EHLO, ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"), ("Hello.\r\n", "")]).await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    server.await.unwrap();
    turn_of_the_reactor().await;
    assert_eq!(connection.commit(None).await, Committed::Unsent(TransportError::Closed));
}

#[tokio::test]
async fn a_refusal_seen_before_the_end_is_written_is_the_answer() {
    let (settings, server) = script(&[
        EHLO,
        ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"),
        ("Hello.\r\n", "552 5.3.4 too much\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    server.await.unwrap();
    turn_of_the_reactor().await;
    assert!(matches!(connection.commit(None).await, Committed::Reply(reply) if reply.code == 552));
    assert!(!connection.is_usable());
}

#[tokio::test]
async fn a_farewell_between_transactions_is_a_normal_close() {
    let (settings, server) = script(&[
        EHLO,
        ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"),
        ("\r\n.\r\n", "250 queued\r\n421 4.4.2 idle too long\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    deliver(&mut connection, "a@b").await;
    server.await.unwrap();
    turn_of_the_reactor().await;
    assert_eq!(connection.stage(&to("b@b"), MESSAGE).await, Staged::Broken(TransportError::ClosedIdle));
}

/// What a server may say of a message that it keeps, or not, before it closes.
const LAST_WORDS: [(&[(&str, &str)], u16); 8] = [
    (&[EHLO, GO_ON, ("\r\n.\r\n", "250 für später\r\n")], 250),
    (&[EHLO, GO_ON, ("\r\n.\r\n", "250 \0\u{7}\u{1b}\r\n")], 250),
    (&[EHLO, GO_ON, ("\r\n.\r\n", "250 no line end")], 250),
    (&[EHLO, GO_ON, ("\r\n.\r\n", "250")], 250),
    (&[EHLO, GO_ON, ("\r\n.\r\n", "250-to be continued\r\n")], 250),
    (&[EHLO, GO_ON, ("\r\n.\r\n", "250-first\r\nsecond\r\n250 third\r\n")], 250),
    (&[EHLO, GO_ON, ("\r\n.\r\n", "550 5.7.1 für nichts")], 550),
    (&[EHLO, GO_ON, ("\r\n.\r\n", "451-4.3.0 later\r\nor never\r\n")], 451),
];

const GO_ON: (&str, &str) = ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n");

#[tokio::test]
async fn the_digits_decide_when_the_server_closes_before_it_has_said_all() {
    for (steps, code) in LAST_WORDS {
        let (settings, server) = script(steps).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
        let committed = connection.commit(None).await;
        assert!(
            matches!(&committed, Committed::Reply(reply) if reply.code == code),
            "{steps:?}: {committed:?}"
        );
        server.await.unwrap();
        assert!(matches!(connection.stage(&to("b@b"), MESSAGE).await, Staged::Broken(_)));
    }
}

#[tokio::test]
async fn the_digits_decide_when_the_server_falls_silent() {
    let (settings, server) = script(&[EHLO, GO_ON, ("DATA\r\n", "250-more"), ("for ever", "")]).await;
    let timeouts = mailer::smtp::Timeouts { dot: SHORT, ..mailer::smtp::Timeouts::default() };
    let mut connection = Connection::open(&Settings { timeouts, ..settings }).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    let committed = connection.commit(Some(&to("b@b"))).await;
    assert!(matches!(&committed, Committed::Reply(reply) if reply.code == 250), "{committed:?}");
    assert!(!connection.is_usable());
    server.abort();
}

#[tokio::test]
async fn two_digits_decide_nothing() {
    for steps in [&[EHLO, GO_ON, ("\r\n.\r\n", "25")], &[EHLO, GO_ON, ("\r\n.\r\n", "")]] {
        let (settings, _server) = script(steps).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
        assert_eq!(connection.commit(None).await, Committed::Lost(TransportError::Closed));
    }
}

/// Whose answer the second line is, nobody can tell.
#[tokio::test]
async fn an_answer_behind_nonsense_is_not_believed() {
    let (settings, server) = script(&[EHLO, GO_ON, ("\r\n.\r\n", "hello?\r\n250 ok\r\n")]).await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    let committed = connection.commit(None).await;
    assert!(matches!(committed, Committed::Lost(TransportError::Protocol(_))), "{committed:?}");
    server.await.unwrap();
}

#[tokio::test]
async fn what_follows_an_answer_harms_neither_its_message_nor_the_next() {
    for steps in [
        &[
            EHLO,
            GO_ON,
            ("RCPT TO:<b@b>\r\nDATA\r\n", "250 queued\r\nwhat else?\r\n250 ok\r\n250 ok\r\n354 go\r\n"),
        ],
        &[
            EHLO,
            GO_ON,
            ("RCPT TO:<b@b>\r\nDATA\r\n", "250 queued\r\n250 once more\r\n250 ok\r\n250 ok\r\n354 go\r\n"),
        ],
        &[EHLO, GO_ON, ("RCPT TO:<b@b>\r\nDATA\r\n", "250-queued\r\n250 ok\r\n250 ok\r\n354 go\r\n")],
    ] {
        let (settings, server) = script(steps).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
        let committed = connection.commit(Some(&to("b@b"))).await;
        assert!(matches!(&committed, Committed::Reply(reply) if reply.code == 250), "{committed:?}");
        assert!(matches!(connection.stage(&to("b@b"), MESSAGE).await, Staged::Broken(_)));
        drop(connection);
        assert_eq!(server.await.unwrap().matches("\r\n.\r\n").count(), 1);
    }
}

#[tokio::test]
async fn refused_and_hung_up_is_a_refusal() {
    let (settings, _server) = script(&[EHLO, ("DATA\r\n", "250 ok\r\n550 5.1.1 who?\r\n")]).await;
    let mut connection = Connection::open(&settings).await.unwrap();
    let staged = connection.stage(&to("a@b"), MESSAGE).await;
    assert!(matches!(staged, Staged::Refused(reply, mailer::Phase::Rcpt) if reply.code == 550));
    assert!(!connection.is_usable());
}

#[tokio::test]
async fn plaintext_behind_starttls_is_refused() {
    let (settings, _server) = script(&[EHLO, ("STARTTLS\r\n", "220 go\r\n250 injected\r\n")]).await;
    let settings = Settings { tls: mailer::TlsMode::WhenOffered, ..settings };
    let error = Connection::open(&settings).await.unwrap_err();
    assert!(error.to_string().contains("before the TLS handshake"), "{error}");
}

#[tokio::test]
async fn a_repeated_mail_needs_no_reset_unless_a_transaction_is_open() {
    let (settings, server) = script(&[
        EHLO,
        ("DATA\r\n", "250 ok\r\n550 no\r\n503 no\r\n"),
        ("DATA\r\n", "250 reset\r\n250 ok\r\n250 ok\r\n354 go\r\n"),
        ("\r\n.\r\n", "250 ok\r\n"),
        ("DATA\r\n", "550 no\r\n503 no\r\n503 no\r\n"),
        ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert!(matches!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Refused(..)));
    deliver(&mut connection, "b@b").await;
    assert!(matches!(connection.stage(&to("c@b"), MESSAGE).await, Staged::Refused(..)));
    // The script ends here, so the result depends on who is faster.
    connection.stage(&to("d@b"), MESSAGE).await;
    let seen = server.await.unwrap();
    assert_eq!(seen.matches("RSET\r\n").count(), 1, "{seen}");
    assert!(seen.contains("DATA\r\nRSET\r\nMAIL FROM"), "{seen}");
    assert!(!seen.contains("NOOP"));
}

/// A refused last chunk may leave its transaction open, a refused dot ends it.
#[tokio::test]
async fn only_a_refused_chunk_is_followed_by_a_reset() {
    let sends: [(Steps, u16, bool); 3] = [
        (
            &[
                CHUNKING,
                ("Hello.\r\n", "250 ok\r\n250 ok\r\n250 got it\r\n"),
                ("LAST\r\n", "250 queued\r\n"),
                ("Hello.\r\n", "250 ok\r\n250 ok\r\n250 got it\r\n"),
                ("LAST\r\n", "250 queued\r\n"),
            ],
            250,
            false,
        ),
        (
            &[
                CHUNKING,
                ("Hello.\r\n", "250 ok\r\n250 ok\r\n250 got it\r\n"),
                ("LAST\r\n", "554 no\r\n"),
                ("Hello.\r\n", "250 reset\r\n250 ok\r\n250 ok\r\n250 got it\r\n"),
                ("LAST\r\n", "250 queued\r\n"),
            ],
            554,
            true,
        ),
        (
            &[
                ("\r\n", "250-x\r\n250 PIPELINING\r\n"),
                ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"),
                ("\r\n.\r\n", "554 no\r\n"),
                ("DATA\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"),
                ("\r\n.\r\n", "250 queued\r\n"),
            ],
            554,
            false,
        ),
    ];
    for (steps, code, resets) in sends {
        let (settings, server) = script(steps).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
        assert!(matches!(connection.commit(None).await, Committed::Reply(reply) if reply.code == code));
        deliver(&mut connection, "c@b").await;
        assert_eq!(server.await.unwrap().contains("RSET"), resets);
    }
}

/// What was refused as a chunk cannot have been delivered by its end: whoever says both is in doubt.
#[tokio::test]
async fn a_refused_chunk_with_an_accepted_end_is_in_doubt() {
    const ENVELOPE: (&str, &str) = ("Hello.\r\n", "250 ok\r\n250 ok\r\n");
    for (end, expected) in [
        ("552 5.3.4 too big\r\n250 2.0.0 queued\r\n", None),
        ("552 5.3.4 too big\r\n503 5.5.1 no chunk\r\n", Some(552)),
        ("250 2.0.0 got it\r\n250 2.0.0 queued\r\n", Some(250)),
        ("250 2.0.0 got it\r\n554 5.6.0 no\r\n", Some(554)),
    ] {
        let steps: &'static [(&str, &str)] =
            Box::leak(Box::new([CHUNKING, ENVELOPE, ("BDAT 0 LAST\r\n", end)]));
        let (settings, server) = script(steps).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
        let committed = connection.commit(None).await;
        match (&committed, expected) {
            (Committed::Reply(reply), Some(code)) => assert_eq!(reply.code, code, "{end}"),
            (Committed::Lost(TransportError::Protocol(why)), None) => assert!(why.contains("chunk"), "{why}"),
            _ => panic!("{end}: {committed:?}"),
        }
        assert_eq!(connection.is_usable(), expected.is_some(), "{end}");
        drop(connection);
        server.await.unwrap();
    }
}

/// More than the buffer holds, with a line across its end, and the last answer octet by octet.
#[tokio::test]
async fn many_answers_at_once_are_read() {
    for length in [10, 61, 500, 2040] {
        let lines = |code: u16, last: &str| {
            let line = format!("{code}-{}\r\n", "x".repeat(length));
            format!("{}{code} {last}\r\n", line.repeat(9000 / line.len()))
        };
        let group = format!("{}{}", lines(250, "2.1.0 ok"), lines(250, "2.1.5 ok"));
        let steps = vec![
            ("\r\n", format!("250-x\r\n250-PIPELINING\r\n{}", lines(250, "HELP"))),
            ("DATA\r\n", group),
            ("", "3".to_owned()),
            ("", "54".to_owned()),
            ("", " go\r".to_owned()),
            ("", "\n".to_owned()),
            ("\r\n.\r\n", format!("{}2", lines(250, "2.0.0 queued"))),
        ];
        let steps: Vec<(&str, &str)> =
            steps.into_iter().map(|(awaited, answer)| (awaited, &*String::leak(answer))).collect();
        let (settings, server) = script(steps.leak()).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready, "{length}");
        let Committed::Reply(reply) = connection.commit(None).await else { panic!("no answer to {length}") };
        assert!(reply.code == 250 && reply.text.starts_with("xxx"), "{reply}");
        drop(connection);
        let seen = server.await.unwrap();
        assert_eq!(seen.matches("MAIL FROM").count(), 1, "pipelined: {seen}");
    }
}

#[tokio::test]
async fn a_farewell_is_said_where_nothing_is_half_said() {
    let (settings, server) = script_to_the_end(&[EHLO, ("QUIT\r\n", "221 bye\r\n")]).await;
    Connection::open(&settings).await.unwrap().quit().await;
    assert!(server.await.unwrap().ends_with("QUIT\r\n"));

    let (settings, server) = script_to_the_end(&[
        CHUNKING,
        ("Hello.\r\n", "250 ok\r\n250 ok\r\n250 ok\r\n"),
        ("RCPT TO:<b@b>\r\n", "250 queued\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    assert!(matches!(connection.commit(Some(&to("b@b"))).await, Committed::Reply(_)));
    connection.quit().await;
    assert!(server.await.unwrap().ends_with("RCPT TO:<b@b>\r\n"));
}
