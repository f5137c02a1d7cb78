//! The next message behind the end of the one before, in one write.

use std::sync::Arc;

use mailer::{Phase, Reply, TlsMode, TransportError};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpListener,
    sync::oneshot,
    task::JoinHandle,
};
use tokio_rustls::TlsAcceptor;

use super::{
    content::sha256,
    scripted::script,
    session::{certificate, tls},
    *,
};

type Tls = (Arc<tls::ServerConfig>, tls::CertificateDer<'static>);

const EHLO: (&str, &str) = ("\r\n", "250-x\r\n250-CHUNKING\r\n250 PIPELINING\r\n");
const FIRST: (&str, &str) = ("Hello.\r\n", "250 ok\r\n250 ok\r\n250 got it\r\n");

/// More than any socket takes at once.
fn large() -> Vec<u8> {
    b"Subject: Much\r\n\r\n0123456789012345678901234567890123456789\r\n".repeat(200_000)
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
    assert!(connection.carries_message());
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    assert!(connection.end(Some(&to("b@b")), Some(MESSAGE)).await, "all of it");
    let committed = connection.answer_to_end().await;
    assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued"));
    assert_eq!(connection.stage_sent(&to("b@b")).await, Some(Staged::Ready));
    let committed = connection.commit(None).await;
    assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued, too"));
    assert_eq!(server.await.unwrap().matches("MAIL FROM").count(), 2);
}

#[tokio::test]
async fn content_waits_where_it_may_not_follow_at_once() {
    for config in dialects().into_iter().filter(|config| config.no_pipelining || !config.chunking) {
        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        assert!(!connection.carries_message(), "{}", name(&config));
        for (one, other) in [("a@b", "b@b"), ("b@b", "c@b")] {
            assert_eq!(connection.stage(&to(one), MESSAGE).await, Staged::Ready);
            assert!(matches!(commit_with(&mut connection, &to(other), MESSAGE).await, Committed::Reply(_)));
        }
        connection.quit().await;
        server.sink.drained().await;
        let sizes = server.sink.entries().unwrap().into_iter().map(|entry| entry.size);
        assert_eq!(sizes.collect::<Vec<_>>(), [MESSAGE.len(); 2], "{}", name(&config));
    }
}

#[tokio::test]
async fn every_octet_arrives_whatever_the_socket_takes_at_once() {
    let (tls, root) = certificate();
    let messages =
        [&b""[..], MESSAGE, b"no line end", b"bare\nends\r.", &large(), MESSAGE, &large(), &large()];
    for tls in [None, Some(tls)] {
        let mode = if tls.is_some() { TlsMode::Required } else { TlsMode::Never };
        let server = Server::start(Config { chunking: true, tls, ..Config::default() }).await;
        let settings = Settings { tls: mode, extra_roots: vec![root.clone()], ..server.settings() };
        let mut connection = Connection::open(&settings).await.unwrap();
        let recipients: Vec<String> = (0..messages.len()).map(|n| format!("r{n}@b")).collect();
        let envelopes: Vec<Envelope> = recipients.iter().map(|recipient| to(recipient)).collect();
        let (mut is_out, mut whole) = (false, Vec::new());
        for (n, message) in messages.iter().enumerate() {
            let staged = if is_out {
                connection.stage_sent(&envelopes[n]).await
            } else {
                Some(connection.stage(&envelopes[n], message).await)
            };
            assert_eq!(staged, Some(Staged::Ready), "{mode:?} {n}");
            // Nothing of the last one goes before it is staged.
            let next = Some(n + 1).filter(|next| next + 1 < messages.len());
            is_out = connection.end(next.map(|next| &envelopes[next]), next.map(|next| messages[next])).await;
            whole.push(is_out);
            let committed = connection.answer_to_end().await;
            assert!(matches!(&committed, Committed::Reply(reply) if reply.code == 250), "{n}: {committed:?}");
        }
        // The rest of a large one may still fill the socket.
        whole.remove(4);
        // Neither what has to be mended nor what the socket does not take at once.
        assert_eq!(whole, [true, false, false, false, false, false, false], "{mode:?}");
        connection.quit().await;
        server.sink.drained().await;
        let entries = server.sink.entries().unwrap();
        let arrived: Vec<_> = entries.into_iter().map(|entry| (entry.recipient, entry.sha256)).collect();
        let sent = recipients.into_iter().zip(messages).map(|(recipient, message)| {
            let message = match message {
                b"no line end" => &b"no line end\r\n"[..],
                b"bare\nends\r." => b"bare\r\nends\r\n.\r\n",
                message => message,
            };
            (recipient, sha256(message))
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
            assert!(matches!(
                commit_with(&mut connection, &to(recipient), message).await,
                Committed::Reply(_)
            ));
            match connection.stage(&to(recipient), message).await {
                Staged::Refused(_, refused) => assert_eq!(refused, phase),
                // The answer to a chunk is waited for with its end.
                Staged::Ready if phase == Phase::Body => {
                    let committed = commit_with(&mut connection, &to("c@b"), MESSAGE).await;
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

/// Answers the first message, of which it has read the end and the envelope behind it. Then it reads on when it is told, or says
/// this and closes, the rest unread.
async fn reluctant(
    tls: Option<&Tls>,
    last_words: Option<&'static str>,
) -> (Settings, oneshot::Sender<()>, JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (told, waits) = oneshot::channel();
    let acceptor = tls.map(|(config, _)| TlsAcceptor::from(config.clone()));
    let server = tokio::spawn(async move {
        let socket = listener.accept().await.unwrap().0;
        // What it says last must not wait for an acknowledgement of what it said before.
        socket.set_nodelay(true).unwrap();
        match acceptor {
            None => converse(socket, last_words, waits).await,
            Some(acceptor) => converse(acceptor.accept(socket).await.unwrap(), last_words, waits).await,
        }
    });
    let settings = Settings {
        tls: if tls.is_some() { TlsMode::Implicit } else { TlsMode::Never },
        extra_roots: tls.map(|(_, root)| root.clone()).into_iter().collect(),
        timeouts: scripted::patience(),
        ..Settings::new("127.0.0.1", port)
    };
    (settings, told, server)
}

async fn converse(
    mut socket: impl AsyncRead + AsyncWrite + Unpin,
    last_words: Option<&str>,
    told: oneshot::Receiver<()>,
) -> usize {
    say(&mut socket, "220 x\r\n").await;
    line(&mut socket, "EHLO").await;
    say(&mut socket, EHLO.1).await;
    line(&mut socket, "Hello.").await;
    say(&mut socket, FIRST.1).await;
    line(&mut socket, "BDAT 0 LAST").await;
    let chunk = line(&mut socket, "BDAT ").await;
    say(&mut socket, "250 queued\r\n").await;
    if let Some(last_words) = last_words {
        say(&mut socket, last_words).await;
        return 0;
    }
    told.await.unwrap();
    let mut content = vec![0; chunk.trim().strip_prefix("BDAT ").unwrap().parse().unwrap()];
    socket.read_exact(&mut content).await.unwrap();
    say(&mut socket, "250 ok\r\n250 ok\r\n250 got it\r\n").await;
    line(&mut socket, "BDAT 0 LAST").await;
    say(&mut socket, "250 queued, too\r\n").await;
    content.len()
}

async fn say(socket: &mut (impl AsyncWrite + Unpin), words: &str) {
    socket.write_all(words.as_bytes()).await.unwrap();
    socket.flush().await.unwrap();
}

/// Reads up to the line that starts like this, and no octet more.
async fn line(socket: &mut (impl AsyncRead + Unpin), start: &str) -> String {
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
    let (message, tls) = (large(), certificate());
    for tls in [None, Some(&tls)] {
        let (settings, tell, server) = reluctant(tls, None).await;
        let mut connection = Connection::open(&settings).await.unwrap();
        assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
        // Nothing of the next message is read before this is answered.
        let committed = commit_with(&mut connection, &to("b@b"), &message).await;
        assert!(
            matches!(&committed, Committed::Reply(reply) if reply.text == "queued"),
            "{tls:?} {committed:?}"
        );
        tell.send(()).unwrap();
        assert_eq!(connection.stage(&to("b@b"), &message).await, Staged::Ready);
        let committed = connection.commit(None).await;
        assert!(matches!(committed, Committed::Reply(reply) if reply.text == "queued, too"));
        assert_eq!(server.await.unwrap(), message.len());
    }
}

/// Its system answers the unread rest with a reset, which must not take away what was said.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_closes_behind_its_answer_leaves_no_doubt() {
    let (message, tls) = (large(), certificate());
    let refused = |code, text, phase| Staged::Refused(Reply::new(code, text), phase);
    for (last_words, expected) in [
        ("", Staged::Broken(TransportError::ClosedIdle)),
        ("421 4.7.0 enough\r\n", refused(421, "4.7.0 enough", Phase::Mail)),
        ("250 ok\r\n550 5.1.1 who?\r\n", refused(550, "5.1.1 who?", Phase::Rcpt)),
        ("250 ok\r\n250 ok\r\n552 5.3.4 too much\r\n", refused(552, "5.3.4 too much", Phase::Body)),
        ("250 ok\r\n250 ok\r\n", Staged::Broken(TransportError::Closed)),
    ] {
        for tls in [None, None, None, None, Some(&tls)] {
            let (settings, _tell, server) = reluctant(tls, Some(last_words)).await;
            let mut connection = Connection::open(&settings).await.unwrap();
            assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
            let committed = commit_with(&mut connection, &to("b@b"), &message).await;
            assert!(matches!(&committed, Committed::Reply(reply) if reply.text == "queued"), "{committed:?}");
            server.await.unwrap();
            assert_eq!(connection.stage(&to("b@b"), &message).await, expected, "{last_words} {tls:?}");
            assert!(!connection.is_usable());
        }
    }
}

/// Postfix refuses each MAIL behind a chunk that it threw away, until RSET.
#[tokio::test]
async fn a_chunk_without_a_transaction_needs_a_reset() {
    let (settings, server) = script(&[
        EHLO,
        FIRST,
        ("Hello.\r\n", "250 queued\r\n550 5.7.1 no\r\n503 5.5.1 no mail\r\n503 5.5.1 no mail\r\n"),
        ("Hello.\r\n", "250 reset\r\n250 ok\r\n250 ok\r\n250 got it\r\n"),
        ("BDAT 0 LAST\r\n", "250 queued\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    assert!(matches!(commit_with(&mut connection, &to("b@b"), MESSAGE).await, Committed::Reply(_)));
    assert!(matches!(connection.stage(&to("b@b"), MESSAGE).await, Staged::Refused(_, Phase::Mail)));
    deliver(&mut connection, "c@b").await;
    let seen = server.await.unwrap();
    assert!(seen.contains("Hello.\r\nRSET\r\nMAIL FROM"), "{seen}");
}

/// The server refuses the message before, whose transaction stays open, and throws away what came with its end.
#[tokio::test]
async fn what_was_thrown_away_is_staged_anew() {
    let (settings, server) = script(&[
        EHLO,
        FIRST,
        ("Hello.\r\n", "552 5.3.4 no\r\n503 5.5.1 nested\r\n503 5.5.1 nested\r\n503 5.5.1 nested\r\n"),
        ("Hello.\r\n", "250 reset\r\n250 ok\r\n250 ok\r\n250 got it\r\n"),
        ("BDAT 0 LAST\r\n", "250 queued\r\n"),
    ])
    .await;
    let mut connection = Connection::open(&settings).await.unwrap();
    assert_eq!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Ready);
    assert!(connection.end(Some(&to("b@b")), Some(MESSAGE)).await);
    assert!(matches!(connection.answer_to_end().await, Committed::Reply(reply) if reply.code == 552));
    assert_eq!(connection.stage_sent(&to("b@b")).await, None);
    assert!(connection.is_usable());
    deliver(&mut connection, "b@b").await;
    let seen = server.await.unwrap();
    assert!(seen.contains("Hello.\r\nRSET\r\nMAIL FROM"), "{seen}");
}

#[tokio::test]
async fn only_what_went_whole_need_not_be_given_again() {
    for message in [None, Some(large()), Some(b"bare\nends".to_vec())] {
        let server = Server::start(Config { chunking: true, ..Config::default() }).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        assert!(matches!(connection.answer_to_end().await, Committed::Unsent(TransportError::Misuse(_))));
        drop(connection);
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        connection.stage(&to("a@b"), MESSAGE).await;
        assert!(!connection.end(Some(&to("b@b")), message.as_deref()).await);
        assert!(matches!(connection.answer_to_end().await, Committed::Reply(reply) if reply.code == 250));
        let staged = connection.stage_sent(&to("b@b")).await;
        assert!(matches!(staged, Some(Staged::Broken(TransportError::Misuse(_)))), "{staged:?}");
    }
}

#[tokio::test]
async fn between_an_end_and_its_answer_nothing_is_staged() {
    let server = Server::start(Config { chunking: true, ..Config::default() }).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    assert!(matches!(
        connection.stage_sent(&to("a@b")).await,
        Some(Staged::Broken(TransportError::Misuse(_)))
    ));
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    connection.stage(&to("a@b"), MESSAGE).await;
    connection.end(Some(&to("b@b")), Some(MESSAGE)).await;
    assert!(!connection.is_usable());
    assert!(matches!(
        connection.stage_sent(&to("b@b")).await,
        Some(Staged::Broken(TransportError::Misuse(_)))
    ));
}

#[tokio::test]
async fn what_was_carried_is_for_nobody_else() {
    let server = Server::start(Config { chunking: true, ..Config::default() }).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    connection.stage(&to("a@b"), MESSAGE).await;
    commit_with(&mut connection, &to("b@b"), MESSAGE).await;
    assert!(matches!(connection.stage(&to("c@b"), MESSAGE).await, Staged::Broken(_)));
    assert!(!connection.is_usable());
    drop(connection);
    assert_eq!(server.outcome().await, [("a@b".to_owned(), 250)]);
}

#[tokio::test]
async fn what_was_carried_is_no_other_message() {
    for another in [b"Subject: Another\r\n\r\n".to_vec(), large()] {
        let server = Server::start(Config { chunking: true, ..Config::default() }).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        connection.stage(&to("a@b"), MESSAGE).await;
        commit_with(&mut connection, &to("b@b"), MESSAGE).await;
        assert!(matches!(connection.stage(&to("b@b"), &another).await, Staged::Broken(_)));
        assert!(!connection.is_usable());
        drop(connection);
        assert_eq!(server.outcome().await, [("a@b".to_owned(), 250)]);
    }
}
