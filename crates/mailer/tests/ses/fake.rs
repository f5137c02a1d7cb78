//! An HTTP server that answers what it is told to, one answer per request, in order.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What to do once a request was read completely.
pub enum Act {
    /// Answers and keeps the connection.
    Answer { status: u16, headers: &'static str, body: String },
    /// Says this and closes.
    Say(&'static str),
    /// Says this, then this again and again as long as somebody listens.
    Repeat(&'static str, &'static [u8]),
    /// Says this and then nothing, until the client closes.
    Stall(&'static str),
}

impl Act {
    pub fn json(status: u16, body: &Value) -> Self {
        Self::Answer { status, headers: "Content-Type: application/json\r\n", body: body.to_string() }
    }

    pub fn accept() -> Self {
        Self::json(200, &serde_json::json!({ "MessageId": "0102019a-1" }))
    }
}

pub struct Request {
    pub line: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

#[derive(Default)]
struct Seen {
    acts: VecDeque<Act>,
    connections: usize,
    requests: Vec<Request>,
}

pub struct Fake {
    pub endpoint: String,
    seen: Arc<Mutex<Seen>>,
}

impl Fake {
    pub async fn start(acts: impl IntoIterator<Item = Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Seen { acts: acts.into_iter().collect(), ..Seen::default() }));
        let server = Arc::clone(&seen);
        tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                server.lock().unwrap().connections += 1;
                tokio::spawn(serve(socket, Arc::clone(&server)));
            }
        });
        Self { endpoint, seen }
    }

    pub fn connections(&self) -> usize {
        self.seen.lock().unwrap().connections
    }

    /// Those read so far; the next call begins with the ones after them.
    pub fn requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.seen.lock().unwrap().requests)
    }
}

async fn serve(mut socket: TcpStream, seen: Arc<Mutex<Seen>>) -> Option<()> {
    loop {
        let request = read(&mut socket).await?;
        let act = {
            let mut seen = seen.lock().unwrap();
            seen.requests.push(request);
            seen.acts.pop_front().expect("more requests than answers")
        };
        match act {
            Act::Answer { status, headers, body } => {
                let length = body.len();
                let answer =
                    format!("HTTP/1.1 {status} x\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
                socket.write_all(answer.as_bytes()).await.ok()?;
            }
            Act::Say(text) => {
                socket.write_all(text.as_bytes()).await.ok()?;
                return None;
            }
            Act::Repeat(head, more) => {
                socket.write_all(head.as_bytes()).await.ok()?;
                loop {
                    socket.write_all(more).await.ok()?;
                }
            }
            Act::Stall(text) => {
                socket.write_all(text.as_bytes()).await.ok()?;
                while socket.read(&mut [0; 64]).await.ok()? > 0 {}
                return None;
            }
        }
    }
}

/// `None` when the client closes, or speaks something else than HTTP.
async fn read(socket: &mut TcpStream) -> Option<Request> {
    let mut input = Vec::new();
    let (mut end, mut length) = (None, 0);
    while end.is_none_or(|end| input.len() < end + length) {
        let mut octets = vec![0; 16 * 1024];
        let count = socket.read(&mut octets).await.ok()?;
        input.extend_from_slice(&octets[..count]);
        if count == 0 || !input[0].is_ascii_uppercase() {
            return None;
        }
        if end.is_none() {
            end = input.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4);
            if let Some(end) = end {
                let head = std::str::from_utf8(&input[..end]).ok()?.to_ascii_lowercase();
                let field = head.lines().find_map(|line| line.strip_prefix("content-length:"));
                length = field.map_or(0, |value| value.trim().parse().unwrap());
            }
        }
    }
    let head = String::from_utf8(input[..end?].to_vec()).ok()?;
    let mut lines = head.lines();
    let line = lines.next()?.to_owned();
    let pair =
        |line: &str| line.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
    Some(Request { line, headers: lines.filter_map(pair).collect(), body: input[end?..].to_vec() })
}
