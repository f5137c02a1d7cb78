//! A browser that signs in at a hosted provider: there, back, on and out.

use axum::{body::Body, http::Request};
use database::on_engine;
use form_urlencoded::parse;

use super::{
    oidc::{Key, Provider},
    *,
};
use crate::{
    AdminClaim, Hidden,
    clock::{HOUR, MINUTE, SECOND},
    testing::START,
};

/// Cookies by name, with the path that they are for.
#[derive(Clone, Default)]
struct Browser(std::collections::BTreeMap<String, (String, String)>);

impl Browser {
    async fn send(&mut self, t: &TestApp, method: &str, uri: &str) -> TestAnswer {
        let path = uri.split('?').next().unwrap();
        let cookies: Vec<String> = self
            .0
            .iter()
            .filter(|(_, (_, below))| path.starts_with(below.as_str()))
            .map(|(name, (value, _))| format!("{name}={value}"))
            .collect();
        let request = Request::builder().method(method).uri(uri).header("cookie", cookies.join("; "));
        let answer = t.send(request.body(Body::empty()).unwrap()).await;
        for set in answer.headers.get_all("set-cookie") {
            let set = set.to_str().unwrap();
            let (name, rest) = set.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            let path = rest.split_once("Path=").unwrap().1.split(';').next().unwrap();
            assert!(set.contains("HttpOnly"), "{set}");
            if value.is_empty() {
                self.0.remove(name);
            } else {
                self.0.insert(name.into(), (value.into(), path.into()));
            }
        }
        answer
    }

    async fn refresh(&mut self, t: &TestApp) -> TestAnswer {
        self.send(t, "POST", "/api/auth/refresh").await
    }

    /// To the provider; answers the parameters of the request there.
    async fn start(&mut self, t: &TestApp, return_to: &str) -> std::collections::BTreeMap<String, String> {
        let answer = self.send(t, "GET", &format!("/auth/start?return_to={return_to}")).await;
        assert_eq!(answer.status, 302, "{}", answer.text());
        let location = answer.header("location").unwrap().to_owned();
        parse(location.split_once('?').unwrap().1.as_bytes()).into_owned().collect()
    }
}

fn location(answer: &TestAnswer) -> String {
    assert_eq!(answer.status, 302, "{}", answer.text());
    answer.header("location").unwrap().to_owned()
}

/// The sentence that the dashboard shows, if the answer is one of failure.
fn refusal(answer: &TestAnswer) -> Option<String> {
    let location = location(answer);
    let query = location.strip_prefix("http://127.0.0.1:8080/?")?;
    parse(query.as_bytes()).find(|(name, _)| name == "sign_in_error").map(|(_, text)| text.into_owned())
}

struct World {
    t: TestApp,
    provider: Provider,
    key: Key,
}

impl World {
    async fn new(engine: database::Engine, change: impl FnOnce(&mut crate::OidcClient)) -> Self {
        let key = Key::new("k1");
        let provider = Provider::start(&[&key]).await;
        let mut client = provider.client();
        change(&mut client);
        let t = provider.app_with(engine, client).await;
        Self { t, provider, key }
    }

    fn seconds(&self, minutes: i64) -> i64 {
        (self.t.app.now().0 + minutes * MINUTE) / 1000
    }

    /// An access token for half an hour.
    fn access(&self) -> String {
        self.key.sign(
            &self
                .provider
                .claims("u1", json!({ "exp": self.seconds(30), "jti": crate::secrets::random_token(64) })),
        )
    }

    fn id_claims(&self, nonce: &str) -> Value {
        json!({ "iss": self.provider.url(), "aud": "web", "sub": "u1", "nonce": nonce, "exp": self.seconds(60), "iat": self.seconds(0),
                "email": "ada@example.com", "email_verified": true, "name": "Ada" })
    }

    fn grant(&self, code: &str, challenge: &str, tokens: Value) {
        self.provider.0.grants.lock().unwrap().codes.insert(code.into(), (challenge.into(), tokens));
    }

    fn renewable(&self, refresh_token: &str, tokens: Value) {
        self.provider.0.grants.lock().unwrap().refresh.insert(refresh_token.into(), tokens);
    }

    fn asked(&self) -> usize {
        self.provider.0.grants.lock().unwrap().asked.len()
    }

