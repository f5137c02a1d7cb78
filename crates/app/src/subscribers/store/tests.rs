use database::{Engine, Tx, both_engines, on_engine};
use serde_json::json;

use super::{audience::*, commit::*, departures::departed, search::*};
use crate::{
    AuthorId, NewsletterId, SubscriberId,
    subscribers::{Status, model::search_text},
    testing::{START, TestApp},
};

/// An author with one newsletter, both inserted as they are stored; answers their ids.
pub async fn newsletter(t: &TestApp, name: &str) -> (AuthorId, NewsletterId) {
    let mut tx = t.app.db.begin().await.unwrap();
    let ids = on_engine!(&mut tx, conn => {
        let author: AuthorId = sqlx::query_scalar(
            "INSERT INTO authors (email, email_key, name, time_zone, role, created_at, updated_at) \
             VALUES ($1, $1, 'A', 'UTC', 'author', 0, 0) RETURNING id")
            .bind(format!("{name}@authors.example")).fetch_one(&mut *conn).await.unwrap();
        let newsletter: NewsletterId = sqlx::query_scalar(
            "INSERT INTO newsletters (author_id, name, from_name, from_prefix, is_active, public_id, double_opt_in, \
             in_doubt_policy, created_at, updated_at) VALUES ($1, $2, 'N', 'news', TRUE, $2, FALSE, 'hold', 0, 0) RETURNING id")
            .bind(author).bind(name).fetch_one(&mut *conn).await.unwrap();
        sqlx::query("INSERT INTO newsletter_counters (newsletter_id) VALUES ($1)")
            .bind(newsletter).execute(&mut *conn).await.unwrap();
        (author, newsletter)
    });
    tx.commit().await.unwrap();
    ids
}

pub async fn reader(
    t: &TestApp,
    newsletter_id: NewsletterId,
    email: &str,
    first: Option<&str>,
    status: Status,
) -> SubscriberId {
    let mut tx = t.app.db.begin().await.unwrap();
    let id: SubscriberId = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "INSERT INTO subscribers (newsletter_id, email, email_key, first_name, status, attributes, search_text, \
         subscribed_at, created_at, updated_at) VALUES ($1, $2, $2, $3, $4, $5, $6, $7, $7, $7) RETURNING id")
        .bind(newsletter_id).bind(email).bind(first).bind(status.as_str())
        .bind(sqlx::types::Json(json!({"city": "Köln", "age": 7})))
        .bind(search_text(email, first, None)).bind(START)
        .fetch_one(conn).await.unwrap());
    super::counters::moved(&mut tx, newsletter_id, None, Some(status)).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn counters(t: &TestApp, newsletter_id: NewsletterId) -> (i64, i64, i64, i64) {
    let mut tx = t.app.db.read().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT c.active, c.unsubscribed, c.pending, CAST(COALESCE((SELECT SUM(d.unsubscribed) FROM daily_stats d \
         WHERE d.newsletter_id = c.newsletter_id), 0) AS BIGINT) FROM newsletter_counters c WHERE c.newsletter_id = $1")
        .bind(newsletter_id).fetch_one(conn).await.unwrap())
}

