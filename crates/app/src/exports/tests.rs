use std::io::{Cursor, Read as _};

use axum::{Router, body::Body, http::Request};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::{
    NewsletterId,
    deliveries::tests::{Scene, add_readers},
    testing::{TestAnswer, TestApp},
};

/// One white pixel.
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// Every file of the archive by name.
fn files(answer: &TestAnswer) -> std::collections::BTreeMap<String, Vec<u8>> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let mut archive = zip::ZipArchive::new(Cursor::new(&answer.bytes)).unwrap();
    (0..archive.len())
        .map(|at| {
            let mut file = archive.by_index(at).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        })
        .collect()
}

/// Makes one of everything; answers the secrets that were shown.
async fn fill(t: &TestApp, token: &str, newsletter: NewsletterId) -> Vec<String> {
    let post =
        async |path: &str, body: Value| t.call(Some(token), "POST", path, Some(body)).await.expect(201);
    let key = post("/api/api-keys", json!({ "name": "K" })).await["key"].as_str().unwrap().to_owned();
    post("/api/templates", json!({ "name": "Kept", "blocks": [{ "type": "text", "content": "x" }] })).await;
    post("/api/saved-blocks", json!({ "name": "Foot", "block": { "type": "text", "content": "Bye" } })).await;
    post("/api/domains", json!({ "domain": "news.example.org", "domain_type": "user" })).await;
    let hook = post("/api/webhooks", json!({ "url": "https://hooks.example.com/x" })).await;
    let secret = hook["secret"].as_str().unwrap().to_owned();
    t.upload(Some(token), "/api/media", &[("file", GIF)]).await.expect(201);
    let reader =
        json!({ "email": "formula@example.com", "first_name": "=1+1", "attributes": { "city": "Wien" } });
    post(&format!("/api/newsletters/{newsletter}/subscribers"), reader).await;
    vec![key, secret]
}

database::both_engines!(an_archive_has_everything_and_no_secret, engine => {
    let s = Scene::new(engine, 6_000).await;
    let (t, token) = (&s.t, &s.token);
    s.post("/send").await.expect(202);
    let sending = s.start();
    s.until("sent").await;
    sending.stop().await;
    let secrets = fill(t, token, s.newsletter_id).await;
    let other = t.author("other@example.com").await;
    let body = json!({ "name": "zinnober", "from_name": "F", "from_prefix": "p" });
    let others = t.call(Some(&other), "POST", "/api/newsletters", Some(body)).await.expect(201)["id"].as_i64().map(NewsletterId::new).unwrap();
    add_readers(t, others, 2).await;

    let holdings = t.call(Some(token), "GET", "/api/me/holdings", None).await.expect(200);
    assert_eq!(holdings, json!({
        "newsletters": 1, "subscribers": 6_001, "campaigns": 1, "templates": 1, "saved_blocks": 1, "images": 1, "domains": 1,
        "imports": 0, "api_keys": 1, "webhooks": 1,
    }));

    let answer = t.call(Some(token), "GET", "/api/me/export", None).await;
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"letterpress-2026-11-21.zip\""));
    let files = files(&answer);
    let (newsletter, campaign) = (s.newsletter_id, s.campaign_id);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let mut expected = vec![
        "account.json".to_owned(), "campaigns.json".into(), format!("campaigns/{campaign}.html"),
        format!("deliveries/{campaign}.csv"), "domains.json".into(), "images/1-readers.gif".into(), "messages.json".into(), "newsletters.json".into(),
        format!("subscribers/{newsletter}.csv"), "saved_blocks.json".into(), "templates.json".into(),
        "webhooks.json".into(),
    ];
    expected.sort();
    assert_eq!(names, expected);
    let read = |name: &str| serde_json::from_slice::<Value>(&files[name]).unwrap();
    assert_eq!(read("account.json")["email"], "author@example.com");
    assert_eq!(read("account.json")["api_keys"][0]["name"], "K");
    assert_eq!((&read("newsletters.json")[0]["name"], &read("newsletters.json")[0]["active"]), (&json!("News"), &json!(6_001)));
    assert_eq!((&read("campaigns.json")[0]["status"], &read("templates.json")[0]["name"]), (&json!("sent"), &json!("Kept")));
    let kept = &read("saved_blocks.json")[0];
    assert_eq!((&kept["name"], &kept["block"]), (&json!("Foot"), &json!({ "type": "text", "content": "Bye" })));
    assert_eq!(read("webhooks.json")[0]["url"], "https://hooks.example.com/x");
    assert!(read("domains.json")[0]["records"].as_array().unwrap().len() > 1);
    let readers = String::from_utf8(files[&format!("subscribers/{newsletter}.csv")].clone()).unwrap();
    assert_eq!(readers.lines().count(), 6_002);
    assert!(readers.starts_with("email,first_name") && readers.contains("formula@example.com,'=1+1,"), "formula-safe");
    let deliveries = String::from_utf8(files[&format!("deliveries/{campaign}.csv")].clone()).unwrap();
    assert_eq!(deliveries.lines().filter(|line| line.contains(",sent,")).count(), 6_000);
    assert_eq!(files["images/1-readers.gif"][..3], *b"GIF");
    for (name, content) in &files {
        let text = String::from_utf8_lossy(content);
        let is_leak = secrets.iter().any(|secret| text.contains(secret.as_str()));
        assert!(!is_leak && !text.contains("whsec_") && !text.contains("$argon2") && !text.contains("zinnober"), "{name}");
    }
});

database::both_engines!(an_author_exports_once_at_a_time, engine => {
    let t = TestApp::new(engine).await;
    let (ada, bob) = (t.author("ada@example.com").await, t.author("bob@example.com").await);
    let request = Request::get("/api/me/export").header("authorization", format!("Bearer {ada}")).body(Body::empty());
    let router = crate::server::build(t.app.clone(), Router::new());
    // Somebody who does not read on.
    let unread = router.oneshot(request.unwrap()).await.unwrap();
    assert_eq!(unread.status(), 200);
    let again = t.call(Some(&ada), "GET", "/api/me/export", None).await;
    assert_eq!(again.header("retry-after"), Some("60"));
    let told = again.expect(429)["detail"].as_str().unwrap().to_owned();
    assert!(told.starts_with("You already have"), "{told}");
    assert_eq!(t.call(Some(&bob), "GET", "/api/me/export", None).await.status, 200);
    assert_eq!(t.call(Some(&bob), "GET", "/api/me/export", None).await.status, 200, "the first one is done");
    drop(unread);
    assert_eq!(t.call(Some(&ada), "GET", "/api/me/export", None).await.status, 200);
});

database::both_engines!(an_empty_account_has_an_archive_and_a_key_does_not_get_it, engine => {
    let t = TestApp::new(engine).await;
    let token = t.author("ada@example.com").await;
    let files = files(&t.call(Some(&token), "GET", "/api/me/export", None).await);
    assert_eq!(files["newsletters.json"], b"[]\n");
    assert_eq!(files.len(), 8);
    let made = t.call(Some(&token), "POST", "/api/api-keys", Some(json!({ "name": "K" }))).await.expect(201);
    for path in ["/api/me/export", "/api/me/holdings"] {
        t.call(made["key"].as_str(), "GET", path, None).await.expect(403);
    }
});
