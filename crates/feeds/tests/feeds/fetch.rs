//! Feeds from a real server on loopback.

use std::sync::{Arc, Mutex};

use feeds::{FeedError, Fetched, Validators, fetch};
use outbound::{Client, Failure, Policy};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::samples::RSS2;

/// A server that has one feed, and says when it has not changed. Gives its address and the requests it got.
async fn server() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(Vec::new()));
    let log = requests.clone();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") && socket.read_buf(&mut request).await.unwrap_or(0) > 0 {}
            let request = String::from_utf8_lossy(&request).into_owned();
            let (status, more, body) = match request.split(' ').nth(1).unwrap_or_default() {
                "/moved" => ("301 Moved", "Location: /feed\r\n", ""),
                "/missing" => ("404 Not Found", "", ""),
                "/gzip" => ("200 OK", "Content-Encoding: gzip\r\n", "\u{1f}"),
                "/always" => ("304 Not Modified", "", ""),
                _ if request.contains("if-none-match: \"one\"\r\nif-modified-since: Sat") => {
                    ("304 Not Modified", "", "")
                }
                _ => ("200 OK", "ETag: \"one\"\r\nLast-Modified: Sat, 07 Sep 2002 00:00:01 GMT\r\n", RSS2),
            };
            log.lock().unwrap().push(request);
            let length = if status.starts_with("304") {
                String::new()
            } else {
                format!("Content-Length: {}\r\n", body.len())
            };
            let answer = format!("HTTP/1.1 {status}\r\n{more}{length}\r\n{body}");
            let _ = socket.write_all(answer.as_bytes()).await;
            let _ = socket.shutdown().await;
        }
    });
    (address, requests)
}

#[tokio::test]
async fn an_unchanged_feed_is_not_sent_again() {
    let (address, requests) = server().await;
    let client = Client::new(Policy { allow_private: true, ..Policy::default() }).unwrap();
    let first = fetch(&client, &format!("{address}/moved"), None).await.unwrap();
    let Fetched::Feed { feed, validators, url } = first else { panic!("{first:?}") };
    assert_eq!((feed.items.len(), url), (3, format!("{address}/feed")));
    let expected = Validators {
        etag: Some("\"one\"".to_owned()),
        last_modified: Some("Sat, 07 Sep 2002 00:00:01 GMT".to_owned()),
    };
    assert_eq!(validators, expected);
    assert!(requests.lock().unwrap()[0].contains("accept: application/atom+xml"));
    // They travel with redirects, too.
    let second = fetch(&client, &format!("{address}/moved"), Some(&validators)).await.unwrap();
    assert_eq!(second, Fetched::NotModified);
}

#[tokio::test]
async fn other_answers_are_named() {
    let (address, _) = server().await;
    let client = Client::new(Policy { allow_private: true, ..Policy::default() }).unwrap();
    for (path, error) in [("/missing", FeedError::Status(404)), ("/always", FeedError::Status(304))] {
        assert_eq!(fetch(&client, &format!("{address}{path}"), None).await.unwrap_err(), error);
    }
    let error = fetch(&client, &format!("{address}/gzip"), None).await.unwrap_err();
    assert!(matches!(error, FeedError::Broken(_)), "{error:?}");
    let small = Client::new(Policy { allow_private: true, max_body: 100, ..Policy::default() }).unwrap();
    assert_eq!(fetch(&small, &address, None).await.unwrap_err(), FeedError::TooLarge);
    let public = Client::new(Policy::default()).unwrap();
    let error = fetch(&public, &address, None).await.unwrap_err();
    assert_eq!(error, FeedError::Outbound(Failure::NotAllowed("127.0.0.1".to_owned())));
}
