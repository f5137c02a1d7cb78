//! Another email address.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    accounts::Accounts,
    accounts::{Caller, Origin, audit, links, reauthenticate, session, store},
    http::{ApiResult, FieldCode, Fields, Json, Peer, Problem, ProblemBody, ProblemCode, Problems},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct ChangeEmail {
    #[schema(format = Email)]
    email: String,
    /// The current one.
    #[schema(format = Password)]
    password: String,
}

/// Change the email address
///
/// Emails a link to the new address, which becomes the account's when it is opened, and tells the old one.
#[utoipa::path(post, path = "/api/me/email", tag = "me", request_body = ChangeEmail,
    responses(
        (status = 202, description = "The link is on its way"),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "The address is taken, or this installation cannot send mail", body = ProblemBody)))]
pub async fn change_email(
    State(accounts): State<Accounts>,
    caller: Caller,
    peer: Peer,
    origin: Origin,
    Json(body): Json<ChangeEmail>,
) -> ApiResult<StatusCode> {
    session::require_built_in(&accounts)?;
    links::require_mail(&accounts)?;
    let mut fields = Fields::default();
    let email = fields.ascii_email("email", &body.email);
    fields.finish()?;
    let Some(email) = email else {
        return Err(Problem::internal(&"an address was neither read nor refused"));
    };
    let author = reauthenticate::with_password(&accounts, &caller, "password", body.password).await?;
    if author.email == email.original {
        return Err(Problem::field("email", FieldCode::Unchanged, "This is the account's address already."));
    }
    accounts.own.throttle.mail(&email.key, peer, accounts.now())?;
    let mut tx = accounts.db.begin().await?;
    if store::by_email(&mut tx, &email.key).await?.is_some_and(|other| other.id != author.id) {
        return Err(Problem::conflict(
            ProblemCode::EmailTaken,
            "There's already an account with this email address.",
        ));
    }
    links::send_change(&accounts, &mut tx, &author, &email.original, &origin).await?;
    let kind = audit::AuditKind::EmailChangeRequested;
    audit::record(&mut tx, author.id, kind, Some(&email.original), &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}
