//! Once more, to those whom it did not reach.

use database::both_engines;
use serde_json::{Value, json};

use super::{Scene, scene};
use crate::CampaignId;

/// The draft for the rest; the calls are about it from now on.
async fn resend(s: &mut Scene, to: &str) -> Value {
    let original = s.campaign_id;
    let copy = s.ask("POST", "/resend", json!({ "to": to })).await.expect(201);
    s.campaign_id = copy["id"].as_i64().map(CampaignId::new).unwrap();
    assert_eq!(copy["segment"], json!({ "kind": to, "campaign_id": original }));
    assert_eq!(
        json!([copy["status"], copy["origin"]["kind"], copy["origin"]["campaign_id"]]),
        json!(["draft", to, original])
    );
    copy
}

async fn leave(s: &Scene, id: i64) {
    let path = format!("/api/newsletters/{}/subscribers/{id}", s.newsletter_id);
    s.t.call(Some(&s.token), "PUT", &path, Some(json!({ "status": "unsubscribed" }))).await.expect(200);
}

/// A campaign half of whose readers got it before it was given up.
async fn half_sent(s: &Scene) -> (Vec<i64>, Vec<i64>) {
    let test = json!({ "sample_percent": 50, "wait_minutes": 60, "metric": "opens", "variants": [{}, { "subject": "B" }] });
    s.ask("PUT", "", json!({ "ab_test": test })).await.expect(200);
    let plan =
        crate::campaigns::variants::Plan { campaign_id: s.campaign_id, sample_percent: 50, variants: 2 };
    let (mut drawn, readers) = (crate::campaigns::variants::Drawn::default(), s.readers().await);
    drawn.draw(plan, &readers, *readers.last().unwrap());
    let (got, rest): (Vec<i64>, Vec<i64>) =
        readers.into_iter().partition(|id| plan.variant(Some(&drawn), *id).is_some());
    s.post("/send").await.expect(202);
    let sender = s.start();
    s.until_sent(got.len()).await;
    s.post("/cancel").await.expect(200);
    while s.get("/report").await["ledger"]["cancelled"] != rest.len() {
        tokio::task::yield_now().await;
    }
    sender.stop().await;
    (got, rest)
}

both_engines!(those_who_did_not_open_it_get_it_again, engine => {
    let mut s = scene(engine, 12).await;
    s.ask("PUT", "", json!({ "html_content": "<p><a href=\"https://example.org/\">More</a></p>" })).await.expect(200);
    let readers = s.readers().await;
    s.send_all().await;
    s.open(&readers[..4]).await;
    // Who clicked has seen it.
    s.click(&readers[4..5]).await;
    for seen in [&readers[3..4], &readers[4..5]] {
        let others = s.ask("GET", "/deliveries?state=not_opened&limit=2", Value::Null).await;
        assert_eq!((others.header("x-total-count"), others.expect(200).as_array().unwrap().len()), (Some("7"), 2));
        s.open(seen).await;
        s.click(seen).await;
    }
    // Who came later did not get the first.
    s.reader("late@example.net", json!({})).await;
    leave(&s, readers[11]).await;
    resend(&mut s, "not_opened").await;
    s.send_all().await;
    assert_eq!(s.recipients().await, readers[5..11]);
    let report = s.get("/report").await;
    assert_eq!(json!([report["ledger"]["intended"], report["ledger"]["sent"], report["origin"]["kind"]]), json!([6, 6, "not_opened"]));
    s.assert_adds_up().await;
    // Of those, again those who did not open the second.
    s.open(&readers[5..8]).await;
    resend(&mut s, "not_opened").await;
    s.send_all().await;
    assert_eq!(s.recipients().await, readers[8..11]);
});

both_engines!(those_who_did_not_get_it_get_it, engine => {
    let mut s = scene(engine, 60).await;
    let (got, rest) = half_sent(&s).await;
    assert!(got.len() > 10 && rest.len() > 10);
    let copy = resend(&mut s, "not_sent").await;
    assert_eq!(copy["ab_test"], Value::Null);
    let late = s.reader("late@example.net", json!({})).await;
    leave(&s, rest[0]).await;
    s.send_all().await;
    let expected = [&rest[1..], &[late]].concat();
    assert_eq!(s.recipients().await, expected);
    assert_eq!(s.get("/report").await["ledger"]["intended"], expected.len());
    s.assert_adds_up().await;
});

// Without what it refers to nobody knows who had it, and everybody would get it a second time.
both_engines!(without_the_first_one_the_rest_is_not_known, engine => {
    let mut s = scene(engine, 60).await;
    half_sent(&s).await;
    let original = s.campaign_id;
    resend(&mut s, "not_sent").await;
    let planned = s.campaign_id;
    s.schedule(json!({ "scheduled_at": "2026-11-21T13:00:00Z" })).await;
    s.campaign_id = original;
    resend(&mut s, "not_sent").await;
    let draft = s.campaign_id;
    s.campaign_id = original;
    s.ask("DELETE", "", Value::Null).await.expect(204);
    s.campaign_id = draft;
    assert_eq!(s.get("").await["origin"]["subject"], Value::Null);
    let told = s.post("/send").await.expect(409);
    assert!(told["detail"].as_str().unwrap().contains("deleted"), "{told}");
    s.campaign_id = planned;
    s.go_to("2026-11-21T13:00:00Z");
    s.fire().await;
    let after = s.get("").await;
    assert!(after["status"] == "draft" && after["pause_reason"].as_str().unwrap().contains("deleted"), "{after}");
    // Its author may decide to send it to everyone.
    s.ask("PUT", "", json!({ "segment": null })).await.expect(200);
    s.send_all().await;
    assert_eq!(s.recipients().await.len(), 60);
});

both_engines!(who_opened_is_known_of_full_tracking_alone, engine => {
    for tracking in ["anonymous", "none"] {
        let s = scene(engine, 2).await;
        s.newsletter(json!({ "tracking": tracking })).await;
        s.send_all().await;
        s.ask("POST", "/resend", json!({ "to": "not_opened" })).await.expect(409);
        s.ask("POST", "/resend", json!({ "to": "everyone" })).await.expect(422);
    }
});
