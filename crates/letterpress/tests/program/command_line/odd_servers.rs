//! What stands between the commands and a server, and servers that break off: nothing is done twice, and what is told is true.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
    sync::mpsc::{Receiver, channel},
    thread,
};

use super::told;
use crate::harness::Home;

/// Answers one request after the other with these texts, each on a connection of its own; hands on what was asked.
fn answering(answers: Vec<String>) -> (Home, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (asked, requests) = channel();
    thread::spawn(move || {
        for answer in answers {
            let (stream, _) = listener.accept().unwrap();
            let mut from = BufReader::new(stream.try_clone().unwrap());
            let (mut head, mut length) = (String::new(), 0);
            while !head.ends_with("\r\n\r\n") && from.read_line(&mut head).unwrap() > 0 {}
            if let Some((_, rest)) = head.to_lowercase().split_once("content-length: ") {
                length = rest.lines().next().unwrap().parse().unwrap();
            }
            from.read_exact(&mut vec![0; length]).unwrap();
            asked.send(head).unwrap();
            (&stream).write_all(answer.as_bytes()).unwrap();
        }
    });
    let home = Home::new().with("LETTERPRESS_SERVER", url).with("LETTERPRESS_API_KEY", "lp_key");
    (home, requests)
}

fn answer(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
}

const JSON: &str = "content-type: application/json\r\n";
const PROBLEM: &str = "content-type: application/problem+json\r\nretry-after: 0\r\n";
const MADE: &str = r#"{"newsletter_id":1,"id":7}"#;

fn key_of(request: &str) -> String {
    let key = request
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("idempotency-key: ").map(str::to_owned));
    key.unwrap_or_else(|| panic!("{request}"))
}

#[test]
fn a_call_whose_answer_was_lost_is_made_again_under_the_same_key() {
    let unfinished =
        format!("HTTP/1.1 201 Created\r\nconnection: close\r\ncontent-length: 100\r\n{JSON}\r\n{{\"newsl");
    let (home, requests) = answering(vec![
        // A proxy that lost patience, the server that still works on it, an answer that breaks off.
        answer("504 Gateway Timeout", "retry-after: 0\r\n", "<html>"),
        answer("409 Conflict", PROBLEM, r#"{"code":"request_in_progress","detail":"still being answered"}"#),
        unfinished,
        answer("201 Created", JSON, MADE),
    ]);
    let create = ["campaign", "create", "--newsletter", "1", "--subject", "May", "--html", "-"];
    let made = home.answer(&create, "<p>Hello</p>");
    assert_eq!(made, "1/7");
    let keys: Vec<_> = requests.try_iter().map(|request| key_of(&request)).collect();
    assert_eq!(keys.len(), 4);
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
}

#[test]
fn what_the_first_attempt_did_is_no_failure_of_the_second() {
    let lost = || answer("503 Service Unavailable", PROBLEM, r#"{"code":"unavailable","detail":"busy"}"#);
    let (home, requests) =
        answering(vec![lost(), answer("404 Not Found", PROBLEM, r#"{"code":"not_found"}"#)]);
    let (code, out, _) = told(&home.output(&["call", "delete_newsletter", "newsletter_id=1"]));
    assert_eq!((code, out.as_str()), (Some(0), ""));
    assert_eq!(requests.try_iter().count(), 2);
    // Never the second time where the first would make it fail.
    let (home, requests) = answering(vec![lost()]);
    let update = ["call", "update_newsletter", "newsletter_id=1", "name=x", "If-Match=\"a\""];
    let (code, _, error) = told(&home.output(&update));
    assert!(code == Some(1) && error.contains("busy"), "{error}");
    assert_eq!(requests.try_iter().count(), 1);
}

#[test]
fn what_stands_before_a_server_is_told_as_that() {
    let html = "content-type: text/html\r\n";
    for (status, headers, why) in [
        ("413 Payload Too Large", html, "refuses bodies of this size"),
        (
            "307 Temporary Redirect",
            "location: https://news.example.org/\r\n",
            "leads to https://news.example.org/ (307",
        ),
        ("404 Not Found", html, "does not answer as Letterpress does"),
        ("200 OK", html, "does not answer as Letterpress does"),
    ] {
        let (home, requests) = answering(vec![answer(status, headers, "<html>")]);
        let (code, out, error) = told(&home.output(&["campaign", "list"]));
        assert!(code == Some(1) && out.is_empty() && error.contains(why), "{status}: {error}");
        assert_eq!(requests.try_iter().count(), 1, "{status}");
    }
}

/// The key goes nowhere else, and a list ends.
#[test]
fn the_next_page_is_the_servers_own_and_another_one() {
    let page =
        |link: &str| answer("200 OK", &format!("{JSON}link: <{link}>; rel=\"next\"\r\n"), "[{\"id\":1}]");
    for link in ["@elsewhere.example/api/x", "https://elsewhere.example/api/x", "/api/newsletters?limit=100"]
    {
        let (home, requests) = answering(vec![page(link)]);
        let listed = home.answer(&["newsletter", "list", "--all", "--json"], "");
        assert_eq!(listed, r#"{"id":1}"#, "{link}");
        assert_eq!(requests.try_iter().count(), 1);
    }
}
