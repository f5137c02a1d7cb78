//! Somebody tries passwords out.

use std::net::SocketAddr;

use axum::{body::Body, extract::ConnectInfo, http::Request};

use super::*;

/// One try from a network, in a browser that may be a known one; answers the status.
async fn try_from(t: &TestApp, ip: &str, browser: Option<&str>, email: &str, password: &str) -> u16 {
    let peer: SocketAddr = format!("{ip}:4000").parse().unwrap();
    let mut request = Request::post("/api/auth/sign-in")
        .header("content-type", "application/json")
        .extension(ConnectInfo(peer));
    if let Some(browser) = browser {
        request = request.header("cookie", format!("letterpress_device={browser}"));
    }
    let body = json!({ "email": email, "password": password }).to_string();
    t.send(request.body(Body::from(body)).unwrap()).await.status.as_u16()
}

/// What a browser is given to be known by.
fn device(answer: &TestAnswer) -> String {
    let mut cookies = answer.headers.get_all("set-cookie").iter().map(|set| set.to_str().unwrap());
    let set = cookies.find_map(|set| set.strip_prefix("letterpress_device=")).unwrap();
    assert!(set.ends_with("; Max-Age=31536000; Path=/api/auth; HttpOnly; SameSite=Strict"), "{set}");
    set.split(';').next().unwrap().to_owned()
}

database::both_engines!(who_guesses_does_not_keep_the_author_out, engine => {
    let t = TestApp::new(engine).await;
    let answer = sign_up(&t, "ada@example.com").await;
    let (known, session) = (device(&answer), token(&answer.json()));
    let other = device(&sign_up(&t, "eve@example.com").await);
    for here in ["203.0.113.7", "127.0.0.1"] {
        let guess = async || try_from(&t, here, None, "ada@example.com", "wrong horse battery").await;
        for _ in 0..10 {
            assert_eq!(guess().await, 401);
        }
        assert_eq!(guess().await, 429);
        let right = async |ip: &str, browser: Option<&str>| try_from(&t, ip, browser, "ada@example.com", PASSWORD).await;
        assert_eq!(right("198.51.100.1", None).await, 200, "from elsewhere");
        // From the same network, as behind a proxy: the browser tells.
        assert_eq!(right(here, None).await, 429);
        assert_eq!(right(here, Some(&known)).await, 200);
        let forged = format!("{known}x");
        for browser in [other.as_str(), forged.as_str(), "x.y", ".", "x"] {
            assert_eq!(right(here, Some(browser)).await, 429, "{browser}");
        }
    }
    // Who is signed in is not held up either.
    let body = json!({ "password": PASSWORD });
    t.call(Some(&session), "POST", "/api/me/totp", Some(body)).await.expect(200);
});

database::both_engines!(a_known_browser_has_tries_that_end_too, engine => {
    let t = TestApp::new(engine).await;
    let known = device(&sign_up(&t, "ada@example.com").await);
    let guess = async || try_from(&t, "203.0.113.7", Some(&known), "ada@example.com", "wrong horse battery").await;
    for _ in 0..10 {
        assert_eq!(guess().await, 401);
    }
    assert_eq!(guess().await, 429);
});

database::both_engines!(a_new_password_makes_strangers_of_all_browsers, engine => {
    let t = TestApp::new(engine).await;
    let answer = sign_up(&t, "ada@example.com").await;
    let old = device(&answer);
    let body = json!({ "current_password": PASSWORD, "new_password": "another horse battery" });
    t.call(Some(&token(&answer.json())), "POST", "/api/me/password", Some(body)).await.expect(204);
    let right = async |browser: Option<&str>| try_from(&t, "127.0.0.1", browser, "ada@example.com", "another horse battery").await;
    for _ in 0..10 {
        assert_eq!(right(None).await, 200);
    }
    assert_eq!(right(Some(&old)).await, 429);
});
