//! Webhooks over a real receiver, which checks signatures with code of its own.

mod calls;
mod delivering;
mod events;
mod safety;

use std::sync::{Arc, Mutex};

use aws_lc_rs::hmac;
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse as _, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use database::{Engine, on_engine};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::Semaphore};

use super::{deliver_due, fan_out};
use crate::{App, NewsletterId, testing::TestApp};

/// A request that came in.
#[derive(Clone, Debug)]
pub struct Got {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Got {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Whether one of the signatures is this secret's: written from the specification, with another library.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let secret = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        assert!((24..=64).contains(&secret.len()));
        let mut content = Vec::new();
        content.extend_from_slice(self.header("webhook-id").as_bytes());
        content.push(b'.');
        content.extend_from_slice(self.header("webhook-timestamp").as_bytes());
        content.push(b'.');
        content.extend_from_slice(&self.body);
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        self.header("webhook-signature").split(' ').any(|signature| {
            let (version, tag) = signature.split_once(',').unwrap();
            version == "v1" && hmac::verify(&key, &content, &STANDARD.decode(tag).unwrap()).is_ok()
        })
    }
}

type Reply = dyn Fn(&Got) -> Response + Send + Sync;

/// A server that keeps what it gets and answers what it is told.
#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    got: Arc<Mutex<Vec<Got>>>,
    reply: Arc<Mutex<Arc<Reply>>>,
    /// Answers wait here.
    gate: Arc<Semaphore>,
}

impl Receiver {
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1").await
    }

    pub async fn start_at(address: &str) -> Self {
        let listener = TcpListener::bind((address, 0)).await.unwrap();
        let receiver = Self {
            url: format!("http://{}", listener.local_addr().unwrap()),
            got: Arc::default(),
            reply: Arc::new(Mutex::new(Arc::new(|_| StatusCode::NO_CONTENT.into_response()))),
            gate: Arc::new(Semaphore::new(1_000_000)),
        };
        let router = Router::new().fallback(receive).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        receiver
    }

    pub fn reply(&self, reply: impl Fn(&Got) -> Response + Send + Sync + 'static) {
        *self.reply.lock().unwrap() = Arc::new(reply);
    }

    pub fn status(&self, status: u16) {
        self.reply(move |_| StatusCode::from_u16(status).unwrap().into_response());
    }

    /// Requests are kept, but not answered until the gate opens.
    pub fn close(&self) {
        self.gate.forget_permits(usize::MAX);
    }

    pub fn open(&self) {
        self.gate.add_permits(1_000_000);
    }

    pub fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    pub fn take(&self) -> Vec<Got> {
        std::mem::take(&mut self.got.lock().unwrap())
    }

    /// Waits until so many requests came in.
    pub async fn until(&self, n: usize) {
        while self.got().len() < n {
            tokio::task::yield_now().await;
        }
    }

    pub fn sequences(&self) -> Vec<i64> {
        self.got().iter().map(|got| got.json()["sequence"].as_i64().unwrap()).collect()
    }
}

async fn receive(State(receiver): State<Receiver>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let got = Got { path: uri.path().to_owned(), headers, body: body.to_vec() };
    receiver.got.lock().unwrap().push(got.clone());
    let permit = receiver.gate.acquire().await.unwrap();
    drop(permit);
    let reply = receiver.reply.lock().unwrap().clone();
    reply(&got)
}

/// An author with a newsletter and a receiver.
pub struct World {
    pub t: TestApp,
    pub token: String,
    pub newsletter_id: NewsletterId,
    pub receiver: Receiver,
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::of(TestApp::new(engine).await).await
    }

    pub async fn of(t: TestApp) -> Self {
        let token = t.author("author@example.com").await;
        // Does not expire while days pass.
        let key =
            t.call(Some(&token), "POST", "/api/api-keys", Some(json!({ "name": "K" }))).await.expect(201);
        let token = key["key"].as_str().unwrap().to_owned();
        let receiver = Receiver::start().await;
        let body = json!({ "name": "News", "from_name": "F", "from_prefix": "news" });
        let made = t.call(Some(&token), "POST", "/api/newsletters", Some(body)).await.expect(201);
        Self { token, newsletter_id: NewsletterId::new(made["id"].as_i64().unwrap()), receiver, t }
    }

    pub async fn call(&self, method: &str, path: &str, body: Option<Value>, status: u16) -> Value {
        self.t.call(Some(&self.token), method, path, body).await.expect(status)
    }

    /// Makes a webhook to the receiver; answers its id and secret.
    pub async fn webhook(&self, events: &[&str]) -> (i64, String) {
        let body = json!({ "url": format!("{}/hook", self.receiver.url), "events": events });
        let made = self.call("POST", "/api/webhooks", Some(body), 201).await;
        (made["id"].as_i64().unwrap(), made["secret"].as_str().unwrap().to_owned())
    }

    pub async fn shown(&self, webhook: i64) -> Value {
        self.call("GET", &format!("/api/webhooks/{webhook}"), None, 200).await
    }

    pub async fn deliveries(&self, webhook: i64) -> Vec<Value> {
        let path = format!("/api/webhooks/{webhook}/deliveries");
        self.call("GET", &path, None, 200).await.as_array().unwrap().clone()
    }

    pub fn readers(&self) -> String {
        format!("/api/newsletters/{}/subscribers", self.newsletter_id)
    }

    pub async fn add_reader(&self, email: &str) -> i64 {
        let body = json!({ "email": email, "first_name": "Ada", "tags": ["a"] });
        self.call("POST", &self.readers(), Some(body), 201).await["id"].as_i64().unwrap()
    }

    /// Empties the outbox and attempts what is due.
    pub async fn work(&self) -> usize {
        work(&self.t.app).await
    }

    /// Rows of the outbox.
    pub async fn outbox(&self) -> i64 {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM webhook_events").fetch_one(conn).await).unwrap()
    }
}

pub async fn work(app: &App) -> usize {
    while fan_out(app).await.unwrap() > 0 {}
    deliver_due(app).await.unwrap()
}
