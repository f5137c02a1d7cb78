//! The life of a campaign: states, calendar, issues, local times, A/B tests, copies, lists, attachments.

mod ab_test;
mod attachments;
mod calendar;
mod calendar_times;
mod lists;
mod local_time;
mod repeat;
mod resend;
mod retention;
mod states;

use std::collections::HashMap;

use axum::{
    body::Body,
    http::{Request, header},
};
use database::{Engine, on_engine};
use serde_json::{Value, json};

use super::Scene;
use crate::{
    App, CampaignId, SubscriberId,
    testing::{TestAnswer, until},
    tracking::{SETTLE, Tokens, Use, commit_now, count},
};

const PERSON: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// A mail in the mailbox.
#[derive(Debug, sqlx::FromRow)]
struct Mail {
    id: i64,
    subscriber_id: i64,
    subject: String,
    message_id: String,
}

/// With a key of the author's, because these tests let days go by.
pub(super) async fn scene(engine: Engine, readers: i64) -> Scene {
    scene_with(engine, readers, |_| {}).await
}

async fn scene_with(engine: Engine, readers: i64, change: impl FnOnce(&mut crate::Settings)) -> Scene {
    let mut s = Scene::with(engine, readers, change).await;
    s.use_a_key().await;
    s
}

impl Scene {
    async fn ask(&self, method: &str, action: &str, body: Value) -> TestAnswer {
        let body = (!body.is_null()).then_some(body);
        self.t.call(Some(&self.token), method, &self.path(action), body).await
    }

    async fn schedule(&self, body: Value) -> Value {
        self.ask("POST", "/schedule", body).await.expect(200)
    }

    /// Another campaign, which the calls are about from now on.
    async fn another(&mut self) -> CampaignId {
        let path = format!("/api/newsletters/{}/campaigns", self.newsletter_id);
        let body = json!({ "subject": "Another", "html_content": "<p>Hello</p>" });
        let made = self.t.call(Some(&self.token), "POST", &path, Some(body)).await.expect(201);
        self.campaign_id = made["id"].as_i64().map(CampaignId::new).unwrap();
        self.campaign_id
    }

    /// Moves the clock on to this time.
    fn go_to(&self, time: &str) {
        let to = chrono::DateTime::parse_from_rfc3339(time).unwrap().timestamp_millis();
        let by = to - self.t.clock.now().0;
        assert!(by >= 0, "the clock only goes on");
        self.t.clock.advance(by);
    }

    /// One look at the calendar.
    async fn fire(&self) -> usize {
        crate::deliveries::fire_due(&self.t.app).await.unwrap()
    }

    async fn decide(&self) -> usize {
        super::super::decide::decide_due(&self.t.app).await.unwrap()
    }

    /// Another node over the same database.
    fn node(&self) -> App {
        let app = &self.t.app;
        App::new(app.db.clone(), app.clock.clone(), app.settings.clone()).unwrap()
    }

    async fn notices(&self) -> Vec<Value> {
        let answer = self.t.call(Some(&self.token), "GET", "/api/notices", None).await.expect(200);
        answer.as_array().unwrap().clone()
    }

    async fn newsletter(&self, change: Value) {
        let path = format!("/api/newsletters/{}", self.newsletter_id);
        self.t.call(Some(&self.token), "PUT", &path, Some(change)).await.expect(200);
    }

    async fn campaigns(&self) -> Vec<Value> {
        let path = format!("/api/newsletters/{}/campaigns?limit=100", self.newsletter_id);
        self.t.call(Some(&self.token), "GET", &path, None).await.expect(200).as_array().unwrap().clone()
    }

    /// Waits until so many were sent.
    async fn until_sent(&self, number: usize) {
        let look = async || {
            self.t.app.sender.wake();
            self.get("/report").await
        };
        until("sent", look, |report| report["ledger"]["sent"] == number).await;
    }

