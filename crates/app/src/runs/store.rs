//! The rows of runs: one for each campaign that is sent.

use std::collections::HashMap;

use database::{Engine, Statement, Tx, Write, on_engine, push_list, together};
use serde::Serialize;
use sqlx::{Build as _, QueryBuilder, types::Json};

use super::{
    figures::Engaged,
    model::{Counters, Ledger, Segment, Waiting},
};
use crate::{
    AuthorId, CampaignId, NewsletterId, RunId, Timestamp, calendar::Schedule, domains::SendStats,
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
    pub tracking: Tracking,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub forgotten_at: Option<Timestamp>,
}

/// A run's row without its content.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RunRow {
    pub id: RunId,
    pub campaign_id: CampaignId,
    pub newsletter_id: NewsletterId,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Since when nobody knows any more who opened and clicked; the figures stay.
    pub forgotten_at: Option<Timestamp>,
    /// The registered domain that it is sent from.
    pub domain_id: Option<i64>,
    pub bounced: i64,
    pub soft_bounced: i64,
    pub complained: i64,
    #[sqlx(try_from = "String")]
    pub tracking: Tracking,
    /// Subscribers who left through a link of this email.
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

/// A counter of `campaign_runs` with what its nodes have counted apart.
macro_rules! with_nodes {
    ($counter:literal) => {
        concat!(
            $counter,
            " + (SELECT CAST(COALESCE(SUM(n.",
            $counter,
            "), 0) AS BIGINT) FROM run_counts n WHERE n.run_id = campaign_runs.id) AS ",
            $counter
        )
    };
}

/// The columns of [`Counters`].
macro_rules! counters {
    () => {
        concat!(
            "intended, claimed, ",
            with_nodes!("committing"),
            ", ",
            with_nodes!("sent"),
            ", deferred, failed, suppressed, skipped, cancelled, in_doubt, held"
        )
    };
}

const RUN_COLUMNS: &str = concat!(
    "id, campaign_id, newsletter_id, started_at, finished_at, forgotten_at, domain_id, bounced, soft_bounced, \
     complained, tracking, unsubscribed, ab_state, ab_decides_at, ab_decided_at, ab_rest, ab_p_value, local_time, opens, clicks, \
     all_opens, all_clicks, privacy_opens, robot_opens, robot_clicks, engaged_readers, ",
    counters!()
);

/// The runs of the campaigns that were sent, in one statement.
pub async fn runs(tx: &mut Tx, campaign_ids: &[CampaignId]) -> database::Result<Vec<RunRow>> {
    if campaign_ids.is_empty() {
        return Ok(Vec::new());
    }
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(RUN_COLUMNS).push(" FROM campaign_runs WHERE campaign_id IN ");
        push_list(&mut query, campaign_ids.iter().copied());
        query.push(" ORDER BY id");
        query.build_as().fetch_all(conn).await
    })
}

/// The latest run of a campaign.
pub async fn latest(tx: &mut Tx, campaign_id: CampaignId) -> database::Result<Option<RunRow>> {
    Ok(runs(tx, &[campaign_id]).await?.pop())
}

/// A run to be.
pub struct NewRun<'a> {
    pub campaign_id: CampaignId,
    pub newsletter_id: NewsletterId,
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
pub async fn open(tx: &mut Tx, run: NewRun<'_>, now: Timestamp) -> database::Result<RunId> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO campaign_runs (campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, domain_id, \
         is_ranked, started_at, tracking, segment, local_time, ab_state, ab_decides_at) \
         VALUES ($1, $2, $3, 'preparing', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id")
        .bind(run.campaign_id).bind(run.newsletter_id).bind(run.occurrence).bind(run.content).bind(run.upper)
        .bind(run.domain_id).bind(run.is_ranked).bind(now).bind(run.tracking.as_str()).bind(run.segment)
        .bind(&run.local_time).bind(run.ab_decides_at.map(|_| "waiting")).bind(run.ab_decides_at)
        .fetch_one(conn).await)
}

/// Whether it is known who opened a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    Known,
    /// Readers were not told apart, or nothing was sent.
    NeverKnown,
    Forgotten,
}

impl Opens {
    /// Why it is not known; nothing when it is.
    pub fn unknown_because(self) -> Option<&'static str> {
        match self {
            Self::Known => None,
            Self::NeverKnown => Some(
                "We don't know who opened this campaign, because its newsletter's tracking was anonymous.",
            ),
            Self::Forgotten => {
                Some("We don't know any more who opened this campaign. It was sent too long ago.")
            }
        }
    }
}

impl RunRow {
    pub fn opens_are(&self) -> Opens {
        match (self.tracking, self.forgotten_at) {
            (Tracking::Full, None) => Opens::Known,
            (Tracking::Full, Some(_)) => Opens::Forgotten,
            (Tracking::Anonymous | Tracking::None, _) => Opens::NeverKnown,
        }
    }
}

