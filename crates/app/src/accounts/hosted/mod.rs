//! Sign-in at a hosted OpenID Connect provider, mediated by this server.
//!
//! The code flow with PKCE runs here: the browser never sees a refresh token or a client's secret. It gets a session of
//! ours, whose refresh cookie it has with the built-in provider too, and as bearer a token of the provider: the access
//! token when that is a JWT for us, else the ID token (some providers' access tokens can be read by nobody but them).

mod flow;
mod provider;
pub mod roles;
mod session;
mod told;

pub use flow::{Finished, Flow, finish};
pub use session::{end, proved_at, renew};

use super::{
    jwks::{Remote, Source},
    session::not_hosted,
};
use crate::{Auth, OidcClient, accounts::Accounts, http::Problem};

/// The provider and what we are to it.
#[derive(Clone, Copy)]
pub struct Hosted<'a> {
    pub remote: &'a Remote,
    pub client: &'a OidcClient,
}

/// 404 when the built-in provider signs authors in.
pub fn of(accounts: &Accounts) -> Result<Hosted<'_>, Problem> {
    match (&accounts.settings.auth, &accounts.own.verifier.source) {
        (Auth::Oidc(client), Source::Remote(remote)) => Ok(Hosted { remote, client }),
        _ => Err(not_hosted()),
    }
}

/// Where a browser comes after it signed out. Operators register exactly this at the provider, with its slash: providers
/// compare letter by letter.
pub fn home(accounts: &Accounts) -> String {
    format!("{}/", accounts.settings.public_url)
}
