//! Who opened and clicked is forgotten where the operator says so; figures and ledger stay.

use std::time::Duration;

use database::{both_engines, on_engine};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::{Scene, scene_with};
use crate::{
    Timestamp,
    clock::{DAY, HOUR},
    deliveries::{
        events::{DeliveryEventKind, Event, record},
        retention::{Departures, forget},
    },
    links::Mailed,
    runs,
};

impl Scene {
    /// What is due, two rows at once.
    async fn forget(&self) {
        forget(&self.t.app, 2, &CancellationToken::new()).await.unwrap();
    }

    /// Rows of what readers did, and of what came back, by kind.
    async fn kept(&self) -> Vec<(String, i64)> {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT 'engaged' AS kind, COUNT(*) FROM engagements UNION ALL \
             SELECT kind, COUNT(*) FROM delivery_events GROUP BY kind ORDER BY 1").fetch_all(conn).await)
        .unwrap()
    }

    async fn happens(&self, readers: &[i64], kind: DeliveryEventKind) {
        let run =
            runs::latest(&mut self.t.app.db.read().await.unwrap(), self.campaign_id).await.unwrap().unwrap();
        for reader in readers {
            let mail = Mailed { run_id: run.id, subscriber_id: crate::SubscriberId::new(*reader) };
            let event = Event { kind, source: "ses", enhanced_code: None, detail: None };
            assert!(record(&self.t.app, mail, event).await.unwrap());
        }
    }
}

fn kept(engaged: i64, bounced: i64, delivered: i64) -> Vec<(String, i64)> {
    [("bounced", bounced), ("delivered", delivered), ("engaged", engaged)]
        .into_iter()
        .filter(|(kind, n)| *n > 0 || *kind == "engaged")
        .map(|(kind, n)| (kind.to_owned(), n))
        .collect()
}

/// A campaign that five of eight opened, one clicked and one had no mailbox for.
async fn read(engine: database::Engine, days: Option<u16>) -> Scene {
    let s = scene_with(engine, 8, |settings| settings.engagement_days = days).await;
    s.ask("PUT", "", json!({ "html_content": "<p><a href=\"https://example.org/\">More</a></p>" }))
        .await
        .expect(200);
    let readers = s.readers().await;
    s.send_all().await;
    s.open(&readers[..5]).await;
    s.click(&readers[..1]).await;
    s.happens(&readers[..6], DeliveryEventKind::Delivered).await;
    s.happens(&readers[7..], DeliveryEventKind::Bounced).await;
    s
}

fn without_the_date(mut report: Value) -> Value {
    report["engagement_forgotten_at"] = Value::Null;
    report
}

both_engines!(who_opened_is_forgotten_and_the_figures_stay, engine => {
    let mut s = read(engine, Some(30)).await;
    let readers = s.readers().await;
    let first = s.campaign_id;
    let copy = s.ask("POST", "/resend", json!({ "to": "not_opened" })).await.expect(201);
    let before = s.get("/report").await;
    assert_eq!(json!([before["opens"], before["clicks"], before["bounced"]]), json!([5, 1, 1]));
    s.t.clock.advance(29 * DAY);
    s.forget().await;
    assert_eq!(s.get("/report").await, before);
    s.t.clock.advance(DAY);
    s.forget().await;
    // Now nobody is told, whatever is still there.
    let marked = s.get("/report").await;
    assert_eq!(marked["engagement_forgotten_at"], json!(s.t.clock.now()));
    assert_eq!(s.get("").await["engagement_forgotten_at"], marked["engagement_forgotten_at"]);
    assert_eq!(without_the_date(marked), before);
    for list in ["opened", "clicked", "not_opened"] {
        let told = s.ask("GET", &format!("/deliveries?state={list}"), Value::Null).await.expect(409);
        assert_eq!(told["code"], "opens_unknown");
    }
    let told = s.ask("POST", "/resend", json!({ "to": "not_opened" })).await.expect(409);
    assert!(told["code"] == "opens_unknown" && told["detail"].as_str().unwrap().contains("too long ago"), "{told}");
    s.campaign_id = crate::CampaignId::new(copy["id"].as_i64().unwrap());
    let told = s.post("/send").await.expect(409);
    assert!(told["code"] == "opens_unknown" && told["detail"].as_str().unwrap().contains("too long ago"), "{told}");
    // Nothing is counted any more, and links lead on.
    s.campaign_id = first;
    s.open(&readers[5..6]).await;
    s.click(&readers[1..2]).await;
    assert_eq!(without_the_date(s.get("/report").await), before);
    // Whoever began before may still ask.
    assert_eq!(s.kept().await, kept(5, 1, 6));
    s.t.clock.advance(HOUR);
    s.forget().await;
    assert_eq!(s.kept().await, kept(0, 1, 0));
    assert_eq!(without_the_date(s.get("/report").await), before);
    assert_eq!(s.get("/deliveries?state=sent").await.as_array().unwrap().len(), 8);
    assert_eq!(s.get("/deliveries?event=bounced").await.as_array().unwrap().len(), 1);
    s.assert_adds_up().await;
    // It is over: there is nothing left to do, and the rest of the readers can be written to as before.
    let mut tx = s.t.app.db.begin().await.unwrap();
    assert_eq!(runs::forgetting(&mut tx, s.t.clock.now()).await.unwrap(), None);
    assert_eq!(runs::forget_next(&mut tx, s.t.clock.now(), s.t.clock.now()).await.unwrap(), None);
    drop(tx);
    s.ask("POST", "/resend", json!({ "to": "not_sent" })).await.expect(201);
});

