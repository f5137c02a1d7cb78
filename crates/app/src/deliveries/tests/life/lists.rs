//! Who stands where, page by page and as a file.

use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::{Scene, scene};

/// Reader ids of all pages, and how many pages there were.
async fn pages(s: &Scene, query: &str) -> (Vec<i64>, usize) {
    let mut next = Some(s.path(&format!("/deliveries?{query}")));
    let (mut ids, mut number) = (Vec::new(), 0);
    while let Some(path) = next {
        let answer = s.t.call(Some(&s.token), "GET", &path, None).await;
        ids.extend(
            answer.expect(200).as_array().unwrap().iter().map(|row| row["subscriber_id"].as_i64().unwrap()),
        );
        number += 1;
        next = answer.header("link").map(|link| link.split(['<', '>']).nth(1).unwrap().to_owned());
    }
    (ids, number)
}

/// Readers of three zones in turn, so that each chunk spans all of them.
async fn three_zones(s: &Scene, number: usize) {
    for n in 0..number {
        let zone = ["Asia/Tokyo", "Europe/Madrid", "America/Los_Angeles"][n % 3];
        s.reader(&format!("zone{n}@example.net"), json!({ "time_zone": zone })).await;
    }
    s.schedule(
        json!({ "local_time": "2026-11-23T09:00", "time_zone": "Europe/Madrid", "each_reader": true }),
    )
    .await;
    s.go_to("2026-11-22T19:00:00Z");
    s.fire().await;
    s.freeze().await;
}

both_engines!(queued_readers_are_paged_through_without_a_gap, engine => {
    let s = scene(engine, 0).await;
    three_zones(&s, 100).await;
    let readers = s.readers().await;
    for limit in [1, 7, 33, 100] {
        let (ids, number) = pages(&s, &format!("state=queued&limit={limit}")).await;
        assert_eq!(ids, readers, "limit {limit}");
        assert_eq!(number, readers.len().div_ceil(limit));
    }
    // A third of them are sent to; the rest is still queued, and each is in one list.
    let sender = s.start();
    s.go_to("2026-11-23T00:00:00Z");
    s.until_sent(34).await;
    sender.stop().await;
    let (sent, _) = pages(&s, "state=sent&limit=7").await;
    let (queued, _) = pages(&s, "state=queued&limit=7").await;
    let (all, _) = pages(&s, "limit=7").await;
    assert_eq!((sent.len(), queued.len(), all), (34, 66, readers.clone()));
    let mut both = [sent, queued].concat();
    both.sort_unstable();
    assert_eq!(both, readers);
    let found = s.get("/deliveries?state=queued&q=zone1@").await;
    assert_eq!(found[0]["subscriber_id"], readers[1]);
});

both_engines!(few_are_listed_by_address_as_people_sort, engine => {
    let s = scene(engine, 0).await;
    let mut ids = Vec::new();
    for name in ["reader10", "Reader2", "reader1", "zoe", "anna"] {
        ids.push(s.reader(&format!("{name}@example.net"), json!({})).await);
    }
    s.schedule(json!({ "local_time": "2026-11-23T09:00", "time_zone": "Europe/Madrid" })).await;
    s.go_to("2026-11-23T08:00:00Z");
    s.fire().await;
    s.freeze().await;
    let sorted = [4, 2, 1, 0, 3].map(|n: usize| ids[n]);
    for query in ["limit=100", "limit=2", "state=queued&limit=1", "q=example.net&limit=2"] {
        assert_eq!(pages(&s, query).await.0, sorted, "{query}");
    }
    // A page goes on behind its last subscriber, wherever that one is by now.
    let first = s.t.call(Some(&s.token), "GET", &s.path("/deliveries?state=queued&limit=2"), None).await;
    let next = first.header("link").and_then(|link| link.split(['<', '>']).nth(1)).unwrap().to_owned();
    let mut tx = s.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("DELETE FROM subscribers WHERE id = $1").bind(ids[3]).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    let rest = s.t.call(Some(&s.token), "GET", &next, None).await.expect(200);
    let rest: Vec<&Value> = rest.as_array().unwrap().iter().map(|row| &row["email"]).collect();
    assert_eq!(rest, [&json!("Reader2@example.net"), &json!("reader10@example.net")]);
    assert_eq!(s.get("/deliveries").await[4]["email"], Value::Null, "who was removed comes last");
});

both_engines!(many_are_listed_by_id, engine => {
    let s = scene(engine, 1001).await;
    s.schedule(json!({ "local_time": "2026-11-23T09:00", "time_zone": "Europe/Madrid" })).await;
    s.go_to("2026-11-23T08:00:00Z");
    s.fire().await;
    s.freeze().await;
    assert_eq!(pages(&s, "limit=600").await, (s.readers().await, 2));
});

both_engines!(the_proof_has_one_safe_line_for_each_reader, engine => {
    let s = scene(engine, 0).await;
    let none = s.ask("GET", "/deliveries.csv", Value::Null).await;
    none.expect(409);
    three_zones(&s, 30).await;
    let readers = s.readers().await;
    let mut tx = s.t.app.db.begin().await.unwrap();
    for (id, email) in [(readers[0], "=1+2@example.net"), (readers[3], "@sum@example.net"), (readers[6], "+1@example.net"), (readers[9], "-1@example.net")] {
        on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET email = $2, email_key = $2 WHERE id = $1")
            .bind(id).bind(email).execute(conn).await.map(drop)).unwrap();
    }
    tx.commit().await.unwrap();
    let sender = s.start();
    s.go_to("2026-11-23T00:00:00Z");
    s.until_sent(10).await;
    sender.stop().await;
    let answer = s.ask("GET", "/deliveries.csv", Value::Null).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, Some("text/csv; charset=utf-8")));
    let text = answer.text();
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(lines.headers().unwrap().iter().collect::<Vec<_>>(), ["email", "state", "reason", "code", "enhanced_code", "attempts", "updated_at", "opened_at", "clicked_at"]);
    let lines: Vec<csv::StringRecord> = lines.records().map(Result::unwrap).collect();
    assert_eq!(lines.len(), readers.len());
    for line in &lines {
        assert!(line.iter().all(|field| !field.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{line:?}");
    }
    let emails: std::collections::HashSet<&str> = lines.iter().map(|line| &line[0]).collect();
    assert_eq!(emails.len(), readers.len());
    assert!(emails.contains("'=1+2@example.net") && emails.contains("zone1@example.net"));
    let count = |state: &str| lines.iter().filter(|line| &line[1] == state).count();
    let report = s.get("/report").await;
    for state in ["sent", "queued", "failed"] {
        assert_eq!(report["ledger"][state], count(state), "{state}");
    }
    assert!(lines.iter().all(|line| line[6].is_empty() == (&line[1] == "queued")), "what was not touched has no time");
});
