//! Links of a letter.

use std::time::Duration;

use outbound::Client;
use outbound::links::{self, LinkCheck, Outcome};

use crate::server::{INSIDE, Names, OUTSIDE, Reply, Server, client, ok, policy, redirect, status};

fn outcomes(checks: &[LinkCheck]) -> Vec<Outcome> {
    checks.iter().map(|check| check.outcome).collect()
}

#[tokio::test]
async fn links_are_asked_by_head_then_by_get() {
    let server = Server::start(|method, path| match (method, path) {
        ("HEAD", "/garbage") => Reply::Whole("nonsense\r\n\r\n".to_owned()),
        ("HEAD", "/no-head") => status("405 No"),
        ("HEAD", "/crash") => status("500 Oh"),
        ("GET", "/no-head") => Reply::Endless("HTTP/1.1 200 OK\r\n\r\n", "endless"),
        (_, "/private") => status("401 No"),
        (_, "/robots") => status("999 No"),
        (_, "/forbidden") => status("403 No"),
        (_, "/missing") => status("404 No"),
        (_, "/gone") => status("410 No"),
        (_, "/busy") => status("503 No"),
        (_, "/loop") => redirect(302, "/loop"),
        _ => ok("fine"),
    })
    .await;
    let paths = [
        ("/", Outcome::Ok(200)),
        ("/garbage", Outcome::Ok(200)),
        ("/no-head", Outcome::Ok(200)),
        ("/crash", Outcome::Ok(200)),
        ("/private", Outcome::Answers(401)),
        ("/robots", Outcome::Answers(999)),
        ("/forbidden", Outcome::Answers(403)),
        ("/missing", Outcome::Broken(Some(404))),
        ("/gone", Outcome::Broken(Some(410))),
        ("/busy", Outcome::Broken(Some(503))),
        ("/loop", Outcome::Broken(None)),
        ("/#again", Outcome::Ok(200)),
    ];
    let mut urls: Vec<String> = paths.iter().map(|(path, _)| server.url(path)).collect();
    urls.extend(["mailto:a@b.test".to_owned(), format!("http://{INSIDE}/"), "http://[".to_owned()]);
    let checks = links::check(&client(), &urls, links::CONCURRENCY, Duration::from_secs(60)).await;
    let mut expected: Vec<Outcome> = paths.iter().map(|(_, outcome)| *outcome).collect();
    expected.extend([Outcome::Unknown, Outcome::Broken(None), Outcome::Broken(None)]);
    assert_eq!(outcomes(&checks), expected);
    for check in &checks {
        assert_eq!(check.detail.is_none(), matches!(check.outcome, Outcome::Ok(_)), "{check:?}");
    }
    let requests = server.requests();
    assert_eq!(requests.iter().filter(|request| request.contains(" / ")).count(), 1);
    assert!(!requests.iter().any(|request| request.starts_with("GET /gone")));
}

#[tokio::test]
async fn a_host_that_stalls_does_not_keep_others_from_being_asked() {
    let stalled = Server::start(|_, _| Reply::Stall("")).await;
    // Another host: two at once are counted by name.
    let names = Names::default().with("fine.test", &[&[OUTSIDE]]).with("stalled.test", &[&[OUTSIDE]]);
    let fine = Server::start(|_, _| ok("fine")).await;
    let client = Client::with_resolver(policy(), Box::new(names)).unwrap();
    let mut urls: Vec<String> =
        (0..20).map(|n| format!("http://stalled.test:{}/{n}", stalled.address.port())).collect();
    urls.extend((0..5).map(|n| format!("http://fine.test:{}/{n}", fine.address.port())));
    let checks = links::check(&client, &urls, 3, Duration::from_secs(3)).await;
    assert!(checks[..20].iter().all(|check| check.outcome == Outcome::Unknown && check.detail.is_some()));
    assert!(checks[20..].iter().all(|check| check.outcome == Outcome::Ok(200)));
    assert_eq!(stalled.requests().len(), 2);
}
