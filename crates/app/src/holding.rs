//! What an author takes along: each feature writes its own rows, and [`exports`](crate::exports) makes one archive of it.

use std::io;

use bytes::Bytes;
use futures::{Stream, StreamExt as _, future::BoxFuture};
use serde::Serialize;
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

    /// Goes on with the file that was begun, as it comes.
    pub async fn stream(&self, stream: impl Stream<Item = io::Result<Bytes>> + Send) -> Result<(), End> {
        let mut stream = std::pin::pin!(stream);
        while let Some(bytes) = stream.next().await {
            self.bytes(bytes?).await?;
        }
        Ok(())
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

/// Reads pages until one is empty; `$row` is each row, whose number carries on.
macro_rules! each {
    ($archive:ident, $page:path, $limit:expr, |$row:ident| $id:expr, $body:block) => {
        let mut after: i64 = 0;
        loop {
            let mut tx = $archive.core.db.read().await?;
            let page = $page(&mut tx, $archive.author_id, after, $limit).await?;
            drop(tx);
            if page.is_empty() {
                break;
            }
            for $row in page {
                after = $id;
                $body
            }
        }
    };
}

/// A file with a JSON list of the rows that pages have.
macro_rules! list {
    ($archive:ident, $name:literal, $page:path, $limit:expr, |$row:ident| $id:expr) => {
        $archive.file($name).await?;
        let mut list = $crate::holding::List::default();
        $crate::holding::each!($archive, $page, $limit, |$row| $id, {
            $archive.bytes(list.row(&$row)?).await?;
        });
        $archive.bytes(list.end()).await?;
    };
}
pub(crate) use {each, list};
