//! How mail fares of late: what is kept, and what it says.

use database::both_engines;
use serde_json::json;

use super::World;
use crate::{
    Timestamp,
    clock::{DAY, HOUR},
    domains::{
        metrics::{self, Fared},
        windows,
    },
};

async fn sent(w: &World, domain: i64, receiver: &str, n: i64) {
    let mut tx = w.t.app.db.begin().await.unwrap();
    windows::sent(&mut tx, &[((domain, receiver), n)].into(), w.t.app.now()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn bounced(w: &World, domain: i64, receiver: &str, n: i64, left_at: Timestamp) {
    let mut tx = w.t.app.db.begin().await.unwrap();
    let fared = Fared { bounced: n, ..Fared::default() };
    windows::came_back(&mut tx, domain, left_at, receiver, fared).await.unwrap();
    tx.commit().await.unwrap();
}

async fn rows(w: &World, domain: i64) -> Vec<windows::Row> {
    windows::rows(&mut w.t.app.db.read().await.unwrap(), domain, w.t.app.now()).await.unwrap()
}

async fn risk(w: &World, domain: i64) -> Option<String> {
    metrics::risk(&w.t.app.resolver, "example.org", &rows(w, domain).await, w.t.app.now()).await
}

both_engines!(twelve_thousand_good_mails_do_not_hide_a_bad_list, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    let then = w.t.app.now();
    sent(&w, id, "example.net", 12_000).await;
    w.t.clock.advance(3 * HOUR);
    sent(&w, id, "example.net", 600).await;
    // What comes back of the older mails counts with them.
    bounced(&w, id, "example.net", 100, then).await;
    assert_eq!(risk(&w, id).await, None);
    bounced(&w, id, "example.net", 40, w.t.app.now()).await;
    let told = risk(&w, id).await.unwrap();
    assert!(told.starts_with("6.7 % of the emails from example.org in the last hour bounced"), "{told}");
    // It is the past after a while.
    w.t.clock.advance(8 * DAY);
    assert_eq!((risk(&w, id).await, rows(&w, id).await.len()), (None, 0));
    metrics::tidy(&w.t.app).await.unwrap();
    w.t.clock.advance(-8 * DAY);
    assert_eq!(rows(&w, id).await.len(), 0);
});

both_engines!(one_provider_shows_among_many, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    for name in ["one.example", "two.example"] {
        w.dns.set("MX", name, &["10 mx.provider.example"]);
        sent(&w, id, name, 300).await;
        bounced(&w, id, name, 20, w.t.app.now()).await;
    }
    sent(&w, id, "elsewhere.example", 20_000).await;
    let told = risk(&w, id).await.unwrap();
    assert!(told.starts_with("6.7 % of the emails from example.org to provider.example in the last hour bounced"), "{told}");
    let figures = w.call(&w.author, "GET", &format!("/api/domains/{id}/metrics"), None).await.expect(200);
    let providers: Vec<_> = figures["providers"].as_array().unwrap().iter().map(|p| (&p["provider"], &p["windows"][2]["sent"])).collect();
    assert_eq!(providers, [(&json!("elsewhere.example"), &json!(20_000)), (&json!("provider.example"), &json!(600))]);
    assert_eq!((&figures["windows"][1]["hours"], &figures["windows"][1]["sent"]), (&json!(24), &json!(20_600)));
    assert_eq!(figures["risk"], told);
});

both_engines!(rows_are_bounded_whatever_the_list, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    for i in 0..70 {
        sent(&w, id, &format!("company{i:02}.example"), 2).await;
    }
    bounced(&w, id, "company01.example", 1, w.t.app.now()).await;
    bounced(&w, id, "company69.example", 1, w.t.app.now()).await;
    let rows = rows(&w, id).await;
    assert_eq!((rows.len(), rows.iter().map(|row| row.sent).sum::<i64>()), (51, 140));
    let of = |receiver: &str| rows.iter().find(|row| row.receiver == receiver).map(|row| (row.sent, row.bounced));
    assert_eq!((of(""), of("company01.example"), of("company69.example")), (Some((40, 1)), Some((2, 1)), None));
});
