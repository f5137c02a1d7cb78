//! The outbox: events are written in the transaction that makes them true, and only when somebody wants them.

use std::collections::{BTreeSet, HashMap};

use database::{Result, Tx, on_engine};
use serde::Serialize;
use sqlx::{Build as _, QueryBuilder};

use crate::{
    AuthorId, NewsletterId, SubscriberId, Timestamp,
    secrets::random_token,
    webhooks::model::{Event, without_reader},
};

/// Rows of one statement.
const ROWS: usize = 500;

/// What is told of an event.
#[derive(Clone, Debug)]
pub struct Fact {
    subscriber_id: Option<SubscriberId>,
    data: String,
}

impl Fact {
    /// `data` is an object; the field `data` of the body.
    pub fn new(data: &impl Serialize) -> Self {
        Self { subscriber_id: None, data: written(data) }
    }

    /// The same about a reader, who may want to be forgotten.
    pub fn about(subscriber_id: SubscriberId, data: &impl Serialize) -> Self {
        Self { subscriber_id: Some(subscriber_id), data: written(data) }
    }
}

fn written(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_default()
}

/// An author some of whose webhooks are active, and what they want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listener {
    pub author_id: AuthorId,
    events: i64,
}

impl Listener {
    pub fn wants(self, event: Event) -> bool {
        self.events & event.bit() != 0
    }
}

/// Writes one event of the author, if one of its webhooks is active for it: one look into an index when none is.
pub async fn emit(tx: &mut Tx, author_id: AuthorId, event: Event, fact: Fact, now: Timestamp) -> Result<()> {
    let wanted: Option<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT id FROM webhooks WHERE author_id = $1 AND is_active AND events & $2 <> 0 LIMIT 1")
        .bind(author_id).bind(event.bit()).fetch_optional(conn).await?);
    if wanted.is_some() { emit_all(tx, author_id, event, &[fact], now).await } else { Ok(()) }
}

/// Writes many events of one kind, in this order. Whether anybody wants them was asked before ([`listener`],
/// [`listeners`]).
pub async fn emit_all(
    tx: &mut Tx,
    author_id: AuthorId,
    event: Event,
    facts: &[Fact],
    now: Timestamp,
) -> Result<()> {
    for part in facts.chunks(ROWS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "INSERT INTO webhook_events (event_id, author_id, type, subscriber_id, data, at) ");
            query.push_values(part, |mut row, fact| {
                row.push_bind(format!("evt_{}", random_token(128))).push_bind(author_id).push_bind(event.as_str())
                    .push_bind(fact.subscriber_id).push_bind(&fact.data).push_bind(now);
            });
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// The newsletter's author, when one of its webhooks is active for one of the events.
pub async fn listener(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    events: &[Event],
) -> Result<Option<Listener>> {
    let found = listeners(tx, &[newsletter_id].into(), events).await?;
    Ok(found.get(&newsletter_id).copied())
}

/// The same for many newsletters, in one statement: newsletter → its author. Those whom nobody listens to are left out.
pub async fn listeners(
    tx: &mut Tx,
    newsletter_ids: &BTreeSet<NewsletterId>,
    events: &[Event],
) -> Result<HashMap<NewsletterId, Listener>> {
    if newsletter_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(NewsletterId, AuthorId, i64)> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "SELECT n.id, n.author_id, w.events FROM newsletters n \
             JOIN webhooks w ON w.author_id = n.author_id AND w.is_active WHERE w.events & ");
        query.push_bind(Event::bits(events)).push(" <> 0 AND n.id IN (");
        let mut list = query.separated(", ");
        for id in newsletter_ids {
            list.push_bind(*id);
        }
        query.push(")");
        query.build_as().fetch_all(conn).await?
    });
    let mut found: HashMap<NewsletterId, Listener> = HashMap::new();
    for (newsletter_id, author_id, events) in rows {
        found.entry(newsletter_id).or_insert(Listener { author_id, events: 0 }).events |= events;
    }
    Ok(found)
}

/// Takes what names the reader out of everything kept, because the reader asked to be forgotten. What still has to be
/// delivered is delivered without it.
pub async fn forget_reader(tx: &mut Tx, author_id: AuthorId, subscriber_id: SubscriberId) -> Result<()> {
    // No event is between outbox and queue.
    turn(tx, true).await?;
    let waiting: Vec<(i64, String)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT id, data FROM webhook_events WHERE author_id = $1 AND subscriber_id = $2")
        .bind(author_id).bind(subscriber_id).fetch_all(conn).await?);
    for (id, data) in waiting {
        on_engine!(&mut *tx, conn => sqlx::query("UPDATE webhook_events SET data = $3 WHERE author_id = $1 AND id = $2")
            .bind(author_id).bind(id).bind(redacted(&data)).execute(conn).await.map(drop))?;
    }
    let kept: Vec<(i64, String)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT id, data FROM webhook_deliveries WHERE author_id = $1 AND subscriber_id = $2 ORDER BY id")
        .bind(author_id).bind(subscriber_id).fetch_all(conn).await?);
    for (id, data) in kept {
        // The receiver may have repeated what it got.
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE webhook_deliveries SET data = $3, response = NULL WHERE author_id = $1 AND id = $2")
            .bind(author_id).bind(id).bind(redacted(&data)).execute(conn).await.map(drop))?;
    }
    Ok(())
}

fn redacted(data: &str) -> String {
    without_reader(&serde_json::from_str(data).unwrap_or_default()).to_string()
}

/// An event that waits to be put into queues.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EventRow {
    pub id: i64,
    pub event_id: String,
    pub author_id: AuthorId,
    #[sqlx(rename = "type")]
    pub kind: String,
    pub subscriber_id: Option<SubscriberId>,
    pub data: String,
    pub at: Timestamp,
}

/// Whether anything waits.
pub async fn is_empty(tx: &mut Tx) -> Result<bool> {
    let one: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar("SELECT id FROM webhook_events LIMIT 1")
        .fetch_optional(conn).await?);
    Ok(one.is_none())
}

/// The oldest events.
pub async fn oldest(tx: &mut Tx, limit: i64) -> Result<Vec<EventRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, event_id, author_id, type, subscriber_id, data, at FROM webhook_events ORDER BY id LIMIT $1")
        .bind(limit).fetch_all(conn).await)
}

/// Takes events out that were put into the queues.
pub async fn take_out(tx: &mut Tx, ids: &[i64]) -> Result<()> {
    for part in ids.chunks(ROWS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("DELETE FROM webhook_events WHERE id IN (");
            let mut list = query.separated(", ");
            for id in part {
                list.push_bind(*id);
            }
            query.push(")");
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// Held until the transaction ends. `waits` says whether to wait for whoever has it; without waiting, false means that
/// somebody has. SQLite has one writer anyway.
pub async fn turn(tx: &mut Tx, waits: bool) -> Result<bool> {
    let Tx::Postgres(tx) = tx else { return Ok(true) };
    let sql = if waits {
        "SELECT id FROM webhook_turn WHERE id = 1 FOR UPDATE"
    } else {
        "SELECT id FROM webhook_turn WHERE id = 1 FOR UPDATE SKIP LOCKED"
    };
    let turn: Option<i64> = sqlx::query_scalar(sql).fetch_optional(&mut **tx).await?;
    Ok(turn.is_some())
}
