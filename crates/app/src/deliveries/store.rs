//! Reading the ledger.

use std::collections::HashMap;

use database::{Tx, on_engine};
use sqlx::QueryBuilder;

use super::model::{Counters, Ledger, State, decode_ids};
use crate::{Timestamp, bounces};

/// A campaign's latest run as other features see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    pub ledger: Ledger,
    /// Hard bounces, also of mails that were accepted first.
    pub bounced: i64,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// A run's row without its content.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RunRow {
    pub id: i64,
    pub campaign_id: i64,
    pub newsletter_id: i64,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// The registered domain that it is sent from.
    pub domain_id: Option<i64>,
    pub bounced: i64,
    pub soft_bounced: i64,
    pub complained: i64,
    #[sqlx(flatten)]
    pub counters: Counters,
}

const RUN_COLUMNS: &str = "id, campaign_id, newsletter_id, started_at, finished_at, domain_id, bounced, soft_bounced, \
    complained, intended, claimed, committing, sent, deferred, failed, suppressed, skipped, cancelled, in_doubt, held";

/// The runs of the campaigns that were sent, in one statement.
pub async fn runs(tx: &mut Tx, campaign_ids: &[i64]) -> database::Result<Vec<RunRow>> {
    if campaign_ids.is_empty() {
        return Ok(Vec::new());
    }
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(RUN_COLUMNS).push(" FROM campaign_runs WHERE campaign_id IN (");
        let mut list = query.separated(", ");
        for id in campaign_ids {
            list.push_bind(*id);
        }
        query.push(") ORDER BY id");
        query.build_query_as().fetch_all(conn).await
    })
}

/// The latest run of a campaign.
pub async fn run_of(tx: &mut Tx, campaign_id: i64) -> database::Result<Option<RunRow>> {
    Ok(runs(tx, &[campaign_id]).await?.pop())
}

/// Opens a run over the readers with ids up to `upper`: they are frozen in the background. `is_ranked`: those who show
/// that they read go first, because the domain warms up.
pub async fn open_run(
    tx: &mut Tx,
    campaign_id: i64,
    newsletter_id: i64,
    content: Vec<u8>,
    upper: i64,
    (domain_id, is_ranked): (Option<i64>, bool),
    now: Timestamp,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO campaign_runs (campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, domain_id, \
         is_ranked, started_at) VALUES ($1, $2, $3, 'preparing', $4, $5, $6, $7, $3)")
        .bind(campaign_id).bind(newsletter_id).bind(now).bind(content).bind(upper).bind(domain_id).bind(is_ranked)
        .execute(conn).await.map(drop))
}

/// A finished run takes readers up again.
pub async fn reopen_run(tx: &mut Tx, run_id: i64) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaign_runs SET state = 'sending', finished_at = NULL WHERE id = $1")
        .bind(run_id).execute(conn).await.map(drop))
}

/// Moves a reader's row between states by hand, with its counters; false when it is not in the first any more.
pub async fn move_row(
    tx: &mut Tx,
    run: &RunRow,
    subscriber_id: i64,
    (from, to): (State, State),
    reason: &str,
    now: Timestamp,
) -> database::Result<bool> {
    let changed = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE deliveries SET state = $4, not_before = 0, updated_at = $5, reason = $6 \
         WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3 AND state = $7")
        .bind(run.newsletter_id).bind(run.id).bind(subscriber_id).bind(to.code()).bind(now).bind(reason).bind(from.code())
        .execute(conn).await?.rows_affected());
    if changed == 0 {
        return Ok(false);
    }
    let mut delta = Counters::default();
    delta.add(from, -1);
    delta.add(to, 1);
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET sent = sent + $2, cancelled = cancelled + $3, in_doubt = in_doubt + $4, held = held + $5 \
         WHERE id = $1")
        .bind(run.id).bind(delta.sent).bind(delta.cancelled).bind(delta.in_doubt).bind(delta.held)
        .execute(conn).await.map(drop))?;
    Ok(true)
}

/// The ledgers of the campaigns that were sent, in one statement.
pub async fn summaries(tx: &mut Tx, campaign_ids: &[i64]) -> database::Result<HashMap<i64, Summary>> {
    let runs = runs(tx, campaign_ids).await?;
    Ok(runs
        .into_iter()
        .map(|run| {
            let summary = Summary {
                ledger: run.counters.ledger(),
                bounced: run.bounced,
                started_at: run.started_at,
                finished_at: run.finished_at,
            };
            (run.campaign_id, summary)
        })
        .collect())
}

/// Campaigns that were sent to anyone and mails that were accepted, over a newsletter's life.
pub async fn sent_total(tx: &mut Tx, newsletter_id: i64) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, Option<i64>>(
        "SELECT CAST(SUM(sent) AS BIGINT) FROM campaign_runs WHERE newsletter_id = $1")
        .bind(newsletter_id).fetch_one(conn).await)
    .map(Option::unwrap_or_default)
}