both_engines!(nothing_is_forgotten_while_a_campaign_finds_its_readers, engine => {
    let mut s = read(engine, Some(30)).await;
    let state = async |s: &Scene, state: &'static str| {
        let mut tx = s.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE campaign_runs SET state = $1 WHERE id = (SELECT MAX(id) FROM campaign_runs)")
            .bind(state).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    };
    let copy = s.ask("POST", "/duplicate", Value::Null).await.expect(201);
    s.campaign_id = crate::CampaignId::new(copy["id"].as_i64().unwrap());
    s.send_all().await;
    s.t.clock.advance(30 * DAY);
    s.forget().await;
    s.t.clock.advance(2 * HOUR);
    state(&s, "preparing").await;
    s.forget().await;
    assert_eq!(s.kept().await, kept(5, 1, 6));
    state(&s, "sending").await;
    s.forget().await;
    assert_eq!(s.kept().await, kept(0, 1, 0));
});

both_engines!(nothing_is_forgotten_unless_the_operator_says_so, engine => {
    let mut s = read(engine, None).await;
    s.t.clock.advance(4_000 * DAY);
    s.forget().await;
    s.t.clock.advance(HOUR);
    s.forget().await;
    assert_eq!(s.kept().await, kept(5, 1, 6));
    // What was marked goes, though the setting has gone.
    s.t.restart(|settings| settings.engagement_days = None);
    let mut tx = s.t.app.db.begin().await.unwrap();
    runs::forget_next(&mut tx, s.t.clock.now(), Timestamp(s.t.clock.now().0 - HOUR)).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    s.forget().await;
    assert_eq!(s.kept().await, kept(0, 1, 0));
});

both_engines!(who_left_is_forgotten_once_a_later_horizon_is_old, engine => {
    let s = scene_with(engine, 3, |_| {}).await;
    let stop = CancellationToken::new();
    let left = async || -> i64 {
        let mut tx = s.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM departures WHERE newsletter_id <> 0").fetch_one(conn).await).unwrap()
    };
    let path = format!("/api/newsletters/{}/subscribers/bulk", s.newsletter_id);
    let all = json!({ "action": "unsubscribe", "ids": s.readers().await });
    s.t.call(Some(&s.token), "POST", &path, Some(all)).await.expect(200);
    assert_eq!(left().await, 3);
    let mut departures = Departures::default();
    for _ in 0..2 {
        departures.forget(&s.t.app, Duration::from_hours(2), 2, &stop).await.unwrap();
        assert_eq!(left().await, 3);
    }
    // On PostgreSQL a horizon is as old as whatever of the cluster is still written.
    let forgotten = async {
        while left().await > 0 {
            departures.forget(&s.t.app, Duration::ZERO, 2, &stop).await.unwrap();
        }
    };
    timeout(Duration::from_secs(60), forgotten).await.expect("whoever left is forgotten");
});
