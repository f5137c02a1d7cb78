//! Collects what each feature gives an author to take along.

use std::io;

use futures::future::BoxFuture;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::{
    AuthorId, Core, Timestamp, accounts, author_settings, campaigns,
    clock::DAY,
    deliveries, domains,
    holding::{Archive, End, Holding, Item},
    media, messages, newsletters, saved_blocks, subscribers, templates, webhooks,
};

/// In the order of the archive.
const HOLDINGS: &[Holding] = &[
    Holding { write: account },
    newsletters::HOLDING,
    subscribers::HOLDING,
    campaigns::HOLDING,
    deliveries::HOLDING,
    messages::HOLDING,
    templates::HOLDING,
    saved_blocks::HOLDING,
    media::HOLDING,
    domains::HOLDING,
    webhooks::HOLDING,
];

/// Hands everything over; an error is told to the archive, which is cut off then.
pub async fn collect(core: Core, author_id: AuthorId, sender: mpsc::Sender<io::Result<Item>>) {
    let archive = Archive { core, author_id, sender };
    match all(&archive).await {
        Ok(()) | Err(End::Left) => {}
        Err(error) => {
            tracing::error!(%error, "an account's export was cut off");
            let _ = archive.sender.send(Err(io::Error::other("the database does not answer"))).await;
        }
    }
}

async fn all(archive: &Archive) -> Result<(), End> {
    for holding in HOLDINGS {
        (holding.write)(archive).await?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Account {
    #[serde(flatten)]
    author: accounts::Author,
    settings: author_settings::Settings,
    api_keys: Vec<accounts::ApiKey>,
    exported_at: Timestamp,
}

/// What two features have of the author alone.
fn account(archive: &Archive) -> BoxFuture<'_, Result<(), End>> {
    Box::pin(async move {
        let (core, author_id) = (&archive.core, archive.author_id);
        let mut tx = core.db.read().await?;
        // Deleted since it was asked for.
        let Some(author) = accounts::author(&mut tx, author_id).await? else { return Ok(()) };
        let account = Account {
            author,
            settings: author_settings::find(&mut tx, author_id).await?,
            api_keys: accounts::api_keys_of(&mut tx, author_id).await?,
            exported_at: core.now(),
        };
        drop(tx);
        archive.json("account.json", &account).await
    })
}

/// What the archive is called: the day in UTC.
pub fn file_name(now: Timestamp) -> String {
    let day = chrono::DateTime::from_timestamp_millis(now.day() * DAY).unwrap_or_default();
    format!("letterpress-{}.zip", day.format("%Y-%m-%d"))
}
