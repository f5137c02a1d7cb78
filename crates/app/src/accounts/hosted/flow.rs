//! From the browser's wish to sign in to the provider's answer.

use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use form_urlencoded::Serializer;
use serde::{Deserialize, Serialize};

use super::{Hosted, provider::NoTokens, session};
use crate::{
    Timestamp,
    accounts::Accounts,
    accounts::{Origin, session::Cookies},
    clock::{MINUTE, SECOND},
    http::Problem,
    secrets::{open, random_token, seal, sha256},
};

/// How long somebody may take to sign in at the provider.
const LIFE: i64 = 15 * MINUTE;
const COOKIE: &str = "letterpress_sign_in_";
const MAX_RETURN: usize = 2000;

/// What is remembered of a browser on its way to the provider and back: encrypted, in a cookie of its own, so that two
/// tabs do not disturb each other.
#[derive(Debug, Serialize, Deserialize)]
pub struct Flow {
    state: String,
    nonce: String,
    /// RFC 7636 §4.1.
    verifier: String,
    pub return_to: String,
    ends_at: i64,
}

/// The provider's answer, as the browser brings it (RFC 6749 §4.1.2, RFC 9207).
#[derive(Debug, Default, Deserialize)]
pub struct Finished {
    pub state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

fn callback_url(accounts: &Accounts) -> String {
    format!("{}/auth/callback", accounts.settings.public_url)
}

impl Flow {
    pub fn new(return_to: Option<&str>, now: Timestamp) -> Self {
        Self {
            state: random_token(192),
            nonce: random_token(192),
            verifier: random_token(256),
            return_to: return_to.filter(|path| is_own_path(path)).unwrap_or("/").to_owned(),
            ends_at: now.plus(LIFE).0,
        }
    }

    /// Where the browser is sent; `again`: the person is to sign in even if the provider knows them still.
    pub async fn authorization_url(
        &self,
        accounts: &Accounts,
        hosted: Hosted<'_>,
        again: bool,
    ) -> Result<String, Problem> {
        let endpoints = hosted.remote.endpoints(accounts.now()).await?;
        let url = endpoints
            .authorization
            .ok_or_else(|| Problem::internal(&"the sign-in provider names no authorization endpoint"))?;
        let mut query = Serializer::new(String::new());
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", &hosted.client.client_id)
            .append_pair("redirect_uri", &callback_url(accounts))
            .append_pair("scope", &hosted.client.scopes)
            .append_pair("state", &self.state)
            .append_pair("nonce", &self.nonce)
            .append_pair("code_challenge", &URL_SAFE_NO_PAD.encode(sha256(self.verifier.as_bytes())))
            .append_pair("code_challenge_method", "S256");
        if again {
            // OpenID Connect Accounts §3.1.2.1: the second makes the provider tell when it was.
            query.append_pair("prompt", "login").append_pair("max_age", "0");
        }
        let joint = if url.contains('?') { '&' } else { '?' };
        Ok(format!("{url}{joint}{}", query.finish()))
    }

    pub fn cookie(&self, accounts: &Accounts) -> Result<HeaderValue, Problem> {
        let text = serde_json::to_vec(self).map_err(|e| Problem::internal(&e))?;
        let sealed = seal(&key(accounts), self.state.as_bytes(), text);
        cookie(accounts, &self.state, &URL_SAFE_NO_PAD.encode(sealed), LIFE)
    }

    /// The flow that this state belongs to, in the browser that began it.
    pub fn read(accounts: &Accounts, headers: &HeaderMap, state: &str) -> Option<Self> {
        let jar = CookieJar::from_headers(headers);
        let value = jar.get(&cookie_name(state))?.value().to_owned();
        let sealed = URL_SAFE_NO_PAD.decode(value).ok()?;
        let text = open(&key(accounts), state.as_bytes(), sealed).ok()?;
        let flow: Self = serde_json::from_slice(&text).ok()?;
        (flow.state == state && flow.ends_at > accounts.now().0).then_some(flow)
    }

