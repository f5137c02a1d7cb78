//! The next message behind the end of the one before, in one write (RFC 3030 §4.2).

use mailer::{Phase, TlsMode, TransportError};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};

use super::{content::sha256, scripted::script, session::certificate, *};

const EHLO: (&str, &str) = ("\r\n", "250-x\r\n250-CHUNKING\r\n250 PIPELINING\r\n");
const FIRST: (&str, &str) = ("Hello.\r\n", "250 ok\r\n250 ok\r\n250 got it\r\n");

/// More than any socket takes at once.
fn large() -> Vec<u8> {
    b"Subject: Much\r\n\r\n0123456789012345678901234567890123456789\r\n".repeat(500_000)
}

#[tokio::test]
async fn end_envelope_and_message_leave_together() {
    let (settings, server) = script(&[
        EHLO,
        FIRST,
        // Answers only when all of it is there: a client that waits for an answer in between would wait for ever.
        (
            "BDAT 0 LAST\r\nMAIL FROM:<bounce+1@news.example>\r\nRCPT TO:<b@b>\r\nBDAT 56\r\nMessage-ID: <1@news.example>\r\n\
             Subject: Hello\r\n\r\nHello.\r\n",
            "250 queued\r\n250 ok\r\n250 ok\r\n250 got it\r\n",
        ),
        // And of the second nothing but its end is missing.
        ("BDAT 0 LAST\r\n", "250 queued, too\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert!(connection.carries_content());
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    let committed = connection.commit_with(&to("b@b"), MESSAGE).await;
    assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued"));
    assert_eq!(connection.stage(&to("b@b"), MESSAGE).await, Staged::Ready);
    let committed = connection.commit(None).await;
    assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued, too"));
    assert_eq!(server.await.unwrap().matches("MAIL FROM").count(), 2);
}

#[tokio::test]
async fn content_waits_where_it_may_not_follow_at_once() {
    for config in dialects().into_iter().filter(|config| config.no_pipelining || !config.chunking) {
        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        assert!(!connection.carries_content(), "{}", name(&config));
        for (one, other) in [("a@b", "b@b"), ("b@b", "c@b")] {
            assert_eq!(connection.stage(&to(one), MESSAGE).await, Staged::Ready);
            assert!(matches!(connection.commit_with(&to(other), MESSAGE).await, Committed::Reply(_)));
        }
        connection.quit().await;
        assert_eq!(server.outcome().await.len(), 2, "{}", name(&config));
    }
}

#[tokio::test]
async fn every_octet_arrives_whatever_the_socket_takes_at_once() {
    let (tls, root) = certificate();
    let messages = [&b""[..], MESSAGE, b"no line end", b"bare\nends\r.", &large(), MESSAGE, &large()];
    for tls in [None, Some(tls)] {
        let mode = if tls.is_some() { TlsMode::Required } else { TlsMode::Never };
        let server = Server::start(Config { chunking: true, tls, ..Config::default() }).await;
        let settings = Settings { tls: mode, extra_roots: vec![root.clone()], ..server.settings() };
        let mut connection = Connection::open(&settings).await.unwrap();
        let envelopes: Vec<Envelope> = (0..messages.len()).map(|n| to(&format!("r{n}@b"))).collect();
        for (n, message) in messages.iter().enumerate() {
            assert_eq!(connection.stage(&envelopes[n], message).await, Staged::Ready, "{mode:?} {n}");
            let committed = match envelopes.get(n + 1) {
                Some(next) => connection.commit_with(next, messages[n + 1]).await,
                None => connection.commit(None).await,
            };
            assert!(matches!(&committed, Committed::Reply(reply) if reply.code == 250), "{n}: {committed:?}");
        }
        connection.quit().await;
        server.sink.drained().await;
        let entries = server.sink.entries().unwrap();
        let arrived: Vec<_> = entries.into_iter().map(|entry| (entry.recipient, entry.sha256)).collect();
        let sent = envelopes.into_iter().zip(messages).map(|(envelope, message)| {
            let message = match message {
                b"no line end" => &b"no line end\r\n"[..],
                b"bare\nends\r." => b"bare\r\nends\r\n.\r\n",
                message => message,
            };
            (envelope.to, sha256(message))
        });
        assert_eq!(arrived, sent.collect::<Vec<_>>(), "{mode:?}");
    }
}

#[tokio::test]
async fn a_refusal_of_what_was_carried_costs_no_connection() {
    for (recipient, phase) in [("550+x@b", Phase::Rcpt), ("body-552+x@b", Phase::Body)] {
        for message in [MESSAGE, &large()] {
            let server = Server::start(Config { chunking: true, ..Config::default() }).await;
            let mut connection = Connection::open(&server.settings()).await.unwrap();
            connection.stage(&to("a@b"), MESSAGE).await;
            assert!(matches!(connection.commit_with(&to(recipient), message).await, Committed::Reply(_)));
            match connection.stage(&to(recipient), message).await {
                Staged::Refused(_, refused) => assert_eq!(refused, phase),
                // The answer to a chunk is waited for with its end.
                Staged::Ready if phase == Phase::Body => {
                    let committed = connection.commit_with(&to("c@b"), MESSAGE).await;
                    assert!(matches!(committed, Committed::Reply(reply) if reply.code == 552));
                }
                other => panic!("{recipient}: {other:?}"),
            }
            if connection.is_usable() {
                deliver(&mut connection, "c@b").await;
            }
            connection.quit().await;
            let codes = |code: u16| move |(_, answer): &(String, u16)| *answer == code;
            let outcome = server.outcome().await;
            assert_eq!(
                outcome.iter().filter(|entry| codes(250)(entry)).count(),
                2,
                "{recipient} {outcome:?}"
            );
        }
    }
}

/// Answers the first message, of which it has read the end and the envelope behind it, and reads on when told, if at all.
async fn reluctant(reads_on: bool) -> (Settings, oneshot::Sender<()>, JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (told, waits) = oneshot::channel();
    let server = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        socket.write_all(b"220 x\r\n").await.unwrap();
        line(&mut socket, "EHLO").await;
        socket.write_all(EHLO.1.as_bytes()).await.unwrap();
        line(&mut socket, "Hello.").await;
        socket.write_all(FIRST.1.as_bytes()).await.unwrap();
        let chunk = line(&mut socket, "BDAT 2").await;
        socket.write_all(b"250 queued\r\n").await.unwrap();
        if !reads_on {
            return 0;
        }
        let _ = waits.await;
        let mut content = vec![0; chunk.trim().strip_prefix("BDAT ").unwrap().parse().unwrap()];
        socket.read_exact(&mut content).await.unwrap();
        socket.write_all(b"250 ok\r\n250 ok\r\n250 got it\r\n").await.unwrap();
        line(&mut socket, "BDAT 0 LAST").await;
        socket.write_all(b"250 queued, too\r\n").await.unwrap();
        content.len()
    });
    let settings =
        Settings { tls: TlsMode::Never, timeouts: scripted::patience(), ..Settings::new("127.0.0.1", port) };
    (settings, told, server)
}

/// Reads up to the line that starts like this, and no octet more.
async fn line(socket: &mut TcpStream, start: &str) -> String {
    loop {
        let mut line = String::new();
        while !line.ends_with('\n') {
            line.push(char::from(socket.read_u8().await.unwrap()));
        }
        if line.starts_with(start) {
            return line;
        }
    }
}

#[tokio::test]
async fn an_answer_does_not_wait_for_what_follows_it() {
    let message = large();
    let (settings, tell, server) = reluctant(true).await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    // Nothing of the next message is read before this is answered.
    let committed = connection.commit_with(&to("b@b"), &message).await;
    assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued"));
    tell.send(()).unwrap();
    assert_eq!(connection.stage(&to("b@b"), &message).await, Staged::Ready);
    let committed = connection.commit(None).await;
    assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued, too"));
    assert_eq!(server.await.unwrap(), message.len());
}

/// Its system answers the unread rest with a reset, which must not take the answer away.
#[tokio::test]
async fn a_server_that_closes_behind_its_answer_leaves_no_doubt() {
    let message = large();
    for _ in 0..20 {
        let (settings, _tell, server) = reluctant(false).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
        let committed = connection.commit_with(&to("b@b"), &message).await;
        assert!(matches!(&committed, Committed::Reply(reply) if reply.text == "queued"), "{committed:?}");
        server.await.unwrap();
        assert_eq!(connection.stage(&to("b@b"), &message).await, Staged::Broken(TransportError::ClosedIdle));
        assert!(!connection.is_usable());
    }
}

#[tokio::test]
async fn what_was_carried_is_for_nobody_else() {
    let server = Server::start(Config { chunking: true, ..Config::default() }).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    connection.stage(&to("a@b"), MESSAGE).await;
    connection.commit_with(&to("b@b"), MESSAGE).await;
    assert!(matches!(connection.stage(&to("c@b"), MESSAGE).await, Staged::Broken(_)));
    assert!(!connection.is_usable());
    drop(connection);
    assert_eq!(server.outcome().await, [("a@b".to_owned(), 250)]);
}
