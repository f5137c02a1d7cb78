//! When the time has come.

use database::{Engine, both_engines};
use serde_json::{Value, json};

use super::{Scene, scene, scene_with};
use crate::{
    CampaignId,
    clock::{DAY, HOUR, MINUTE},
};

const TIME: &str = "2026-11-21T13:00:00Z";

both_engines!(it_fires_once_at_its_time_whatever_the_number_of_nodes, engine => {
    let s = scene(engine, 20).await;
    let planned = s.schedule(json!({ "scheduled_at": TIME })).await;
    assert_eq!(planned["schedule"], json!({ "kind": "instant", "local_time": null, "time_zone": null, "note": null }));
    s.go_to("2026-11-21T12:59:59Z");
    assert_eq!((s.fire().await, s.runs().await), (0, 0), "not before its time");
    s.go_to(TIME);
    if engine == Engine::Postgres {
        let mut nodes = Vec::new();
        for _ in 0..4 {
            let app = s.node();
            nodes.push(tokio::spawn(async move { crate::deliveries::fire_due(&app).await.unwrap() }));
        }
        for node in nodes {
            node.await.unwrap();
        }
    } else {
        crate::deliveries::fire_due(&s.node()).await.unwrap();
    }
    assert_eq!(s.fire().await, 0, "it is off the calendar");
    assert_eq!((s.runs().await, s.get("").await["status"].clone()), (1, json!("sending")));
    assert!(s.notices().await.is_empty(), "{:?}", s.notices().await);
    let sender = s.start();
    s.until("sent").await;
    sender.stop().await;
    assert_eq!(s.recipients().await, s.readers().await);
    s.assert_adds_up().await;
});

both_engines!(a_late_one_leaves_and_is_told_after_ten_minutes, engine => {
    let mut s = scene(engine, 2).await;
    for (late, told) in [(9 * MINUTE, 0), (11 * MINUTE, 1), (DAY, 2)] {
        s.another().await;
        s.ask("PUT", "", json!({ "subject": format!("Late by {late}") })).await.expect(200);
        let at = s.t.clock.now().plus(HOUR);
        s.schedule(json!({ "scheduled_at": at.to_string() })).await;
        s.t.clock.advance(HOUR + late);
        assert_eq!(s.fire().await, 1);
        assert_eq!(s.get("").await["status"], "sending", "{late}");
        let notices = s.notices().await;
        assert_eq!(notices.len(), told, "{notices:?}");
        assert!(notices.iter().all(|n| n["kind"] == "campaign_late"), "{notices:?}");
    }
});

both_engines!(going_onto_the_calendar_and_off_it_is_recent_activity, engine => {
    let s = scene(engine, 2).await;
    let recent = async || {
        let overview = s.t.call(Some(&s.token), "GET", "/api/overview", None).await.expect(200);
        let recent = overview["recent_activity"].as_array().unwrap().clone();
        recent.into_iter().filter(|a| a["kind"].as_str().unwrap().ends_with("scheduled")).collect::<Vec<_>>()
    };
    s.schedule(json!({ "scheduled_at": TIME })).await;
    s.ask("POST", "/cancel", Value::Null).await.expect(200);
    let kinds: Vec<Value> = recent().await.iter().map(|a| a["kind"].clone()).collect();
    assert_eq!(kinds, ["campaign_unscheduled", "campaign_scheduled"], "newest first");
    for activity in recent().await {
        assert_eq!((&activity["title"], &activity["detail"]), (&s.get("").await["subject"], &json!("News")));
        assert_eq!(activity["href"], "/campaigns");
    }
    s.ask("POST", "/cancel", Value::Null).await.expect(409);
    s.ask("POST", "/schedule", json!({ "scheduled_at": "2020-01-01T00:00:00Z" })).await.expect(422);
    assert_eq!(recent().await.len(), 2, "what was refused did not happen");
});

/// It did not leave at its time: a draft without one, and the author knows why.
async fn assert_missed(s: &Scene, why: &str) {
    let after = s.get("").await;
    assert_eq!(
        (&after["status"], &after["scheduled_at"], &after["schedule"]),
        (&json!("draft"), &Value::Null, &Value::Null)
    );
    let reason = after["pause_reason"].as_str().unwrap();
    assert!(
        reason.starts_with("It was not sent at 2026-11-21T13:00:00.000Z: ") && reason.contains(why),
        "{reason}"
    );
    let notices = s.notices().await;
    assert_eq!((notices.len(), &notices[0]["kind"]), (1, &json!("campaign_missed")), "{notices:?}");
    assert_eq!(notices[0]["detail"], reason);
    assert_eq!((s.runs().await, s.fire().await), (0, 0));
}

both_engines!(one_that_was_missed_by_more_than_a_day_is_a_draft_again, engine => {
    let s = scene(engine, 2).await;
    s.schedule(json!({ "scheduled_at": TIME })).await;
    s.t.clock.advance(HOUR + DAY + 1);
    s.fire().await;
    assert_missed(&s, "24 hours").await;
    // It may be planned anew, and then says nothing of the past.
    let at = s.t.clock.now().plus(HOUR).to_string();
    assert_eq!(s.schedule(json!({ "scheduled_at": at })).await["pause_reason"], Value::Null);
});

both_engines!(without_readers_it_does_not_leave, engine => {
    let s = scene(engine, 0).await;
    s.schedule(json!({ "scheduled_at": TIME })).await;
    s.go_to(TIME);
    s.fire().await;
    assert_missed(&s, "no active subscribers").await;
});

both_engines!(an_inactive_newsletter_does_not_send, engine => {
    let s = scene(engine, 2).await;
    s.schedule(json!({ "scheduled_at": TIME })).await;
    s.newsletter(json!({ "is_active": false })).await;
    s.go_to(TIME);
    s.fire().await;
    assert_missed(&s, "inactive").await;
});