    /// The whole way, with these changes to the ID token's claims and to the tokens.
    async fn sign_in(&self, browser: &mut Browser, claims: Value, tokens: Value) -> TestAnswer {
        let asked = browser.start(&self.t, "/campaigns").await;
        let mut id = self.id_claims(&asked["nonce"]);
        for (name, value) in claims.as_object().unwrap() {
            id[name] = value.clone();
        }
        let mut given =
            json!({ "access_token": self.access(), "id_token": self.key.sign(&id), "refresh_token": "r1" });
        for (name, value) in tokens.as_object().unwrap() {
            given[name] = value.clone();
        }
        self.grant("c", &asked["code_challenge"], given);
        browser.send(&self.t, "GET", &format!("/auth/callback?code=c&state={}", asked["state"])).await
    }

    async fn signed_in(&self) -> (Browser, Value) {
        let mut browser = Browser::default();
        let answer = self.sign_in(&mut browser, json!({}), json!({})).await;
        assert_eq!(refusal(&answer), None);
        let session = browser.refresh(&self.t).await.expect(200);
        (browser, session)
    }

    async fn me(&self, token: &str) -> TestAnswer {
        self.t.call(Some(token), "GET", "/api/me", None).await
    }
}

database::both_engines!(a_browser_signs_in_and_has_a_session, engine => {
    let w = World::new(engine, |_| {}).await;
    let mut browser = Browser::default();
    let asked = browser.start(&w.t, "/campaigns/7").await;
    for (name, value) in [
        ("tenant", "1"), ("response_type", "code"), ("client_id", "web"), ("scope", "openid email offline_access"),
        ("redirect_uri", "http://127.0.0.1:8080/auth/callback"), ("code_challenge_method", "S256"),
    ] {
        assert_eq!(asked.get(name).map(String::as_str), Some(value), "{name}");
    }
    let access = w.access();
    w.grant("c", &asked["code_challenge"], json!({
        "access_token": access, "id_token": w.key.sign(&w.id_claims(&asked["nonce"])), "refresh_token": "hush",
    }));
    let answer = browser.send(&w.t, "GET", &format!("/auth/callback?code=c&state={}", asked["state"])).await;
    assert_eq!(location(&answer), "http://127.0.0.1:8080/campaigns/7");
    let session = browser.refresh(&w.t).await.expect(200);
    assert_eq!((&session["access_token"], &session["expires_in"]), (&json!(access), &json!(1800)));
    assert_eq!((&session["author"]["email"], &session["author"]["email_verified"]), (&json!("ada@example.com"), &json!(true)));
    w.me(&access).await.expect(200);
    let list = w.t.call(Some(&access), "GET", "/api/me/sessions", None).await.expect(200);
    assert_eq!((&list[0]["method"], &list[0]["current"]), (&json!("hosted"), &json!(true)));
    assert_eq!(w.asked(), 1, "the token is good still: nobody was asked for another");
    let kept: Vec<u8> = database::on_engine!(&mut w.t.app.db.read().await.unwrap(), conn =>
        sqlx::query_scalar("SELECT provider FROM sessions").fetch_one(conn).await.unwrap());
    assert!(!kept.windows(4).any(|part| part == b"hush"));
});

database::both_engines!(a_confidential_client_shows_its_secret, engine => {
    let w = World::new(engine, |client| client.client_secret = Some(Hidden("a b:c".into()))).await;
    w.signed_in().await;
    let (body, authorization) = w.provider.0.grants.lock().unwrap().asked[0].clone();
    assert_eq!(authorization.as_deref(), Some("Basic d2ViOmErYiUzQWM="));
    assert!(!body.contains("client_secret"));
});

