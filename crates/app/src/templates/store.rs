//! Templates and their versions as rows. Every statement carries the author.

use database::{Engine, Result, Tx, on_engine};

use super::model::{Content, KEPT_VERSIONS};
use crate::{
    AuthorId, Timestamp,
    http::{Page, until_large},
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Template {
    pub id: i64,
    #[sqlx(flatten)]
    pub content: Content,
    pub is_active: bool,
    pub revision: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

macro_rules! columns {
    () => {
        "id, name, subject, preheader, blocks, block_count, theme, html_content, is_active, revision, created_at, updated_at"
    };
}

const FIND: &str = concat!("SELECT ", columns!(), " FROM templates WHERE id = $2 AND author_id = $1");
const FIND_LOCKED: &str =
    concat!("SELECT ", columns!(), " FROM templates WHERE id = $2 AND author_id = $1 FOR UPDATE");

/// The author's template.
pub async fn find(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Template>> {
    on_engine!(tx, conn => sqlx::query_as(FIND).bind(author_id).bind(id).fetch_optional(conn).await)
}

/// The same, and nobody changes it before this transaction ends. (On SQLite a writing transaction is alone anyway.)
pub async fn find_locked(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Template>> {
    let sql = if tx.engine() == Engine::Postgres { FIND_LOCKED } else { FIND };
    on_engine!(tx, conn => sqlx::query_as(sql).bind(author_id).bind(id).fetch_optional(conn).await)
}

/// Whether the author has it.
pub async fn exists(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<bool> {
    let found: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM templates WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(id).fetch_optional(conn).await)?;
    Ok(found.is_some())
}

macro_rules! filtered {
    () => {
        " FROM templates WHERE author_id = $1 AND (CAST($2 AS TEXT) IS NULL \
         OR LOWER(name) LIKE LOWER($2) ESCAPE '\\' OR LOWER(subject) LIKE LOWER($2) ESCAPE '\\')"
    };
}

fn pattern(q: Option<&str>) -> Option<String> {
    q.map(|q| format!("%{}%", database::escape_like(q)))
}

/// A page of the author's templates, newest first, without their HTML. It ends early, with at least two rows, where
/// blocks and themes pass `max_bytes`; the flag says so.
pub async fn list(
    tx: &mut Tx,
    author_id: AuthorId,
    q: Option<&str>,
    page: &Page,
    max_bytes: usize,
) -> Result<(Vec<Template>, bool)> {
    on_engine!(tx, conn => {
        let rows = sqlx::query_as(concat!(
            "SELECT id, name, subject, preheader, blocks, block_count, theme, CAST(NULL AS TEXT) AS html_content, is_active, \
             revision, created_at, updated_at", filtered!(), " AND id < $3 ORDER BY id DESC LIMIT $4"))
            .bind(author_id).bind(pattern(q)).bind(page.before_id()).bind(page.fetch()).fetch(conn);
        until_large(rows, max_bytes, |row: &Template| {
            row.content.blocks.as_str().len() + row.content.theme.as_ref().map_or(0, |theme| theme.as_str().len())
        })
        .await
    })
}

/// How many templates the list has; counting stops at `cap`.
pub async fn count(tx: &mut Tx, author_id: AuthorId, q: Option<&str>, cap: i64) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(concat!(
        "SELECT COUNT(*) FROM (SELECT 1", filtered!(), " LIMIT $3) AS found"))
        .bind(author_id).bind(pattern(q)).bind(cap).fetch_one(conn).await)
}

/// The author's templates whose name or subject is like one of the patterns: id, name and subject; newest first.
pub async fn named_like(
    tx: &mut Tx,
    author_id: AuthorId,
    patterns: &[String; 3],
    limit: i64,
) -> Result<Vec<(i64, String, String)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, subject FROM templates WHERE author_id = $1 AND (LOWER(name) LIKE LOWER($2) ESCAPE '\\' \
         OR LOWER(name) LIKE LOWER($3) ESCAPE '\\' OR LOWER(name) LIKE LOWER($4) ESCAPE '\\' \
         OR LOWER(subject) LIKE LOWER($2) ESCAPE '\\' OR LOWER(subject) LIKE LOWER($3) ESCAPE '\\' \
         OR LOWER(subject) LIKE LOWER($4) ESCAPE '\\') ORDER BY id DESC LIMIT $5")
        .bind(author_id).bind(&patterns[0]).bind(&patterns[1]).bind(&patterns[2]).bind(limit)
        .fetch_all(conn).await)
}

