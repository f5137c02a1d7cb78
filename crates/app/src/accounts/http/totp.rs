//! Two-factor authentication with an app.

use axum::{Extension, Json as Body, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};

use crate::{
    accounts::Accounts,
    accounts::{Caller, Origin, audit, reauthenticate, session, store::totp as rows, totp},
    http::{ApiResult, FieldCode, Json, Problem, ProblemBody, ProblemCode, Problems, ShownOnce},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct Password {
    /// The current one.
    #[schema(format = Password)]
    password: String,
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct Code {
    /// Six digits, from the app.
    code: String,
}

/// What an authenticator app needs.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewTotp {
    /// In base32, to be typed.
    secret: String,
    /// The same as a link that apps understand.
    otpauth_url: String,
    /// The link as a QR code: an SVG document.
    qr_svg: String,
}

/// Each is good once, in the place of a code of the app; they are not shown again.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RecoveryCodes {
    #[schema(min_items = 10, max_items = 10)]
    recovery_codes: Vec<String>,
}

/// Begin two-factor authentication
///
/// Answers a new secret for an authenticator app. Nothing changes until a code of it is confirmed.
#[utoipa::path(post, path = "/api/me/totp", tag = "me", request_body = Password,
    responses(
        (status = 200, body = NewTotp),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "It is on already", body = ProblemBody)))]
pub async fn begin_totp(
    State(accounts): State<Accounts>,
    caller: Caller,
    Json(body): Json<Password>,
) -> ApiResult<(Extension<ShownOnce>, Body<NewTotp>)> {
    session::require_built_in(&accounts)?;
    let author = reauthenticate::with_password(&accounts, &caller, "password", body.password).await?;
    let secret = totp::new_secret();
    let mut tx = accounts.db.begin().await?;
    if rows::is_on(&mut tx, author.id).await? {
        return Err(Problem::conflict(
            ProblemCode::TwoFactorOn,
            "Two-factor authentication is already on. Turn it off first.",
        ));
    }
    let sealed = totp::seal(&accounts, author.id, secret.clone());
    rows::begin(&mut tx, author.id, &sealed, accounts.now()).await?;
    tx.commit().await?;
    let otpauth_url = totp::otpauth_url(&secret, &author.email);
    let shown = NewTotp { secret: totp::written(&secret), qr_svg: totp::qr_svg(&otpauth_url)?, otpauth_url };
    Ok((Extension(ShownOnce), Body(shown)))
}

/// Switch two-factor authentication on
///
/// With a code of the app. From now on a sign-in with the password needs one, or a recovery code.
#[utoipa::path(post, path = "/api/me/totp/confirm", tag = "me", request_body = Code,
    responses(
        (status = 200, body = RecoveryCodes),
        Problems<400, 401, 413, 415, 429>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "It was not begun, or is on already", body = ProblemBody),
        (status = 422, description = "The code is wrong", body = ProblemBody)))]
pub async fn confirm_totp(
    State(accounts): State<Accounts>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<Code>,
) -> ApiResult<(Extension<ShownOnce>, Body<RecoveryCodes>)> {
    session::require_built_in(&accounts)?;
    accounts.own.throttle.code(caller.author_id, accounts.now())?;
    let mut tx = accounts.db.begin().await?;
    let row = rows::find(&mut tx, caller.author_id).await?.filter(|row| row.enabled_at.is_none());
    let row = row.ok_or_else(|| {
        Problem::conflict(
            ProblemCode::TwoFactorNotBegun,
            "There's no new authenticator app to confirm. Start by asking for its secret.",
        )
    })?;
    let secret = totp::open(&accounts, caller.author_id, row.secret)?;
    let Some(step) = totp::step_of(&secret, &body.code, accounts.now(), row.last_step) else {
        accounts.own.throttle.wrong_code(caller.author_id, accounts.now());
        return Err(Problem::field(
            "code",
            FieldCode::Incorrect,
            "Wrong code. Is your device's clock right?",
        ));
    };
    rows::use_step(&mut tx, caller.author_id, step).await?;
    rows::enable(&mut tx, caller.author_id, accounts.now()).await?;
    let recovery_codes = totp::replace_recovery_codes(&accounts, &mut tx, caller.author_id).await?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::TotpEnabled, None, &origin).await?;
    tx.commit().await?;
    Ok((Extension(ShownOnce), Body(RecoveryCodes { recovery_codes })))
}

/// Replace the recovery codes
///
/// The earlier ones stop working.
#[utoipa::path(post, path = "/api/me/totp/recovery-codes", tag = "me", request_body = Password,
    responses(
        (status = 200, body = RecoveryCodes),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "Two-factor authentication is off", body = ProblemBody)))]
pub async fn replace_recovery_codes(
    State(accounts): State<Accounts>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<Password>,
) -> ApiResult<(Extension<ShownOnce>, Body<RecoveryCodes>)> {
    session::require_built_in(&accounts)?;
    let author = reauthenticate::with_password(&accounts, &caller, "password", body.password).await?;
    let mut tx = accounts.db.begin().await?;
    if !rows::is_on(&mut tx, author.id).await? {
        return Err(Problem::conflict(
            ProblemCode::TwoFactorOff,
            "Two-factor authentication is off, so there's nothing to recover.",
        ));
    }
    let recovery_codes = totp::replace_recovery_codes(&accounts, &mut tx, author.id).await?;
    audit::record(&mut tx, author.id, audit::AuditKind::RecoveryCodesReplaced, None, &origin).await?;
    tx.commit().await?;
    Ok((Extension(ShownOnce), Body(RecoveryCodes { recovery_codes })))
}

/// Switch two-factor authentication off
///
/// The secret and the recovery codes are forgotten.
#[utoipa::path(delete, path = "/api/me/totp", tag = "me", request_body = Password,
    responses(
        (status = 204),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody)))]
pub async fn end_totp(
    State(accounts): State<Accounts>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<Password>,
) -> ApiResult<StatusCode> {
    session::require_built_in(&accounts)?;
    let author = reauthenticate::with_password(&accounts, &caller, "password", body.password).await?;
    let mut tx = accounts.db.begin().await?;
    let was_on = rows::is_on(&mut tx, author.id).await?;
    rows::delete(&mut tx, author.id).await?;
    if was_on {
        audit::record(&mut tx, author.id, audit::AuditKind::TotpDisabled, None, &origin).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
