//! A mailbox that is looked into: what lies there is acted upon and taken away, by whoever may.

use std::{
    io::Write,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use database::both_engines;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::fmt::MakeWriter;

use super::{Reader, Sent, delivery_report};
use crate::{
    bounces::background::{background, fetch},
    instance,
    links::{Use, Verp},
    testing::{TestApp, eventually},
};

const RETURNS: &str = "returns@example.net";

/// A POP3 server (RFC 1939) with one mailbox.
#[derive(Clone, Default)]
struct Mailbox {
    messages: Arc<Mutex<Vec<String>>>,
    /// How often somebody came.
    visits: Arc<AtomicUsize>,
    /// It answers nobody.
    is_shut: bool,
}

impl Mailbox {
    /// Serves until the test ends, and answers the address.
    async fn serve(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mailbox = self.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                mailbox.visits.fetch_add(1, Ordering::SeqCst);
                if !mailbox.is_shut {
                    mailbox.session(stream).await;
                }
            }
        });
        format!("pop3://returns:secret@{address}?tls=none")
    }

    async fn session(&self, stream: TcpStream) -> Option<()> {
        let (reading, mut writing) = stream.into_split();
        let mut lines = BufReader::new(reading).lines();
        let mut gone = Vec::new();
        writing.write_all(b"+OK\r\n").await.ok()?;
        while let Some(line) = lines.next_line().await.ok()? {
            let (verb, number) = line.split_once(' ').unwrap_or((&line, ""));
            let at = || number.parse::<usize>().unwrap() - 1;
            let answer = match verb {
                "CAPA" => "-ERR".to_owned(),
                "LIST" => {
                    let messages = self.messages.lock().unwrap();
                    let all =
                        messages.iter().enumerate().map(|(at, it)| format!("{} {}\r\n", at + 1, it.len()));
                    format!("+OK\r\n{}.", all.collect::<String>())
                }
                "RETR" => format!("+OK\r\n{}\r\n.", self.messages.lock().unwrap()[at()]),
                "DELE" => {
                    gone.push(at());
                    "+OK".to_owned()
                }
                "QUIT" => {
                    let mut at = 0;
                    self.messages.lock().unwrap().retain(|_| (!gone.contains(&at), at += 1).0);
                    "+OK".to_owned()
                }
                _ => "+OK".to_owned(),
            };
            writing.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
        }
        Some(())
    }

    fn visits(&self) -> usize {
        self.visits.load(Ordering::SeqCst)
    }

    fn is_empty(&self) -> bool {
        self.messages.lock().unwrap().is_empty()
    }
}

/// What is logged in this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn count(&self, words: &str) -> usize {
        String::from_utf8_lossy(&self.0.lock().unwrap()).matches(words).count()
    }
}

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        Write::write(&mut *self.0.lock().unwrap(), line)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

async fn sent(engine: database::Engine, mailbox: &Mailbox) -> Sent {
    let url = mailbox.serve().await.parse().unwrap();
    Sent::with(engine, 2, |settings| looks_into(settings, url)).await
}

fn looks_into(settings: &mut crate::Settings, url: returns::mailbox::MailboxUrl) {
    (settings.bounces.mailbox, settings.bounces.address) = (Some(url), Some(RETURNS.into()));
}

/// Looks into the mailbox again and again until it is so.
async fn until(s: &Sent, is: impl AsyncFn() -> bool) {
    let (core, stop) = (s.w.t.app.core(), CancellationToken::new());
    let reader = Reader::new(core.clone());
    tokio::join!(fetch(&core, &reader, Duration::from_millis(1), &stop), async {
        eventually("fetched", is).await;
        stop.cancel();
    });
}

both_engines!(what_lies_in_the_mailbox_is_acted_upon_and_taken_away, engine => {
    let mailbox = Mailbox::default();
    let s = sent(engine, &mailbox).await;
    let to = Verp::new(&s.w.t.app).subaddress(Use::Bounce, s.mail(0), RETURNS);
    let report = String::from_utf8(delivery_report("5.1.1", "Subject: x\r\n")).unwrap();
    mailbox.messages.lock().unwrap().extend([format!("To: <{to}>, <some+one@example.net>\r\n{report}"), "Subject: Hello\r\n\r\nHi.".into()]);
    let (stop, core) = (CancellationToken::new(), s.w.t.app.core());
    let looking = tokio::spawn(background(core, None, stop.clone()));
    eventually("fetched", async || mailbox.is_empty()).await;
    assert_eq!([s.status(0).await, s.status(1).await], ["bounced", "active"]);
    stop.cancel();
    looking.await.unwrap();
});

both_engines!(a_copy_takes_nothing_of_the_installation_that_it_is_a_copy_of, engine => {
    let mailbox = Mailbox::default();
    let url = mailbox.serve().await.parse().unwrap();
    let t = TestApp::with(engine, |settings| looks_into(settings, url)).await;
    let core = t.app.core();
    mailbox.messages.lock().unwrap().push("Subject: Hello\r\n\r\nHi.".into());
    instance::claim(&core.db, &core.clock, &core.settings.secret).await.unwrap();
    let mut tx = core.db.begin().await.unwrap();
    instance::mark_restored(&mut tx, core.now()).await.unwrap();
    tx.commit().await.unwrap();
    let (reader, stop) = (Reader::new(core.clone()), CancellationToken::new());
    tokio::join!(fetch(&core, &reader, Duration::from_millis(1), &stop), async {
        // It has asked whether it may, and waits.
        for _ in 0..100 {
            tokio::task::yield_now().await;
            core.may_send().await.unwrap();
        }
        stop.cancel();
    });
    assert_eq!((mailbox.visits(), mailbox.is_empty()), (0, false));
});

both_engines!(a_mailbox_that_cannot_be_read_is_said_once_until_it_can, engine => {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(log.clone()).finish();
    // Where one listens alone, tracing asks only the thread that comes to a line first whether anybody
    // does, which may be a test beside this one; where two listen, it asks them.
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::new());
    let mut mailbox = Mailbox { is_shut: true, ..Mailbox::default() };
    let s = sent(engine, &mailbox).await;
    let _logged = tracing::subscriber::set_default(subscriber);
    until(&s, async || mailbox.visits() > 3).await;
    assert_eq!(log.count("the mailbox of reports cannot be read"), 1);
    assert_eq!(log.count("fetched reports"), 0);
    // Each says what it knows, and nothing where there is nothing.
    mailbox.is_shut = false;
    mailbox.messages.lock().unwrap().push("Subject: Hello\r\n\r\nHi.".into());
    let s = sent(engine, &mailbox).await;
    let before = mailbox.visits();
    until(&s, async || log.count("fetched reports") > 0 && mailbox.visits() > before + 3).await;
    assert_eq!(log.count("fetched reports from the mailbox messages=1"), 1);
    assert_eq!(log.count("fetched reports"), 1);
});
