//! Changing what an API key is called, may do and how long it works.

use axum::extract::State;
use serde::Deserialize;

use crate::{
    Core, Timestamp,
    accounts::{
        Caller, Origin, Scope, api_keys, audit,
        model::{ApiKey, MAX_NAME},
        store::{self, keys::Change},
    },
    http::{ApiResult, Fields, Json, Patch, Path, Problem, Problems},
};

/// Any subset of the fields.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateApiKey {
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 200)]
    name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<Scope>>, nullable = false, min_items = 1)]
    scopes: Patch<Vec<Scope>>,
    /// Null: it works until it is deleted.
    #[serde(default)]
    #[schema(value_type = Option<Timestamp>)]
    expires_at: Patch<Timestamp>,
}

/// Change an API key
///
/// The key itself stays; what it may do changes at once.
#[utoipa::path(put, path = "/api/api-keys/{api_key_id}", tag = "api keys", params(("api_key_id" = i64, Path)), request_body = UpdateApiKey,
    responses(
        (status = 200, body = ApiKey),
        Problems<400, 401, 404, 413, 415, 422>))]
pub async fn update_api_key(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
    Json(body): Json<UpdateApiKey>,
) -> ApiResult<axum::Json<ApiKey>> {
    let change = read(body, core.now())?;
    let mut tx = core.db.begin().await?;
    let key = store::keys::update(&mut tx, caller.author_id, id, change).await?;
    let key = key.ok_or_else(|| Problem::not_found("API key"))?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::ApiKeyChanged, Some(&key.name), &origin)
        .await?;
    tx.commit().await?;
    Ok(axum::Json(key))
}

fn read(body: UpdateApiKey, now: Timestamp) -> Result<Change, Problem> {
    let mut fields = Fields::default();
    let name = fields.patch_required_line("name", body.name, MAX_NAME);
    let scopes = api_keys::read_scopes(&mut fields, body.scopes);
    let expires_at = api_keys::read_expiry(&mut fields, body.expires_at, now);
    fields.finish()?;
    Ok(Change { name, scopes, expires_at })
}
