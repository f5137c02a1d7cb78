//! How a campaign does.

use axum::extract::State;
use serde::Serialize;

use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    analytics::model::Totals,
    campaigns,
    http::{ApiResult, Path, Problem, Problems},
    newsletters::Tracking,
    percent::percent,
    runs,
};

/// Totals of a campaign, also while it is sent; rates are percentages of the sends.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CampaignAnalytics {
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
    pub total_sends: i64,
    pub total_opens: i64,
    pub total_clicks: i64,
    pub total_bounces: i64,
    /// What the rates are made of: nothing where subscribers are not told apart.
    pub tracked_sends: i64,
    pub tracked_opens: i64,
    pub tracked_clicks: i64,
    pub open_rate: f64,
    pub click_rate: f64,
    pub bounce_rate: f64,
}

/// Read a campaign's analytics
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/analytics", tag = "analytics",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 200, body = CampaignAnalytics),
        Problems<401, 404>))]
pub async fn get_campaign_analytics(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, campaign_id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<axum::Json<CampaignAnalytics>> {
    let mut tx = core.db.read().await?;
    campaigns::find(&mut tx, caller.author_id, newsletter_id, campaign_id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))?;
    let summary = runs::summaries(&mut tx, &[campaign_id]).await?.remove(&campaign_id);
    let totals = summary.map_or_else(Totals::default, |s| Totals {
        sends: s.ledger.sent,
        opens: s.opens,
        clicks: s.clicks,
        bounces: s.bounced,
        ..counted(s.tracking, (s.ledger.sent, s.opens, s.clicks))
    });
    Ok(axum::Json(CampaignAnalytics {
        campaign_id,
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

/// What rates are made of.
fn counted(tracking: Tracking, (tracked, openers, clickers): (i64, i64, i64)) -> Totals {
    match tracking {
        Tracking::Full => Totals { tracked, openers, clickers, ..Totals::default() },
        Tracking::Anonymous | Tracking::None => Totals::default(),
    }
}
