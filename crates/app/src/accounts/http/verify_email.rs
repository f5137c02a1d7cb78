//! Proving that mail to an address is read.

use axum::{Json as Body, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};

use crate::{
    accounts::Accounts,
    accounts::{
        Caller, Origin, audit, authenticate, links, session,
        store::{
            self,
            mail_tokens::{self, Purpose},
        },
        tokens,
    },
    http::{ApiResult, Json, Peer, Problem, ProblemBody, ProblemCode, Problems},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct VerifyEmail {
    /// From the link in the email.
    token: String,
}

/// The address that is verified now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VerifiedEmail {
    email: String,
}

/// Verify an email address
///
/// With the token of the mailed link, good for three days and one use. A link that was sent to a new address makes it the
/// account's. Whom the operator named an administrator is one from then on, if the link left in an email.
#[utoipa::path(post, path = "/api/auth/verify-email", tag = "auth", security(()), request_body = VerifyEmail,
    responses(
        (status = 200, body = VerifiedEmail),
        Problems<400, 413, 415, 429>,
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "Another account has the address by now", body = ProblemBody),
        (status = 422, description = "The link was used or has expired", body = ProblemBody)))]
pub async fn verify_email(
    State(accounts): State<Accounts>,
    peer: Peer,
    origin: Origin,
    Json(body): Json<VerifyEmail>,
) -> ApiResult<Body<VerifiedEmail>> {
    session::require_built_in(&accounts)?;
    accounts.own.throttle.secret(peer, accounts.now())?;
    let now = accounts.now();
    let mut tx = accounts.db.begin().await?;
    let taken = links::take(&mut tx, &body.token, Purpose::VerifyEmail, now).await?;
    let author = store::by_id(&mut tx, taken.author_id).await?.ok_or_else(links::spent)?;
    if author.email == taken.email {
        if store::set_verified(&mut tx, author.id, taken.is_proof, now).await? {
            audit::record(&mut tx, author.id, audit::AuditKind::EmailVerified, Some(&taken.email), &origin)
                .await?;
        }
    } else {
        let address = content::parse_address(&taken.email).map_err(|e| Problem::internal(&e))?;
        if store::by_email(&mut tx, &address.key).await?.is_some_and(|other| other.id != author.id) {
            return Err(Problem::conflict(
                ProblemCode::EmailTaken,
                "There's already an account with this email address.",
            ));
        }
        audit::record(&mut tx, author.id, audit::AuditKind::EmailChanged, Some(&taken.email), &origin)
            .await?;
        store::set_email(&mut tx, author.id, &address, taken.is_proof, now).await?;
        // Links that went to the old address are the new owner's no longer.
        mail_tokens::forget(&mut tx, author.id, Purpose::PasswordReset).await?;
    }
    authenticate::raise_if_proved(&accounts, &mut tx, author.id).await?;
    tx.commit().await?;
    Ok(Body(VerifiedEmail { email: taken.email }))
}

/// Send the verification mail again
///
/// Links sent before stop working. Nothing is sent when the address is verified, unless that was by a link which the built-in
/// mailbox kept, and mail leaves now.
#[utoipa::path(post, path = "/api/me/verify-email", tag = "me",
    responses(
        (status = 202),
        Problems<401, 429>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "This installation cannot send mail", body = ProblemBody)))]
pub async fn send_verification_email(
    State(accounts): State<Accounts>,
    caller: Caller,
    peer: Peer,
) -> ApiResult<StatusCode> {
    session::require_built_in(&accounts)?;
    links::require_mail(&accounts)?;
    accounts.own.throttle.mail(&caller.email.to_lowercase(), peer, accounts.now())?;
    let mut tx = accounts.db.begin().await?;
    let author = store::by_id(&mut tx, caller.author_id).await?.ok_or_else(tokens::refused)?;
    let is_proof_missing = links::mail_leaves(&accounts.settings) && author.email_proved_at.is_none();
    if author.email_verified_at.is_none() || is_proof_missing {
        links::send_verification(&accounts, &mut tx, author.id, &author.email).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}
