//! Sending an email to one person.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::Caller,
    campaigns::{access::active_newsletter, refuse_sample},
    http::{ApiResult, FieldCode, Json, Problem, ProblemBody, Problems},
    messages::{
        compose::{self, CreateMessage},
        model::Message,
        store::{self, New},
    },
    secrets::random_token,
    senders, suppressions, templates,
};

/// Send an email to one person
///
/// For what this person did: an order, a ticket, a sign-in. It leaves ahead of campaigns, from the newsletter's sender, without list
/// headers and without a link to unsubscribe; who has unsubscribed gets it, who bounced or complained does not. Once this has
/// answered it is kept, and leaves whatever happens to the server; with an `Idempotency-Key` it is safe to repeat.
#[utoipa::path(post, path = "/api/messages", tag = "messages", request_body = CreateMessage,
    responses(
        (status = 202, body = Message),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "The newsletter is inactive or has no usable sender, or the template has no HTML yet", body = ProblemBody)))]
pub async fn create_message(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<CreateMessage>,
) -> ApiResult<(StatusCode, axum::Json<Message>)> {
    let draft = compose::read(body)?;
    let (author_id, newsletter_id, template_id) = (caller.author_id, draft.newsletter_id, draft.template_id);
    let mut tx = core.db.read().await?;
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    refuse_sample(&newsletter)?;
    let sender = senders::sender(&core, &mut tx, &newsletter).await?;
    let template = match template_id {
        Some(id) => Some(templates::find(&mut tx, author_id, id).await?.ok_or_else(|| {
            Problem::field("template_id", FieldCode::NotFound, "There's no such template.")
        })?),
        None => None,
    };
    drop(tx);
    let composed = draft.compose(&newsletter, template, &sender.address)?;
    let message_id = format!("m.{}@{}", random_token(128), content::domain_of(&sender.address));
    let (raw, subject) = composed.message(&message_id, core.now());
    let mut tx = core.db.begin().await?;
    let new = New {
        author_id,
        newsletter_id,
        template_id,
        to: composed.to(),
        subject: &subject,
        sender: &sender.address,
        raw: &raw,
        suppressed: suppressions::is_suppressed(&mut tx, &composed.to().key)
            .await?
            .map(suppressions::Reason::sentence),
    };
    let id = store::insert(&mut tx, new, core.now()).await?;
    let message = store::find(&mut tx, author_id, id).await?.ok_or_else(super::missing)?;
    let woken = core.clone();
    tx.then(move || woken.messages.notify_one());
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, axum::Json(message)))
}
