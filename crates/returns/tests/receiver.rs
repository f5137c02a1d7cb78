//! The receiver, over real sockets.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use returns::{
    TryLater,
    receiver::{Handler, MAX_ERRORS, MAX_RECIPIENTS, Received, ReceiverSettings, serve},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{Notify, Semaphore},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

/// What takes longer never comes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Takes mail for returns.example and keeps it; `later@` makes it say that it cannot.
#[derive(Clone)]
struct Inbox {
    mails: Arc<Mutex<Vec<Received>>>,
    /// Told when a mail comes.
    begun: Arc<Notify>,
    /// A permit is needed to take it.
    gate: Arc<Semaphore>,
}

impl Default for Inbox {
    fn default() -> Self {
        Self { mails: Arc::default(), begun: Arc::default(), gate: Arc::new(Semaphore::new(1000)) }
    }
}

impl Handler for Inbox {
    fn accepts(&self, recipient: &str) -> bool {
        recipient.ends_with("@returns.example") || recipient.eq_ignore_ascii_case("postmaster")
    }

    async fn receive(&self, mail: Received) -> Result<(), TryLater> {
        self.begun.notify_one();
        self.gate.acquire().await.unwrap().forget();
        if mail.recipients.iter().any(|recipient| recipient.starts_with("later@")) {
            return Err(TryLater);
        }
        self.mails.lock().unwrap().push(mail);
        Ok(())
    }
}

struct Server {
    port: u16,
    inbox: Inbox,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Server {
    async fn start() -> Self {
        Self::with(ReceiverSettings::new("mx.returns.example"), Inbox::default()).await
    }

    async fn with(settings: ReceiverSettings, inbox: Inbox) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let stop = CancellationToken::new();
        let task = tokio::spawn(serve(listener, settings, inbox.clone(), stop.clone()));
        Self { port, inbox, stop, task }
    }

    async fn client(&self) -> Client {
        let mut client = self.silent_client().await;
        assert_eq!(client.reply().await, "220 mx.returns.example ESMTP LMTP ready");
        client
    }

    async fn silent_client(&self) -> Client {
        Client { stream: BufReader::new(TcpStream::connect(("127.0.0.1", self.port)).await.unwrap()) }
    }

    fn mails(&self) -> Vec<Received> {
        self.inbox.mails.lock().unwrap().clone()
    }

    async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }
}

struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    /// The last line of a reply.
    async fn reply(&mut self) -> String {
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await.unwrap();
            assert!(line.is_empty() || line.ends_with("\r\n"), "{line:?}");
            let line = line.trim_end().to_owned();
            if line.as_bytes().get(3) != Some(&b'-') {
                return line;
            }
        }
    }

    async fn send(&mut self, text: impl AsRef<[u8]>) {
        self.stream.write_all(text.as_ref()).await.unwrap();
    }

    /// Sends lines one by one; each must be answered as named. `""` is no answer.
    async fn script(&mut self, steps: &[(&str, &str)]) {
        for (line, expected) in steps {
            self.send(format!("{line}\r\n")).await;
            if !expected.is_empty() {
                let reply = self.reply().await;
                assert!(reply.starts_with(expected), "{line}: {reply}");
            }
        }
    }

    /// What else is said until the server closes.
    async fn rest(mut self) -> String {
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).await.unwrap();
        String::from_utf8(rest).unwrap()
    }
}

const OPEN: [(&str, &str); 3] = [
    ("EHLO client.example", "250 ENHANCEDSTATUSCODES"),
    ("MAIL FROM:<>", "250 2.1.0"),
    ("RCPT TO:<b.1@returns.example>", "250 2.1.5"),
];

#[tokio::test]
async fn takes_a_message_by_smtp() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client.send("EHLO client.example\r\n").await;
    let mut lines = Vec::new();
    for _ in 0..5 {
        let mut line = String::new();
        client.stream.read_line(&mut line).await.unwrap();
        lines.push(line.trim_end().to_owned());
    }
    let expected = [
        "250-mx.returns.example",
        "250-PIPELINING",
        "250-SIZE 1048576",
        "250-8BITMIME",
        "250 ENHANCEDSTATUSCODES",
    ];
    assert_eq!(lines, expected);
    client
        .script(&[
            ("NOOP", "250 2.0.0"),
            ("VRFY b.1", "252"),
            ("MAIL FROM:<> SIZE=100 BODY=8BITMIME", "250 2.1.0"),
            ("RCPT TO:<b.1@returns.example>", "250 2.1.5"),
            ("RCPT TO:<Postmaster>", "250 2.1.5"),
            ("DATA", "354"),
            ("Subject: x\r\n\r\n..dot\r\nüml\r\n.", "250 2.0.0"),
            ("MAIL FROM:<a@client.example>", "250 2.1.0"),
            ("RSET", "250 2.0.0"),
            ("DATA", "503 5.5.1"),
            ("QUIT", "221 2.0.0"),
        ])
        .await;
    assert_eq!(client.rest().await, "");
    let mail = Received {
        sender: String::new(),
        recipients: vec!["b.1@returns.example".to_owned(), "Postmaster".to_owned()],
        raw: "Subject: x\r\n\r\n.dot\r\nüml\r\n".as_bytes().to_vec(),
    };
    assert_eq!(server.mails(), [mail]);
    server.stop().await;
}

