//! The one call of the Overview.

use axum::{Json, extract::State};

use super::{
    model::{self, ACTIVITIES, Overview, OverviewTotals, PERIOD},
    store,
};
use crate::{
    Core,
    accounts::Caller,
    activities, analytics,
    http::{ApiResult, Problems},
    newsletters,
};

/// Totals, the last 30 days against the 30 before, and what happened lately
#[utoipa::path(get, path = "/api/overview", tag = "overview",
    responses(
        (status = 200, body = Overview),
        Problems<401>))]
pub async fn overview(State(core): State<Core>, caller: Caller) -> ApiResult<Json<Overview>> {
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
    Ok(Json(Overview {
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
    }))
}
