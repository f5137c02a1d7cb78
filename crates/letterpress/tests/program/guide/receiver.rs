//! A reader's own server, to which webhooks are posted.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
    sync::mpsc,
    thread,
};

use crate::harness::PATIENCE;

/// A request as it came.
pub struct Post {
    /// Such as `POST /letterpress`.
    pub what: String,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

pub struct Receiver {
    pub url: String,
    posts: mpsc::Receiver<Post>,
}

impl Receiver {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (told, posts) = mpsc::channel();
        // It ends with the test's process.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let mut line = || {
                    let mut line = String::new();
                    reader.read_line(&mut line).unwrap();
                    line.trim().to_owned()
                };
                let what = line().trim_end_matches(" HTTP/1.1").to_owned();
                let mut headers = BTreeMap::new();
                while let Some((name, value)) = line().split_once(':') {
                    headers.insert(name.to_lowercase(), value.trim().to_owned());
                }
                let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").unwrap();
                let _ = told.send(Post { what, headers, body: String::from_utf8(body).unwrap() });
            }
        });
        Self { url, posts }
    }

    /// The next that comes.
    pub fn next(&self) -> Post {
        self.posts.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("nothing was posted"))
    }
}