#[tokio::test]
async fn answers_each_recipient_by_lmtp() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client
        .script(&[
            ("LHLO client.example", "250 ENHANCEDSTATUSCODES"),
            ("MAIL FROM:<a@client.example>", "250"),
            ("RCPT TO:<b.1@returns.example>", "250"),
            ("RCPT TO:<b.2@elsewhere.example>", "550 5.1.1"),
            ("RCPT TO:<b.3@returns.example>", "250"),
            ("DATA", "354"),
            ("x\r\n.", "250"),
        ])
        .await;
    assert_eq!(client.reply().await, "250 2.0.0 Taken");
    client.script(&[("NOOP", "250 2.0.0 OK"), ("QUIT", "221")]).await;
    assert_eq!(server.mails()[0].recipients, ["b.1@returns.example", "b.3@returns.example"]);
    server.stop().await;
}

#[tokio::test]
async fn is_no_open_relay() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client.script(&[("HELO client.example", "250 mx"), ("MAIL FROM:<a@returns.example>", "250")]).await;
    for recipient in [
        "someone@elsewhere.example",
        "someone%elsewhere.example@relay.example",
        "@returns.example:someone@elsewhere.example",
        "\"someone@returns.example\"@elsewhere.example",
    ] {
        client.script(&[(&format!("RCPT TO:<{recipient}>"), "550 5.1.1")]).await;
    }
    client.script(&[("DATA", "503 5.5.1")]).await;
    assert!(server.mails().is_empty());
    server.stop().await;
}

#[tokio::test]
async fn what_the_handler_cannot_take_comes_again() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client.script(&OPEN).await;
    client
        .script(&[("RCPT TO:<later@returns.example>", "250"), ("DATA", "354"), ("x\r\n.", "451 4.3.0")])
        .await;
    // The session goes on, without the recipients of before.
    client.script(&[("DATA", "503"), ("MAIL FROM:<>", "250"), ("QUIT", "221")]).await;
    assert!(server.mails().is_empty());
    server.stop().await;
}

#[tokio::test]
async fn pipelined_commands_are_answered_in_order() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client
        .send(
            "EHLO c\r\nMAIL FROM:<>\r\nRCPT TO:<b.1@returns.example>\r\nRCPT TO:<x@y>\r\nDATA\r\none\r\n.\r\n\
             MAIL FROM:<>\r\nRCPT TO:<b.2@returns.example>\r\nDATA\r\ntwo\r\n.\r\nQUIT\r\n",
        )
        .await;
    let rest = client.rest().await;
    let codes: Vec<&str> =
        rest.lines().filter(|line| !line.starts_with("250-")).map(|line| &line[..3]).collect();
    assert_eq!(codes, ["250", "250", "250", "550", "354", "250", "250", "250", "354", "250", "221"]);
    let bodies: Vec<Vec<u8>> = server.mails().into_iter().map(|mail| mail.raw).collect();
    assert_eq!(bodies, [b"one\r\n", b"two\r\n"]);
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_smuggled_into_a_message() {
    let server = Server::start().await;
    let second = "MAIL FROM:<>\r\nRCPT TO:<b.9@returns.example>\r\nDATA\r\nsmuggled\r\n";
    for (end, answer) in [
        ("\n.\r\n", "550 5.6.0"),
        ("\n.\n", "550 5.6.0"),
        ("\r\n.\n", "550 5.6.0"),
        ("\n\n.\r\n", "550 5.6.0"),
        ("\r.\r\n", "250 2.0.0"),
        ("\r.\r", "250 2.0.0"),
        ("\r\n.\r", "250 2.0.0"),
        ("\r\r\n.\r", "250 2.0.0"),
    ] {
        let before = server.mails().len();
        let mut client = server.client().await;
        client.script(&OPEN).await;
        client.script(&[("DATA", "354")]).await;
        client.send(format!("first{end}{second}.\r\nQUIT\r\n")).await;
        let rest = client.rest().await;
        let lines: Vec<&str> = rest.lines().collect();
        assert!(
            lines.len() == 2 && lines[0].starts_with(answer) && lines[1].starts_with("221"),
            "{end:?}: {rest}"
        );
        // Either refused, or one message that holds the other as its text.
        let new = &server.mails()[before..];
        assert_eq!(new.len(), usize::from(answer.starts_with('2')), "{end:?}");
        assert!(new.iter().all(|mail| mail.recipients == ["b.1@returns.example"] && mail.raw.ends_with(b"smuggled\r\n")));
    }
    server.stop().await;
}

