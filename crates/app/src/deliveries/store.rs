//! Reading the ledger.

use std::collections::HashMap;

use database::{Tx, on_engine, push_list};
use sqlx::{QueryBuilder, types::Json};

use super::{
    engine::Key,
    ledger::Deltas,
    model::{Counters, Ledger, State, decode_ids},
};
use crate::{
    Timestamp, bounces,
    campaigns::{Segment, schedule::Schedule},
    newsletters::Tracking,
};

/// A campaign's latest run as other features see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    pub ledger: Ledger,
    /// Hard bounces, also of mails that were accepted first.
    pub bounced: i64,
    pub opens: i64,
    pub clicks: i64,
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
    #[sqlx(try_from = "String")]
    pub tracking: Tracking,
    /// Readers who left through a link of this mail.
    pub unsubscribed: i64,
    pub ab_state: Option<String>,
    pub ab_decides_at: Option<Timestamp>,
    pub ab_decided_at: Option<Timestamp>,
    /// Number of the variant that the rest of the readers get.
    pub ab_rest: Option<i16>,
    pub ab_p_value: Option<f64>,
    pub local_time: Option<Json<Schedule>>,
    #[sqlx(flatten)]
    pub counters: Counters,
    #[sqlx(flatten)]
    pub engaged: Engaged,
}

/// What was done with the mails of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Engaged {
    /// Readers who opened; with anonymous tracking how often was opened.
    pub opens: i64,
    pub clicks: i64,
    /// How often people did.
    pub all_opens: i64,
    pub all_clicks: i64,
    pub privacy_opens: i64,
    pub robot_opens: i64,
    pub robot_clicks: i64,
}

const RUN_COLUMNS: &str = "id, campaign_id, newsletter_id, started_at, finished_at, domain_id, bounced, soft_bounced, \
    complained, tracking, unsubscribed, ab_state, ab_decides_at, ab_decided_at, ab_rest, ab_p_value, local_time, opens, clicks, \
    all_opens, all_clicks, privacy_opens, robot_opens, robot_clicks, intended, claimed, committing, sent, deferred, failed, suppressed, skipped, cancelled, in_doubt, held";

/// The runs of the campaigns that were sent, in one statement.
pub async fn runs(tx: &mut Tx, campaign_ids: &[i64]) -> database::Result<Vec<RunRow>> {
    if campaign_ids.is_empty() {
        return Ok(Vec::new());
    }
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(RUN_COLUMNS).push(" FROM campaign_runs WHERE campaign_id IN ");
        push_list(&mut query, campaign_ids.iter().copied());
        query.push(" ORDER BY id");
        query.build_query_as().fetch_all(conn).await
    })
}

/// The latest run of a campaign.
pub async fn run_of(tx: &mut Tx, campaign_id: i64) -> database::Result<Option<RunRow>> {
    Ok(runs(tx, &[campaign_id]).await?.pop())
}

/// A run to be.
pub struct NewRun<'a> {
    pub campaign_id: i64,
    pub newsletter_id: i64,
    /// Tells one firing of a campaign from another.
    pub occurrence: Timestamp,
    pub content: &'a [u8],
    /// The highest id of a reader who may get it.
    pub upper: i64,
    pub domain_id: Option<i64>,
    /// Those who show that they read go first, because the domain warms up.
    pub is_ranked: bool,
    pub tracking: Tracking,
    pub segment: Option<Json<Segment>>,
    /// Readers get it at this wall time where they live.
    pub local_time: Option<Json<Schedule>>,
    /// When the variants of an A/B test are compared.
    pub ab_decides_at: Option<Timestamp>,
}

/// Opens a run; its readers are frozen in the background. Answers its id.
pub async fn open_run(tx: &mut Tx, run: NewRun<'_>, now: Timestamp) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO campaign_runs (campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, domain_id, \
         is_ranked, started_at, tracking, segment, local_time, ab_state, ab_decides_at) \
         VALUES ($1, $2, $3, 'preparing', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id")
        .bind(run.campaign_id).bind(run.newsletter_id).bind(run.occurrence).bind(run.content).bind(run.upper)
        .bind(run.domain_id).bind(run.is_ranked).bind(now).bind(run.tracking.as_str()).bind(run.segment)
        .bind(&run.local_time).bind(run.ab_decides_at.map(|_| "waiting")).bind(run.ab_decides_at)
        .fetch_one(conn).await)
}

