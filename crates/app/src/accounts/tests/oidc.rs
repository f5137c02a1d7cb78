//! Against a provider that runs in the test: discovery, keys that change, a provider that is down.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use database::Engine;
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};

use super::*;
use crate::{
    Auth, AuthorId, OidcClient,
    clock::{HOUR, SECOND},
    testing::START,
};

pub struct Key {
    kid: String,
    private: EncodingKey,
    jwk: Value,
}

impl Key {
    pub fn new(kid: &str) -> Self {
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &aws_lc_rs::rand::SystemRandom::new(),
        );
        let key = EncodingKey::from_ec_der(pkcs8.unwrap().as_ref());
        let mut jwk = Jwk::from_encoding_key(&key, Algorithm::ES256).unwrap();
        jwk.common.key_id = Some(kid.into());
        Self { kid: kid.into(), jwk: serde_json::to_value(jwk).unwrap(), private: key }
    }

    pub fn sign(&self, claims: &Value) -> String {
        let header = Header { kid: Some(self.kid.clone()), ..Header::new(Algorithm::ES256) };
        jsonwebtoken::encode(&header, claims, &self.private).unwrap()
    }
}

#[derive(Default)]
pub struct Answers {
    url: Mutex<String>,
    keys: Mutex<Vec<Value>>,
    down: Mutex<bool>,
    pub userinfo: Mutex<Value>,
    asked: AtomicUsize,
    pub grants: Mutex<Grants>,
}

/// What the provider gives for codes and refresh tokens.
#[derive(Default)]
pub struct Grants {
    /// Per code: the challenge of its request, and what it is exchanged for.
    pub codes: HashMap<String, (String, Value)>,
    /// Good once, as with providers that rotate them.
    pub refresh: HashMap<String, Value>,
    /// Bodies and Authorization headers of requests to the token endpoint.
    pub asked: Vec<(String, Option<String>)>,
}

#[derive(Clone)]
pub struct Provider(pub Arc<Answers>);

impl Provider {
    pub async fn start(keys: &[&Key]) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let provider = Self(Arc::default());
        *provider.0.url.lock().unwrap() = format!("http://{}", listener.local_addr().unwrap());
        provider.publish(keys);
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route(
                "/keys",
                get(async |State(p): State<Self>| axum::Json(json!({ "keys": *p.0.keys.lock().unwrap() }))),
            )
            .route("/userinfo", get(userinfo))
            .route("/token", post(exchange))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    pub fn url(&self) -> String {
        self.0.url.lock().unwrap().clone()
    }

    fn publish(&self, keys: &[&Key]) {
        let mut set: Vec<Value> = keys.iter().map(|key| key.jwk.clone()).collect();
        // A kind that nobody knows yet beside them.
        set.insert(0, json!({ "kty": "NEW", "kid": "future" }));
        *self.0.keys.lock().unwrap() = set;
    }

    fn asked(&self) -> usize {
        self.0.asked.load(Ordering::SeqCst)
    }

    pub fn down(&self, down: bool) {
        *self.0.down.lock().unwrap() = down;
    }

    pub fn is_down(&self) -> bool {
        *self.0.down.lock().unwrap()
    }

    pub fn claims(&self, subject: &str, more: Value) -> Value {
        let mut claims =
            json!({ "iss": self.url(), "aud": "api", "sub": subject, "exp": START.0 / 1000 + 10 * 86_400 });
        for (name, value) in more.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims
    }

    pub fn client(&self) -> OidcClient {
        OidcClient {
            issuer: self.url(),
            client_id: "web".into(),
            client_secret: None,
            audience: Some("api".into()),
            scopes: "openid email offline_access".into(),
            admin_claim: None,
        }
    }

    async fn app(&self, engine: Engine) -> TestApp {
        self.app_with(engine, self.client()).await
    }

    pub async fn app_with(&self, engine: Engine, client: OidcClient) -> TestApp {
        TestApp::with(engine, |settings| {
            settings.auth = Auth::Oidc(client);
            settings.admins = vec!["root@example.com".into()];
        })
        .await
    }
}

async fn discovery(State(p): State<Provider>) -> Result<axum::Json<Value>, StatusCode> {
    p.0.asked.fetch_add(1, Ordering::SeqCst);
    if p.is_down() {
        return Err(StatusCode::BAD_GATEWAY);
    }
    let url = p.url();
    Ok(axum::Json(json!({
        "issuer": url, "jwks_uri": format!("{url}/keys"), "userinfo_endpoint": format!("{url}/userinfo"),
        "authorization_endpoint": format!("{url}/authorize?tenant=1"), "token_endpoint": format!("{url}/token"),
        "end_session_endpoint": format!("{url}/end"),
    })))
}

