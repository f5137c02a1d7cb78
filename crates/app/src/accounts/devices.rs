//! Browsers that an author has signed in from, known by a cookie: tries of strangers at the author's address are not
//! counted against them ("device cookies", OWASP, Blocking Brute Force Attacks). The cookie opens nothing.

use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;

use super::{session, store};
use crate::{
    Core,
    clock::DAY,
    http::Problem,
    secrets::{base32, mac, random_token, same},
};

const COOKIE: &str = "letterpress_device";
/// Counted from the latest sign-in.
const LIFETIME: i64 = 365 * DAY;

/// What a browser says it is: a name of its own, and what proves that we gave it.
pub struct Presented {
    name: String,
    proof: String,
}

/// The cookie of the request.
pub fn presented(headers: &HeaderMap) -> Option<Presented> {
    let jar = CookieJar::from_headers(headers);
    let (name, proof) = jar.get(COOKIE)?.value().split_once('.')?;
    Some(Presented { name: name.to_owned(), proof: proof.to_owned() })
}

impl Presented {
    /// The browser's name, if this author has signed in from it with the password of now.
    pub fn of(self, core: &Core, author: &store::Row) -> Option<String> {
        same(self.proof.as_bytes(), proof(core, &self.name, author).as_bytes()).then_some(self.name)
    }
}

/// The Set-Cookie that makes the browser a known one.
pub fn cookie(core: &Core, author: &store::Row) -> Result<HeaderValue, Problem> {
    let name = random_token(128);
    let value = format!("{name}.{}", proof(core, &name, author));
    session::cookie(core, COOKIE, &value, "/api/auth", LIFETIME)
}

/// A new password makes strangers of all: who knew the old one may have collected names.
fn proof(core: &Core, name: &str, author: &store::Row) -> String {
    let password = author.password_hash.as_deref().unwrap_or("");
    let parts = [name.as_bytes(), &author.id.get().to_le_bytes(), password.as_bytes()];
    base32(&mac(&core.settings.secret.derive("known-device"), &parts))
}
