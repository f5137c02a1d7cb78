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
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::AppendHeaders,
};
use axum_extra::extract::CookieJar;
use database::Tx;
use serde::Serialize;

use super::{
    Origin, audit, devices,
    model::{Author, Method},
    store::{self, refresh, sessions},
    tokens::LIFETIME,
};
use crate::{
    AuthorId, Core, Timestamp,
    accounts::Accounts,
    clock::{DAY, SECOND},
    http::{Problem, ShownOnce},
    secrets::{random_token, sha256},
};

pub const COOKIE: &str = "letterpress_refresh";
const SIGN_OUT_COOKIE: &str = "letterpress_session";
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
pub type Opened = (StatusCode, Extension<ShownOnce>, AppendHeaders<Cookies>, axum::Json<Session>);

/// Set-Cookie headers; the refresh token's comes first.
pub type Cookies = Vec<(HeaderName, HeaderValue)>;

/// Opens a session of a new family.
pub async fn open(
    accounts: &Accounts,
    tx: &mut Tx,
    author: store::Row,
    method: Method,
    origin: &Origin,
    status: StatusCode,
) -> Result<Opened, Problem> {
    refresh::prune(tx, author.id, accounts.now()).await?;
    let family = random_token(128);
    sessions::insert(tx, &family, author.id, method, origin).await?;
    let device = (header::SET_COOKIE, devices::cookie(accounts, &author)?);
    let mut opened = issue(accounts, tx, author.into(), &family, status).await?;
    opened.2.0.push(device);
    Ok(opened)
}

async fn issue(
    accounts: &Accounts,
    tx: &mut Tx,
    author: Author,
    family: &str,
    status: StatusCode,
) -> Result<Opened, Problem> {
    let cookies = mint(accounts, tx, author.id, family).await?;
    let signer = accounts.own.signer.as_ref().ok_or_else(not_built_in)?;
    let access_token = signer.sign(&author, family, accounts.now())?;
    Ok(answer(status, cookies, access_token, LIFETIME, author))
}

/// A new refresh token of the family, as cookies.
pub async fn mint(
    accounts: &Accounts,
    tx: &mut Tx,
    author_id: AuthorId,
    family: &str,
) -> Result<Cookies, Problem> {
    let now = accounts.now();
    let token = random_token(256);
    let expires_at = now.plus(REFRESH_LIFETIME);
    refresh::insert(tx, &sha256(token.as_bytes()), family, author_id, now, expires_at).await?;
    cookies(accounts, &token, family, REFRESH_LIFETIME)
}

/// What a browser gets that is signed in now; `seconds`: how long the access token is good.
pub fn answer(
    status: StatusCode,
    cookies: Cookies,
    access_token: String,
    seconds: i64,
    author: Author,
) -> Opened {
    let session = Session { access_token, token_type: "Bearer".into(), expires_in: seconds, author };
    (status, Extension(ShownOnce), AppendHeaders(cookies), axum::Json(session))
}

/// Renews the session behind the cookie.
pub async fn renew(accounts: &Accounts, token: &str, origin: &Origin) -> Result<Opened, Problem> {
    let now = accounts.now();
    let mut tx = accounts.db.begin().await?;
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
    let opened = issue(accounts, &mut tx, row.into(), &found.family_id, StatusCode::OK).await?;
    tx.commit().await?;
    Ok(opened)
}

/// Whether the refresh token may be used now.
pub fn is_good(token: &refresh::Refresh, now: Timestamp) -> bool {
    let unused = token.used_at.is_none_or(|at| now.0 - at.0 <= GRACE);
    unused && token.expires_at > now
}

/// Ends the family of the cookie, if it has one.
pub async fn end(accounts: &Accounts, token: &str, origin: &Origin) -> Result<(), Problem> {
    let mut tx = accounts.db.begin().await?;
    if let Some(found) = refresh::find(&mut tx, &sha256(token.as_bytes())).await? {
        sessions::end_family(&mut tx, &found.family_id).await?;
        audit::record(&mut tx, found.author_id, audit::AuditKind::SignedOut, None, origin).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Ends a session whose refresh token came too often or too late.
pub async fn end_family(accounts: &Accounts, family: &str) -> Result<(), Problem> {
    let mut tx = accounts.db.begin().await?;
    sessions::end_family(&mut tx, family).await?;
    tx.commit().await?;
    Ok(())
}

pub fn ended() -> Problem {
    Problem::unauthorized("Your session has ended. Sign in again.")
}

/// The calls of the built-in provider are not there when a hosted one signs authors in.
pub fn not_built_in() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "This installation signs authors in through a hosted provider.")
}

/// The pages of hosted sign-in are not there when there is none.
pub fn not_hosted() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "This installation signs authors in itself.")
}

/// Refuses the calls of the built-in provider when there is none.
pub fn require_built_in(accounts: &Accounts) -> Result<(), Problem> {
    if accounts.own.signer.is_some() { Ok(()) } else { Err(not_built_in()) }
}

/// The refresh cookie of the request.
pub fn presented(headers: &HeaderMap) -> Option<String> {
    CookieJar::from_headers(headers).get(COOKIE).map(|cookie| cookie.value().to_owned())
}

/// SameSite=Strict keeps other sites' requests from carrying the cookie; browsers that say where a request comes from
/// are taken at their word as well.
pub fn refuse_cross_site(headers: &HeaderMap) -> Result<(), Problem> {
    if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return Err(Problem::forbidden("Other sites can't do this."));
    }
    Ok(())
}

/// The session of the cookie that only `/auth/sign-out` sees.
pub fn presented_family(headers: &HeaderMap) -> Option<String> {
    CookieJar::from_headers(headers).get(SIGN_OUT_COOKIE).map(|cookie| cookie.value().to_owned())
}

/// What makes the browser forget.
pub fn forget(accounts: &Accounts) -> Result<Cookies, Problem> {
    cookies(accounts, "", "", 0)
}

fn cookies(accounts: &Accounts, token: &str, family: &str, lifetime: i64) -> Result<Cookies, Problem> {
    let mut cookies = vec![(header::SET_COOKIE, cookie(accounts, COOKIE, token, "/api/auth", lifetime)?)];
    if accounts.own.signer.is_none() {
        // Signing out at a hosted provider is a navigation, which the refresh token has no business with.
        let cookie = cookie(accounts, SIGN_OUT_COOKIE, family, "/auth/sign-out", lifetime)?;
        cookies.push((header::SET_COOKIE, cookie));
    }
    Ok(cookies)
}

/// A Set-Cookie for this many milliseconds that no script and no other site's request sees.
pub fn cookie(
    core: &Core,
    name: &str,
    value: &str,
    path: &str,
    lifetime: i64,
) -> Result<HeaderValue, Problem> {
    let secure = if core.settings.public_url.starts_with("https://") { "; Secure" } else { "" };
    let seconds = lifetime / SECOND;
    let text = format!("{name}={value}; Max-Age={seconds}; Path={path}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).map_err(|e| Problem::internal(&e))
}