/// Hard bounces over a newsletter's life.
pub async fn bounced_total(tx: &mut Tx, newsletter_id: i64) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, Option<i64>>(
        "SELECT CAST(SUM(bounced) AS BIGINT) FROM campaign_runs WHERE newsletter_id = $1")
        .bind(newsletter_id).fetch_one(conn).await)
    .map(Option::unwrap_or_default)
}

/// Whether a campaign of the newsletter is being sent or paused; such a newsletter cannot be deleted.
pub async fn is_newsletter_busy(tx: &mut Tx, newsletter_id: i64) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>(
        "SELECT COUNT(*) FROM campaigns WHERE newsletter_id = $1 AND status IN ('sending', 'paused')")
        .bind(newsletter_id).fetch_one(conn).await)
    .map(|n| n > 0)
}

/// Whether a message to the reader is between its commit point and its outcome.
pub async fn is_in_flight(tx: &mut Tx, newsletter_id: i64, subscriber_id: i64) -> database::Result<bool> {
    let row: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT d.subscriber_id FROM campaign_runs r JOIN deliveries d \
         ON d.newsletter_id = r.newsletter_id AND d.run_id = r.id AND d.subscriber_id = $2 \
         WHERE r.newsletter_id = $1 AND r.state <> 'done' AND d.state IN (3, 4) LIMIT 1")
        .bind(newsletter_id).bind(subscriber_id).fetch_optional(conn).await?);
    Ok(row.is_some())
}

/// A run as what comes back names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct RunRef {
    pub id: i64,
    pub campaign_id: i64,
    pub newsletter_id: i64,
    pub domain_id: Option<i64>,
}

pub async fn run_ref(tx: &mut Tx, run_id: i64) -> database::Result<Option<RunRef>> {
    on_engine!(tx, conn => sqlx::query_as("SELECT id, campaign_id, newsletter_id, domain_id FROM campaign_runs WHERE id = $1")
        .bind(run_id).fetch_optional(conn).await)
}

/// The latest run of a campaign of a newsletter.
pub async fn latest_run(tx: &mut Tx, newsletter_id: i64, campaign_id: i64) -> database::Result<Option<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM campaign_runs WHERE campaign_id = $1 AND newsletter_id = $2 ORDER BY id DESC LIMIT 1")
        .bind(campaign_id).bind(newsletter_id).fetch_optional(conn).await)
}

/// Counts something that happened to a mail of the run.
pub async fn count_event(tx: &mut Tx, run_id: i64, kind: bounces::Kind) -> database::Result<()> {
    let one = |wanted| i64::from(kind == wanted);
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET bounced = bounced + $2, soft_bounced = soft_bounced + $3, complained = complained + $4 \
         WHERE id = $1")
        .bind(run_id).bind(one(bounces::Kind::Bounced)).bind(one(bounces::Kind::SoftBounced))
        .bind(one(bounces::Kind::Complained)).execute(conn).await.map(drop))
}

/// What came back shows that the mail was accepted: a reader in doubt is settled, and not sent to again.
pub async fn prove_sent(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: i64,
    now: Timestamp,
) -> database::Result<()> {
    let row: Option<(i16, i16)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT state, doubts FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3")
        .bind(run.newsletter_id).bind(run.id).bind(subscriber_id).fetch_optional(conn).await?);
    let Some(from) = row.filter(|(_, doubts)| *doubts > 0).and_then(|(code, _)| State::from_code(code))
    else {
        return Ok(());
    };
    if matches!(from, State::Queued | State::InDoubt | State::Held)
        && let Some(run) = run_of(tx, run.campaign_id).await?
    {
        let reason = "What came back shows that the mail was accepted.";
        move_row(tx, &run, subscriber_id, (from, State::Sent), reason, now).await?;
    }
    Ok(())
}

/// Whether a campaign is being sent, or paused, from the domain.
pub async fn is_domain_busy(tx: &mut Tx, domain_id: i64) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>(
        "SELECT COUNT(*) FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.state <> 'done' AND r.domain_id = $1 AND c.status IN ('sending', 'paused')")
        .bind(domain_id).fetch_one(conn).await)
    .map(|n| n > 0)
}

/// A reader's row.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeliveryRow {
    pub subscriber_id: i64,
    pub state: i16,
    pub attempts: i16,
    pub doubts: i16,
    pub not_before: i64,
    pub updated_at: Timestamp,
    pub code: Option<i16>,
    pub enhanced_code: Option<String>,
    pub reason: Option<String>,
}

const ROW_COLUMNS: &str =
    "subscriber_id, state, attempts, doubts, not_before, updated_at, code, enhanced_code, reason";

