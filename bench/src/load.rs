//! Requests over kept connections, as many as are answered: bare sockets, so that the client leaves the cores to the server.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};

const AGENT: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Requests as they go over the wire, and the status that each must be answered with.
pub struct Asked {
    requests: Vec<Vec<u8>>,
    status: u16,
}

impl Asked {
    /// With a bearer's token, if one is given.
    pub fn new(host: &str, method: &str, paths: &[String], status: u16, token: Option<&str>) -> Self {
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let length = if method == "POST" { "Content-Length: 0\r\n" } else { "" };
        let request = |path: &String| {
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {AGENT}\r\nAccept: */*\r\n{length}{bearer}\r\n")
                .into_bytes()
        };
        Self { requests: paths.iter().map(request).collect(), status }
    }

    /// Nothing is taken in.
    pub fn is_bare(&self) -> bool {
        self.requests.len() == 1
    }
}

/// A request that was answered as it must be.
#[derive(Clone, Copy)]
pub struct Answer {
    /// Which of the requests.
    pub which: usize,
    pub asked: Instant,
    pub at: Instant,
}

/// Why a connection asks no more.
enum End {
    Time,
    /// Answered otherwise than it must be.
    Status(u16),
    Gone(anyhow::Error),
}

type Got = (Vec<Answer>, End);

pub struct Load {
    connections: Vec<JoinHandle<Got>>,
    began: Instant,
}

impl Load {
    /// Asks one after the other and around, each connection for the next when it is answered and has paused.
    /// Without a time it goes on until the server is gone.
    pub async fn start(
        address: &str,
        asked: &Arc<Asked>,
        connections: usize,
        pause: Duration,
        time: Option<Duration>,
    ) -> anyhow::Result<Self> {
        let next = Arc::new(AtomicUsize::new(0));
        let mut sockets = Vec::new();
        for _ in 0..connections {
            let socket = TcpStream::connect(address).await?;
            socket.set_nodelay(true)?;
            sockets.push(socket);
        }
        let began = Instant::now();
        let until = time.map(|time| began + time);
        let ask = |socket| tokio::spawn(connection(socket, asked.clone(), next.clone(), (pause, until)));
        Ok(Self { connections: sockets.into_iter().map(ask).collect(), began })
    }

    /// Asks so many times a second, whether or not what was asked before is answered: what has to wait for its connection
    /// is counted from when it was due.
    pub async fn paced(
        address: &str,
        asked: &Arc<Asked>,
        connections: usize,
        rate: u32,
        time: Duration,
    ) -> anyhow::Result<Self> {
        let mut sockets = Vec::new();
        for _ in 0..connections {
            let socket = TcpStream::connect(address).await?;
            socket.set_nodelay(true)?;
            sockets.push(socket);
        }
        let began = Instant::now();
        let requests = (f64::from(rate) * time.as_secs_f64()) as usize;
        let pace = |(first, socket)| {
            let turns = (first..requests).step_by(connections);
            let due = turns.map(move |n| (n, began + Duration::from_secs_f64(n as f64 / f64::from(rate))));
            tokio::spawn(in_time(socket, asked.clone(), due.collect()))
        };
        Ok(Self { connections: sockets.into_iter().enumerate().map(pace).collect(), began })
    }

    /// Every answer, when the time is over, and how long it took.
    pub async fn done(self) -> anyhow::Result<(Vec<Answer>, Duration)> {
        let mut answers = Vec::new();
        for connection in self.connections {
            let (got, end) = connection.await?;
            match end {
                End::Time => {}
                End::Status(status) => bail!("answered {status}"),
                End::Gone(error) => return Err(error),
            }
            answers.extend(got);
        }
        Ok((answers, self.began.elapsed()))
    }

    /// Every answer until the server was gone, if each was as it must be.
    pub async fn broken(self) -> anyhow::Result<Vec<Answer>> {
        let mut answers = Vec::new();
        for connection in self.connections {
            let (got, end) = connection.await?;
            if let End::Status(status) = end {
                bail!("answered {status}");
            }
            answers.extend(got);
        }
        Ok(answers)
    }
}

async fn connection(
    mut socket: TcpStream,
    asked: Arc<Asked>,
    next: Arc<AtomicUsize>,
    (pause, until): (Duration, Option<Instant>),
) -> Got {
    let (mut answers, mut buffer) = (Vec::new(), Vec::with_capacity(4096));
    while until.is_none_or(|until| Instant::now() < until) {
        let which = next.fetch_add(1, Ordering::Relaxed) % asked.requests.len();
        let began = Instant::now();
        match exchange(&mut socket, &asked.requests[which], &mut buffer).await {
            Ok(status) if status == asked.status => {
                answers.push(Answer { which, asked: began, at: Instant::now() });
            }
            Ok(status) => return (answers, End::Status(status)),
            Err(error) => return (answers, End::Gone(error)),
        }
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
    (answers, End::Time)
}

/// Asks at each of the moments, or as soon after it as the connection is free.
async fn in_time(mut socket: TcpStream, asked: Arc<Asked>, due: Vec<(usize, Instant)>) -> Got {
    let (mut answers, mut buffer) = (Vec::new(), Vec::with_capacity(4096));
    for (n, due) in due {
        let mut began = due;
        if Instant::now() < due {
            tokio::time::sleep_until(due.into()).await;
            // Timers are late by up to a millisecond, which is none of the server's.
            began = Instant::now();
        }
        let which = n % asked.requests.len();
        match exchange(&mut socket, &asked.requests[which], &mut buffer).await {
            Ok(status) if status == asked.status => {
                answers.push(Answer { which, asked: began, at: Instant::now() });
            }
            Ok(status) => return (answers, End::Status(status)),
            Err(error) => return (answers, End::Gone(error)),
        }
    }
    (answers, End::Time)
}

/// The status of the answer, which is read to its end.
async fn exchange(socket: &mut TcpStream, request: &[u8], buffer: &mut Vec<u8>) -> anyhow::Result<u16> {
    socket.write_all(request).await?;
    buffer.clear();
    loop {
        if socket.read_buf(buffer).await? == 0 {
            bail!("the connection ended");
        }
        if let Some((status, length)) = head(buffer)?
            && buffer.len() >= length
        {
            return Ok(status);
        }
    }
}

/// Status and length in all, once the head is there.
fn head(buffer: &[u8]) -> anyhow::Result<Option<(u16, usize)>> {
    let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&buffer[..end])?;
    let status = text.get(9..12).context("no status")?.parse()?;
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    Ok(Some((status, end + 4 + length.context("no Content-Length")?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_an_end() {
        let whole = b"HTTP/1.1 302 Found\r\nlocation: https://a.example\r\ncontent-length: 2\r\n\r\nok";
        assert_eq!(head(whole).unwrap(), Some((302, whole.len())));
        assert_eq!(head(&whole[..40]).unwrap(), None);
        assert!(head(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
