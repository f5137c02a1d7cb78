//! How an account is protected.

use axum::{Json, extract::State};
use serde::Serialize;

use super::{config::Provider, passkeys::Passkey};
use crate::{
    Timestamp,
    accounts::Accounts,
    accounts::{
        Caller,
        store::{self, passkeys, totp as rows},
        tokens,
    },
    http::{ApiResult, ProblemBody, Problems},
};

/// Two-factor authentication with an app.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TotpState {
    enabled_at: Timestamp,
    recovery_codes_left: i64,
}

/// How an account is protected.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Security {
    provider: Provider,
    email_verified: bool,
    has_password: bool,
    /// Null while it is off.
    #[schema(required)]
    totp: Option<TotpState>,
    passkeys: Vec<Passkey>,
}

/// How the account is protected
#[utoipa::path(get, path = "/api/me/security", tag = "me",
    responses(
        (status = 200, body = Security),
        Problems<401>,
        (status = 403, description = "Asked with an API key", body = ProblemBody)))]
pub async fn get_security(State(accounts): State<Accounts>, caller: Caller) -> ApiResult<Json<Security>> {
    let mut tx = accounts.db.read().await?;
    let row = store::by_id(&mut tx, caller.author_id).await?.ok_or_else(tokens::refused)?;
    let enabled_at = rows::find(&mut tx, row.id).await?.and_then(|row| row.enabled_at);
    let totp = match enabled_at {
        Some(enabled_at) => {
            Some(TotpState { enabled_at, recovery_codes_left: rows::count_codes(&mut tx, row.id).await? })
        }
        None => None,
    };
    let passkeys = passkeys::list(&mut tx, row.id).await?.into_iter().map(Passkey::from).collect();
    let provider = if accounts.own.signer.is_some() { Provider::Local } else { Provider::Oidc };
    Ok(Json(Security {
        provider,
        email_verified: row.email_verified_at.is_some(),
        has_password: row.password_hash.is_some(),
        totp,
        passkeys,
    }))
}
