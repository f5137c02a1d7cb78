//! How to reach a relay and how long to wait for it.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use rustls::{ClientConfig, pki_types::CertificateDer};

use crate::{Credentials, SmtpUrl, TlsMode};

/// The longest wait for each step as a whole, however slowly the octets trickle in. Defaults are those of
/// RFC 5321 §4.5.3.2.
#[derive(Debug, Clone)]
pub struct Timeouts {
    /// Name look-up and TCP connect: 30 s.
    pub connect: Duration,
    /// The first line: 5 min.
    pub greeting: Duration,
    /// EHLO, STARTTLS with the handshake, each step of AUTH: 5 min.
    pub hello: Duration,
    /// 5 min.
    pub mail: Duration,
    /// 5 min.
    pub rcpt: Duration,
    /// The answer to DATA: 2 min.
    pub data: Duration,
    /// Handing 64 KiB of content to the network: 3 min.
    pub block: Duration,
    /// The answer to the end of the content: 10 min.
    pub dot: Duration,
    /// The answer to QUIT: 5 s, nothing depends on it.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let minutes = |n: u64| Duration::from_secs(n * 60);
        Self {
            connect: Duration::from_secs(30),
            greeting: minutes(5),
            hello: minutes(5),
            mail: minutes(5),
            rcpt: minutes(5),
            data: minutes(2),
            block: minutes(3),
            dot: minutes(10),
            quit: Duration::from_secs(5),
        }
    }
}

/// The TLS set-up of all connections with the same settings, made at the first one.
#[derive(Debug, Clone, Default)]
pub struct TlsCache(pub(super) Arc<OnceLock<Arc<ClientConfig>>>);

/// Everything [`super::Connection::open`] needs. Clones share the TLS session cache.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Name or IP address.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// When to encrypt.
    pub tls: TlsMode,
    /// Sign-in. Sent only over TLS, or when `tls` is [`TlsMode::Never`].
    pub credentials: Option<Credentials>,
    /// The name given with EHLO: the public host name. `None` says the address literal of our end of the
    /// connection (RFC 5321 §4.1.3).
    pub hello: Option<String>,
    /// Time-outs of the steps.
    pub timeouts: Timeouts,
    /// Certificate authorities trusted besides Mozilla's. Set before the first connection.
    pub extra_roots: Vec<CertificateDer<'static>>,
    /// Nothing to set.
    pub tls_cache: TlsCache,
}

impl Settings {
    /// Settings for a server, without TLS demands or sign-in, with default time-outs.
    pub fn new(host: impl Into<String>, port: u16) -> Self {
        Self {
            host: host.into(),
            port,
            tls: TlsMode::WhenOffered,
            credentials: None,
            hello: None,
            timeouts: Timeouts::default(),
            extra_roots: Vec::new(),
            tls_cache: TlsCache::default(),
        }
    }
}

impl From<&SmtpUrl> for Settings {
    fn from(url: &SmtpUrl) -> Self {
        Self { tls: url.tls, credentials: url.credentials.clone(), ..Self::new(url.host.clone(), url.port) }
    }
}
