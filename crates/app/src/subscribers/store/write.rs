//! Adding, changing and removing one reader.

use database::{Result, Tx, on_engine};
use serde_json::{Map, Value};
use sqlx::types::Json;

use super::{counters, emit::emit};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    subscribers::{
        Status,
        model::{Subscriber, search_text},
    },
    webhooks::Event,
};

/// What an author writes about a reader.
#[derive(Clone, Debug)]
pub struct Person {
    pub address: content::Address,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub attributes: Map<String, Value>,
    pub tags: Vec<String>,
}

impl Person {
    fn search_text(&self) -> String {
        search_text(&self.address.key, self.first_name.as_deref(), self.last_name.as_deref())
    }
}

/// Adds a reader and answers its id; `None` when the newsletter has one with this address.
pub async fn insert(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    person: &Person,
    status: Status,
    now: Timestamp,
) -> Result<Option<SubscriberId>> {
    let id = insert_quietly(tx, newsletter_id, person, status, now).await?;
    if let Some(id) = id {
        emit(tx, newsletter_id, &[id], Event::SubscriberCreated, now).await?;
    }
    Ok(id)
}

/// The same, and no webhook is told.
pub async fn insert_quietly(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    person: &Person,
    status: Status,
    now: Timestamp,
) -> Result<Option<SubscriberId>> {
    let id: Option<SubscriberId> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "INSERT INTO subscribers (newsletter_id, email, email_key, first_name, last_name, status, attributes, tags, \
         search_text, subscribed_at, created_at, updated_at, unsubscribed_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $11) \
         ON CONFLICT (newsletter_id, email_key) DO NOTHING RETURNING id")
        .bind(newsletter_id).bind(&person.address.original).bind(&person.address.key)
        .bind(&person.first_name).bind(&person.last_name).bind(status.as_str())
        .bind(Json(&person.attributes)).bind(Json(&person.tags)).bind(person.search_text()).bind(now)
        .bind((status == Status::Unsubscribed).then_some(now)).fetch_optional(conn).await?);
    if id.is_some() {
        counters::moved(tx, newsletter_id, None, Some(status)).await?;
        counters::day(tx, newsletter_id, now, i64::from(status == Status::Active), 0).await?;
    }
    Ok(id)
}

/// Writes a reader that was read with `for_change`; the caller says what it was (`tell`). False when another reader has the address.
pub async fn update(
    tx: &mut Tx,
    old: &Subscriber,
    person: &Person,
    to: Status,
    now: Timestamp,
) -> Result<bool> {
    let left = to == Status::Unsubscribed && old.status != to;
    let back = to == Status::Active && old.status != to;
    // Who comes back subscribes anew; the day's figures count it as one more.
    let subscribed_at = if back { now } else { old.subscribed_at };
    let unsubscribed_at = if back { None } else { left.then_some(now).or(old.unsubscribed_at) };
    let written = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE subscribers SET email = $3, email_key = $4, first_name = $5, last_name = $6, status = $7, \
         attributes = $8, tags = $9, search_text = $10, subscribed_at = $11, unsubscribed_at = $12, updated_at = $13 \
         WHERE newsletter_id = $1 AND id = $2")
        .bind(old.newsletter_id).bind(old.id).bind(&person.address.original).bind(&person.address.key)
        .bind(&person.first_name).bind(&person.last_name).bind(to.as_str())
        .bind(Json(&person.attributes)).bind(Json(&person.tags)).bind(person.search_text())
        .bind(subscribed_at).bind(unsubscribed_at).bind(now)
        .execute(conn).await.map(drop));
    match written {
        Err(error) if database::is_unique_violation(&error) => return Ok(false),
        other => other?,
    }
    if old.status != to {
        counters::moved(tx, old.newsletter_id, Some(old.status), Some(to)).await?;
        counters::day(tx, old.newsletter_id, now, i64::from(back), i64::from(left)).await?;
    }
    Ok(true)
}

/// Removes a reader. False when it was not there.
pub async fn delete(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    id: SubscriberId,
    now: Timestamp,
) -> Result<bool> {
    emit(tx, newsletter_id, &[id], Event::SubscriberDeleted, now).await?;
    let status: Option<String> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "DELETE FROM subscribers WHERE newsletter_id = $1 AND id = $2 RETURNING status")
        .bind(newsletter_id).bind(id).fetch_optional(conn).await?);
    if let Some(status) = &status {
        counters::moved(tx, newsletter_id, Status::parse(status), None).await?;
    }
    Ok(status.is_some())
}
