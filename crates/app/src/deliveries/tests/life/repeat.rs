//! Campaigns that make an issue at each occurrence.

use database::{Engine, both_engines};
use serde_json::{Value, json};

use super::{Scene, scene};
use crate::{
    CampaignId,
    clock::{DAY, MINUTE},
};

/// Mondays and Thursdays at nine in Madrid, from Monday, 22 March 2027; clocks go on by an hour on the 28th.
async fn weekly(s: &Scene, until: Value) -> Value {
    s.schedule(json!({
        "local_time": "2027-03-22T09:00", "time_zone": "Europe/Madrid",
        "repeat": { "frequency": "weekly", "weekdays": [1, 4], "until": until },
    }))
    .await
}

/// Ids of the issues, oldest first.
async fn issues(s: &Scene) -> Vec<CampaignId> {
    let all = s.campaigns().await;
    let mut ids: Vec<CampaignId> = all
        .iter()
        .filter(|c| c["origin"]["kind"] == "repeat")
        .map(|c| c["id"].as_i64().map(CampaignId::new).unwrap())
        .collect();
    ids.sort_unstable();
    ids
}

both_engines!(each_occurrence_makes_an_issue_at_its_wall_time, engine => {
    let mut s = scene(engine, 4).await;
    let mother = s.campaign_id;
    s.attach("plan.pdf", b"%PDF").await.expect(201);
    let planned = weekly(&s, Value::Null).await;
    assert_eq!(planned["scheduled_at"], "2027-03-22T08:00:00.000Z");
    let rule = &planned["repeat"];
    assert_eq!(json!([rule["times"], rule["last_issue_id"], rule["weekdays"], rule["interval"]]), json!([0, null, [1, 4], 1]));
    for (times, (at, next, next_at)) in [
        ("2027-03-22T08:00:00Z", "2027-03-25T09:00", "2027-03-25T08:00:00.000Z"),
        ("2027-03-25T08:00:00Z", "2027-03-29T09:00", "2027-03-29T07:00:00.000Z"),
        ("2027-03-29T07:00:00Z", "2027-04-01T09:00", "2027-04-01T07:00:00.000Z"),
    ].into_iter().enumerate() {
        s.go_to(at);
        assert_eq!((s.fire().await, s.fire().await), (1, 0), "{at}");
        let after = s.get("").await;
        assert_eq!(json!([after["status"], after["scheduled_at"], after["schedule"]["local_time"]]), json!(["scheduled", next_at, next]));
        let made = issues(&s).await;
        assert_eq!(made.len(), times + 1);
        assert_eq!(json!([after["repeat"]["times"], after["repeat"]["last_issue_id"]]), json!([times + 1, made[times]]));
        s.campaign_id = made[times];
        let issue = s.get("").await;
        assert_eq!(issue["origin"], json!({ "kind": "repeat", "campaign_id": mother, "subject": "Hello {{ subscriber.first_name }}" }));
        assert_eq!(json!([issue["status"], issue["repeat"], issue["attachments"][0]["file_name"]]), json!(["sending", null, "plan.pdf"]));
        let sender = s.start();
        s.until("sent").await;
        sender.stop().await;
        assert_eq!(s.recipients().await, s.readers().await);
        s.campaign_id = mother;
    }
    assert!(s.notices().await.is_empty(), "{:?}", s.notices().await);
});

both_engines!(the_last_day_ends_it, engine => {
    let s = scene(engine, 2).await;
    weekly(&s, json!("2027-03-25")).await;
    for at in ["2027-03-22T08:00:00Z", "2027-03-25T08:00:00Z"] {
        s.go_to(at);
        s.fire().await;
    }
    let made = issues(&s).await;
    assert_eq!(made.len(), 2);
    let after = s.get("").await;
    assert_eq!(json!([after["status"], after["scheduled_at"], after["repeat"]]), json!(["draft", null, null]));
    assert_eq!(after["pause_reason"], "Its last issue was made.");
    s.t.clock.advance(30 * DAY);
    assert_eq!((s.fire().await, issues(&s).await.len()), (0, 2));
    // What it has made is not forgotten when it goes on.
    let body = json!({ "local_time": "2027-06-01T09:00", "time_zone": "Europe/Madrid", "repeat": { "frequency": "daily" } });
    let again = s.schedule(body).await;
    assert_eq!(json!([again["repeat"]["times"], again["repeat"]["last_issue_id"]]), json!([2, made[1]]));
});

