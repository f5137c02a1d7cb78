use mailer::{Phase, TransportError, smtp::Timeouts};

use super::*;

/// Short time-outs only where the fault makes the client wait, so that a busy machine fails no other test.
fn hasty(server: &Server, address: &str) -> Settings {
    let mut timeouts = Timeouts::default();
    match address.split_once('+') {
        Some(("hang-rcpt" | "trickle20", _)) => timeouts.rcpt = SHORT,
        Some(("hang-data", _)) => timeouts.data = SHORT,
        Some(("hang-dot", _)) => timeouts.dot = SHORT,
        _ => {}
    }
    Settings { timeouts, ..server.settings() }
}

/// Stages for the address on a fresh connection.
async fn stage(config: &Config, address: &str) -> (Server, Connection, Staged) {
    let server = Server::start(config.clone()).await;
    let mut connection = Connection::open(&hasty(&server, address)).await.unwrap();
    let staged = connection.stage(&to(address), MESSAGE).await;
    (server, connection, staged)
}

#[tokio::test]
async fn a_refused_recipient_costs_no_connection() {
    for config in dialects() {
        for (address, code) in [("550+x@b", 550), ("451+x@b", 451), ("552+x@b", 552), ("anyway+x@b", 550)] {
            let (server, mut connection, staged) = stage(&config, address).await;
            let refused = matches!(&staged, Staged::Refused(reply, Phase::Rcpt) if reply.code == code);
            assert!(refused, "{} {address}: {staged:?}", name(&config));
            assert!(connection.is_usable());
            deliver(&mut connection, "good@b").await;
            connection.quit().await;
            assert_eq!(server.outcome().await, [("good@b".to_owned(), 250)]);
            assert_eq!(server.sink.accepted(), 1);
        }
    }
}

#[tokio::test]
async fn defers_until_the_server_relents() {
    for config in dialects() {
        let (server, mut connection, mut staged) = stage(&config, "451x3+x@b").await;
        for _ in 0..3 {
            assert!(matches!(&staged, Staged::Refused(reply, Phase::Rcpt) if reply.is_transient()));
            staged = connection.stage(&to("451x3+x@b"), MESSAGE).await;
        }
        assert_eq!(staged, Staged::Ready);
        assert!(matches!(connection.commit(None).await, Committed::Reply(reply) if reply.is_positive()));
        connection.quit().await;
        assert_eq!(server.outcome().await, [("451x3+x@b".to_owned(), 250)]);
    }
}

#[tokio::test]
async fn a_421_ends_the_session() {
    for (config, carries) in manners() {
        let (server, connection, staged) = stage(&config, "421+x@b").await;
        assert!(matches!(staged, Staged::Refused(reply, Phase::Rcpt) if reply.code == 421));
        assert!(!connection.is_usable());
        connection.quit().await;

        let mut connection = Connection::open(&server.settings()).await.unwrap();
        assert_eq!(connection.stage(&to("dot-421+x@b"), MESSAGE).await, Staged::Ready);
        let committed = commit_next(&mut connection, Some(&to("next@b")), carries).await;
        assert!(matches!(committed, Committed::Reply(reply) if reply.code == 421));
        assert!(!connection.is_usable());
        drop(connection);
        assert_eq!(server.outcome().await, [("dot-421+x@b".to_owned(), 421)]);
    }
}

#[tokio::test]
async fn refusals_name_their_phase() {
    for config in dialects() {
        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        let from = Envelope { from: "mail-553-5.1.8+x@a", to: "b@b" };
        let staged = connection.stage(&from, MESSAGE).await;
        assert!(matches!(&staged, Staged::Refused(reply, Phase::Mail) if reply.code == 553), "{staged:?}");
        if !config.chunking {
            let staged = connection.stage(&to("data-451+x@b"), MESSAGE).await;
            assert!(
                matches!(&staged, Staged::Refused(reply, Phase::Data) if reply.code == 451),
                "{staged:?}"
            );
        }
        assert_eq!(connection.stage(&to("dot-550-5.7.1+x@b"), MESSAGE).await, Staged::Ready);
        let committed = connection.commit(None).await;
        assert!(
            matches!(&committed, Committed::Reply(reply) if reply.code == 550 && reply.enhanced.is_some())
        );
        deliver(&mut connection, "good@b").await;
        assert_eq!(server.sink.accepted(), 1);
    }
}

