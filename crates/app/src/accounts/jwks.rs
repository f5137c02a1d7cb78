//! Where the keys that check tokens come from: our own, or a hosted provider's by discovery.

use std::time::Duration;

use jsonwebtoken::jwk::{Jwk, JwkSet};
use serde::{Deserialize, de::DeserializeOwned};
use tokio::sync::{Mutex, RwLock};

use crate::{
    Timestamp,
    clock::{HOUR, SECOND},
    http::Problem,
};

/// The provider is asked at most this often, however many unknown key ids arrive.
const ASK_EVERY: i64 = 30 * SECOND;
/// Without any key nobody gets in, so the first answer is sought harder.
const ASK_FIRST_EVERY: i64 = 2 * SECOND;
/// After this long a key that the provider has withdrawn stops working.
const FRESH_FOR: i64 = HOUR;
const TIME_OUT: Duration = Duration::from_secs(5);

/// A set of keys.
pub enum Source {
    Own(JwkSet),
    Remote(Box<Remote>),
}

impl Source {
    /// The key with this id. An error only when the provider never answered.
    pub async fn find(&self, kid: &str, now: Timestamp) -> Result<Option<Jwk>, Problem> {
        match self {
            Self::Own(set) => Ok(set.find(kid).cloned()),
            Self::Remote(remote) => remote.find(kid, now).await,
        }
    }
}

/// A hosted provider's keys, kept while it is down.
pub struct Remote {
    http: reqwest::Client,
    issuer: String,
    known: RwLock<Known>,
    /// When the provider was asked last; held while it is being asked.
    asked_at: Mutex<Option<Timestamp>>,
}

#[derive(Default)]
struct Known {
    keys: JwkSet,
    endpoints: Endpoints,
    since: Option<Timestamp>,
}

/// Where the provider is asked, as far as it says.
#[derive(Clone, Default)]
pub struct Endpoints {
    pub authorization: Option<String>,
    pub token: Option<String>,
    pub userinfo: Option<String>,
    pub end_session: Option<String>,
    /// How the token endpoint wants to know the client.
    pub auth_methods: Vec<String>,
    /// Answers of the authorization endpoint name the issuer (RFC 9207).
    pub tells_issuer: bool,
}

/// What we read of OpenID Connect Discovery 1.0 §3.
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    authorization_endpoint: Option<String>,
    token_endpoint: Option<String>,
    end_session_endpoint: Option<String>,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl Discovery {
    fn endpoints(self) -> Endpoints {
        Endpoints {
            authorization: self.authorization_endpoint,
            token: self.token_endpoint,
            userinfo: self.userinfo_endpoint,
            end_session: self.end_session_endpoint,
            auth_methods: self.token_endpoint_auth_methods_supported,
            tells_issuer: self.authorization_response_iss_parameter_supported,
        }
    }
}

#[derive(Deserialize)]
struct RawSet {
    keys: Vec<serde_json::Value>,
}

/// What the provider tells about the bearer of a token (OpenID Connect Core §5.3.2).
#[derive(Debug, Deserialize)]
pub struct UserInfo {
    pub sub: String,
    pub email: Option<String>,
    #[serde(default, deserialize_with = "truth")]
    pub email_verified: Option<bool>,
    pub name: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub rest: serde_json::Map<String, serde_json::Value>,
}

/// Some providers write `"true"`.
pub fn truth<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    Ok(match Option::<serde_json::Value>::deserialize(deserializer)? {
        Some(serde_json::Value::Bool(yes)) => Some(yes),
        Some(serde_json::Value::String(text)) => text.parse().ok(),
        _ => None,
    })
}

impl Remote {
    /// # Panics
    /// When no TLS client can be made.
    pub fn new(issuer: &str) -> Self {
        let http = reqwest::Client::builder().timeout(TIME_OUT).build().unwrap_or_else(|e| panic!("{e}"));
        Self { http, issuer: issuer.to_owned(), known: RwLock::default(), asked_at: Mutex::default() }
    }

