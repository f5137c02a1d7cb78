//! What leaves from a domain on one day, and what stops it.

use std::collections::BTreeSet;

use database::{Engine, Tx, both_engines, on_engine};
use engine::ports::{Key, Lease, Ledger as _, Origin, Run, Settled, Step, Verdict};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tokio_util::sync::CancellationToken;

use super::World;
use crate::{
    NewsletterId,
    clock::{DAY, HOUR, MINUTE},
    deliveries::{self, SqlLedger},
    domains::{limits, metrics, windows},
    runs::State,
};

/// Engines of one installation.
struct Engines {
    stop: CancellationToken,
    tasks: Vec<tokio::task::JoinHandle<database::Result<()>>>,
}

impl Engines {
    fn start(w: &World, count: usize) -> Self {
        let stop = CancellationToken::new();
        let start = |i| tokio::spawn(deliveries::run(w.t.app.core(), format!("node {i}"), stop.clone()));
        Self { tasks: (0..count).map(start).collect(), stop }
    }

    async fn stop(self) {
        self.stop.cancel();
        for task in self.tasks {
            task.await.unwrap().unwrap();
        }
    }
}

struct Campaign {
    newsletter: NewsletterId,
    path: String,
}

impl Campaign {
    async fn new(w: &World, domain: i64, readers: i64) -> Self {
        let newsletter = w.newsletter(Some(domain)).await;
        let long_ago = w.t.app.now().plus(-200 * DAY);
        let mut tx = w.t.app.db.begin().await.unwrap();
        for i in 0..readers {
            on_engine!(&mut tx, conn => sqlx::query(
                "INSERT INTO subscribers (newsletter_id, email, email_key, status, subscribed_at, created_at, updated_at) \
                 VALUES ($1, $2, $2, 'active', $3, $3, $3)")
                .bind(newsletter).bind(format!("r{i:03}@example.net")).bind(long_ago).execute(conn).await.map(drop)).unwrap();
        }
        tx.commit().await.unwrap();
        Self::of(w, newsletter).await
    }

    async fn of(w: &World, newsletter: NewsletterId) -> Self {
        let body = json!({ "subject": "S", "html_content": "<p>x</p>" });
        let path = format!("/api/newsletters/{newsletter}/campaigns");
        let id = w.call(&w.author, "POST", &path, Some(body)).await.expect(201)["id"].as_i64().unwrap();
        Self { newsletter, path: format!("{path}/{id}") }
    }

    async fn send(&self, w: &World) {
        w.call(&w.author, "POST", &format!("{}/send", self.path), None).await.expect(202);
    }

    async fn report(&self, w: &World) -> Value {
        w.call(&w.author, "GET", &format!("{}/report", self.path), None).await.expect(200)
    }

    async fn until(&self, w: &World, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        crate::testing::until(what, async || self.report(w).await, is).await
    }
}

both_engines!(a_daily_limit_holds_to_the_mail_over_several_nodes, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    let path = format!("/api/domains/{id}");
    w.call(&w.admin, "PUT", &path, Some(json!({ "daily_send_limit": 7 }))).await.expect(200);
    let (one, two) = (Campaign::new(&w, id, 10).await, Campaign::new(&w, id, 10).await);
    // On SQLite one process holds the file; there a second engine stands for another node as well.
    let nodes = if engine == Engine::Postgres { 3 } else { 1 };
    let engines = Engines::start(&w, nodes);
    one.send(&w).await;
    two.send(&w).await;
    let sent = async || {
        let (a, b) = (one.report(&w).await, two.report(&w).await);
        assert_eq!((&a["ledger"]["failed"], &b["ledger"]["deferred"]), (&json!(0), &json!(0)));
        a["ledger"]["sent"].as_i64().unwrap() + b["ledger"]["sent"].as_i64().unwrap()
    };
    for day in 1..=2 {
        one.until(&w, "at rest", |r| r["waiting"].is_string() || r["status"] == "sent").await;
        two.until(&w, "at rest", |r| r["waiting"].is_string() || r["status"] == "sent").await;
        for campaign in [&one, &two] {
            campaign.until(&w, "drained", |r| r["ledger"]["sending"] == 0).await;
            let waiting = campaign.report(&w).await["waiting"].as_str().map(str::to_owned);
            let fine = |text: &String| text.contains("the 7 emails its daily limit allows today");
            assert!(waiting.as_ref().is_none_or(fine), "{waiting:?}");
        }
        assert_eq!(sent().await, 7 * day);
        let domain = w.domain(id).await;
        assert_eq!((&domain["current_daily_sent"], &domain["metrics_sent"]), (&json!(7), &json!(7 * day)));
        w.t.clock.advance(DAY);
    }
    // A higher limit lets the rest go at once.
    w.call(&w.admin, "PUT", &path, Some(json!({ "daily_send_limit": 0 }))).await.expect(200);
    one.until(&w, "sent", |r| r["status"] == "sent").await;
    two.until(&w, "sent", |r| r["status"] == "sent").await;
    assert_eq!(sent().await, 20);
    engines.stop().await;
});

