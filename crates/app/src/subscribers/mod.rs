//! Stand-in until the real feature is merged.

use database::{Result, Tx, on_engine};
use serde_json::{Map, Value};
use sqlx::types::Json;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reader {
    pub id: i64,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub attributes: Json<Map<String, Value>>,
}

pub async fn first_active(tx: &mut Tx, newsletter_id: i64) -> Result<Option<Reader>> {
    on_engine!(tx, conn => sqlx::query_as("SELECT id, email, first_name, last_name, attributes FROM subscribers \
        WHERE newsletter_id = $1 AND status = 'active' ORDER BY id LIMIT 1").bind(newsletter_id).fetch_optional(conn).await)
}

pub async fn readers_by_ids(tx: &mut Tx, newsletter_id: i64, ids: &[i64]) -> Result<Vec<Reader>> {
    let mut found = Vec::new();
    for id in ids {
        let row: Option<Reader> = on_engine!(tx, conn => sqlx::query_as("SELECT id, email, first_name, last_name, attributes FROM subscribers \
            WHERE newsletter_id = $1 AND id = $2").bind(newsletter_id).bind(id).fetch_optional(conn).await)?;
        found.extend(row);
    }
    Ok(found)
}
