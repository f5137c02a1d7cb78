//! A new password for who forgot the old one.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    accounts::Accounts,
    accounts::{
        Origin, audit, links, model, session,
        store::{self, mail_tokens::Purpose, sessions},
    },
    http::{ApiResult, Fields, Json, Peer, Problem, ProblemBody, Problems},
};

/// Tasks that may wait: beyond that a request is answered and forgotten.
const WAITING: usize = 1000;

#[derive(Deserialize, utoipa::ToSchema)]
pub struct PasswordReset {
    #[schema(format = Email)]
    email: String,
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct NewPassword {
    /// From the link in the email.
    token: String,
    /// Taken as it is typed.
    #[schema(min_length = 10, max_length = 128, format = Password)]
    password: String,
}

/// Ask for a new password
///
/// Emails a link to the address, good for one hour and one use. The answer is the same, after the same time, whether or
/// not there is such an account.
#[utoipa::path(post, path = "/api/auth/password-reset", tag = "auth", security(()), request_body = PasswordReset,
    responses(
        (status = 202, description = "If there is such an account, an email is on its way"),
        Problems<400, 413, 415, 422, 429>,
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "This installation cannot send mail", body = ProblemBody)))]
pub async fn request_password_reset(
    State(accounts): State<Accounts>,
    peer: Peer,
    Json(body): Json<PasswordReset>,
) -> ApiResult<StatusCode> {
    session::require_built_in(&accounts)?;
    links::require_mail(&accounts)?;
    let mut fields = Fields::default();
    let email = fields.ascii_email("email", &body.email);
    fields.finish()?;
    let key = email.map(|email| email.key).unwrap_or_default();
    accounts.own.throttle.mail(&key, peer, accounts.now())?;
    if accounts.own.later.len() >= WAITING {
        tracing::warn!("too many passwords are asked for at once: one request was forgotten");
        return Ok(StatusCode::ACCEPTED);
    }
    // Looked up after the answer: how long it takes tells nobody whether the address is known.
    let task = accounts.clone();
    accounts.own.later.spawn(async move {
        if let Err(error) = links::send_reset(&task, &key).await {
            tracing::error!(%error, "a link for a new password was not made");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

/// Set a new password
///
/// With the token of the mailed link. Ends every session of the account.
#[utoipa::path(post, path = "/api/auth/password-reset/confirm", tag = "auth", security(()), request_body = NewPassword,
    responses(
        (status = 204),
        Problems<400, 413, 415, 429>,
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 422, description = "The password is too short, or the link was used or has expired", body = ProblemBody)))]
pub async fn confirm_password_reset(
    State(accounts): State<Accounts>,
    peer: Peer,
    origin: Origin,
    Json(body): Json<NewPassword>,
) -> ApiResult<StatusCode> {
    session::require_built_in(&accounts)?;
    accounts.own.throttle.secret(peer, accounts.now())?;
    let mut fields = Fields::default();
    // Before the link is used up.
    model::check_password(&mut fields, "password", &body.password);
    fields.finish()?;
    // A hash is dear: only who has a link gets one made.
    links::look(&mut accounts.db.read().await?, &body.token, Purpose::PasswordReset, accounts.now()).await?;
    let hash = accounts.own.hashing.hash(body.password).await?;
    let now = accounts.now();
    let mut tx = accounts.db.begin().await?;
    let taken = links::take(&mut tx, &body.token, Purpose::PasswordReset, now).await?;
    let author = store::by_id(&mut tx, taken.author_id).await?.ok_or_else(links::spent)?;
    if author.email != taken.email {
        // The link went to an address that is the author's no more.
        tx.commit().await?;
        return Err(links::spent());
    }
    store::set_password(&mut tx, author.id, &hash, now).await?;
    // Whoever reads mail there has proved it.
    store::set_verified(&mut tx, author.id, taken.is_proof, now).await?;
    sessions::end_others(&mut tx, author.id, None).await?;
    audit::record(&mut tx, author.id, audit::AuditKind::PasswordReset, None, &origin).await?;
    tx.commit().await.map_err(Problem::from)?;
    Ok(StatusCode::NO_CONTENT)
}