#[tokio::test]
async fn silence_ends_at_the_time_out_of_its_phase() {
    for (config, carries) in manners() {
        let (server, _, staged) = stage(&config, "hang-rcpt+x@b").await;
        assert_eq!(staged, Staged::Broken(TransportError::Timeout(Phase::Rcpt)), "{}", name(&config));
        assert_eq!(server.outcome().await, []);
        if !config.chunking {
            let (server, _, staged) = stage(&config, "hang-data+x@b").await;
            assert_eq!(staged, Staged::Broken(TransportError::Timeout(Phase::Data)));
            assert_eq!(server.outcome().await, []);
        }
        let (server, mut connection, staged) = stage(&config, "hang-dot+x@b").await;
        assert_eq!(staged, Staged::Ready);
        let committed = commit_next(&mut connection, Some(&to("next@b")), carries).await;
        assert_eq!(committed, Committed::Lost(TransportError::Timeout(Phase::Dot)));
        drop(connection);
        server.sink.drained().await;
        let entries = server.sink.entries().unwrap();
        assert!(entries.len() == 1 && entries[0].code == 250 && !entries[0].answered);
    }
}

#[tokio::test]
async fn a_trickle_does_not_stretch_the_time_out() {
    for config in dialects() {
        let (_server, _connection, staged) = stage(&config, "trickle20+x@b").await;
        assert_eq!(staged, Staged::Broken(TransportError::Timeout(Phase::Rcpt)), "{}", name(&config));
    }
}

#[tokio::test]
async fn a_slow_server_is_waited_for() {
    for config in dialects() {
        let (_server, mut connection, staged) = stage(&config, "slow5+x@b").await;
        assert_eq!(staged, Staged::Ready);
        assert!(matches!(connection.commit(None).await, Committed::Reply(reply) if reply.code == 250));
    }
}

#[tokio::test]
async fn a_close_before_the_end_is_certainly_not_delivered() {
    for config in dialects() {
        for address in ["drop-rcpt+x@b", "rst-rcpt+x@b", "drop-data+x@b", "rst-data+x@b"] {
            if config.chunking && address.contains("data") {
                continue;
            }
            let (server, connection, staged) = stage(&config, address).await;
            assert_eq!(staged, Staged::Broken(TransportError::Closed), "{} {address}", name(&config));
            assert!(!connection.is_usable());
            drop(connection);
            assert_eq!(server.outcome().await, []);
        }
    }
}

#[tokio::test]
async fn a_close_after_the_end_is_in_doubt() {
    for (config, carries) in manners() {
        for (address, code) in [("drop-after-dot+x@b", 250), ("rst-after-dot+x@b", 250), ("drop-dot+x@b", 0)]
        {
            let (server, mut connection, staged) = stage(&config, address).await;
            assert_eq!(staged, Staged::Ready);
            let committed = commit_next(&mut connection, Some(&to("next@b")), carries).await;
            assert_eq!(committed, Committed::Lost(TransportError::Closed), "{} {address}", name(&config));
            assert!(!connection.is_usable());
            drop(connection);
            server.sink.drained().await;
            let entries = server.sink.entries().unwrap();
            assert!(entries.len() == 1 && entries[0].code == code && !entries[0].answered);
        }
    }
}

#[tokio::test]
async fn a_fault_asked_for_once_happens_once() {
    let (server, mut connection, _) = stage(&Config::default(), "drop-after-dot-once+x@b").await;
    assert!(matches!(connection.commit(None).await, Committed::Lost(_)));
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    deliver(&mut connection, "drop-after-dot-once+x@b").await;
    connection.quit().await;
    assert_eq!(server.outcome().await.len(), 2);
}

