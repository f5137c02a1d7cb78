//! The whole path in process: campaign, engine, mailbox, ledger, on both engines.

mod carried;
mod conformance;
mod doubts;
mod foreseen;
mod life;
mod marks;
mod nodes;
mod progress;
mod receivers;
mod stops;
mod trouble;

use database::{both_engines, on_engine};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tokio_util::sync::CancellationToken;

use super::{
    marks as kept,
    store::{self, DeliveryRow},
};
use crate::{
    App, AuthorId, CampaignId, Clock, NewsletterId, RunId, SubscriberId,
    clock::MINUTE,
    runs::{self, State},
    testing::{TestApp, until},
};

/// An author with a newsletter, its readers and a draft.
pub struct Scene {
    pub t: TestApp,
    pub token: String,
    pub newsletter_id: NewsletterId,
    pub campaign_id: CampaignId,
}

impl Scene {
    pub async fn new(engine: database::Engine, readers: i64) -> Self {
        Self::with(engine, readers, |_| {}).await
    }

    pub async fn with(
        engine: database::Engine,
        readers: i64,
        change: impl FnOnce(&mut crate::Settings),
    ) -> Self {
        let t = TestApp::with(engine, change).await;
        let token = t.author("author@example.com").await;
        let author_id =
            t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["id"].as_i64().unwrap();
        let newsletter_id = newsletter(&t, AuthorId::new(author_id)).await;
        add_readers(&t, newsletter_id, readers).await;
        let body = json!({ "subject": "Hello {{ subscriber.first_name }}", "html_content": "<p>Dear {{ subscriber.first_name }}</p>" });
        let path = format!("/api/newsletters/{newsletter_id}/campaigns");
        let campaign_id = t.call(Some(&token), "POST", &path, Some(body)).await.expect(201)["id"]
            .as_i64()
            .map(CampaignId::new)
            .unwrap();
        Self { t, token, newsletter_id, campaign_id }
    }

    /// Goes on with a key of the author's, for tests that let more time go by than a session lasts.
    pub async fn use_a_key(&mut self) {
        let body = Some(json!({ "name": "K" }));
        let made = self.t.call(Some(&self.token), "POST", "/api/api-keys", body).await.expect(201);
        made["key"].as_str().unwrap().clone_into(&mut self.token);
    }

    /// Has the reader unsubscribe in whatever next changes the campaign.
    pub async fn leaves_at_the_stop(&self, reader: i64) {
        let leave = format!("UPDATE subscribers SET status = 'unsubscribed' WHERE id = {reader};");
        let mut tx = self.t.app.db.begin().await.unwrap();
        let at_the_stop = match tx.engine() {
            database::Engine::Sqlite => {
                vec![format!("CREATE TRIGGER stops AFTER UPDATE ON campaigns BEGIN {leave} END")]
            }
            database::Engine::Postgres => vec![
                format!(
                    "CREATE FUNCTION stops() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {leave} RETURN NEW; END $$"
                ),
                "CREATE TRIGGER stops AFTER UPDATE ON campaigns FOR EACH ROW EXECUTE FUNCTION stops()".into(),
            ],
        };
        for sql in at_the_stop {
            on_engine!(&mut tx, conn => sqlx::query(AssertSqlSafe(sql)).execute(conn).await.map(drop))
                .unwrap();
        }
        tx.commit().await.unwrap();
    }

    pub fn path(&self, action: &str) -> String {
        format!("/api/newsletters/{}/campaigns/{}{action}", self.newsletter_id, self.campaign_id)
    }

    pub async fn post(&self, action: &str) -> crate::testing::TestAnswer {
        self.t.call(Some(&self.token), "POST", &self.path(action), None).await
    }

    pub async fn get(&self, action: &str) -> Value {
        self.t.call(Some(&self.token), "GET", &self.path(action), None).await.expect(200)
    }

    /// Waits until the campaign is in the state.
    pub async fn until(&self, status: &str) -> Value {
        until(status, async || self.get("/report").await, |report| report["status"] == status).await
    }

    /// Waits until the ledger counts so many.
    pub async fn until_counted(&self, state: &str, number: usize) {
        let is_so = |report: &Value| report["ledger"][state] == number;
        until(state, async || self.get("/report").await, is_so).await;
    }

    /// Counters, rows and chunks tell the same story.
    pub async fn assert_adds_up(&self) {
        let mut tx = self.t.app.db.read().await.unwrap();
        let run = runs::latest(&mut tx, self.campaign_id).await.unwrap().unwrap();
        assert_eq!(store::recount(&mut tx, &run).await.unwrap(), run.counters);
        let l = run.counters.ledger();
        let sum = l.queued
            + l.sending
            + l.sent
            + l.deferred
            + l.failed
            + l.suppressed
            + l.skipped
            + l.cancelled
            + l.in_doubt;
        assert_eq!(sum, l.intended);
        assert!(l.queued >= 0, "{l:?}");
    }