both_engines!(an_issue_now_leaves_the_calendar_as_it_is, engine => {
    let mut s = scene(engine, 2).await;
    let mother = s.campaign_id;
    s.attach("plan.pdf", b"%PDF").await.expect(201);
    let before = weekly(&s, Value::Null).await;
    let issue = s.post("/send").await.expect(202);
    assert_eq!(json!([issue["status"], issue["origin"]["kind"], issue["origin"]["campaign_id"]]), json!(["sending", "repeat", mother]));
    assert_eq!(issue["attachments"][0]["file_name"], "plan.pdf");
    let after = s.get("").await;
    for field in ["status", "scheduled_at", "schedule"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(json!([after["repeat"]["times"], after["repeat"]["last_issue_id"]]), json!([1, issue["id"]]), "it is one of its issues");
    s.go_to("2027-03-22T08:00:00Z");
    s.fire().await;
    assert_eq!((issues(&s).await.len(), s.get("").await["repeat"]["times"].clone()), (2, json!(2)));
    s.campaign_id = issue["id"].as_i64().map(CampaignId::new).unwrap();
    let sender = s.start();
    s.until("sent").await;
    sender.stop().await;
});

both_engines!(an_issue_now_waits_for_nobodys_local_time, engine => {
    let mut s = scene(engine, 3).await;
    s.schedule(json!({
        "local_time": "2027-03-22T09:00", "time_zone": "Europe/Madrid", "each_reader": true, "repeat": { "frequency": "weekly" },
    })).await;
    let issue = s.post("/send").await.expect(202);
    s.campaign_id = issue["id"].as_i64().map(CampaignId::new).unwrap();
    let sender = s.start();
    assert_eq!(s.until("sent").await["ledger"]["sent"], 3);
    sender.stop().await;
});

both_engines!(each_issue_waits_for_each_readers_time, engine => {
    let mut s = scene(engine, 1).await;
    let mother = s.campaign_id;
    let madrid = s.readers().await[0];
    let tokyo = s.reader("t@example.net", json!({ "time_zone": "Asia/Tokyo" })).await;
    s.schedule(json!({
        "local_time": "2027-03-27T09:00", "time_zone": "Europe/Madrid", "each_reader": true, "repeat": { "frequency": "daily" },
    })).await;
    let sender = s.start();
    // Clocks go on by an hour in Madrid between the two.
    for (start, tokyos, madrids) in [
        ("2027-03-26T19:00:00Z", "2027-03-27T00:00:00Z", "2027-03-27T08:00:00Z"),
        ("2027-03-27T19:00:00Z", "2027-03-28T00:00:00Z", "2027-03-28T07:00:00Z"),
    ] {
        s.go_to(start);
        assert_eq!((s.fire().await, s.fire().await), (1, 0));
        s.campaign_id = s.get("").await["repeat"]["last_issue_id"].as_i64().map(CampaignId::new).unwrap();
        s.freeze().await;
        assert_eq!(s.recipients().await, Vec::<i64>::new());
        s.go_to(tokyos);
        s.until_sent(1).await;
        assert_eq!(s.recipients().await, [tokyo]);
        s.go_to(madrids);
        s.until("sent").await;
        assert_eq!(s.recipients().await, [madrid, tokyo]);
        s.campaign_id = mother;
    }
    sender.stop().await;
});

both_engines!(any_number_of_nodes_make_one_issue, engine => {
    let s = scene(engine, 3).await;
    weekly(&s, Value::Null).await;
    s.go_to("2027-03-22T08:00:00Z");
    let mut nodes = Vec::new();
    for _ in 0..4 {
        let app = s.node();
        let look = async move { crate::deliveries::fire_due(&app).await.unwrap() };
        if engine == Engine::Postgres {
            nodes.push(tokio::spawn(look));
        } else {
            look.await;
        }
    }
    for node in nodes {
        node.await.unwrap();
    }
    assert_eq!((issues(&s).await.len(), s.runs().await), (1, 1));
    let after = s.get("").await;
    assert_eq!(json!([after["repeat"]["times"], after["schedule"]["local_time"]]), json!([1, "2027-03-25T09:00"]));
    assert!(s.notices().await.is_empty(), "{:?}", s.notices().await);
});

both_engines!(an_occurrence_that_cannot_be_sent_is_passed_over, engine => {
    let s = scene(engine, 0).await;
    weekly(&s, Value::Null).await;
    s.go_to("2027-03-22T08:00:00Z");
    s.fire().await;
    let after = s.get("").await;
    assert_eq!(json!([after["status"], after["schedule"]["local_time"], after["repeat"]["times"]]), json!(["scheduled", "2027-03-25T09:00", 0]));
    assert_eq!((issues(&s).await.len(), s.notices().await[0]["kind"].clone()), (0, json!("campaign_missed")));
    // A week of nothing: one notice, and the next occurrence that is still to come.
    s.go_to("2027-03-30T07:00:00Z");
    s.t.clock.advance(DAY + MINUTE);
    s.fire().await;
    assert_eq!(s.get("").await["schedule"]["local_time"], "2027-04-01T09:00");
});

both_engines!(an_issue_is_not_made_of_what_was_taken_off, engine => {
    let s = scene(engine, 2).await;
    weekly(&s, Value::Null).await;
    s.post("/cancel").await.expect(200);
    s.go_to("2027-03-22T08:00:00Z");
    assert_eq!((s.fire().await, issues(&s).await.len()), (0, 0));
    assert_eq!(s.get("").await["repeat"], Value::Null);
});