    /// Where the provider is asked. An error only when it never answered.
    pub async fn endpoints(&self, now: Timestamp) -> Result<Endpoints, Problem> {
        if self.known.read().await.since.is_none() {
            let mut asked_at = self.asked_at.lock().await;
            if self.known.read().await.since.is_none() {
                self.ask(&mut asked_at, now).await;
            }
        }
        let known = self.known.read().await;
        if known.since.is_none() { Err(unreachable_provider()) } else { Ok(known.endpoints.clone()) }
    }

    /// The client that the provider is asked with.
    pub fn http(&self) -> &reqwest::Client {
        &self.http
    }

    async fn find(&self, kid: &str, now: Timestamp) -> Result<Option<Jwk>, Problem> {
        let (key, fresh) = self.look(kid, now).await;
        if key.is_some() && fresh {
            return Ok(key);
        }
        if key.is_some() {
            // Somebody else is asking already: what we know is good enough for this request.
            let Ok(mut asked_at) = self.asked_at.try_lock() else { return Ok(key) };
            self.ask(&mut asked_at, now).await;
        } else {
            let mut asked_at = self.asked_at.lock().await;
            // Whoever held the lock may have brought it.
            let (key, _) = self.look(kid, now).await;
            if key.is_some() {
                return Ok(key);
            }
            self.ask(&mut asked_at, now).await;
        }
        let known = self.known.read().await;
        if known.since.is_none() { Err(unreachable_provider()) } else { Ok(known.keys.find(kid).cloned()) }
    }

    async fn look(&self, kid: &str, now: Timestamp) -> (Option<Jwk>, bool) {
        let known = self.known.read().await;
        let fresh = known.since.is_some_and(|since| (now.0 - since.0).abs() < FRESH_FOR);
        (known.keys.find(kid).cloned(), fresh)
    }

    /// Asks the provider unless it was asked just now; what was known stays when it does not answer.
    async fn ask(&self, asked_at: &mut Option<Timestamp>, now: Timestamp) {
        let every = if self.known.read().await.since.is_some() { ASK_EVERY } else { ASK_FIRST_EVERY };
        if asked_at.is_some_and(|at| (now.0 - at.0).abs() < every) {
            return;
        }
        *asked_at = Some(now);
        match self.fetch().await {
            Ok((keys, endpoints)) => *self.known.write().await = Known { keys, endpoints, since: Some(now) },
            Err(error) => {
                tracing::warn!(issuer = %self.issuer, %error, "the sign-in provider's keys cannot be read");
            }
        }
    }

    async fn fetch(&self) -> Result<(JwkSet, Endpoints), String> {
        let issuer = self.issuer.trim_end_matches('/');
        let found: Discovery = self.get(&format!("{issuer}/.well-known/openid-configuration"), None).await?;
        if found.issuer.trim_end_matches('/') != issuer {
            return Err(format!("the discovery document names another issuer: {}", found.issuer));
        }
        let raw: RawSet = self.get(&found.jwks_uri, None).await?;
        // A kind of key that we do not know must not take the others with it.
        let keys = raw.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect();
        Ok((JwkSet { keys }, found.endpoints()))
    }

    /// What the provider tells about the bearer, when it has an endpoint for that and answers.
    pub async fn userinfo(&self, token: &str) -> Option<UserInfo> {
        let url = self.known.read().await.endpoints.userinfo.clone()?;
        self.get(&url, Some(token))
            .await
            .inspect_err(|error| tracing::warn!(%error, "the sign-in provider does not tell who this is"))
            .ok()
    }

    async fn get<T: DeserializeOwned>(&self, url: &str, bearer: Option<&str>) -> Result<T, String> {
        let mut request = self.http.get(url);
        if let Some(token) = bearer {
            request = request.bearer_auth(token);
        }
        let response = request.send().await.and_then(reqwest::Response::error_for_status);
        response.map_err(|e| e.to_string())?.json().await.map_err(|e| e.to_string())
    }
}

fn unreachable_provider() -> Problem {
    Problem::new(
        axum::http::StatusCode::SERVICE_UNAVAILABLE,
        "The sign-in provider isn't answering. Try again.",
    )
    .with_header(axum::http::header::RETRY_AFTER, axum::http::HeaderValue::from_static("5"))
}
