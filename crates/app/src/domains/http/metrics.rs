//! How mail from a domain fares of late, and counting anew.

use axum::extract::State;
use serde::Serialize;

use super::{visible, with_records, writable};
use crate::{
    Core, Timestamp,
    accounts::Caller,
    domains::{
        metrics::{self, MAX_BOUNCE_RATE, MAX_COMPLAINT_RATE, SendStats},
        view::DomainAndRecords,
        windows::{self, Row, Window},
    },
    http::{ApiResult, Path, Problems},
    percent::percent,
};

/// Hours of the windows that are shown, the last of them all that is kept.
const HOURS: [i64; 3] = [1, 24, windows::KEPT];

/// How emails fared that left in the last hours.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DomainWindow)]
pub struct WindowView {
    /// 1, 24 or 168.
    hours: i64,
    /// Emails that the next server took, or refused for their address.
    sent: i64,
    bounced: i64,
    soft_bounced: i64,
    complained: i64,
    /// Hard bounces in percent.
    bounce_rate: f64,
    /// Complaints in percent.
    complaint_rate: f64,
}

impl From<Window> for WindowView {
    fn from(Window { hours, stats }: Window) -> Self {
        let SendStats { sent, bounced, soft_bounced, complained } = stats;
        Self {
            hours,
            sent,
            bounced,
            soft_bounced,
            complained,
            bounce_rate: percent(bounced, sent),
            complaint_rate: percent(complained, sent),
        }
    }
}

/// The same for one receiving provider.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DomainProvider)]
pub struct Provider {
    /// The domain of its mail servers, or of the addresses where those are not known.
    #[schema(example = "google.com")]
    provider: String,
    windows: Vec<WindowView>,
}

/// How mail from a domain fares of late.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DomainMetrics)]
pub struct Metrics {
    /// Why campaigns from the domain are paused, if they are.
    #[schema(required)]
    risk: Option<String>,
    /// Hard bounces in percent above which they are.
    max_bounce_rate: f64,
    /// Complaints in percent from which on they are.
    max_complaint_rate: f64,
    /// The last hour, day and week.
    windows: Vec<WindowView>,
    /// Those who got most of the week's mail, at least 100 emails each.
    providers: Vec<Provider>,
}

fn views(rows: &[Row], now: Timestamp) -> Vec<WindowView> {
    HOURS.into_iter().map(|hours| windows::total(rows, hours, now).into()).collect()
}

/// Read how a domain's mail fares
///
/// The last hour, day and week, by the time when each email left: of all mail from the domain, and by receiving provider.
/// Campaigns from the domain are paused when one of these windows, or one between them, goes bad.
#[utoipa::path(get, path = "/api/domains/{domain_id}/metrics", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = Metrics),
        Problems<401, 404>))]
pub async fn get_domain_metrics(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<Metrics>> {
    let now = core.now();
    let mut tx = core.db.read().await?;
    let domain = visible(&mut tx, &caller, id).await?;
    let rows = windows::rows(&mut tx, id, now).await?;
    drop(tx);
    let providers = windows::providers(&core.resolver, &rows).await;
    let providers = providers
        .into_iter()
        .map(|(provider, rows)| Provider { provider, windows: views(&rows, now) })
        .collect();
    Ok(axum::Json(Metrics {
        risk: metrics::risk(&core.resolver, &domain.domain, &rows, now).await,
        max_bounce_rate: MAX_BOUNCE_RATE,
        max_complaint_rate: MAX_COMPLAINT_RATE,
        windows: views(&rows, now),
        providers,
    }))
}

/// Reset a domain's metrics
///
/// Bounce and complaint rate begin at zero. What was sent today still counts against the daily limit.
#[utoipa::path(post, path = "/api/domains/{domain_id}/reset-metrics", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DomainAndRecords),
        Problems<401, 403, 404>))]
pub async fn reset_domain_metrics(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<DomainAndRecords>> {
    let mut tx = core.db.begin().await?;
    writable(&mut tx, &caller, id).await?;
    metrics::reset(&mut tx, id, core.now()).await?;
    let answer = with_records(&core, &mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok(axum::Json(answer))
}
