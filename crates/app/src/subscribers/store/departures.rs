//! Who left since when, as campaigns ask before each dot. The database notes it by itself (`departures`).
//!
//! A horizon tells what was seen: whoever left and was not seen has it or a higher one. On SQLite, where one writes after the other, it is a
//! place in the list. PostgreSQL's transactions end in another order than they begin in: there it is the number of the oldest that
//! was under way (a snapshot's `xmin`), and some who were seen have higher ones, too.

use database::{Engine, Result, Statement, Tx, on_engine};
use sqlx::AssertSqlSafe;

use crate::{NewsletterId, SubscriberId};

/// More of them are not named. `departed_sql` asks for one more.
const MOST: usize = 256;

/// The horizon of what a statement sees, as SQL of each engine.
macro_rules! horizon_sql {
    (Sqlite) => {
        "(SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'departures')"
    };
    (Postgres) => {
        "CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)"
    };
}

/// What [`Departed::parse`] reads, as a value of SQL: the readers of a newsletter who left from a horizon on, or whose addresses were
/// suppressed. `0` stands for more suppressions than are looked through, and for all who were forgotten. Who a suppression is about is looked up
/// for each, as a join might begin with the newsletter's readers, and in the order of addresses, so that no plan for a short list walks a long one.
macro_rules! departed_sql {
    ($newsletter:literal, $since:literal) => {
        concat!(
            "(SELECT string_agg(CAST(id AS TEXT), ',') FROM (SELECT id FROM (SELECT subscriber_id AS id FROM departures \
             WHERE newsletter_id = ",
            $newsletter,
            " AND horizon >= ",
            $since,
            " LIMIT 257) readers UNION ALL SELECT (SELECT s.id FROM subscribers s WHERE s.newsletter_id = ",
            $newsletter,
            " AND s.email_key BETWEEN d.email_key AND d.email_key ORDER BY s.email_key LIMIT 1) \
             FROM (SELECT (SELECT x.email_key FROM suppressions x WHERE x.id = p.suppression_id) AS email_key \
             FROM (SELECT suppression_id FROM departures WHERE newsletter_id IS NULL AND horizon >= ",
            $since,
            " LIMIT 257) p) d UNION ALL SELECT 0 FROM (SELECT id FROM departures WHERE newsletter_id IS NULL AND horizon >= ",
            $since,
            " LIMIT 1 OFFSET 256) others UNION ALL SELECT 0 FROM (SELECT id FROM departures WHERE newsletter_id = 0 AND horizon > ",
            $since,
            " LIMIT 1) forgotten) departed)"
        )
    };
}
pub(crate) use {departed_sql, horizon_sql};

/// Readers of a newsletter who left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departed {
    These(Vec<SubscriberId>),
    /// Too many to be named: it may be anybody.
    Many,
}

impl Departed {
    /// Reads what `departed_sql!` answers.
    pub fn parse(text: Option<&str>) -> Self {
        let ids: Option<Vec<i64>> =
            text.into_iter().flat_map(|text| text.split(',')).map(|id| id.parse().ok()).collect();
        match ids {
            Some(ids) if ids.len() <= MOST && !ids.contains(&0) => {
                Self::These(ids.into_iter().map(SubscriberId::new).collect())
            }
            _ => Self::Many,
        }
    }

    /// Whether the reader is among them, or may be.
    pub fn may_include(&self, id: SubscriberId) -> bool {
        match self {
            Self::These(ids) => ids.contains(&id),
            Self::Many => true,
        }
    }
}

/// Whoever left and is not seen by this transaction has this horizon or a higher one.
pub async fn departures_horizon(tx: &mut Tx) -> Result<i64> {
    match tx {
        Tx::Sqlite(t) => {
            sqlx::query_scalar(concat!("SELECT ", horizon_sql!(Sqlite))).fetch_one(&mut **t).await
        }
        Tx::Postgres(t) => {
            sqlx::query_scalar(concat!("SELECT ", horizon_sql!(Postgres))).fetch_one(&mut **t).await
        }
    }
}

/// Whether anybody at all left from the horizon on.
pub async fn anybody_departed(tx: &mut Tx, since: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM departures WHERE horizon >= $1)")
        .bind(since).fetch_one(conn).await)
}