/// A variant of an A/B test, and how its sample fared.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct VariantRow {
    pub name: String,
    pub subject: String,
    pub intended: i64,
    /// Known once the test is decided.
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
}

/// The variants of a run, in order; none without an A/B test.
pub async fn variants(tx: &mut Tx, run: &RunRow) -> database::Result<Vec<VariantRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT name, subject, intended, sent, opens, clicks FROM run_variants WHERE newsletter_id = $1 AND run_id = $2 \
         ORDER BY variant")
        .bind(run.newsletter_id).bind(run.id).fetch_all(conn).await)
}

/// What the latest run of a campaign counts; `None` before there is one.
pub async fn tracking_of(tx: &mut Tx, campaign_id: i64) -> database::Result<Option<Tracking>> {
    Ok(run_of(tx, campaign_id).await?.map(|run| run.tracking))
}

/// When the next readers get theirs, if everybody left waits for a local time.
pub async fn next_local_time(
    tx: &mut Tx,
    run: &RunRow,
    now: Timestamp,
) -> database::Result<Option<Timestamp>> {
    let next: Option<Timestamp> = on_engine!(tx, conn => sqlx::query_scalar::<_, Option<Timestamp>>(
        "SELECT MIN(not_before) FROM delivery_chunks WHERE run_id = $1 AND is_open")
        .bind(run.id).fetch_one(conn).await?);
    Ok(next.filter(|at| *at > now))
}

/// A finished run takes readers up again.
pub async fn reopen_run(tx: &mut Tx, run_id: i64) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaign_runs SET state = 'sending', finished_at = NULL WHERE id = $1")
        .bind(run_id).execute(conn).await.map(drop))
}

/// Moves a reader's row between states by hand, with its counters; false when it is not in the first any more.
pub async fn move_row(
    tx: &mut Tx,
    key: Key,
    (from, to): (State, State),
    reason: &str,
    now: Timestamp,
) -> database::Result<bool> {
    let changed = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE deliveries SET state = $4, not_before = 0, updated_at = $5, reason = $6 \
         WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3 AND state = $7")
        .bind(key.newsletter_id).bind(key.run_id).bind(key.subscriber_id).bind(to.code()).bind(now).bind(reason)
        .bind(from.code()).execute(conn).await?.rows_affected());
    if changed == 0 {
        return Ok(false);
    }
    let mut deltas = Deltas::default();
    deltas.moved(key.run_id, from, to);
    deltas.write(tx).await?;
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
                opens: run.engaged.opens,
                clicks: run.engaged.clicks,
                started_at: run.started_at,
                finished_at: run.finished_at,
            };
            (run.campaign_id, summary)
        })
        .collect())
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

/// A reader left through a link of the campaign's mail.
pub async fn count_unsubscribed(tx: &mut Tx, newsletter_id: i64, campaign_id: i64) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET unsubscribed = unsubscribed + 1 WHERE id = \
         (SELECT MAX(id) FROM campaign_runs WHERE campaign_id = $2 AND newsletter_id = $1)")
        .bind(newsletter_id).bind(campaign_id).execute(conn).await.map(drop))
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
    if matches!(from, State::Queued | State::InDoubt | State::Held) {
        let key = Key { newsletter_id: run.newsletter_id, run_id: run.id, subscriber_id };
        let reason = "What came back shows that the mail was accepted.";
        move_row(tx, key, (from, State::Sent), reason, now).await?;
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
            .push(" AND subscriber_id > ").push_bind(after).push(" AND state IN ");
        push_list(&mut query, states.iter().map(|state| state.code()));
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
            .push(" AND newsletter_id = ").push_bind(run.newsletter_id).push(" AND subscriber_id IN ");
        push_list(&mut query, readers.iter().copied());
        query.push(" ORDER BY subscriber_id");
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
    // Chunks may overlap, so the next one is read as long as it may hold a lower id than those found.
    let chunks: Vec<(i64, i64)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT chunk_no, first_id FROM delivery_chunks WHERE is_open AND run_id = $1 AND last_id > $2 ORDER BY first_id")
        .bind(run.id).bind(after).fetch_all(conn).await?);
    let mut found: Vec<i64> = Vec::new();
    for (no, first) in chunks {
        if found.len() >= limit {
            found.sort_unstable();
            found.truncate(limit);
            if found.last().is_none_or(|last| *last < first) {
                return Ok(found);
            }
        }
        let (last, ids): (i64, Vec<u8>) = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT last_id, ids FROM delivery_chunks WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3")
            .bind(run.newsletter_id).bind(run.id).bind(no).fetch_one(conn).await?);
        let done: Vec<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
            "SELECT subscriber_id FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id BETWEEN $3 AND $4")
            .bind(run.newsletter_id).bind(run.id).bind(first).bind(last).fetch_all(conn).await?);
        let done: std::collections::HashSet<i64> = done.into_iter().collect();
        found.extend(decode_ids(&ids).into_iter().filter(|id| *id > after && !done.contains(id)));
    }
    found.sort_unstable();
    found.truncate(limit);
    Ok(found)
}

