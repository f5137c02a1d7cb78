//! What a restored copy does before and after somebody confirms it.

use database::{Engine, both_engines};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::{
    App, Timestamp,
    clock::DAY,
    deliveries::tests::Scene,
    installation, instance,
    testing::{TestApp, until},
};

fn node(app: &App) -> App {
    App::new(app.db.clone(), app.clock.clone(), app.settings.clone()).unwrap()
}

async fn claimed(engine: Engine) -> Scene {
    let scene = Scene::new(engine, 3).await;
    let app = &scene.t.app;
    instance::claim(&app.db, &app.clock, &app.settings.secret).await.unwrap();
    scene
}

both_engines!(a_copy_is_held_from_its_restore_to_its_confirmation, engine => {
    let scene = claimed(engine).await;
    let app = &scene.t.app;
    let mut tx = app.db.begin().await.unwrap();
    assert!(!instance::confirm_sending(&mut tx, Timestamp(1)).await.unwrap(), "nothing to confirm");
    installation::mark_restored(&mut tx, Timestamp(5)).await.unwrap();
    assert!(instance::state(&mut tx).await.unwrap().is_held());
    assert!(instance::confirm_sending(&mut tx, Timestamp(5)).await.unwrap());
    assert!(!instance::state(&mut tx).await.unwrap().is_held());
    // A backup of the confirmed copy, restored again.
    installation::mark_restored(&mut tx, Timestamp(9)).await.unwrap();
    assert!(instance::state(&mut tx).await.unwrap().is_held());
    tx.commit().await.unwrap();
});

both_engines!(nothing_leaves_a_restored_copy_until_it_is_confirmed, engine => {
    let scene = claimed(engine).await;
    let mut tx = scene.t.app.db.begin().await.unwrap();
    installation::mark_restored(&mut tx, scene.t.app.now()).await.unwrap();
    tx.commit().await.unwrap();
    let app = node(&scene.t.app);
    assert!(!app.may_send().await.unwrap());
    scene.post("/send").await.expect(202);
    let stop = CancellationToken::new();
    let engine = tokio::spawn(crate::deliveries::run(app.core(), "copy".into(), stop.clone()));
    let calendar = tokio::spawn(crate::deliveries::calendar(app.core(), stop.clone()));
    // The engine has registered and looked for work, and the audience is frozen.
    let report = async || scene.get("/report").await;
    let report = until("frozen", report, |report| report["ledger"]["intended"] == 3).await;
    assert_eq!(report["ledger"]["queued"], 3, "{report}");
    let body = json!({ "to": ["me@example.com"] });
    let test = scene.t.call(Some(&scene.token), "POST", &scene.path("/test"), Some(body)).await.expect(200);
    assert!(test["failed"][0]["reason"].as_str().unwrap().contains("restored from a backup"), "{test}");
    let hook = scene.t.call(Some(&scene.token), "POST", "/api/webhooks", Some(json!({ "url": "http://127.0.0.1:8900/" }))).await.expect(201);
    let test = scene.t.call(Some(&scene.token), "POST", &format!("/api/webhooks/{}/test", hook["id"]), None).await.expect(409);
    assert!(test["detail"].as_str().unwrap().contains("restored from a backup"), "{test}");
    let held = scene.t.call(Some(&scene.token), "GET", "/api/installation", None).await.expect(200);
    assert_eq!((&held["sending_held"], &held["can_confirm"]), (&json!(true), &json!(true)));
    let mails = scene.t.call(Some(&scene.token), "GET", "/api/captured-mail", None).await.expect(200);
    assert_eq!(mails, json!([]));

    let other = scene.t.author("other@example.com").await;
    scene.t.call(Some(&other), "POST", "/api/installation/confirm-sending", None).await.expect(403);
    let confirmed = scene.t.call(Some(&scene.token), "POST", "/api/installation/confirm-sending", None).await.expect(200);
    assert_eq!(confirmed["sending_held"], false);
    assert!(confirmed["restored_at"].is_string());
    let report = scene.until("sent").await;
    assert_eq!(report["ledger"]["sent"], 3);
    stop.cancel();
    engine.await.unwrap().unwrap();
    calendar.await.unwrap();
});

both_engines!(what_was_due_before_the_confirmation_is_not_forgotten, engine => {
    let scene = claimed(engine).await;
    let at = scene.t.app.now().plus(DAY / 2);
    let body = json!({ "scheduled_at": at });
    scene.t.call(Some(&scene.token), "POST", &scene.path("/schedule"), Some(body)).await.expect(200);
    let mut tx = scene.t.app.db.begin().await.unwrap();
    installation::mark_restored(&mut tx, scene.t.app.now()).await.unwrap();
    tx.commit().await.unwrap();
    scene.t.clock.advance(DAY / 2 + 1);
    let mut tx = scene.t.app.db.read().await.unwrap();
    assert_eq!(crate::campaigns::in_flight(&mut tx, scene.t.app.now()).await.unwrap(), (0, 1));
});

both_engines!(the_operators_pages_elsewhere_are_told_and_nobody_elses, engine => {
    let links = ["https://github.com/example", "https://mastodon.example/@me"];
    let given = TestApp::with(engine, |settings| settings.social_links = links.map(str::to_owned).into()).await;
    let none = TestApp::new(engine).await;
    for (t, expected) in [(given, json!(links)), (none, json!([]))] {
        let token = t.author("me@example.com").await;
        let installation = t.call(Some(&token), "GET", "/api/installation", None).await.expect(200);
        assert_eq!(installation["social_links"], expected);
    }
});