macro_rules! nobody_departed {
    ($horizon:expr) => {
        concat!(
            "SELECT 1 WHERE $1 <= ",
            $horizon,
            " AND NOT EXISTS (SELECT 1 FROM departures WHERE horizon >= $1)"
        )
    };
}

/// A statement that finds a row where nobody left from the horizon on. None where horizons went back.
pub fn nobody_departed(engine: Engine, since: i64) -> Statement {
    let sql = match engine {
        Engine::Sqlite => nobody_departed!(horizon_sql!(Sqlite)),
        Engine::Postgres => nobody_departed!(horizon_sql!(Postgres)),
    };
    Statement::new(sql).bind(since)
}

/// Who of the newsletter left from the horizon on, as far as this transaction sees.
pub async fn departed(tx: &mut Tx, newsletter_id: NewsletterId, since: i64) -> Result<Departed> {
    let text: Option<String> = on_engine!(tx, conn => sqlx::query_scalar(concat!("SELECT ", departed_sql!("$1", "$2")))
        .bind(newsletter_id).bind(since).fetch_one(conn).await?);
    Ok(Departed::parse(text.as_deref()))
}

/// Has whoever asks from below the horizon be told that it may be anybody: they are to be forgotten once this is durable. Newsletter 0 is
/// nobody's.
pub async fn announce_forgetting(tx: &mut Tx, below: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("INSERT INTO departures (horizon, newsletter_id) VALUES ($1, 0)")
        .bind(below).execute(conn).await.map(drop))
}

