//! One action on many readers of a newsletter, a batch of ids at a time.

use database::{Result, Tx, on_engine};
use sqlx::AssertSqlSafe;

use super::{audience::json_list, counters, emit::emit};
use crate::{NewsletterId, SubscriberId, Timestamp, subscribers::Status, webhooks::Event};

/// What is done to every reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    Remove,
    Unsubscribe,
    Tag(String),
    Untag(String),
}

/// Those of the ids that are the newsletter's readers: how many there are and how many the action changed.
pub async fn apply(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
    action: &Action,
    now: Timestamp,
) -> Result<(i64, i64)> {
    let statuses = super::audience::statuses(tx, newsletter_id, ids).await?;
    let matched = statuses.len() as i64;
    let changed = match action {
        Action::Remove => {
            emit(tx, newsletter_id, ids, Event::SubscriberDeleted, now).await?;
            return Ok((matched, remove(tx, newsletter_id, ids).await?));
        }
        Action::Unsubscribe => {
            let mut changed = Vec::new();
            for from in [Status::Active, Status::Pending] {
                changed.extend(leave(tx, newsletter_id, ids, from, Status::Unsubscribed, now).await?);
            }
            changed
        }
        Action::Tag(tag) => tagged(tx, newsletter_id, ids, tag, now, true).await?,
        Action::Untag(tag) => tagged(tx, newsletter_id, ids, tag, now, false).await?,
    };
    let is_leave = *action == Action::Unsubscribe;
    let event = if is_leave { Event::SubscriberUnsubscribed } else { Event::SubscriberUpdated };
    emit(tx, newsletter_id, &changed, event, now).await?;
    Ok((matched, changed.len() as i64))
}

/// How each engine reads a list of ids from `$2`.
fn in_list(tx: &Tx) -> &'static str {
    match tx {
        Tx::Sqlite(_) => "IN (SELECT value FROM json_each($2))",
        Tx::Postgres(_) => {
            "IN (SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST($2 AS JSON)))"
        }
    }
}

async fn remove(tx: &mut Tx, newsletter_id: NewsletterId, ids: &[SubscriberId]) -> Result<i64> {
    let sql =
        format!("DELETE FROM subscribers WHERE newsletter_id = $1 AND id {} RETURNING status", in_list(tx));
    let gone: Vec<String> = on_engine!(&mut *tx, conn => sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(newsletter_id).bind(json_list(ids)).fetch_all(conn).await?);
    let change = Status::ALL.map(|s| -(gone.iter().filter(|g| *g == s.as_str()).count() as i64));
    counters::add(tx, newsletter_id, change).await?;
    Ok(gone.len() as i64)
}

/// Readers who get mail no more, because somebody else knows that they left (`to`: unsubscribed, bounced or complained);
/// answers how many there were.
pub async fn depart(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
    to: Status,
    now: Timestamp,
) -> Result<i64> {
    let mut changed = Vec::new();
    for from in [Status::Active, Status::Pending] {
        changed.extend(leave(tx, newsletter_id, ids, from, to, now).await?);
    }
    let is_leave = to == Status::Unsubscribed;
    let event = if is_leave { Event::SubscriberUnsubscribed } else { Event::SubscriberUpdated };
    emit(tx, newsletter_id, &changed, event, now).await?;
    Ok(changed.len() as i64)
}

/// Answers who left.
async fn leave(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
    from: Status,
    to: Status,
    now: Timestamp,
) -> Result<Vec<SubscriberId>> {
    let time = if to == Status::Unsubscribed { "unsubscribed_at = $3, " } else { "" };
    let sql = format!(
        "UPDATE subscribers SET status = '{}', {time}updated_at = $3 \
         WHERE newsletter_id = $1 AND id {} AND status = $4 RETURNING id",
        to.as_str(),
        in_list(tx)
    );
    let gone: Vec<SubscriberId> = on_engine!(&mut *tx, conn => sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(newsletter_id).bind(json_list(ids)).bind(now).bind(from.as_str()).fetch_all(conn).await?);
    let left = gone.len() as i64;
    let change = Status::ALL.map(|s| match s {
        s if s == to => left,
        s if s == from => -left,
        _ => 0,
    });
    counters::add(tx, newsletter_id, change).await?;
    let is_loss = from == Status::Active && to == Status::Unsubscribed;
    counters::day(tx, newsletter_id, now, 0, if is_loss { left } else { 0 }).await?;
    Ok(gone)
}

/// Answers whose tags changed.
async fn tagged(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
    tag: &str,
    now: Timestamp,
    add: bool,
) -> Result<Vec<SubscriberId>> {
    let (tags, when) = match (&*tx, add) {
        (Tx::Sqlite(_), true) => (
            "json_insert(tags, '$[#]', $3)",
            "json_array_length(tags) < 50 AND NOT EXISTS (SELECT 1 FROM json_each(tags) WHERE value = $3)",
        ),
        (Tx::Sqlite(_), false) => (
            "(SELECT json_group_array(value) FROM json_each(tags) WHERE value <> $3)",
            "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = $3)",
        ),
        (Tx::Postgres(_), true) => (
            "tags || to_jsonb(CAST($3 AS TEXT))",
            "jsonb_array_length(tags) < 50 AND NOT jsonb_exists(tags, CAST($3 AS TEXT))",
        ),
        (Tx::Postgres(_), false) => ("tags - CAST($3 AS TEXT)", "jsonb_exists(tags, CAST($3 AS TEXT))"),
    };
    let sql = format!(
        "UPDATE subscribers SET tags = {tags}, updated_at = $4 WHERE newsletter_id = $1 AND id {} AND {when} RETURNING id",
        in_list(tx)
    );
    on_engine!(tx, conn => sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(newsletter_id).bind(json_list(ids)).bind(tag).bind(now).fetch_all(conn).await)
}