/// Large enough for the write to wait for the server, so that the client must look for an answer meanwhile.
#[tokio::test]
async fn an_answer_in_the_middle_of_the_content_is_noticed() {
    let large = b"0123456789012345678901234567890123456789\r\n".repeat(400_000);
    for (address, drops) in [("body-552-5.3.4+x@b", false), ("drop-body+x@b", true)] {
        let server = Server::start(Config::default()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        let staged = connection.stage(&to(address), &large).await;
        match &staged {
            Staged::Refused(reply, Phase::Body) => assert!(!drops && reply.code == 552),
            Staged::Broken(error) => assert!(drops && *error == TransportError::Closed, "{error}"),
            other => panic!("{address}: {other:?}"),
        }
        assert!(!connection.is_usable());
        drop(connection);
        assert_eq!(server.outcome().await, []);
    }
}

#[tokio::test]
async fn a_refused_chunk_is_a_refusal_and_costs_no_connection() {
    for config in dialects().into_iter().filter(|config| config.chunking) {
        let (server, mut connection, staged) = stage(&config, "body-552+x@b").await;
        match staged {
            Staged::Refused(reply, Phase::Body) => assert_eq!(reply.code, 552),
            Staged::Ready => {
                let committed = connection.commit(None).await;
                assert!(matches!(committed, Committed::Reply(reply) if reply.code == 552));
            }
            Staged::Refused(..) | Staged::Broken(_) => panic!("{staged:?}"),
        }
        deliver(&mut connection, "good@b").await;
        connection.quit().await;
        assert_eq!(server.outcome().await, [("good@b".to_owned(), 250)]);
    }
}

#[tokio::test]
async fn nonsense_before_the_end_breaks_the_connection_in_bounded_memory() {
    for config in dialects() {
        for word in ["giant", "long-line", "garbage", "mixed-codes"] {
            let (_server, mut connection, staged) = stage(&config, &format!("{word}+x@b")).await;
            assert!(matches!(staged, Staged::Broken(TransportError::Protocol(_))), "{word}: {staged:?}");
            assert!(!connection.is_usable());
            assert!(matches!(connection.stage(&to("a@b"), MESSAGE).await, Staged::Broken(_)));
        }
        let (_server, connection, staged) = stage(&config, "non-ascii+x@b").await;
        let Staged::Refused(reply, Phase::Rcpt) = staged else { panic!("{staged:?}") };
        assert_eq!((reply.code, reply.text.as_str()), (550, "5.1.1 Empf??nger unbekannt"));
        assert!(connection.is_usable());
    }
}

#[tokio::test]
async fn after_the_end_the_digits_decide() {
    for (config, carries) in manners() {
        for (word, code, goes_on) in [
            ("giant", 250, false),
            ("long-line", 250, false),
            ("non-ascii", 550, true),
            ("mixed-codes", 550, false),
        ] {
            let (server, mut connection, staged) = stage(&config, &format!("dot-{word}+x@b")).await;
            assert_eq!(staged, Staged::Ready);
            let committed = commit_next(&mut connection, Some(&to("next@b")), carries).await;
            let answered = matches!(&committed, Committed::Reply(reply) if reply.code == code);
            assert!(answered, "{} {word}: {committed:?}", name(&config));
            assert_eq!(connection.is_usable(), goes_on, "{} {word}", name(&config));
            if goes_on {
                deliver(&mut connection, "next@b").await;
            }
            drop(connection);
            assert_eq!(server.outcome().await.len(), 1 + usize::from(goes_on));
        }
        let (_server, mut connection, _) = stage(&config, "dot-garbage+x@b").await;
        assert!(matches!(connection.commit(None).await, Committed::Lost(TransportError::Protocol(_))));
    }
}

#[tokio::test]
async fn odd_but_legal_refusals_are_read() {
    for config in dialects() {
        let (_server, _connection, staged) = stage(&config, "multi+x@b").await;
        let Staged::Refused(reply, Phase::Rcpt) = staged else { panic!("{staged:?}") };
        assert_eq!(reply.text.lines().count(), 3);
        let (_server, _connection, staged) = stage(&config, "bad-code+x@b").await;
        let Staged::Refused(reply, Phase::Rcpt) = staged else { panic!("{staged:?}") };
        assert_eq!((reply.code, reply.enhanced), (550, None));
    }
}

#[tokio::test]
async fn a_dropped_call_leaves_no_usable_connection() {
    let server = Server::start(Config::default()).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    let stage = async { connection.stage(&to("hang-rcpt+x@b"), MESSAGE).await };
    assert!(tokio::time::timeout(SHORT, stage).await.is_err());
    assert!(!connection.is_usable());
}
