//! One client, from greeting to farewell.

use std::{fmt::Write as _, io, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};

use super::{
    Handler, MAX_ERRORS, MAX_RECIPIENTS, Received, Shared,
    command::{Command, Hello},
    input::{Data, Input, Line},
};

/// Answers kept back while the client sends on; then they go out although it has not ended.
const MAX_OUTPUT: usize = 16 * 1024;

const STOPPING: &str = "421 4.3.2 Shutting down";
const TOO_SLOW: &str = "421 4.4.2 Waited too long";
const TOO_BIG: &str = "552 5.3.4 The message is too big";

struct Session<H> {
    input: Input<TcpStream>,
    shared: Arc<Shared<H>>,
    output: String,
    hello: Option<Hello>,
    sender: Option<String>,
    recipients: Vec<String>,
    errors: usize,
}

/// Why the session ends.
enum End {
    /// With this line.
    Said(&'static str),
    /// The client is gone.
    Gone,
}

impl From<io::Error> for End {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

pub(super) async fn run<H: Handler>(socket: TcpStream, shared: Arc<Shared<H>>) {
    // Answers are single small writes; Nagle's algorithm would hold them back.
    let _ = socket.set_nodelay(true);
    let mut session = Session {
        input: Input::new(socket),
        output: format!("220 {} ESMTP LMTP ready\r\n", shared.settings.host_name),
        shared,
        hello: None,
        sender: None,
        recipients: Vec::new(),
        errors: 0,
    };
    if let Err(End::Said(line)) = session.talk().await {
        session.say(line);
        session.part().await;
    }
}

impl<H: Handler> Session<H> {
    async fn talk(&mut self) -> Result<(), End> {
        let over = Instant::now() + self.shared.settings.idle * 30;
        loop {
            if !self.input.has_line() || self.output.len() > MAX_OUTPUT {
                self.flush().await?;
            }
            if Instant::now() > over {
                return Err(End::Said(TOO_SLOW));
            }
            let idle = self.shared.settings.idle;
            let line = tokio::select! {
                biased;
                () = self.shared.stop.cancelled() => return Err(End::Said(STOPPING)),
                line = timeout(idle, self.input.line()) => line.map_err(|_| End::Said(TOO_SLOW))??,
            };
            let parsed = match line.ok_or(End::Gone)? {
                Line::Text(line) => Command::parse(&line),
                Line::TooLong => Err("500 5.5.2 The line is too long"),
                Line::Endless => return Err(End::Said("421 4.5.2 The line has no end")),
                Line::BareLf => Err("500 5.5.2 Lines end with CR and LF"),
            };
            match parsed {
                Ok(command) => self.obey(command).await?,
                Err(refusal) => self.say(refusal),
            }
            if self.errors >= MAX_ERRORS {
                return Err(End::Said("421 4.7.0 Too many errors"));
            }
        }
    }

    async fn obey(&mut self, command: Command) -> Result<(), End> {
        match command {
            Command::Hello(hello) => self.greet(hello),
            Command::Mail(sender, size) => self.mail(sender, size),
            Command::Rcpt(recipient) => self.rcpt(recipient),
            Command::Data if self.recipients.is_empty() => self.say("503 5.5.1 Name a recipient first"),
            Command::Data => return self.data().await,
            Command::Rset => {
                self.reset();
                self.say("250 2.0.0 OK");
            }
            Command::Noop => self.say("250 2.0.0 OK"),
            // RFC 5321 §7.3: no word about which addresses there are.
            Command::Vrfy => self.say("252 2.5.0 Send a message and see"),
            Command::Help => self.say("214 2.0.0 See RFC 5321 and RFC 2033"),
            Command::Quit => return Err(End::Said("221 2.0.0 Goodbye")),
        }
        Ok(())
    }