// What somebody may try who wants into another's account, or another into theirs.
database::both_engines!(stale_and_forged_answers_open_nothing, engine => {
    let w = World::new(engine, |_| {}).await;
    let other = Key::new("k1");
    let now = START.0 / 1000;
    for changes in [
        json!({ "nonce": "other" }), json!({ "nonce": null }), json!({ "aud": "other" }), json!({ "aud": ["web", "x"] }),
        json!({ "aud": ["web", "x"], "azp": "x" }), json!({ "azp": "x" }), json!({ "iss": "https://evil.example" }),
        json!({ "exp": now - 31 }), json!({ "sub": null }),
    ] {
        let mut browser = Browser::default();
        let answer = w.sign_in(&mut browser, changes.clone(), json!({})).await;
        assert!(refusal(&answer).is_some(), "{changes}");
        assert!(browser.0.is_empty(), "{changes}");
    }
    let fine = json!({ "aud": ["web", "x"], "azp": "web" });
    assert_eq!(refusal(&w.sign_in(&mut Browser::default(), fine, json!({})).await), None, "the control");
    for tokens in [
        json!({ "id_token": null }), json!({ "id_token": "x.y.z" }), json!({ "id_token": other.sign(&w.id_claims("n")) }),
        json!({ "id_token": w.access() }),
    ] {
        let answer = w.sign_in(&mut Browser::default(), json!({}), tokens.clone()).await;
        assert!(refusal(&answer).is_some(), "{tokens}");
    }
});

database::both_engines!(an_answer_belongs_to_the_browser_that_asked, engine => {
    let w = World::new(engine, |_| {}).await;
    let mut browser = Browser::default();
    let asked = browser.start(&w.t, "/").await;
    let grant = || w.grant("c", &asked["code_challenge"], json!({
        "access_token": w.access(), "id_token": w.key.sign(&w.id_claims(&asked["nonce"])),
    }));
    grant();
    let uri = format!("/auth/callback?code=c&state={}", asked["state"]);
    assert!(refusal(&Browser::default().send(&w.t, "GET", &uri).await).is_some(), "another browser");
    assert!(refusal(&browser.clone().send(&w.t, "GET", "/auth/callback?code=c&state=x").await).is_some());
    assert!(refusal(&browser.clone().send(&w.t, "GET", "/auth/callback?code=c").await).is_some());
    let from_another = format!("{uri}&iss=https%3A%2F%2Fevil.example");
    assert!(refusal(&browser.clone().send(&w.t, "GET", &from_another).await).is_some(), "RFC 9207");
    let cancelled = format!("/auth/callback?error=access_denied&state={}", asked["state"]);
    assert_eq!(refusal(&browser.clone().send(&w.t, "GET", &cancelled).await).unwrap(), "The sign-in was cancelled.");
    let mut late = browser.clone();
    let used = browser.clone();
    assert_eq!(refusal(&browser.send(&w.t, "GET", &format!("{uri}&iss={}", w.provider.url())).await), None);
    assert!(refusal(&used.clone().send(&w.t, "GET", &uri).await).unwrap().contains("used already"), "the code is gone");
    w.t.clock.advance(15 * MINUTE);
    grant();
    assert!(refusal(&late.send(&w.t, "GET", &uri).await).is_some(), "too late");
});

database::both_engines!(a_browser_returns_to_this_site_alone, engine => {
    let w = World::new(engine, |_| {}).await;
    let mut browser = Browser::default();
    let asked = browser.start(&w.t, "https%3A%2F%2Fevil.example").await;
    w.grant("c", &asked["code_challenge"], json!({
        "access_token": w.access(), "id_token": w.key.sign(&w.id_claims(&asked["nonce"])),
    }));
    let answer = browser.send(&w.t, "GET", &format!("/auth/callback?code=c&state={}", asked["state"])).await;
    assert_eq!(location(&answer), "http://127.0.0.1:8080/");
});

database::both_engines!(an_access_token_that_nobody_can_read_gives_way_to_the_id_token, engine => {
    let w = World::new(engine, |client| client.audience = None).await;
    let mut browser = Browser::default();
    w.sign_in(&mut browser, json!({}), json!({ "access_token": "opaque" })).await;
    let bearer = token(&browser.refresh(&w.t).await.expect(200));
    w.me(&bearer).await.expect(200);
    browser.send(&w.t, "POST", "/api/auth/sign-out").await.expect(204);
    w.me(&bearer).await.expect(401);
});

database::both_engines!(an_id_token_is_a_bearer_only_within_its_session, engine => {
    let w = World::new(engine, |_| {}).await;
    let mut browser = Browser::default();
    w.sign_in(&mut browser, json!({}), json!({ "access_token": "opaque" })).await;
    let bearer = token(&browser.refresh(&w.t).await.expect(200));
    w.me(&bearer).await.expect(200);
    let stolen = w.key.sign(&w.id_claims("another application's"));
    w.me(&stolen).await.expect(401);
});