both_engines!(a_warm_up_takes_those_who_read_first, engine => {
    // Of several connections any may be the first to take what is left of the day.
    let w = World::with(engine, |settings| settings.send_concurrency = 1).await;
    let id = w.verified("example.org").await;
    let engines = Engines::start(&w, 1);
    let before = Campaign::new(&w, id, 10).await;
    before.send(&w).await;
    before.until(&w, "sent", |r| r["status"] == "sent").await;
    let older = Campaign::of(&w, before.newsletter).await;
    older.send(&w).await;
    older.until(&w, "sent", |r| r["status"] == "sent").await;
    let days_ago = |days: Option<i64>| days.map(|days| w.t.app.now().plus(-days * DAY));
    let mut tx = w.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(
        "UPDATE campaign_runs SET started_at = $1 WHERE id = (SELECT MAX(id) FROM campaign_runs)")
        .bind(days_ago(Some(95))).execute(conn).await.map(drop)).unwrap();
    let acts = [
        ("MIN", 0, Some(100), None), ("MIN", 1, None, Some(100)), ("MAX", 2, Some(1), Some(1)),
        ("MIN", 5, Some(1), None), ("MIN", 6, None, Some(1)), ("MIN", 7, Some(100), Some(60)), ("MIN", 8, Some(1), Some(100)),
    ];
    for (run, reader, opened, clicked) in acts {
        on_engine!(&mut tx, conn => sqlx::query(AssertSqlSafe(format!(
            "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, opened_at, clicked_at) \
             SELECT $1, (SELECT {run}(id) FROM campaign_runs), id, $3, $4 FROM subscribers WHERE email = $2")))
            .bind(before.newsletter).bind(format!("r{reader:03}@example.net")).bind(days_ago(opened)).bind(days_ago(clicked))
            .execute(conn).await.map(drop)).unwrap();
    }
    // As an earlier version noted it.
    on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET engaged_at = $1 WHERE email = 'r009@example.net'")
        .bind(days_ago(Some(1))).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    w.t.clock.advance(DAY);
    w.call(&w.admin, "PUT", &format!("/api/domains/{id}"), Some(json!({ "warm_up": true, "daily_send_limit": 4 }))).await.expect(200);
    let campaign = Campaign::of(&w, before.newsletter).await;
    campaign.send(&w).await;
    for (day, read) in [(1, &[5, 6, 8, 9][..]), (2, &[5, 6, 7, 8, 9])] {
        let is_over = |r: &Value| r["waiting"].is_string() && r["ledger"]["sending"] == 0 && r["ledger"]["sent"] == 4 * day;
        campaign.until(&w, "waiting", is_over).await;
        let sent = w.call(&w.author, "GET", &format!("{}/deliveries?state=sent", campaign.path), None).await.expect(200);
        let emails: BTreeSet<&str> = sent.as_array().unwrap().iter().map(|d| d["email"].as_str().unwrap()).collect();
        let read: Vec<String> = read.iter().map(|reader| format!("r{reader:03}@example.net")).collect();
        assert!(read.iter().all(|email| emails.contains(email.as_str())), "day {day}: {emails:?}");
        w.t.clock.advance(DAY);
    }
    engines.stop().await;
});

