//! `GET …/report`: the ledger, its reasons and who is uncertain.

use axum::{Json, extract::State};
use serde::Serialize;

use super::{
    list::{Delivery, complete},
    send::find,
};
use crate::{
    App, Timestamp,
    campaigns::Status,
    deliveries::{
        model::{Ledger, State as DeliveryState},
        store,
    },
    http::{Answer, Caller, Path, ProblemBody},
    newsletters::InDoubtPolicy,
};

/// Uncertain readers listed in the report itself; the rest are found by `…/deliveries`.
const UNCERTAIN: i64 = 100;
const REASONS: i64 = 100;

/// How many readers share a state and a reason.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Reason {
    pub state: &'static str,
    #[schema(required)]
    pub reason: Option<String>,
    pub count: i64,
}

/// What became of a campaign.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Report {
    pub campaign_id: i64,
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
    pub reasons: Vec<Reason>,
    /// Readers of whom it was not known, once or more, whether a message arrived: the only ones who may have got two.
    /// The first 100.
    pub uncertain: Vec<Delivery>,
}

/// The ledger of a campaign: every intended reader is in exactly one group.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{id}/report", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("id" = i64, Path)),
    responses((status = 200, body = Report), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub async fn report(
    State(app): State<App>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(i64, i64)>,
) -> Answer<Json<Report>> {
    let mut tx = app.db.read().await?;
    let (_, campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    let run = store::run_of(&mut tx, id).await?;
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
        reasons: Vec::new(),
        uncertain: Vec::new(),
    };
    if let Some(run) = run {
        let seconds =
            (run.finished_at.unwrap_or_else(|| app.now()).0 - run.started_at.0).max(1) as f64 / 1000.0;
        report.duration_seconds = Some(seconds);
        report.rate_per_second = Some(run.counters.sent as f64 / seconds);
        report.ledger = run.counters.ledger();
        report.reasons = reasons(&mut tx, run.id).await?;
        let rows = store::doubtful(&mut tx, &run, 0, UNCERTAIN).await?;
        report.uncertain = complete(&app, &mut tx, &run, rows).await?;
    }
    Ok(Json(report))
}

pub(super) async fn reasons(tx: &mut database::Tx, run_id: i64) -> Answer<Vec<Reason>> {
    Ok(store::reasons(tx, run_id, REASONS)
        .await?
        .into_iter()
        .filter_map(|(code, reason, count)| {
            Some(Reason { state: DeliveryState::from_code(code)?.group(), reason, count })
        })
        .collect())
}