/// [`RunRow::opens_are`] of the latest run of a campaign.
pub async fn opens_of(tx: &mut Tx, campaign_id: CampaignId) -> database::Result<Opens> {
    Ok(latest(tx, campaign_id).await?.map_or(Opens::NeverKnown, |run| run.opens_are()))
}

/// A finished run takes readers up again.
pub async fn reopen(tx: &mut Tx, run_id: RunId) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaign_runs SET state = 'sending', finished_at = NULL WHERE id = $1")
        .bind(run_id).execute(conn).await.map(drop))
}

/// A part of the audience that was frozen into chunks.
pub struct Frozen<'a, S> {
    /// The last reader that was looked at.
    pub cursor: i64,
    /// New chunks, and the readers in them.
    pub chunks: i64,
    pub readers: i64,
    /// What the run is in now: `preparing` or `sending`.
    pub state: &'a str,
    /// Who is in the sample of an A/B test, so far.
    pub sample: Option<S>,
}

/// Counts what was frozen.
pub async fn freeze<S: Serialize + Send + Sync>(
    tx: &mut Tx,
    run_id: RunId,
    frozen: Frozen<'_, S>,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET freeze_cursor = $2, next_chunk = next_chunk + $3, intended = intended + $4, state = $5, \
         sample = $6 WHERE id = $1")
        .bind(run_id).bind(frozen.cursor).bind(frozen.chunks).bind(frozen.readers).bind(frozen.state)
        .bind(frozen.sample.as_ref().map(Json))
        .execute(conn).await.map(drop))
}

/// Adds to the counters of a run's readers by state.
pub fn count(run_id: RunId, by: &Counters) -> Statement {
    Statement::new(
        "UPDATE campaign_runs SET claimed = claimed + $2, committing = committing + $3, sent = sent + $4, \
         deferred = deferred + $5, failed = failed + $6, suppressed = suppressed + $7, skipped = skipped + $8, \
         cancelled = cancelled + $9, in_doubt = in_doubt + $10, held = held + $11 WHERE id = $1",
    )
    .bind(run_id.get())
    .bind(by.claimed)
    .bind(by.committing)
    .bind(by.sent)
    .bind(by.deferred)
    .bind(by.failed)
    .bind(by.suppressed)
    .bind(by.skipped)
    .bind(by.cancelled)
    .bind(by.in_doubt)
    .bind(by.held)
}

/// Adds, apart from those of other nodes, to the counters of mails that are on their way or were sent, and notes what of all of them
/// the domain's figures do not have.
pub fn count_of_node(run_id: RunId, node_id: i64, by: &Counters, waiting: Option<&str>) -> Write {
    let statement = Statement::new(
        "INSERT INTO run_counts (run_id, node_id, committing, sent, waiting) SELECT $1, $2, $3, $4, $5 WHERE TRUE",
    );
    let statement =
        statement.bind(run_id.get()).bind(node_id).bind(by.committing).bind(by.sent).bind(waiting);
    Write::one(statement).behind(
        "ON CONFLICT (run_id, node_id) DO UPDATE SET committing = run_counts.committing + excluded.committing, \
         sent = run_counts.sent + excluded.sent, waiting = excluded.waiting",
    )
}

/// Notes that the domain's figures have all of the node's mails.
pub fn waits_no_more(run_id: RunId, node_id: i64) -> Statement {
    let statement = Statement::new("UPDATE run_counts SET waiting = NULL WHERE run_id = $1 AND node_id = $2");
    statement.bind(run_id.get()).bind(node_id)
}

/// Ends a run; how many mails were sent, and what the domain's figures do not have of them. `None`: it has ended before.
pub async fn close(tx: &mut Tx, run_id: RunId, now: Timestamp) -> database::Result<Option<(i64, Waiting)>> {
    let nodes: Vec<(i64, i64, Option<String>)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "DELETE FROM run_counts WHERE run_id = $1 RETURNING committing, sent, waiting")
        .bind(run_id).fetch_all(conn).await)?;
    let (mut committing, mut sent, mut waiting) = (0, 0, Waiting::default());
    for (of_node, sent_by_it, waits) in nodes {
        committing += of_node;
        sent += sent_by_it;
        waiting.add(Waiting::parse(waits.as_deref()));
    }
    let sent: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "UPDATE campaign_runs SET state = 'done', finished_at = $2, committing = committing + $3, sent = sent + $4 \
         WHERE id = $1 AND state <> 'done' RETURNING sent")
        .bind(run_id).bind(now).bind(committing).bind(sent).fetch_optional(conn).await)?;
    Ok(sent.map(|sent| (sent, waiting)))
}