/// Rows in the given states, ascending by reader. With only rare states the partial index finds them.
pub async fn rows(
    tx: &mut Tx,
    run: &RunRow,
    states: &[State],
    after: i64,
    limit: i64,
) -> database::Result<Vec<DeliveryRow>> {
    let rare = !states.iter().any(|s| matches!(s, State::Sent | State::Committing));
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(ROW_COLUMNS).push(" FROM deliveries WHERE run_id = ").push_bind(run.id)
            .push(" AND newsletter_id = ").push_bind(run.newsletter_id)
            .push(" AND subscriber_id > ").push_bind(after).push(" AND state IN (");
        let mut list = query.separated(", ");
        for state in states {
            list.push_bind(state.code());
        }
        query.push(")");
        if rare {
            query.push(" AND state NOT IN (3, 5)");
        }
        query.push(" ORDER BY subscriber_id LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(conn).await
    })
}

/// The rows of these readers.
pub async fn rows_of(tx: &mut Tx, run: &RunRow, readers: &[i64]) -> database::Result<Vec<DeliveryRow>> {
    if readers.is_empty() {
        return Ok(Vec::new());
    }
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(ROW_COLUMNS).push(" FROM deliveries WHERE run_id = ").push_bind(run.id)
            .push(" AND newsletter_id = ").push_bind(run.newsletter_id).push(" AND subscriber_id IN (");
        let mut list = query.separated(", ");
        for id in readers {
            list.push_bind(*id);
        }
        query.push(") ORDER BY subscriber_id");
        query.build_query_as().fetch_all(conn).await
    })
}

/// Rows whose attempt ended at least once with nobody knowing whether it arrived.
pub async fn doubtful(
    tx: &mut Tx,
    run: &RunRow,
    after: i64,
    limit: i64,
) -> database::Result<Vec<DeliveryRow>> {
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(ROW_COLUMNS).push(" FROM deliveries WHERE run_id = ").push_bind(run.id)
            .push(" AND subscriber_id > ").push_bind(after)
            .push(" AND doubts > 0 ORDER BY subscriber_id LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(conn).await
    })
}

/// Readers of the frozen audience who have no row: those of open chunks, ascending.
pub async fn untouched(tx: &mut Tx, run: &RunRow, after: i64, limit: usize) -> database::Result<Vec<i64>> {
    let mut found = Vec::new();
    let mut chunk_no = -1i64;
    loop {
        let chunk: Option<(i64, i64, i64, Vec<u8>)> = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT chunk_no, first_id, last_id, ids FROM delivery_chunks \
             WHERE is_open AND run_id = $1 AND chunk_no > $2 AND last_id > $3 ORDER BY chunk_no LIMIT 1")
            .bind(run.id).bind(chunk_no).bind(after).fetch_optional(conn).await?);
        let Some((no, first, last, ids)) = chunk else { return Ok(found) };
        chunk_no = no;
        let done: Vec<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
            "SELECT subscriber_id FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id BETWEEN $3 AND $4")
            .bind(run.newsletter_id).bind(run.id).bind(first).bind(last).fetch_all(conn).await?);
        let done: std::collections::HashSet<i64> = done.into_iter().collect();
        found.extend(decode_ids(&ids).into_iter().filter(|id| *id > after && !done.contains(id)));
        if found.len() >= limit {
            found.truncate(limit);
            return Ok(found);
        }
    }
}

/// How many rows have each reason, commonest first, at most `limit`; reads only rows that are not plainly sent.
pub async fn reasons(
    tx: &mut Tx,
    run_id: i64,
    limit: i64,
) -> database::Result<Vec<(i16, Option<String>, i64)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT state, reason, COUNT(*) FROM deliveries WHERE run_id = $1 AND state NOT IN (3, 5) \
         GROUP BY state, reason ORDER BY COUNT(*) DESC, state LIMIT $2")
        .bind(run_id).bind(limit).fetch_all(conn).await)
}

/// The counters, counted afresh from rows and chunks: what they must be equal to at every instant.
#[cfg(test)]
pub async fn recount(tx: &mut Tx, run: &RunRow) -> database::Result<Counters> {
    let states: Vec<(i16, i64)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT state, COUNT(*) FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 GROUP BY state")
        .bind(run.newsletter_id).bind(run.id).fetch_all(conn).await?);
    let intended: Option<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT CAST(SUM(readers) AS BIGINT) FROM delivery_chunks WHERE run_id = $1").bind(run.id).fetch_one(conn).await?);
    let mut counters = Counters { intended: intended.unwrap_or_default(), ..Counters::default() };
    for (code, n) in states {
        if let Some(state) = State::from_code(code) {
            counters.add(state, n);
        }
    }
    Ok(counters)
}
