//! `GET …/report`: the ledger, its reasons and who is uncertain.

use axum::{Json, extract::State};
use serde::Serialize;

use super::{
    engagement::{Engagement, engagement},
    list::{Delivery, complete},
    send::find,
};
use crate::{
    CampaignId, Core, NewsletterId, RunId, Timestamp,
    accounts::Caller,
    campaigns::{self, OriginView, Status},
    deliveries::{store, trouble},
    domains,
    http::{ApiResult, Path, ProblemBody},
    newsletters::InDoubtPolicy,
    runs::{self, Ledger, RunRow, State as DeliveryState},
};

/// Uncertain readers listed in the report itself; the rest are found by `…/deliveries`.
const UNCERTAIN: i64 = 100;
const REASONS: i64 = 100;

/// How many subscribers share a state and a reason.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Reason {
    #[schema(value_type = runs::DeliveryGroup)]
    pub state: &'static str,
    #[schema(required)]
    pub reason: Option<String>,
    pub count: i64,
}

/// What became of a campaign.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Report {
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
    pub status: Status,
    #[schema(required)]
    pub pause_reason: Option<String>,
    pub in_doubt_policy: InDoubtPolicy,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
    #[schema(required)]
    pub duration_seconds: Option<f64>,
    /// Messages accepted per second, from start to end or now.
    #[schema(required)]
    pub rate_per_second: Option<f64>,
    pub ledger: Ledger,
    /// Emails whose mailbox does not exist, also those that were accepted first.
    pub bounced: i64,
    /// Emails whose mailbox was full or away.
    pub soft_bounced: i64,
    /// Subscribers who called it spam.
    pub complained: i64,
    /// Why nothing leaves just now although it is being sent, such as a daily limit.
    #[schema(required)]
    pub waiting: Option<String>,
    /// Why the mail server gets nothing just now although it is being sent, and since when, after a minute; null while
    /// it does.
    #[schema(required)]
    pub trouble: Option<trouble::View>,
    pub reasons: Vec<Reason>,
    /// Subscribers of whom it was not known, once or more, whether a message arrived: the only ones who may have got two.
    /// The first 100.
    pub uncertain: Vec<Delivery>,
    #[serde(flatten)]
    pub engagement: Engagement,
    /// The campaign that it was made from.
    #[schema(required)]
    pub origin: Option<OriginView>,
}

/// Read the report of a campaign
///
/// With its ledger: everybody it was for is in exactly one group.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/report", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, body = Report), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub async fn get_campaign_report(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Json<Report>> {
    let mut tx = core.db.read().await?;
    let (newsletter, campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    let run = runs::latest(&mut tx, id).await?;
    let engagement = engagement(&mut tx, &campaign, run.as_ref(), newsletter.tracking).await?;
    let origin = campaigns::origin(&mut tx, &campaign).await?;
    let mut report = Report {
        campaign_id: id,
        status: campaign.status,
        pause_reason: campaign.pause_reason,
        in_doubt_policy: campaign.in_doubt_policy,
        started_at: run.as_ref().map(|r| r.started_at),
        finished_at: run.as_ref().and_then(|r| r.finished_at),
        duration_seconds: None,
        rate_per_second: None,
        ledger: Ledger::default(),
        bounced: 0,
        soft_bounced: 0,
        complained: 0,
        waiting: None,
        trouble: None,
        reasons: Vec::new(),
        uncertain: Vec::new(),
        engagement,
        origin,
    };
    if let Some(run) = run {
        let seconds =
            (run.finished_at.unwrap_or_else(|| core.now()).0 - run.started_at.0).max(1) as f64 / 1000.0;
        report.duration_seconds = Some(seconds);
        report.rate_per_second = Some(run.counters.sent as f64 / seconds);
        report.ledger = run.counters.ledger();
        (report.bounced, report.soft_bounced, report.complained) =
            (run.bounced, run.soft_bounced, run.complained);
        if report.status == Status::Sending {
            report.waiting = waiting(&core, &mut tx, &run).await?;
            report.trouble = trouble::trouble(&mut tx, core.now()).await?;
        }
        report.reasons = reasons(&mut tx, run.id).await?;
        let rows = store::doubtful(&mut tx, &run, 0, UNCERTAIN).await?;
        report.uncertain = complete(&core, &mut tx, &run, rows).await?;
    }
    Ok(Json(report))
}

/// Why a run from this domain waits, if it does.
pub(super) async fn waiting(core: &Core, tx: &mut database::Tx, run: &RunRow) -> ApiResult<Option<String>> {
    let now = core.now();
    if let (Some("waiting"), Some(at)) = (run.ab_state.as_deref(), run.ab_decides_at) {
        return Ok(Some(format!("The A/B test decides at {at}. Everyone else gets the winner then.")));
    }
    if let Some(schedule) = &run.local_time
        && let Some(at) = store::next_local_time(tx, run, now).await?
    {
        let wall = schedule.local_time.as_deref().and_then(|time| time.split('T').nth(1)).unwrap_or_default();
        return Ok(Some(format!(
            "The next subscribers get theirs at {at}, when it's {wall} where they live."
        )));
    }
    let Some(id) = run.domain_id else { return Ok(None) };
    if domains::limits::left_now(tx, &[id], now).await?.get(&id) != Some(&0) {
        return Ok(None);
    }
    let Some(domain) = domains::find_any(tx, id).await? else { return Ok(None) };
    let day = now.day();
    let why = if domain.is_warming_up(day) { "its warm-up" } else { "its daily limit" };
    let allowed = domains::limits::allowance(domain.daily_send_limit, domain.warm_up_from, day).unwrap_or(0);
    Ok(Some(format!(
        "{} has sent the {allowed} emails {why} allows today. Sending continues at {}.",
        domain.domain,
        domains::limits::tomorrow(now)
    )))
}

pub(super) async fn reasons(tx: &mut database::Tx, run_id: RunId) -> ApiResult<Vec<Reason>> {
    Ok(store::reasons(tx, run_id, REASONS)
        .await?
        .into_iter()
        .filter_map(|(code, reason, count)| {
            Some(Reason { state: DeliveryState::from_code(code)?.group(), reason, count })
        })
        .collect())
}
