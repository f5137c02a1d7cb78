//! Requests: what is sent, where it goes, and what bounds the answer.

use std::sync::atomic::Ordering;
use std::time::Duration;

use outbound::{Client, Failure, HeaderMap, Policy};
use tokio::net::TcpListener;

use crate::server::{INSIDE, Names, OUTSIDE, Reply, Server, client, ok, policy, redirect, status};

#[tokio::test]
async fn gets_an_answer_with_own_headers_and_without_those_of_the_connection() {
    let server = Server::start(|_, _| ok("hello")).await;
    let mut headers = HeaderMap::new();
    for (name, value) in [("x-own", "1"), ("cookie", "a=b"), ("host", "evil.test"), ("referer", "x")] {
        headers.insert(name, value.parse().unwrap());
    }
    let answer = client().get(&server.url("/a%20b?c=d#e"), headers).await.unwrap();
    assert_eq!((answer.status, answer.body.as_slice()), (200, b"hello".as_slice()));
    assert_eq!(answer.url, server.url("/a%20b?c=d"));
    let request = server.requests()[0].to_lowercase();
    assert!(request.starts_with("get /a%20b?c=d http/1.1\r\n"), "{request}");
    for line in [format!("host: {}", server.address), "x-own: 1".into(), "user-agent: letterpress/".into()] {
        assert!(request.contains(&line), "{request}");
    }
    assert!(!["cookie", "evil", "referer"].iter().any(|bad| request.contains(bad)), "{request}");
}

#[tokio::test]
async fn posts_and_shows_any_status() {
    let server = Server::start(|_, _| status("503 Busy")).await;
    let answer = client().post(&server.url("/"), HeaderMap::new(), b"{}".to_vec()).await.unwrap();
    assert_eq!(answer.status, 503);
    assert!(server.requests()[0].ends_with("\r\n\r\n{}"));
}

#[tokio::test]
async fn private_addresses_are_never_connected_to() {
    let inside = Server::start_at(&format!("{INSIDE}:0"), None, |_, _| ok("secret")).await;
    let error = client().get(&inside.url("/"), HeaderMap::new()).await.unwrap_err();
    assert_eq!(error, Failure::NotAllowed(INSIDE.to_owned()));
    let mapped = format!("http://[::ffff:7f00:2]:{}/", inside.address.port());
    let error = client().get(&mapped, HeaderMap::new()).await.unwrap_err();
    assert!(matches!(error, Failure::NotAllowed(_)));

    let names = Names::default().with("mixed.test", &[&[OUTSIDE, INSIDE]]);
    let client = Client::with_resolver(policy(), Box::new(names)).unwrap();
    let url = format!("http://mixed.test:{}/", inside.address.port());
    let error = client.get(&url, HeaderMap::new()).await.unwrap_err();
    assert_eq!(error, Failure::NotAllowed("mixed.test".to_owned()));
    assert!(inside.requests().is_empty());

    let open = Client::new(Policy { allow_private: true, ..Policy::default() }).unwrap();
    assert_eq!(open.get(&inside.url("/"), HeaderMap::new()).await.unwrap().body, b"secret");
}

#[tokio::test]
async fn redirects_to_private_addresses_are_not_followed() {
    let inside = Server::start_at(&format!("{INSIDE}:0"), None, |_, _| ok("secret")).await;
    let target = inside.url("/");
    let server = Server::start(move |_, _| redirect(302, &target)).await;
    for result in [
        client().get(&server.url("/"), HeaderMap::new()).await,
        client().head(&server.url("/")).await,
        client().post(&server.url("/"), HeaderMap::new(), vec![]).await,
    ] {
        let expected = Failure::Redirect(Box::new(Failure::NotAllowed(INSIDE.to_owned())));
        assert_eq!(result.unwrap_err(), expected);
    }
    assert!(inside.requests().is_empty());
}