/// A campaign of a domain whose steps are taken by hand.
struct Desk<'a> {
    w: &'a World,
    ledger: SqlLedger,
    run: std::sync::Arc<Run>,
    lease: Lease,
}

impl<'a> Desk<'a> {
    async fn new(w: &'a World, domain: i64, readers: i64) -> Self {
        let campaign = Campaign::new(w, domain, readers).await;
        campaign.send(w).await;
        while deliveries::freeze_for_tests(&w.t.app).await {}
        let ledger = SqlLedger::register(w.t.app.core(), "one".into()).await.unwrap();
        ledger.recover().await.unwrap();
        let run = ledger.runs().await.unwrap().remove(0);
        let lease = ledger.lease(&run).await.unwrap().unwrap();
        Self { w, ledger, run, lease }
    }

    fn key(&self, reader: usize) -> Key {
        let subscriber_id = self.lease.readers[reader].id;
        Key { newsletter_id: self.run.newsletter_id, run_id: self.run.id, subscriber_id }
    }

    fn intent(&self, reader: usize) -> Step {
        let (epoch, origin) = (self.run.epoch, Origin::Chunk(self.lease.chunk_no));
        let dated_at = self.w.t.app.now().0;
        Step::Intent {
            key: self.key(reader),
            epoch,
            origin,
            attempt_id: 1 + reader as i64,
            attempt: 1,
            dated_at,
        }
    }

    fn ends(&self, reader: usize, state: State) -> Step {
        let settled = Settled::because(state, "so");
        Step::Outcome { key: self.key(reader), attempt_id: 1 + reader as i64, settled }
    }

    fn is_taken(&self, reader: usize, receiver: String) -> Step {
        let settled = Settled { reason: None, receiver, ..Settled::because(State::Sent, "") };
        Step::Outcome { key: self.key(reader), attempt_id: 1 + reader as i64, settled }
    }

    async fn apply(&self, steps: &[Step]) -> Vec<Verdict> {
        self.ledger.apply(steps).await.unwrap()
    }
}

both_engines!(what_is_signed_or_large_takes_long_to_make, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    assert!(Desk::new(&w, id, 1).await.run.content.takes_long());
    for (size, takes_long) in [(200_000, false), (300_000, true)] {
        let s = deliveries::tests::Scene::new(engine, 1).await;
        let html = format!("<p>{}</p>", "word ".repeat(size / 5));
        s.t.call(Some(&s.token), "PUT", &s.path(""), Some(json!({ "html_content": html, "text_content": "word" }))).await.expect(200);
        s.post("/send").await.expect(202);
        while deliveries::freeze_for_tests(&s.t.app).await {}
        let run = s.boot().await.runs().await.unwrap().remove(0);
        assert_eq!(run.content.takes_long(), takes_long, "{size}");
    }
});

both_engines!(a_dot_after_which_no_mail_was_taken_is_one_of_its_day_again, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    w.call(&w.admin, "PUT", &format!("/api/domains/{id}"), Some(json!({ "daily_send_limit": 9 }))).await.expect(200);
    let d = Desk::new(&w, id, 6).await;
    let sent = async || w.domain(id).await["current_daily_sent"].as_i64().unwrap();
    assert_eq!(d.apply(&(0..4).map(|reader| d.intent(reader)).collect::<Vec<_>>()).await, [Verdict::Granted; 4]);
    assert_eq!(sent().await, 4);
    for (reader, state, left) in [(0, State::Skipped, 3), (1, State::Suppressed, 2), (2, State::Failed, 1)] {
        d.apply(&[d.ends(reader, state)]).await;
        assert_eq!(sent().await, left, "{state:?}");
    }
    // Not of the next day, which it was not counted on.
    w.t.clock.advance(DAY - (w.t.app.now().0.rem_euclid(DAY)) + MINUTE);
    d.ledger.recover().await.unwrap();
    assert_eq!(d.apply(&[d.intent(4)]).await, [Verdict::Granted]);
    d.apply(&[d.ends(3, State::Skipped)]).await;
    assert_eq!(sent().await, 1);
});

