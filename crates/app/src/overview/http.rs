//! The one call of the Overview.

use axum::{extract::State, http::StatusCode};
use database::Tx;
use serde::Deserialize;

use super::{
    model::{self, ACTIVITIES, Overview, OverviewSetup, OverviewTotals, PERIOD},
    store,
};
use crate::{
    AuthorId, Core,
    accounts::Caller,
    activities, analytics, author_settings,
    http::{ApiResult, Json, Problem, Problems},
    newsletters, sample_data,
};

/// Totals, the last 30 days against the 30 before, and what happened lately
#[utoipa::path(get, path = "/api/overview", tag = "overview",
    responses(
        (status = 200, body = Overview),
        Problems<401>))]
pub async fn get_overview(State(core): State<Core>, caller: Caller) -> ApiResult<axum::Json<Overview>> {
    let today = core.now().day();
    let author = caller.author_id;
    let mut tx = core.db.read().await?;
    let totals = newsletters::totals(&mut tx, author).await?;
    let busy = newsletters::daily(&mut tx, author, None, model::first_day(today), today).await?;
    let mut now = model::period(&busy, today);
    let mut before = model::period(&busy, today - PERIOD);
    for (period, last) in [(&mut now, today), (&mut before, today - PERIOD)] {
        (period.open_rate, period.click_rate) =
            analytics::rates(&mut tx, author, (last - PERIOD + 1, last)).await?;
    }
    Ok(axum::Json(Overview {
        totals: OverviewTotals {
            newsletters: totals.newsletters,
            subscribers: totals.readers.total(),
            campaigns: store::campaigns(&mut tx, author).await?,
            emails_sent: newsletters::emails_sent(&mut tx, author).await?,
        },
        last_30_days: now,
        previous_30_days: before,
        series: model::series(&busy, today),
        recent_activity: activities::recent(&mut tx, author, ACTIVITIES).await?,
        setup: setup(&core, &mut tx, author).await?,
    }))
}

async fn setup(core: &Core, tx: &mut Tx, author: AuthorId) -> database::Result<OverviewSetup> {
    let steps = store::steps(tx, author).await?;
    let has_fallback = core.settings.fallback_domain.is_some();
    Ok(OverviewSetup {
        shown: author_settings::shows_checklist(tx, author).await?,
        newsletter: steps.newsletter,
        sender_domain: steps.domain || (has_fallback && steps.fallback),
        subscribers: steps.subscribers,
        campaign: steps.campaign,
        sent: steps.sent,
        sample_data: sample_data::exists(tx, author).await?,
    })
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct Checklist {
    /// Whether `setup` is to be shown.
    #[schema(required, nullable = false)]
    shown: Option<bool>,
}

/// Show or hide the first steps
#[utoipa::path(put, path = "/api/overview/checklist", tag = "overview", request_body = Checklist,
    responses(
        (status = 204),
        Problems<400, 401, 413, 415, 422>))]
pub async fn update_checklist(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<Checklist>,
) -> ApiResult<StatusCode> {
    let shown = body.shown.ok_or_else(|| Problem::required("shown", "Shown is required."))?;
    let mut tx = core.db.begin().await?;
    author_settings::show_checklist(&mut tx, caller.author_id, shown, core.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
