//! Removing a webhook.

use axum::{extract::State, http::StatusCode};

use crate::{
    App,
    http::{Answer, Caller, Path, ProblemBody},
    webhooks::store::hooks,
};

/// Delete a webhook
///
/// Its deliveries go with it, also those that wait.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = i64, Path)),
    responses(
        (status = 204),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn delete_webhook(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<StatusCode> {
    let mut tx = app.db.begin().await?;
    if !hooks::delete(&mut tx, caller.author_id, id).await? {
        return Err(super::missing());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
