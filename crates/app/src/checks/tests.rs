//! What the checks say of an installation, over the API.

use database::{Engine, both_engines, on_engine};
use serde_json::{Value, json};

use crate::{Settings, campaigns::testing::World, domains};

/// What is said about unsubscribing from a campaign with content.
async fn unsubscribe(engine: Engine, change: impl FnOnce(&mut Settings)) -> Value {
    let w = World::with(engine, change).await;
    let id = w.campaign(json!({ "subject": "Hello", "text_content": "Hello" })).await;
    let answer = w.get(&format!("{}/checks", w.path(id))).await;
    let all = answer["checks"].as_array().unwrap();
    let mut found = all.iter().filter(|check| check["id"] == "unsubscribe");
    let check = found.next().unwrap_or_else(|| panic!("{answer}")).clone();
    assert!(found.next().is_none(), "said once: {answer}");
    check
}

fn through_smtp(settings: &mut Settings, public_url: &str) {
    settings.mail = "smtp://127.0.0.1:1".parse().unwrap();
    settings.public_url = public_url.into();
}

both_engines!(links_that_lead_nowhere_are_a_problem_before_sending, engine => {
    for url in ["http://127.0.0.1:8080", "https://localhost", "http://[::1]:8080"] {
        let check = unsubscribe(engine, |s| through_smtp(s, url)).await;
        assert_eq!((&check["level"], &check["title"]), (&json!("warning"), &json!("Nobody could unsubscribe from this email")));
        let details = check["details"].as_array().unwrap();
        assert!(details[0].as_str().unwrap().contains(url), "{check}");
        assert!(details[1].as_str().unwrap().contains("LETTERPRESS_PUBLIC_URL"), "{check}");
    }
    let check = unsubscribe(engine, |s| through_smtp(s, "http://letters.example.com")).await;
    assert_eq!((&check["level"], &check["title"]), (&json!("warning"), &json!("Nobody could unsubscribe with one click")));
    assert!(check["details"][0].as_str().unwrap().contains("http://letters.example.com"), "{check}");
    let check = unsubscribe(engine, |s| through_smtp(s, "https://letters.example.com")).await;
    assert_eq!((&check["level"], &check["details"]), (&json!("ok"), &json!([])), "{check}");
});

both_engines!(nothing_is_asked_of_links_in_mail_that_stays_here, engine => {
    let check = unsubscribe(engine, |_| {}).await;
    assert_eq!((&check["level"], &check["title"]), (&json!("ok"), &json!("An unsubscribe link is added at its end")));
});

both_engines!(it_is_said_before_there_is_any_content, engine => {
    let w = World::with(engine, |s| through_smtp(s, "http://127.0.0.1:8080")).await;
    let id = w.campaign(json!({ "subject": "Hello" })).await;
    let answer = w.get(&format!("{}/checks", w.path(id))).await;
    let levels: Vec<_> = answer["checks"].as_array().unwrap().iter()
        .filter(|check| ["content", "unsubscribe"].contains(&check["id"].as_str().unwrap()))
        .map(|check| check["level"].clone()).collect();
    assert_eq!(levels, ["error", "warning"], "{answer}");
});

both_engines!(html_that_hides_the_way_out_is_an_error_with_its_line, engine => {
    let w = World::with(engine, |_| {}).await;
    let (open, link) = ("<p>Hello</p>\n<!-- no end", "<p><a href='JavaScript:alert(1)'>Win</a></p>\n");
    let refused = w.call("POST", &w.campaigns(), Some(json!({ "subject": "Hello", "html_content": open }))).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "html_content", "{refused}");
    assert!(refused["errors"][0].to_string().contains("This comment has no end"), "{refused}");
    // One that was saved when nobody looked.
    let id = w.campaign(json!({ "subject": "Hello", "html_content": link })).await;
    let mut tx = w.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET html_content = $2 WHERE id = $1")
        .bind(id).bind(format!("{link}{open}")).execute(conn).await.map(drop))
    .unwrap();
    tx.commit().await.unwrap();
    let answer = w.get(&format!("{}/checks", w.path(id))).await;
    let check = |id: &str| answer["checks"].as_array().unwrap().iter().find(|check| check["id"] == id).unwrap().clone();
    let unsubscribe = check("unsubscribe");
    assert_eq!((&unsubscribe["level"], &unsubscribe["title"]), (&json!("error"), &json!("Nobody would see the unsubscribe link")));
    assert!(unsubscribe["details"][0].as_str().unwrap().starts_with("Line 3, column 1: This comment has no end"), "{answer}");
    let links = check("links");
    let told = "“Win” leads to JavaScript:alert(1): such an address is taken out of the email.";
    assert_eq!((&links["level"], &links["details"]), (&json!("warning"), &json!([told])));
});

both_engines!(what_is_written_is_looked_at_as_a_whole, engine => {
    let w = World::with(engine, |_| {}).await;
    let id = w.campaign(json!({ "subject": "Hello", "text_content": "Hello" })).await;
    let answer = w.get(&format!("{}/checks", w.path(id))).await;
    let ids: Vec<&str> = answer["checks"].as_array().unwrap().iter().map(|check| check["id"].as_str().unwrap()).collect();
    for id in ["content", "leftovers", "links", "images", "size", "sender", "unsubscribe", "schedule", "audience"] {
        assert!(ids.contains(&id), "{id}: {ids:?}");
    }
});

both_engines!(the_operator_s_domain_signs_once_it_is_verified, engine => {
    let w = domains::tests::World::with(engine, |settings| {
        through_smtp(settings, "https://letters.example.com");
        settings.fallback_domain = Some("example.org".into());
    }).await;
    let path = format!("/api/newsletters/{}/campaigns", w.newsletter(None).await);
    let draft = json!({ "subject": "Hello", "text_content": "Hello" });
    let id = w.call(&w.author, "POST", &path, Some(draft)).await.expect(201)["id"].clone();
    let sender = async || {
        let answer = w.call(&w.author, "GET", &format!("{path}/{id}/checks"), None).await.expect(200);
        let check = answer["checks"].as_array().unwrap().iter().find(|check| check["id"] == "sender").unwrap().clone();
        (check["level"].clone(), check["title"].as_str().unwrap().to_owned())
    };
    let (level, title) = sender().await;
    assert!(level == "warning" && title.ends_with("@example.org aren't signed here"), "{level} {title}");
    w.verified("example.org").await;
    let (level, title) = sender().await;
    assert!(level == "ok" && title.ends_with("@example.org"), "{level} {title}");
});
