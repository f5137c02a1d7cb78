//! Templates as their author takes them along.

use serde::Serialize;

use super::JsonText;
use crate::{
    Timestamp,
    holding::{Archive, End, Holding, PAGES},
};

/// Templates as their author takes them along.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

const TEMPLATES: &str = "SELECT id, name, subject, preheader, is_active, blocks, theme, html_content, created_at, updated_at FROM templates \
         WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3";

async fn write(archive: &Archive) -> Result<(), End> {
    archive.list("templates.json", archive.pages(TEMPLATES, PAGES, |row: &TemplateRow| row.id)).await
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