both_engines!(an_unverified_domain_does_not_send, engine => {
    let s = scene_with(engine, 2, |s| s.mail = "smtp://127.0.0.1:1".parse().unwrap()).await;
    let body = json!({ "domain": "news.example.org" });
    let made = s.t.call(Some(&s.token), "POST", "/api/domains/register", Some(body)).await.expect(201);
    s.newsletter(json!({ "domain_id": made["domain"]["id"] })).await;
    s.schedule(json!({ "scheduled_at": TIME })).await;
    s.go_to(TIME);
    s.fire().await;
    assert_missed(&s, "news.example.org is not verified").await;
});

both_engines!(content_that_was_taken_out_does_not_leave, engine => {
    let s = scene(engine, 2).await;
    s.schedule(json!({ "scheduled_at": TIME })).await;
    s.ask("PUT", "", json!({ "html_content": null })).await.expect(200);
    s.go_to(TIME);
    s.fire().await;
    assert_missed(&s, "no content").await;
});

both_engines!(an_edit_keeps_the_time_and_is_what_leaves, engine => {
    let s = scene(engine, 2).await;
    let body = json!({ "local_time": "2026-11-21T14:00", "time_zone": "Europe/Madrid" });
    let before = s.schedule(body).await;
    assert_eq!(before["scheduled_at"], "2026-11-21T13:00:00.000Z");
    let after = s.ask("PUT", "", json!({ "subject": "Edited" })).await.expect(200);
    for field in ["scheduled_at", "schedule", "status", "repeat"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    s.go_to(TIME);
    s.fire().await;
    let sender = s.start();
    s.until("sent").await;
    sender.stop().await;
    assert!(s.mails().await.iter().all(|mail| mail.subject == "Edited"));
});

both_engines!(another_time_replaces_the_first, engine => {
    let s = scene(engine, 2).await;
    s.schedule(json!({ "scheduled_at": TIME })).await;
    let body = json!({ "local_time": "2026-11-21T16:00", "time_zone": "Europe/Madrid" });
    let after = s.schedule(body).await;
    assert_eq!((&after["scheduled_at"], &after["schedule"]["kind"]), (&json!("2026-11-21T15:00:00.000Z"), &json!("wall")));
    s.go_to(TIME);
    assert_eq!(s.fire().await, 0);
    s.go_to("2026-11-21T15:00:00Z");
    assert_eq!((s.fire().await, s.runs().await), (1, 1));
});

both_engines!(sent_now_it_does_not_fire_again, engine => {
    let s = scene(engine, 2).await;
    s.schedule(json!({ "local_time": "2026-11-21T14:00", "time_zone": "Europe/Madrid", "each_reader": true })).await;
    let now = s.post("/send").await.expect(202);
    assert_eq!(json!([now["status"], now["scheduled_at"], now["schedule"]]), json!(["sending", null, null]));
    s.t.clock.advance(DAY);
    assert_eq!((s.fire().await, s.runs().await), (0, 1));
    // Now means now, also for readers whose time had not come.
    let sender = s.start();
    s.until("sent").await;
    sender.stop().await;
});

both_engines!(taken_off_it_does_not_fire, engine => {
    let s = scene(engine, 2).await;
    s.schedule(json!({ "scheduled_at": TIME })).await;
    let after = s.post("/cancel").await.expect(200);
    assert_eq!((&after["status"], &after["scheduled_at"], &after["pause_reason"]), (&json!("draft"), &Value::Null, &Value::Null));
    s.t.clock.advance(DAY);
    assert_eq!((s.fire().await, s.runs().await), (0, 0));
});

both_engines!(wall_times_are_resolved_again_with_other_rules, engine => {
    let mut s = scene(engine, 2).await;
    let wall = s.campaign_id;
    s.schedule(json!({ "local_time": "2027-06-01T09:00", "time_zone": "Europe/Madrid" })).await;
    let instant = s.another().await;
    s.schedule(json!({ "scheduled_at": "2027-06-01T09:00:00Z" })).await;
    let draft = s.another().await;
    s.schedule(json!({ "local_time": "2027-06-01T09:00", "time_zone": "Europe/Madrid" })).await;
    s.post("/cancel").await.expect(200);
    // As another version of the time zone database had it: an hour off.
    s.sql("UPDATE campaigns SET scheduled_at = scheduled_at + 3600000 WHERE schedule IS NOT NULL").await;
    let old = match engine {
        Engine::Sqlite => "UPDATE campaigns SET schedule = json_set(schedule, '$.tzdb', '1999a') WHERE schedule IS NOT NULL",
        Engine::Postgres => "UPDATE campaigns SET schedule = jsonb_set(schedule, '{tzdb}', '\"1999a\"') WHERE schedule IS NOT NULL",
    };
    s.sql(old).await;
    let again = async || crate::deliveries::schedule::re_resolve(&s.t.app).await.unwrap();
    again().await;
    let all = s.campaigns().await;
    let at = |id: CampaignId| all.iter().find(|c| c["id"] == id.get()).unwrap()["scheduled_at"].clone();
    assert_eq!(at(wall), "2027-06-01T07:00:00.000Z");
    assert_eq!(at(instant), "2027-06-01T10:00:00.000Z", "no rule moves an instant");
    assert_eq!(at(draft), Value::Null);
    // What the present version resolved stays as it is.
    s.sql("UPDATE campaigns SET scheduled_at = scheduled_at + 1 WHERE schedule IS NOT NULL").await;
    again().await;
    let all = s.campaigns().await;
    assert_eq!(all.iter().find(|c| c["id"] == wall.get()).unwrap()["scheduled_at"], "2027-06-01T07:00:00.001Z");
});