// In one message, and by the same statements as ever where something is new.
both_engines!(what_is_foreseen_counts_for_its_domain, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    let d = Desk::new(&w, id, 100).await;
    let foreseen = async || d.ledger.foreseen_commits().await;
    let receiver = |reader: usize| format!("{}.example", reader % 3);
    d.apply(&[d.intent(0)]).await;
    for reader in 0..9 {
        if reader == 8 {
            w.t.clock.advance(100);
        }
        d.apply(&[d.is_taken(reader, receiver(reader)), d.intent(reader + 1)]).await;
    }
    // Not until there are marks, a window and all three receivers.
    assert_eq!(foreseen().await, 6);
    let figures = async || d.figures(id).await;
    let of_three = |n| (0..3).map(|at| (receiver(at), n)).collect::<Vec<_>>();
    assert_eq!(figures().await, (10, 9, of_three(3)));
    // More receivers than have rows of their own.
    let steps: Vec<Step> = (10..60).map(|reader| d.intent(reader)).collect();
    d.apply(&steps).await;
    let steps: Vec<Step> = (10..60).map(|reader| d.is_taken(reader, format!("many{reader}.example"))).collect();
    d.apply(&steps).await;
    d.apply(&[d.intent(60)]).await;
    let before = foreseen().await;
    d.apply(&[d.is_taken(9, "new.example".into()), d.intent(61)]).await;
    w.t.clock.advance(100);
    d.apply(&[d.is_taken(60, "many12.example".into()), d.intent(62)]).await;
    assert_eq!(foreseen().await, before + 2);
    let (today, in_all, rows) = figures().await;
    assert_eq!((today, in_all, rows.len(), rows[0].clone()), (63, 61, 51, (String::new(), 4)));
    assert!(rows.contains(&("many12.example".to_owned(), 2)), "{rows:?}");
    // Whoever sets a limit is heeded.
    let before = foreseen().await;
    w.call(&w.admin, "PUT", &format!("/api/domains/{id}"), Some(json!({ "daily_send_limit": 1 }))).await.expect(200);
    assert_eq!(d.apply(&[d.is_taken(61, receiver(0)), d.intent(63)]).await, [Verdict::Done, Verdict::Limited]);
    assert_eq!((foreseen().await, figures().await.0), (before, 63));
    // And whoever warms a domain up, until it is warm. In vain for the second time, there are three looks first.
    let warm = limits::warm_days();
    for (reader, days) in [(64, warm - 1), (65, warm - 1), (66, warm), (67, warm), (68, warm), (69, warm)] {
        let mut tx = w.t.app.db.begin().await.unwrap();
        let from = w.t.app.now().day() - days;
        on_engine!(&mut tx, conn => sqlx::query("UPDATE domains SET daily_send_limit = 0, warm_up_from = $1").bind(from)
            .execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
        let before = foreseen().await;
        assert_eq!(d.apply(&[d.intent(reader)]).await, [Verdict::Granted]);
        assert_eq!(foreseen().await - before, usize::from(reader == 69), "{reader}");
    }
    // The next hour has no rows yet, and the next day none either.
    for (taken, intended, sent, ahead) in [(62, 70, 63, HOUR), (64, 71, 64, DAY)] {
        w.t.clock.advance(ahead);
        d.ledger.recover().await.unwrap();
        let before = foreseen().await;
        d.apply(&[d.is_taken(taken, receiver(0)), d.intent(intended)]).await;
        assert_eq!(foreseen().await, before);
        let (_, in_all, rows) = figures().await;
        assert_eq!((in_all, rows[0].clone()), (sent, (receiver(0), 1)));
    }
    assert_eq!(figures().await.0, 1);
});

