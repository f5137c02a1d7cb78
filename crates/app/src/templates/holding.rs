//! Templates as their author takes them along.

use database::{Result, Tx, on_engine};
use serde::Serialize;

use super::JsonText;
use crate::{
    AuthorId, Timestamp,
    holding::{Archive, End, Holding, PAGES, list},
};

/// Templates as their author takes them along.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

async fn write(archive: &Archive) -> std::result::Result<(), End> {
    list!(archive, "templates.json", page, PAGES, |row| row.id);
    Ok(())
}

#[derive(Debug, Serialize, sqlx::FromRow)]
struct TemplateRow {
    id: i64,
    name: String,
    subject: String,
    preheader: Option<String>,
    is_active: bool,
    blocks: JsonText,
    theme: Option<JsonText>,
    html_content: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

async fn page(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<TemplateRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, subject, preheader, is_active, blocks, theme, html_content, created_at, updated_at FROM templates \
         WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}
