//! Authors: who they are, how they sign in, what proves it.
//!
//! Owns `authors`, `refresh_tokens` and `api_keys`. Sign-in is an issuer: the built-in provider and a hosted one are
//! checked by the same [`Verifier`](tokens::Verifier), which knows nothing but a set of keys, an issuer and an audience.

mod api_keys;
mod authenticate;
mod authors;
mod deletion;
mod http;
mod jwks;
mod model;
mod password;
mod profile;
mod session;
mod store;
#[cfg(test)]
mod tests;
mod throttle;
mod tokens;

pub use api_keys::create_api_key;
pub use authenticate::authenticate;
pub use authors::{add_author, find_author};
pub use deletion::{background as remove_deleted, remove_some};
pub use model::{ApiKey, Author, Role};
pub use profile::{Profile, author, change as change_profile};
pub use throttle::Peer;
pub use tokens::Keys;

use crate::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The author's API keys as a list shows them, newest first; at most 1,000.
pub async fn api_keys_of(tx: &mut database::Tx, author_id: i64) -> database::Result<Vec<ApiKey>> {
    store::keys::list(tx, author_id, &crate::http::Page { limit: 1_000, after: None }).await
}

/// Ids of the administrators.
pub async fn administrators(tx: &mut database::Tx) -> database::Result<Vec<i64>> {
    store::administrators(tx).await
}

/// Id of the author with this address, however it is written.
pub async fn id_of_address(tx: &mut database::Tx, address: &str) -> database::Result<Option<i64>> {
    let Ok(address) = content::parse_address(address) else { return Ok(None) };
    store::by_email(tx, &address.key).await.map(|row| row.map(|row| row.id))
}

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(http::config::config))
        .routes(routes!(http::sign_up::sign_up))
        .routes(routes!(http::sign_in::sign_in))
        .routes(routes!(http::refresh::refresh))
        .routes(routes!(http::sign_out::sign_out))
        .routes(routes!(http::get_me::get_me, http::update_me::update_me, http::delete_me::delete_me))
        .routes(routes!(http::list_keys::list_api_keys, http::create_key::create_api_key))
        .routes(routes!(http::update_key::update_api_key, http::delete_key::delete_api_key))
        .routes(routes!(http::regenerate_key::regenerate_api_key))
        .routes(routes!(http::well_known::jwks))
        .routes(routes!(http::well_known::openid_configuration))
}
