//! SQL over `imports` and `import_errors`, for both engines.

use database::{Result, Tx, on_engine};
use sqlx::{AssertSqlSafe, types::Json};

use super::{
    model::{Import, Mapping, Mode, RowError},
    run::{Place, Progress},
    signs::StatusMap,
};
use crate::{AuthorId, NewsletterId, Timestamp, http::Page};

const ROW: &str = "SELECT i.id, i.newsletter_id, n.name AS newsletter_name, i.file_name, i.mode, i.mapping, i.status_map, i.status, \
                   i.reason, i.bytes_total, i.bytes_read, i.rows_read, i.created, i.updated, i.unchanged, i.protected, \
                   i.departed, i.failed, i.duplicates, i.created_at, i.finished_at \
                   FROM imports i JOIN newsletters n ON n.id = i.newsletter_id WHERE i.author_id = $1";

/// A file that was taken in.
pub struct New<'a> {
    pub author_id: AuthorId,
    pub newsletter_id: NewsletterId,
    pub file_name: &'a str,
    pub mode: Mode,
    pub mapping: &'a Mapping,
    pub answers: &'a StatusMap,
    pub bytes: i64,
}

pub async fn insert(tx: &mut Tx, new: &New<'_>, now: Timestamp) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO imports (author_id, newsletter_id, file_name, mode, mapping, status_map, status, bytes_total, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7, $8) RETURNING id")
        .bind(new.author_id).bind(new.newsletter_id).bind(new.file_name).bind(new.mode.as_str())
        .bind(Json(new.mapping)).bind(Json(new.answers)).bind(new.bytes).bind(now)
        .fetch_one(conn).await)
}

/// A page of the author's imports, newest first, without their errors.
pub async fn list(
    tx: &mut Tx,
    author_id: AuthorId,
    newsletter: Option<NewsletterId>,
    page: &Page,
) -> Result<Vec<Import>> {
    let sql = format!("{ROW} AND ($2 = 0 OR i.newsletter_id = $2) AND i.id < $3 ORDER BY i.id DESC LIMIT $4");
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(author_id).bind(newsletter.map_or(0, NewsletterId::get)).bind(page.before_id()).bind(page.fetch())
        .fetch_all(conn).await)
}

/// How many imports the author has made: hundreds, not millions.
pub async fn count(tx: &mut Tx, author_id: AuthorId, newsletter: Option<NewsletterId>) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM imports WHERE author_id = $1 AND ($2 = 0 OR newsletter_id = $2)")
        .bind(author_id).bind(newsletter.map_or(0, NewsletterId::get)).fetch_one(conn).await)
}

/// The author's import with its first errors.
pub async fn find(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Import>> {
    let sql = format!("{ROW} AND i.id = $2");
    let found: Option<Import> = on_engine!(&mut *tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(author_id).bind(id).fetch_optional(conn).await?);
    let Some(mut import) = found else { return Ok(None) };
    import.errors = errors(tx, id, 100).await?;
    Ok(Some(import))
}

/// The first errors of an import, by line.
pub async fn errors(tx: &mut Tx, id: i64, limit: i64) -> Result<Vec<RowError>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT line, field, value, message FROM import_errors WHERE import_id = $1 ORDER BY line, field LIMIT $2")
        .bind(id).bind(limit).fetch_all(conn).await)
}

/// Stops an import that waits or runs. False when it is over already.
pub async fn cancel(tx: &mut Tx, author_id: AuthorId, id: i64, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE imports SET status = 'cancelled', finished_at = $3 \
         WHERE author_id = $1 AND id = $2 AND status IN ('queued', 'running')")
        .bind(author_id).bind(id).bind(now).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Cancels whatever the author has under way; answers the ids of those that no runner has begun.
pub async fn cancel_all(tx: &mut Tx, author_id: AuthorId, now: Timestamp) -> Result<Vec<i64>> {
    let waiting = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT id FROM imports WHERE author_id = $1 AND status = 'queued'")
        .bind(author_id).fetch_all(conn).await?);
    on_engine!(tx, conn => sqlx::query(
        "UPDATE imports SET status = 'cancelled', finished_at = $2 \
         WHERE author_id = $1 AND status IN ('queued', 'running')")
        .bind(author_id).bind(now).execute(conn).await.map(drop))?;
    Ok(waiting)
}

/// An import to be run.
#[derive(Debug, sqlx::FromRow)]
pub struct Open {
    pub id: i64,
    pub author_id: AuthorId,
    pub newsletter_id: NewsletterId,
    pub file_name: String,
    pub mode: String,
    #[sqlx(json)]
    pub mapping: Mapping,
    #[sqlx(json)]
    pub status_map: StatusMap,
    pub created_at: Timestamp,
}

/// Imports that wait, and those whose runner was last heard of before `silent_since`; oldest first.
pub async fn open(tx: &mut Tx, silent_since: Timestamp) -> Result<Vec<Open>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, newsletter_id, file_name, mode, mapping, status_map, created_at FROM imports \
         WHERE status IN ('queued', 'running') AND (status = 'queued' OR heartbeat_at < $1) ORDER BY id LIMIT 20")
        .bind(silent_since).fetch_all(conn).await)
}

