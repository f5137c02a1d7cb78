//! `GET …/progress`: server-sent events while a campaign is sent.

use std::{convert::Infallible, time::Duration};

use axum::{
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use database::Tx;
use futures::{Stream, stream};
use serde::Serialize;
use tokio::time::sleep;

use super::{
    report::{Reason, reasons, waiting},
    send::find,
};
use crate::{
    CampaignId, Core, NewsletterId, Timestamp,
    accounts::Caller,
    campaigns::Status,
    deliveries::{store, trouble},
    http::{ApiResult, Path, ProblemBody},
    runs::{self, Ledger, RunRow},
};

const EVERY: Duration = Duration::from_secs(1);

/// One look at a campaign that is being sent.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Progress {
    pub status: Status,
    #[schema(required)]
    pub pause_reason: Option<String>,
    pub ledger: Ledger,
    /// Messages settled per second since the last event, or since the start in the first one.
    pub rate_per_second: f64,
    /// At this rate; null while nothing moves, and while the rest of the readers wait for the end of an A/B test. Before,
    /// until the sample is out.
    #[schema(required)]
    pub seconds_left: Option<f64>,
    /// An A/B test that is not decided yet.
    #[schema(required)]
    pub ab_test: Option<AbTestProgress>,
    /// Failures and delays by reason.
    pub errors: Vec<Reason>,
    /// Why nothing leaves just now although it is being sent.
    #[schema(required)]
    pub waiting: Option<String>,
    /// Why the mail server gets nothing just now, and since when, after a minute; null while it does.
    #[schema(required)]
    pub trouble: Option<trouble::View>,
    /// Readers who opened it already.
    pub opens: i64,
    pub clicks: i64,
}

/// How far an A/B test has come before its winner is chosen.
#[derive(Serialize, utoipa::ToSchema)]
pub struct AbTestProgress {
    pub state: AbTestStep,
    /// Readers who wait for the winner.
    pub rest: i64,
    pub decides_at: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AbTestStep {
    /// The variants are on their way to the sample.
    Sampling,
    /// The sample is out; nothing leaves until the winner is chosen.
    Waiting,
}

/// One event of the stream.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "says in the API's document what the stream holds")]
struct ProgressEvent {
    /// `progress`, and `done` for the last one.
    event: String,
    /// A `Progress` as JSON.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// What the stream remembers from one event to the next.
struct Follow {
    core: Core,
    caller: Caller,
    ids: (NewsletterId, CampaignId),
    /// (time, settled readers) of the last event.
    last: Option<(i64, i64)>,
    over: bool,
}

/// Follow a campaign that is being sent
///
/// An event `progress` about every second, `done` when it is no longer being sent.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/progress", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, content_type = "text/event-stream", body = ProgressEvent, description = "Events whose data is a Progress object"),
        (status = 401, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub async fn get_campaign_progress(
    State(core): State<Core>,
    caller: Caller,
    Path(ids): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let mut tx = core.db.read().await?;
    find(&mut tx, &caller, ids.0, ids.1).await?;
    drop(tx);
    let follow = Follow { core, caller, ids, last: None, over: false };
    Ok(Sse::new(stream::unfold(follow, next)).keep_alive(KeepAlive::default()))
}

async fn next(mut follow: Follow) -> Option<(Result<Event, Infallible>, Follow)> {
    if follow.over {
        return None;
    }
    if follow.last.is_some() {
        sleep(EVERY).await;
    }
    // A campaign that was deleted, or a database that is gone, ends the stream; the client asks again.
    let progress = look(&mut follow).await.ok()?;
    follow.over = progress.status != Status::Sending;
    let event = Event::default().event(if follow.over { "done" } else { "progress" });
    let event = event.json_data(&progress).ok()?;
    Some((Ok(event), follow))
}

async fn look(follow: &mut Follow) -> ApiResult<Progress> {
    let mut tx = follow.core.db.read().await?;
    let (_, campaign) = find(&mut tx, &follow.caller, follow.ids.0, follow.ids.1).await?;
    let run = runs::latest(&mut tx, campaign.id).await?;
    let now = follow.core.now().0;
    let ledger = run.as_ref().map(|r| r.counters.ledger()).unwrap_or_default();
    let started = run.as_ref().map_or(now, |r| r.started_at.0);
    let (then, before) = follow.last.replace((now, ledger.settled())).unwrap_or((started, 0));
    let seconds = (now - then).max(1) as f64 / 1000.0;
    let rate = ((ledger.settled() - before) as f64 / seconds).max(0.0);
    let left = ledger.intended - ledger.settled();
    let errors = match &run {
        Some(run) => reasons(&mut tx, run.id).await?,
        None => Vec::new(),
    };
    let waiting = match &run {
        Some(run) if campaign.status == Status::Sending => waiting(&follow.core, &mut tx, run).await?,
        _ => None,
    };
    let trouble = match campaign.status {
        Status::Sending => trouble::trouble(&mut tx, Timestamp(now)).await?,
        _ => None,
    };
    let ab_test = match &run {
        Some(run) => ab_test(&mut tx, run).await?,
        None => None,
    };
    // Who waits for the winner does not leave at any rate.
    let seconds_left = match &ab_test {
        Some(test) if test.state == AbTestStep::Waiting => None,
        Some(test) => (rate > 0.0).then(|| (left - test.rest) as f64 / rate),
        None => (rate > 0.0).then(|| left as f64 / rate),
    };
    let engaged = run.map(|run| run.engaged).unwrap_or_default();
    Ok(Progress {
        status: campaign.status,
        pause_reason: campaign.pause_reason,
        ledger,
        rate_per_second: rate,
        seconds_left,
        ab_test,
        waiting,
        trouble,
        errors,
        opens: engaged.opens,
        clicks: engaged.clicks,
    })
}

/// Of a run whose test is not decided yet.
pub async fn ab_test(tx: &mut Tx, run: &RunRow) -> database::Result<Option<AbTestProgress>> {
    let (Some("waiting"), Some(decides_at)) = (run.ab_state.as_deref(), run.ab_decides_at) else {
        return Ok(None);
    };
    let rest = store::undecided(tx, run).await?;
    let ledger = run.counters.ledger();
    let left = ledger.intended - ledger.settled();
    let state =
        if left > rest || run.counters.intended == 0 { AbTestStep::Sampling } else { AbTestStep::Waiting };
    Ok(Some(AbTestProgress { state, rest, decides_at }))
}
