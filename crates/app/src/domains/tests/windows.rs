//! How mail fares of late: what is kept, and what it says.

use database::both_engines;
use serde_json::json;

use super::World;
use crate::{
    Timestamp,
    clock::{DAY, HOUR},
    domains::{
        metrics::{self, SendStats},
        windows,
    },
};

async fn sent(w: &World, domain: i64, receiver: &str, n: i64) {
    let mut tx = w.t.app.db.begin().await.unwrap();
    windows::sent(&mut tx, &[(domain, [(receiver, n)].into())].into(), w.t.app.now()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn bounced(w: &World, domain: i64, receiver: &str, n: i64, left_at: Timestamp) {
    let mut tx = w.t.app.db.begin().await.unwrap();
    let stats = SendStats { bounced: n, ..SendStats::default() };
    windows::record_bounce(&mut tx, domain, left_at, receiver, stats).await.unwrap();
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

#[test]
fn a_window_has_the_sums_of_its_hours() {
    let row = |hour, receiver: &str, [sent, bounced, soft_bounced, complained]: [i64; 4]| windows::Row {
        hour,
        receiver: receiver.to_owned(),
        sent,
        bounced,
        soft_bounced,
        complained,
    };
    let rows = [
        row(1_000, "a.example", [100, 10, 20, 30]),
        row(1_000, "b.example", [5, 1, 2, 3]),
        row(997, "a.example", [1_000, 400, 300, 200]),
    ];
    let windows = windows::windows(&rows, Timestamp(1_000 * HOUR + 1));
    let shown: Vec<_> = windows
        .iter()
        .map(|w| (w.hours, [w.stats.sent, w.stats.bounced, w.stats.soft_bounced, w.stats.complained]))
        .collect();
    assert_eq!(shown, [(1, [105, 11, 22, 33]), (4, [1_105, 411, 322, 233])]);
}

both_engines!(only_hours_that_are_over_are_forgotten, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    sent(&w, id, "example.net", 0).await;
    assert_eq!(rows(&w, id).await.len(), 0, "nothing left");
    let is_old = async || windows::is_old(&mut w.t.app.db.read().await.unwrap(), w.t.app.now()).await.unwrap();
    assert!(!is_old().await);
    sent(&w, id, "example.net", 5).await;
    w.t.clock.advance(23 * HOUR);
    assert_eq!(windows::total(&rows(&w, id).await, 24, w.t.app.now()).stats.sent, 5);
    w.t.clock.advance(HOUR);
    assert_eq!(windows::total(&rows(&w, id).await, 24, w.t.app.now()).stats.sent, 0);
    w.t.clock.advance((windows::KEPT - 1 - 24) * HOUR);
    assert_eq!((is_old().await, rows(&w, id).await.len()), (false, 1));
    let all = windows::windows(&rows(&w, id).await, w.t.app.now());
    assert_eq!(all.iter().map(|window| (window.hours, window.stats.sent)).collect::<Vec<_>>(), [(windows::KEPT, 5)]);
    w.t.clock.advance(HOUR);
    assert_eq!((is_old().await, rows(&w, id).await.len()), (true, 0));
});

both_engines!(five_hundred_mails_are_enough_to_judge_by, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    sent(&w, id, "example.net", 499).await;
    bounced(&w, id, "example.net", 30, w.t.app.now()).await;
    assert_eq!(risk(&w, id).await, None);
    sent(&w, id, "example.net", 1).await;
    assert!(risk(&w, id).await.unwrap().starts_with("6.0 %"));
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