/// Whether a run of the author's is not over.
pub async fn has_open(tx: &mut Tx, author_id: AuthorId) -> database::Result<bool> {
    let open: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT r.id FROM newsletters n JOIN campaign_runs r ON r.newsletter_id = n.id \
         WHERE n.author_id = $1 AND r.state <> 'done' LIMIT 1").bind(author_id).fetch_optional(conn).await?);
    Ok(open.is_some())
}

/// The ledgers of the campaigns that were sent, in one statement.
pub async fn summaries(
    tx: &mut Tx,
    campaign_ids: &[CampaignId],
) -> database::Result<HashMap<CampaignId, Summary>> {
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
                forgotten_at: run.forgotten_at,
            };
            (run.campaign_id, summary)
        })
        .collect())
}

/// A run as what comes back names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct RunRef {
    pub id: RunId,
    pub campaign_id: CampaignId,
    pub newsletter_id: NewsletterId,
    pub domain_id: Option<i64>,
}

/// What is to be counted at the end of the node's life of its domain's figures, by run; it has them no more.
pub async fn waiting_of(tx: &mut Tx, node_id: i64) -> database::Result<Vec<(RunId, Waiting)>> {
    let lock = if tx.engine() == Engine::Postgres { " FOR UPDATE" } else { "" };
    let rows: Vec<(RunId, String)> = on_engine!(&mut *tx, conn => {
        let mut query = QueryBuilder::new("SELECT run_id, waiting FROM run_counts WHERE waiting IS NOT NULL AND node_id = ");
        query.push_bind(node_id).push(" ORDER BY run_id").push(lock);
        query.build_as().fetch_all(conn).await
    })?;
    together(tx, rows.iter().map(|(run_id, _)| waits_no_more(*run_id, node_id)).collect()).await?;
    Ok(rows.into_iter().map(|(run_id, waiting)| (run_id, Waiting::parse(Some(&waiting)))).collect())
}

/// The run of this id, without its domain if there is none any more.
pub async fn find(tx: &mut Tx, run_id: RunId) -> database::Result<Option<RunRef>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, campaign_id, newsletter_id, (SELECT d.id FROM domains d WHERE d.id = r.domain_id) AS domain_id \
         FROM campaign_runs r WHERE id = $1")
        .bind(run_id).fetch_optional(conn).await)
}

/// The latest run of a campaign of a newsletter.
pub async fn latest_id(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    campaign_id: CampaignId,
) -> database::Result<Option<RunId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM campaign_runs WHERE campaign_id = $1 AND newsletter_id = $2 ORDER BY id DESC LIMIT 1")
        .bind(campaign_id).bind(newsletter_id).fetch_optional(conn).await)
}

/// A reader left through a link of the campaign's mail.
pub async fn count_unsubscribed(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    campaign_id: CampaignId,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET unsubscribed = unsubscribed + 1 WHERE id = \
         (SELECT MAX(id) FROM campaign_runs WHERE campaign_id = $2 AND newsletter_id = $1)")
        .bind(newsletter_id).bind(campaign_id).execute(conn).await.map(drop))
}

/// So many hard bounces were none after all.
pub async fn uncount_bounces(tx: &mut Tx, run_id: RunId, n: i64) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaign_runs SET bounced = bounced - $2 WHERE id = $1")
        .bind(run_id).bind(n).execute(conn).await.map(drop))
}

/// Counts what came back of the mails of the run.
pub async fn count_returned(tx: &mut Tx, run_id: RunId, stats: SendStats) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET bounced = bounced + $2, soft_bounced = soft_bounced + $3, complained = complained + $4 \
         WHERE id = $1")
        .bind(run_id).bind(stats.bounced).bind(stats.soft_bounced).bind(stats.complained).execute(conn).await.map(drop))
}

/// The counters of all runs that are not done, in sum.
pub async fn open_totals(tx: &mut Tx) -> database::Result<Counters> {
    let rows: Vec<Counters> = on_engine!(tx, conn => sqlx::query_as(
        concat!("SELECT ", counters!(), " FROM campaign_runs WHERE state <> 'done'")).fetch_all(conn).await?);
    Ok(rows.into_iter().fold(Counters::default(), |sum, run| Counters {
        intended: sum.intended + run.intended,
        claimed: sum.claimed + run.claimed,
        committing: sum.committing + run.committing,
        sent: sum.sent + run.sent,
        deferred: sum.deferred + run.deferred,
        failed: sum.failed + run.failed,
        suppressed: sum.suppressed + run.suppressed,
        skipped: sum.skipped + run.skipped,
        cancelled: sum.cancelled + run.cancelled,
        in_doubt: sum.in_doubt + run.in_doubt,
        held: sum.held + run.held,
    }))
}