#[tokio::test]
async fn a_name_that_changes_its_address_is_connected_where_it_was_judged() {
    let server = Server::start(|_, path| if path == "/" { ok("fine") } else { redirect(302, "/") }).await;
    let port = server.address.port();
    // The same port, inside.
    let inside = Server::start_at(&format!("{INSIDE}:{port}"), None, |_, _| ok("secret")).await;
    let rebinding = || Names::default().with("rebind.test", &[&[OUTSIDE], &[INSIDE]]);

    let names = rebinding();
    let asked = names.asked.clone();
    let client = Client::with_resolver(policy(), Box::new(names)).unwrap();
    let answer = client.get(&format!("http://rebind.test:{port}/"), HeaderMap::new()).await.unwrap();
    assert_eq!((answer.body.as_slice(), asked.load(Ordering::SeqCst)), (b"fine".as_slice(), 1));

    // A redirect to the same name is judged anew.
    let client = Client::with_resolver(policy(), Box::new(rebinding())).unwrap();
    let error = client.get(&format!("http://rebind.test:{port}/again"), HeaderMap::new()).await.unwrap_err();
    assert_eq!(error, Failure::Redirect(Box::new(Failure::NotAllowed("rebind.test".to_owned()))));
    assert!(inside.requests().is_empty());
}

#[tokio::test]
async fn bodies_are_bounded_however_they_are_sent() {
    let client = Client::new(Policy { max_body: 1000, ..policy() }).unwrap();
    for begin in [
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    ] {
        let piece = if begin.contains("chunked") { "4\r\nabcd\r\n" } else { "abcd" };
        let server = Server::start(move |_, _| Reply::Endless(begin, piece)).await;
        let error = client.get(&server.url("/"), HeaderMap::new()).await.unwrap_err();
        assert_eq!(error, Failure::TooLarge(1000), "{begin}");
        // Without reading the body there is nothing to bound.
        assert_eq!(client.peek(&server.url("/"), HeaderMap::new()).await.unwrap().status, 200);
    }
    let server = Server::start(|_, _| ok(&"x".repeat(1000))).await;
    assert_eq!(client.get(&server.url("/"), HeaderMap::new()).await.unwrap().body.len(), 1000);
}

#[tokio::test]
async fn headers_are_bounded() {
    for (begin, piece) in [
        ("HTTP/1.1 200 OK\r\nX-Long: ", "aaaaaaaaaaaaaaaa"),
        ("HTTP/1.1 200 OK\r\n", "X-Many: 1\r\n"),
        ("HTTP/1.1 ", "200 "),
    ] {
        let server = Server::start(move |_, _| Reply::Endless(begin, piece)).await;
        let error = client().get(&server.url("/"), HeaderMap::new()).await.unwrap_err();
        assert!(matches!(error, Failure::HeadersTooLarge | Failure::Protocol(_)), "{begin}: {error:?}");
    }
}

