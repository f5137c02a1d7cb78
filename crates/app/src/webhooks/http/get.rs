//! One webhook.

use axum::extract::State;

use crate::{
    Core,
    accounts::Caller,
    http::{Answer, Path, ProblemBody},
    webhooks::view::Webhook,
};

/// Show a webhook
#[utoipa::path(get, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Webhook),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_webhook(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<Webhook>> {
    let mut tx = core.db.read().await?;
    super::shown(&mut tx, &caller, id).await.map(axum::Json)
}
