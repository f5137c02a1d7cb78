//! Newsletters in the database.

use std::collections::HashMap;

use database::{Result, Tx, on_engine, push_list};
use sqlx::Build as _;

use super::{
    counters::Counters,
    model::{Change, InDoubtPolicy, NewNewsletter, Newsletter, Tracking},
};
use crate::{AuthorId, Language, NewsletterId, Timestamp, http::Page, secrets::random_token};

#[derive(sqlx::FromRow)]
struct Row {
    id: NewsletterId,
    author_id: AuthorId,
    name: String,
    description: Option<String>,
    from_name: String,
    from_prefix: String,
    domain_id: Option<i64>,
    reply_to: Option<String>,
    is_active: bool,
    is_sample: bool,
    public_id: String,
    double_opt_in: bool,
    #[sqlx(try_from = "String")]
    in_doubt_policy: InDoubtPolicy,
    #[sqlx(try_from = "String")]
    tracking: Tracking,
    #[sqlx(try_from = "String")]
    language: Language,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<Row> for Newsletter {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            author_id: row.author_id,
            name: row.name,
            description: row.description,
            from_name: row.from_name,
            from_prefix: row.from_prefix,
            domain_id: row.domain_id,
            reply_to: row.reply_to,
            is_active: row.is_active,
            is_sample: row.is_sample,
            public_id: row.public_id,
            double_opt_in: row.double_opt_in,
            in_doubt_policy: row.in_doubt_policy,
            tracking: row.tracking,
            language: row.language,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Counted {
    #[sqlx(flatten)]
    row: Row,
    #[sqlx(flatten)]
    counters: Counters,
}

impl From<Counted> for (Newsletter, Counters) {
    fn from(counted: Counted) -> Self {
        (counted.row.into(), counted.counters)
    }
}

/// The author's newsletter.
pub async fn find(tx: &mut Tx, author_id: AuthorId, id: NewsletterId) -> Result<Option<Newsletter>> {
    let row: Option<Row> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, name, description, from_name, from_prefix, domain_id, reply_to, is_active, is_sample, public_id, \
         double_opt_in, in_doubt_policy, tracking, language, created_at, updated_at FROM newsletters WHERE id = $1 AND author_id = $2")
        .bind(id).bind(author_id).fetch_optional(conn).await?);
    Ok(row.map(Newsletter::from))
}

/// Anybody's newsletter, for work that no author asked for. Those of a deleted account are not there any more.
pub async fn find_any(tx: &mut Tx, id: NewsletterId) -> Result<Option<Newsletter>> {
    let row: Option<Row> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, name, description, from_name, from_prefix, domain_id, reply_to, is_active, is_sample, public_id, \
         double_opt_in, in_doubt_policy, tracking, language, created_at, updated_at FROM newsletters WHERE id = $1 \
         AND NOT EXISTS (SELECT 1 FROM authors a WHERE a.id = newsletters.author_id AND a.deleted_at IS NOT NULL)")
        .bind(id).fetch_optional(conn).await?);
    Ok(row.map(Newsletter::from))
}

/// The newsletter behind a public address; `None` for anything that is none, and once its author's account is deleted.
pub async fn find_public(tx: &mut Tx, public_id: &str) -> Result<Option<Newsletter>> {
    // PostgreSQL refuses some texts (NUL) rather than not finding them.
    if public_id.len() > 64 || !public_id.bytes().all(|b| b.is_ascii_graphic()) {
        return Ok(None);
    }
    let row: Option<Row> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, name, description, from_name, from_prefix, domain_id, reply_to, is_active, is_sample, public_id, \
         double_opt_in, in_doubt_policy, tracking, language, created_at, updated_at FROM newsletters WHERE public_id = $1 \
         AND NOT EXISTS (SELECT 1 FROM authors a WHERE a.id = newsletters.author_id AND a.deleted_at IS NOT NULL)")
        .bind(public_id).fetch_optional(conn).await?);
    Ok(row.map(Newsletter::from))
}

/// The author's newsletter with its readers.
pub async fn find_counted(
    tx: &mut Tx,
    author_id: AuthorId,
    id: NewsletterId,
) -> Result<Option<(Newsletter, Counters)>> {
    let row: Option<Counted> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT n.id, n.author_id, n.name, n.description, n.from_name, n.from_prefix, n.domain_id, n.reply_to, \
         n.is_active, n.is_sample, n.public_id, n.double_opt_in, n.in_doubt_policy, n.tracking, n.language, n.created_at, n.updated_at, \
         c.active, c.unsubscribed, c.pending, c.bounced, c.complained \
         FROM newsletters n JOIN newsletter_counters c ON c.newsletter_id = n.id WHERE n.id = $1 AND n.author_id = $2")
        .bind(id).bind(author_id).fetch_optional(conn).await?);
    Ok(row.map(Into::into))
}

/// A page of the author's newsletters, newest first.
pub async fn list(tx: &mut Tx, author_id: AuthorId, page: &Page) -> Result<Vec<(Newsletter, Counters)>> {
    let rows: Vec<Counted> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT n.id, n.author_id, n.name, n.description, n.from_name, n.from_prefix, n.domain_id, n.reply_to, \
         n.is_active, n.is_sample, n.public_id, n.double_opt_in, n.in_doubt_policy, n.tracking, n.language, n.created_at, n.updated_at, \
         c.active, c.unsubscribed, c.pending, c.bounced, c.complained \
         FROM newsletters n JOIN newsletter_counters c ON c.newsletter_id = n.id \
         WHERE n.author_id = $1 AND n.id < $2 ORDER BY n.id DESC LIMIT $3")
        .bind(author_id).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await?);
    Ok(rows.into_iter().map(Into::into).collect())
}

