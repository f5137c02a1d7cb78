//! Reads everything an author has, a page and a short transaction at a time, so that nobody waits for a slow reader.

use std::io;

use bytes::Bytes;
use futures::{Stream, StreamExt as _};
use serde::Serialize;
use tokio::sync::mpsc;

use super::{archive::Item, store};
use crate::{
    AuthorId, Core, Timestamp, accounts, author_settings, clock::DAY, deliveries, runs, subscribers, webhooks,
};

/// Rows of a page without anything large, with a page's HTML, with pictures.
const ROWS: i64 = 500;
const PAGES: i64 = 10;
const PICTURES: i64 = 4;

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

/// Hands everything over; an error is told to the archive, which is cut off then.
pub async fn collect(core: Core, author_id: AuthorId, sender: mpsc::Sender<io::Result<Item>>) {
    let collector = Collector { core, author_id, sender };
    match collector.all().await {
        Ok(()) | Err(End::Left) => {}
        Err(error) => {
            tracing::error!(%error, "an account's export was cut off");
            let _ = collector.sender.send(Err(io::Error::other("the database does not answer"))).await;
        }
    }
}

#[derive(Serialize)]
struct Account {
    #[serde(flatten)]
    author: accounts::Author,
    settings: author_settings::Settings,
    api_keys: Vec<accounts::ApiKey>,
    exported_at: Timestamp,
}

struct Collector {
    core: Core,
    author_id: AuthorId,
    sender: mpsc::Sender<io::Result<Item>>,
}

/// Reads pages until one is empty; `$row` is each row, whose `id` carries on.
macro_rules! each {
    ($self:ident, $page:path, $limit:expr, |$row:ident| $id:expr, $body:block) => {
        let mut after = 0;
        loop {
            let mut tx = $self.core.db.read().await?;
            let page = $page(&mut tx, $self.author_id, after, $limit).await?;
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

impl Collector {
    async fn all(&self) -> Result<(), End> {
        self.account().await?;
        self.newsletters().await?;
        self.campaigns().await?;
        self.file("templates.json").await?;
        let mut list = List::default();
        each!(self, store::templates, PAGES, |row| row.id, {
            self.bytes(list.row(&row)?).await?;
        });
        self.bytes(list.end()).await?;
        self.file("saved_blocks.json").await?;
        let mut list = List::default();
        each!(self, store::saved_blocks, PAGES, |row| row.id, {
            self.bytes(list.row(&row)?).await?;
        });
        self.bytes(list.end()).await?;
        self.images().await?;
        self.file("domains.json").await?;
        let mut list = List::default();
        each!(self, store::domains, ROWS, |row| row.id, {
            self.bytes(list.row(&row)?).await?;
        });
        self.bytes(list.end()).await?;
        let hooks = webhooks::owned(&mut self.core.db.read().await?, self.author_id).await?;
        self.json("webhooks.json", &hooks).await
    }

    async fn account(&self) -> Result<(), End> {
        let mut tx = self.core.db.read().await?;
        // Deleted since it was asked for.
        let Some(author) = accounts::author(&mut tx, self.author_id).await? else { return Ok(()) };
        let account = Account {
            author,
            settings: author_settings::find(&mut tx, self.author_id).await?,
            api_keys: accounts::api_keys_of(&mut tx, self.author_id).await?,
            exported_at: self.core.now(),
        };
        drop(tx);
        self.json("account.json", &account).await
    }

    async fn newsletters(&self) -> Result<(), End> {
        let mut ids = Vec::new();
        self.file("newsletters.json").await?;
        let mut list = List::default();
        each!(self, store::newsletters, ROWS, |row| row.id.get(), {
            ids.push(row.id);
            self.bytes(list.row(&row)?).await?;
        });
        self.bytes(list.end()).await?;
        for id in ids {
            self.file(&format!("subscribers/{id}.csv")).await?;
            self.stream(subscribers::csv(self.core.clone(), id).await?).await?;
        }
        Ok(())
    }

    async fn campaigns(&self) -> Result<(), End> {
        self.file("campaigns.json").await?;
        let mut list = List::default();
        each!(self, store::campaigns, PAGES, |row| row.id.get(), {
            self.bytes(list.row(&row)?).await?;
        });
        self.bytes(list.end()).await?;
        each!(self, store::campaign_html, PAGES, |row| row.0.get(), {
            self.file(&format!("campaigns/{}.html", row.0)).await?;
            self.bytes(row.1.into()).await?;
        });
        each!(self, store::sent, ROWS, |id| id.get(), {
            let run = runs::latest(&mut self.core.db.read().await?, id).await?;
            if let Some(run) = run {
                self.file(&format!("deliveries/{id}.csv")).await?;
                self.stream(deliveries::csv(self.core.clone(), run)).await?;
            }
        });
        Ok(())
    }

    async fn images(&self) -> Result<(), End> {
        each!(self, store::images, PICTURES, |image| image.id, {
            let kind = image.content_type.rsplit('/').next().unwrap_or("bin");
            let kind = if kind == "jpeg" { "jpg" } else { kind };
            self.file(&format!("images/{}-{}.{kind}", image.id, plain(&image.name))).await?;
            self.bytes(image.bytes.into()).await?;
        });
        Ok(())
    }

    async fn file(&self, name: &str) -> Result<(), End> {
        self.sender.send(Ok(Item::File(name.to_owned()))).await.map_err(|_| End::Left)
    }

    async fn bytes(&self, bytes: Bytes) -> Result<(), End> {
        self.sender.send(Ok(Item::Bytes(bytes))).await.map_err(|_| End::Left)
    }

    async fn json(&self, name: &str, value: &impl Serialize) -> Result<(), End> {
        self.file(name).await?;
        let mut json = serde_json::to_vec_pretty(value).map_err(io::Error::from)?;
        json.push(b'\n');
        self.bytes(json.into()).await
    }

    async fn stream(&self, stream: impl Stream<Item = io::Result<Bytes>> + Send) -> Result<(), End> {
        let mut stream = std::pin::pin!(stream);
        while let Some(bytes) = stream.next().await {
            self.bytes(bytes?).await?;
        }
        Ok(())
    }
}

/// A JSON list that is written row by row.
#[derive(Default)]
struct List {
    has_rows: bool,
}

impl List {
    fn row(&mut self, row: &impl Serialize) -> io::Result<Bytes> {
        let mut json = if self.has_rows { b",\n".to_vec() } else { b"[\n".to_vec() };
        self.has_rows = true;
        serde_json::to_writer(&mut json, row)?;
        Ok(json.into())
    }

    fn end(&self) -> Bytes {
        Bytes::from_static(if self.has_rows { b"\n]\n" } else { b"[]\n" })
    }
}

/// A name without its ending that every file system takes and that leads nowhere.
fn plain(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    stem.chars().map(safe).take(60).collect()
}

/// What the archive is called: the day in UTC.
pub fn file_name(now: Timestamp) -> String {
    let day = chrono::DateTime::from_timestamp_millis(now.day() * DAY).unwrap_or_default();
    format!("letterpress-{}.zip", day.format("%Y-%m-%d"))
}
