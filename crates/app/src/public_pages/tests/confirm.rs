use database::both_engines;
use serde_json::json;

use super::{Scene, assert_inert};
use crate::{
    SubscriberId,
    clock::{DAY, HOUR},
    links::ConfirmToken,
};

both_engines!(a_pending_reader_confirms_once, engine => {
    let s = Scene::new(engine).await;
    s.subscribe("ida@example.com").await;
    let path = s.confirm_path().await;
    let shown = s.get(&path).await;
    assert_eq!(shown.status, 200);
    assert!(shown.text().contains("Confirm subscription"));
    assert_inert(&shown);
    assert_eq!(s.figures().await, [0, 0, 1, 0, 0]);
    s.t.clock.advance(DAY);
    for _ in 0..3 {
        let answer = s.post(&path, "").await;
        assert_eq!(answer.status, 200);
        assert!(answer.text().contains("You are subscribed"));
        assert_inert(&answer);
        assert_eq!(s.figures().await, [1, 0, 0, 1, 0]);
    }
    let events = s.api("GET", "/api/overview", None).await.text();
    assert_eq!(events.matches("ida@example.com").count(), 1, "{events}");
});

both_engines!(who_left_comes_back_by_confirming_alone, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    s.post(&format!("/u/{}", s.reader_token(id)), "").await;
    assert_eq!(s.figures().await, [0, 1, 0, 1, 1]);
    s.subscribe("ida@example.com").await;
    assert_eq!(s.figures().await, [0, 1, 0, 1, 1]);
    let path = s.confirm_path().await;
    assert_eq!(s.post(&path, "").await.status, 200);
    assert_eq!(s.figures().await, [1, 0, 0, 2, 1]);

    s.t.clock.advance(HOUR);
    s.post(&format!("/u/{}", s.reader_token(id)), "").await;
    assert_eq!(s.post(&path, "").await.status, 410, "the mail of before does not undo that");
    assert_eq!(s.statuses().await[0].1, "unsubscribed");
});

both_engines!(a_link_works_for_seven_days, engine => {
    let s = Scene::new(engine).await;
    s.subscribe("ida@example.com").await;
    let path = s.confirm_path().await;
    s.t.clock.advance(7 * DAY);
    assert_eq!(s.get(&path).await.status, 200);
    s.t.clock.advance(1);
    assert_eq!(s.get(&path).await.status, 410);
    let answer = s.post(&path, "").await;
    assert_eq!(answer.status, 410);
    assert_inert(&answer);
    assert_eq!(s.statuses().await[0].1, "pending");
});

both_engines!(only_the_asked_address_confirms, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    s.set_status(id, "pending").await;
    let token = ConfirmToken::new(s.home.id, SubscriberId::new(id), "IDA@example.com", s.t.app.now());
    assert_eq!(ConfirmToken::read(&s.t.app, &token.text(&s.t.app)), Some(token));
    let path = format!("/confirm/{}", token.text(&s.t.app));
    let reader = format!("/api/newsletters/{}/subscribers/{id}", s.home.id);
    s.api("PUT", &reader, Some(json!({ "email": "other@example.com" }))).await.expect(200);
    assert_eq!(s.post(&path, "").await.status, 410);
    assert_eq!(s.statuses().await[0].1, "pending");
    s.api("PUT", &reader, Some(json!({ "email": "ida@example.com" }))).await.expect(200);
    assert_eq!(s.post(&path, "").await.status, 200);
    s.set_status(id, "bounced").await;
    assert_eq!(s.post(&path, "").await.status, 410);
});

both_engines!(no_token_passes_for_another, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    let before = s.state().await;
    let confirm = ConfirmToken::new(s.home.id, SubscriberId::new(id), "ida@example.com", s.t.app.now()).text(&s.t.app);
    let reader = s.reader_token(id);
    assert_eq!(s.post(&format!("/u/{confirm}"), "").await.status, 404);
    assert_eq!(s.post(&format!("/p/{confirm}/erase"), "sure=yes").await.status, 404);
    assert_eq!(s.post(&format!("/confirm/{reader}"), "").await.status, 404);
    for i in 0..confirm.len() {
        let mut altered = confirm.clone().into_bytes();
        altered[i] = if altered[i] == b'A' { b'B' } else { b'A' };
        assert_eq!(ConfirmToken::read(&s.t.app, std::str::from_utf8(&altered).unwrap()), None, "position {i}");
    }
    assert_eq!(s.state().await, before);
});
