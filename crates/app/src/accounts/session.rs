//! A browser's session: a short access token in the answer, a long refresh token in a cookie no script can read.
//!
//! The refresh token is replaced on each use. One that comes back after it was used has been copied, and nobody knows
//! which of the two holders is the author: its whole family ends and both sign in again. With one exception: within
//! [`GRACE`] of its first use it gets a fresh token of the same family. An answer that is lost on the way (a closed
//! lid, a reload, two tabs that start together) leaves the browser with the old cookie, and without the exception each
//! such accident would sign its author out. The price is that a thief who is within ten seconds of the owner is not
//! noticed by this rule; who can read a fresh HttpOnly cookie that fast sits in the browser and need not hurry.

use axum::{
    Extension,
    http::{HeaderMap, HeaderValue, StatusCode, header},
};
use axum_extra::extract::CookieJar;
use database::Tx;
use serde::Serialize;

use super::{
    Origin, audit,
    model::{Author, Method},
    store::{self, refresh, sessions},
    tokens::LIFETIME,
};
use crate::{
    App, Timestamp,
    clock::{DAY, SECOND},
    http::{Problem, ShownOnce},
    secrets::{random_token, sha256},
};

pub const COOKIE: &str = "letterpress_refresh";
pub const REFRESH_LIFETIME: i64 = 30 * DAY;
const GRACE: i64 = 10 * SECOND;

/// What sign-up, sign-in and refresh answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Session {
    /// A JWT for `Authorization: Bearer`.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: String,
    /// Seconds.
    pub expires_in: i64,
    pub author: Author,
}

/// A session and the cookie that renews it.
pub type Opened =
    (StatusCode, Extension<ShownOnce>, [(header::HeaderName, HeaderValue); 1], axum::Json<Session>);

/// Opens a session of a new family.
pub async fn open(
    app: &App,
    tx: &mut Tx,
    author: Author,
    method: Method,
    origin: &Origin,
    status: StatusCode,
) -> Result<Opened, Problem> {
    refresh::prune(tx, author.id, app.now()).await?;
    let family = random_token(128);
    sessions::insert(tx, &family, author.id, method, origin).await?;
    issue(app, tx, author, &family, status).await
}

async fn issue(
    app: &App,
    tx: &mut Tx,
    author: Author,
    family: &str,
    status: StatusCode,
) -> Result<Opened, Problem> {
    let now = app.now();
    let token = random_token(256);
    let expires_at = now.plus(REFRESH_LIFETIME);
    refresh::insert(tx, &sha256(token.as_bytes()), family, author.id, now, expires_at).await?;
    let signer = app.accounts.signer.as_ref().ok_or_else(not_built_in)?;
    let session = Session {
        access_token: signer.sign(&author, family, now)?,
        token_type: "Bearer".into(),
        expires_in: LIFETIME,
        author,
    };
    let cookie = cookie(app, &token, REFRESH_LIFETIME)?;
    Ok((status, Extension(ShownOnce), [(header::SET_COOKIE, cookie)], axum::Json(session)))
}

/// Renews the session behind the cookie.
pub async fn renew(app: &App, token: &str, origin: &Origin) -> Result<Opened, Problem> {
    let now = app.now();
    let mut tx = app.db.begin().await?;
    let Some(found) = refresh::take(&mut tx, &sha256(token.as_bytes()), now).await? else {
        return Err(ended());
    };
    if !is_good(&found, now) || !sessions::touch(&mut tx, &found.family_id, origin).await? {
        sessions::end_family(&mut tx, &found.family_id).await?;
        tx.commit().await?;
        return Err(ended());
    }
    let row = store::by_id(&mut tx, found.author_id).await?.ok_or_else(ended)?;
    refresh::prune(&mut tx, row.id, now).await?;
    let opened = issue(app, &mut tx, row.into(), &found.family_id, StatusCode::OK).await?;
    tx.commit().await?;
    Ok(opened)
}

fn is_good(token: &refresh::Refresh, now: Timestamp) -> bool {
    let unused = token.used_at.is_none_or(|at| now.0 - at.0 <= GRACE);
    unused && token.expires_at > now
}

/// Ends the family of the cookie, if it has one.
pub async fn end(app: &App, token: &str, origin: &Origin) -> Result<(), Problem> {
    let mut tx = app.db.begin().await?;
    if let Some(found) = refresh::find(&mut tx, &sha256(token.as_bytes())).await? {
        sessions::end_family(&mut tx, &found.family_id).await?;
        audit::record(&mut tx, found.author_id, audit::Kind::SignedOut, None, origin).await?;
    }
    tx.commit().await?;
    Ok(())
}

fn ended() -> Problem {
    Problem::unauthorized("The session has ended. Please sign in again.")
}

/// The calls of the built-in provider are not there when a hosted one signs authors in.
pub fn not_built_in() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "This installation signs authors in through a hosted provider.")
}

/// Refuses the calls of the built-in provider when there is none.
pub fn require_built_in(app: &App) -> Result<(), Problem> {
    if app.accounts.signer.is_some() { Ok(()) } else { Err(not_built_in()) }
}

/// The refresh cookie of the request.
pub fn presented(headers: &HeaderMap) -> Option<String> {
    CookieJar::from_headers(headers).get(COOKIE).map(|cookie| cookie.value().to_owned())
}

/// SameSite=Strict keeps other sites' requests from carrying the cookie; browsers that say where a request comes from
/// are taken at their word as well.
pub fn refuse_cross_site(headers: &HeaderMap) -> Result<(), Problem> {
    if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return Err(Problem::forbidden("Another site may not do this."));
    }
    Ok(())
}

/// The Set-Cookie that makes the browser forget.
pub fn forget(app: &App) -> Result<HeaderValue, Problem> {
    cookie(app, "", 0)
}

fn cookie(app: &App, value: &str, lifetime: i64) -> Result<HeaderValue, Problem> {
    let secure = if app.settings.public_url.starts_with("https://") { "; Secure" } else { "" };
    let seconds = lifetime / SECOND;
    let text =
        format!("{COOKIE}={value}; Max-Age={seconds}; Path=/api/auth; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).map_err(|e| Problem::internal(&e))
}