database::both_engines!(tokens_are_renewed_once_however_many_tabs_ask, engine => {
    let w = World::new(engine, |_| {}).await;
    let (browser, session) = w.signed_in().await;
    w.t.clock.advance(30 * MINUTE);
    w.me(&token(&session)).await.expect(200);
    w.t.clock.advance(30 * SECOND);
    w.me(&token(&session)).await.expect(401);
    w.renewable("r1", json!({ "access_token": w.access(), "refresh_token": "r2" }));
    let (mut one, mut two) = (browser.clone(), browser.clone());
    let (a, b) = tokio::join!(one.refresh(&w.t), two.refresh(&w.t));
    let (a, b) = (token(&a.expect(200)), token(&b.expect(200)));
    assert_eq!(a, b);
    assert_eq!(w.asked(), 2);
    w.me(&a).await.expect(200);
    w.t.clock.advance(HOUR);
    w.renewable("r2", json!({ "access_token": w.access() }));
    one.refresh(&w.t).await.expect(200);
});

database::both_engines!(a_tab_that_comes_as_another_is_done_renews_nothing, engine => {
    let w = World::new(engine, |_| {}).await;
    let (mut browser, _) = w.signed_in().await;
    let mut late = browser.clone();
    let kept = async || -> Vec<u8> {
        let mut tx = w.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT provider FROM sessions").fetch_one(conn).await)
            .unwrap()
    };
    let keep = async |tx: &mut database::Tx, sealed: &[u8]| {
        on_engine!(tx, conn => sqlx::query("UPDATE sessions SET provider = $1")
            .bind(sealed).execute(conn).await.map(drop))
        .unwrap();
    };
    let before = kept().await;
    w.t.clock.advance(HOUR);
    w.renewable("r1", json!({ "access_token": w.access(), "refresh_token": "r2" }));
    let renewed = token(&browser.refresh(&w.t).await.expect(200));
    let after = kept().await;
    let mut tx = w.t.app.db.begin().await.unwrap();
    keep(&mut tx, &before).await;
    tx.commit().await.unwrap();

    let mut tx = w.t.app.db.begin().await.unwrap();
    keep(&mut tx, &after).await;
    let over = std::cell::Cell::new(false);
    let answer = async {
        let answer = late.refresh(&w.t).await;
        over.set(true);
        answer
    };
    let done = async {
        // SQLite lets no second writer begin.
        let may_wait = matches!(tx, database::Tx::Postgres(_));
        while may_wait && !over.get() && !database::testing::is_waited_for(&mut tx).await {}
        tx.commit().await.unwrap();
    };
    let (answer, ()) = tokio::join!(answer, done);
    assert_eq!(token(&answer.expect(200)), renewed);
    assert_eq!(w.asked(), 2, "the sign-in and one renewal");
});

database::both_engines!(a_browser_that_goes_away_loses_no_renewed_token, engine => {
    let w = World::new(engine, |_| {}).await;
    let (browser, _) = w.signed_in().await;
    w.t.clock.advance(HOUR);
    w.renewable("r1", json!({ "access_token": w.access(), "refresh_token": "r2" }));
    let mut leaving = browser.clone();
    {
        let mut call = std::pin::pin!(leaving.refresh(&w.t));
        // Gone as soon as the provider was asked.
        while w.asked() < 2 {
            tokio::select! {
                biased;
                _ = &mut call => break,
                () = tokio::task::yield_now() => {}
            }
        }
    }
    settled(&w.t).await;
    browser.clone().refresh(&w.t).await.expect(200);
    assert_eq!(w.asked(), 2, "the provider is not asked for the same again");
});

database::both_engines!(a_deleted_account_is_not_made_again_by_its_last_token, engine => {
    let w = World::new(engine, |_| {}).await;
    let (_, session) = w.signed_in().await;
    let bearer = token(&session);
    let email = w.me(&bearer).await.expect(200)["email"].clone();
    w.t.call(Some(&bearer), "DELETE", "/api/me", Some(json!({ "confirm": email }))).await.expect(204);
    w.me(&bearer).await.expect(401);
    while crate::deletions::remove_some(&w.t.app).await.unwrap() {}
    w.me(&bearer).await.expect(401);
    // Whoever signs in anew begins anew.
    let (_, session) = w.signed_in().await;
    w.me(&token(&session)).await.expect(200);
});