/// When a reader first opened and first clicked.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct Firsts {
    pub subscriber_id: i64,
    pub opened_at: Option<Timestamp>,
    pub clicked_at: Option<Timestamp>,
}

/// Of these readers, those who opened or clicked.
pub async fn firsts(tx: &mut Tx, run: &RunRow, readers: &[i64]) -> database::Result<HashMap<i64, Firsts>> {
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
) -> database::Result<Vec<i64>> {
    let sql = match did {
        Did::Opened => {
            "SELECT subscriber_id FROM engagements WHERE newsletter_id = $1 AND run_id = $2 \
            AND subscriber_id > $3 AND opened_at IS NOT NULL ORDER BY subscriber_id LIMIT $4"
        }
        Did::Clicked => {
            "SELECT subscriber_id FROM engagements WHERE newsletter_id = $1 AND run_id = $2 \
            AND subscriber_id > $3 AND clicked_at IS NOT NULL ORDER BY subscriber_id LIMIT $4"
        }
        Did::NotOpened => {
            "SELECT d.subscriber_id FROM deliveries d WHERE d.newsletter_id = $1 AND d.run_id = $2 \
            AND d.subscriber_id > $3 AND d.state = 5 AND NOT EXISTS (SELECT 1 FROM engagements e \
            WHERE e.newsletter_id = d.newsletter_id AND e.run_id = d.run_id AND e.subscriber_id = d.subscriber_id \
            AND (e.opened_at IS NOT NULL OR e.clicked_at IS NOT NULL)) ORDER BY d.subscriber_id LIMIT $4"
        }
    };
    on_engine!(tx, conn => sqlx::query_scalar(sql).bind(run.newsletter_id).bind(run.id).bind(after).bind(limit)
        .fetch_all(conn).await)
}

/// Readers who opened or clicked.
pub async fn engaged_readers(tx: &mut Tx, run: &RunRow) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM engagements WHERE newsletter_id = $1 AND run_id = $2 \
         AND (opened_at IS NOT NULL OR clicked_at IS NOT NULL)")
        .bind(run.newsletter_id).bind(run.id).fetch_one(conn).await)
}

/// First opens and clicks of an hour since the start.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct HourRow {
    pub hour: i64,
    pub opens: i64,
    pub clicks: i64,
}

/// The hours before `end` in which anything happened.
pub async fn hours(tx: &mut Tx, run: &RunRow, end: i64) -> database::Result<Vec<HourRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT hour, opens, clicks FROM run_hours WHERE newsletter_id = $1 AND run_id = $2 AND hour < $3 ORDER BY hour")
        .bind(run.newsletter_id).bind(run.id).bind(end).fetch_all(conn).await)
}

/// A link of the mail and its clicks.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LinkRow {
    pub link_no: i64,
    pub url: String,
    pub label: String,
    pub clicks: i64,
    pub all_clicks: i64,
    pub robot_clicks: i64,
}

pub async fn run_links(tx: &mut Tx, run: &RunRow) -> database::Result<Vec<LinkRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT link_no, url, label, clicks, all_clicks, robot_clicks FROM run_links \
         WHERE newsletter_id = $1 AND run_id = $2 ORDER BY link_no")
        .bind(run.newsletter_id).bind(run.id).fetch_all(conn).await)
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
pub async fn past_of(tx: &mut Tx, newsletter_id: i64, limit: i64) -> database::Result<Vec<Past>> {
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
