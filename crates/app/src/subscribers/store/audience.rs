//! Readers as other features need them: the audience of a campaign, one reader, leaving.

use std::{collections::HashMap, fmt::Write as _};

use database::{Engine, Result, Tx, on_engine};
use sqlx::{Build as _, QueryBuilder, types::Json};

use super::{counters, emit::emit};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    subscribers::{ReaderRow, Status},
    webhooks::Event,
};

/// A reader who is active or waits for confirmation leaves. False when there is nobody to leave: the reader is
/// unknown, gone already, or bounced or complained.
pub async fn unsubscribe(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
    now: Timestamp,
) -> Result<bool> {
    for from in [Status::Active, Status::Pending] {
        let moved = on_engine!(tx, conn => sqlx::query(
            "UPDATE subscribers SET status = 'unsubscribed', unsubscribed_at = $4, updated_at = $4 \
             WHERE newsletter_id = $1 AND id = $2 AND status = $3")
            .bind(newsletter_id).bind(subscriber_id).bind(from.as_str()).bind(now)
            .execute(conn).await?.rows_affected());
        if moved > 0 {
            counters::moved(tx, newsletter_id, Some(from), Some(Status::Unsubscribed)).await?;
            // Who never confirmed was never counted as new, so does not count as lost.
            counters::day(tx, newsletter_id, now, 0, i64::from(from == Status::Active)).await?;
            emit(tx, newsletter_id, &[subscriber_id], Event::SubscriberUnsubscribed, now).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

// The `+` in the next two keeps both engines on the ids: in one of them SQLite would walk every reader of the newsletter, and so
// would a plan that PostgreSQL made while there were few, which cost each group commit of a campaign as much as the audience is large.

/// The readers with these ids, in no order; ids that are not there are left out. One statement.
pub async fn readers_by_ids(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
) -> Result<Vec<ReaderRow>> {
    match tx {
        // One row, as a campaign asks for thousands: a value of a row of its own costs more than its text here.
        Tx::Sqlite(t) => sqlx::query_scalar(
            "SELECT json_group_array(json_array(\
                 s.id, s.email, s.first_name, s.last_name, json(s.attributes), s.status, x.reason)) \
                 FROM subscribers s LEFT JOIN suppressions x ON x.email_key = s.email_key \
                 WHERE +s.newsletter_id = $1 AND s.id IN (SELECT value FROM json_each($2))",
        )
        .bind(newsletter_id)
        .bind(json_list(ids))
        .fetch_one(&mut **t)
        .await
        .map(|Json(rows)| rows),
        Tx::Postgres(t) => sqlx::query_as(
            "SELECT s.id, s.email, s.first_name, s.last_name, s.attributes, s.status, x.reason AS suppressed \
                 FROM subscribers s LEFT JOIN suppressions x ON x.email_key = s.email_key \
                 WHERE s.newsletter_id + 0 = $1 AND s.id = ANY($2)",
        )
        .bind(newsletter_id)
        .bind(ids)
        .fetch_all(&mut **t)
        .await,
    }
}

/// Where the readers with these ids stand; ids that are not there are left out. One statement.
pub async fn statuses(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
) -> Result<HashMap<SubscriberId, Status>> {
    let rows: Vec<(SubscriberId, String)> = match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(
                "SELECT id, status FROM subscribers \
                 WHERE +newsletter_id = $1 AND id IN (SELECT value FROM json_each($2))",
            )
            .bind(newsletter_id)
            .bind(json_list(ids))
            .fetch_all(&mut **t)
            .await?
        }
        Tx::Postgres(t) => {
            sqlx::query_as("SELECT id, status FROM subscribers WHERE newsletter_id + 0 = $1 AND id = ANY($2)")
                .bind(newsletter_id)
                .bind(ids)
                .fetch_all(&mut **t)
                .await?
        }
    };
    Ok(rows.into_iter().filter_map(|(id, status)| Some((id, Status::parse(&status)?))).collect())
}

/// The audience with `after_id < id <= upper_id`, ascending: active readers, and those whom an earlier mail taught not
/// to be mailed, so that the ledger says of them why. Read from the index alone, and as one row: each row more would cost SQLite
/// two changes of the thread, while others wait to write.
pub async fn audience_after(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    after_id: i64,
    upper_id: i64,
    limit: i64,
) -> Result<Vec<i64>> {
    let listed = match tx.engine() {
        Engine::Sqlite => "json_group_array(id)",
        Engine::Postgres => "COALESCE(json_agg(id), '[]')",
    };
    let Json(mut ids): Json<Vec<i64>> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(listed).push(" FROM (SELECT id FROM (");
        for (at, status) in ["active", "bounced", "complained"].into_iter().enumerate() {
            query.push(if at > 0 { " UNION ALL " } else { "" })
                .push("SELECT * FROM (SELECT id FROM subscribers WHERE newsletter_id = ").push_bind(newsletter_id)
                .push(" AND status = '").push(status).push("' AND id > ").push_bind(after_id).push(" AND id <= ")
                .push_bind(upper_id).push(" ORDER BY id LIMIT ").push_bind(limit).push(") AS s").push(at.to_string());
        }
        query.push(") AS everyone ORDER BY id LIMIT ").push_bind(limit).push(") AS next");
        query.build_scalar().fetch_one(conn).await?
    });
    ids.sort_unstable();
    Ok(ids)
}

