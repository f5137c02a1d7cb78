//! Mail that cannot be handed over: who is told, and when it is over.

use database::{Engine, both_engines, on_engine};
use engine::{
    Stuck, Trouble,
    ports::{Ledger as _, Obstacle},
};
use serde_json::{Value, json};

use super::Scene;
use crate::{
    clock::MINUTE,
    deliveries::{
        SqlLedger,
        trouble::{tell, trouble_of_transport, watch},
    },
};

/// A node whose transport the test plays.
struct Node {
    ledger: SqlLedger,
    trouble: Trouble,
    watching: tokio::task::JoinHandle<()>,
}

impl Node {
    async fn start(s: &Scene, name: &str) -> Self {
        let ledger = SqlLedger::register(s.t.app.core(), name.into()).await.unwrap();
        let trouble = Trouble::new(s.t.clock.clone());
        let watching = tokio::spawn(watch(s.t.app.core(), ledger.node_id(), trouble.clone()));
        Self { ledger, trouble, watching }
    }
}

async fn until(s: &Scene, what: &str, is: impl Fn(&Value, &Value) -> bool) -> Value {
    let look = async || {
        let notices = s.t.call(Some(&s.token), "GET", "/api/notices", None);
        (s.get("/report").await["trouble"].take(), notices.await.expect(200))
    };
    crate::testing::until(what, look, |(trouble, notices)| is(trouble, notices)).await.0
}

// Each of them would see the other one well.
both_engines!(nodes_that_meet_trouble_in_the_same_moment_tell_of_it, engine => {
    let s = Scene::new(engine, 3).await;
    s.post("/send").await.expect(202);
    let core = s.t.app.core();
    let now = core.now();
    let mut nodes = Vec::new();
    for name in ["one", "two"] {
        nodes.push(SqlLedger::register(core.clone(), name.into()).await.unwrap().node_id());
    }
    let stuck = || Stuck { since: now, obstacle: Obstacle::Unreachable, reason: "refused".into() };
    let mut first = core.db.begin().await.unwrap();
    tell(&mut first, nodes[0], Some(&stuck()), true, now).await.unwrap();
    let second = tokio::spawn({
        let (core, stuck, node) = (core.clone(), stuck(), nodes[1]);
        async move {
            let mut tx = core.db.begin().await.unwrap();
            tell(&mut tx, node, Some(&stuck), true, now).await.unwrap();
            tx.commit().await.unwrap();
        }
    });
    // On SQLite the second cannot even begin.
    if first.engine() == Engine::Postgres {
        let waits = async || {
            let mut tx = core.db.read().await.unwrap();
            let waiting: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar(
                "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
                .fetch_one(conn).await).unwrap();
            waiting == 1 || second.is_finished()
        };
        crate::testing::until("a second that waits", waits, |is_so| *is_so).await;
    }
    first.commit().await.unwrap();
    second.await.unwrap();
    let notices = s.t.call(Some(&s.token), "GET", "/api/notices", None).await.expect(200);
    assert_eq!(notices[0]["kind"], "sending_stuck", "{notices}");
});

both_engines!(why_nothing_leaves_is_known_to_every_node_and_gone_with_the_first_mail, engine => {
    let s = Scene::new(engine, 3).await;
    s.post("/send").await.expect(202);
    let nodes = [Node::start(&s, "one").await, Node::start(&s, "two").await];
    let since = s.t.app.now();
    for node in &nodes {
        node.trouble.raise(Obstacle::Unreachable, "connecting to smtp.internal:25: connection refused");
    }
    s.t.clock.advance(MINUTE);
    for node in &nodes {
        node.ledger.recover().await.unwrap();
    }
    let told = until(&s, "in trouble", |trouble, notices| trouble.is_object() && notices[0]["kind"] == "sending_stuck").await;
    assert_eq!(told["since"], json!(since));
    assert!(told["reason"].as_str().unwrap().starts_with("We can't reach the mail server."), "{told}");
    let progress = s.t.first_of(&s.token, &s.path("/progress")).await;
    assert!(progress.contains("We can't reach the mail server."), "{progress}");
    let mut tx = s.t.app.db.read().await.unwrap();
    let (reason, at) = trouble_of_transport(&mut tx, s.t.app.now()).await.unwrap().unwrap();
    assert_eq!((reason.as_str(), at), ("connecting to smtp.internal:25: connection refused", since));
    drop(tx);
    // What was read of it stays read while it is the same trouble, whatever the server says meanwhile.
    let notice = s.t.call(Some(&s.token), "GET", "/api/notices", None).await.expect(200)[0]["id"].clone();
    s.t.call(Some(&s.token), "DELETE", &format!("/api/notices/{notice}"), None).await.expect(204);
    for node in &nodes {
        node.trouble.wait().await;
        node.trouble.raise(Obstacle::Insecure, "TLS: no");
    }
    until(&s, "another reason", |trouble, notices| trouble["reason"] != told["reason"] && notices == &json!([])).await;
    // One node that sends is enough.
    nodes[1].trouble.clear();
    until(&s, "well", |trouble, notices| trouble.is_null() && notices == &json!([])).await;
    for node in nodes {
        node.watching.abort();
    }
});
