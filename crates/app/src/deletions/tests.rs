use std::collections::{BTreeMap, BTreeSet};

use database::{Engine, on_engine};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use super::{
    remove_some,
    store::{FEW, of_author, of_newsletter},
};
use crate::{
    App, CampaignId, NewsletterId, SubscriberId,
    accounts::tests::*,
    deliveries::{fire_due, tests::Scene},
    links::{LinkMaker, ReaderToken},
    testing::TestApp,
    tracking::{Tokens, Use},
};

const READERS: i64 = 2_200;

/// Tables whose rows belong to authors, and the authors.
fn tables() -> BTreeSet<&'static str> {
    of_newsletter()
        .chain(of_author())
        .map(|batch| batch.table)
        .chain(FEW.iter().copied())
        .chain(["authors", "media_files"])
        .collect()
}

async fn counts(app: &App) -> BTreeMap<&'static str, i64> {
    let mut tx = app.db.read().await.unwrap();
    let mut counts = BTreeMap::new();
    for table in tables() {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let count: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await).unwrap();
        counts.insert(table, count);
    }
    counts
}

async fn run(app: &App, sql: &'static str, id: NewsletterId) {
    let mut tx = app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
}

/// An author with a sent campaign and something of nearly everything else; a scheduled campaign among it.
async fn scene(engine: Engine) -> Scene {
    let mut s = Scene::new(engine, READERS).await;
    s.post("/send").await.expect(202);
    let sending = s.start();
    s.until("sent").await;
    sending.stop().await;
    for sql in [
        "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, opened_at, opens) \
         SELECT r.newsletter_id, r.id, s.id, 1, 1 FROM campaign_runs r JOIN subscribers s ON s.newsletter_id = r.newsletter_id \
         WHERE r.newsletter_id = $1",
        "INSERT INTO delivery_events (newsletter_id, run_id, subscriber_id, kind, source, at) \
         SELECT r.newsletter_id, r.id, s.id, 'delivered', 'ses', 1 FROM campaign_runs r JOIN subscribers s ON s.newsletter_id = r.newsletter_id \
         WHERE r.newsletter_id = $1",
        "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, attempt_id, node_id, dated_at, updated_at) \
         SELECT r.newsletter_id, r.id, s.id, 5, 1, 1, 1, 1, 1 FROM campaign_runs r JOIN subscribers s ON s.newsletter_id = r.newsletter_id \
         WHERE r.newsletter_id = $1",
        "INSERT INTO run_links (newsletter_id, run_id, link_no, url, label) \
         SELECT newsletter_id, id, 1, 'https://example.com/', 'x' FROM campaign_runs WHERE newsletter_id = $1",
    ] {
        run(&s.t.app, sql, s.newsletter_id).await;
    }
    things(&s.t, &s.token, s.newsletter_id).await;
    let draft = json!({ "subject": "Later", "html_content": "<p>x</p>" });
    let path = format!("/api/newsletters/{}/campaigns", s.newsletter_id);
    let sent = s.campaign_id;
    s.campaign_id = s.t.call(Some(&s.token), "POST", &path, Some(draft)).await.expect(201)["id"]
        .as_i64()
        .map(CampaignId::new)
        .unwrap();
    let at = json!({ "scheduled_at": "2026-11-21T12:30:00Z" });
    s.t.call(Some(&s.token), "POST", &s.path("/schedule"), Some(at)).await.expect(200);
    s.campaign_id = sent;
    s
}

/// A little of what authors have beside mails.
async fn things(t: &TestApp, token: &str, newsletter: NewsletterId) {
    let post = async |path: &str, body: Value| {
        t.call(Some(token), "POST", path, Some(body)).await.expect(201);
    };
    post("/api/api-keys", json!({ "name": "K" })).await;
    post("/api/templates", json!({ "name": "T", "blocks": [] })).await;
    post("/api/saved-blocks", json!({ "name": "B", "block": { "type": "divider" } })).await;
    post("/api/domains", json!({ "domain": format!("n{newsletter}.example.org"), "domain_type": "user" }))
        .await;
    post("/api/webhooks", json!({ "url": "https://hooks.example.com/x" })).await;
    let settings = json!({ "notifications": { "weekly_summary": true } });
    t.call(Some(token), "PUT", "/api/settings", Some(settings)).await.expect(200);
    let path = format!("/api/newsletters/{newsletter}/subscribers/import");
    t.upload(Some(token), &path, &[("file", b"email\nnew@example.com\n")]).await.expect(202);
}

/// Another author with the same, but fewer readers.
async fn neighbour(t: &TestApp) -> Value {
    let token = t.author("neighbour@example.com").await;
    let body = json!({ "name": "N", "from_name": "F", "from_prefix": "p" });
    let newsletter = t.call(Some(&token), "POST", "/api/newsletters", Some(body)).await.expect(201);
    let id = NewsletterId::new(newsletter["id"].as_i64().unwrap());
    crate::deliveries::tests::add_readers(t, id, 3).await;
    things(t, &token, id).await;
    newsletter
}

