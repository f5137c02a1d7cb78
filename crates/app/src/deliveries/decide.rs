//! The end of an A/B test: the variants are compared once, and the rest of the readers get the better one.

use database::{Tx, on_engine};
use sqlx::types::Json;

use super::ledger::UNDECIDED;
use crate::{
    CampaignId, Core,
    campaigns::{
        self,
        ab::Metric,
        variants::{Drawn, Outcome, Plan, compare},
    },
    deliveries::{marks::Damaged, store},
    newsletters::Tracking,
    runs::{self, Decision, RunRow},
};

/// Readers that are counted in one statement.
const PAGE: i64 = 50_000;

/// Decides the tests whose time has come; answers how many.
pub async fn decide_due(core: &Core) -> database::Result<usize> {
    let mut tx = core.db.read().await?;
    // Readers are still put aside for the winner while the audience is being frozen. A run without a rest is done before
    // its time comes.
    let due: Vec<CampaignId> = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT r.campaign_id FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.ab_state = 'waiting' AND r.ab_decides_at <= $1 AND r.state <> 'preparing' AND c.status <> 'cancelled' \
         ORDER BY r.ab_decides_at LIMIT 20")
        .bind(core.now()).fetch_all(conn).await?);
    drop(tx);
    let mut decided = 0;
    for campaign_id in due {
        match Damaged::apart(decide(core, campaign_id).await)? {
            Err(error) => tracing::error!(%error, %campaign_id, "an A/B test cannot be decided"),
            Ok(done) => decided += usize::from(done),
        }
    }
    if decided > 0 {
        core.sender.wake();
    }
    Ok(decided)
}

async fn decide(core: &Core, campaign_id: CampaignId) -> database::Result<bool> {
    let mut tx = core.db.read().await?;
    let (Some(run), Some(campaign)) =
        (runs::latest(&mut tx, campaign_id).await?, campaigns::find_any(&mut tx, campaign_id).await?)
    else {
        return Ok(false);
    };
    let Some(test) = campaign.ab_test.map(|test| test.0) else { return Ok(false) };
    let plan = Plan::of(campaign_id, &test);
    let sent = sent(&mut tx, &run, plan).await?;
    let engaged = runs::variants(&mut tx, &run).await?;
    drop(tx);
    let results: Vec<(i64, i64)> = engaged
        .iter()
        .zip(&sent)
        .map(|(variant, sent)| match test.metric {
            Metric::Opens => (variant.opens, *sent),
            Metric::Clicks => (variant.clicks, *sent),
        })
        .collect();
    let outcome = if run.tracking == Tracking::Full { compare(&results) } else { None };
    let winner = outcome.filter(Outcome::is_significant);
    let decision = Decision {
        winner: winner.map(|outcome| outcome.best),
        p_value: outcome.map(|outcome| outcome.p_value),
        sent: &sent,
    };
    let mut tx = core.db.begin().await?;
    if !runs::decide(&mut tx, &run, decision, core.now()).await? {
        return Ok(false);
    }
    on_engine!(&mut tx, conn => sqlx::query(
        "UPDATE delivery_chunks SET not_before = not_before - $3 \
         WHERE newsletter_id = $1 AND run_id = $2 AND not_before >= $3")
        .bind(run.newsletter_id).bind(run.id).bind(UNDECIDED).execute(conn).await.map(drop))?;
    tx.commit().await?;
    Ok(true)
}

/// How many readers of each variant's sample it was sent to. Until the decision nobody else was sent anything.
pub async fn sent(tx: &mut Tx, run: &RunRow, plan: Plan) -> database::Result<Vec<i64>> {
    let sample: Option<Json<Drawn>> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT sample FROM campaign_runs WHERE id = $1").bind(run.id).fetch_one(conn).await?);
    let drawn = sample.map(|drawn| drawn.0);
    let mut sent = vec![0; usize::from(plan.variants)];
    let mut after = 0;
    loop {
        let ids = store::sent(tx, run, after, PAGE).await?;
        for variant in ids.iter().filter_map(|id| plan.variant(drawn.as_ref(), id.get())) {
            sent[usize::from(variant)] += 1;
        }
        match ids.last() {
            Some(last) if ids.len() as i64 == PAGE => after = last.get(),
            _ => return Ok(sent),
        }
    }
}
