//! Changing a webhook.

use axum::extract::State;
use serde::Deserialize;

use crate::{
    Core,
    accounts::{Caller, Origin, audit},
    http::{ApiResult, Fields, IfMatch, Json, Patch, Path, Problems, Tagged},
    webhooks::{
        address,
        model::{Event, MAX_DESCRIPTION},
        store::hooks,
        view::Webhook,
    },
};

/// Any subset of the fields.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateWebhook {
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2048)]
    url: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<Event>>, min_items = 1)]
    events: Patch<Vec<String>>,
    /// Null removes it.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    description: Patch<String>,
    /// Switched off, nothing more is sent and what waits is given up; switched on, it begins with new events.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    is_active: Patch<bool>,
}

/// Change a webhook
#[utoipa::path(put, path = "/api/webhooks/{webhook_id}", tag = "webhooks", params(("webhook_id" = i64, Path)), request_body = UpdateWebhook,
    responses(
        (status = 200, body = Webhook),
        Problems<400, 401, 404, 412, 413, 415, 422>))]
pub async fn update_webhook(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
    if_match: IfMatch,
    Json(body): Json<UpdateWebhook>,
) -> ApiResult<Tagged<Webhook>> {
    let author = caller.author_id;
    let mut tx = core.db.read().await?;
    hooks::find(&mut tx, author, id).await?.ok_or_else(super::missing)?;
    drop(tx);
    let mut fields = Fields::default();
    let names = fields.patch_required("events", body.events);
    let events = names.map(|names| super::events(&mut fields, &names));
    let description = fields.patch_line("description", body.description, MAX_DESCRIPTION);
    let is_active = fields.patch_required("is_active", body.is_active);
    // Its name is looked up, so outside of any transaction.
    let url = match body.url.change() {
        Some(url) => Some(address::read(&core, &mut fields, url).await),
        None => None,
    };
    fields.finish()?;
    let mut tx = core.db.begin().await?;
    let old = hooks::find_locked(&mut tx, author, id).await?.ok_or_else(super::missing)?;
    if if_match.asks::<Webhook>(&mut tx, id).await? {
        if_match.check(&super::shown(&mut tx, &caller, id).await?)?;
    }
    let written = hooks::Written {
        url: url.unwrap_or(old.url),
        events: events.unwrap_or_else(|| Event::of_bits(old.events)),
        description: description.unwrap_or(old.description),
    };
    hooks::update(&mut tx, author, id, &written, core.now()).await?;
    match is_active {
        Some(true) if !old.is_active => hooks::switch_on(&mut tx, author, id).await?,
        Some(false) if old.is_active => {
            hooks::switch_off(&mut tx, author, id, "The webhook was turned off.", None).await?;
        }
        _ => {}
    }
    super::note(&mut tx, &caller, audit::AuditKind::WebhookChanged, &written.url, &origin).await?;
    let webhook = super::shown(&mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok(Tagged(webhook))
}