#[tokio::test]
async fn slow_servers_meet_the_time_limit() {
    let client = Client::new(Policy { timeout: Duration::from_millis(300), ..policy() }).unwrap();
    for begin in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"] {
        let server = Server::start(move |_, _| Reply::Stall(begin)).await;
        let error = client.get(&server.url("/"), HeaderMap::new()).await.unwrap_err();
        let limit = Duration::from_millis(300);
        assert_eq!(error, Failure::TimedOut { host: OUTSIDE.to_owned(), limit }, "{begin}");
        // The connection is given up: the server sees its end.
        while server.open.load(Ordering::SeqCst) > 0 {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn broken_answers_have_their_own_failures() {
    let server = Server::start(|_, path| match path {
        "/short" => Reply::Whole("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".to_owned()),
        "/empty" => Reply::Whole(String::new()),
        _ => Reply::Whole("220 mail.test ESMTP\r\n\r\n".to_owned()),
    })
    .await;
    for path in ["/short", "/empty"] {
        let error = client().get(&server.url(path), HeaderMap::new()).await.unwrap_err();
        assert_eq!(error, Failure::Closed(OUTSIDE.to_owned()), "{path}");
    }
    let error = client().get(&server.url("/smtp"), HeaderMap::new()).await.unwrap_err();
    assert_eq!(error, Failure::Protocol(OUTSIDE.to_owned()));
}

#[tokio::test]
async fn names_and_ports_without_a_server() {
    let listener = TcpListener::bind((OUTSIDE, 0)).await.unwrap();
    let closed = listener.local_addr().unwrap();
    drop(listener);
    let error = client().get(&format!("http://{closed}/"), HeaderMap::new()).await.unwrap_err();
    assert_eq!(error, Failure::Refused(OUTSIDE.to_owned()));
    let client = Client::with_resolver(policy(), Box::new(Names::default())).unwrap();
    let error = client.get("http://nowhere.test/", HeaderMap::new()).await.unwrap_err();
    assert_eq!(error, Failure::NoSuchName("nowhere.test".to_owned()));
}

#[tokio::test]
async fn loops_end() {
    let server = Server::start(|_, _| redirect(301, "/")).await;
    let client = Client::new(Policy { max_redirects: 3, ..policy() }).unwrap();
    let error = client.get(&server.url("/"), HeaderMap::new()).await.unwrap_err();
    assert_eq!((error, server.requests().len()), (Failure::TooManyRedirects(3), 4));

    let none = Client::new(Policy { max_redirects: 0, ..policy() }).unwrap();
    let answer = none.post(&server.url("/"), HeaderMap::new(), vec![]).await.unwrap();
    assert_eq!((answer.status, server.requests().len()), (301, 5));
}

#[tokio::test]
async fn redirects_change_methods_as_browsers_do_and_drop_secrets() {
    let other = Server::start(|_, _| ok("there")).await;
    let url = other.url("/there");
    let server = Server::start(move |_, path| match path {
        "/there" => ok("here"),
        path if path.len() > 4 => redirect(path[1..4].parse().unwrap(), &url),
        path => redirect(path[1..].parse().unwrap(), "/there"),
    })
    .await;
    let mut headers = HeaderMap::new();
    headers.insert("authorization", "secret".parse().unwrap());
    headers.insert("content-type", "text/plain".parse().unwrap());
    for (code, method) in [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")] {
        client().post(&server.url(&format!("/{code}")), headers.clone(), b"body".to_vec()).await.unwrap();
        let last = server.requests().pop().unwrap();
        assert!(last.starts_with(&format!("{method} /there ")) && last.contains("secret"), "{code}: {last}");
        assert_eq!(
            (last.ends_with("body"), last.contains("text/plain")),
            (method == "POST", method == "POST")
        );

        client().post(&server.url(&format!("/{code}x")), headers.clone(), b"body".to_vec()).await.unwrap();
        let last = other.requests().pop().unwrap();
        assert!(last.starts_with(method) && !last.contains("secret"), "{code}: {last}");
    }
    client().head(&server.url("/303")).await.unwrap();
    assert!(server.requests().pop().unwrap().starts_with("HEAD /there "));
}

#[tokio::test]
async fn deliveries_follow_no_redirect_and_keep_the_start_of_an_answer() {
    let target = Server::start(|_, _| ok("never asked")).await;
    let to = target.url("/");
    let server = Server::start(move |_, path| match path {
        "/long" => Reply::Endless("HTTP/1.1 200 OK\r\n\r\n", "abcd"),
        "/slow" => Reply::Stall("HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\nabc"),
        _ => redirect(307, &to),
    })
    .await;
    let answer = |path: &'static str| {
        let url = server.url(path);
        async move { client().deliver(&url, HeaderMap::new(), b"{}".to_vec(), 10).await.unwrap() }
    };
    let moved = answer("/").await;
    assert_eq!((moved.status, moved.headers["location"].to_str().unwrap()), (307, target.url("/").as_str()));
    assert!(target.requests().is_empty());
    let long = answer("/long").await;
    assert_eq!((long.status, long.body.as_slice()), (200, b"abcdabcdab".as_slice()));
    let slow = answer("/slow").await;
    assert_eq!((slow.status, slow.body.as_slice()), (202, b"abc".as_slice()));
}

#[tokio::test]
async fn a_url_is_judged_without_being_asked() {
    let names = Names::default().with("mixed.test", &[&[OUTSIDE, INSIDE]]).with("fine.test", &[&[OUTSIDE]]);
    let client = Client::with_resolver(policy(), Box::new(names)).unwrap();
    assert_eq!(client.check("http://fine.test/a").await, Ok(()));
    let not_allowed = Failure::NotAllowed("mixed.test".to_owned());
    assert_eq!(client.check("http://mixed.test/").await, Err(not_allowed));
    assert!(matches!(client.check("http://10.0.0.1/").await, Err(Failure::NotAllowed(_))));
    assert!(matches!(client.check("http://gone.test/").await, Err(Failure::NoSuchName(_))));
    assert_eq!(client.check("ftp://fine.test/").await, Err(Failure::NotHttp));
}
