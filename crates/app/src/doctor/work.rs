//! What servers do: send, pause what goes wrong, or wait for a word.

use database::Database;

use super::{FIRST_SCHEMA, Found, Patient, note, outside, schema};
use crate::{Timestamp, campaigns, deliveries, instance, runs};

/// The first schema that knows of restores and backups.
const KNOWS_RESTORES: i64 = 8;
/// The first schema that knows of trouble with the mail transport.
const KNOWS_TROUBLE: i64 = 10;
/// What to do while nobody sends.
const START: &str = "run `letterpress serve`, with --role worker beside nodes of --role web";
/// What a server that only answers leaves undone.
const NOBODY: &str = "a server answers and no node sends, so no email leaves: run `letterpress serve` with --role worker, or without --role";
/// Paused campaigns that are named.
const NAMED: i64 = 5;

/// Whether somebody sends.
pub async fn workers(p: &Patient) -> Found {
    let nodes = living(p).await?;
    if let Some((reason, since)) = trouble(p).await? {
        return Err(format!(
            "no email has left since {since}: {}. The line \"mail\" says what to do",
            reason.trim_end_matches('.')
        )
        .into());
    }
    match nodes {
        0 if p.is_serving => Err(NOBODY.into()),
        0 => match waiting(p).await? {
            None => Ok("no server sends at the moment".into()),
            Some((0, 0)) if matches!(outside::answerer(p).await, Ok(outside::Answerer::Ours)) => {
                Err(NOBODY.into())
            }
            Some((0, 0)) => note("no server runs at the moment: run `letterpress serve`"),
            Some((0, campaigns)) => {
                Err(format!("no node sends, and campaigns wait ({campaigns}): {START}").into())
            }
            Some((emails, _)) => Err(format!("no node sends, and emails wait ({emails}): {START}").into()),
        },
        1 => Ok("one node sends".into()),
        nodes => Ok(format!("{nodes} nodes send")),
    }
}

/// Emails of campaigns that are under way, and campaigns that are or should be; nothing before there is an installation.
async fn waiting(p: &Patient) -> Result<Option<(i64, i64)>, String> {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok(None) };
    let found = async {
        let mut tx = db.read().await?;
        let ledger = runs::open_totals(&mut tx).await?.ledger();
        let (sending, due) = campaigns::in_flight(&mut tx, p.clock.now()).await?;
        Ok(Some((ledger.queued + ledger.sending + ledger.deferred, sending + due)))
    };
    found.await.map_err(|error: database::Error| schema::unreadable(&error))
}

async fn trouble(p: &Patient) -> Result<Option<(String, Timestamp)>, String> {
    let Some(db) = p.database_since(KNOWS_TROUBLE).await? else { return Ok(None) };
    let mut tx = db.read().await.map_err(|error| schema::unreadable(&error))?;
    deliveries::trouble::trouble_of_transport(&mut tx, p.clock.now())
        .await
        .map_err(|error| schema::unreadable(&error))
}

/// Whether campaigns wait for a person because something went wrong with them.
pub async fn campaigns(p: &Patient) -> Found {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok("there are none yet".into()) };
    let mut tx = db.read().await.map_err(|error| schema::unreadable(&error))?;
    let (latest, all) =
        campaigns::paused_by_themselves(&mut tx, NAMED).await.map_err(|error| schema::unreadable(&error))?;
    if all == 0 {
        return Ok("none has paused itself".into());
    }
    let named: Vec<String> = latest.iter().map(|(id, reason)| format!("campaign {id}: {reason}")).collect();
    let rest = if all > NAMED { format!(" And {} more.", all - NAMED) } else { String::new() };
    Err(format!(
        "{all} paused automatically. {}{rest} Mend what is named, then resume or cancel each on its page",
        named.join(" ")
    )
    .into())
}

/// How many nodes send.
pub async fn living(p: &Patient) -> Result<i64, String> {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok(0) };
    let found = async {
        let now = p.clock.agreed(db.clock()).await?.now;
        deliveries::living_nodes(&mut db.read().await?, now).await
    };
    found.await.map_err(|error: database::Error| schema::unreadable(&error))
}

/// Whether this copy may send.
pub async fn sending(p: &Patient) -> Found {
    let state = state(p).await?.unwrap_or_default();
    match state.restored_at {
        Some(_) if state.is_held() => Err(format!(
            "{} Run `letterpress confirm-sending`, or confirm it in the dashboard.",
            instance::HELD
        )
        .into()),
        Some(at) => Ok(format!("this copy was restored at {at} and may send")),
        None => Ok("not held".into()),
    }
}

pub async fn state(p: &Patient) -> Result<Option<instance::State>, String> {
    let Some(db) = p.database_since(KNOWS_RESTORES).await? else { return Ok(None) };
    read_state(db).await.map(Some).map_err(|error| schema::unreadable(&error))
}

async fn read_state(db: &Database) -> database::Result<instance::State> {
    instance::state(&mut db.read().await?).await
}