/// When these readers subscribed or, as earlier versions noted it, showed that they read: the later of the two.
pub async fn last_known(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    first: i64,
    last: i64,
) -> Result<HashMap<i64, i64>> {
    let rows: Vec<(i64, i64)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, CASE WHEN engaged_at > subscribed_at THEN engaged_at ELSE subscribed_at END FROM subscribers \
         WHERE newsletter_id = $1 AND id >= $2 AND id <= $3")
        .bind(newsletter_id).bind(first).bind(last).fetch_all(conn).await?);
    Ok(rows.into_iter().collect())
}

/// Readers with the attribute `time_zone`, and what it says.
pub async fn time_zones(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    first: i64,
    last: i64,
) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, sqlx::types::Json<serde_json::Map<String, serde_json::Value>>)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, attributes FROM subscribers WHERE newsletter_id = $1 AND id >= $2 AND id <= $3 \
         AND CAST(attributes AS TEXT) LIKE '%\"time_zone\"%'")
        .bind(newsletter_id).bind(first).bind(last).fetch_all(conn).await?);
    let zone = |attributes: &serde_json::Map<String, serde_json::Value>| {
        attributes.get("time_zone").and_then(|value| value.as_str()).map(str::to_owned)
    };
    Ok(rows.into_iter().filter_map(|(id, attributes)| Some((id, zone(&attributes)?))).collect())
}

/// Active readers whose address is on the suppression list: the reason and how many.
pub async fn suppressed(tx: &mut Tx, newsletter_id: NewsletterId) -> Result<Vec<(String, i64)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT s.reason, COUNT(*) FROM suppressions s JOIN subscribers r ON r.newsletter_id = $1 \
         AND r.email_key = s.email_key WHERE r.status = 'active' GROUP BY s.reason ORDER BY s.reason")
        .bind(newsletter_id).fetch_all(conn).await)
}

/// Active readers without a value, by the name of its merge tag, such as `subscriber.first_name`; counting stops at `cap`.
pub async fn missing_attributes(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    tag: &str,
    cap: i64,
) -> Result<i64> {
    let attribute = tag.strip_prefix("subscriber.attributes.");
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT COUNT(*) FROM (SELECT 1 FROM subscribers WHERE newsletter_id = ");
        query.push_bind(newsletter_id).push(" AND status = 'active' AND ");
        match (tag, attribute) {
            ("subscriber.first_name", _) => query.push("COALESCE(TRIM(first_name), '') = ''"),
            ("subscriber.last_name", _) => query.push("COALESCE(TRIM(last_name), '') = ''"),
            // Keys are written as JSON strings; a value that is there but blank is rare enough to be missed.
            (_, Some(name)) => query.push("CAST(attributes AS TEXT) NOT LIKE ")
                .push_bind(format!("%{}:%", database::escape_like(&serde_json::Value::from(name).to_string())))
                .push(" ESCAPE '\\'"),
            _ => query.push("FALSE"),
        };
        query.push(" LIMIT ").push_bind(cap).push(") AS missing");
        query.build_scalar().fetch_one(conn).await
    })
}

/// The active reader with the lowest id, for a preview.
pub async fn first_active(tx: &mut Tx, newsletter_id: NewsletterId) -> Result<Option<ReaderRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, email, first_name, last_name, attributes, status FROM subscribers \
         WHERE newsletter_id = $1 AND status = 'active' ORDER BY id LIMIT 1")
        .bind(newsletter_id).fetch_optional(conn).await)
}

/// The highest id among the newsletter's readers, 0 when it has none: the upper bound of an audience.
pub async fn max_id(tx: &mut Tx, newsletter_id: NewsletterId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, Option<i64>>(
        "SELECT MAX(id) FROM subscribers WHERE newsletter_id = $1")
        .bind(newsletter_id).fetch_one(conn).await)
    .map(Option::unwrap_or_default)
}

/// One reader, whatever its status.
pub async fn find_any(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    id: SubscriberId,
) -> Result<Option<ReaderRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, email, first_name, last_name, attributes, status FROM subscribers \
         WHERE newsletter_id = $1 AND id = $2")
        .bind(newsletter_id).bind(id).fetch_optional(conn).await)
}

/// Ids as the JSON list that `json_each` reads.
pub fn json_list(ids: &[SubscriberId]) -> String {
    let mut text = String::with_capacity(ids.len() * 8 + 2);
    text.push('[');
    for (at, id) in ids.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        let _ = write!(text, "{id}");
    }
    text.push(']');
    text
}
