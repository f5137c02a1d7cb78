//! Authors: who they are, how they sign in, what proves it.
//!
//! Owns `authors`, `sessions`, `refresh_tokens`, `session_bearers`, `mail_tokens`, `totp`, `recovery_codes`, `passkeys`,
//! `passkey_challenges`, `api_keys` and `audit_log`. Sign-in is an issuer: the built-in provider and a hosted one are
//! checked by the same [`Verifier`](tokens::Verifier), which knows nothing but a set of keys, an issuer and an audience.

mod alerts;
mod api_keys;
pub mod audit;
mod authenticate;
mod authors;
mod caller;
mod devices;
mod hosted;
mod http;
mod jwks;
mod links;
mod model;
mod origin;
mod passkey;
mod password;
mod profile;
mod reauthenticate;
mod removal;
pub mod scopes;
mod session;
mod store;
#[cfg(test)]
pub(crate) mod tests;
mod throttle;
mod tokens;
mod totp;

pub use api_keys::create_api_key;
pub use authors::{add_author, find_author, set_password, verify_author};
pub use caller::{Caller, bearer, identify, require_admin};
pub use model::{ApiKey, Author, Role};
pub use origin::Origin;
pub use profile::{Profile, author, change as change_profile};
pub use reauthenticate::fully as reauthenticate;
pub use removal::REMOVAL;
pub use scopes::{Scope, Scopes};
pub use session::forget as forget_session;
pub use store::{
    deletion::{deleted, forget, hide, hold_deleted},
    hold,
};
pub use tokens::{Accounts, Keys, ShutOut};

use axum::Router;

use crate::{
    AuthorId, Core,
    core::Has,
    http::{Routes, get, routes},
};

/// The author's API keys as a list shows them, newest first; at most 1,000.
pub async fn api_keys_of(tx: &mut database::Tx, author_id: AuthorId) -> database::Result<Vec<ApiKey>> {
    store::keys::list(tx, author_id, &crate::http::Page { limit: 1_000, after: None }).await
}

/// Ids of the administrators.
pub async fn administrators(tx: &mut database::Tx) -> database::Result<Vec<AuthorId>> {
    store::administrators(tx).await
}

/// Id of the author with this address, however it is written.
pub async fn id_of_address(tx: &mut database::Tx, address: &str) -> database::Result<Option<AuthorId>> {
    let Ok(address) = content::parse_address(address) else { return Ok(None) };
    store::by_email(tx, &address.key).await.map(|row| row.map(|row| row.id))
}

/// Forgets what has expired; called by the background loop.
pub async fn prune(core: &Core) -> database::Result<()> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    store::audit::prune(&mut tx, now.plus(-audit::KEPT)).await?;
    store::mail_tokens::prune(&mut tx, now).await?;
    store::passkeys::prune_challenges(&mut tx, now).await?;
    store::sessions::prune_bearers(&mut tx, now).await?;
    store::sessions::prune(&mut tx, now.plus(-session::REFRESH_LIFETIME)).await?;
    tx.commit().await
}

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    let pages = Router::new()
        .route("/auth/start", get(http::hosted::start))
        .route("/auth/callback", get(http::hosted::callback))
        .route("/auth/sign-out", get(http::hosted::sign_out));
    Routes::from(pages)
        .merge(routes!(http::config::get_auth_config))
        .merge(routes!(http::sign_up::sign_up))
        .merge(routes!(http::sign_in::sign_in))
        .merge(routes!(http::refresh::refresh_session))
        .merge(routes!(http::sign_out::sign_out))
        .merge(routes!(http::get_me::get_me, http::update_me::update_me))
        .merge(routes!(http::password_reset::request_password_reset))
        .merge(routes!(http::password_reset::confirm_password_reset))
        .merge(routes!(http::verify_email::verify_email))
        .merge(routes!(http::verify_email::send_verification_email))
        .merge(routes!(http::change_password::change_password))
        .merge(routes!(http::change_email::change_email))
        .merge(routes!(http::sessions::list_sessions, http::sessions::end_other_sessions))
        .merge(routes!(http::sessions::end_session))
        .merge(routes!(http::security::get_security))
        .merge(routes!(http::totp::begin_totp, http::totp::end_totp))
        .merge(routes!(http::totp::confirm_totp))
        .merge(routes!(http::totp::replace_recovery_codes))
        .merge(routes!(http::passkeys::begin_passkey))
        .merge(routes!(http::passkeys::create_passkey))
        .merge(routes!(http::passkeys::rename_passkey, http::passkeys::delete_passkey))
        .merge(routes!(http::passkey_sign_in::begin_passkey_sign_in))
        .merge(routes!(http::passkey_sign_in::sign_in_with_passkey))
        .merge(routes!(http::list_audit::list_audit))
        .merge(routes!(http::list_keys::list_api_keys, http::create_key::create_api_key))
        .merge(routes!(http::update_key::update_api_key, http::delete_key::delete_api_key))
        .merge(routes!(http::regenerate_key::regenerate_api_key))
        .merge(routes!(http::well_known::get_jwks))
        .merge(routes!(http::well_known::get_openid_configuration))
}