    /// Where everybody stands of whom something is written down.
    pub async fn everybody(&self) -> Vec<DeliveryRow> {
        let mut tx = self.t.app.db.read().await.unwrap();
        let run = runs::latest(&mut tx, self.campaign_id).await.unwrap().unwrap();
        let states: Vec<State> = (1..=12).filter_map(State::from_code).collect();
        store::rows(&mut tx, &run, &states, 0, 10_000).await.unwrap()
    }

    pub fn start(&self) -> Engine {
        Engine::start(self.t.app.clone(), "test")
    }

    /// Another machine of the installation, whose clock is ahead by so many milliseconds.
    pub fn off_by(&self, ahead: i64) -> App {
        self.machine(self.t.clock.off_by(ahead))
    }

    pub fn machine(&self, clock: Clock) -> App {
        App::new(self.t.app.db.clone(), clock, self.t.app.settings.clone()).unwrap()
    }
}

pub struct Engine {
    stop: CancellationToken,
    task: tokio::task::JoinHandle<database::Result<()>>,
}

impl Engine {
    pub fn start(app: App, instance: &str) -> Self {
        let stop = CancellationToken::new();
        let task = tokio::spawn(crate::deliveries::run(app.core(), instance.to_owned(), stop.clone()));
        Self { stop, task }
    }

    pub async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap().unwrap();
    }
}

async fn newsletter(t: &TestApp, author_id: AuthorId) -> NewsletterId {
    let mut tx = t.app.db.begin().await.unwrap();
    let id: NewsletterId = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "INSERT INTO newsletters (author_id, name, from_name, from_prefix, is_active, public_id, double_opt_in, in_doubt_policy, created_at, updated_at) \
         VALUES ($1, 'News', 'Editor', 'news', TRUE, 'abcdefghijklmnopqrstuv', FALSE, 'resend', 0, 0) RETURNING id")
        .bind(author_id).fetch_one(conn).await.unwrap());
    on_engine!(&mut tx, conn => sqlx::query("INSERT INTO newsletter_counters (newsletter_id) VALUES ($1)").bind(id).execute(conn).await.map(drop).unwrap());
    tx.commit().await.unwrap();
    id
}

pub async fn add_readers(t: &TestApp, newsletter_id: NewsletterId, n: i64) {
    let mut tx = t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(
        "WITH RECURSIVE numbers (n) AS (SELECT CAST(0 AS BIGINT) WHERE $2 > 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $2), \
         names (n, email) AS (SELECT n, 'reader' || CAST(n AS TEXT) || '@example.net' FROM numbers) \
         INSERT INTO subscribers (newsletter_id, email, email_key, first_name, status, subscribed_at, created_at, updated_at) \
         SELECT $1, email, email, 'Reader ' || CAST(n AS TEXT), 'active', 0, 0, 0 FROM names ORDER BY n")
        .bind(newsletter_id).bind(n).execute(conn).await.map(drop).unwrap());
    on_engine!(&mut tx, conn => sqlx::query("UPDATE newsletter_counters SET active = active + $2 WHERE newsletter_id = $1")
        .bind(newsletter_id).bind(n).execute(conn).await.map(drop).unwrap());
    tx.commit().await.unwrap();
}

/// Those to whom the run was sent.
pub async fn sent(app: &App, run_id: RunId) -> Vec<i64> {
    let mut tx = app.db.read().await.unwrap();
    let run = runs::find(&mut tx, run_id).await.unwrap().unwrap();
    let run = runs::latest(&mut tx, run.campaign_id).await.unwrap().unwrap();
    store::sent(&mut tx, &run, 0, 10_000).await.unwrap().into_iter().map(SubscriberId::get).collect()
}

/// Takes readers to whom the run was sent off the plain path.
pub async fn give_rows(app: &App, run_id: RunId, readers: &[i64]) {
    let mut tx = app.db.begin().await.unwrap();
    let run = runs::find(&mut tx, run_id).await.unwrap().unwrap();
    for reader in readers {
        kept::give_row(&mut tx, run.newsletter_id, run_id, SubscriberId::new(*reader)).await.unwrap();
    }
    tx.commit().await.unwrap();
}

both_engines!(every_reader_gets_one_mail, engine => {
    let scene = Scene::new(engine, 2500).await;
    let sender = scene.start();
    assert_eq!(scene.post("/send").await.expect(202)["status"], "sending");
    scene.post("/send").await.expect(409);
    let report = scene.until("sent").await;
    assert_eq!(report["ledger"]["intended"], 2500);
    assert_eq!(report["ledger"]["sent"], 2500);
    scene.assert_adds_up().await;
    sender.stop().await;
    let mails = scene.t.call(Some(&scene.token), "GET", &format!("/api/captured-mail?campaign_id={}&limit=1", scene.campaign_id), None).await;
    assert_eq!(mails.header("x-total-count"), Some("2500"));
    let mail = &mails.json()[0];
    assert!(mail["subject"].as_str().unwrap().starts_with("Hello Reader "));
    let rows = scene.get("/deliveries?state=sent&limit=3").await;
    assert_eq!(rows.as_array().unwrap().len(), 3);
    assert!(rows[0]["captured_mail_id"].is_i64(), "{rows}");
});

