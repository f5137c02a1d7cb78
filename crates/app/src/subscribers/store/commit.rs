//! What the send ledger asks and tells at its commit points.

use std::collections::HashMap;

use database::{Result, Tx, on_engine, push_list};
use sqlx::Build as _;

use super::{audience::json_list, counters, emit::emit};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    subscribers::{Standing, Status},
    suppressions::Reason,
    webhooks::Event,
};

macro_rules! standing {
    () => {
        standing!("s.id")
    };
    ($id:literal) => {
        concat!(
            "SELECT ",
            $id,
            " AS id, s.status, CASE WHEN s.email_key LIKE '%.invalid' THEN 'reserved' ELSE x.reason END AS reason "
        )
    };
}

macro_rules! unsendable {
    () => {
        "WHERE s.id IS NULL OR s.status <> 'active' OR x.reason IS NOT NULL OR s.email_key LIKE '%.invalid'"
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: SubscriberId,
    status: Option<String>,
    reason: Option<String>,
}

impl Row {
    fn standing(&self) -> Option<Standing> {
        let status = Status::parse(self.status.as_deref()?)?;
        Some(Standing { status, suppressed: self.reason.as_deref().and_then(Reason::parse) })
    }
}

/// Where the readers stand; ids that are not there are left out.
pub async fn standings(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
) -> Result<HashMap<SubscriberId, Standing>> {
    // One look into the suppression list for each reader, by its unique address.
    let rows: Vec<Row> = match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(concat!(
                standing!(),
                "FROM subscribers s LEFT JOIN suppressions x ON x.email_key = s.email_key \
                 WHERE +s.newsletter_id = $1 AND s.id IN (SELECT value FROM json_each($2))"
            ))
            .bind(newsletter_id)
            .bind(json_list(ids))
            .fetch_all(&mut **t)
            .await?
        }
        Tx::Postgres(t) => {
            sqlx::query_as(concat!(
                standing!(),
                "FROM subscribers s LEFT JOIN suppressions x ON x.email_key = s.email_key \
                 WHERE s.newsletter_id + 0 = $1 AND s.id = ANY($2)"
            ))
            .bind(newsletter_id)
            .bind(ids)
            .fetch_all(&mut **t)
            .await?
        }
    };
    Ok(rows.into_iter().filter_map(|row| Some((row.id, row.standing()?))).collect())
}

/// Of these readers, those to whom nothing may be sent, with where they stand; `None`: not there any more.
pub async fn unsendable(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
) -> Result<Vec<(SubscriberId, Option<Standing>)>> {
    let rows: Vec<Row> = match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(concat!(
                standing!("w.value"),
                "FROM json_each($2) w LEFT JOIN subscribers s ON s.id = w.value AND +s.newsletter_id = $1 \
                 LEFT JOIN suppressions x ON x.email_key = s.email_key ",
                unsendable!()
            ))
            .bind(newsletter_id)
            .bind(json_list(ids))
            .fetch_all(&mut **t)
            .await?
        }
        Tx::Postgres(t) => {
            sqlx::query_as(concat!(
                standing!("w.id"),
                "FROM UNNEST($2::bigint[]) AS w (id) LEFT JOIN subscribers s ON s.id = w.id AND s.newsletter_id + 0 = $1 \
                 LEFT JOIN suppressions x ON x.email_key = s.email_key ",
                unsendable!()
            ))
            .bind(newsletter_id)
            .bind(ids)
            .fetch_all(&mut **t)
            .await?
        }
    };
    Ok(rows.into_iter().map(|row| (row.id, row.standing())).collect())
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
            let mut query = sqlx::QueryBuilder::new("UPDATE subscribers SET status = 'active', updated_at = ");
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
