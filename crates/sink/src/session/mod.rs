//! One connection.

mod commands;
mod message;

use std::{collections::VecDeque, io, sync::Arc, time::Duration};

use tokio::{
    net::TcpStream,
    time::{Instant, sleep, sleep_until, timeout},
};

use crate::{
    ConnectionFault, SessionStep, Shared,
    steer::{Action, Rule, Step},
    stream::Stream,
};

/// Whether the session goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Go,
    /// Not enough octets yet.
    Starved,
    End,
}

/// What the next octets are.
enum Mode {
    Command,
    /// Content up to the lone dot; so many octets are known not to hold it, `None` before the first.
    Data {
        scanned: Option<usize>,
    },
    /// So many octets of a chunk.
    Chunk {
        size: usize,
        last: bool,
    },
    AuthPlain,
    AuthUser,
    AuthPassword {
        user: String,
    },
}

#[derive(Default)]
struct Transaction {
    sender: Option<String>,
    recipient: Option<String>,
    rule: Option<Rule>,
    anyway: bool,
    utf8: bool,
    chunks: Vec<u8>,
    chunk_refused: bool,
}

/// Answers that left or are to leave together, with the log entries they belong to.
#[derive(Default)]
struct Answers {
    octets: Vec<u8>,
    entries: Vec<u64>,
}

struct Session {
    shared: Arc<Shared>,
    id: u64,
    /// Taken by STARTTLS and at the end.
    stream: Option<Stream>,
    input: Vec<u8>,
    /// Where the unused part of `input` starts.
    at: usize,
    answers: Answers,
    delayed: VecDeque<(Instant, Answers)>,
    mode: Mode,
    transaction: Transaction,
    signed_in: bool,
    served: u64,
    end_of_data: memchr::memmem::Finder<'static>,
}

pub(crate) async fn run(socket: TcpStream, id: u64, shared: &Arc<Shared>) {
    let mut session = Session {
        shared: shared.clone(),
        id,
        stream: Some(Stream::Plain(socket)),
        input: Vec::with_capacity(64 * 1024),
        at: 0,
        answers: Answers::default(),
        delayed: VecDeque::new(),
        mode: Mode::Command,
        transaction: Transaction::default(),
        signed_in: false,
        served: 0,
        end_of_data: memchr::memmem::Finder::new(b"\r\n.\r\n"),
    };
    // A client that vanishes is no fault of the sink's.
    let _ = session.serve().await;
}