impl Desk<'_> {
    /// Of the domain: mails of today, mails in all, and those of each receiver.
    async fn figures(&self, id: i64) -> (i64, i64, Vec<(String, i64)>) {
        let domain = self.w.domain(id).await;
        let mut tx = self.w.t.app.db.read().await.unwrap();
        let rows = windows::rows(&mut tx, id, self.w.t.app.now()).await.unwrap();
        let figure = |name: &str| domain[name].as_i64().unwrap();
        let rows = rows.into_iter().map(|row| (row.receiver, row.sent));
        (figure("current_daily_sent"), figure("metrics_sent"), rows.collect())
    }

    /// Mails, one after the other.
    async fn send(&self, readers: std::ops::Range<usize>) {
        for reader in readers {
            self.apply(&[self.intent(reader)]).await;
            self.apply(&[self.is_taken(reader, "one.example".into())]).await;
        }
    }

    /// Six mails of which two are counted, while one is on its way.
    async fn behind(w: &World, id: i64) -> Desk<'_> {
        let d = Desk::new(w, id, 9).await;
        d.apply(&[d.intent(8)]).await;
        d.send(0..6).await;
        assert_eq!(d.figures(id).await, (3, 2, of_one(2)));
        d
    }
}

fn of_one(n: i64) -> Vec<(String, i64)> {
    vec![("one.example".to_owned(), n)]
}

async fn change(w: &World, sql: &'static str) {
    let mut tx = w.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
}

// Nodes would wait for one another if each of their commits moved the domain's figures.
both_engines!(what_a_domain_does_not_count_at_once_it_counts_later, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    let d = Desk::behind(&w, id).await;
    // In a look.
    d.apply(&[d.intent(6)]).await;
    d.apply(&[d.ends(6, State::Failed)]).await;
    assert_eq!(d.figures(id).await, (7, 6, of_one(6)));
    d.send(7..8).await;
    assert_eq!(d.figures(id).await.1, 6);
    // When nothing is on its way.
    let before = d.ledger.foreseen_commits().await;
    d.apply(&[d.is_taken(8, "one.example".into())]).await;
    assert_eq!(d.figures(id).await, (8, 8, of_one(8)));
    assert_eq!(d.ledger.foreseen_commits().await, before + 1);
});

both_engines!(what_a_node_that_is_gone_has_not_counted_is_counted, engine => {
    for way in ["recovered", "ended"] {
        let w = World::new(engine).await;
        let id = w.verified("example.org").await;
        let d = Desk::behind(&w, id).await;
        let other = SqlLedger::register(w.t.app.core(), "two".into()).await.unwrap();
        if way == "recovered" {
            w.t.clock.advance(16 * MINUTE);
            other.recover().await.unwrap();
            assert_eq!(d.figures(id).await.1, 6);
            // It wakes up, and counts nothing of it again.
            assert_eq!(d.apply(&[d.intent(6)]).await, [Verdict::Gone]);
        } else {
            change(&w, "UPDATE delivery_chunks SET is_open = FALSE, node_id = NULL").await;
            assert!(other.finish().await.unwrap());
        }
        assert_eq!(d.figures(id).await, (7, 6, of_one(6)), "{way}");
    }
});

both_engines!(a_campaign_whose_domain_is_deleted_ends, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    let d = Desk::behind(&w, id).await;
    change(&w, "UPDATE campaigns SET status = 'cancelled', epoch = epoch + 1").await;
    change(&w, "UPDATE delivery_chunks SET node_id = NULL").await;
    change(&w, "UPDATE newsletters SET domain_id = NULL").await;
    change(&w, "DELETE FROM domains").await;
    assert_eq!(d.apply(&[d.intent(6)]).await, [Verdict::Gone]);
    d.apply(&[d.is_taken(8, "one.example".into())]).await;
    while d.ledger.finish().await.unwrap() {}
    let mut tx = w.t.app.db.read().await.unwrap();
    let ended: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT sent FROM campaign_runs WHERE state = 'done' AND committing = 0")
        .fetch_one(conn).await).unwrap();
    assert_eq!(ended, 7);
});

both_engines!(a_limit_counts_what_its_domain_has_not_counted, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    let d = Desk::behind(&w, id).await;
    w.call(&w.admin, "PUT", &format!("/api/domains/{id}"), Some(json!({ "daily_send_limit": 8 }))).await.expect(200);
    assert_eq!(d.apply(&[d.intent(6), d.intent(7)]).await, [Verdict::Granted, Verdict::Limited]);
    assert_eq!(d.figures(id).await, (8, 6, of_one(6)));
    // What comes back needs nothing of the day. Once it was in vain, there is a look first.
    let before = d.ledger.foreseen_commits().await;
    for reader in [6, 8] {
        d.apply(&[d.is_taken(reader, "one.example".into())]).await;
    }
    assert_eq!(d.ledger.foreseen_commits().await, before + 1);
});

