//! The rows of many steps, written by one statement each.
//!
//! PostgreSQL plans a statement each time its text is new, so a column of all rows is one parameter there and the text is the
//! same for any number of them. SQLite has a list of rows.

use database::{Tx, column};
use engine::ports::{Key, Settled};
use sqlx::{Build as _, Postgres, QueryBuilder, Sqlite, query::Values, query_builder::Separated};

use crate::{
    deliveries::{marks::Place, sql::code},
    runs::State,
};

/// An intent, an outcome or a settlement whose row is to be written.
#[derive(Clone, Debug)]
pub struct Change {
    /// Where the verdict goes.
    pub index: usize,
    pub key: Key,
    /// Of a first attempt: where its reader stands.
    pub place: Option<Place>,
    pub attempt_id: i64,
    pub attempt: i16,
    pub dated_at: i64,
    pub settled: Settled,
}

/// One attempt at one reader: what a step is granted to, and nobody else.
pub type Attempt = (i64, i64, i64);

impl Change {
    pub fn attempt(&self) -> Attempt {
        (self.key.run_id, self.key.subscriber_id, self.attempt_id)
    }
}

/// A row that was written, and the state it is in now.
#[derive(sqlx::FromRow)]
pub struct Written {
    pub run_id: i64,
    pub subscriber_id: i64,
    pub attempt_id: i64,
    pub state: i16,
}

impl Written {
    pub fn attempt(&self) -> Attempt {
        (self.run_id, self.subscriber_id, self.attempt_id)
    }
}

/// Of the states that an outcome may lead to, those that it leads to because nobody knows whether the mail arrived.
pub fn is_doubt(state: State) -> bool {
    matches!(state, State::Queued | State::Held)
}

/// What all three write of a row, in this order.
macro_rules! columns {
    () => {
        "v_newsletter, v_run, v_reader, v_attempt, v_state, v_before, v_code, v_enhanced, v_reason"
    };
}

/// The first nine parameters on PostgreSQL.
macro_rules! arrays {
    () => {
        " FROM UNNEST($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::bigint[], $7::smallint[], \
         $8::text[], $9::text[]"
    };
}

fn push(row: &mut Separated<'_, Sqlite, &'static str>, change: &Change) {
    let Change { key, attempt_id, settled, .. } = change;
    row.push_bind(key.newsletter_id)
        .push_bind(key.run_id)
        .push_bind(key.subscriber_id)
        .push_bind(*attempt_id);
    row.push_bind(settled.state.code()).push_bind(settled.not_before).push_bind(settled.code);
    row.push_bind(settled.enhanced_code.clone()).push_bind(settled.reason.clone());
}

fn bind<'a>(sql: &'static str, changes: &'a [Change]) -> Values<'a, Postgres, Written> {
    sqlx::query_as(sql)
        .bind(column(changes, |c| c.key.newsletter_id))
        .bind(column(changes, |c| c.key.run_id))
        .bind(column(changes, |c| c.key.subscriber_id))
        .bind(column(changes, |c| c.attempt_id))
        .bind(column(changes, |c| c.settled.state.code()))
        .bind(column(changes, |c| c.settled.not_before))
        .bind(column(changes, |c| c.settled.code))
        .bind(column(changes, |c| c.settled.enhanced_code.as_deref()))
        .bind(column(changes, |c| c.settled.reason.as_deref()))
}

/// Who was in doubt before is not sent to again, and no count is too high to be written.
macro_rules! outcome {
    () => {
        concat!(
            "UPDATE deliveries SET state = CASE WHEN v_doubt > 0 AND doubts > 0 THEN ",
            code!(Held),
            " ELSE v_state END, not_before = CASE WHEN v_doubt > 0 AND doubts > 0 THEN 0 ELSE v_before END, code = v_code, \
             enhanced_code = v_enhanced, reason = v_reason, \
             doubts = CASE WHEN doubts < 32767 THEN doubts + v_doubt ELSE doubts END, updated_at = "
        )
    };
}

/// Of these attempts, those that are in such a state still.
macro_rules! of_attempt {
    ($states:expr) => {
        concat!(
            " WHERE newsletter_id = v_newsletter AND run_id = v_run AND subscriber_id = v_reader \
             AND attempt_id = v_attempt AND state IN (",
            $states,
            ") RETURNING run_id, subscriber_id, attempt_id, state"
        )
    };
}