    fn greet(&mut self, hello: Hello) {
        self.reset();
        self.hello = Some(hello);
        let settings = &self.shared.settings;
        let _ = match hello {
            Hello::Helo => write!(self.output, "250 {}\r\n", settings.host_name),
            Hello::Ehlo | Hello::Lhlo => write!(
                self.output,
                "250-{}\r\n250-PIPELINING\r\n250-SIZE {}\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES\r\n",
                settings.host_name, settings.max_size
            ),
        };
    }

    fn mail(&mut self, sender: String, size: Option<u64>) {
        if self.hello.is_none() {
            self.say("503 5.5.1 Say EHLO or LHLO first");
        } else if self.sender.is_some() {
            self.say("503 5.5.1 There is a sender already");
        } else if size.is_some_and(|size| size > self.shared.settings.max_size as u64) {
            self.say(TOO_BIG);
        } else {
            self.sender = Some(sender);
            self.say("250 2.1.0 OK");
        }
    }

    fn rcpt(&mut self, recipient: String) {
        if self.sender.is_none() {
            self.say("503 5.5.1 Name the sender first");
        } else if self.recipients.len() >= MAX_RECIPIENTS {
            self.say("452 4.5.3 Too many recipients");
        } else if self.shared.handler.accepts(&recipient) {
            self.recipients.push(recipient);
            self.say("250 2.1.5 OK");
        } else {
            self.say("550 5.1.1 No such address here");
        }
    }

    async fn data(&mut self) -> Result<(), End> {
        self.say("354 End with a dot on a line of its own");
        self.flush().await?;
        let settings = &self.shared.settings;
        let data = tokio::select! {
            biased;
            () = self.shared.stop.cancelled() => return Err(End::Said(STOPPING)),
            data = timeout(settings.idle * 10, self.input.data(settings.max_size)) => {
                data.map_err(|_| End::Said(TOO_SLOW))??
            }
        };
        let recipients = std::mem::take(&mut self.recipients);
        let count = recipients.len();
        let answer = match data.ok_or(End::Gone)? {
            Data::Message(raw) => {
                let sender = self.sender.take().unwrap_or_default();
                match self.shared.handler.receive(Received { sender, recipients, raw }).await {
                    Ok(()) => "250 2.0.0 Taken",
                    Err(_) => "451 4.3.0 Cannot take it now, try again later",
                }
            }
            Data::TooBig => TOO_BIG,
            Data::BareLf => "550 5.6.0 The message holds an LF without CR",
            Data::Endless => return Err(End::Said("421 4.3.4 The message has no end")),
        };
        self.reset();
        // LMTP answers for each recipient (RFC 2033 §4.2); only one counts as an error.
        let answers = if self.hello == Some(Hello::Lhlo) { count } else { 1 };
        for _ in 1..answers {
            self.output.push_str(answer);
            self.output.push_str("\r\n");
        }
        self.say(answer);
        Ok(())
    }

    fn reset(&mut self) {
        self.sender = None;
        self.recipients.clear();
    }

    fn say(&mut self, line: &'static str) {
        self.errors += usize::from(line.starts_with('5'));
        self.output.push_str(line);
        self.output.push_str("\r\n");
    }

    async fn flush(&mut self) -> Result<(), End> {
        let idle = self.shared.settings.idle;
        let write = self.input.stream.write_all(self.output.as_bytes());
        timeout(idle, write).await.map_err(|_| End::Gone)??;
        self.output.clear();
        Ok(())
    }

    /// Says the last words so that they arrive: closing while octets of the client wait unread would reset the
    /// connection and could take them back.
    async fn part(&mut self) {
        let farewell = async {
            self.flush().await?;
            self.input.stream.shutdown().await?;
            let mut rest = [0; 4096];
            for _ in 0..64 {
                if self.input.stream.read(&mut rest).await? == 0 {
                    break;
                }
            }
            Ok::<(), End>(())
        };
        let _ = timeout(Duration::from_secs(1), farewell).await;
    }
}
