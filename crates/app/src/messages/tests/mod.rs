//! Messages through the API, to a mail server that does what addresses ask of it.

mod calls;
mod rounds;
mod sending;

use database::{Engine, on_engine};
use mailer::{MailUrl, SmtpUrl, TlsMode};
use serde_json::{Value, json};
use sink::Sink;
use tokio_util::sync::CancellationToken;

use super::background;
use crate::{
    Settings,
    campaigns::testing::World,
    testing::{TestAnswer, until},
};

/// An author, a mail server that does what addresses ask of it, and what sends messages, until it is dropped.
struct Post {
    w: World,
    sink: Option<(Sink, tempfile::TempDir)>,
    stop: CancellationToken,
    sending: Option<tokio::task::JoinHandle<()>>,
}

impl Post {
    /// Into the built-in mailbox.
    async fn kept(engine: Engine) -> Self {
        Self::of(World::new(engine).await, None).await
    }

    async fn over_smtp(engine: Engine) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = sink::Config {
            log: Some(folder.path().join("log")),
            store: Some(folder.path().to_owned()),
            ..sink::Config::default()
        };
        let sink = Sink::start(([127, 0, 0, 1], 0).into(), config).await.unwrap();
        let mail = MailUrl::Smtp(SmtpUrl {
            host: "127.0.0.1".into(),
            port: sink.address().port(),
            tls: TlsMode::Never,
            credentials: None,
        });
        let w = World::with(engine, |settings: &mut Settings| {
            settings.mail = mail;
            settings.fallback_domain = Some("mail.example.org".into());
        });
        Self::of(w.await, Some((sink, folder))).await
    }

    async fn of(mut w: World, sink: Option<(Sink, tempfile::TempDir)>) -> Self {
        // These tests let days go by.
        let key = w.call("POST", "/api/api-keys", Some(json!({ "name": "K" }))).await.expect(201);
        w.token = key["key"].as_str().unwrap().to_owned();
        Self { w, sink, stop: CancellationToken::new(), sending: None }
    }

    fn start(&mut self) {
        self.stop = CancellationToken::new();
        self.sending = Some(tokio::spawn(background(self.w.t.app.core(), "one".into(), self.stop.clone())));
    }

    async fn end(&mut self) {
        self.stop.cancel();
        self.sending.take().unwrap().await.unwrap();
    }

    async fn post(&self, body: Value) -> TestAnswer {
        let mut whole = json!({ "newsletter_id": self.w.newsletter_id, "subject": "Your ticket", "html_content": "<p>x</p>" });
        for (field, value) in body.as_object().unwrap() {
            match value {
                Value::Null => whole.as_object_mut().unwrap().remove(field),
                value => whole.as_object_mut().unwrap().insert(field.clone(), value.clone()),
            };
        }
        self.w.call("POST", "/api/messages", Some(whole)).await
    }

    /// One to this address; its id.
    async fn send(&self, to: &str) -> i64 {
        self.post(json!({ "to": to })).await.expect(202)["id"].as_i64().unwrap()
    }

    async fn get(&self, id: i64) -> Value {
        self.w.get(&format!("/api/messages/{id}")).await
    }

    async fn until(&self, id: i64, state: &str) -> Value {
        until(state, async || self.get(id).await, |message| message["state"] == state).await
    }

    async fn policy(&self, policy: &str) {
        let mut tx = self.w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE newsletters SET in_doubt_policy = $1")
            .bind(policy).execute(conn).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
    }

    /// Runs a statement with one parameter, an id.
    async fn change(&self, statement: &'static str, id: Option<i64>) {
        let mut tx = self.w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(statement).bind(id).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }

    /// Message-IDs of what the server took for this address.
    fn copies(&self, to: &str) -> Vec<String> {
        let entries = self.sink.as_ref().unwrap().0.entries().unwrap();
        let taken =
            entries.into_iter().filter(|entry| entry.recipient == to && matches!(entry.code, 0 | 250));
        taken.map(|entry| entry.message_id.unwrap()).collect()
    }

    async fn suppressions(&self) -> Vec<(String, String)> {
        let mut tx = self.w.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as("SELECT email_key, reason FROM suppressions ORDER BY email_key")
            .fetch_all(conn).await).unwrap()
    }

    /// Whether the message itself is still kept.
    async fn is_kept(&self, id: i64) -> bool {
        let mut tx = self.w.t.app.db.read().await.unwrap();
        let raw: Option<Vec<u8>> =
            on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT raw FROM messages WHERE id = $1")
            .bind(id).fetch_one(conn).await)
            .unwrap();
        raw.is_some()
    }
}
