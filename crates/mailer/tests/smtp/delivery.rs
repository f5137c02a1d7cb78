use super::*;

#[tokio::test]
async fn delivers_in_every_dialect() {
    for config in dialects() {
        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        for n in 0..3 {
            deliver(&mut connection, &format!("r{n}@b.example")).await;
        }
        connection.quit().await;
        server.sink.drained().await;
        let entries = server.sink.entries().unwrap();
        assert_eq!(entries.len(), 3, "{}", name(&config));
        assert_eq!(entries[0].message_id.as_deref(), Some("<1@news.example>"));
        assert_eq!(entries[0].sender, "bounce+1@news.example");
        assert_eq!(entries[0].size, MESSAGE.len());
        assert!(entries.iter().all(|entry| entry.answered && entry.connection == 0));
    }
}

#[tokio::test]
async fn opens_the_next_envelope_with_the_end_of_the_message_before() {
    for (config, carries) in manners() {
        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        let recipients: Vec<String> = (0..20).map(|n| format!("r{n}@b.example")).collect();
        let envelopes: Vec<Envelope> = recipients.iter().map(|recipient| to(recipient)).collect();
        for (n, envelope) in envelopes.iter().enumerate() {
            assert_eq!(connection.stage(envelope, MESSAGE).await, Staged::Ready);
            let committed = commit_next(&mut connection, envelopes.get(n + 1), carries).await;
            assert!(matches!(committed, Committed::Reply(reply) if reply.code == 250));
        }
        connection.quit().await;
        let expected: Vec<(String, u16)> = recipients.into_iter().map(|recipient| (recipient, 250)).collect();
        assert_eq!(server.outcome().await, expected, "{}", name(&config));
    }
}

#[tokio::test]
async fn an_opened_envelope_that_is_refused_does_not_harm_the_one_after() {
    for (config, carries) in manners() {
        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        connection.stage(&to("a@b.example"), MESSAGE).await;
        commit_next(&mut connection, Some(&to("550+x@b.example")), carries).await;
        let staged = connection.stage(&to("550+x@b.example"), MESSAGE).await;
        assert!(matches!(staged, Staged::Refused(reply, mailer::Phase::Rcpt) if reply.code == 550));
        deliver(&mut connection, "c@b.example").await;
        connection.quit().await;
        let expected = [("a@b.example".to_owned(), 250), ("c@b.example".to_owned(), 250)];
        assert_eq!(server.outcome().await, expected, "{}", name(&config));
        assert_eq!(server.sink.accepted(), 1);
    }
}

#[tokio::test]
async fn a_refused_message_does_not_harm_the_envelope_opened_with_its_end() {
    for (config, carries) in manners() {
        // With CHUNKING the refused chunk leaves its transaction open, so that the next MAIL is out of order.
        for bad in ["dot-550+x@b.example", "body-552+x@b.example"] {
            if bad.starts_with("body") && !config.chunking {
                continue;
            }
            let server = Server::start(config.clone()).await;
            let mut connection = Connection::open(&server.settings()).await.unwrap();
            let next = to("next@b.example");
            let code = match connection.stage(&to(bad), MESSAGE).await {
                Staged::Ready => match commit_next(&mut connection, Some(&next), carries).await {
                    Committed::Reply(reply) => reply.code,
                    other => panic!("{other:?}"),
                },
                Staged::Refused(reply, mailer::Phase::Body) => reply.code,
                other => panic!("{other:?}"),
            };
            assert!(bad.contains(&code.to_string()), "{bad} {code}");
            deliver(&mut connection, next.to).await;
            connection.quit().await;
            let delivered: Vec<_> =
                server.outcome().await.into_iter().filter(|(_, code)| *code == 250).collect();
            assert_eq!(delivered, [("next@b.example".to_owned(), 250)], "{} {bad}", name(&config));
            assert_eq!(server.sink.accepted(), 1);
        }
    }
}

#[tokio::test]
async fn an_opened_envelope_cannot_be_exchanged() {
    let server = Server::start(Config::default()).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    connection.stage(&to("a@b.example"), MESSAGE).await;
    connection.commit(Some(&to("b@b.example"))).await;
    assert!(matches!(connection.stage(&to("c@b.example"), MESSAGE).await, Staged::Broken(_)));
    assert!(!connection.is_usable());
}

#[tokio::test]
async fn nothing_is_delivered_after_abandon() {
    for config in dialects() {
        for message in
            [MESSAGE, b"no line end", b"", b"ends with a dot\r\n.", b"a\r\n.\r\nMAIL FROM:<x@y>\r\n"]
        {
            let server = Server::start(config.clone()).await;
            let mut connection = Connection::open(&server.settings()).await.unwrap();
            assert_eq!(connection.stage(&to("a@b.example"), message).await, Staged::Ready);
            connection.abandon();
            assert_eq!(server.outcome().await, [], "{}", name(&config));
        }
    }
}

