//! SQLite: many rows in one INSERT; one pass over a JSON list for everything else.

use database::Result;
use sqlx::{AssertSqlSafe, Sqlite};

use super::{Changed, Existing, Incoming};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    subscribers::{Status, model::search_text},
};

/// Rows of one statement: 10 values each, of 32,766 that SQLite takes.
const ROWS: usize = 1_000;

type Conn = database::Connection<Sqlite>;

pub async fn existing(
    t: &mut Conn,
    newsletter_id: NewsletterId,
    rows: &[Incoming<'_>],
) -> Result<Vec<Existing>> {
    let keys: Vec<&str> = rows.iter().map(|r| r.email_key).collect();
    sqlx::query_as(
        "SELECT s.id, s.email_key, s.first_name, s.last_name, s.status, s.attributes, s.tags \
         FROM json_each($2) k CROSS JOIN subscribers s ON s.newsletter_id = $1 AND s.email_key = k.value",
    )
    .bind(newsletter_id)
    .bind(serde_json::to_string(&keys).unwrap_or_default())
    .fetch_all(&mut **t)
    .await
}

/// The ids of the readers with these addresses, each with its key.
pub async fn ids(
    t: &mut Conn,
    newsletter_id: NewsletterId,
    keys: &[&str],
) -> Result<Vec<(String, SubscriberId)>> {
    sqlx::query_as(
        "SELECT s.email_key, s.id FROM json_each($2) k CROSS JOIN subscribers s ON s.newsletter_id = $1 AND s.email_key = k.value",
    )
    .bind(newsletter_id)
    .bind(serde_json::to_string(keys).unwrap_or_default())
    .fetch_all(&mut **t)
    .await
}

pub async fn insert(
    t: &mut Conn,
    newsletter_id: NewsletterId,
    rows: &[&Incoming<'_>],
    status: Status,
    now: Timestamp,
) -> Result<()> {
    for chunk in rows.chunks(ROWS) {
        let sql = insert_sql(chunk.len());
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(chunk.len() == ROWS);
        for row in chunk {
            let (status, subscribed_at, left_at) = row.standing(status, now);
            query = query
                .bind(status.as_str())
                .bind(subscribed_at)
                .bind(left_at)
                .bind(row.email)
                .bind(row.email_key)
                .bind(row.first_name)
                .bind(row.last_name)
                .bind(row.attributes)
                .bind(row.tags)
                .bind(search_text(row.email_key, row.first_name, row.last_name));
        }
        query = query.bind(newsletter_id).bind(now);
        query.execute(&mut **t).await?;
    }
    Ok(())
}

/// Places are `?`: SQLite looks numbered ones up by name, one after the other, whenever one is bound.
fn insert_sql(rows: usize) -> String {
    let mut values = "(?,?,?,?,?,?,?,?,?,?),".repeat(rows);
    values.pop();
    format!(
        "INSERT INTO subscribers (newsletter_id, created_at, updated_at, status, subscribed_at, unsubscribed_at, \
         email, email_key, first_name, last_name, attributes, tags, search_text) \
         SELECT c.newsletter_id, c.now, c.now, v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, \
         v.column7, v.column8, v.column9, v.column10 \
         FROM (VALUES {values}) v CROSS JOIN (SELECT ? AS newsletter_id, ? AS now) c"
    )
}

pub async fn update(t: &mut Conn, rows: &[Changed], now: Timestamp) -> Result<()> {
    for chunk in rows.chunks(ROWS) {
        let list: Vec<_> = chunk
            .iter()
            .map(|r| (r.id, &r.first_name, &r.last_name, &r.attributes, &r.tags, &r.search_text))
            .collect();
        sqlx::query(
            "UPDATE subscribers SET first_name = v.value ->> 1, last_name = v.value ->> 2, \
             attributes = v.value ->> 3, tags = v.value ->> 4, search_text = v.value ->> 5, updated_at = $2 \
             FROM json_each($1) v WHERE subscribers.id = v.value ->> 0",
        )
        .bind(serde_json::to_string(&list).unwrap_or_default())
        .bind(now)
        .execute(&mut **t)
        .await?;
    }
    Ok(())
}