both_engines!(pause_holds_at_once_and_resume_goes_on, engine => {
    let scene = Scene::new(engine, 3000).await;
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    while scene.get("/report").await["ledger"]["sent"] == 0 {
        tokio::task::yield_now().await;
    }
    let paused = scene.post("/pause").await.expect(200);
    assert_eq!(paused["status"], "paused");
    assert!(paused["draining"].as_i64().unwrap() <= 4, "{paused}");
    scene.post("/pause").await.expect(200);
    let committed = |l: &Value| l["sent"].as_i64().unwrap() + l["sending"].as_i64().unwrap();
    while scene.get("/report").await["ledger"]["sending"] != 0 {
        tokio::task::yield_now().await;
    }
    let then = committed(&scene.get("/report").await["ledger"]);
    assert!(then <= committed(&paused["ledger"]), "a message passed its commit point after the pause was answered");
    scene.assert_adds_up().await;
    scene.post("/resume").await.expect(200);
    assert_eq!(scene.until("sent").await["ledger"]["sent"], 3000);
    scene.assert_adds_up().await;
    sender.stop().await;
});

both_engines!(cancel_writes_down_everyone_who_was_left, engine => {
    let scene = Scene::new(engine, 3000).await;
    scene.post("/send").await.expect(202);
    scene.post("/cancel").await.expect(200);
    scene.post("/resume").await.expect(409);
    let sender = scene.start();
    scene.until_counted("cancelled", 3000).await;
    scene.assert_adds_up().await;
    sender.stop().await;
});

both_engines!(an_engine_that_dies_is_followed_by_one_that_finishes, engine => {
    let scene = Scene::new(engine, 4000).await;
    scene.post("/send").await.expect(202);
    for _ in 0..6 {
        let sender = scene.start();
        let before = scene.get("/report").await["ledger"]["sent"].as_i64().unwrap();
        while scene.get("/report").await["ledger"]["sent"].as_i64().unwrap() < before + 150 {
            tokio::task::yield_now().await;
        }
        // Dropped in the middle, as a crash would.
        sender.task.abort();
        let _ = sender.task.await;
    }
    scene.boot().await;
    // Whoever the dead left in doubt gets it again a while later.
    scene.t.clock.advance(2 * MINUTE);
    let sender = scene.start();
    let report = scene.until("sent").await;
    assert_eq!(report["ledger"]["sent"], 4000);
    scene.assert_adds_up().await;
    sender.stop().await;
    // Every reader has a mail, and only uncertain ones have two, with one Message-ID.
    let mut tx = scene.t.app.db.read().await.unwrap();
    let twice: Vec<(i64, i64, i64)> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT m.subscriber_id, COUNT(*), COUNT(DISTINCT m.message_id) FROM captured_mail m WHERE m.campaign_id = $1 GROUP BY m.subscriber_id")
        .bind(scene.campaign_id).fetch_all(conn).await.unwrap());
    assert_eq!(twice.len(), 4000);
    let run = runs::latest(&mut tx, scene.campaign_id).await.unwrap().unwrap();
    let doubtful: Vec<i64> = store::doubtful(&mut tx, &run, 0, 1000).await.unwrap().iter().map(|r| r.subscriber_id.get()).collect();
    for (reader, mails, ids) in twice {
        assert!(mails == 1 || doubtful.contains(&reader), "reader {reader} got {mails}");
        assert_eq!(ids, 1);
    }
});

both_engines!(a_reader_who_leaves_is_skipped_with_the_reason, engine => {
    let scene = Scene::new(engine, 5).await;
    scene.post("/send").await.expect(202);
    let mut tx = scene.t.app.db.read().await.unwrap();
    let id: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT MIN(id) FROM subscribers WHERE newsletter_id = $1").bind(scene.newsletter_id).fetch_one(conn).await.unwrap());
    drop(tx);
    // Frozen first, so that the reader is one of the intended.
    while crate::deliveries::ledger::freeze_for_tests(&scene.t.app).await {}
    let token = crate::links::LinkMaker::new(&scene.t.app).token(crate::links::ReaderToken { newsletter_id: scene.newsletter_id, subscriber_id: SubscriberId::new(id), campaign_id: scene.campaign_id });
    let shown = scene.t.call(None, "GET", &format!("/u/{token}"), None).await;
    assert_eq!(shown.status, 200);
    assert!(shown.text().contains("<button"));
    assert_eq!(scene.t.call(None, "POST", &format!("/u/{token}"), None).await.status, 200);
    let sender = scene.start();
    let report = scene.until("sent").await;
    assert_eq!((report["ledger"]["sent"].clone(), report["ledger"]["skipped"].clone()), (json!(4), json!(1)));
    let skipped = scene.get("/deliveries?state=skipped").await;
    assert_eq!(skipped[0]["reason"], "Unsubscribed before sending.");
    assert_eq!(skipped[0]["subscriber_id"], id);
    scene.assert_adds_up().await;
    sender.stop().await;
});
