//! Which times the calendar takes.

use database::both_engines;
use serde_json::{Value, json};

use super::scene;

both_engines!(times_that_are_none_are_refused_at_their_field, engine => {
    let s = scene(engine, 2).await;
    let wall = |time: &str, zone: &str| json!({ "local_time": time, "time_zone": zone });
    for (body, field) in [
        (json!({}), "scheduled_at"),
        (json!({ "scheduled_at": "1970-01-01T00:00:00Z" }), "scheduled_at"),
        (json!({ "scheduled_at": "9999-12-31T23:59:59Z" }), "scheduled_at"),
        (json!({ "scheduled_at": "2026-11-21T12:00:00Z" }), "scheduled_at"),
        (json!({ "scheduled_at": "tomorrow" }), "scheduled_at"),
        (json!({ "scheduled_at": 1_800_000_000 }), "scheduled_at"),
        (wall("1970-01-01T09:00", "Europe/Madrid"), "local_time"),
        (wall("9999-12-31T23:59", "Europe/Madrid"), "local_time"),
        (wall("2027-02-30T09:00", "Europe/Madrid"), "local_time"),
        (wall("+262142-12-31T23:59", "America/Los_Angeles"), "local_time"),
        (wall("-262143-01-01T00:00", "Asia/Tokyo"), "local_time"),
        (wall("", "Europe/Madrid"), "local_time"),
        (wall("2027-02-20T09:00", "Mars/Olympus"), "time_zone"),
        (json!({ "local_time": "2027-02-20T09:00" }), "time_zone"),
        (json!({ "scheduled_at": "2027-02-20T09:00:00Z", "local_time": "2027-02-20T09:00", "time_zone": "Europe/Madrid" }), "scheduled_at"),
        (json!({ "scheduled_at": "2027-02-20T09:00:00Z", "repeat": { "frequency": "daily" } }), "repeat"),
    ] {
        let answer = s.ask("POST", "/schedule", body.clone()).await.expect(422);
        assert_eq!(answer["errors"][0]["field"], field, "{body}: {answer}");
    }
    for (rule, field) in [
        (json!({ "frequency": "daily", "interval": 0 }), "repeat.interval"),
        (json!({ "frequency": "daily", "interval": 100 }), "repeat.interval"),
        (json!({ "frequency": "weekly", "weekdays": [] }), "repeat.weekdays"),
        (json!({ "frequency": "weekly", "weekdays": [0, 8] }), "repeat.weekdays"),
        (json!({ "frequency": "monthly", "month_day": 32 }), "repeat.month_day"),
        (json!({ "frequency": "daily", "until": "2027-02-19" }), "repeat.until"),
        (json!({ "frequency": "daily", "until": "2027-02-30" }), "repeat.until"),
        (json!({ "frequency": "daily", "feed_url": "ftp://example.org/" }), "repeat.feed_url"),
    ] {
        let mut body = wall("2027-02-20T09:00", "Europe/Madrid");
        body["repeat"] = rule;
        let answer = s.ask("POST", "/schedule", body.clone()).await.expect(422);
        assert_eq!(answer["errors"][0]["field"], field, "{body}: {answer}");
    }
    let after = s.get("").await;
    assert_eq!((&after["status"], &after["scheduled_at"]), (&json!("draft"), &Value::Null));
});

both_engines!(a_campaign_without_content_is_not_planned, engine => {
    let s = scene(engine, 2).await;
    s.ask("PUT", "", json!({ "html_content": null })).await.expect(200);
    let answer = s.ask("POST", "/schedule", json!({ "scheduled_at": "2027-02-20T09:00:00Z" })).await.expect(422);
    assert_eq!(answer["errors"][0]["field"], "html_content");
});

both_engines!(gaps_and_overlaps_are_told_before_saving_and_after, engine => {
    let s = scene(engine, 2).await;
    let ask = async |time: &str, zone: &str| {
        let path = format!("/api/schedule/resolve?local_time={time}&time_zone={zone}");
        s.t.call(Some(&s.token), "GET", &path, None).await
    };
    for (time, zone, at, kind, offset) in [
        ("2027-03-28T02:30", "Europe/Madrid", "2027-03-28T01:30:00.000Z", "gap", "+02:00"),
        ("2027-10-31T02:30", "Europe/Madrid", "2027-10-31T00:30:00.000Z", "overlap", "+02:00"),
        ("2027-10-03T02:15", "Australia/Lord_Howe", "2027-10-02T15:45:00.000Z", "gap", "+11:00"),
        ("2027-01-01T09:00", "Asia/Kathmandu", "2027-01-01T03:15:00.000Z", "exact", "+05:45"),
        ("2027-03-14T02:30", "America/New_York", "2027-03-14T07:30:00.000Z", "gap", "-04:00"),
    ] {
        let told = ask(time, zone).await.expect(200);
        assert_eq!(json!([told["scheduled_at"], told["kind"], told["utc_offset"], told["is_past"]]), json!([at, kind, offset, false]));
        assert_eq!(told["note"].is_string(), kind != "exact", "{told}");
        let planned = s.schedule(json!({ "local_time": time, "time_zone": zone })).await;
        assert_eq!(planned["scheduled_at"], at);
        assert_eq!(planned["schedule"], json!({ "kind": "wall", "local_time": time, "time_zone": zone, "note": told["note"] }));
    }
    assert_eq!(ask("2020-01-01T09:00", "Europe/Madrid").await.expect(200)["is_past"], true);
    for (time, zone, field) in [
        ("2027-02-30T09:00", "Europe/Madrid", "local_time"),
        ("%2B262142-12-31T23:59", "America/Los_Angeles", "local_time"),
        ("2027-02-20T09:00", "Nowhere", "time_zone"),
    ] {
        assert_eq!(ask(time, zone).await.expect(422)["errors"][0]["field"], field);
    }
    let zones = s.t.call(Some(&s.token), "GET", "/api/schedule/zones", None).await.expect(200);
    assert!(zones.as_array().unwrap().contains(&json!("Europe/Madrid")));
});
