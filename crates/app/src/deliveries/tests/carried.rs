//! A mail server that takes messages in chunks gets each with the end of the one before.

use database::both_engines;
use mailer::{MailUrl, SmtpUrl, TlsMode};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpListener,
    task::JoinHandle,
};

use super::Scene;

const READERS: usize = 5;

/// A mail server on one connection, which says of a message that it is queued only once it has all of the next one but its end.
/// Answers each recipient with what came for them.
async fn waits_for_the_next() -> (u16, JoinHandle<Vec<(String, String)>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        let (reading, mut writing) = listener.accept().await.unwrap().0.into_split();
        let mut reading = BufReader::new(reading);
        writing.write_all(b"220 mx\r\n").await.unwrap();
        let (mut mails, mut recipient, mut ended, mut answers) =
            (Vec::new(), String::new(), 0, String::new());
        loop {
            let mut line = String::new();
            if reading.read_line(&mut line).await.unwrap() == 0 {
                return mails;
            }
            let is_group = line.starts_with("MAIL") || line.starts_with("RCPT");
            match line.trim_end() {
                "BDAT 0 LAST" => ended += 1,
                line if line.starts_with("EHLO") => {
                    answers.push_str("250-mx\r\n250-CHUNKING\r\n250-PIPELINING\r\n");
                }
                line if line.starts_with("RCPT") => {
                    line.trim_end_matches('>').rsplit('<').next().unwrap().clone_into(&mut recipient);
                }
                line if line.starts_with("BDAT") => {
                    let mut content = vec![0; line.strip_prefix("BDAT ").unwrap().parse().unwrap()];
                    reading.read_exact(&mut content).await.unwrap();
                    mails.push((recipient.clone(), String::from_utf8(content).unwrap()));
                }
                _ => {}
            }
            answers.push_str("250 ok\r\n");
            let waits = line.starts_with("BDAT 0 LAST") && ended < READERS;
            if !is_group && !waits {
                writing.write_all(std::mem::take(&mut answers).as_bytes()).await.unwrap();
            }
        }
    });
    (port, server)
}

both_engines!(each_travels_with_the_end_of_the_one_before, engine => {
    let (port, server) = waits_for_the_next().await;
    let scene = Scene::with(engine, READERS as i64, |settings| {
        let (host, tls, credentials) = ("127.0.0.1".into(), TlsMode::Never, None);
        settings.mail = MailUrl::Smtp(SmtpUrl { host, port, tls, credentials });
        settings.send_concurrency = 1;
        settings.fallback_domain = Some("mail.example.org".into());
    })
    .await;
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    let report = scene.until("sent").await;
    sender.stop().await;
    assert_eq!(report["ledger"]["sent"], json!(READERS), "{report}");
    scene.assert_adds_up().await;
    let mut mails = server.await.unwrap();
    for (recipient, content) in &mails {
        assert!(content.contains(recipient.as_str()), "{recipient} got {content}");
    }
    mails.dedup_by(|one, other| one.0 == other.0);
    assert_eq!(mails.len(), READERS, "each reader once");
});
