use axum::{body::Body, http::Request};

use super::*;
use crate::clock::{DAY, SECOND};

async fn post(t: &TestApp, path: &str, cookie: &str, site: Option<&str>) -> TestAnswer {
    let mut request = Request::post(path).header("cookie", format!("letterpress_refresh={cookie}"));
    if let Some(site) = site {
        request = request.header("sec-fetch-site", site);
    }
    t.send(request.body(Body::empty()).unwrap()).await
}

async fn refresh(t: &TestApp, cookie: &str) -> TestAnswer {
    post(t, "/api/auth/refresh", cookie, None).await
}

database::both_engines!(a_refresh_token_is_replaced_on_each_use, engine => {
    let t = TestApp::new(engine).await;
    let first = sign_up(&t, "ada@example.com").await;
    t.clock.advance(DAY);
    let second = refresh(&t, &cookie(&first)).await;
    let session = second.expect(200);
    assert_eq!(session["author"], first.json()["author"]);
    assert_ne!(cookie(&second), cookie(&first));
    t.call(Some(&token(&session)), "GET", "/api/me", None).await.expect(200);
    t.clock.advance(DAY);
    refresh(&t, &cookie(&second)).await.expect(200);
});

database::both_engines!(a_used_token_that_comes_back_ends_its_family_only, engine => {
    let t = TestApp::new(engine).await;
    let first = cookie(&sign_up(&t, "ada@example.com").await);
    let elsewhere = cookie(&sign_in(&t, "ada@example.com", PASSWORD).await);
    let second = cookie(&refresh(&t, &first).await);
    t.clock.advance(11 * SECOND);
    let refused = refresh(&t, &first).await;
    refused.expect(401);
    assert!(refused.header("set-cookie").unwrap().contains("Max-Age=0"));
    refresh(&t, &second).await.expect(401);
    refresh(&t, &elsewhere).await.expect(200);
});

database::both_engines!(a_lost_answer_signs_nobody_out, engine => {
    let t = TestApp::new(engine).await;
    let first = cookie(&sign_up(&t, "ada@example.com").await);
    let lost = cookie(&refresh(&t, &first).await);
    t.clock.advance(10 * SECOND);
    let second = cookie(&refresh(&t, &first).await);
    assert_ne!(lost, second);
    t.clock.advance(DAY);
    let third = cookie(&refresh(&t, &second).await);
    // It is the same family still: the first token ends all of it.
    refresh(&t, &first).await.expect(401);
    refresh(&t, &third).await.expect(401);
    refresh(&t, &lost).await.expect(401);
});

database::both_engines!(two_tabs_may_refresh_at_once, engine => {
    let t = TestApp::new(engine).await;
    let first = cookie(&sign_up(&t, "ada@example.com").await);
    let (a, b) = tokio::join!(refresh(&t, &first), refresh(&t, &first));
    a.expect(200);
    b.expect(200);
    t.clock.advance(DAY);
    refresh(&t, &cookie(&a)).await.expect(200);
    refresh(&t, &cookie(&b)).await.expect(200);
});

database::both_engines!(a_session_lasts_thirty_days_after_its_last_use, engine => {
    let t = TestApp::new(engine).await;
    let first = cookie(&sign_up(&t, "ada@example.com").await);
    t.clock.advance(30 * DAY - SECOND);
    let second = cookie(&refresh(&t, &first).await);
    t.clock.advance(30 * DAY);
    refresh(&t, &second).await.expect(401);
});

database::both_engines!(signing_out_ends_the_family, engine => {
    let t = TestApp::new(engine).await;
    let first = cookie(&sign_up(&t, "ada@example.com").await);
    let second = cookie(&refresh(&t, &first).await);
    let out = post(&t, "/api/auth/sign-out", &second, Some("same-origin")).await;
    out.expect(204);
    assert!(out.header("set-cookie").unwrap().starts_with("letterpress_refresh=; Max-Age=0; Path=/api/auth"));
    refresh(&t, &second).await.expect(401);
    refresh(&t, &first).await.expect(401);
    t.call(None, "POST", "/api/auth/sign-out", None).await.expect(204);
});

database::both_engines!(another_site_can_neither_refresh_nor_sign_out, engine => {
    let t = TestApp::new(engine).await;
    let first = cookie(&sign_up(&t, "ada@example.com").await);
    post(&t, "/api/auth/refresh", &first, Some("cross-site")).await.expect(403);
    post(&t, "/api/auth/sign-out", &first, Some("cross-site")).await.expect(403);
    post(&t, "/api/auth/refresh", &first, Some("same-origin")).await.expect(200);
});

database::both_engines!(no_cookie_and_a_made_up_one_are_refused, engine => {
    let t = TestApp::new(engine).await;
    t.call(None, "POST", "/api/auth/refresh", None).await.expect(401);
    refresh(&t, "made-up").await.expect(401);
    refresh(&t, "").await.expect(401);
});

database::both_engines!(the_cookie_is_kept_from_scripts_and_other_sites, engine => {
    let t = TestApp::new(engine).await;
    let set = sign_up(&t, "ada@example.com").await.header("set-cookie").unwrap().to_owned();
    assert!(set.ends_with("; Max-Age=2592000; Path=/api/auth; HttpOnly; SameSite=Strict"), "{set}");
    assert!(cookie(&sign_in(&t, "ada@example.com", PASSWORD).await).len() >= 43, "256 bits");
    let t = TestApp::with(engine, |s| s.public_url = "https://letters.example.com".into()).await;
    let set = sign_up(&t, "ada@example.com").await.header("set-cookie").unwrap().to_owned();
    assert!(set.ends_with("; HttpOnly; SameSite=Strict; Secure"), "{set}");
});

database::both_engines!(tokens_are_kept_hashed, engine => {
    let t = TestApp::new(engine).await;
    let value = cookie(&sign_up(&t, "ada@example.com").await);
    let mut tx = t.app.db.read().await.unwrap();
    let kept: Vec<u8> = database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT token_hash FROM refresh_tokens")
        .fetch_one(conn).await.unwrap());
    assert_eq!(kept, crate::secrets::sha256(value.as_bytes()));
});
