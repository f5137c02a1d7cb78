//! Lists of campaigns.

use database::{Result, Tx, on_engine};

use super::Campaign;
use crate::{
    AuthorId, NewsletterId,
    campaigns::{model::Status, view::Of},
    http::Page,
};

/// A campaign with its newsletter's name, as lists show it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Listed {
    pub has_ab_test: bool,
    #[sqlx(flatten)]
    pub campaign: Campaign,
    #[sqlx(flatten)]
    pub of: Of,
}

/// Which campaigns a list shows.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub newsletter_id: Option<NewsletterId>,
    pub status: Option<Status>,
    /// A part of the subject.
    pub q: Option<String>,
}

impl Filter {
    fn pattern(&self) -> Option<String> {
        self.q.as_ref().map(|q| format!("%{}%", database::escape_like(q)))
    }
}

macro_rules! filtered {
    () => {
        " WHERE c.author_id = $1 \
         AND (CAST($2 AS BIGINT) IS NULL OR c.newsletter_id = $2) AND (CAST($3 AS TEXT) IS NULL OR c.status = $3) \
         AND (CAST($4 AS TEXT) IS NULL OR LOWER(c.subject) LIKE LOWER($4) ESCAPE '\\')"
    };
}

/// A page of the author's campaigns, newest first, without their contents: of the plain text only what a list shows.
pub async fn list(tx: &mut Tx, author_id: AuthorId, filter: &Filter, page: &Page) -> Result<Vec<Listed>> {
    on_engine!(tx, conn => sqlx::query_as(concat!(
        "SELECT c.id, c.author_id, c.newsletter_id, c.subject, c.preheader, '' AS html_content, \
         SUBSTR(c.text_content, 1, 200) AS text_content, CAST(NULL AS TEXT) AS blocks, CAST(NULL AS TEXT) AS theme, \
         c.revision, c.segment, CAST(NULL AS JSONB) AS ab_test, c.ab_test IS NOT NULL AS has_ab_test, c.schedule, c.repeat, c.repeat_times, c.last_issue_id, \
         c.origin_kind, c.origin_id, c.status, c.pause_reason, c.epoch, c.in_doubt_policy, c.scheduled_at, c.started_at, c.sent_at, c.created_at, \
         c.updated_at, n.name AS newsletter_name, n.language, n.tracking FROM campaigns c JOIN newsletters n ON n.id = c.newsletter_id", filtered!(), " AND c.id < $5 ORDER BY c.id DESC LIMIT $6"))
        .bind(author_id).bind(filter.newsletter_id).bind(filter.status.map(Status::as_str)).bind(filter.pattern())
        .bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

/// How many campaigns the list has; counting stops at `cap`. Without a search, and by newsletter or by status alone, it
/// reads an index and no row.
pub async fn count(tx: &mut Tx, author_id: AuthorId, filter: &Filter, cap: i64) -> Result<i64> {
    let status = filter.status.map(Status::as_str);
    match (filter.newsletter_id, status, filter.pattern()) {
        (None, None, None) => on_engine!(tx, conn => sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT 1 FROM campaigns WHERE author_id = $1 LIMIT $2) AS found")
            .bind(author_id).bind(cap).fetch_one(conn).await),
        (None, Some(status), None) => on_engine!(tx, conn => sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT 1 FROM campaigns WHERE author_id = $1 AND status = $2 LIMIT $3) AS found")
            .bind(author_id).bind(status).bind(cap).fetch_one(conn).await),
        (Some(newsletter_id), None, None) => on_engine!(tx, conn => sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT 1 FROM campaigns WHERE newsletter_id = $2 AND EXISTS \
             (SELECT 1 FROM newsletters WHERE id = $2 AND author_id = $1) LIMIT $3) AS found")
            .bind(author_id).bind(newsletter_id).bind(cap).fetch_one(conn).await),
        (newsletter_id, status, pattern) => on_engine!(tx, conn => sqlx::query_scalar(
            concat!("SELECT COUNT(*) FROM (SELECT 1 FROM campaigns c", filtered!(), " LIMIT $5) AS found"))
            .bind(author_id).bind(newsletter_id).bind(status).bind(pattern).bind(cap).fetch_one(conn).await),
    }
}

/// How many campaigns a newsletter of the author has.
pub async fn count_in(tx: &mut Tx, author_id: AuthorId, newsletter_id: NewsletterId) -> Result<i64> {
    let filter = Filter { newsletter_id: Some(newsletter_id), ..Filter::default() };
    count(tx, author_id, &filter, i64::MAX).await
}

/// Contents that one page of [`list_whole`] may hold, in bytes, before it ends early.
pub const PAGE_BYTES: usize = 16 << 20;

/// A page of one newsletter's campaigns with their contents. It ends early, with at least two rows, where the contents pass
/// `max_bytes`; the flag says so.
pub async fn list_whole(
    tx: &mut Tx,
    author_id: AuthorId,
    newsletter_id: NewsletterId,
    page: &Page,
    max_bytes: usize,
) -> Result<(Vec<Campaign>, bool)> {
    use futures::TryStreamExt as _;
    on_engine!(tx, conn => {
        let mut stream = sqlx::query_as::<_, Campaign>(concat!("SELECT ", columns!(),
            " FROM campaigns WHERE newsletter_id = $2 AND author_id = $1 AND id < $3 ORDER BY id DESC LIMIT $4"))
            .bind(author_id).bind(newsletter_id).bind(page.before_id()).bind(page.fetch()).fetch(conn);
        let (mut rows, mut bytes) = (Vec::new(), 0);
        while let Some(row) = stream.try_next().await? {
            bytes += row.content_bytes();
            rows.push(row);
            if bytes > max_bytes && rows.len() > 1 {
                return Ok((rows, true));
            }
        }
        Ok((rows, false))
    })
}
