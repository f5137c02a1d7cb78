//! The program itself, driven by the client.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use mailer::smtp::{Committed, Connection, Envelope, Settings, Staged};
use sink::read_log;

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[tokio::test]
async fn announces_its_address_and_logs_before_it_answers() {
    let folder = tempfile::TempDir::new().unwrap();
    let (log, port_file) = (folder.path().join("log"), folder.path().join("port"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_letterpress-sink"))
        .args(["--listen", "127.0.0.1:0", "--fsync", "--chunking", "--auth", "me:secret", "--log"])
        .arg(&log)
        .arg("--port-file")
        .arg(&port_file)
        .arg("--store")
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _running = Running(child);
    let address: std::net::SocketAddr = line.trim().strip_prefix("listening on ").unwrap().parse().unwrap();

    let credentials = mailer::Credentials { user: "me".to_owned(), password: "secret".to_owned() };
    let tls = mailer::TlsMode::Never;
    let settings =
        Settings { credentials: Some(credentials), tls, ..Settings::new("127.0.0.1", address.port()) };
    let mut connection = Connection::open(&settings).await.unwrap();
    for (n, recipient) in ["a@b.example", "dot-451-once+x@b.example", "c@b.example"].iter().enumerate() {
        let envelope = Envelope { from: "", to: recipient };
        assert_eq!(connection.stage(&envelope, b"MESSAGE-ID:\r\n <x@y>\r\n\r\n.").await, Staged::Ready);
        assert!(matches!(connection.commit(None).await, Committed::Reply(_)));
        // Already there when the answer is.
        assert_eq!(read_log(&log).unwrap().len(), n + 1);
    }
    connection.quit().await;

    let entries = read_log(&log).unwrap();
    assert_eq!(entries.iter().map(|entry| entry.code).collect::<Vec<_>>(), [250, 451, 250]);
    assert!(entries.iter().all(|entry| entry.answered && entry.message_id.as_deref() == Some("<x@y>")));
    assert_eq!(std::fs::read(folder.path().join("0.eml")).unwrap(), b"MESSAGE-ID:\r\n <x@y>\r\n\r\n.\r\n");
    assert_eq!(std::fs::read_to_string(port_file).unwrap().trim(), address.port().to_string());
}

#[tokio::test]
async fn a_distant_server_answers_late_and_in_order() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = folder.path().join("log");
    let delay = std::time::Duration::from_millis(3);
    let config = sink::Config { log: Some(log.clone()), delay, ..sink::Config::default() };
    let sink = sink::Sink::start(([127, 0, 0, 1], 0).into(), config).await.unwrap();
    let mut connection = Connection::open(&Settings::new("127.0.0.1", sink.address().port())).await.unwrap();
    let addresses = [1, 2, 3, 4, 5].map(|n| format!("r{n}@b.example"));
    let envelopes = addresses.each_ref().map(|to| Envelope { from: "", to });
    for (n, envelope) in envelopes.iter().enumerate() {
        assert_eq!(connection.stage(envelope, b"x\r\n").await, Staged::Ready);
        assert!(matches!(connection.commit(envelopes.get(n + 1)).await, Committed::Reply(_)));
    }
    connection.quit().await;
    sink.drained().await;
    let recipients: Vec<_> = read_log(&log).unwrap().into_iter().map(|entry| entry.recipient).collect();
    assert_eq!(recipients, addresses);
}
