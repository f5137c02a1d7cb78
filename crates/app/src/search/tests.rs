use serde_json::{Value, json};

use super::model::encode;
use crate::testing::TestApp;

async fn newsletter(t: &TestApp, token: &str, name: &str) -> i64 {
    let body = json!({ "name": name, "from_name": "F", "from_prefix": "p" });
    t.call(Some(token), "POST", "/api/newsletters", Some(body)).await.expect(201)["id"].as_i64().unwrap()
}

async fn campaign(t: &TestApp, token: &str, newsletter: i64, subject: &str) -> i64 {
    let body = json!({ "subject": subject, "html_content": "<p>x</p>" });
    let path = format!("/api/newsletters/{newsletter}/campaigns");
    t.call(Some(token), "POST", &path, Some(body)).await.expect(201)["id"].as_i64().unwrap()
}

async fn search(t: &TestApp, token: &str, q: &str) -> Value {
    t.call(Some(token), "GET", &format!("/api/search?q={}", encode(q)), None).await.expect(200)
}

fn titles(hits: &Value) -> Vec<&str> {
    hits.as_array().unwrap().iter().map(|hit| hit["title"].as_str().unwrap()).collect()
}

database::both_engines!(newsletters_and_campaigns_are_found_in_any_case, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let n = newsletter(&t, &ada, "Über Garden News").await;
    let c = campaign(&t, &ada, n, "Spring & garden, 50%_off").await;
    let found = search(&t, &ada, " GARDEN ").await;
    assert_eq!(found, json!({
        "newsletters": [{ "id": n, "title": "Über Garden News", "subtitle": "Active", "href": format!("/newsletters#newsletter-{n}") }],
        "campaigns": [{ "id": c, "title": "Spring & garden, 50%_off", "subtitle": "Über Garden News",
            "href": format!("/campaigns/{n}/{c}/edit") }],
        "subscribers": [], "templates": [], "domains": [],
    }));
    for q in ["über", "ÜBER", "Über"] {
        assert_eq!(titles(&search(&t, &ada, q).await["newsletters"]), ["Über Garden News"], "{q}");
    }
    assert_eq!(titles(&search(&t, &ada, "50%_").await["campaigns"]).len(), 1);
    for q in ["%", "_", "\\", "g_rden", "g%n", "nothing", "'; --"] {
        let found = search(&t, &ada, q).await;
        assert_eq!(found["newsletters"], json!([]), "{q}");
    }
});

database::both_engines!(five_of_each_newest_first_and_only_ones_own, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let bob = t.author("bob@example.com").await;
    for n in 0..7 {
        let id = newsletter(&t, &ada, &format!("Letter {n}")).await;
        campaign(&t, &ada, id, &format!("Letter campaign {n}")).await;
    }
    let found = search(&t, &ada, "letter").await;
    assert_eq!(titles(&found["newsletters"]), ["Letter 6", "Letter 5", "Letter 4", "Letter 3", "Letter 2"]);
    assert_eq!(titles(&found["campaigns"]).len(), 5);
    let theirs = search(&t, &bob, "letter").await;
    assert_eq!((&theirs["newsletters"], &theirs["campaigns"]), (&json!([]), &json!([])));
});

database::both_engines!(templates_are_found_by_name_and_subject, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let bob = t.author("bob@example.com").await;
    let make = async |token: &str, body: Value| {
        t.call(Some(token), "POST", "/api/templates", Some(body)).await.expect(201)["id"].clone()
    };
    let one = make(&ada, json!({ "name": "Über uns", "subject": "News" })).await;
    let two = make(&ada, json!({ "name": "Plain", "subject": "ÜBER 50%" })).await;
    let three = make(&ada, json!({ "name": "News" })).await;
    make(&bob, json!({ "name": "Über alles" })).await;
    assert_eq!(search(&t, &ada, "über").await["templates"], json!([
        { "id": two, "title": "Plain", "subtitle": "ÜBER 50%", "href": format!("/templates/{two}/edit") },
        { "id": one, "title": "Über uns", "subtitle": "News", "href": format!("/templates/{one}/edit") },
    ]));
    let found = search(&t, &ada, "NEWS").await;
    assert_eq!((&found["templates"][0]["id"], &found["templates"][0]["subtitle"]), (&three, &Value::Null));
    assert_eq!(titles(&search(&t, &ada, "0%").await["templates"]), ["Plain"]);
    assert_eq!(search(&t, &ada, "_lain").await["templates"], json!([]));
});

database::both_engines!(readers_are_found_by_name_and_address, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let n = newsletter(&t, &ada, "Weekly").await;
    let add = async |body: Value| {
        t.call(Some(&ada), "POST", &format!("/api/newsletters/{n}/subscribers"), Some(body)).await.expect(201)["id"].clone()
    };
    let named = add(json!({ "email": "grace+x@example.org", "first_name": "Grace", "last_name": "Hopper" })).await;
    let plain = add(json!({ "email": "hopper@example.com" })).await;
    assert_eq!(search(&t, &ada, "hopper").await["subscribers"], json!([
        { "id": plain, "title": "hopper@example.com", "subtitle": "Weekly",
          "href": format!("/subscribers?newsletter={n}&q=hopper%40example.com") },
        { "id": named, "title": "Grace Hopper <grace+x@example.org>", "subtitle": "Weekly",
          "href": format!("/subscribers?newsletter={n}&q=grace%2Bx%40example.org") },
    ]));
});

database::both_engines!(a_blank_query_finds_nothing_and_a_bad_one_is_refused, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    newsletter(&t, &ada, "N").await;
    for path in ["/api/search", "/api/search?q=", "/api/search?q=%20"] {
        assert_eq!(t.call(Some(&ada), "GET", path, None).await.expect(200)["newsletters"], json!([]));
    }
    t.call(Some(&ada), "GET", "/api/search?q=a%00b", None).await.expect(400);
    t.call(Some(&ada), "GET", &format!("/api/search?q={}", "x".repeat(201)), None).await.expect(400);
});

database::both_engines!(a_sent_campaign_leads_to_its_report, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let n = newsletter(&t, &ada, "N").await;
    let c = campaign(&t, &ada, n, "Done").await;
    let mut tx = t.app.db.begin().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET status = 'sent'").execute(conn).await.map(drop).unwrap());
    tx.commit().await.unwrap();
    assert_eq!(search(&t, &ada, "done").await["campaigns"][0]["href"], format!("/campaigns/{n}/{c}/report"));
});