/// Which of these imports still need their file: those that wait or run.
pub async fn open_among(tx: &mut Tx, ids: &[i64]) -> Result<Vec<i64>> {
    let open: Vec<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM imports WHERE status IN ('queued', 'running')").fetch_all(conn).await?);
    Ok(open.into_iter().filter(|id| ids.contains(id)).collect())
}

/// Waits until every import that is being written is committed, and lets none be written until the end of the
/// transaction. SQLite's write transactions do so anyway.
pub async fn settle(tx: &mut Tx) -> Result<()> {
    let Tx::Postgres(t) = tx else { return Ok(()) };
    sqlx::query("LOCK TABLE imports IN SHARE MODE").execute(&mut **t).await.map(drop)
}

/// How many imports wait and how many run.
pub async fn open_counts(tx: &mut Tx) -> Result<(i64, i64)> {
    let open: Vec<String> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT status FROM imports WHERE status IN ('queued', 'running')").fetch_all(conn).await?);
    let running = open.iter().filter(|status| *status == "running").count() as i64;
    Ok((open.len() as i64 - running, running))
}

/// Takes an import; answers how far it has come. `None` when somebody else was faster.
pub async fn claim(
    tx: &mut Tx,
    id: i64,
    silent_since: Timestamp,
    now: Timestamp,
) -> Result<Option<(Progress, Place)>> {
    let taken: Option<Taken> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "UPDATE imports SET status = 'running', heartbeat_at = $3 \
         WHERE id = $1 AND (status = 'queued' OR (status = 'running' AND heartbeat_at < $2)) \
         RETURNING bytes_read, rows_read, created, updated, unchanged, protected, departed, failed, duplicates, \
         rows_whole, part_rows, part_written")
        .bind(id).bind(silent_since).bind(now).fetch_optional(conn).await?);
    let Some(taken) = taken else { return Ok(None) };
    if taken.place != Place::default() {
        return Ok(Some((taken.progress, taken.place)));
    }
    // Nothing was written, or by a version that kept no place: from the start.
    on_engine!(tx, conn => sqlx::query("DELETE FROM import_errors WHERE import_id = $1")
        .bind(id).execute(conn).await.map(drop))?;
    Ok(Some((Progress::default(), Place::default())))
}

#[derive(sqlx::FromRow)]
struct Taken {
    #[sqlx(flatten)]
    progress: Progress,
    #[sqlx(flatten)]
    place: Place,
}

/// Puts imports back that a process of this installation left running.
pub async fn requeue(tx: &mut Tx, id: Option<i64>) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE imports SET status = 'queued' WHERE status = 'running' AND ($1 = 0 OR id = $1)")
        .bind(id.unwrap_or(0)).execute(conn).await.map(drop))
}

/// Writes how far a running import has come. False when it was cancelled or is gone.
pub async fn progress(
    tx: &mut Tx,
    id: i64,
    p: &Progress,
    place: Place,
    errors: &[RowError],
    now: Timestamp,
) -> Result<bool> {
    let is_running = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE imports SET bytes_read = $2, rows_read = $3, created = $4, updated = $5, unchanged = $6, \
         protected = $7, failed = $8, duplicates = $9, heartbeat_at = $10, rows_whole = $11, part_rows = $12, \
         part_written = $13, departed = $14 WHERE id = $1 AND status = 'running'")
        .bind(id).bind(p.bytes_read).bind(p.rows_read).bind(p.created).bind(p.updated).bind(p.unchanged)
        .bind(p.protected).bind(p.failed).bind(p.duplicates).bind(now)
        .bind(place.rows_whole).bind(place.part_rows).bind(place.part_written).bind(p.departed)
        .execute(conn).await?.rows_affected() > 0);
    if is_running {
        add_errors(tx, id, errors).await?;
    }
    Ok(is_running)
}

async fn add_errors(tx: &mut Tx, id: i64, errors: &[RowError]) -> Result<()> {
    for chunk in errors.chunks(100) {
        let places: Vec<String> = (0..chunk.len())
            .map(|at| 2 + at * 4)
            .map(|p| format!("($1,${p},${},${},${})", p + 1, p + 2, p + 3))
            .collect();
        let sql = format!(
            "INSERT INTO import_errors (import_id, line, field, value, message) VALUES {} ON CONFLICT DO NOTHING",
            places.join(",")
        );
        on_engine!(&mut *tx, conn => {
            let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(false).bind(id);
            for error in chunk {
                query = query.bind(error.line).bind(&error.field).bind(&error.value).bind(&error.message);
            }
            query.execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// Ends a running import. False when it was cancelled or is gone.
pub async fn finish(tx: &mut Tx, id: i64, reason: Option<&str>, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE imports SET status = $2, reason = $3, finished_at = $4 WHERE id = $1 AND status = 'running'")
        .bind(id).bind(if reason.is_some() { "failed" } else { "done" }).bind(reason).bind(now)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Tells PostgreSQL's planner what there is now: with old figures it goes through whole tables. SQLite needs no telling.
pub async fn tell_planner(tx: &mut Tx) -> Result<()> {
    let Tx::Postgres(t) = tx else { return Ok(()) };
    sqlx::query("ANALYZE subscribers").execute(&mut **t).await.map(drop)
}
