use database::both_engines;
use serde_json::json;

use crate::campaigns::{
    Status,
    testing::{World, author},
};

both_engines!(a_newsletter_adds_its_campaigns_up, engine => {
    let w = World::new(engine).await;
    let path = format!("/api/newsletters/{}/analytics", w.newsletter_id);
    let empty = json!({
        "newsletter_id": w.newsletter_id, "total_campaigns": 0, "total_sends": 0, "total_opens": 0, "total_clicks": 0,
        "total_bounces": 0, "tracked_sends": 0, "tracked_opens": 0, "tracked_clicks": 0, "open_rate": 0.0, "click_rate": 0.0, "bounce_rate": 0.0,
    });
    assert_eq!(w.get(&path).await, empty);
    for sent in [3, 4] {
        let id = w.campaign_in(Status::Sent).await;
        w.run(id, sent).await;
    }
    w.campaign_in(Status::Draft).await;
    // One that is still on its way is in no total, here as on the Overview.
    let sending = w.campaign_in(Status::Sending).await;
    w.run(sending, 18).await;
    let answer = w.get(&path).await;
    assert_eq!((&answer["total_campaigns"], &answer["total_sends"]), (&json!(4), &json!(7)));
    assert_eq!(answer["open_rate"], json!(0.0));
});

both_engines!(a_campaign_that_was_not_sent_has_zeros, engine => {
    let w = World::new(engine).await;
    let id = w.campaign(json!({ "subject": "Hello" })).await;
    assert_eq!(w.get(&format!("{}/analytics", w.path(id))).await, json!({
        "campaign_id": id, "total_sends": 0, "total_opens": 0, "total_clicks": 0, "total_bounces": 0,
        "tracked_sends": 0, "tracked_opens": 0, "tracked_clicks": 0, "open_rate": 0.0, "click_rate": 0.0, "bounce_rate": 0.0,
    }));
});

both_engines!(anothers_figures_are_not_there, engine => {
    let w = World::new(engine).await;
    let id = w.campaign(json!({ "subject": "Hello" })).await;
    let (other, _) = author(&w.t, "other@example.com").await;
    for path in [format!("/api/newsletters/{}/analytics", w.newsletter_id), format!("{}/analytics", w.path(id))] {
        w.t.call(Some(&other), "GET", &path, None).await.expect(404);
        w.t.call(None, "GET", &path, None).await.expect(401);
    }
    w.call("GET", "/api/newsletters/999999/analytics", None).await.expect(404);
});
