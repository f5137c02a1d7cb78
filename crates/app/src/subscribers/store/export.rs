//! All readers of a newsletter, a batch at a time.

use database::{Result, Tx, on_engine};
use serde_json::{Map, Value};

use crate::{NewsletterId, SubscriberId, Timestamp};

#[derive(Debug, sqlx::FromRow)]
pub struct ExportRow {
    pub id: SubscriberId,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub status: String,
    #[sqlx(json)]
    pub attributes: Map<String, Value>,
    #[sqlx(json)]
    pub tags: Vec<String>,
    pub subscribed_at: Timestamp,
    pub unsubscribed_at: Option<Timestamp>,
}

/// Every attribute that some reader has, by name: the columns must be known before the first row.
pub async fn names(tx: &mut Tx, newsletter_id: NewsletterId) -> Result<Vec<String>> {
    match tx {
        Tx::Sqlite(t) => {
            sqlx::query_scalar(
                "SELECT DISTINCT a.key FROM subscribers s, json_each(s.attributes) a \
                 WHERE s.newsletter_id = $1 AND s.attributes <> '{}' ORDER BY a.key",
            )
            .bind(newsletter_id)
            .fetch_all(&mut **t)
            .await
        }
        Tx::Postgres(t) => {
            sqlx::query_scalar(
                "SELECT DISTINCT a.key COLLATE \"C\" FROM subscribers s, jsonb_object_keys(s.attributes) AS a(key) \
                 WHERE s.newsletter_id = $1 AND s.attributes <> '{}' ORDER BY 1",
            )
            .bind(newsletter_id)
            .fetch_all(&mut **t)
            .await
        }
    }
}

/// The readers above an id, ascending.
pub async fn rows(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    after: i64,
    limit: i64,
) -> Result<Vec<ExportRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, email, first_name, last_name, status, attributes, tags, subscribed_at, unsubscribed_at \
         FROM subscribers WHERE newsletter_id = $1 AND id > $2 ORDER BY id LIMIT $3")
        .bind(newsletter_id).bind(after).bind(limit).fetch_all(conn).await)
}
