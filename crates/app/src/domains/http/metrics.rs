//! Counting anew.

use axum::extract::State;

use super::{with_records, writable};
use crate::{
    App,
    domains::{metrics, view::DomainAndRecords},
    http::{Answer, Caller, Path, ProblemBody},
};

/// Reset a domain's metrics
///
/// Bounce and complaint rate begin at zero. What was sent today still counts against the daily limit.
#[utoipa::path(post, path = "/api/domains/{domain_id}/reset-metrics", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DomainAndRecords),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn reset_metrics(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<DomainAndRecords>> {
    let mut tx = app.db.begin().await?;
    writable(&mut tx, &caller, id).await?;
    metrics::reset(&mut tx, id, app.now()).await?;
    let answer = with_records(&app, &mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok(axum::Json(answer))
}