    /// The Set-Cookie that makes the browser forget the flow.
    pub fn forget(accounts: &Accounts, state: &str) -> Option<HeaderValue> {
        cookie(accounts, state, "", 0).ok()
    }
}

/// Checks the answer and opens a session; the error is a sentence for the person in front of the browser.
pub async fn finish(
    accounts: &Accounts,
    hosted: Hosted<'_>,
    flow: &Flow,
    finished: &Finished,
    origin: &Origin,
) -> Result<Cookies, String> {
    check_issuer(accounts, hosted, finished).await?;
    if let Some(error) = &finished.error {
        return Err(told(error));
    }
    let code = finished.code.as_deref().ok_or("The sign-in provider sent no code. Please try again.")?;
    let tokens = hosted.exchange(code, &flow.verifier, &callback_url(accounts), accounts.now()).await;
    let tokens = tokens.map_err(|error| match error {
        NoTokens::Refused => "The sign-in took too long or was used already. Please try again.".to_owned(),
        NoTokens::Trouble(reason) => {
            tracing::warn!(%reason, "the sign-in provider gives no tokens");
            "The sign-in provider isn't answering. Try again.".to_owned()
        }
    })?;
    session::begin(accounts, hosted, tokens, &flow.nonce, origin).await.map_err(|problem| problem.detail)
}

/// RFC 9207: a provider that says who answers must be ours, and one that promised to say so must.
async fn check_issuer(accounts: &Accounts, hosted: Hosted<'_>, finished: &Finished) -> Result<(), String> {
    let endpoints = hosted.remote.endpoints(accounts.now()).await.map_err(|problem| problem.detail)?;
    let fine = match &finished.iss {
        Some(iss) => iss.trim_end_matches('/') == hosted.client.issuer.trim_end_matches('/'),
        None => !endpoints.tells_issuer,
    };
    if fine { Ok(()) } else { Err("Another sign-in provider answered than the one that was asked.".into()) }
}

fn told(error: &str) -> String {
    match error {
        "access_denied" => "The sign-in was cancelled.".into(),
        "temporarily_unavailable" | "server_error" => {
            "The sign-in provider isn't answering. Try again.".into()
        }
        _ => {
            let code: String =
                error.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(60).collect();
            format!("The sign-in provider refused ({code}).")
        }
    }
}

/// A path of this site: nothing that a browser could take for another one.
fn is_own_path(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && path.len() <= MAX_RETURN
        && path.bytes().all(|b| b.is_ascii_graphic() && b != b'\\')
        && !path.starts_with("/auth/")
        && !path.starts_with("/api/")
}

fn key(accounts: &Accounts) -> [u8; 32] {
    accounts.settings.secret.derive("hosted-sign-in")
}

fn cookie_name(state: &str) -> String {
    let short: String = state.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    format!("{COOKIE}{short}")
}

/// Lax: the way back is a navigation from the provider's site.
fn cookie(accounts: &Accounts, state: &str, value: &str, life: i64) -> Result<HeaderValue, Problem> {
    let secure = if accounts.settings.public_url.starts_with("https://") { "; Secure" } else { "" };
    let text = format!(
        "{}={value}; Max-Age={}; Path=/auth; HttpOnly; SameSite=Lax{secure}",
        cookie_name(state),
        life / SECOND
    );
    HeaderValue::from_str(&text).map_err(|e| Problem::internal(&e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_returns_to_this_site_alone() {
        for path in ["/", "/campaigns/7?tab=report#top", "/a%20b"] {
            assert_eq!(Flow::new(Some(path), Timestamp(0)).return_to, path);
        }
        for path in [
            "",
            "x",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\r\nb",
            "/a b",
            "/auth/sign-out",
        ] {
            assert_eq!(Flow::new(Some(path), Timestamp(0)).return_to, "/", "{path:?}");
        }
    }
}