    async fn mails(&self) -> Vec<Mail> {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT id, subscriber_id, subject, message_id FROM captured_mail WHERE campaign_id = $1 AND subscriber_id IS NOT NULL \
             ORDER BY subscriber_id, id")
            .bind(self.campaign_id).fetch_all(conn).await)
        .unwrap()
    }

    /// Who got it, ascending; fails when somebody got two.
    async fn recipients(&self) -> Vec<i64> {
        let all: Vec<i64> = self.mails().await.into_iter().map(|mail| mail.subscriber_id).collect();
        let mut once = all.clone();
        once.dedup();
        assert_eq!(all, once, "somebody got two");
        all
    }

    async fn subjects(&self) -> HashMap<i64, String> {
        self.mails().await.into_iter().map(|mail| (mail.subscriber_id, mail.subject)).collect()
    }

    async fn readers(&self) -> Vec<i64> {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT id FROM subscribers WHERE newsletter_id = $1 ORDER BY id")
            .bind(self.newsletter_id).fetch_all(conn).await)
        .unwrap()
    }

    /// A new active reader.
    async fn reader(&self, email: &str, attributes: Value) -> i64 {
        let path = format!("/api/newsletters/{}/subscribers", self.newsletter_id);
        let body = json!({ "email": email, "attributes": attributes });
        let made = self.t.call(Some(&self.token), "POST", &path, Some(body)).await.expect(201);
        assert_eq!(made["status"], "active");
        made["id"].as_i64().unwrap()
    }

    /// Puts a reader's address on the suppression list, as a campaign of another newsletter would.
    async fn suppress(&self, id: i64) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(
            "INSERT INTO suppressions (email, email_key, reason, source, created_at) \
             SELECT email, email_key, 'hard_bounce', 'smtp', 0 FROM subscribers WHERE id = $1")
            .bind(id).execute(conn).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
    }

    /// Runs of all campaigns there are.
    async fn runs(&self) -> i64 {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM campaign_runs").fetch_one(conn).await).unwrap()
    }

    async fn sql(&self, sql: &'static str) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }

    async fn attach(&self, name: &str, bytes: &[u8]) -> TestAnswer {
        let head = format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: application/pdf\r\n\r\n"
        );
        let body = [head.as_bytes(), bytes, b"\r\n--x--\r\n"].concat();
        let request = Request::post(self.path("/attachments"))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        self.t.send(request.body(Body::from(body)).unwrap()).await
    }

    async fn follow(&self, path: String) {
        let request = Request::get(path).header(header::USER_AGENT, PERSON);
        self.t.send(request.body(Body::empty()).unwrap()).await;
    }

    /// People open the mail.
    async fn open(&self, readers: &[i64]) {
        let tokens = Tokens::new(&self.t.app);
        for reader in readers {
            let (reader, link) = (
                tokens.reader(self.campaign_id, SubscriberId::new(*reader)),
                tokens.link(Use::Open, self.campaign_id, 0),
            );
            self.follow(format!("/t/o/{reader}{link}.gif")).await;
        }
        self.settle().await;
    }

    /// People click the mail's first link.
    async fn click(&self, readers: &[i64]) {
        let tokens = Tokens::new(&self.t.app);
        for reader in readers {
            let (reader, link) = (
                tokens.reader(self.campaign_id, SubscriberId::new(*reader)),
                tokens.link(Use::Click, self.campaign_id, 1),
            );
            self.follow(format!("/t/c/{reader}{link}")).await;
        }
        self.settle().await;
    }

    async fn settle(&self) {
        commit_now(&self.t.app.with()).await.unwrap();
        self.t.clock.advance(SETTLE + 1);
        while count(&self.t.app).await.unwrap().hits > 0 {}
    }

    /// The whole audience is frozen before the engine runs.
    async fn freeze(&self) {
        while crate::deliveries::ledger::freeze_for_tests(&self.t.app).await {}
    }

    /// Sent to everyone.
    async fn send_all(&self) {
        self.post("/send").await.expect(202);
        let engine = self.start();
        self.until("sent").await;
        engine.stop().await;
    }
}
