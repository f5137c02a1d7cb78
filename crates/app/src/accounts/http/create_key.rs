//! Making an API key.

use axum::{Extension, extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    Core, Timestamp,
    accounts::{
        Caller, Origin, Scope, Scopes, api_keys,
        model::{MAX_NAME, NewApiKey},
        store::keys::Wish,
    },
    http::{ApiResult, Fields, Json, Patch, Problem, ProblemBody, Problems, ShownOnce},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct CreateApiKey {
    /// What it is for.
    #[schema(required, nullable = false, min_length = 1, max_length = 200)]
    name: Option<String>,
    /// What it may do; left out: everything.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Scope>>, nullable = false, min_items = 1)]
    scopes: Patch<Vec<Scope>>,
    /// From then on it is refused; null or left out: never.
    #[serde(default)]
    #[schema(value_type = Option<Timestamp>)]
    expires_at: Patch<Timestamp>,
}

/// Create an API key
///
/// The answer is the only place where the key can be read.
#[utoipa::path(post, path = "/api/api-keys", tag = "api keys", request_body = CreateApiKey,
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 255 characters; kept for 24 hours. The key is not shown again: the same call is 409")),
    responses(
        (status = 201, body = NewApiKey),
        Problems<400, 401, 413, 415, 422>,
        (status = 409, description = "The first call with this Idempotency-Key has been answered", body = ProblemBody)))]
pub async fn create_api_key(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<CreateApiKey>,
) -> ApiResult<(StatusCode, Extension<ShownOnce>, axum::Json<NewApiKey>)> {
    let wish = read(body, core.now())?;
    let made = api_keys::create(&core, caller.author_id, &wish, &origin).await?;
    Ok((StatusCode::CREATED, Extension(ShownOnce), axum::Json(made)))
}

fn read(body: CreateApiKey, now: Timestamp) -> Result<Wish, Problem> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", body.name, MAX_NAME);
    let scopes = api_keys::read_scopes(&mut fields, body.scopes).unwrap_or(Scopes::FULL);
    let expires_at = api_keys::read_expiry(&mut fields, body.expires_at, now).flatten();
    fields.finish()?;
    Ok(Wish { name, scopes, expires_at })
}
