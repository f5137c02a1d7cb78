//! The library and its files as rows.

use database::{Result, Tx, on_engine};

use super::image::{File, Prepared};
use crate::{AuthorId, Timestamp, http::Page, secrets::sha256};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Medium {
    pub id: i64,
    pub name: String,
    pub content_type: String,
    pub animated: bool,
    pub created_at: Timestamp,
}

/// One file of an image; position 0 has full width.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Rendition {
    pub media_id: i64,
    pub digest: Vec<u8>,
    pub width: i64,
    pub height: i64,
    pub bytes: i64,
}

/// An image with its files, the one of full width first.
pub type Whole = (Medium, Vec<Rendition>);

/// Files and who has them change together: an image must not come while its file goes. (On SQLite a writing transaction
/// is alone anyway.)
async fn lock(tx: &mut Tx) -> Result<()> {
    if let Tx::Postgres(tx) = tx {
        sqlx::query("LOCK TABLE media_files IN SHARE ROW EXCLUSIVE MODE").execute(&mut **tx).await?;
    }
    Ok(())
}

/// Puts an image into the author's library; answers the id of the one that is there when it is the same picture.
pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    name: &str,
    image: &Prepared,
    now: Timestamp,
) -> Result<i64> {
    lock(tx).await?;
    let digest = sha256(&image.full.bytes);
    let there: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM media WHERE author_id = $1 AND digest = $2")
        .bind(author_id).bind(&digest[..]).fetch_optional(conn).await)?;
    if let Some(id) = there {
        return Ok(id);
    }
    let id: i64 = on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO media (author_id, name, digest, content_type, animated, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id")
        .bind(author_id).bind(name).bind(&digest[..]).bind(image.kind.content_type()).bind(image.animated).bind(now)
        .fetch_one(conn).await)?;
    for (position, file) in std::iter::once(&image.full).chain(&image.variants).enumerate() {
        insert_file(tx, author_id, id, position as i32, image.kind.content_type(), file).await?;
    }
    Ok(id)
}

async fn insert_file(
    tx: &mut Tx,
    author_id: AuthorId,
    media_id: i64,
    position: i32,
    content_type: &str,
    file: &File,
) -> Result<()> {
    let digest = sha256(&file.bytes);
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO media_files (digest, content_type, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(&digest[..]).bind(content_type).bind(&file.bytes[..]).execute(conn).await.map(drop))?;
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO media_renditions (media_id, position, author_id, digest, width, height, bytes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .bind(media_id).bind(position).bind(author_id).bind(&digest[..]).bind(i64::from(file.width))
        .bind(i64::from(file.height)).bind(file.bytes.len() as i64).execute(conn).await.map(drop))
}

/// The author's image.
pub async fn find(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Whole>> {
    let found: Option<Medium> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, content_type, animated, created_at FROM media WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(id).fetch_optional(conn).await)?;
    let Some(medium) = found else { return Ok(None) };
    Ok(Some((medium, renditions(tx, author_id, id, id).await?)))
}

/// The files of the author's images from one id to another, both included, by id and position.
async fn renditions(tx: &mut Tx, author_id: AuthorId, from: i64, to: i64) -> Result<Vec<Rendition>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT media_id, digest, width, height, bytes FROM media_renditions \
         WHERE author_id = $1 AND media_id BETWEEN $2 AND $3 ORDER BY media_id, position")
        .bind(author_id).bind(from).bind(to).fetch_all(conn).await)
}

macro_rules! filtered {
    () => {
        " FROM media WHERE author_id = $1 AND (CAST($2 AS TEXT) IS NULL OR LOWER(name) LIKE LOWER($2) ESCAPE '\\')"
    };
}

fn pattern(q: Option<&str>) -> Option<String> {
    q.map(|q| format!("%{}%", database::escape_like(q)))
}

/// A page of the author's images, newest first.
pub async fn list(tx: &mut Tx, author_id: AuthorId, q: Option<&str>, page: &Page) -> Result<Vec<Whole>> {
    let media: Vec<Medium> = on_engine!(tx, conn => sqlx::query_as(concat!(
        "SELECT id, name, content_type, animated, created_at", filtered!(), " AND id < $3 ORDER BY id DESC LIMIT $4"))
        .bind(author_id).bind(pattern(q)).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)?;
    let (Some(newest), Some(oldest)) = (media.first(), media.last()) else { return Ok(Vec::new()) };
    let mut files = std::collections::HashMap::<i64, Vec<Rendition>>::new();
    for file in renditions(tx, author_id, oldest.id, newest.id).await? {
        files.entry(file.media_id).or_default().push(file);
    }
    let with_files = |medium: Medium| {
        let files = files.remove(&medium.id).unwrap_or_default();
        (medium, files)
    };
    Ok(media.into_iter().map(with_files).collect())
}

/// How many images the list has; counting stops at `cap`.
pub async fn count(tx: &mut Tx, author_id: AuthorId, q: Option<&str>, cap: i64) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(concat!(
        "SELECT COUNT(*) FROM (SELECT 1", filtered!(), " LIMIT $3) AS found"))
        .bind(author_id).bind(pattern(q)).bind(cap).fetch_one(conn).await)
}

/// Whether the author has it; it is called so then.
pub async fn rename(tx: &mut Tx, author_id: AuthorId, id: i64, name: &str) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("UPDATE media SET name = $3 WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(id).bind(name).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Whether the author had it; files that nobody else has go with it.
pub async fn delete(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<bool> {
    lock(tx).await?;
    let files = renditions(tx, author_id, id, id).await?;
    let gone = on_engine!(tx, conn => sqlx::query("DELETE FROM media WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))?;
    for file in files {
        on_engine!(tx, conn => sqlx::query(
            "DELETE FROM media_files WHERE digest = $1 AND NOT EXISTS \
             (SELECT 1 FROM media_renditions WHERE digest = $1)")
            .bind(&file.digest).execute(conn).await.map(drop))?;
    }
    Ok(gone)
}

/// Empties the author's library: nothing of it is served any more, unless somebody else has it. Its files go with
/// [`sweep`].
pub async fn delete_all(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    lock(tx).await?;
    on_engine!(tx, conn => sqlx::query("DELETE FROM media WHERE author_id = $1")
        .bind(author_id).execute(conn).await.map(drop))
}

/// Removes up to `limit` files that no library holds; answers how many.
pub async fn sweep(tx: &mut Tx, limit: i64) -> Result<u64> {
    lock(tx).await?;
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM media_files WHERE digest IN (SELECT f.digest FROM media_files f WHERE NOT EXISTS \
         (SELECT 1 FROM media_renditions r WHERE r.digest = f.digest) LIMIT $1)")
        .bind(limit).execute(conn).await.map(|done| done.rows_affected()))
}

/// Whether some library holds this file.
pub async fn is_served(tx: &mut Tx, digest: &[u8], content_type: &str) -> Result<bool> {
    let found: Option<i32> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT 1 FROM media_files WHERE digest = $1 AND content_type = $2 \
         AND EXISTS (SELECT 1 FROM media_renditions WHERE digest = $1)")
        .bind(digest).bind(content_type).fetch_optional(conn).await)?;
    Ok(found.is_some())
}

/// The bytes of a file that some library holds.
pub async fn served(tx: &mut Tx, digest: &[u8], content_type: &str) -> Result<Option<Vec<u8>>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT bytes FROM media_files WHERE digest = $1 AND content_type = $2 \
         AND EXISTS (SELECT 1 FROM media_renditions WHERE digest = $1)")
        .bind(digest).bind(content_type).fetch_optional(conn).await)
}