#[tokio::test]
async fn commands_end_with_crlf_and_are_short() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client.send("EHLO c\nMAIL FROM:<>\n").await;
    assert!(client.reply().await.starts_with("500 5.5.2"));
    assert!(client.reply().await.starts_with("500 5.5.2"));
    let long = "x".repeat(5000);
    client
        .script(&[(&format!("NOOP {long}"), "500 5.5.2"), ("NOOP", "250"), ("MAIL FROM:<>", "503 5.5.1")])
        .await;
    client.script(&[(&format!("NOOP {}", &long[..993]), "250")]).await;
    // A line without end is not waited for.
    client.send("x".repeat(100_000)).await;
    assert_eq!(client.rest().await, "421 4.5.2 The line has no end\r\n");
    server.stop().await;
}

#[tokio::test]
async fn commands_come_in_order() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client
        .script(&[
            ("MAIL FROM:<>", "503 5.5.1"),
            ("EHLO c", "250"),
            ("RCPT TO:<b.1@returns.example>", "503 5.5.1"),
            ("MAIL FROM:<>", "250"),
            ("MAIL FROM:<>", "503 5.5.1"),
            ("MAIL FROM:<a@b> AUTH=<>", "555 5.5.4"),
            ("STARTTLS", "502 5.5.1"),
            ("EHLO c", "250"),
            ("MAIL FROM:<>", "250"),
        ])
        .await;
    server.stop().await;
}