/// Forgets so many of those below the horizon, and so many from another database, whose horizons are still to come here. Answers how
/// many there were.
pub async fn forget_departures(tx: &mut Tx, below: i64, limit: i64) -> Result<u64> {
    let next = match tx.engine() {
        Engine::Sqlite => horizon_sql!(Sqlite),
        Engine::Postgres => "CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)",
    };
    let sql = format!(
        "DELETE FROM departures WHERE id IN (SELECT id FROM (SELECT id FROM departures WHERE horizon < $1 LIMIT $2) past \
         UNION ALL SELECT id FROM (SELECT id FROM departures WHERE horizon >= (SELECT {next}) LIMIT $2) foreign_ones)"
    );
    on_engine!(tx, conn => Ok(sqlx::query(AssertSqlSafe(sql)).bind(below).bind(limit).execute(conn).await?.rows_affected()))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::Map;

    use super::*;
    use crate::{
        AuthorId,
        subscribers::{
            Status,
            store::{
                audience::unsubscribe,
                bulk::{self, Action},
                commit::{never_bounced, record_bounce},
                read,
                tests::{newsletter, reader},
                write::{self, Person},
            },
        },
        suppressions::{self, Reason},
        testing::{START, TestApp},
    };

    async fn suppress(tx: &mut Tx, email: &str, reason: Reason) {
        let new = suppressions::New { email, email_key: email, reason, source: "manual", detail: None };
        suppressions::add(tx, new, START).await.unwrap();
    }

    async fn rewrite(
        tx: &mut Tx,
        (author, n): (AuthorId, NewsletterId),
        id: SubscriberId,
        email: &str,
        to: Status,
    ) {
        let old = read::find(tx, author, n, id, true).await.unwrap().unwrap();
        let person = Person {
            address: content::parse_address(email).unwrap(),
            first_name: Some("New".into()),
            last_name: None,
            attributes: Map::new(),
            tags: vec!["a".into()],
        };
        assert!(write::update(tx, &old, &person, to, START).await.unwrap());
    }

    both_engines!(whoever_may_be_sent_to_no_more_is_noted, engine => {
        let t = TestApp::new(engine).await;
        let (author, n) = newsletter(&t, "one").await;
        let (_, other) = newsletter(&t, "two").await;
        let mut ids = Vec::new();
        for at in 0..9 {
            ids.push(reader(&t, n, &format!("{at}@x.example"), None, Status::Active).await);
        }
        let pending = reader(&t, n, "pending@x.example", None, Status::Pending).await;
        let twin = reader(&t, other, "7@x.example", None, Status::Active).await;
        let mut tx = t.app.db.begin().await.unwrap();
        let begun = departures_horizon(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        let mut noted = Vec::new();
        for way in 0..15 {
            let mut tx = t.app.db.begin().await.unwrap();
            let horizon = departures_horizon(&mut tx).await.unwrap();
            tx.commit().await.unwrap();
            let mut open = t.app.db.begin().await.unwrap();
            let tx = &mut open;
            match way {
                0 => assert!(unsubscribe(tx, n, ids[0], START).await.unwrap()),
                1 => assert_eq!(bulk::apply(tx, n, &ids[1..=1], &Action::Unsubscribe, START).await.unwrap(), (1, 1)),
                2 => assert_eq!(bulk::apply(tx, n, &ids[2..=2], &Action::Remove, START).await.unwrap(), (1, 1)),
                3 => assert!(write::delete(tx, n, ids[3], START).await.unwrap()),
                // And then the same again.
                4 | 11 => rewrite(tx, (author, n), ids[4], "new@x.example", Status::Active).await,
                5 => rewrite(tx, (author, n), ids[5], "5@x.example", Status::Complained).await,
                6 => assert!(record_bounce(tx, n, ids[6], Status::Bounced, START).await.unwrap().is_some()),
                7 => suppress(tx, "7@x.example", Reason::HardBounce).await,
                8 => assert_eq!(bulk::depart(tx, n, &ids[8..=8], Status::Bounced, START).await.unwrap(), 1),
                // Nobody can be sent to less than before.
                9 => suppress(tx, "7@x.example", Reason::Complaint).await,
                10 => suppress(tx, "stranger@x.example", Reason::Manual).await,
                12 => assert_eq!(never_bounced(tx, n, &ids[6..=6], START, START).await.unwrap().len(), 1),
                13 => assert_eq!(bulk::apply(tx, n, &ids[7..=7], &Action::Tag("b".into()), START).await.unwrap(), (1, 1)),
                _ => assert!(unsubscribe(tx, n, pending, START).await.unwrap()),
            }
            noted.push((departed(tx, n, horizon).await.unwrap(), departed(tx, other, horizon).await.unwrap()));
            open.commit().await.unwrap();
        }
        let these = |ids: &[SubscriberId]| Departed::These(ids.to_vec());
        for (way, named) in noted.into_iter().enumerate() {
            let (gone, twin): (&[_], &[_]) = match way {
                7 => (&ids[7..=7], &[twin]),
                0..9 => (&ids[way..=way], &[]),
                _ => (&[], &[]),
            };
            if engine == Engine::Sqlite {
                assert_eq!(named, (these(gone), these(twin)), "{way}");
            } else {
                // Those of before, too, as long as anybody of the cluster writes who began before them.
                let is_named = |named: &Departed, ids: &[SubscriberId]| ids.iter().all(|id| named.may_include(*id));
                assert!(is_named(&named.0, gone) && is_named(&named.1, twin), "{way}: {named:?}");
                assert!(ids[way.min(8) + 1..].iter().all(|id| !named.0.may_include(*id)), "{way}: {named:?}");
            }
        }
        let mut tx = t.app.db.read().await.unwrap();
        let all = departed(&mut tx, n, begun).await.unwrap();
        assert!(ids.iter().all(|id| all.may_include(*id)) && !all.may_include(pending), "{all:?}");
    });

    both_engines!(too_many_may_be_anybody, engine => {
        let t = TestApp::new(engine).await;
        let (_, n) = newsletter(&t, "one").await;
        let (_, other) = newsletter(&t, "two").await;
        let left = reader(&t, n, "left@x.example", None, Status::Active).await;
        let fill = |n: NewsletterId, many: i64, email: &'static str| {
            let db = t.app.db.clone();
            async move {
                let mut tx = db.begin().await.unwrap();
                let horizon = departures_horizon(&mut tx).await.unwrap();
                on_engine!(&mut tx, conn => sqlx::query(
                    "WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < $2) \
                     INSERT INTO departures (horizon, newsletter_id, subscriber_id) SELECT $3, $1, n FROM i WHERE n <= $2")
                    .bind(n).bind(many).bind(horizon).execute(conn).await.map(drop)).unwrap();
                suppress(&mut tx, email, Reason::Manual).await;
                (departed(&mut tx, n, horizon).await.unwrap(), tx)
            }
        };
        let (named, tx) = fill(other, 256, "a@x.example").await;
        assert_eq!(named, Departed::These((1..=256).map(SubscriberId::new).collect()));
        tx.rollback().await.unwrap();
        let (named, tx) = fill(other, 257, "a@x.example").await;
        assert_eq!(named, Departed::Many);
        assert!(named.may_include(left));
        tx.rollback().await.unwrap();
        // Suppressions of strangers.
        for (many, named) in [(256, Departed::These(Vec::new())), (257, Departed::Many)] {
            let mut tx = t.app.db.begin().await.unwrap();
            let horizon = departures_horizon(&mut tx).await.unwrap();
            for at in 0..many {
                suppress(&mut tx, &format!("{at}@strangers.example"), Reason::Manual).await;
            }
            assert_eq!(departed(&mut tx, n, horizon).await.unwrap(), named);
            tx.rollback().await.unwrap();
        }
        assert_eq!(Departed::parse(Some("1,x")), Departed::Many);
    });

    both_engines!(they_are_forgotten_below_a_horizon, engine => {
        let t = TestApp::new(engine).await;
        let (_, n) = newsletter(&t, "one").await;
        let mut ids = Vec::new();
        for (at, horizon) in [1i64, 2, 3, 1_000_000_000_000].into_iter().enumerate() {
            let id = reader(&t, n, &format!("{at}@x.example"), None, Status::Active).await;
            ids.push(id);
            let mut tx = t.app.db.begin().await.unwrap();
            unsubscribe(&mut tx, n, id, START).await.unwrap();
            // The last as a copy of another database has it, whose horizons were higher.
            on_engine!(&mut tx, conn => sqlx::query("UPDATE departures SET horizon = $1 WHERE subscriber_id = $2")
                .bind(horizon).bind(id).execute(conn).await.map(drop)).unwrap();
            tx.commit().await.unwrap();
        }
        let mut tx = t.app.db.begin().await.unwrap();
        for expected in [2, 1, 0] {
            assert_eq!(forget_departures(&mut tx, 3, 1).await.unwrap(), expected);
        }
        let left: Vec<i64> = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT horizon FROM departures").fetch_all(conn).await).unwrap();
        assert_eq!(left, [3]);
        // Whoever asks for the forgotten hears that there were some.
        assert_eq!(departed(&mut tx, n, 2).await.unwrap(), Departed::These(vec![ids[2]]));
        announce_forgetting(&mut tx, 3).await.unwrap();
        for (since, named) in [(2, Departed::Many), (3, Departed::These(vec![ids[2]])), (4, Departed::These(Vec::new()))] {
            assert_eq!(departed(&mut tx, n, since).await.unwrap(), named);
        }
    });

    /// Transactions end in another order than they begin in.
    #[tokio::test]
    async fn on_postgresql_whoever_ends_late_is_not_seen_late() {
        let t = TestApp::new(Engine::Postgres).await;
        let (_, n) = newsletter(&t, "one").await;
        let early = reader(&t, n, "early@x.example", None, Status::Active).await;
        let late = reader(&t, n, "late@x.example", None, Status::Active).await;
        let (mut slow, mut quick) = (t.app.db.begin().await.unwrap(), t.app.db.begin().await.unwrap());
        // Another row than the counters', for which the second would wait.
        for (tx, id) in [(&mut slow, early), (&mut quick, late)] {
            on_engine!(tx, conn => sqlx::query("DELETE FROM subscribers WHERE id = $1").bind(id).execute(conn).await.map(drop)).unwrap();
        }
        quick.commit().await.unwrap();
        let line = t.app.db.line();
        let mut tx = line.look().await.unwrap();
        let horizon = departures_horizon(&mut tx).await.unwrap();
        slow.commit().await.unwrap();
        assert!(departed(&mut tx, n, horizon).await.unwrap().may_include(early));
    }
}