macro_rules! granted {
    () => {
        concat!(code!(Committing), ", ", code!(CommittingAgain))
    };
}

/// Outcomes of dots that were granted to these attempts.
pub async fn outcomes(tx: &mut Tx, changes: &[Change], now: i64) -> database::Result<Vec<Written>> {
    let doubt = |c: &Change| i16::from(is_doubt(c.settled.state));
    match tx {
        Tx::Sqlite(conn) => {
            let mut query = QueryBuilder::new(concat!("WITH v (", columns!(), ", v_doubt) AS ("));
            query.push_values(changes, |mut row, c| {
                push(&mut row, c);
                row.push_bind(doubt(c));
            });
            query.push(concat!(") ", outcome!())).push_bind(now);
            query.push(concat!(" FROM v", of_attempt!(granted!())));
            query.build_as().fetch_all(&mut **conn).await
        }
        Tx::Postgres(conn) => {
            let sql = concat!(
                outcome!(),
                "$11",
                arrays!(),
                ", $10::smallint[]) AS v (",
                columns!(),
                ", v_doubt)",
                of_attempt!(granted!())
            );
            bind(sql, changes).bind(column(changes, doubt)).bind(now).fetch_all(&mut **conn).await
        }
    }
}

macro_rules! insert {
    () => {
        "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, attempt_id, state, not_before, code, enhanced_code, \
         reason, attempts, dated_at, doubts, node_id, updated_at) "
    };
}

macro_rules! unless_there {
    () => {
        " ON CONFLICT DO NOTHING RETURNING run_id, subscriber_id, attempt_id, state"
    };
}

/// First attempts of readers who have no row, `is_ended` where they had their dots.
pub async fn inserts(
    tx: &mut Tx,
    changes: &[Change],
    is_ended: bool,
    node_id: i64,
    now: i64,
) -> database::Result<Vec<Written>> {
    let doubt = |c: &Change| i16::from(is_ended && is_doubt(c.settled.state));
    match tx {
        Tx::Sqlite(conn) => {
            let mut query = QueryBuilder::new(insert!());
            query.push_values(changes, |mut row, c| {
                push(&mut row, c);
                row.push_bind(c.attempt)
                    .push_bind(c.dated_at)
                    .push_bind(doubt(c))
                    .push_bind(node_id)
                    .push_bind(now);
            });
            query.push(unless_there!());
            query.build_as().fetch_all(&mut **conn).await
        }
        Tx::Postgres(conn) => {
            let sql = concat!(
                insert!(),
                "SELECT *, $13, $14",
                arrays!(),
                ", $10::smallint[], $11::bigint[], $12::smallint[])",
                unless_there!()
            );
            let query =
                bind(sql, changes).bind(column(changes, |c| c.attempt)).bind(column(changes, |c| c.dated_at));
            query.bind(column(changes, doubt)).bind(node_id).bind(now).fetch_all(&mut **conn).await
        }
    }
}

macro_rules! update {
    () => {
        "UPDATE deliveries SET state = v_state, attempts = v_number, not_before = v_before, code = v_code, \
         enhanced_code = v_enhanced, reason = v_reason, updated_at = "
    };
}

/// Later attempts, of rows that are claimed under them.
pub async fn updates(tx: &mut Tx, changes: &[Change], now: i64) -> database::Result<Vec<Written>> {
    match tx {
        Tx::Sqlite(conn) => {
            let mut query = QueryBuilder::new(concat!("WITH v (", columns!(), ", v_number) AS ("));
            query.push_values(changes, |mut row, c| {
                push(&mut row, c);
                row.push_bind(c.attempt);
            });
            query.push(concat!(") ", update!())).push_bind(now);
            query.push(concat!(" FROM v", of_attempt!(code!(Claimed))));
            query.build_as().fetch_all(&mut **conn).await
        }
        Tx::Postgres(conn) => {
            let sql = concat!(
                update!(),
                "$11",
                arrays!(),
                ", $10::smallint[]) AS v (",
                columns!(),
                ", v_number)",
                of_attempt!(code!(Claimed))
            );
            bind(sql, changes).bind(column(changes, |c| c.attempt)).bind(now).fetch_all(&mut **conn).await
        }
    }
}