#[tokio::test]
async fn size_is_bounded_when_announced_and_when_not() {
    let settings = ReceiverSettings { max_size: 1000, ..ReceiverSettings::new("mx.returns.example") };
    let server = Server::with(settings, Inbox::default()).await;
    let mut client = server.client().await;
    client
        .script(&[
            ("EHLO c", "250"),
            ("MAIL FROM:<> SIZE=1001", "552 5.3.4"),
            ("MAIL FROM:<> SIZE=1000", "250"),
        ])
        .await;
    client.script(&[OPEN[2], ("DATA", "354"), (&format!("{}\r\n.", "x".repeat(998)), "250")]).await;
    client
        .script(&[OPEN[1], OPEN[2], ("DATA", "354"), (&format!("{}\r\n.", "x".repeat(999)), "552 5.3.4")])
        .await;
    client.script(&[OPEN[1], OPEN[2], ("DATA", "354"), (&"x".repeat(16_500), "421 4.3.4")]).await;
    assert_eq!(client.rest().await, "");
    assert_eq!(server.mails().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn recipients_and_errors_are_bounded() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client.script(&OPEN[..2]).await;
    for number in 0..MAX_RECIPIENTS {
        client.script(&[(&format!("RCPT TO:<b.{number}@returns.example>"), "250")]).await;
    }
    client
        .script(&[("RCPT TO:<b.x@returns.example>", "452 4.5.3"), ("DATA", "354"), ("x\r\n.", "250")])
        .await;
    assert_eq!(server.mails()[0].recipients.len(), MAX_RECIPIENTS);
    for _ in 0..MAX_ERRORS {
        client.script(&[("GET / HTTP/1.1", "500 5.5.1")]).await;
    }
    assert_eq!(client.rest().await, "421 4.7.0 Too many errors\r\n");
    server.stop().await;
}

#[tokio::test]
async fn slow_clients_are_told_to_go() {
    let settings =
        ReceiverSettings { idle: Duration::from_millis(50), ..ReceiverSettings::new("mx.returns.example") };
    let server = Server::with(settings, Inbox::default()).await;
    assert_eq!(server.client().await.rest().await, "421 4.4.2 Waited too long\r\n");
    let mut client = server.client().await;
    client.send("EHL").await;
    assert_eq!(client.rest().await, "421 4.4.2 Waited too long\r\n");
    let mut client = server.client().await;
    client.send("EHLO c\r\nMAIL FROM:<>\r\nRCPT TO:<b.1@returns.example>\r\nDATA\r\nno end").await;
    assert!(client.rest().await.ends_with("421 4.4.2 Waited too long\r\n"));
    assert!(server.mails().is_empty());
    server.stop().await;
}

/// Never idle, and yet it ends: thirty times as long as one command may take.
#[tokio::test]
async fn a_session_is_bounded_as_a_whole() {
    let settings =
        ReceiverSettings { idle: Duration::from_millis(100), ..ReceiverSettings::new("mx.returns.example") };
    let server = Server::with(settings, Inbox::default()).await;
    let mut client = server.client().await;
    let last = tokio::time::timeout(PATIENCE, async {
        let mut answered = 0;
        loop {
            client.send("NOOP\r\n").await;
            match client.reply().await.as_str() {
                "250 2.0.0 OK" => answered += 1,
                last => return (answered, last.to_owned()),
            }
        }
    });
    let (answered, last) = last.await.expect("an end");
    assert!(answered > 0 && last == "421 4.4.2 Waited too long", "{answered}: {last}");
    server.stop().await;
}

#[tokio::test]
async fn connections_are_bounded() {
    let settings = ReceiverSettings { max_connections: 2, ..ReceiverSettings::new("mx.returns.example") };
    let server = Server::with(settings, Inbox::default()).await;
    let (mut one, _two) = (server.client().await, server.client().await);
    let rest = server.silent_client().await.rest().await;
    assert_eq!(rest, "421 4.3.2 Too many connections, try again later\r\n");
    one.script(&[("QUIT", "221")]).await;
    assert_eq!(one.rest().await, "");
    // The place is free a moment after the farewell.
    let place = async {
        while server.silent_client().await.reply().await.starts_with("421") {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, place).await.expect("a place");
    server.stop().await;
}

#[tokio::test]
async fn a_stop_says_goodbye_and_finishes_what_was_begun() {
    let inbox = Inbox { gate: Arc::new(Semaphore::new(0)), ..Inbox::default() };
    let server = Server::with(ReceiverSettings::new("mx.returns.example"), inbox.clone()).await;
    let idle = server.client().await;
    let mut inside = server.client().await;
    inside.script(&OPEN).await;
    inside.script(&[("DATA", "354"), ("half", "")]).await;
    let mut busy = server.client().await;
    busy.script(&OPEN).await;
    busy.script(&[("DATA", "354"), ("x\r\n.", "")]).await;
    inbox.begun.notified().await;
    server.stop.cancel();
    assert_eq!(idle.rest().await, "421 4.3.2 Shutting down\r\n");
    assert_eq!(inside.rest().await, "421 4.3.2 Shutting down\r\n");
    assert!(!server.task.is_finished());
    inbox.gate.add_permits(1);
    assert_eq!(busy.rest().await, "250 2.0.0 Taken\r\n421 4.3.2 Shutting down\r\n");
    server.task.await.unwrap();
    assert!(TcpStream::connect(("127.0.0.1", server.port)).await.is_err());
    assert_eq!(inbox.mails.lock().unwrap().len(), 1);
}

/// Another implementation of the client's side.
#[tokio::test]
async fn python_delivers_by_lmtp_and_smtp() {
    const SCRIPT: &str = r#"
import smtplib, sys
port = int(sys.argv[1])
good = ["b.1@returns.example", "b.2@returns.example"]
message = "Subject: x\n\n.dot\nend\n"
with smtplib.LMTP("127.0.0.1", port) as lmtp:
    refused = lmtp.sendmail("a@client.example", good + ["x@elsewhere.example"], message)
    assert list(refused) == ["x@elsewhere.example"] and refused["x@elsewhere.example"][0] == 550, refused
    # smtplib reads one answer, LMTP has one for each recipient taken.
    assert lmtp.getreply()[0] == 250
    try:
        lmtp.sendmail("a@client.example", ["later@returns.example"], message)
        assert False
    except smtplib.SMTPDataError as error:
        assert error.smtp_code == 451, error
with smtplib.SMTP("127.0.0.1", port) as smtp:
    assert smtp.ehlo()[0] == 250 and smtp.has_extn("pipelining") and smtp.has_extn("8bitmime")
    assert smtp.sendmail("", good[:1], message) == {}
    try:
        smtp.sendmail("a@client.example", ["x@elsewhere.example"], message)
        assert False
    except smtplib.SMTPRecipientsRefused:
        pass
print("done")
"#;
    let Some(mut python) = peers::python("python") else {
        return peers::not_run("returns/smtplib", "Python was not brought by tools/with-peers");
    };
    let server = Server::start().await;
    let port = server.port.to_string();
    let output = tokio::task::spawn_blocking(move || python.args(["-c", SCRIPT, &port]).output().unwrap());
    let output = output.await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout, b"done\n");
    let mails = server.mails();
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0].recipients.len(), 2);
    assert!(mails.iter().all(|mail| mail.raw == b"Subject: x\r\n\r\n.dot\r\nend\r\n"));
    assert_eq!(mails[1].sender, "");
    server.stop().await;
}
