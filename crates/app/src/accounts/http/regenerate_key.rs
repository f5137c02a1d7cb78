//! Replacing an API key that may have been seen.

use axum::{Extension, extract::State};

use crate::{
    Core,
    accounts::{Caller, Origin, api_keys::Fresh, audit, model::NewApiKey, store},
    http::{Answer, Path, Problem, ProblemBody, ShownOnce},
};

/// Regenerate an API key
///
/// The old key stops working at once; the answer is the only place where the new one can be read.
#[utoipa::path(post, path = "/api/api-keys/{id}/regenerate", tag = "api keys",
    params(("id" = i64, Path), ("idempotency-key" = Option<String>, Header, description = "Up to 255 characters; kept for 24 hours. The key is not shown again: the same call is 409")),
    responses(
        (status = 200, body = NewApiKey),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "The first call with this Idempotency-Key has been answered", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "This Idempotency-Key was used for another request", body = ProblemBody, content_type = "application/problem+json")))]
pub async fn regenerate_api_key(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
) -> Answer<(Extension<ShownOnce>, axum::Json<NewApiKey>)> {
    let fresh = Fresh::new();
    let mut tx = core.db.begin().await?;
    let shown =
        store::keys::replace(&mut tx, caller.author_id, id, fresh.prefix(), &fresh.hash, core.now()).await?;
    let shown = shown.ok_or_else(|| Problem::not_found("API key"))?;
    let kind = audit::Kind::ApiKeyRegenerated;
    audit::record(&mut tx, caller.author_id, kind, Some(&shown.name), &origin).await?;
    tx.commit().await?;
    Ok((Extension(ShownOnce), axum::Json(NewApiKey { shown, key: fresh.key })))
}
