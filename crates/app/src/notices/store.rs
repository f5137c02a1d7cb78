//! Notices as rows.

use database::{Result, Tx, on_engine};
use serde::Serialize;

use super::NoticeKind;
use crate::{AuthorId, Timestamp, http::Page};

/// Notices that one author keeps; older ones give way.
const KEPT: i64 = 100;

/// Something that an author has to be told.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Notice {
    pub id: i64,
    pub kind: NoticeKind,
    pub title: String,
    #[schema(required)]
    pub detail: Option<String>,
    /// A path of the dashboard.
    #[schema(required)]
    pub href: Option<String>,
    pub created_at: Timestamp,
}

/// Tells an author; the same thing once, until it is dismissed.
pub async fn add(
    tx: &mut Tx,
    author_id: AuthorId,
    kind: NoticeKind,
    title: &str,
    detail: Option<&str>,
    href: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    on_engine!(&mut *tx, conn => sqlx::query("DELETE FROM notices WHERE author_id = $1 AND kind = $2 AND title = $3")
        .bind(author_id).bind(kind).bind(title).execute(conn).await.map(drop))?;
    on_engine!(&mut *tx, conn => sqlx::query(
        "INSERT INTO notices (author_id, kind, title, detail, href, created_at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(author_id).bind(kind).bind(title).bind(detail).bind(href).bind(now)
        .execute(conn).await.map(drop))?;
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM notices WHERE author_id = $1 AND id <= \
         (SELECT id FROM notices WHERE author_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)")
        .bind(author_id).bind(KEPT).execute(conn).await.map(drop))
}

/// Takes away what is over for everybody.
pub async fn clear(tx: &mut Tx, kind: NoticeKind) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM notices WHERE kind = $1").bind(kind).execute(conn).await.map(drop))
}

/// The author's notices, newest first.
pub async fn list(tx: &mut Tx, author_id: AuthorId, page: &Page) -> Result<Vec<Notice>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, kind, title, detail, href, created_at FROM notices WHERE author_id = $1 AND id < $2 \
         ORDER BY id DESC LIMIT $3")
        .bind(author_id).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

pub async fn count(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM notices WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// Whether there was such a notice of the author.
pub async fn dismiss(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM notices WHERE id = $1 AND author_id = $2")
        .bind(id).bind(author_id).execute(conn).await.map(|done| done.rows_affected() > 0))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::Value;

    use super::*;
    use crate::testing::TestApp;

    both_engines!(what_is_over_is_over_for_everybody_and_nothing_else_is, engine => {
        let t = TestApp::new(engine).await;
        let tokens = [t.author("ada@example.com").await, t.author("bob@example.com").await];
        let mut authors = Vec::new();
        for token in &tokens {
            authors.push(t.call(Some(token), "GET", "/api/me", None).await.expect(200)["id"].as_i64().unwrap());
        }
        let mut tx = t.app.db.begin().await.unwrap();
        for author in authors {
            for (kind, title) in [(NoticeKind::SendingStuck, "Stuck"), (NoticeKind::StorageFailed, "Failed")] {
                add(&mut tx, AuthorId::new(author), kind, title, None, None, t.app.now()).await.unwrap();
            }
        }
        clear(&mut tx, NoticeKind::SendingStuck).await.unwrap();
        tx.commit().await.unwrap();
        for token in &tokens {
            let notices = t.call(Some(token), "GET", "/api/notices", None).await.expect(200);
            let titles: Vec<&Value> = notices.as_array().unwrap().iter().map(|notice| &notice["title"]).collect();
            assert_eq!(titles, ["Failed"]);
        }
    });
}