database::both_engines!(an_account_goes_at_once_and_its_rows_in_batches, engine => {
    let s = scene(engine).await;
    let app = &s.t.app;
    let theirs = neighbour(&s.t).await;
    let newsletter = s.t.call(Some(&s.token), "GET", &format!("/api/newsletters/{}", s.newsletter_id), None).await.expect(200);
    let public = format!("/n/{}", newsletter["public_id"].as_str().unwrap());
    let reader = LinkMaker::new(app).token(ReaderToken { newsletter_id: s.newsletter_id, subscriber_id: SubscriberId::new(1), campaign_id: s.campaign_id });
    let tokens = Tokens::new(app);
    let click = format!("/t/c/{}{}", tokens.reader(s.campaign_id, SubscriberId::new(1)), tokens.link(Use::Click, s.campaign_id, 1));
    let status = async |method: &str, path: &str| s.t.call(None, method, path, None).await.status.as_u16();
    assert_eq!((status("GET", &public).await, status("GET", &click).await), (200, 302));
    assert_eq!(status("GET", &format!("/p/{reader}")).await, 200);

    let confirm = json!({ "confirm": "author@example.com", "password": PASSWORD });
    s.t.call(Some(&s.token), "DELETE", "/api/me", Some(confirm)).await.expect(204);
    // At once: signed out, nothing shown, nothing sent, and leaving is never refused.
    s.t.call(Some(&s.token), "GET", "/api/me", None).await.expect(401);
    sign_in(&s.t, "author@example.com", PASSWORD).await.expect(401);
    assert_eq!((status("GET", &public).await, status("GET", &click).await), (404, 404));
    assert_eq!(status("GET", &format!("/p/{reader}")).await, 404);
    assert_eq!(status("GET", &format!("{public}/feed.xml")).await, 404);
    let left = s.t.call(None, "POST", &format!("/u/{reader}"), None).await;
    assert!(left.status == 200 && left.text().contains("You are unsubscribed"), "{}", left.text());
    assert_eq!(status("GET", &format!("/u/{reader}")).await, 200);
    s.t.clock.advance(crate::clock::HOUR);
    assert_eq!(fire_due(app).await.unwrap(), 0);
    // The address is free, and who takes it finds nothing of the past.
    let again = s.t.author("author@example.com").await;
    assert_eq!(s.t.call(Some(&again), "GET", "/api/newsletters", None).await.expect(200), json!([]));
    let holdings = s.t.call(Some(&again), "GET", "/api/me/holdings", None).await.expect(200);
    assert!(holdings.as_object().unwrap().values().all(|n| *n == 0), "{holdings}");

    // The process dies in the middle, and another one goes on.
    let before = counts(app).await;
    assert_eq!((before["deliveries"], before["delivery_marks"] > 0), (READERS, true));
    for _ in 0..7 {
        assert!(remove_some(app).await.unwrap());
    }
    let middle = counts(app).await;
    assert!(middle["engagements"] == 0 && middle["subscribers"] > 1_000, "{middle:?}");
    let node = App::new(app.db.clone(), app.clock.clone(), app.settings.clone()).unwrap();
    let mut steps = 0;
    while remove_some(&node).await.unwrap() {
        steps += 1;
        assert!(steps < 500);
    }
    assert!(steps > 20, "{steps}");

    // Nothing but the neighbour and the new account is left.
    let after = counts(app).await;
    assert_eq!((after["authors"], after["newsletters"], after["subscribers"]), (2, 1, 3), "{after:?}");
    for table in ["campaigns", "campaign_versions", "campaign_runs", "deliveries", "delivery_chunks", "delivery_marks", "captured_mail", "engagements"] {
        assert_eq!(after[table], 0, "{table}");
    }
    for table in ["api_keys", "templates", "saved_blocks", "domains", "webhooks", "imports", "author_settings", "weekly_summaries"] {
        assert_eq!(after[table], 1, "{table}");
    }
    let back = token(&sign_in(&s.t, "neighbour@example.com", PASSWORD).await.expect(200));
    let readers = s.t.call(Some(&back), "GET", &format!("/api/newsletters/{}/subscribers", theirs["id"]), None).await;
    assert_eq!(readers.expect(200).as_array().unwrap().len(), 3);
    assert_eq!(status("GET", &format!("/n/{}", theirs["public_id"].as_str().unwrap())).await, 200);
});

database::both_engines!(the_last_administrator_can_begin_anew_at_once, engine => {
    let t = TestApp::with(engine, |settings| settings.public_url = "https://news.example.com".into()).await;
    let first = sign_up(&t, "ada@example.com").await.expect(201);
    assert_eq!(first["author"]["role"], "admin");
    sign_up(&t, "eve@example.com").await.expect(403);
    let confirm = json!({ "confirm": "ada@example.com", "password": PASSWORD });
    t.call(Some(&token(&first)), "DELETE", "/api/me", Some(confirm)).await.expect(204);
    assert_eq!(sign_up(&t, "ada@example.com").await.expect(201)["author"]["role"], "admin");
});

/// A new table that belongs to an author has to be known to the deletion.
#[tokio::test]
async fn every_table_of_an_author_is_known() {
    let t = TestApp::new(Engine::Sqlite).await;
    let mut tx = t.app.db.read().await.unwrap();
    let columns: Vec<(String, String)> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'")
        .fetch_all(conn).await)
    .unwrap();
    let owned = |column: &str| {
        [
            "author_id",
            "newsletter_id",
            "campaign_id",
            "run_id",
            "subscriber_id",
            "import_id",
            "template_id",
            "domain_id",
            "media_id",
            "webhook_id",
        ]
        .contains(&column)
    };
    let found: BTreeSet<String> =
        columns.into_iter().filter(|(_, column)| owned(column)).map(|(table, _)| table).collect();
    let mut known = tables();
    // Until its token runs out, so that the token makes no new account.
    known.insert("session_bearers");
    // With the subscriber, by a trigger.
    known.insert("subscriber_tags");
    let unknown: Vec<&String> = found.iter().filter(|table| !known.contains(table.as_str())).collect();
    assert_eq!(unknown, Vec::<&String>::new(), "say how their rows go, as `removal` wants it");
}
