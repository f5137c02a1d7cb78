//! Sign-in at a hosted provider: pages that a browser passes through, not calls.

use axum::{
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use form_urlencoded::byte_serialize;
use serde::Deserialize;

use crate::{
    accounts::Accounts,
    accounts::{
        Origin,
        hosted::{self, Finished, Flow},
        session::{self, Cookies},
    },
    http::{ApiResult, Peer, Problem},
};

#[derive(Deserialize)]
pub struct Start {
    return_to: Option<String>,
    /// Whether the provider is to ask even whom it knows still.
    #[serde(default)]
    again: bool,
}

/// Sends the browser to the provider.
pub async fn start(State(accounts): State<Accounts>, Query(query): Query<Start>) -> ApiResult<Response> {
    let hosted = hosted::of(&accounts)?;
    let flow = Flow::new(query.return_to.as_deref(), accounts.now());
    match flow.authorization_url(&accounts, hosted, query.again).await {
        Ok(url) => go(&url, vec![(header::SET_COOKIE, flow.cookie(&accounts)?)]),
        Err(problem) => go_back(&accounts, &problem.detail, Vec::new()),
    }
}

/// Takes the provider's answer and opens a session.
pub async fn callback(
    State(accounts): State<Accounts>,
    peer: Peer,
    origin: Origin,
    headers: HeaderMap,
    Query(finished): Query<Finished>,
) -> ApiResult<Response> {
    let hosted = hosted::of(&accounts)?;
    accounts.own.throttle.secret(peer, accounts.now())?;
    let state = finished.state.as_deref().unwrap_or_default();
    let Some(flow) = Flow::read(&accounts, &headers, state) else {
        let reason = format!(
            "This sign-in was begun in another browser, or too long ago. Please sign in again at {}.",
            accounts.settings.public_url
        );
        return go_back(&accounts, &reason, Vec::new());
    };
    let forget: Cookies =
        Flow::forget(&accounts, state).map(|cookie| (header::SET_COOKIE, cookie)).into_iter().collect();
    match hosted::finish(&accounts, hosted, &flow, &finished, &origin).await {
        Ok(cookies) => {
            let url = format!("{}{}", accounts.settings.public_url, flow.return_to);
            go(&url, forget.into_iter().chain(cookies).collect())
        }
        Err(reason) => go_back(&accounts, &reason, forget),
    }
}

/// Ends the session here and at the provider.
pub async fn sign_out(
    State(accounts): State<Accounts>,
    origin: Origin,
    headers: HeaderMap,
) -> ApiResult<Response> {
    hosted::of(&accounts)?;
    let home = hosted::home(&accounts);
    // Another site may send a browser here, without our cookies: it must not lose them by that.
    let Some(family) = session::presented_family(&headers) else { return go(&home, Vec::new()) };
    let url = hosted::end(&accounts, &family, &origin).await?.unwrap_or(home);
    go(&url, session::forget(&accounts)?)
}

/// To the dashboard, which tells why nobody is signed in.
fn go_back(accounts: &Accounts, reason: &str, cookies: Cookies) -> ApiResult<Response> {
    let reason: String = byte_serialize(reason.as_bytes()).collect();
    go(&format!("{}/?sign_in_error={reason}", accounts.settings.public_url), cookies)
}

fn go(url: &str, cookies: Cookies) -> ApiResult<Response> {
    let location = HeaderValue::from_str(url).map_err(|e| Problem::internal(&e))?;
    let mut response = StatusCode::FOUND.into_response();
    response.headers_mut().insert(header::LOCATION, location);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for (name, value) in cookies {
        response.headers_mut().append(name, value);
    }
    Ok(response)
}
