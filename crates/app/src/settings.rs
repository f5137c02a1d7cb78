//! What the operator chose, read once by the binary and passed down.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
};

use ipnet::IpNet;

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
    Oidc(OidcClient),
}

/// What this installation is to its OpenID Connect provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OidcClient {
    pub issuer: String,
    pub client_id: String,
    /// Of a confidential client; PKCE protects the code either way.
    pub client_secret: Option<Hidden>,
    /// Of access tokens; the client's id when absent.
    pub audience: Option<String>,
    /// With spaces between them.
    pub scopes: String,
    /// With it the role follows each sign-in.
    pub admin_claim: Option<AdminClaim>,
}

/// A claim of the provider, and the value that makes its bearer an administrator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdminClaim {
    /// Names with dots between them; names that have dots themselves are understood.
    pub path: String,
    pub value: String,
}

/// The addresses of proxies that append the address of their own client to `X-Forwarded-For`. Empty: nobody's word is
/// taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(pub Vec<IpNet>);

/// A text that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(pub String);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hidden(…)")
    }
}

/// Which resolver sending domains are looked up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dns {
    /// The machine's own.
    System,
    At(SocketAddr),
}

/// How reports about mails come back, besides the answers of servers and Amazon SES.
#[derive(Clone, Debug, Default)]
pub struct Bounces {
    /// Where the built-in receiver (SMTP and LMTP) listens.
    pub listen: Option<SocketAddr>,
    /// The name under which the world reaches it; the host of the public URL when absent.
    pub host: Option<String>,
    /// A mailbox that reports are fetched from.
    pub mailbox: Option<returns::mailbox::MailboxUrl>,
    /// The address of that mailbox, which takes subaddresses.
    pub address: Option<String>,
}

/// Whom mails of the installation itself come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFrom {
    pub name: String,
    pub address: String,
}

/// What concerns the operator of the installation alone.
#[derive(Clone, Default)]
pub struct Operations {
    /// Whoever sends it as a bearer token may read `/metrics`; without it only this machine may.
    pub metrics_token: Option<String>,
    /// The database without its password, for people.
    pub database_shown: String,
    /// SQLite's.
    pub database_file: Option<PathBuf>,
    /// The secret was given from outside: no file holds it.
    pub is_secret_given: bool,
    /// Names in the environment that begin like those of settings and are none.
    pub strangers: Vec<String>,
}

impl std::fmt::Debug for Operations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operations").field("database_shown", &self.database_shown).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// Base of every link put into an email or page, without a trailing slash.
    pub public_url: String,
    pub data_dir: PathBuf,
    pub secret: Secret,
    pub mail: mailer::MailUrl,
    /// Whom mails about accounts come from; `no-reply` at the fallback domain when absent.
    pub mail_from: Option<MailFrom>,
    /// The operator's own sending domain, for newsletters without one.
    pub fallback_domain: Option<String>,
    pub auth: Auth,
    pub sign_up: SignUp,
    /// Email addresses of administrators, lower case.
    pub admins: Vec<String>,
    /// Messages per second, whole installation.
    pub send_rate: Option<f64>,
    /// Connections to the mail transport, per node.
    pub send_concurrency: usize,
    pub dns: Dns,
    pub bounces: Bounces,
    /// What an SPF record must allow for mail that leaves this installation, such as `include:_spf.example.net`.
    pub spf: Option<String>,
    /// The key for Amazon SES.
    pub aws: Option<mailer::ses::Credentials>,
    /// ARNs of the SNS topics whose notifications are believed.
    pub sns_topics: Vec<String>,
    /// Messages per second to a receiving provider, by the domain of its mail hosts.
    pub throttles: Vec<(String, f64)>,
    /// Days after a campaign's end after which it is forgotten who opened and clicked; never when absent.
    pub engagement_days: Option<u16>,
    /// Requests a minute that one author may make, per node.
    pub rate_limit: u32,
    /// Links, feeds and webhooks of authors may lead to private and loopback addresses.
    pub allow_private: bool,
    /// Whose word is taken about where a request comes from.
    pub trusted_proxies: Proxies,
    /// The operator's own pages elsewhere, https addresses: the dashboard's footer links to them.
    pub social_links: Vec<String>,
    pub operations: Operations,
}