both_engines!(leaving_moves_the_counters_once, engine => {
    let t = TestApp::new(engine).await;
    let (_, n) = newsletter(&t, "one").await;
    let active = reader(&t, n, "a@x.example", None, Status::Active).await;
    let pending = reader(&t, n, "p@x.example", None, Status::Pending).await;
    let bounced = reader(&t, n, "b@x.example", None, Status::Bounced).await;
    assert_eq!(counters(&t, n).await, (1, 0, 1, 0));
    let mut tx = t.app.db.begin().await.unwrap();
    assert!(unsubscribe(&mut tx, n, active, START).await.unwrap());
    assert!(!unsubscribe(&mut tx, n, active, START).await.unwrap());
    assert!(unsubscribe(&mut tx, n, pending, START).await.unwrap());
    assert!(!unsubscribe(&mut tx, n, bounced, START).await.unwrap());
    assert!(!unsubscribe(&mut tx, NewsletterId::new(n.get() + 1), active, START).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(counters(&t, n).await, (0, 2, 0, 1));
});

both_engines!(an_audience_is_read_by_ranges, engine => {
    let t = TestApp::new(engine).await;
    let (_, n) = newsletter(&t, "one").await;
    let (_, other) = newsletter(&t, "two").await;
    let mut tx = t.app.db.read().await.unwrap();
    assert_eq!(max_id(&mut tx, n).await.unwrap(), 0);
    assert_eq!(first_active(&mut tx, n).await.unwrap(), None);
    drop(tx);
    let gone = reader(&t, n, "gone@x.example", None, Status::Unsubscribed).await;
    let a = reader(&t, n, "a@x.example", Some("Ada"), Status::Active).await;
    let foreign = reader(&t, other, "a@x.example", None, Status::Active).await;
    let b = reader(&t, n, "b@x.example", None, Status::Active).await;
    let c = reader(&t, n, "c@x.example", None, Status::Bounced).await;
    let mut tx = t.app.db.read().await.unwrap();
    assert_eq!(max_id(&mut tx, n).await.unwrap(), c.get());
    assert_eq!(audience_after(&mut tx, n, 0, c.get(), 10).await.unwrap(), [a, b, c].map(SubscriberId::get));
    assert_eq!(audience_after(&mut tx, n, a.get(), b.get(), 10).await.unwrap(), [b.get()]);
    assert_eq!(audience_after(&mut tx, n, 0, c.get(), 1).await.unwrap(), [a.get()]);
    assert_eq!(first_active(&mut tx, n).await.unwrap().unwrap().id, a);
    assert_eq!(find_any(&mut tx, n, gone).await.unwrap().unwrap().status, Status::Unsubscribed);
    assert_eq!(find_any(&mut tx, n, foreign).await.unwrap(), None);
    let mut rows = readers_by_ids(&mut tx, n, &[c, gone, foreign, a, SubscriberId::new(999)]).await.unwrap();
    rows.sort_by_key(|r| r.id);
    assert_eq!(rows.iter().map(|r| r.id).collect::<Vec<_>>(), [gone, a, c]);
    assert_eq!(rows[1].first_name.as_deref(), Some("Ada"));
    assert_eq!(rows[1].attributes["city"], "Köln");
    assert_eq!(rows[1].attributes["age"], 7);
    let found = statuses(&mut tx, n, &[gone, a, foreign]).await.unwrap();
    assert_eq!(found, [(gone, Status::Unsubscribed), (a, Status::Active)].into());
    assert!(readers_by_ids(&mut tx, n, &[]).await.unwrap().is_empty());
});

/// The indexes of PostgreSQL's readers that this connection has looked into, and how often.
async fn looked_into(tx: &mut Tx) -> Vec<(String, i64)> {
    let Tx::Postgres(conn) = tx else { panic!("not PostgreSQL") };
    sqlx::query_as(
        "SELECT CAST(c.relname AS TEXT), pg_stat_get_xact_numscans(c.oid) FROM pg_index i \
         JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = CAST('subscribers' AS regclass) ORDER BY 1",
    )
    .fetch_all(&mut **conn)
    .await
    .unwrap()
}

/// A plan is kept: one that walks the three readers of a new newsletter would walk a million of them later, at each commit.
#[tokio::test]
async fn postgresql_finds_readers_by_their_ids_though_it_planned_for_a_list_of_three() {
    let t = TestApp::new(Engine::Postgres).await;
    let (_, n) = newsletter(&t, "one").await;
    let mut ids = Vec::new();
    for email in ["a@x.example", "b@x.example", "c@x.example"] {
        ids.push(reader(&t, n, email, None, Status::Active).await);
    }
    let mut tx = t.app.db.begin_by_key().await.unwrap();
    let mut used = Vec::new();
    for at in 0..5 {
        if at == 4 {
            let Tx::Postgres(conn) = &mut tx else { panic!("not PostgreSQL") };
            let suppress = "INSERT INTO suppressions (email, email_key, reason, source, created_at) \
                VALUES ('A', 'a@x.example', 'manual', 'manual', 1)";
            sqlx::query(suppress).execute(&mut **conn).await.unwrap();
        }
        let before = looked_into(&mut tx).await;
        match at {
            0 => assert_eq!(readers_by_ids(&mut tx, n, &ids).await.unwrap().len(), 3),
            1 => assert_eq!(statuses(&mut tx, n, &ids).await.unwrap().len(), 3),
            2 => assert_eq!(standings(&mut tx, n, &ids).await.unwrap().len(), 3),
            3 => assert!(unsendable(&mut tx, n, &ids).await.unwrap().is_empty()),
            _ => assert!(departed(&mut tx, n, 1).await.unwrap().may_include(ids[0])),
        }
        let after = looked_into(&mut tx).await.into_iter().zip(before);
        let names: Vec<String> =
            after.filter(|((_, now), (_, then))| now > then).map(|((name, _), _)| name).collect();
        used.push(names.join(" and "));
    }
    assert_eq!(used[..4], ["subscribers_id"; 4]);
    // Somebody by the address that was suppressed.
    assert_eq!(used[4..], ["subscribers_email_key"]);
}

both_engines!(a_search_finds_parts_and_only_own_readers, engine => {
    let t = TestApp::new(engine).await;
    let (author, n) = newsletter(&t, "one").await;
    let (_, other) = newsletter(&t, "two").await;
    let zoe = reader(&t, n, "zoe.w_x@mail.example", Some("Zoë Müller"), Status::Active).await;
    let ann = reader(&t, n, "ann@mail.example", Some("Zacharias"), Status::Active).await;
    reader(&t, other, "zoe@mail.example", Some("Zoë"), Status::Active).await;
    let mut tx = t.app.db.read().await.unwrap();
    for (q, expected) in [
        ("MAIL.ex", vec![ann, zoe]), ("oë mül", vec![zoe]), ("ZOË", vec![zoe]), ("zo", vec![zoe]), ("z", vec![zoe]),
        ("a", vec![ann]), ("w_x", vec![zoe]), ("w%x", vec![]), ("\"; --", vec![]), ("ail.exa", vec![ann, zoe]),
        // Any three letters in a row are there, but not all of them in one.
        ("mailx", vec![]), ("le\nza", vec![ann]), ("\0", vec![]), (" ", vec![]),
    ] {
        let found: Vec<SubscriberId> = search_hits(&mut tx, author, q, 10).await.unwrap().iter().map(|h| h.id).collect();
        assert_eq!(found, expected, "{q:?}");
    }
    let hit = &search_hits(&mut tx, author, "zacha", 10).await.unwrap()[0];
    assert_eq!((hit.name.as_str(), hit.newsletter_name.as_str(), hit.email.as_str()), ("Zacharias", "one", "ann@mail.example"));
    assert_eq!(search_hits(&mut tx, author, "mail", 1).await.unwrap().len(), 1);
});
