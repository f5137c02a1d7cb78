//! How authors sign in here.

use axum::{Json, extract::State};
use axum_extra::extract::CookieJar;
use serde::Serialize;

use crate::{
    Auth, Core, OidcClient, account_mails,
    accounts::{model, session::COOKIE, store},
    http::{ApiResult, Problems},
};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Built in: the calls below `/api/auth`.
    Local,
    /// A hosted OpenID Connect provider.
    Oidc,
}

/// What a client needs to know before anybody has signed in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each tells of one thing that is offered")]
pub struct AuthConfig {
    pub provider: Provider,
    pub issuer: String,
    #[schema(required)]
    pub client_id: Option<String>,
    /// Whether `POST /api/auth/sign-up` would make an account now.
    pub sign_up: bool,
    /// Whether the account that it would make is the first one.
    pub first_account: bool,
    /// Whether this browser has a refresh cookie, so that it is worth asking for a session.
    pub session: bool,
    /// Whether a forgotten password can be replaced by a mailed link.
    pub password_reset: bool,
    /// Whether passkeys can be made and used: they need the built-in provider, a host name, and https or this machine.
    pub passkeys: bool,
    /// The host of a hosted provider.
    #[schema(required)]
    pub provider_name: Option<String>,
}

/// How authors sign in
#[utoipa::path(get, path = "/api/auth/config", tag = "auth", security(()),
    responses((status = 200, body = AuthConfig), Problems<421>))]
pub async fn get_auth_config(State(core): State<Core>, cookies: CookieJar) -> ApiResult<Json<AuthConfig>> {
    let session = cookies.get(COOKIE).is_some_and(|cookie| !cookie.value().is_empty());
    let settings = &core.settings;
    let config = match &settings.auth {
        Auth::Local => {
            let any = store::any(&mut core.db.read().await?).await?;
            AuthConfig {
                provider: Provider::Local,
                issuer: settings.public_url.clone(),
                client_id: None,
                sign_up: model::may_sign_up(settings, any),
                // Where nobody can sign up, nobody learns whether somebody has.
                first_account: !any && model::may_sign_up(settings, any),
                session,
                password_reset: account_mails::can_send(settings),
                passkeys: model::relying_party(settings).is_some(),
                provider_name: None,
            }
        }
        Auth::Oidc(OidcClient { issuer, client_id, .. }) => AuthConfig {
            provider: Provider::Oidc,
            issuer: issuer.clone(),
            client_id: Some(client_id.clone()),
            sign_up: false,
            first_account: false,
            session,
            password_reset: false,
            passkeys: false,
            provider_name: Some(model::host_of(issuer).to_owned()),
        },
    };
    Ok(Json(config))
}
