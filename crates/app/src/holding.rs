//! What an author takes along: each feature writes its own rows, and [`exports`](crate::exports) makes one archive of it.

use std::io;

use bytes::Bytes;
use database::on_engine;
use futures::{Stream, StreamExt as _, future::BoxFuture};
use serde::Serialize;
use sqlx::{FromRow, postgres::PgRow, sqlite::SqliteRow};
use tokio::sync::mpsc;

use crate::{AuthorId, Core};

/// Rows of a page without anything large, and with a mail's HTML.
pub const ROWS: i64 = 500;
pub const PAGES: i64 = 10;

/// What a feature keeps for an author that is theirs.
#[derive(Clone, Copy)]
pub struct Holding {
    /// Writes all of it, a page and a short transaction at a time, so that nobody waits for a slow reader.
    pub write: for<'a> fn(&'a Archive) -> BoxFuture<'a, Result<(), End>>,
}

/// What comes next in an archive.
#[derive(Debug)]
pub enum Item {
    /// The file before is complete, and this one begins.
    File(String),
    Bytes(Bytes),
}

/// Why it ended early.
#[derive(Debug, thiserror::Error)]
pub enum End {
    #[error("nobody reads it any more")]
    Left,
    #[error("{0}")]
    Database(#[from] database::Error),
    #[error("{0}")]
    Other(#[from] io::Error),
}

/// The archive of one author that is being written. An error that is sent cuts it off, so that nobody takes half of it
/// for the whole.
pub struct Archive {
    pub core: Core,
    pub author_id: AuthorId,
    pub sender: mpsc::Sender<io::Result<Item>>,
}

impl Archive {
    /// Begins a file.
    pub async fn file(&self, name: &str) -> Result<(), End> {
        self.sender.send(Ok(Item::File(name.to_owned()))).await.map_err(|_| End::Left)
    }

    /// Goes on with the file that was begun.
    pub async fn bytes(&self, bytes: Bytes) -> Result<(), End> {
        self.sender.send(Ok(Item::Bytes(bytes))).await.map_err(|_| End::Left)
    }

    /// A whole file of JSON.
    pub async fn json(&self, name: &str, value: &impl Serialize) -> Result<(), End> {
        self.file(name).await?;
        let mut json = serde_json::to_vec_pretty(value).map_err(io::Error::from)?;
        json.push(b'\n');
        self.bytes(json.into()).await
    }

    /// What a statement finds in the order of a number: `$1` is the author, `$2` the last number before the page, `$3` how
    /// many rows it has at most.
    pub fn pages<R: Row>(&self, sql: &'static str, limit: i64, number: fn(&R) -> i64) -> Pages<'_, R> {
        Pages { archive: self, sql, limit, number, after: 0 }
    }

    /// A whole file with a JSON list of the rows.
    pub async fn list<R: Row + Serialize>(&self, name: &str, mut pages: Pages<'_, R>) -> Result<(), End> {
        self.file(name).await?;
        let mut list = List::default();
        while let Some(page) = pages.next().await? {
            for row in &page {
                self.bytes(list.row(row)?).await?;
            }
        }
        self.bytes(list.end()).await
    }

    /// Goes on with the file that was begun, as it comes.
    pub async fn stream(&self, stream: impl Stream<Item = io::Result<Bytes>> + Send) -> Result<(), End> {
        let mut stream = std::pin::pin!(stream);
        while let Some(bytes) = stream.next().await {
            self.bytes(bytes?).await?;
        }
        Ok(())
    }
}

/// A row of an engine's that is read as it is kept.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<R> Row for R where R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// What a statement finds, a page and a short transaction at a time.
pub struct Pages<'a, R> {
    archive: &'a Archive,
    sql: &'static str,
    limit: i64,
    number: fn(&R) -> i64,
    after: i64,
}

impl<R: Row> Pages<'_, R> {
    /// The next page; nothing when there is none.
    pub async fn next(&mut self) -> Result<Option<Vec<R>>, End> {
        let (sql, author_id) = (self.sql, self.archive.author_id);
        let mut tx = self.archive.core.db.read().await?;
        let page: Vec<R> = on_engine!(&mut tx, conn => sqlx::query_as(sql)
            .bind(author_id).bind(self.after).bind(self.limit).fetch_all(conn).await?);
        let Some(last) = page.last() else { return Ok(None) };
        self.after = (self.number)(last);
        Ok(Some(page))
    }
}

/// A JSON list that is written row by row.
#[derive(Default)]
pub struct List {
    has_rows: bool,
}

impl List {
    pub fn row(&mut self, row: &impl Serialize) -> io::Result<Bytes> {
        let mut json = if self.has_rows { b",\n".to_vec() } else { b"[\n".to_vec() };
        self.has_rows = true;
        serde_json::to_writer(&mut json, row)?;
        Ok(json.into())
    }

    pub fn end(&self) -> Bytes {
        Bytes::from_static(if self.has_rows { b"\n]\n" } else { b"[]\n" })
    }
}