async fn userinfo(State(p): State<Provider>) -> Result<axum::Json<Value>, StatusCode> {
    if p.is_down() {
        Err(StatusCode::BAD_GATEWAY)
    } else {
        Ok(axum::Json(p.0.userinfo.lock().unwrap().clone()))
    }
}

/// RFC 6749 §4.1.3 and §6, RFC 7636 §4.6.
async fn exchange(State(p): State<Provider>, headers: HeaderMap, body: String) -> Response {
    if p.is_down() {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let form: HashMap<String, String> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let mut grants = p.0.grants.lock().unwrap();
    let authorization = headers.get("authorization").map(|v| v.to_str().unwrap().to_owned());
    grants.asked.push((body, authorization));
    let granted = match form["grant_type"].as_str() {
        "authorization_code" => grants.codes.remove(&form["code"]).and_then(|(challenge, tokens)| {
            let proof = URL_SAFE_NO_PAD.encode(crate::secrets::sha256(form["code_verifier"].as_bytes()));
            (proof == challenge && form["redirect_uri"] == "http://127.0.0.1:8080/auth/callback")
                .then_some(tokens)
        }),
        "refresh_token" => grants.refresh.remove(&form["refresh_token"]),
        _ => None,
    };
    match granted {
        Some(tokens) => axum::Json(tokens).into_response(),
        None => (StatusCode::BAD_REQUEST, axum::Json(json!({ "error": "invalid_grant" }))).into_response(),
    }
}

async fn me(t: &TestApp, token: &str) -> TestAnswer {
    t.call(Some(token), "GET", "/api/me", None).await
}

database::both_engines!(the_first_token_makes_the_author, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    let token = key.sign(&provider.claims("u1", json!({ "email": "Ada@example.com", "name": "Ada", "email_verified": true })));
    let author = me(&t, &token).await.expect(200);
    assert_eq!((&author["email"], &author["name"], &author["role"]), (&json!("Ada@example.com"), &json!("Ada"), &json!("author")));
    assert_eq!(me(&t, &token).await.expect(200), author);
    let later = key.sign(&provider.claims("u1", json!({})));
    assert_eq!(me(&t, &later).await.expect(200), author, "the subject is enough from then on");
    assert_eq!(provider.asked(), 1);
});

database::both_engines!(two_first_requests_make_one_author, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    let token = key.sign(&provider.claims("u1", json!({ "email": "ada@example.com" })));
    let (a, b) = tokio::join!(me(&t, &token), me(&t, &token));
    assert_eq!(a.expect(200), b.expect(200));
});

database::both_engines!(an_address_is_asked_for_when_the_token_has_none, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    let token = key.sign(&provider.claims("u1", json!({})));
    *provider.0.userinfo.lock().unwrap() = json!({ "sub": "u2", "email": "eve@example.com" });
    me(&t, &token).await.expect(403);
    *provider.0.userinfo.lock().unwrap() = json!({ "sub": "u1", "email": "ada@example.com", "name": "Ada" });
    assert_eq!(me(&t, &token).await.expect(200)["email"], "ada@example.com");
});

database::both_engines!(administrators_and_known_addresses_must_be_verified, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    crate::accounts::add_author(&t.app.with(), "old@example.com", "Old", false, None).await.unwrap();
    let token = |subject: &str, email: &str, verified: bool| {
        key.sign(&provider.claims(subject, json!({ "email": email, "email_verified": verified })))
    };
    me(&t, &token("u1", "root@example.com", false)).await.expect(403);
    assert_eq!(me(&t, &token("u1", "root@example.com", true)).await.expect(200)["role"], "admin");
    me(&t, &token("u2", "old@example.com", false)).await.expect(403);
    let old = me(&t, &token("u2", "old@example.com", true)).await.expect(200);
    assert_eq!((&old["id"], &old["name"]), (&json!(1), &json!("Old")));
    me(&t, &token("u3", "old@example.com", true)).await.expect(403);
});

