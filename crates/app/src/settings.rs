//! What the operator chose, read once by the binary and passed down.

use std::path::PathBuf;

use crate::Secret;

/// Who may make an account with the built-in sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUp {
    Open,
    Closed,
    /// Open while no account exists or the public URL is a loopback address.
    Auto,
}

/// Who signs authors in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Auth {
    /// The built-in provider.
    Local,
    /// Any OpenID Connect provider; its keys are found by discovery.
    Oidc { issuer: String, client_id: String, audience: Option<String> },
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// Base of every link put into an email or page, without a trailing slash.
    pub public_url: String,
    pub data_dir: PathBuf,
    pub secret: Secret,
    pub mail: mailer::MailUrl,
    /// The operator's own sending domain, for newsletters without one.
    pub fallback_domain: Option<String>,
    pub auth: Auth,
    pub sign_up: SignUp,
    /// E-mail addresses of administrators, lower case.
    pub admins: Vec<String>,
    /// Messages per second, whole installation.
    pub send_rate: Option<f64>,
    /// Connections to the mail transport, per node.
    pub send_concurrency: usize,
}

impl Settings {
    /// Whether the public URL leads to this machine alone.
    pub fn is_loopback(&self) -> bool {
        let host = self.public_url.split("://").nth(1).unwrap_or("").split('/').next().unwrap_or("");
        let name = if let Some(v6) = host.strip_prefix('[') {
            v6.split(']').next().unwrap_or("")
        } else {
            host.split(':').next().unwrap_or("")
        };
        name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }

    /// The domain that a newsletter without one shows and, when the operator gave one, sends from.
    pub fn fallback_or_example(&self) -> &str {
        self.fallback_domain.as_deref().unwrap_or("example.com")
    }
}
