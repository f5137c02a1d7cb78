//! What readers did with the mails of a run, and what is usual.

use std::collections::HashMap;

use database::{Tx, on_engine};

use super::rows::sent;
use crate::{NewsletterId, SubscriberId, Timestamp, runs::RunRow};

/// When a reader first opened and first clicked.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct Firsts {
    pub subscriber_id: SubscriberId,
    pub opened_at: Option<Timestamp>,
    pub clicked_at: Option<Timestamp>,
}

/// Of these readers, those who opened or clicked.
pub async fn firsts(
    tx: &mut Tx,
    run: &RunRow,
    readers: &[SubscriberId],
) -> database::Result<HashMap<SubscriberId, Firsts>> {
    let ([first, .., last] | [first @ last]) = readers else { return Ok(HashMap::new()) };
    let rows: Vec<Firsts> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT subscriber_id, opened_at, clicked_at FROM engagements \
         WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id BETWEEN $3 AND $4")
        .bind(run.newsletter_id).bind(run.id).bind(*first).bind(*last).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|row| (row.subscriber_id, row)).collect())
}

/// What a reader did with a mail, as a list of readers asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    Opened,
    Clicked,
    /// It was sent, and the reader is not known to have opened or clicked.
    NotOpened,
}

/// Readers after `after`, ascending.
pub async fn readers_who(
    tx: &mut Tx,
    run: &RunRow,
    did: Did,
    after: i64,
    limit: i64,
) -> database::Result<Vec<SubscriberId>> {
    let sql = match did {
        Did::NotOpened => return not_opened(tx, run, after, limit).await,
        Did::Opened => {
            "SELECT subscriber_id FROM engagements WHERE newsletter_id = $1 AND run_id = $2 \
            AND subscriber_id > $3 AND opened_at IS NOT NULL ORDER BY subscriber_id LIMIT $4"
        }
        Did::Clicked => {
            "SELECT subscriber_id FROM engagements WHERE newsletter_id = $1 AND run_id = $2 \
            AND subscriber_id > $3 AND clicked_at IS NOT NULL ORDER BY subscriber_id LIMIT $4"
        }
    };
    on_engine!(tx, conn => sqlx::query_scalar(sql).bind(run.newsletter_id).bind(run.id).bind(after).bind(limit)
        .fetch_all(conn).await)
}

/// Readers who are looked at at once for one who did not open.
const LOOK: i64 = 10_000;

async fn not_opened(
    tx: &mut Tx,
    run: &RunRow,
    mut after: i64,
    limit: i64,
) -> database::Result<Vec<SubscriberId>> {
    let mut found = Vec::new();
    while (found.len() as i64) < limit {
        let readers = sent(tx, run, after, LOOK).await?;
        let Some(last) = readers.last().map(|reader| reader.get()) else { break };
        after = last;
        let firsts = firsts(tx, run, &readers).await?;
        let has_seen = |firsts: &Firsts| firsts.opened_at.is_some() || firsts.clicked_at.is_some();
        found.extend(readers.into_iter().filter(|reader| !firsts.get(reader).is_some_and(has_seen)));
    }
    found.truncate(limit as usize);
    Ok(found)
}

/// How a campaign of the past fared.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct PastRow {
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounced: i64,
    pub unsubscribed: i64,
}

/// How large and how fast a campaign was.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    pub intended: i64,
    pub sent: i64,
    pub seconds: f64,
}

/// The newsletter's latest campaigns, newest first.
pub async fn past_of(tx: &mut Tx, newsletter_id: NewsletterId, limit: i64) -> database::Result<Vec<Past>> {
    let rows: Vec<(i64, i64, Timestamp, Option<Timestamp>)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT r.intended, r.sent, r.started_at, r.finished_at FROM campaigns c \
         JOIN campaign_runs r ON r.campaign_id = c.id WHERE c.newsletter_id = $1 AND c.status = 'sent' \
         ORDER BY c.sent_at DESC LIMIT $2")
        .bind(newsletter_id).bind(limit).fetch_all(conn).await?);
    Ok(rows
        .into_iter()
        .map(|(intended, sent, started, finished)| Past {
            intended,
            sent,
            seconds: finished.map_or(0.0, |finished| (finished.0 - started.0) as f64 / 1000.0),
        })
        .collect())
}

/// The newsletter's latest sent campaigns that counted per reader, before this one.
pub async fn past(tx: &mut Tx, run: &RunRow, limit: i64) -> database::Result<Vec<PastRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT r.sent, r.opens, r.clicks, r.bounced, r.unsubscribed FROM campaigns c \
         JOIN campaign_runs r ON r.campaign_id = c.id WHERE c.newsletter_id = $1 AND c.status = 'sent' \
         AND r.started_at < $2 AND r.sent > 0 AND r.tracking = 'full' ORDER BY c.sent_at DESC LIMIT $3")
        .bind(run.newsletter_id).bind(run.started_at).bind(limit).fetch_all(conn).await)
}