/// Whoever else writes what all nodes count holds up no mails.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_that_go_plainly_wait_for_nobody_who_counts() {
    let test = async {
        let w = World::new(Engine::Postgres).await;
        let id = w.verified("example.org").await;
        let d = Desk::behind(&w, id).await;
        let mut tx = w.t.app.db.begin().await.unwrap();
        for table in ["campaign_runs", "run_windows", "domain_days", "domains", "domain_windows"] {
            let sql = format!("SELECT 1 FROM {table} FOR UPDATE");
            on_engine!(&mut tx, conn => sqlx::query(AssertSqlSafe(sql)).execute(conn).await.map(drop))
                .unwrap();
        }
        let sending = tokio::time::timeout(std::time::Duration::from_secs(30), d.send(6..8));
        sending.await.expect("a commit that waits");
        tx.commit().await.unwrap();
        d.apply(&[d.is_taken(8, "one.example".into())]).await;
        assert_eq!(d.figures(id).await, (9, 9, of_one(9)));
    };
    database::testing::on_postgres(Box::pin(test)).await;
}

/// As if somebody had counted it between the look and what that comes to.
#[tokio::test]
async fn what_was_counted_meanwhile_is_not_counted_again() {
    let test = async {
        let w = World::new(Engine::Postgres).await;
        let id = w.verified("example.org").await;
        let d = Desk::behind(&w, id).await;
        change(&w, "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$")
            .await;
        change(&w, "CREATE TRIGGER no BEFORE UPDATE ON run_counts FOR EACH ROW EXECUTE FUNCTION no()").await;
        let look = [d.ends(8, State::Failed)];
        d.ledger.apply(&look).await.unwrap_err();
        assert_eq!(d.figures(id).await, (3, 2, of_one(2)));
        change(&w, "DROP TRIGGER no ON run_counts").await;
        d.apply(&look).await;
        assert_eq!(d.figures(id).await, (6, 6, of_one(6)));
    };
    database::testing::on_postgres(Box::pin(test)).await;
}

/// Whether what was put off was written when nobody heard of it, only the node's row knows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_put_off_in_a_commit_that_was_given_up_counts_once() {
    let test = async {
        for held in ["UPDATE run_counts SET sent = sent", "UPDATE campaigns SET updated_at = updated_at"] {
            let w = World::new(Engine::Postgres).await;
            let id = w.verified("example.org").await;
            let d = Desk::behind(&w, id).await;
            let mut tx = w.t.app.db.begin().await.unwrap();
            on_engine!(&mut tx, conn => sqlx::query(held).execute(conn).await.map(drop)).unwrap();
            let steps = [d.intent(6)];
            {
                let mut given_up = Box::pin(d.ledger.apply(&steps));
                while !database::testing::is_waited_for(&mut tx).await {
                    assert!(futures::poll!(&mut given_up).is_pending());
                }
            }
            tx.commit().await.unwrap();
            // It makes sure of the marks first.
            assert_eq!(d.apply(&steps).await, [Verdict::Granted]);
            assert_eq!(d.figures(id).await.1, 2);
            d.apply(&[d.is_taken(6, "one.example".into())]).await;
            assert_eq!(d.figures(id).await, (8, 7, of_one(7)), "{held}");
            let before = d.ledger.foreseen_commits().await;
            d.send(7..8).await;
            assert_eq!(d.ledger.foreseen_commits().await, before + 2);
            d.apply(&[d.is_taken(8, "one.example".into())]).await;
            assert_eq!(d.figures(id).await, (9, 9, of_one(9)), "{held}");
        }
    };
    database::testing::on_postgres(Box::pin(test)).await;
}

