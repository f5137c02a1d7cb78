//! An author with a newsletter, for the tests of campaigns and of what builds on them.

use database::{Engine, on_engine};
use serde_json::{Value, json};

use super::model::Status;
use crate::{
    AuthorId, CampaignId, NewsletterId, Settings,
    testing::{START, TestAnswer, TestApp},
};

pub struct World {
    pub t: TestApp,
    pub token: String,
    pub author_id: AuthorId,
    pub newsletter_id: NewsletterId,
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub async fn with(engine: Engine, change: impl FnOnce(&mut Settings)) -> Self {
        let t = TestApp::with(engine, change).await;
        let (token, author_id) = author(&t, "author@example.com").await;
        let newsletter_id = newsletter(&t, author_id, "Weekly").await;
        Self { t, token, author_id, newsletter_id }
    }

    pub async fn call(&self, method: &str, path: &str, body: Option<Value>) -> TestAnswer {
        self.t.call(Some(&self.token), method, path, body).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.call("GET", path, None).await.expect(200)
    }

    /// Path of the newsletter's campaigns.
    pub fn campaigns(&self) -> String {
        format!("/api/newsletters/{}/campaigns", self.newsletter_id)
    }

    pub fn path(&self, campaign_id: CampaignId) -> String {
        format!("{}/{campaign_id}", self.campaigns())
    }

    /// A new campaign.
    pub async fn campaign(&self, body: Value) -> CampaignId {
        self.call("POST", &self.campaigns(), Some(body)).await.expect(201)["id"]
            .as_i64()
            .map(CampaignId::new)
            .unwrap()
    }

    /// A new campaign, put into a state that sending leads to.
    pub async fn campaign_in(&self, status: Status) -> CampaignId {
        let id = self.campaign(json!({ "subject": "Hello" })).await;
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET status = $2 WHERE id = $1")
            .bind(id).bind(status.as_str()).execute(conn).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
        id
    }

    pub async fn deactivate(&self) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE newsletters SET is_active = FALSE WHERE id = $1")
            .bind(self.newsletter_id).execute(conn).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
    }

    /// A subscriber of the newsletter.
    pub async fn reader(
        &self,
        email: &str,
        first_name: Option<&str>,
        attributes: Value,
        status: &str,
    ) -> CampaignId {
        let mut tx = self.t.app.db.begin().await.unwrap();
        let id = on_engine!(&mut tx, conn => sqlx::query_scalar(
            "INSERT INTO subscribers (newsletter_id, email, email_key, first_name, status, attributes, search_text, \
             subscribed_at, created_at, updated_at) VALUES ($1, $2, $2, $3, $4, $5, $2, $6, $6, $6) RETURNING id")
            .bind(self.newsletter_id).bind(email).bind(first_name).bind(status).bind(sqlx::types::Json(attributes))
            .bind(START).fetch_one(conn).await)
        .unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// A finished run of a campaign with this many mails.
    pub async fn run(&self, campaign_id: CampaignId, sent: i64) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(
            "INSERT INTO campaign_runs (campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, intended, \
             sent, started_at) VALUES ($1, $2, $3, 'done', $4, 0, $5, $5, $3)")
            .bind(campaign_id).bind(self.newsletter_id).bind(START).bind(vec![0u8]).bind(sent)
            .execute(conn).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
    }
}

/// Signs an author up; answers its token and id.
pub async fn author(t: &TestApp, email: &str) -> (String, AuthorId) {
    let token = t.author(email).await;
    let me = t.call(Some(&token), "GET", "/api/me", None).await.expect(200);
    (token, AuthorId::new(me["id"].as_i64().unwrap()))
}

/// An active newsletter with the policy to hold.
pub async fn newsletter(t: &TestApp, author_id: AuthorId, name: &str) -> NewsletterId {
    let mut tx = t.app.db.begin().await.unwrap();
    let id = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "INSERT INTO newsletters (author_id, name, from_name, from_prefix, reply_to, is_active, public_id, double_opt_in, \
         in_doubt_policy, created_at, updated_at) \
         VALUES ($1, $2, 'Büro & Co', 'news', 'reply@example.com', TRUE, $3, FALSE, 'hold', $4, $4) RETURNING id")
        .bind(author_id).bind(name).bind(format!("Pub{author_id}-{name}")).bind(START).fetch_one(conn).await)
    .unwrap();
    tx.commit().await.unwrap();
    id
}