database::both_engines!(an_account_is_deleted_soon_after_a_sign_in_at_the_provider, engine => {
    let w = World::new(engine, |_| {}).await;
    let delete = async |bearer: &str| {
        w.t.call(Some(bearer), "DELETE", "/api/me", Some(json!({ "confirm": "ada@example.com" }))).await
    };
    let refused = async |bearer: &str| {
        assert_eq!(delete(bearer).await.expect(403)["type"], "urn:letterpress:sign-in-again");
    };
    let (mut browser, session) = w.signed_in().await;
    w.t.clock.advance(10 * MINUTE + 1);
    refused(&token(&session)).await;
    // The provider knew the person still and asked nothing.
    w.sign_in(&mut browser, json!({ "auth_time": w.seconds(-11) }), json!({})).await;
    refused(&token(&browser.refresh(&w.t).await.expect(200))).await;
    // A token of another program's tells nothing.
    refused(&w.access()).await;
    let url = location(&browser.send(&w.t, "GET", "/auth/start?return_to=/settings&again=true").await);
    assert!(url.ends_with("&prompt=login&max_age=0"), "{url}");
    assert!(!location(&browser.send(&w.t, "GET", "/auth/start").await).contains("prompt"));
    w.sign_in(&mut browser, json!({ "auth_time": w.seconds(0) }), json!({})).await;
    delete(&token(&browser.refresh(&w.t).await.expect(200))).await.expect(204);
});

database::both_engines!(another_site_takes_no_session_away, engine => {
    let w = World::new(engine, |_| {}).await;
    let answer = w.t.call(None, "GET", "/auth/sign-out", None).await;
    assert_eq!((answer.status.as_u16(), answer.header("set-cookie")), (302, None));
});

database::both_engines!(a_provider_that_is_down_signs_nobody_out, engine => {
    let w = World::new(engine, |_| {}).await;
    let (mut browser, session) = w.signed_in().await;
    w.provider.down(true);
    w.t.clock.advance(20 * MINUTE);
    w.me(&token(&session)).await.expect(200);
    assert_eq!(browser.refresh(&w.t).await.expect(200)["expires_in"], 600, "from what is known");
    for _ in 0..3 {
        w.t.clock.advance(10 * MINUTE);
        let answer = browser.refresh(&w.t).await;
        answer.expect(503);
        assert!(answer.header("retry-after").is_some());
    }
    w.provider.down(false);
    w.renewable("r1", json!({ "access_token": w.access() }));
    w.me(&token(&browser.refresh(&w.t).await.expect(200))).await.expect(200);
});

database::both_engines!(a_refused_refresh_token_ends_the_session, engine => {
    let w = World::new(engine, |_| {}).await;
    let (mut browser, _) = w.signed_in().await;
    w.t.clock.advance(HOUR);
    let before = browser.clone();
    browser.refresh(&w.t).await.expect(401);
    assert!(browser.0.is_empty(), "forgotten");
    w.renewable("r1", json!({ "access_token": w.access() }));
    before.clone().refresh(&w.t).await.expect(401);
});

database::both_engines!(a_session_renewed_for_somebody_else_ends, engine => {
    let w = World::new(engine, |_| {}).await;
    let (mut browser, _) = w.signed_in().await;
    w.t.clock.advance(HOUR);
    let mut id = w.id_claims("x");
    id["sub"] = json!("u2");
    w.renewable("r1", json!({ "access_token": w.access(), "id_token": w.key.sign(&id) }));
    browser.refresh(&w.t).await.expect(401);
});

database::both_engines!(an_ended_session_takes_its_bearer_with_it, engine => {
    let w = World::new(engine, |_| {}).await;
    let (_, first) = w.signed_in().await;
    let (mut second_browser, second) = w.signed_in().await;
    let list = w.t.call(Some(&token(&first)), "GET", "/api/me/sessions", None).await.expect(200);
    let id = list.as_array().unwrap().iter().find(|s| s["current"] == false).unwrap()["id"].clone();
    w.t.call(Some(&token(&first)), "DELETE", &format!("/api/me/sessions/{id}"), None).await.expect(204);
    w.me(&token(&second)).await.expect(401);
    second_browser.refresh(&w.t).await.expect(401);
    w.me(&token(&first)).await.expect(200);
});

