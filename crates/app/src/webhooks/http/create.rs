//! Making a webhook.

use axum::{Extension, extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    Core,
    accounts::{Caller, Origin, audit},
    http::{ApiResult, Fields, Json, Problem, ProblemBody, ProblemCode, Problems, ShownOnce},
    webhooks::{
        address,
        model::{Event, MAX_DESCRIPTION, MAX_WEBHOOKS},
        sign,
        store::{hooks, outbox},
        view::NewWebhook,
    },
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct CreateWebhook {
    /// Where events are posted: http or https, without user name, password and fragment. Its name must not lead into a
    /// private network.
    #[schema(required, nullable = false, min_length = 1, max_length = 2048)]
    url: Option<String>,
    /// Opens and clicks when left out.
    #[schema(value_type = Option<Vec<Event>>, min_items = 1)]
    events: Option<Vec<String>>,
    #[schema(max_length = 500)]
    description: Option<String>,
}

/// Make a webhook
///
/// Events are posted as JSON `{type, timestamp, sequence, data}`, signed as Standard Webhooks says: the headers
/// `webhook-id`, `webhook-timestamp` and `webhook-signature` (HMAC-SHA256 over `id.timestamp.body`, with the secret that
/// this answer alone holds). Each event is delivered at least once: any status from 200 to 299 takes it, within 15 seconds,
/// anything else is tried again nine times over about three days. `sequence` counts the events of a webhook without gaps;
/// they are sent in that order while the receiver takes them, and later ones overtake one that has to be sent again.
/// At most 20 for each author.
#[utoipa::path(post, path = "/api/webhooks", tag = "webhooks", request_body = CreateWebhook,
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 255 characters; kept for 24 hours. The secret is not shown again: the same call is 409")),
    responses(
        (status = 201, body = NewWebhook),
        Problems<400, 401, 413, 415, 422>,
        (status = 409, description = "There are 20 already, or the first call with this Idempotency-Key has been answered", body = ProblemBody)))]
pub async fn create_webhook(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<CreateWebhook>,
) -> ApiResult<(StatusCode, Extension<ShownOnce>, axum::Json<NewWebhook>)> {
    let mut fields = Fields::default();
    let events = match &body.events {
        Some(names) => super::events(&mut fields, names),
        None => Event::DEFAULT.to_vec(),
    };
    let description = fields.line("description", body.description, MAX_DESCRIPTION);
    let url = address::read(&core, &mut fields, body.url).await;
    fields.finish()?;
    let secret = sign::generate(&core, caller.author_id);
    let mut tx = core.db.begin().await?;
    // Of two made at once, one counts the other.
    outbox::turn(&mut tx, true).await?;
    if hooks::count(&mut tx, caller.author_id).await? >= MAX_WEBHOOKS {
        return Err(Problem::conflict(
            ProblemCode::TooManyWebhooks,
            format!("You have {MAX_WEBHOOKS} webhooks, the limit. Delete one first."),
        ));
    }
    let written = hooks::Written { url, events, description };
    let id = hooks::insert(&mut tx, caller.author_id, &written, &secret.sealed, core.now()).await?;
    super::note(&mut tx, &caller, audit::AuditKind::WebhookCreated, &written.url, &origin).await?;
    let webhook = super::shown(&mut tx, &caller, id).await?;
    tx.commit().await?;
    let made = NewWebhook { webhook, secret: secret.text };
    Ok((StatusCode::CREATED, Extension(ShownOnce), axum::Json(made)))
}