database::both_engines!(an_account_that_anybody_could_have_made_loses_its_keys_when_it_is_linked, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    crate::accounts::add_author(&t.app.with(), "old@example.com", "Old", false, Some("correct horse battery".into())).await.unwrap();
    let before = crate::accounts::create_api_key(&t.app, AuthorId::new(1), "before").await.unwrap();
    let hook = t.call(Some(&before), "POST", "/api/webhooks", Some(json!({ "url": "http://127.0.0.1:8900/" }))).await.expect(201);
    me(&t, &before).await.expect(200);
    let claims = json!({ "email": "old@example.com", "email_verified": true });
    let token = key.sign(&provider.claims("u1", claims));
    assert_eq!(me(&t, &token).await.expect(200)["id"], 1);
    me(&t, &before).await.expect(401);
    let hook = t.call(Some(&token), "GET", &format!("/api/webhooks/{}", hook["id"]), None).await.expect(200);
    assert_eq!(hook["is_active"], false);
    // From now on it is hers.
    let after = crate::accounts::create_api_key(&t.app, AuthorId::new(1), "after").await.unwrap();
    me(&t, &token).await.expect(200);
    me(&t, &after).await.expect(200);
});

database::both_engines!(a_name_added_to_the_list_must_be_verified_too, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let mut t = provider.app(engine).await;
    let token = key.sign(&provider.claims("u1", json!({ "email": "eve@example.com" })));
    assert_eq!(me(&t, &token).await.expect(200)["role"], "author");
    t.restart(|settings| settings.admins = vec!["eve@example.com".into()]);
    assert_eq!(me(&t, &token).await.expect(200)["role"], "author");
    *provider.0.userinfo.lock().unwrap() = json!({ "sub": "u1", "email": "eve@example.com", "email_verified": true });
    let bare = key.sign(&provider.claims("u1", json!({})));
    assert_eq!(me(&t, &bare).await.expect(200)["role"], "admin");
    assert_eq!(me(&t, &token).await.expect(200)["role"], "admin");
});

database::both_engines!(a_new_key_is_found_and_a_withdrawn_one_forgotten, engine => {
    let (first, second) = (Key::new("k1"), Key::new("k2"));
    let provider = Provider::start(&[&first]).await;
    let t = provider.app(engine).await;
    let claims = provider.claims("u1", json!({ "email": "ada@example.com" }));
    me(&t, &first.sign(&claims)).await.expect(200);
    provider.publish(&[&second]);
    me(&t, &second.sign(&claims)).await.expect(401);
    assert_eq!(provider.asked(), 1, "asked a moment ago");
    t.clock.advance(30 * SECOND);
    me(&t, &second.sign(&claims)).await.expect(200);
    me(&t, &first.sign(&claims)).await.expect(401);
    assert_eq!(provider.asked(), 2);
    provider.publish(&[]);
    me(&t, &second.sign(&claims)).await.expect(200);
    t.clock.advance(HOUR);
    me(&t, &second.sign(&claims)).await.expect(401);
});

database::both_engines!(keys_are_kept_while_the_provider_is_down, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    let token = key.sign(&provider.claims("u1", json!({ "email": "ada@example.com" })));
    provider.down(true);
    let answer = me(&t, &token).await;
    answer.expect(503);
    assert!(answer.header("retry-after").is_some());
    provider.down(false);
    t.clock.advance(2 * SECOND);
    me(&t, &token).await.expect(200);
    provider.down(true);
    t.clock.advance(24 * HOUR);
    me(&t, &token).await.expect(200);
    assert_eq!(provider.asked(), 3);
});

database::both_engines!(tokens_for_others_and_by_others_are_refused, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    let email = json!({ "email": "ada@example.com" });
    let other_audience = key.sign(&provider.claims("u1", json!({ "aud": "web", "email": "ada@example.com" })));
    me(&t, &other_audience).await.expect(401);
    let other_issuer = key.sign(&provider.claims("u1", json!({ "iss": "https://evil.example", "email": "ada@example.com" })));
    me(&t, &other_issuer).await.expect(401);
    me(&t, &Key::new("k1").sign(&provider.claims("u1", email))).await.expect(401);
});

database::both_engines!(the_built_in_calls_are_not_there, engine => {
    let key = Key::new("k1");
    let provider = Provider::start(&[&key]).await;
    let t = provider.app(engine).await;
    let config = t.call(None, "GET", "/api/auth/config", None).await.expect(200);
    assert_eq!(config, json!({ "provider": "oidc", "issuer": provider.url(), "client_id": "web", "sign_up": false, "first_account": false, "session": false, "password_reset": false, "passkeys": false,
                                "provider_name": provider.url().strip_prefix("http://").unwrap() }));
    sign_up(&t, "ada@example.com").await.expect(404);
    sign_in(&t, "ada@example.com", PASSWORD).await.expect(404);
    t.call(None, "POST", "/api/auth/refresh", None).await.expect(401);
    t.call(None, "GET", "/.well-known/jwks.json", None).await.expect(404);
    t.call(None, "GET", "/.well-known/openid-configuration", None).await.expect(404);
});
