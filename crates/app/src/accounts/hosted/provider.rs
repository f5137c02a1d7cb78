//! The provider's token endpoint.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use form_urlencoded::{Serializer, byte_serialize};
use serde::Deserialize;

use super::Hosted;
use crate::{Timestamp, accounts::jwks::Endpoints};

/// What the token endpoint gives (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
#[derive(Clone, Deserialize)]
pub struct Tokens {
    pub access_token: String,
    pub id_token: Option<String>,
    pub refresh_token: Option<String>,
}

/// Why there are no tokens.
#[derive(Debug)]
pub enum NoTokens {
    /// The grant is not good (any more): RFC 6749 §5.2 `invalid_grant`.
    Refused,
    /// No answer, or one that says nothing about the grant. For the log.
    Trouble(String),
}

#[derive(Deserialize)]
struct Failure {
    error: String,
}

impl Hosted<'_> {
    /// Exchanges a code for tokens.
    pub async fn exchange(
        self,
        code: &str,
        verifier: &str,
        callback: &str,
        now: Timestamp,
    ) -> Result<Tokens, NoTokens> {
        let grant = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("code_verifier", verifier),
            ("redirect_uri", callback),
        ];
        self.ask(&grant, now).await
    }

    pub async fn refresh(self, refresh_token: &str, now: Timestamp) -> Result<Tokens, NoTokens> {
        self.ask(&[("grant_type", "refresh_token"), ("refresh_token", refresh_token)], now).await
    }

    async fn ask(self, grant: &[(&str, &str)], now: Timestamp) -> Result<Tokens, NoTokens> {
        let trouble = |error: &dyn std::fmt::Display| NoTokens::Trouble(error.to_string());
        let endpoints = self.remote.endpoints(now).await.map_err(|problem| trouble(&problem.detail))?;
        let url = endpoints.token.as_deref().ok_or_else(|| trouble(&"it names no token endpoint"))?;
        let (body, authorization) = self.form(grant, &endpoints);
        let mut request = self.remote.http().post(url);
        if let Some(value) = authorization {
            request = request.header("authorization", value);
        }
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
        let response = request.send().await.map_err(|error| trouble(&error.without_url()))?;
        let status = response.status();
        let body = response.bytes().await.map_err(|error| trouble(&error.without_url()))?;
        if status.is_success() {
            return serde_json::from_slice(&body).map_err(|error| trouble(&error));
        }
        let error = serde_json::from_slice::<Failure>(&body).map(|failure| failure.error);
        match error {
            Ok(error) if error == "invalid_grant" && status.is_client_error() => Err(NoTokens::Refused),
            Ok(error) => Err(NoTokens::Trouble(format!("{status}: {error}"))),
            Err(_) => Err(NoTokens::Trouble(status.to_string())),
        }
    }
}

impl Hosted<'_> {
    /// The body of a request, and its Authorization header if the client has a secret that goes there.
    fn form(self, grant: &[(&str, &str)], endpoints: &Endpoints) -> (String, Option<String>) {
        let client = self.client;
        let mut form = Serializer::new(String::new());
        form.extend_pairs(grant).append_pair("client_id", &client.client_id);
        let mut authorization = None;
        if let Some(secret) = &client.client_secret {
            if sends_secret_in_body(endpoints) {
                form.append_pair("client_secret", &secret.0);
            } else {
                authorization = Some(basic(&client.client_id, &secret.0));
            }
        }
        (form.finish(), authorization)
    }
}

/// Basic authentication is what every provider takes unless it says otherwise (Discovery 1.0 §3).
fn sends_secret_in_body(endpoints: &Endpoints) -> bool {
    let has = |method: &str| endpoints.auth_methods.iter().any(|known| known == method);
    !has("client_secret_basic") && has("client_secret_post")
}

/// RFC 6749 §2.3.1: both parts are form-encoded first.
fn basic(id: &str, secret: &str) -> String {
    let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(id), encoded(secret))))
}
