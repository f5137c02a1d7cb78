//! Amazon SES v2 over plain signed HTTPS: raw messages, domain identities, the account's quota.
//!
//! Sending has two steps, so that a caller can record durably what it is about to do in between:
//! [`Client::prepare`] serialises and signs, [`Client::execute`] writes. Nothing is ever sent twice:
//! SES has no idempotency token, so a repeat is the caller's decision.

mod error;
mod http;
mod identity;
mod refusal;
mod send;
mod sign;

use std::{fmt, sync::Arc, time::Duration};

use serde::de::DeserializeOwned;

pub use error::SesError;
pub use identity::{Identity, Quota};
pub use refusal::RefusalKind;
pub use send::{Prepared, RawMail, SendOutcome};

/// An access key of AWS. `Debug` shows only its id.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The id, such as `AKIA…`; not a secret.
    pub access_key_id: String,
    /// The secret.
    pub secret_access_key: String,
    /// Comes with keys that expire (`ASIA…`).
    pub session_token: Option<String>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("access_key_id", &self.access_key_id)
            .field("secret_access_key", &"***")
            .field("session_token", &self.session_token.as_ref().map(|_| "***"))
            .finish()
    }
}

/// Which SES is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SesUrl {
    /// A region of AWS, such as `eu-west-1`.
    pub region: String,
    /// `http://` or `https://` with host, and port and path if need be; `None` is Amazon's own of the region.
    pub endpoint: Option<String>,
    /// The configuration set named in each message, which decides where its events go.
    pub configuration_set: Option<String>,
}

/// The longest waits. `connect` is the shorter one, or nobody can tell what was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Name look-up, TCP connect and TLS handshake: 10 s.
    pub connect: Duration,
    /// A whole request with its answer: 60 s.
    pub whole: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect: Duration::from_secs(10), whole: Duration::from_secs(60) }
    }
}

/// Talks to one SES as one account. A clone is cheap and shares the connections.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    shared: Arc<Shared>,
}

struct Shared {
    /// Scheme, host, port and path prefix; no final slash.
    base: String,
    region: String,
    configuration_set: Option<String>,
    credentials: Credentials,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shared { base, region, configuration_set, credentials } = &*self.shared;
        f.debug_struct("Client")
            .field("base", base)
            .field("region", region)
            .field("configuration_set", configuration_set)
            .field("credentials", credentials)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// A client with the default [`Timeouts`]; connects to nothing yet. The error is a sentence for the
    /// person who wrote the settings and holds no secret.
    pub fn new(url: SesUrl, credentials: Credentials) -> Result<Self, String> {
        Self::with_timeouts(url, credentials, Timeouts::default())
    }

    /// As [`Client::new`], with other time-outs.
    pub fn with_timeouts(url: SesUrl, credentials: Credentials, timeouts: Timeouts) -> Result<Self, String> {
        check_region(&url.region)?;
        check_credentials(&credentials)?;
        if let Some(set) = &url.configuration_set {
            let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
            if set.is_empty() || set.len() > 64 || !set.bytes().all(good) {
                return Err("the name of a configuration set has 1 to 64 letters, digits, _ and -".to_owned());
            }
        }
        let base = match &url.endpoint {
            Some(endpoint) => check_endpoint(endpoint)?,
            None => amazon(&url.region),
        };
        let http = http::build(timeouts)?;
        let shared =
            Shared { base, region: url.region, configuration_set: url.configuration_set, credentials };
        Ok(Self { http, shared: Arc::new(shared) })
    }
}

/// Reads a JSON object. Without the look at the first octet serde would take an array for a struct, its
/// elements for the fields in turn.
pub(crate) fn object<T: DeserializeOwned>(body: &[u8]) -> serde_json::Result<T> {
    if body.trim_ascii_start().first() == Some(&b'{') {
        return serde_json::from_slice(body);
    }
    Err(serde::de::Error::custom("not an object"))
}