// On SQLite the second could not even begin.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_counts_a_bounce_does_not_wait_for_whoever_holds_the_day() {
    let test = async {
        let w = World::new(Engine::Postgres).await;
        let id = w.verified("example.org").await;
        let limit = Some(json!({ "daily_send_limit": 5 }));
        w.call(&w.admin, "PUT", &format!("/api/domains/{id}"), limit).await.expect(200);
        let mut sending = w.t.app.db.begin().await.unwrap();
        let left = limits::left(&mut sending, &[id], w.t.app.now()).await.unwrap();
        assert_eq!(left, [(id, 5)].into_iter().collect());
        let mut counting = w.t.app.db.begin().await.unwrap();
        let Tx::Postgres(conn) = &mut counting else { panic!("not PostgreSQL") };
        // Another sender would wait: the only lock of two numbers is taken.
        let is_free: bool = sqlx::query_scalar(
            "SELECT pg_try_advisory_xact_lock(classid::INTEGER, objid::INTEGER) FROM pg_locks \
                 WHERE locktype = 'advisory' AND objsubid = 2 \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )
        .fetch_one(&mut **conn)
        .await
        .unwrap();
        assert!(!is_free);
        sqlx::query("SELECT id FROM domains WHERE id = $1 FOR UPDATE NOWAIT")
            .bind(id)
            .fetch_one(&mut **conn)
            .await
            .unwrap();
    };
    database::testing::on_postgres(Box::pin(test)).await;
}

both_engines!(a_domain_at_risk_pauses_what_is_sent_from_it, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    // Nothing leaves today, so the campaign stays in sending.
    w.call(&w.admin, "PUT", &format!("/api/domains/{id}"), Some(json!({ "daily_send_limit": 1 }))).await.expect(200);
    let campaign = Campaign::new(&w, id, 3).await;
    campaign.send(&w).await;
    let count = async |sent: i64, bounced: i64, complained: i64| {
        let mut tx = w.t.app.db.begin().await.unwrap();
        metrics::reset(&mut tx, id, w.t.app.now()).await.unwrap();
        let now = w.t.app.now();
        windows::sent(&mut tx, &[(id, [("example.net", sent)].into())].into(), now).await.unwrap();
        let stats = metrics::SendStats { bounced, complained, ..metrics::SendStats::default() };
        windows::record_bounce(&mut tx, id, now, "example.net", stats).await.unwrap();
        tx.commit().await.unwrap();
        crate::deliveries::pause_risky_campaigns(&w.t.app).await.unwrap();
        campaign.report(&w).await
    };
    for (sent, bounced, complained) in [(499, 400, 0), (1000, 50, 0), (1000, 0, 2), (600, 0, 4)] {
        assert_eq!(count(sent, bounced, complained).await["status"], "sending", "{sent} {bounced} {complained}");
    }
    let report = count(1000, 51, 0).await;
    assert_eq!(report["status"], "paused");
    assert!(report["pause_reason"].as_str().unwrap().starts_with("5.1 % of the emails from example.org in the last hour bounced"), "{report}");
    let figures = w.call(&w.author, "GET", &format!("/api/domains/{id}/metrics"), None).await.expect(200);
    assert_eq!((&figures["risk"], &figures["windows"][0]["bounce_rate"]), (&report["pause_reason"], &json!(5.1)));
    for token in [&w.admin, &w.author] {
        let notices = w.call(token, "GET", "/api/notices", None).await.expect(200);
        assert_eq!(notices[0]["kind"], "campaign_paused", "{notices}");
    }
    // Counted anew, it goes on.
    w.call(&w.admin, "POST", &format!("/api/domains/{id}/reset-metrics"), None).await.expect(200);
    w.call(&w.author, "POST", &format!("{}/resume", campaign.path), None).await.expect(200);
    crate::deliveries::pause_risky_campaigns(&w.t.app).await.unwrap();
    assert_eq!(campaign.report(&w).await["status"], "sending");
    assert_eq!(count(1000, 0, 5).await["status"], "paused");
    // A domain that a campaign is sent from stays.
    w.call(&w.admin, "DELETE", &format!("/api/domains/{id}"), None).await.expect(409);
    w.call(&w.author, "POST", &format!("{}/cancel", campaign.path), None).await.expect(200);
    assert!(campaign.newsletter.get() > 0);
});
