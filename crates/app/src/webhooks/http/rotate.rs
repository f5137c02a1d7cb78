//! A new secret.

use axum::{Extension, extract::State};
use serde::Serialize;

use crate::{
    Core,
    accounts::{Caller, Origin, audit},
    http::{ApiResult, Path, ProblemBody, Problems, ShownOnce},
    webhooks::{model::OLD_SECRET, sign, store::hooks},
};

/// A secret that is shown this once.
#[derive(Serialize, utoipa::ToSchema)]
pub struct WebhookSecret {
    /// `whsec_` and the base64 of the bytes that sign.
    secret: String,
}

/// Rotate a webhook's secret
///
/// Both secrets sign for 24 hours: `webhook-signature` holds a signature of each, with a space between.
#[utoipa::path(post, path = "/api/webhooks/{webhook_id}/rotate-secret", tag = "webhooks", params(("webhook_id" = i64, Path)),
    responses(
        (status = 200, body = WebhookSecret),
        Problems<401, 404>,
        (status = 409, description = "The first call with this Idempotency-Key has been answered", body = ProblemBody)))]
pub async fn rotate_webhook_secret(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
) -> ApiResult<(Extension<ShownOnce>, axum::Json<WebhookSecret>)> {
    let secret = sign::generate(&core, caller.author_id);
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let until = now.plus(OLD_SECRET);
    let url = hooks::rotate(&mut tx, caller.author_id, id, &secret.sealed, until, now).await?;
    let url = url.ok_or_else(super::missing)?;
    super::note(&mut tx, &caller, audit::AuditKind::WebhookSecretRotated, &url, &origin).await?;
    tx.commit().await?;
    Ok((Extension(ShownOnce), axum::Json(WebhookSecret { secret: secret.text })))
}