fn amazon(region: &str) -> String {
    let china = if region.starts_with("cn-") { ".cn" } else { "" };
    format!("https://email.{region}.amazonaws.com{china}")
}

/// The region becomes part of a host name and of the signature.
fn check_region(region: &str) -> Result<(), String> {
    let part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if region.len() <= 32 && region.contains('-') && region.split('-').all(part) {
        return Ok(());
    }
    Err("the region must be one of AWS, such as eu-west-1".to_owned())
}

/// All three become part of a header.
fn check_credentials(credentials: &Credentials) -> Result<(), String> {
    let good = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic());
    if !good(&credentials.access_key_id) || credentials.access_key_id.contains(['/', ',']) {
        return Err("the access key id is missing or malformed".to_owned());
    }
    if !good(&credentials.secret_access_key) {
        return Err("the secret access key is missing or malformed".to_owned());
    }
    if credentials.session_token.as_deref().is_some_and(|token| !good(token)) {
        return Err("the session token is malformed".to_owned());
    }
    Ok(())
}

fn check_endpoint(endpoint: &str) -> Result<String, String> {
    let refused = || "the endpoint must be http://host[:port] or https://host[:port]".to_owned();
    let url = reqwest::Url::parse(endpoint).map_err(|_| refused())?;
    let bare = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !bare {
        return Err(refused());
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Credentials {
        Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "s3cret/key+x".to_owned(),
            session_token: Some("t0ken==".to_owned()),
        }
    }

    fn url(region: &str, endpoint: Option<&str>) -> SesUrl {
        SesUrl { region: region.to_owned(), endpoint: endpoint.map(str::to_owned), configuration_set: None }
    }

    #[test]
    fn no_secret_is_shown() {
        let client = Client::new(url("eu-west-1", None), key()).unwrap();
        for text in [format!("{:?}", key()), format!("{client:?}")] {
            assert!(text.contains("AKIDEXAMPLE"), "{text}");
            assert!(!text.contains("s3cret") && !text.contains("t0ken"), "{text}");
        }
    }

    #[test]
    fn the_region_gives_the_host() {
        let base = |region| Client::new(url(region, None), key()).unwrap().shared.base.clone();
        assert_eq!(base("eu-west-1"), "https://email.eu-west-1.amazonaws.com");
        assert_eq!(base("cn-north-1"), "https://email.cn-north-1.amazonaws.com.cn");
        for bad in ["", "eu", "eu-", "-", "eu-west-1.evil.example/", "EU-WEST-1", "eu west-1", "eu-west-1#"] {
            assert!(Client::new(url(bad, None), key()).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_endpoint_is_a_bare_http_address() {
        let base =
            |endpoint| Client::new(url("eu-west-1", Some(endpoint)), key()).map(|c| c.shared.base.clone());
        assert_eq!(base("http://127.0.0.1:4000/").unwrap(), "http://127.0.0.1:4000");
        assert_eq!(base("https://proxy.example/ses/").unwrap(), "https://proxy.example/ses");
        for bad in [
            "",
            "x",
            "ftp://x",
            "https://",
            "http://u@x",
            "http://u:p@x",
            "http://x/?a=1",
            "http://x/#a",
            "unix:/run/x",
        ] {
            assert!(base(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn malformed_keys_are_refused_without_repeating_them() {
        let bad = |change: fn(&mut Credentials)| {
            let mut credentials = key();
            change(&mut credentials);
            let error = Client::new(url("eu-west-1", None), credentials).unwrap_err();
            assert!(!error.contains("s3cret") && !error.contains("t0ken"), "{error}");
        };
        bad(|key| key.access_key_id.clear());
        bad(|key| key.access_key_id.push('/'));
        bad(|key| key.secret_access_key.clear());
        bad(|key| key.secret_access_key.push('\n'));
        bad(|key| key.session_token = Some("t0ken\r\nX: y".to_owned()));
        let set = SesUrl { configuration_set: Some("a b".to_owned()), ..url("eu-west-1", None) };
        assert!(Client::new(set, key()).is_err());
    }
}
