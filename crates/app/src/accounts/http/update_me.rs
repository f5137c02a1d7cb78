//! Changing what an author says about themselves.

use axum::extract::State;
use serde::Deserialize;

use crate::{
    App,
    accounts::{
        model::{self, Author},
        store, tokens,
    },
    http::{Answer, Caller, Fields, Json, Patch, Problem, ProblemBody},
};

/// Any subset of the fields.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateMe {
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    company: Patch<String>,
    /// A name of the IANA time zone database, such as `Europe/Vienna`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    time_zone: Patch<String>,
}

/// Change the signed-in author
#[utoipa::path(put, path = "/api/me", tag = "me", request_body = UpdateMe,
    responses(
        (status = 200, body = Author),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn update_me(
    State(app): State<App>,
    caller: Caller,
    Json(body): Json<UpdateMe>,
) -> Answer<axum::Json<Author>> {
    let change = read(body)?;
    let mut tx = app.db.begin().await?;
    let row =
        store::update(&mut tx, caller.author_id, change, app.now()).await?.ok_or_else(tokens::refused)?;
    tx.commit().await?;
    Ok(axum::Json(row.into()))
}

fn read(body: UpdateMe) -> Result<store::Change, Problem> {
    let mut fields = Fields::default();
    let name = fields.patch_required_line("name", body.name, model::MAX_NAME);
    let company = fields.patch_line("company", body.company, model::MAX_NAME);
    let time_zone = fields.patch_required_line("time_zone", body.time_zone, 100);
    if let Some(zone) = time_zone.as_deref().filter(|zone| !zone.is_empty()) {
        model::check_time_zone(&mut fields, zone);
    }
    fields.finish()?;
    Ok(store::Change { name, company, time_zone })
}
