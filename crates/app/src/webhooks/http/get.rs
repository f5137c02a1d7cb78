//! One webhook.

use axum::extract::State;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problems, Tagged},
    webhooks::view::Webhook,
};

/// Show a webhook
#[utoipa::path(get, path = "/api/webhooks/{webhook_id}", tag = "webhooks", params(("webhook_id" = i64, Path)),
    responses(
        (status = 200, body = Webhook),
        Problems<401, 404>))]
pub async fn get_webhook(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<Tagged<Webhook>> {
    let mut tx = core.db.read().await?;
    super::shown(&mut tx, &caller, id).await.map(Tagged)
}