impl Settings {
    /// Name or address of the public URL, without brackets and port.
    pub fn public_host(&self) -> &str {
        let host = self.public_url.split("://").nth(1).unwrap_or("").split('/').next().unwrap_or("");
        if let Some(v6) = host.strip_prefix('[') {
            v6.split(']').next().unwrap_or("")
        } else {
            host.split(':').next().unwrap_or("")
        }
    }

    /// What an SPF record must allow: what the operator said, or the host that takes our mail. Nothing when that host is
    /// known only here.
    pub fn spf_mechanism(&self) -> Option<String> {
        if let Some(spf) = &self.spf {
            return Some(spf.clone());
        }
        let host = match &self.mail {
            mailer::MailUrl::Ses(_) => return Some("include:amazonses.com".into()),
            mailer::MailUrl::Smtp(url) if is_known_outside(&url.host) => &url.host,
            // A relay on this machine or beside it sends from this machine's address.
            _ => self.public_host(),
        };
        is_known_outside(host).then(|| match host.parse() {
            Ok(IpAddr::V4(ip)) => format!("ip4:{ip}"),
            Ok(IpAddr::V6(ip)) => format!("ip6:{ip}"),
            Err(_) => format!("a:{host}"),
        })
    }

    /// The name under which others reach this installation; nothing when it has an address alone, or a name that only
    /// this machine or its network knows.
    pub fn public_name(&self) -> Option<&str> {
        Some(self.public_host()).filter(|host| host.parse::<IpAddr>().is_err() && is_known_outside(host))
    }

    /// Whether the public URL may lead here from everywhere.
    pub fn is_known_outside(&self) -> bool {
        is_known_outside(self.public_host())
    }

    /// Whether the public URL leads to this machine alone.
    pub fn is_loopback(&self) -> bool {
        is_local(self.public_host())
    }

    /// The domain that a newsletter without one shows and, when the operator gave one, sends from.
    pub fn fallback_or_example(&self) -> &str {
        self.fallback_domain.as_deref().unwrap_or("example.com")
    }
}

/// Where what listens at this address is asked on its own machine.
pub fn from_here(mut at: SocketAddr) -> SocketAddr {
    match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => at.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => at.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    at
}

fn is_local(host: &str) -> bool {
    match host.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(ip) => ip.is_loopback() || ip.is_unspecified(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

/// Endings of names that mean something else, or nothing, in every network (RFC 6761, RFC 6762, RFC 8375, and what ICANN
/// keeps free for them).
const PRIVATE_ENDINGS: [&str; 7] =
    [".localhost", ".local", ".internal", ".lan", ".home", ".home.arpa", ".localdomain"];

/// Whether a host is the same one for everybody.
fn is_known_outside(host: &str) -> bool {
    match host.parse() {
        Ok(ip) => outbound::is_public(ip),
        Err(_) => host.contains('.') && !PRIVATE_ENDINGS.iter().any(|ending| host.ends_with(ending)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_of_this_machine_are_local() {
        for local in [
            "localhost",
            "news.localhost",
            "127.0.0.1",
            "127.8.9.1",
            "0.0.0.0",
            "::1",
            "::",
            "::ffff:127.0.0.1",
        ] {
            assert!(is_local(local), "{local}");
        }
        for far in ["localhost.example", "xlocalhost", "192.0.2.7", "2001:db8::1", "example.com"] {
            assert!(!is_local(far), "{far}");
        }
    }

    #[tokio::test]
    async fn the_public_name_is_a_name_that_others_know() {
        let t = crate::testing::TestApp::new(database::Engine::Sqlite).await;
        let known = |url: &str| {
            let settings = Settings { public_url: url.to_owned(), ..Settings::clone(&t.app.settings) };
            (settings.public_name().map(str::to_owned), settings.is_known_outside(), settings.is_loopback())
        };
        let name = "news.example.com";
        assert_eq!(known("https://news.example.com"), (Some(name.to_owned()), true, false));
        assert_eq!(known("https://news.lan"), (None, false, false));
        assert_eq!(known("https://8.8.8.8"), (None, true, false));
        assert_eq!(known("http://127.0.0.1:8080"), (None, false, true));
    }
}
