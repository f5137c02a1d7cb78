//! On both engines, with the mailbox as the reader.

use serde_json::{Value, json};

use super::*;
use crate::{
    App, NewsletterId, campaigns,
    clock::{DAY, HOUR, MINUTE},
    deliveries::tests::Scene,
    newsletters::{self, DailyDeltas},
    notification_queue::campaign_ended,
    testing::TestApp,
};

/// A key of the author's, because these tests let days go by.
async fn key(t: &TestApp, token: &str) -> String {
    let made = t.call(Some(token), "POST", "/api/api-keys", Some(json!({ "name": "K" }))).await.expect(201);
    made["key"].as_str().unwrap().to_owned()
}

async fn scene(engine: database::Engine) -> Scene {
    let mut s = Scene::new(engine, 3).await;
    // A mail about the key would be counted.
    let quiet = json!({ "notifications": { "security_alerts": false } });
    s.t.call(Some(&s.token), "PUT", "/api/settings", Some(quiet)).await.expect(200);
    s.token = key(&s.t, &s.token).await;
    s
}

/// Sends the scene's campaign to its end.
async fn send(s: &Scene) {
    s.post("/send").await.expect(202);
    let engine = s.start();
    s.until("sent").await;
    engine.stop().await;
}

/// Mails to the author that have left, oldest first.
async fn mails(t: &TestApp, token: &str) -> Vec<Value> {
    crate::deliveries::send_due_account_mails(&t.app).await.unwrap();
    let all = t.call(Some(token), "GET", "/api/captured-mail", None).await.expect(200);
    let ids = all
        .as_array()
        .unwrap()
        .iter()
        .filter(|mail| mail["kind"] == "account" && mail["subject"] != "Security alerts were switched off")
        .map(|mail| mail["id"].clone());
    let mut mails = Vec::new();
    for id in ids {
        mails.push(t.call(Some(token), "GET", &format!("/api/captured-mail/{id}"), None).await.expect(200));
    }
    mails.reverse();
    mails
}

fn another_node(t: &TestApp) -> App {
    App::new(t.app.db.clone(), t.app.clock.clone(), t.app.settings.clone()).unwrap()
}

database::both_engines!(a_report_comes_once_a_day_after_the_end, engine => {
    let s = scene(engine).await;
    let evil = json!({ "name": "<b>Weekly</b> & Co" });
    s.t.call(Some(&s.token), "PUT", &format!("/api/newsletters/{}", s.newsletter_id), Some(evil)).await.expect(200);
    send(&s).await;
    s.t.clock.advance(DAY - HOUR);
    assert_eq!(write_due(&s.t.app).await.unwrap(), 0);
    s.t.clock.advance(2 * HOUR);
    let other = another_node(&s.t);
    let (one, two) = tokio::join!(write_due(&s.t.app), write_due(&other));
    assert_eq!(one.unwrap() + two.unwrap(), 1);
    assert_eq!(write_due(&other).await.unwrap(), 0);
    let mails = mails(&s.t, &s.token).await;
    assert_eq!(mails.len(), 1);
    assert_eq!((&mails[0]["to"], &mails[0]["subject"]), (&json!("author@example.com"), &json!("How “Hello {{ subscriber.first_name }}” went")));
    let (text, html) = (mails[0]["text"].as_str().unwrap(), mails[0]["html"].as_str().unwrap());
    for line in ["Meant for: 3", "Sent: 3 (100.0 %)", "Opened it: 0", "Unsubscribed: 0", "Bounced: 0"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains(&format!("/campaigns/{}/{}/report", s.newsletter_id, s.campaign_id)), "{text}");
    assert!(html.contains("&lt;b&gt;Weekly&lt;/b&gt; &amp; Co") && !html.contains("<b>"), "{html}");
});

database::both_engines!(whether_a_report_is_wanted_is_asked_when_it_is_due, engine => {
    let s = scene(engine).await;
    send(&s).await;
    let off = json!({ "notifications": { "campaign_reports": false } });
    s.t.call(Some(&s.token), "PUT", "/api/settings", Some(off)).await.expect(200);
    s.t.clock.advance(DAY);
    assert_eq!(write_due(&s.t.app).await.unwrap(), 1);
    assert_eq!(mails(&s.t, &s.token).await.len(), 0);
});

