//! Signing in with a passkey.

use axum::{Json as Body, extract::State, http::StatusCode};
use serde::Deserialize;

use super::passkeys::{PasskeyOptions, challenge};
use crate::{
    accounts::Accounts,
    accounts::{
        Origin, audit, authenticate,
        model::Method,
        passkey::{self, AuthenticationResponse, RelyingParty, Used},
        session::{self, Opened, Session},
        store::{self, passkeys as rows, totp},
    },
    http::{ApiResult, Json, Peer, Problem, ProblemBody, Problems},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct PasskeySignIn {
    challenge_id: String,
    /// `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1).
    #[serde(deserialize_with = "crate::http::foreign")]
    credential: AuthenticationResponse,
}

/// Begin signing in with a passkey
#[utoipa::path(post, path = "/api/auth/passkey/options", tag = "auth", security(()),
    responses(
        (status = 200, body = PasskeyOptions),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "Passkeys cannot work at this address", body = ProblemBody),
        Problems<429>))]
pub async fn begin_passkey_sign_in(
    State(accounts): State<Accounts>,
    peer: Peer,
) -> ApiResult<Body<PasskeyOptions>> {
    session::require_built_in(&accounts)?;
    let party = RelyingParty::of(&accounts.settings)?;
    accounts.own.throttle.secret(peer, accounts.now())?;
    let mut tx = accounts.db.begin().await?;
    let (challenge_id, bytes) = challenge(&accounts, &mut tx, None).await?;
    tx.commit().await?;
    Ok(Body(PasskeyOptions { challenge_id, options: passkey::request_options(&party, &bytes) }))
}

/// Sign in with a passkey
#[utoipa::path(post, path = "/api/auth/passkey", tag = "auth", security(()), request_body = PasskeySignIn,
    responses(
        (status = 200, body = Session, headers(("set-cookie" = String, description = "The refresh token"))),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "Passkeys cannot work at this address", body = ProblemBody)))]
pub async fn sign_in_with_passkey(
    State(accounts): State<Accounts>,
    peer: Peer,
    origin: Origin,
    Json(body): Json<PasskeySignIn>,
) -> ApiResult<Opened> {
    session::require_built_in(&accounts)?;
    let party = RelyingParty::of(&accounts.settings)?;
    accounts.own.throttle.secret(peer, accounts.now())?;
    let mut tx = accounts.db.begin().await?;
    let taken = rows::take_challenge(&mut tx, &body.challenge_id).await?;
    // Used up even if what answers it is refused.
    tx.commit().await?;
    let taken = taken.filter(|taken| taken.author_id.is_none() && taken.expires_at > accounts.now());
    let taken = taken.ok_or_else(|| refused(&"the challenge is unknown, used or too old"))?;
    let mut tx = accounts.db.begin().await?;
    let row = rows::by_credential(&mut tx, &body.credential.raw_id.0).await?;
    let row = row.ok_or_else(|| refused(&"it is not known"))?;
    let used = check(&accounts, &party, &body.credential, &taken.challenge, &row).map_err(|e| refused(&e))?;
    if !rows::used(&mut tx, &row, used.sign_count, accounts.now()).await? {
        return Err(refused(&"it was used twice at once"));
    }
    let is_second = totp::is_on(&mut tx, row.author_id).await?;
    if is_second && !used.user_verified {
        return Err(Problem::unauthorized(
            "This passkey did not ask for your finger, face or PIN. Sign in with your password and a code.",
        ));
    }
    let author = store::by_id(&mut tx, row.author_id).await?.ok_or_else(|| refused(&"nobody has it"))?;
    audit::record(
        &mut tx,
        author.id,
        audit::AuditKind::SignedIn,
        Some(&format!("With the passkey {}", row.name)),
        &origin,
    )
    .await?;
    tx.commit().await?;
    let author = authenticate::refresh_role(&accounts, author).await?;
    let mut tx = accounts.db.begin().await?;
    let method = Method::Passkey;
    let opened = session::open(&accounts, &mut tx, author, method, &origin, StatusCode::OK).await?;
    tx.commit().await?;
    Ok(opened)
}

fn check(
    accounts: &Accounts,
    party: &RelyingParty,
    given: &AuthenticationResponse,
    challenge: &[u8],
    row: &rows::Row,
) -> Result<Used, passkey::Refused> {
    // §7.2 step 6: who the authenticator thinks it speaks for.
    let handle = given.response.user_handle.as_ref();
    if handle.is_some_and(|handle| handle.0 != passkey::user_handle(accounts, row.author_id)) {
        return Err(passkey::Refused::RelyingParty);
    }
    party.authenticate(&given.response, challenge, &row.public_key, row.sign_count)
}

/// One wording for every reason; the log tells more.
fn refused(reason: &dyn std::fmt::Display) -> Problem {
    tracing::info!(%reason, "a passkey was refused");
    Problem::unauthorized("This passkey isn't known here or couldn't be checked.")
}
