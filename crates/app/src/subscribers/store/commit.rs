//! What the send ledger asks and tells at its commit points.

use std::collections::HashMap;

use database::{Result, Tx, on_engine, push_list};
use sqlx::{Build as _, Postgres, QueryBuilder, Sqlite};

use super::{audience::json_list, counters, emit::emit};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    subscribers::{Standing, Status},
    suppressions::Reason,
    webhooks::Event,
};

/// Why nothing is sent to an address, whatever the status.
macro_rules! reason {
    () => {
        "CASE WHEN s.email_key LIKE '%.invalid' THEN 'reserved' ELSE x.reason END"
    };
}

macro_rules! unsendable {
    ($id:literal) => {
        concat!("SELECT ", $id, " AS reader_id, s.status AS reader_status, ", reason!(), " AS reader_reason ")
    };
}

macro_rules! where_unsendable {
    () => {
        " LEFT JOIN suppressions x ON x.email_key = s.email_key \
         WHERE s.id IS NULL OR s.status <> 'active' OR x.reason IS NOT NULL OR s.email_key LIKE '%.invalid'"
    };
}

fn standing(status: Option<&str>, reason: Option<&str>) -> Option<Standing> {
    Some(Standing { status: Status::parse(status?)?, suppressed: reason.and_then(Reason::parse) })
}

/// Where the readers stand; ids that are not there are left out.
pub async fn standings(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
) -> Result<HashMap<SubscriberId, Standing>> {
    // One look into the suppression list for each reader, by its unique address.
    let rows: Vec<(SubscriberId, String, Option<String>)> = match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(concat!(
                "SELECT s.id, s.status, ",
                reason!(),
                " FROM subscribers s LEFT JOIN suppressions x ON x.email_key = s.email_key \
                 WHERE +s.newsletter_id = $1 AND s.id IN (SELECT value FROM json_each($2))"
            ))
            .bind(newsletter_id)
            .bind(json_list(ids))
            .fetch_all(&mut **t)
            .await?
        }
        Tx::Postgres(t) => {
            sqlx::query_as(concat!(
                "SELECT s.id, s.status, ",
                reason!(),
                " FROM subscribers s LEFT JOIN suppressions x ON x.email_key = s.email_key \
                 WHERE s.newsletter_id = $1 AND s.id = ANY($2)"
            ))
            .bind(newsletter_id)
            .bind(ids)
            .fetch_all(&mut **t)
            .await?
        }
    };
    Ok(rows
        .into_iter()
        .filter_map(|(id, status, reason)| Some((id, standing(Some(&status), reason.as_deref())?)))
        .collect())
}

/// One of the readers that [`unsendable_on_sqlite`] or [`unsendable_on_postgres`] was asked for; nobody in a row of what else
/// the statement asks for.
#[derive(sqlx::FromRow)]
pub struct Unsendable {
    reader_id: Option<SubscriberId>,
    reader_status: Option<String>,
    reader_reason: Option<String>,
}

impl Unsendable {
    /// Who, and where they stand; `None`: not there any more.
    pub fn reader(&self) -> Option<(SubscriberId, Option<Standing>)> {
        Some((self.reader_id?, standing(self.reader_status.as_deref(), self.reader_reason.as_deref())))
    }
}

/// Adds to a statement a query of [`Unsendable`]: of these readers, those to whom nothing may be sent. Usually nobody, so that
/// nothing is answered for all others.
///
/// A transaction that writes is alone, so that nobody's standing changes until it ends.
pub fn unsendable_on_sqlite(
    query: &mut QueryBuilder<Sqlite>,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
) {
    query.push(concat!(unsendable!("w.value"), "FROM json_each(")).push_bind(json_list(ids));
    query
        .push(") w LEFT JOIN subscribers s ON s.id = w.value AND +s.newsletter_id = ")
        .push_bind(newsletter_id);
    query.push(where_unsendable!());
}

/// The same. All of the readers are held until the transaction ends: an unsubscribe waits for it, and so sees what it wrote.
pub fn unsendable_on_postgres(
    query: &mut QueryBuilder<Postgres>,
    newsletter_id: NewsletterId,
    mut ids: Vec<SubscriberId>,
) {
    // Everybody takes these locks in the same order.
    ids.sort_unstable();
    query.push(concat!(unsendable!("w.id"), "FROM UNNEST(")).push_bind(ids);
    query.push(
        "::bigint[]) AS w (id) LEFT JOIN LATERAL (SELECT id, status, email_key FROM subscribers WHERE newsletter_id = ",
    );
    query.push_bind(newsletter_id);
    query.push(concat!(" AND id = w.id FOR SHARE) s ON TRUE", where_unsendable!()));
}

/// A mail to the reader came back as `to` (bounced or complained) says; answers the address, also of a reader who was
/// in that state already. One who unsubscribed stays so.
pub async fn record_bounce(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    id: SubscriberId,
    to: Status,
    now: Timestamp,
) -> Result<Option<(String, String)>> {
    let row: Option<(String, String, String)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT email, email_key, status FROM subscribers WHERE newsletter_id = $1 AND id = $2")
        .bind(newsletter_id).bind(id).fetch_optional(conn).await?);
    let Some((email, key, status)) = row else { return Ok(None) };
    let from = Status::parse(&status);
    let may = match to {
        Status::Complained => matches!(from, Some(Status::Active | Status::Pending | Status::Bounced)),
        _ => matches!(from, Some(Status::Active | Status::Pending)),
    };
    if let (true, Some(from)) = (may, from) {
        let changed = on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE subscribers SET status = $3, updated_at = $4 WHERE newsletter_id = $1 AND id = $2 AND status = $5")
            .bind(newsletter_id).bind(id).bind(to.as_str()).bind(now).bind(from.as_str())
            .execute(conn).await?.rows_affected());
        if changed > 0 {
            counters::moved(tx, newsletter_id, Some(from), Some(to)).await?;
            emit(tx, newsletter_id, &[id], Event::SubscriberUpdated, now).await?;
        }
    }
    Ok(Some((email, key)))
}

/// Readers who were marked as bounced since then, and without cause: they are active again. Answers them with the keys
/// of their addresses.
pub async fn never_bounced(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
    since: Timestamp,
    now: Timestamp,
) -> Result<HashMap<SubscriberId, String>> {
    let mut keys = HashMap::new();
    for ids in ids.chunks(250) {
        let rows: Vec<(SubscriberId, String)> = on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("UPDATE subscribers SET status = 'active', updated_at = ");
            query.push_bind(now).push(" WHERE newsletter_id = ").push_bind(newsletter_id)
                .push(" AND status = 'bounced' AND updated_at >= ").push_bind(since).push(" AND id IN ");
            push_list(&mut query, ids.iter().copied());
            query.push(" RETURNING id, email_key");
            query.build_as().fetch_all(conn).await?
        });
        let back = rows.len() as i64;
        counters::add(
            tx,
            newsletter_id,
            Status::ALL.map(|status| match status {
                Status::Active => back,
                Status::Bounced => -back,
                _ => 0,
            }),
        )
        .await?;
        let ids: Vec<SubscriberId> = rows.iter().map(|(id, _)| *id).collect();
        emit(tx, newsletter_id, &ids, Event::SubscriberUpdated, now).await?;
        keys.extend(rows);
    }
    Ok(keys)
}