database::both_engines!(a_pause_of_ours_is_told_at_once, engine => {
    let s = scene(engine).await;
    s.post("/send").await.expect(202);
    let pause = async |why: &str| {
        let mut tx = s.t.app.db.begin().await.unwrap();
        campaigns::pause_by_itself(&mut tx, s.campaign_id, None, why, s.t.app.now()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
    };
    pause("Too many mails bounced.").await;
    assert_eq!(write_due(&s.t.app).await.unwrap(), 1);
    let told = mails(&s.t, &s.token).await;
    assert_eq!(told.len(), 1);
    assert!(told[0]["subject"].as_str().unwrap().ends_with("was paused"), "{told:?}");
    let text = told[0]["text"].as_str().unwrap();
    assert!(text.contains("Too many mails bounced."), "{text}");
    // Whoever has resumed it already knows.
    s.post("/resume").await.expect(200);
    pause("Again.").await;
    s.post("/resume").await.expect(200);
    assert_eq!(write_due(&s.t.app).await.unwrap(), 1);
    assert_eq!(mails(&s.t, &s.token).await.len(), 1);
});

database::both_engines!(an_end_that_did_not_reach_everybody_is_told_at_once, engine => {
    let s = scene(engine).await;
    send(&s).await;
    let mut tx = s.t.app.db.begin().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query("UPDATE campaign_runs SET sent = 1, failed = 1, held = 1")
        .execute(conn).await.map(drop)).unwrap();
    let author = campaigns::find_any(&mut tx, s.campaign_id).await.unwrap().unwrap().author_id;
    campaign_ended(&mut tx, author, s.campaign_id, true, s.t.app.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(write_due(&s.t.app).await.unwrap(), 1);
    let told = mails(&s.t, &s.token).await;
    assert_eq!(told.len(), 1);
    let text = told[0]["text"].as_str().unwrap();
    assert!(text.contains("1 email couldn't be delivered") && text.contains("1 email couldn't be confirmed"), "{text}");
    s.t.clock.advance(DAY);
    assert_eq!(write_due(&s.t.app).await.unwrap(), 1);
    assert_eq!(mails(&s.t, &s.token).await.len(), 2, "and the report a day later");
});

database::both_engines!(a_campaign_that_is_gone_has_no_report, engine => {
    let s = scene(engine).await;
    send(&s).await;
    s.t.call(Some(&s.token), "DELETE", &format!("/api/newsletters/{}", s.newsletter_id), None).await.expect(204);
    s.t.clock.advance(DAY);
    assert_eq!(write_due(&s.t.app).await.unwrap(), 0);
});

/// Days since the Unix epoch of the test's Saturday, 2026-11-21.
const SATURDAY: i64 = 20_778;

async fn happened(t: &TestApp, newsletter: NewsletterId, day: i64, deltas: DailyDeltas) {
    let mut tx = t.app.db.begin().await.unwrap();
    newsletters::daily_add(&mut tx, newsletter, day, deltas).await.unwrap();
    tx.commit().await.unwrap();
}

async fn settle(t: &TestApp, token: &str, body: Value) {
    t.call(Some(token), "PUT", "/api/settings", Some(body)).await.expect(200);
}

database::both_engines!(a_week_is_summed_up_on_monday_morning, engine => {
    let s = scene(engine).await;
    let (t, token) = (&s.t, &s.token);
    let sent = |n| DailyDeltas { emails_sent: n, new_subscribers: 2, ..DailyDeltas::default() };
    happened(t, s.newsletter_id, SATURDAY, sent(1500)).await;
    happened(t, s.newsletter_id, SATURDAY - 1, sent(1)).await;
    happened(t, s.newsletter_id, SATURDAY - 7, sent(40)).await;
    happened(t, s.newsletter_id, SATURDAY - 14, sent(9999)).await;
    settle(t, token, json!({ "account": { "time_zone": "Europe/Vienna" } })).await;
    assert_eq!(write_due(&t.app).await.unwrap(), 0, "it is off unless somebody wants it");
    settle(t, token, json!({ "notifications": { "weekly_summary": true } })).await;
    assert_eq!(write_due(&t.app).await.unwrap(), 1, "its time is found");
    // Monday 08:00 in Vienna is 07:00 UTC.
    t.clock.advance(DAY + 19 * HOUR - MINUTE);
    assert_eq!(write_due(&t.app).await.unwrap(), 0);
    t.clock.advance(MINUTE);
    let other = another_node(t);
    let (one, two) = tokio::join!(write_due(&t.app), write_due(&other));
    assert_eq!(one.unwrap() + two.unwrap(), 1);
    let told = mails(t, token).await;
    assert_eq!(told.len(), 1);
    let text = told[0]["text"].as_str().unwrap();
    for line in ["Monday, 16 November to Sunday, 22 November", "Emails sent: 1,501 (before: 40)", "New subscribers: 4 (before: 2)"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("Clicks"), "{text}");
    // Nothing happened in the next week, and the one after it is not wanted.
    t.clock.advance(7 * DAY);
    assert_eq!(write_due(&t.app).await.unwrap(), 1);
    happened(t, s.newsletter_id, SATURDAY + 14, sent(5)).await;
    settle(t, token, json!({ "notifications": { "weekly_summary": false } })).await;
    t.clock.advance(7 * DAY);
    assert_eq!(write_due(&t.app).await.unwrap(), 1);
    assert_eq!(mails(t, token).await.len(), 1);
});

database::both_engines!(a_summary_follows_its_author_to_another_zone, engine => {
    let s = scene(engine).await;
    let (t, token) = (&s.t, &s.token);
    happened(t, s.newsletter_id, SATURDAY, DailyDeltas { opens: 1, ..DailyDeltas::default() }).await;
    settle(t, token, json!({ "notifications": { "weekly_summary": true } })).await;
    assert_eq!(write_due(&t.app).await.unwrap(), 1);
    t.call(Some(token), "PUT", "/api/me", Some(json!({ "time_zone": "America/Los_Angeles" }))).await.expect(200);
    assert_eq!(write_due(&t.app).await.unwrap(), 1);
    t.clock.advance(DAY + 20 * HOUR);
    assert_eq!(write_due(&t.app).await.unwrap(), 0, "eight o'clock UTC is midnight there");
    t.clock.advance(8 * HOUR);
    assert_eq!(write_due(&t.app).await.unwrap(), 1);
    assert_eq!(mails(t, token).await.len(), 1);
});

database::both_engines!(nobody_gets_mondays_mail_on_thursday, engine => {
    let s = scene(engine).await;
    let (t, token) = (&s.t, &s.token);
    happened(t, s.newsletter_id, SATURDAY, DailyDeltas { opens: 1, ..DailyDeltas::default() }).await;
    settle(t, token, json!({ "notifications": { "weekly_summary": true } })).await;
    assert_eq!(write_due(&t.app).await.unwrap(), 1);
    t.clock.advance(5 * DAY);
    assert_eq!(write_due(&t.app).await.unwrap(), 1);
    assert_eq!(mails(t, token).await.len(), 0);
});