#[tokio::test]
async fn quit_in_a_transaction_delivers_nothing() {
    for (config, carries) in manners() {
        let server = Server::start(config).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        connection.stage(&to("a@b.example"), MESSAGE).await;
        commit_next(&mut connection, Some(&to("b@b.example")), carries).await;
        connection.quit().await;
        assert_eq!(server.outcome().await, [("a@b.example".to_owned(), 250)]);
    }
}

#[tokio::test]
async fn addresses_cannot_smuggle_commands() {
    let server = Server::start(Config::default()).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    for bad in ["a@b>\r\nRCPT TO:<c@d", "a@b\0", "a b@c", "", "ü@b.example", &"x".repeat(300)] {
        let staged = connection.stage(&to(bad), MESSAGE).await;
        assert!(
            matches!(staged, Staged::Refused(reply, mailer::Phase::Rcpt) if reply.code == 553),
            "{bad:?}"
        );
    }
    let from = Envelope { from: "a\r\n@b", to: "a@b.example" };
    assert!(matches!(connection.stage(&from, MESSAGE).await, Staged::Refused(_, mailer::Phase::Mail)));
    // Not even as the next one.
    assert_eq!(connection.stage(&to("a@b.example"), MESSAGE).await, Staged::Ready);
    connection.commit(Some(&to("a@b>\r\nRSET"))).await;
    deliver(&mut connection, "c@b.example").await;
    connection.quit().await;
    assert_eq!(server.outcome().await.len(), 2);
}

#[tokio::test]
async fn an_international_address_is_for_servers_that_take_it() {
    for (config, carries) in manners() {
        let server = Server::start(Config { smtputf8: true, ..config.clone() }).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        let readers = ["用户@xn--r8jz45g.jp", "a@b.example", "zoë@b.example"];
        for (n, reader) in readers.iter().enumerate() {
            assert_eq!(connection.stage(&to(reader), MESSAGE).await, Staged::Ready, "{}", name(&config));
            let next = readers.get(n + 1).map(|reader| to(reader));
            assert!(
                matches!(commit_next(&mut connection, next.as_ref(), carries).await, Committed::Reply(reply) if reply.code == 250)
            );
        }
        connection.quit().await;
        assert_eq!(server.outcome().await, readers.map(|reader| (reader.to_owned(), 250)));

        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        assert_eq!(connection.stage(&to("a@b.example"), MESSAGE).await, Staged::Ready);
        commit_next(&mut connection, Some(&to(readers[0])), carries).await;
        let Staged::Refused(reply, phase) = connection.stage(&to(readers[0]), MESSAGE).await else {
            panic!("{}", name(&config));
        };
        assert!(reply.text.starts_with("5.6.7 The address has letters beyond ASCII"), "{reply}");
        let policy =
            mailer::Verdict::Failed { hard_bounce: false, soft_bounce: false, suppress: false, policy: true };
        assert_eq!(mailer::classify(phase, &reply), policy, "nothing of it counts against the reader");
        deliver(&mut connection, "c@b.example").await;
        connection.quit().await;
        assert_eq!(server.outcome().await.len(), 2, "the server heard nothing of that reader");
    }
}

#[tokio::test]
async fn only_international_addresses_ask_for_smtputf8() {
    // The sink would refuse the parameter, which it does not offer.
    let server = Server::start(Config::default()).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    deliver(&mut connection, "info@xn--bcher-kva.example").await;
}

#[tokio::test]
async fn a_close_between_transactions_is_told_apart() {
    for (config, carries) in manners() {
        let config = Config { close_after: Some(1), ..config };
        let server = Server::start(config.clone()).await;
        let mut connection = Connection::open(&server.settings()).await.unwrap();
        deliver(&mut connection, "a@b.example").await;
        let staged = connection.stage(&to("b@b.example"), MESSAGE).await;
        assert_eq!(staged, Staged::Broken(mailer::TransportError::ClosedIdle), "{}", name(&config));
        assert!(!connection.is_usable());

        let mut connection = Connection::open(&server.settings()).await.unwrap();
        let next = to("d@b.example");
        assert_eq!(connection.stage(&to("c@b.example"), MESSAGE).await, Staged::Ready);
        assert!(
            matches!(commit_next(&mut connection, Some(&next), carries).await, Committed::Reply(reply) if reply.code == 250)
        );
        let staged = connection.stage(&next, MESSAGE).await;
        assert_eq!(staged, Staged::Broken(mailer::TransportError::ClosedIdle), "{}", name(&config));
    }
}

#[tokio::test]
async fn a_close_before_the_first_message_is_not_normal() {
    let server = Server::start(Config::default()).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    let from = Envelope { from: "drop-mail+x@a.example", to: "b@b.example" };
    assert_eq!(connection.stage(&from, MESSAGE).await, Staged::Broken(mailer::TransportError::Closed));
}
