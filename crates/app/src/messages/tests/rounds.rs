//! What a node takes, keeps and leaves in one look, and what it hands over.

use database::{both_engines, on_engine};
use tokio_util::sync::CancellationToken;

use super::Post;
use crate::{
    clock::{DAY, MINUTE},
    deliveries::Handed,
    instance,
    messages::{
        background::{AT_ONCE, OnTheWay, PIECE, Round, hand_over, recover},
        store,
    },
    testing::until,
};

impl Post {
    /// What the table calls the state of a message.
    async fn stored(&self, id: i64) -> String {
        let mut tx = self.w.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT state FROM messages WHERE id = $1")
            .bind(id).fetch_one(conn).await)
        .unwrap()
    }

    /// So many messages that were over long ago.
    pub(super) async fn old(&self, count: i64) {
        let id = self.send("old@example.org").await;
        let at = self.w.t.app.now().plus(-91 * DAY);
        let mut tx = self.w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE messages SET state = 'sent', due_at = NULL, created_at = $2 WHERE id = $1")
            .bind(id).bind(at).execute(conn).await.map(drop)).unwrap();
        let more = "INSERT INTO messages (author_id, newsletter_id, recipient, recipient_key, subject, state, sender, created_at, give_up_at) \
             WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < $2) \
             SELECT author_id, newsletter_id, recipient, recipient_key, subject, state, sender, created_at, give_up_at \
             FROM messages, n WHERE id = $1 AND n.n < $2";
        on_engine!(&mut tx, conn => sqlx::query(more).bind(id).bind(count).execute(conn).await.map(drop))
            .unwrap();
        tx.commit().await.unwrap();
    }

    async fn count(&self, state: &'static str) -> i64 {
        let mut tx = self.w.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM messages WHERE state = $1")
            .bind(state).fetch_one(conn).await)
        .unwrap()
    }
}

fn round() -> Round {
    Round { node: "one".into(), is_fresh: false, pruned_at: None }
}

both_engines!(a_copy_that_may_not_send_takes_nothing, engine => {
    let p = Post::over_smtp(engine).await;
    let id = p.send("a@example.org").await;
    let core = p.w.t.app.core();
    instance::claim(&core.db, &core.clock, &core.settings.secret).await.unwrap();
    let mut tx = core.db.begin().await.unwrap();
    instance::mark_restored(&mut tx, core.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(round().take(&core, AT_ONCE, &OnTheWay::default()).await.unwrap().is_empty());
    assert_eq!((p.get(id).await["attempts"].as_i64(), p.stored(id).await.as_str()), (Some(0), "queued"));
});

both_engines!(what_is_over_goes_once_an_hour_and_piece_by_piece, engine => {
    let p = Post::kept(engine).await;
    let core = p.w.t.app.core();
    let mut round = round();
    let mut look = async || round.take(&core, 0, &OnTheWay::default()).await.unwrap();
    p.old(PIECE + 1).await;
    look().await;
    // More than one piece was there: the rest goes at the next look.
    assert_eq!(p.count("sent").await, 1);
    look().await;
    assert_eq!(p.count("sent").await, 0);
    p.old(1).await;
    p.w.t.clock.advance(59 * MINUTE);
    look().await;
    assert_eq!(p.count("sent").await, 1, "not before an hour");
    p.w.t.clock.advance(MINUTE);
    look().await;
    assert_eq!(p.count("sent").await, 0);
});

both_engines!(a_node_lets_go_of_what_it_does_not_have_and_of_nothing_else, engine => {
    let p = Post::over_smtp(engine).await;
    let (had, lost) = (p.send("a@example.org").await, p.send("b@example.org").await);
    let core = p.w.t.app.core();
    let mut tx = core.db.begin().await.unwrap();
    assert_eq!(store::take(&mut tx, "one", (core.now(), core.now()), 10).await.unwrap().len(), 2);
    tx.commit().await.unwrap();
    let mut on_the_way = OnTheWay::default();
    let task = on_the_way.tasks.spawn(std::future::pending());
    on_the_way.messages.insert(task.id(), had);
    assert!(round().take(&core, 0, &on_the_way).await.unwrap().is_empty());
    assert_eq!([p.stored(had).await, p.stored(lost).await], ["claimed", "queued"]);
});

both_engines!(a_node_has_eight_on_their_way_and_never_more, engine => {
    let mut p = Post::over_smtp(engine).await;
    let quick = p.send("a@example.org").await;
    for at in 0..2 * AT_ONCE {
        p.send(&format!("hang-data+{at}@example.org")).await;
    }
    p.start();
    p.until(quick, "sent").await;
    let taken = until("all that it may", async || p.count("claimed").await, |count| *count >= AT_ONCE as i64).await;
    assert_eq!((taken, p.count("queued").await), (AT_ONCE as i64, AT_ONCE as i64));
    p.end().await;
    assert_eq!(p.count("queued").await, 2 * AT_ONCE as i64, "let go");
});

both_engines!(a_stop_waits_for_the_answer_to_what_has_left, engine => {
    let mut p = Post::over_smtp(engine).await;
    let id = p.send("dot-slow2000+a@example.org").await;
    p.start();
    until("the dot", async || p.stored(id).await, |state| state == "committing").await;
    p.end().await;
    assert_eq!((p.stored(id).await.as_str(), p.copies("dot-slow2000+a@example.org").len()), ("sent", 1));
});

both_engines!(what_another_has_taken_does_not_leave, engine => {
    let p = Post::over_smtp(engine).await;
    let id = p.send("a@example.org").await;
    let core = p.w.t.app.core();
    let mut tx = core.db.begin().await.unwrap();
    let due = store::take(&mut tx, "one", (core.now(), core.now()), 10).await.unwrap().remove(0);
    tx.commit().await.unwrap();
    p.change("UPDATE messages SET attempts = attempts + 1, node = 'another' WHERE id = $1", Some(id)).await;
    let handed = hand_over(&core, &due, &CancellationToken::new()).await;
    assert!(matches!(handed, Handed::Unsent(_)), "{handed:?}");
    assert!(p.copies("a@example.org").is_empty());
});

both_engines!(another_takes_what_one_has_when_its_lease_is_over, engine => {
    let p = Post::over_smtp(engine).await;
    let core = p.w.t.app.core();
    let id = p.send("dot-slow2000+a@example.org").await;
    let taken = async |node: &str| {
        let mut round = Round { node: node.into(), ..round() };
        round.take(&core, AT_ONCE, &OnTheWay::default()).await.unwrap().pop()
    };
    assert_eq!(taken("one").await.map(|due| due.id), Some(id));
    p.w.t.clock.advance(5 * MINUTE - 1);
    assert!(taken("two").await.is_none());
    p.w.t.clock.advance(1);
    let due = taken("two").await.unwrap();
    // Nobody takes what may have left, and longer than a mail server takes to answer nobody doubts it.
    let stop = CancellationToken::new();
    let looking = async {
        until("committing", async || p.stored(id).await, |state| state == "committing").await;
        for (later, state) in [(15 * MINUTE - 1, "committing"), (1, "in_doubt")] {
            p.w.t.clock.advance(later);
            recover(&core, "one").await.unwrap();
            assert_eq!(p.stored(id).await, state);
        }
    };
    tokio::join!(hand_over(&core, &due, &stop), looking);
});