/// How many newsletters the author has: tens, not millions.
pub async fn count(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM newsletters WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// The author's oldest newsletter.
pub async fn first(tx: &mut Tx, author_id: AuthorId) -> Result<Option<NewsletterId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM newsletters WHERE author_id = $1 ORDER BY id LIMIT 1")
        .bind(author_id).fetch_optional(conn).await)
}

/// The author's newest newsletter that is active.
pub async fn newest_active(tx: &mut Tx, author_id: AuthorId) -> Result<Option<NewsletterId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM newsletters WHERE author_id = $1 AND is_active ORDER BY id DESC LIMIT 1")
        .bind(author_id).fetch_optional(conn).await)
}

pub async fn ids(tx: &mut Tx, author_id: AuthorId) -> Result<Vec<NewsletterId>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT id FROM newsletters WHERE author_id = $1 ORDER BY id")
        .bind(author_id).fetch_all(conn).await)
}

/// Makes an active newsletter with a public id of its own and counters at zero; answers its id.
pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    new: &NewNewsletter,
    now: Timestamp,
) -> Result<NewsletterId> {
    let id: NewsletterId = on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO newsletters (author_id, name, description, from_name, from_prefix, reply_to, is_active, public_id, \
         double_opt_in, in_doubt_policy, created_at, updated_at, domain_id, tracking, language) \
         VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7, $8, $9, $10, $10, $11, $12, $13) RETURNING id")
        .bind(author_id).bind(&new.name).bind(&new.description).bind(&new.from_name).bind(&new.from_prefix)
        .bind(&new.reply_to).bind(random_token(128)).bind(new.double_opt_in).bind(new.in_doubt_policy.as_str())
        .bind(now).bind(new.domain_id).bind(new.tracking.as_str())
        .bind(new.language.tag()).fetch_one(conn).await?);
    on_engine!(tx, conn => sqlx::query("INSERT INTO newsletter_counters (newsletter_id) VALUES ($1)")
        .bind(id).execute(conn).await.map(drop))?;
    Ok(id)
}

/// Makes it a sample, or an ordinary newsletter.
pub async fn set_sample(tx: &mut Tx, id: NewsletterId, is_sample: bool) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE newsletters SET is_sample = $2 WHERE id = $1")
        .bind(id).bind(is_sample).execute(conn).await.map(drop))
}

/// Whether the author has such a newsletter; it is changed then.
pub async fn update(
    tx: &mut Tx,
    author_id: AuthorId,
    id: NewsletterId,
    change: Change,
    now: Timestamp,
) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE newsletters SET name = COALESCE($3, name), \
         description = CASE WHEN $4 THEN $5 ELSE description END, from_name = COALESCE($6, from_name), \
         from_prefix = COALESCE($7, from_prefix), reply_to = CASE WHEN $8 THEN $9 ELSE reply_to END, \
         is_active = COALESCE($10, is_active), double_opt_in = COALESCE($11, double_opt_in), \
         in_doubt_policy = COALESCE($12, in_doubt_policy), updated_at = $13, \
         domain_id = CASE WHEN $14 THEN $15 ELSE domain_id END, \
         tracking = COALESCE($16, tracking), language = COALESCE($17, language) WHERE id = $1 AND author_id = $2")
        .bind(id).bind(author_id).bind(change.name).bind(change.description.is_some())
        .bind(change.description.flatten()).bind(change.from_name).bind(change.from_prefix)
        .bind(change.reply_to.is_some()).bind(change.reply_to.flatten()).bind(change.is_active)
        .bind(change.double_opt_in).bind(change.in_doubt_policy.map(InDoubtPolicy::as_str)).bind(now)
        .bind(change.domain_id.is_some()).bind(change.domain_id.flatten()).bind(change.tracking.map(Tracking::as_str))
        .bind(change.language.map(Language::tag))
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Domain → how many newsletters use it, and how many of those are the author's. Unused ones are left out.
pub async fn domain_uses(
    tx: &mut Tx,
    domains: &[i64],
    author_id: AuthorId,
) -> Result<HashMap<i64, (i64, i64)>> {
    if domains.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(i64, i64, i64)> = on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new("SELECT domain_id, COUNT(*), COUNT(CASE WHEN author_id = ");
        query.push_bind(author_id).push(" THEN 1 END) FROM newsletters WHERE domain_id IN ");
        push_list(&mut query, domains.iter().copied());
        query.push(" GROUP BY domain_id");
        query.build_as().fetch_all(conn).await?
    });
    Ok(rows.into_iter().map(|(id, all, own)| (id, (all, own))).collect())
}

/// Authors with a newsletter on the domain.
pub async fn authors_on_domain(tx: &mut Tx, domain_id: i64) -> Result<Vec<AuthorId>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT DISTINCT author_id FROM newsletters WHERE domain_id = $1 ORDER BY author_id")
        .bind(domain_id).fetch_all(conn).await)
}

/// The domain goes: its newsletters are left without one.
pub async fn leave_domain(tx: &mut Tx, domain_id: i64, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE newsletters SET domain_id = NULL, updated_at = $2 WHERE domain_id = $1")
        .bind(domain_id).bind(now).execute(conn).await.map(drop))
}

/// Removes the author's newsletter and everything below it.
pub async fn delete(tx: &mut Tx, author_id: AuthorId, id: NewsletterId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM newsletters WHERE id = $1 AND author_id = $2")
        .bind(id).bind(author_id).execute(conn).await.map(drop))
}
