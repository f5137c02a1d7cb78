//! Runs: one for each campaign that is sent.

use std::collections::HashMap;

use database::{Tx, on_engine, push_list};
use sqlx::{QueryBuilder, types::Json};

use crate::{
    Timestamp,
    campaigns::{Segment, schedule::Schedule},
    deliveries::{
        events,
        ledger::UNDECIDED,
        model::{Counters, Ledger},
    },
    newsletters::{self, Tracking},
    tracking::Engaged,
};

/// A campaign's latest run as other features see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    pub ledger: Ledger,
    /// Hard bounces, also of mails that were accepted first.
    pub bounced: i64,
    pub opens: i64,
    pub clicks: i64,
    pub tracking: Tracking,
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

/// How many readers wait for the winner of an A/B test.
pub async fn undecided(tx: &mut Tx, run: &RunRow) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(readers), 0) AS BIGINT) FROM delivery_chunks \
         WHERE newsletter_id = $1 AND run_id = $2 AND is_open AND not_before >= $3")
        .bind(run.newsletter_id).bind(run.id).bind(UNDECIDED).fetch_one(conn).await)
}

/// A finished run takes readers up again.
pub async fn reopen_run(tx: &mut Tx, run_id: i64) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaign_runs SET state = 'sending', finished_at = NULL WHERE id = $1")
        .bind(run_id).execute(conn).await.map(drop))
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
                tracking: run.tracking,
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

/// Whether a campaign of any of the author's newsletters is being sent or paused; such an account cannot be deleted.
pub async fn is_author_busy(tx: &mut Tx, author_id: i64) -> database::Result<bool> {
    for id in newsletters::ids_of_author(tx, author_id).await? {
        if is_newsletter_busy(tx, id).await? {
            return Ok(true);
        }
    }
    Ok(false)
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
pub async fn count_event(tx: &mut Tx, run_id: i64, kind: events::Kind) -> database::Result<()> {
    let one = |wanted| i64::from(kind == wanted);
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET bounced = bounced + $2, soft_bounced = soft_bounced + $3, complained = complained + $4 \
         WHERE id = $1")
        .bind(run_id).bind(one(events::Kind::Bounced)).bind(one(events::Kind::SoftBounced))
        .bind(one(events::Kind::Complained)).execute(conn).await.map(drop))
}

/// So many hard bounces were none after all.
pub async fn uncount_bounces(tx: &mut Tx, run_id: i64, n: i64) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaign_runs SET bounced = bounced - $2 WHERE id = $1")
        .bind(run_id).bind(n).execute(conn).await.map(drop))
}

/// Whether a campaign is being sent, or paused, from the domain.
pub async fn is_domain_busy(tx: &mut Tx, domain_id: i64) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>(
        "SELECT COUNT(*) FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.state <> 'done' AND r.domain_id = $1 AND c.status IN ('sending', 'paused')")
        .bind(domain_id).fetch_one(conn).await)
    .map(|n| n > 0)
}
