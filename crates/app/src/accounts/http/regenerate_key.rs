//! Replacing an API key that may have been seen.

use axum::{Extension, extract::State};

use crate::{
    Core,
    accounts::{Caller, Origin, api_keys::Fresh, audit, model::NewApiKey, store},
    http::{ApiResult, Path, Problem, ProblemBody, Problems, ShownOnce},
};

/// Regenerate an API key
///
/// The old key stops working at once; the answer is the only place where the new one can be read.
#[utoipa::path(post, path = "/api/api-keys/{api_key_id}/regenerate", tag = "api keys",
    params(("api_key_id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 255 characters; kept for 24 hours. The key is not shown again: the same call is 409")),
    responses(
        (status = 200, body = NewApiKey),
        Problems<400, 401, 404>,
        (status = 409, description = "The first call with this Idempotency-Key has been answered", body = ProblemBody),
        (status = 422, description = "This Idempotency-Key was used for another request", body = ProblemBody)))]
pub async fn regenerate_api_key(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
) -> ApiResult<(Extension<ShownOnce>, axum::Json<NewApiKey>)> {
    let fresh = Fresh::new();
    let mut tx = core.db.begin().await?;
    let shown =
        store::keys::replace(&mut tx, caller.author_id, id, fresh.prefix(), &fresh.hash, core.now()).await?;
    let shown = shown.ok_or_else(|| Problem::not_found("API key"))?;
    let kind = audit::AuditKind::ApiKeyRegenerated;
    audit::record(&mut tx, caller.author_id, kind, Some(&shown.name), &origin).await?;
    tx.commit().await?;
    Ok((Extension(ShownOnce), axum::Json(NewApiKey { shown, key: fresh.key })))
}