/// Makes a template of revision 1, which is its first version.
pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    content: &Content,
    is_active: bool,
    now: Timestamp,
) -> Result<Template> {
    let made: Template = on_engine!(tx, conn => sqlx::query_as(concat!(
        "INSERT INTO templates (author_id, name, subject, preheader, blocks, block_count, theme, html_content, is_active, \
         revision, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $10) RETURNING ", columns!()))
        .bind(author_id).bind(&content.name).bind(&content.subject).bind(&content.preheader).bind(&content.blocks)
        .bind(content.block_count).bind(&content.theme).bind(&content.html_content).bind(is_active).bind(now)
        .fetch_one(conn).await)?;
    insert_version(tx, author_id, &made).await?;
    Ok(made)
}

/// Writes a template that was read by [`find_locked`] in this transaction.
pub async fn update(tx: &mut Tx, author_id: AuthorId, template: &Template) -> Result<()> {
    let content = &template.content;
    on_engine!(tx, conn => sqlx::query(
        "UPDATE templates SET name = $3, subject = $4, preheader = $5, blocks = $6, block_count = $7, theme = $8, \
         html_content = $9, is_active = $10, revision = $11, updated_at = $12 WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(template.id).bind(&content.name).bind(&content.subject).bind(&content.preheader)
        .bind(&content.blocks).bind(content.block_count).bind(&content.theme).bind(&content.html_content)
        .bind(template.is_active).bind(template.revision).bind(template.updated_at)
        .execute(conn).await.map(drop))
}

/// Whether the author had it; its versions go with it.
pub async fn delete(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM templates WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Keeps the present state as a version and lets the oldest go.
pub async fn insert_version(tx: &mut Tx, author_id: AuthorId, template: &Template) -> Result<()> {
    let content = &template.content;
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO template_versions (template_id, revision, author_id, name, subject, preheader, blocks, block_count, \
         theme, html_content, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
        .bind(template.id).bind(template.revision).bind(author_id).bind(&content.name).bind(&content.subject)
        .bind(&content.preheader).bind(&content.blocks).bind(content.block_count).bind(&content.theme)
        .bind(&content.html_content).bind(template.updated_at).execute(conn).await.map(drop))?;
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM template_versions WHERE template_id = $1 AND author_id = $2 AND revision <= $3")
        .bind(template.id).bind(author_id).bind(template.revision - KEPT_VERSIONS)
        .execute(conn).await.map(drop))
}

/// A save, without its contents.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Saved {
    pub revision: i64,
    pub name: String,
    pub subject: String,
    pub block_count: i64,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Version {
    pub revision: i64,
    #[sqlx(flatten)]
    pub content: Content,
    pub created_at: Timestamp,
}

/// A page of a template's versions, newest first.
pub async fn versions(tx: &mut Tx, author_id: AuthorId, id: i64, page: &Page) -> Result<Vec<Saved>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT revision, name, subject, block_count, created_at FROM template_versions \
         WHERE template_id = $2 AND author_id = $1 AND revision < $3 ORDER BY revision DESC LIMIT $4")
        .bind(author_id).bind(id).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

/// How many there are, at most [`KEPT_VERSIONS`].
pub async fn count_versions(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM template_versions WHERE template_id = $2 AND author_id = $1")
        .bind(author_id).bind(id).fetch_one(conn).await)
}

pub async fn version(tx: &mut Tx, author_id: AuthorId, id: i64, revision: i64) -> Result<Option<Version>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT revision, name, subject, preheader, blocks, block_count, theme, html_content, created_at \
         FROM template_versions WHERE template_id = $2 AND author_id = $1 AND revision = $3")
        .bind(author_id).bind(id).bind(revision).fetch_optional(conn).await)
}