impl Session {
    async fn serve(&mut self) -> io::Result<()> {
        if self.shared.config.implicit_tls {
            self.encrypt().await?;
        }
        if self.session_fault(SessionStep::Greeting).await? == Flow::End {
            return Ok(());
        }
        let greeting = self.shared.config.greeting.clone();
        let greeting = greeting.unwrap_or_else(|| "220 sink ESMTP".to_owned());
        self.say(&format!("{greeting}\r\n"));
        if !greeting.starts_with("220") {
            return self.close().await;
        }
        loop {
            match self.step().await? {
                Flow::Go => {}
                Flow::End => return Ok(()),
                Flow::Starved => {
                    self.flush().await?;
                    if !self.fill().await? {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn step(&mut self) -> io::Result<Flow> {
        match self.mode {
            Mode::Data { scanned } => self.data(scanned).await,
            Mode::Chunk { size, last } => self.chunk(size, last).await,
            Mode::Command | Mode::AuthPlain | Mode::AuthUser | Mode::AuthPassword { .. } => {
                let rest = &self.input[self.at..];
                let Some(end) = memchr::memchr(b'\n', rest) else {
                    return if rest.len() > 16 * 1024 { self.end().await } else { Ok(Flow::Starved) };
                };
                let line = String::from_utf8_lossy(&rest[..end]).trim_end_matches('\r').to_owned();
                self.at += end + 1;
                self.line(&line).await
            }
        }
    }

    fn say(&mut self, answer: &str) {
        self.answers.octets.extend_from_slice(answer.as_bytes());
    }

    /// The faults of the step, if the configuration asks for one.
    async fn session_fault(&mut self, step: SessionStep) -> io::Result<Flow> {
        match self.shared.config.fault {
            Some(ConnectionFault::Hang(at)) if at == step => self.hang().await,
            Some(ConnectionFault::Drop(at)) if at == step => self.end().await,
            _ => Ok(Flow::Go),
        }
    }

    /// What the rule of the address wants at `step`, if it has not had its way often enough.
    fn fire(&self, address: &str, rule: Option<&Rule>, step: Step) -> Option<Action> {
        let rule = rule?;
        let slow =
            matches!(rule.action, Action::Slow(_)) && matches!(step, Step::Rcpt | Step::Data | Step::Dot);
        let due = (rule.step == step || slow) && self.shared.fire(address, rule.times);
        due.then(|| rule.action.clone())
    }

    /// Does what was asked for, `usual` if nothing was.
    async fn perform(&mut self, action: Option<Action>, usual: &str) -> io::Result<Flow> {
        match action {
            None => self.say(usual),
            Some(Action::Answer(octets)) => {
                self.answers.octets.extend_from_slice(&octets);
                if octets.starts_with(b"421") {
                    return self.end().await;
                }
            }
            Some(Action::Anyway) => {
                self.transaction.anyway = true;
                self.say("550 5.1.1 refused\r\n");
            }
            Some(Action::Slow(wait)) => {
                self.flush().await?;
                sleep(wait).await;
                self.say(usual);
            }
            Some(Action::Trickle(octets, interval)) => {
                for octet in octets {
                    self.answers.octets.push(octet);
                    self.flush().await?;
                    sleep(interval).await;
                }
            }
            Some(Action::Hang) => return self.hang().await,
            Some(Action::Drop) => return self.end().await,
            Some(Action::Reset) => {
                self.flush().await?;
                if let Some(stream) = self.stream.take() {
                    stream.reset();
                }
                return Ok(Flow::End);
            }
        }
        Ok(Flow::Go)
    }

    /// Says nothing more until the client gives up.
    async fn hang(&mut self) -> io::Result<Flow> {
        self.flush().await?;
        while self.fill().await? {
            self.at = self.input.len();
        }
        Ok(Flow::End)
    }

    async fn end(&mut self) -> io::Result<Flow> {
        self.close().await.map(|()| Flow::End)
    }

    /// FIN after what was said. Input is read on for a moment, because the kernel would turn the FIN into a
    /// RST, which overtakes the answers.
    async fn close(&mut self) -> io::Result<()> {
        self.flush().await?;
        while let Some((due, answers)) = self.delayed.pop_front() {
            sleep_until(due).await;
            self.write(&answers).await?;
        }
        if let Some(stream) = &mut self.stream {
            stream.finish().await?;
        }
        let drain = async {
            while matches!(self.fill().await, Ok(true)) {
                self.at = self.input.len();
            }
        };
        // Running out of time is as good.
        let _ = timeout(Duration::from_secs(1), drain).await;
        Ok(())
    }

    async fn encrypt(&mut self) -> io::Result<()> {
        let (Some(stream), Some(config)) = (self.stream.take(), self.shared.config.tls.clone()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        self.stream = Some(stream.encrypt(config).await?);
        Ok(())
    }

    /// Sends the answers, or lets them wait for their time.
    async fn flush(&mut self) -> io::Result<()> {
        if self.answers.octets.is_empty() {
            return Ok(());
        }
        let delay = self.shared.config.delay;
        if delay.is_zero() {
            let mut answers = std::mem::take(&mut self.answers);
            let written = self.write(&answers).await;
            answers.octets.clear();
            answers.entries.clear();
            self.answers = answers;
            return written;
        }
        self.delayed.push_back((Instant::now() + delay, std::mem::take(&mut self.answers)));
        Ok(())
    }

    async fn write(&mut self, answers: &Answers) -> io::Result<()> {
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let written = stream.write(&answers.octets).await;
        if written.is_err() {
            for entry in &answers.entries {
                self.shared.log.unanswered(*entry)?;
            }
        }
        written
    }

    /// More input; false at the end of the connection. Meanwhile delayed answers go out.
    async fn fill(&mut self) -> io::Result<bool> {
        if self.at == self.input.len() {
            self.input.clear();
            self.at = 0;
        } else if self.at > 32 * 1024 {
            self.input.drain(..self.at);
            self.at = 0;
        }
        loop {
            let stream = self.stream.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            let Some((due, _)) = self.delayed.front() else {
                return Ok(stream.read(&mut self.input).await? > 0);
            };
            tokio::select! {
                biased;
                () = sleep_until(*due) => {
                    if let Some((_, answers)) = self.delayed.pop_front() {
                        self.write(&answers).await?;
                    }
                }
                read = stream.read(&mut self.input) => return Ok(read? > 0),
            }
        }
    }
}
