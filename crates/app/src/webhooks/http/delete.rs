//! Removing a webhook.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::{Caller, Origin, audit},
    http::{ApiResult, IfMatch, Path, Problems},
    webhooks::{store::hooks, view::Webhook},
};

/// Delete a webhook
///
/// Its deliveries go with it, also those that wait.
#[utoipa::path(delete, path = "/api/webhooks/{webhook_id}", tag = "webhooks", params(("webhook_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404, 412>))]
pub async fn delete_webhook(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
    if_match: IfMatch,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if if_match.asks::<Webhook>(&mut tx, id).await? {
        if_match.check(&super::shown(&mut tx, &caller, id).await?)?;
    }
    let url = hooks::delete(&mut tx, caller.author_id, id).await?.ok_or_else(super::missing)?;
    super::note(&mut tx, &caller, audit::AuditKind::WebhookDeleted, &url, &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
