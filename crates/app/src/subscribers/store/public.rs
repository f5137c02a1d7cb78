//! Readers as they act for themselves on the public pages: asking, confirming, renaming, going for good.

use database::{Result, Tx, on_engine};

use super::{emit::emit, read, write};
use crate::{
    NewsletterId, SubscriberId, Timestamp, activities, events,
    newsletters::Newsletter,
    subscribers::{Status, model::Subscriber, store::write::Person},
    webhooks::{self, Event},
};

/// What became of a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The reader is active: now, or since an earlier confirmation.
    Active,
    /// The reader is gone, left after asking, or bounced or complained: nothing was changed.
    Not,
}

/// Somebody typed this address into the form. Answers the reader to ask for a confirmation, or `None` when there is
/// nothing to ask. A new reader is pending; a known one is not changed, whatever its status.
pub async fn add_pending(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    address: &content::Address,
    first_name: Option<&str>,
    now: Timestamp,
) -> Result<Option<SubscriberId>> {
    let known: Option<(SubscriberId, String)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT id, status FROM subscribers WHERE newsletter_id = $1 AND email_key = $2")
        .bind(newsletter_id).bind(&address.key).fetch_optional(conn).await?);
    if let Some((id, status)) = known {
        let may_confirm = matches!(Status::parse(&status), Some(Status::Pending | Status::Unsubscribed));
        return Ok(may_confirm.then_some(id));
    }
    let person = Person {
        address: address.clone(),
        first_name: first_name.map(str::to_owned),
        last_name: None,
        attributes: serde_json::Map::new(),
        tags: Vec::new(),
    };
    write::insert(tx, newsletter_id, &person, Status::Pending, now).await
}

/// One reader of the newsletter, whatever its status.
pub async fn find_reader(
    tx: &mut Tx,
    newsletter: &Newsletter,
    id: SubscriberId,
) -> Result<Option<Subscriber>> {
    read::find(tx, newsletter.author_id, newsletter.id, id, false).await
}

/// The owner of the address said yes to what was asked at `asked_at`. Doing so again changes nothing.
pub async fn confirm(
    tx: &mut Tx,
    newsletter: &Newsletter,
    id: SubscriberId,
    asked_at: Timestamp,
    now: Timestamp,
) -> Result<Confirmed> {
    let Some(old) = read::find(tx, newsletter.author_id, newsletter.id, id, true).await? else {
        return Ok(Confirmed::Not);
    };
    match old.status {
        Status::Active => return Ok(Confirmed::Active),
        Status::Pending => {}
        // Who left after asking meant to leave: an old mail does not bring anybody back.
        Status::Unsubscribed if old.unsubscribed_at.is_none_or(|left| left <= asked_at) => {}
        Status::Unsubscribed | Status::Bounced | Status::Complained => return Ok(Confirmed::Not),
    }
    let person = person(&old, old.first_name.clone(), old.last_name.clone());
    if !write::update(tx, &old, &person, Status::Active, now).await? {
        return Ok(Confirmed::Not);
    }
    emit(tx, newsletter.id, &[id], Event::SubscriberConfirmed, now).await?;
    let event = events::Event::SubscriberAdded { email: &old.email, newsletter: &newsletter.name };
    events::record(tx, newsletter.author_id, event, now).await?;
    Ok(Confirmed::Active)
}

/// Writes a reader's names. False when the reader is not there.
pub async fn rename(
    tx: &mut Tx,
    newsletter: &Newsletter,
    id: SubscriberId,
    first_name: Option<String>,
    last_name: Option<String>,
    now: Timestamp,
) -> Result<bool> {
    let Some(old) = read::find(tx, newsletter.author_id, newsletter.id, id, true).await? else {
        return Ok(false);
    };
    let person = person(&old, first_name, last_name);
    let written = write::update(tx, &old, &person, old.status, now).await?;
    emit(tx, newsletter.id, &[id], Event::SubscriberUpdated, now).await?;
    Ok(written)
}

/// Removes a reader and what the author's events and webhooks keep of it; the send ledger keeps its number alone, and
/// webhooks are told no more than that. False when it was not there.
pub async fn remove(tx: &mut Tx, newsletter: &Newsletter, id: SubscriberId, now: Timestamp) -> Result<bool> {
    let Some(old) = read::find(tx, newsletter.author_id, newsletter.id, id, true).await? else {
        return Ok(false);
    };
    activities::forget_reader(tx, newsletter.author_id, &old.email).await?;
    let removed = write::delete(tx, newsletter.id, id, now).await?;
    webhooks::forget_reader(tx, newsletter.author_id, id).await?;
    Ok(removed)
}

fn person(old: &Subscriber, first_name: Option<String>, last_name: Option<String>) -> Person {
    Person {
        address: content::Address::kept(old.email.clone()),
        first_name,
        last_name,
        attributes: old.attributes.clone(),
        tags: old.tags.clone(),
    }
}