database::both_engines!(signing_out_ends_the_session_here_and_there, engine => {
    let w = World::new(engine, |_| {}).await;
    let (mut browser, session) = w.signed_in().await;
    let kept = browser.clone();
    let url = location(&browser.send(&w.t, "GET", "/auth/sign-out").await);
    let query = url.strip_prefix(&format!("{}/end?", w.provider.url())).unwrap();
    let told: std::collections::BTreeMap<String, String> = parse(query.as_bytes()).into_owned().collect();
    assert_eq!((told["client_id"].as_str(), told["post_logout_redirect_uri"].as_str()), ("web", "http://127.0.0.1:8080/"));
    let guide = include_str!("../../../../../docs/guide/sign-in-providers.md");
    let registered = guide.lines().find(|line| line.starts_with("| URL after signing out |")).unwrap();
    let path = told["post_logout_redirect_uri"].strip_prefix("http://127.0.0.1:8080").unwrap();
    assert!(registered.contains(&format!("`https://news.example.com{path}`")), "{registered}");
    assert!(told["id_token_hint"].split('.').count() == 3);
    assert!(browser.0.is_empty());
    w.me(&token(&session)).await.expect(401);
    kept.clone().refresh(&w.t).await.expect(401);
    assert_eq!(location(&kept.clone().send(&w.t, "GET", "/auth/sign-out").await), "http://127.0.0.1:8080/");
});

database::both_engines!(the_role_follows_the_claim_up_and_down, engine => {
    let claim = AdminClaim { path: "realm_access.roles".into(), value: "boss".into() };
    let w = World::new(engine, |client| client.admin_claim = Some(claim)).await;
    let role = async |claims: Value, info: Value| {
        *w.provider.0.userinfo.lock().unwrap() = info;
        let mut browser = Browser::default();
        let answer = w.sign_in(&mut browser, claims, json!({})).await;
        assert_eq!(refusal(&answer), None);
        browser.refresh(&w.t).await.expect(200)["author"]["role"].as_str().unwrap().to_owned()
    };
    let none = json!({ "sub": "u1" });
    assert_eq!(role(json!({}), none.clone()).await, "author");
    assert_eq!(role(json!({ "realm_access": { "roles": ["boss"] } }), none.clone()).await, "admin");
    assert_eq!(role(json!({}), none.clone()).await, "author");
    assert_eq!(role(json!({}), json!({ "sub": "u1", "realm_access": { "roles": ["boss"] } })).await, "admin");
    assert_eq!(role(json!({}), json!({ "sub": "u2", "realm_access": { "roles": ["boss"] } })).await, "author");
    let root = json!({ "sub": "root", "email": "root@example.com", "email_verified": true });
    assert_eq!(role(root, json!({ "sub": "root" })).await, "admin", "named by the operator");
});

database::both_engines!(a_changed_address_is_followed_once_it_is_verified, engine => {
    let w = World::new(engine, |_| {}).await;
    let email = async |claims: Value| {
        *w.provider.0.userinfo.lock().unwrap() = json!({ "sub": "nobody" });
        let mut browser = Browser::default();
        w.sign_in(&mut browser, claims, json!({})).await;
        browser.refresh(&w.t).await.expect(200)["author"]["email"].as_str().unwrap().to_owned()
    };
    assert_eq!(email(json!({})).await, "ada@example.com");
    assert_eq!(email(json!({ "email": "new@example.com", "email_verified": false })).await, "ada@example.com");
    assert_eq!(email(json!({ "email": "new@example.com", "email_verified": "true" })).await, "new@example.com");
    assert_eq!(email(json!({ "sub": "u2", "email": "eve@example.com" })).await, "eve@example.com");
    assert_eq!(email(json!({ "email": "eve@example.com" })).await, "new@example.com", "another account has it");
});

database::both_engines!(with_the_built_in_provider_the_pages_are_not_there, engine => {
    let t = TestApp::new(engine).await;
    for path in ["/auth/start", "/auth/callback?state=x", "/auth/sign-out", "/auth", "/auth/other"] {
        t.call(None, "GET", path, None).await.expect(404);
    }
});
