//! How a newsletter does.

use axum::extract::State;
use serde::Serialize;

use crate::{
    Core, NewsletterId,
    accounts::Caller,
    analytics::{model::Totals, store},
    campaigns,
    http::{ApiResult, Path, Problem, Problems},
    newsletters,
    percent::percent,
};

/// Totals of a newsletter over all its campaigns that were sent to their end, as on every screen; rates are percentages of
/// the sends that count per subscriber.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewsletterAnalytics {
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    /// In any state.
    pub total_campaigns: i64,
    pub total_sends: i64,
    pub total_opens: i64,
    pub total_clicks: i64,
    pub total_bounces: i64,
    /// What the rates are made of: emails, openers and clickers of campaigns that count per subscriber.
    pub tracked_sends: i64,
    pub tracked_opens: i64,
    pub tracked_clicks: i64,
    pub open_rate: f64,
    pub click_rate: f64,
    pub bounce_rate: f64,
}

/// Read a newsletter's analytics
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/analytics", tag = "analytics",
    params(("newsletter_id" = i64, Path)),
    responses(
        (status = 200, body = NewsletterAnalytics),
        Problems<401, 404>))]
pub async fn get_newsletter_analytics(
    State(core): State<Core>,
    caller: Caller,
    Path(newsletter_id): Path<NewsletterId>,
) -> ApiResult<axum::Json<NewsletterAnalytics>> {
    let mut tx = core.db.read().await?;
    newsletters::find(&mut tx, caller.author_id, newsletter_id)
        .await?
        .ok_or_else(|| Problem::not_found("newsletter"))?;
    let total_campaigns = campaigns::count_in(&mut tx, caller.author_id, newsletter_id).await?;
    let sums = store::life(&mut tx, caller.author_id, newsletter_id).await?;
    let totals = Totals {
        sends: sums.sent,
        opens: sums.opens,
        clicks: sums.clicks,
        bounces: sums.bounces,
        tracked: sums.tracked,
        openers: sums.openers,
        clickers: sums.clickers,
    };
    Ok(axum::Json(NewsletterAnalytics {
        newsletter_id,
        total_campaigns,
        total_sends: totals.sends,
        total_opens: totals.opens,
        total_clicks: totals.clicks,
        total_bounces: totals.bounces,
        tracked_sends: totals.tracked,
        tracked_opens: totals.openers,
        tracked_clicks: totals.clickers,
        open_rate: percent(totals.openers, totals.tracked),
        click_rate: percent(totals.clickers, totals.tracked),
        bounce_rate: percent(totals.bounces, totals.sends),
    }))
}
