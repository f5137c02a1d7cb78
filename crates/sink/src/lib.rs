//! A scriptable SMTP receiver: the other end of every test and measurement of sending. It takes mail as fast
//! as one core allows, misbehaves when the local part of an address asks for it (see [`steer`]), and
//! records every message whose end arrived, before it answers.

mod log;
mod session;
pub mod steer;
mod stream;

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};

pub use log::{Entry, read_log};

/// What happens to every connection, as opposed to every recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionFault {
    /// Never answers the step.
    Hang(SessionStep),
    /// Closes at the step.
    Drop(SessionStep),
}

/// The steps before the first MAIL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionStep {
    /// Instead of the first line.
    Greeting,
    /// EHLO and HELO.
    Hello,
    /// STARTTLS, after it was accepted.
    Tls,
    /// AUTH.
    Auth,
}

impl std::str::FromStr for ConnectionFault {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let accepted = "accepted are hang- or drop- with greeting, ehlo, starttls or auth";
        let (kind, step) = word.split_once('-').ok_or(accepted)?;
        let step = match step {
            "greeting" => SessionStep::Greeting,
            "ehlo" => SessionStep::Hello,
            "starttls" => SessionStep::Tls,
            "auth" => SessionStep::Auth,
            _ => return Err(accepted.to_owned()),
        };
        match kind {
            "hang" => Ok(Self::Hang(step)),
            "drop" => Ok(Self::Drop(step)),
            _ => Err(accepted.to_owned()),
        }
    }
}

/// How a sink behaves. The default offers PIPELINING, no TLS, wants no sign-in and keeps nothing.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent switch of the command line")]
pub struct Config {
    /// Where to log; see [`read_log`].
    pub log: Option<PathBuf>,
    /// Make each entry durable before its answer.
    pub fsync: bool,
    /// Keep each accepted message as `ID.eml` in this folder.
    pub store: Option<PathBuf>,
    /// Offer STARTTLS, or with `implicit_tls` speak TLS at once.
    pub tls: Option<Arc<ServerConfig>>,
    /// TLS from the first octet.
    pub implicit_tls: bool,
    /// Want this user and password.
    pub auth: Option<(String, String)>,
    /// Offer AUTH LOGIN only.
    pub login_only: bool,
    /// Do not offer PIPELINING.
    pub no_pipelining: bool,
    /// Offer CHUNKING (RFC 3030).
    pub chunking: bool,
    /// Offer SMTPUTF8 (RFC 6531); addresses that are not ASCII are refused without it.
    pub smtputf8: bool,
    /// Refuse EHLO.
    pub no_ehlo: bool,
    /// Each answer leaves this long after its command arrived, like a distant server's.
    pub delay: Duration,
    /// Instead of `220 sink ESMTP`; any other code than 220 closes.
    pub greeting: Option<String>,
    /// Close without a word after so many messages on a connection.
    pub close_after: Option<u64>,
    /// Misbehave on every connection.
    pub fault: Option<ConnectionFault>,
}

/// TLS with a certificate chain and its key in PEM files.
pub fn tls_from_files(certificates: &Path, key: &Path) -> io::Result<Arc<ServerConfig>> {
    let certificates: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(certificates).map_err(io::Error::other)?.collect();
    let key = PrivateKeyDer::from_pem_file(key).map_err(io::Error::other)?;
    tls(certificates.map_err(io::Error::other)?, key)
}

/// TLS with a certificate chain and its key.
pub fn tls(
    certificates: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> io::Result<Arc<ServerConfig>> {
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(io::Error::other)?;
    Ok(Arc::new(config))
}

/// What the connections of one sink share.
struct Shared {
    config: Config,
    log: log::Log,
    entries: AtomicU64,
    accepted: AtomicU64,
    /// How often each address has had its way.
    fired: Mutex<HashMap<String, u32>>,
    /// Domains whose recipients were refused at some time.
    refusing: Mutex<HashMap<String, Refusing>>,
    open: watch::Sender<usize>,
}

/// What the recipients of a domain are told.
#[derive(Default)]
struct Refusing {
    /// With its line end; `None` while they are taken.
    answer: Option<Vec<u8>>,
    /// How often it was told so far.
    told: u64,
}

impl Shared {
    /// The answer to a recipient whose domain is refused just now; counts it.
    fn refuse(&self, address: &str) -> Option<Vec<u8>> {
        let (_, domain) = address.rsplit_once('@')?;
        let mut refusing = self.refusing.lock().unwrap_or_else(PoisonError::into_inner);
        let known = refusing.get_mut(domain)?;
        let answer = known.answer.clone()?;
        known.told += 1;
        Some(answer)
    }

    /// Whether a rule limited to `times` still applies to the address; counts it.
    fn fire(&self, address: &str, times: Option<u32>) -> bool {
        let Some(times) = times else { return true };
        let mut fired = self.fired.lock().unwrap_or_else(PoisonError::into_inner);
        let count = fired.entry(address.to_owned()).or_default();
        *count += 1;
        *count <= times
    }
}

/// A running sink; stops with all its connections when dropped.
pub struct Sink {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Sink {
    /// Listens on `address` (port 0 for a free one) within the current runtime.
    pub async fn start(address: SocketAddr, config: Config) -> io::Result<Self> {
        let log = log::Log::open(config.log.as_deref(), config.fsync)?;
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            config,
            log,
            entries: AtomicU64::new(0),
            accepted: AtomicU64::new(0),
            fired: Mutex::default(),
            refusing: Mutex::default(),
            open: watch::Sender::new(0),
        });
        let task = tokio::spawn(accept(listener, shared.clone()));
        Ok(Self { address, shared, task })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Connections so far.
    pub fn accepted(&self) -> u64 {
        self.shared.accepted.load(Ordering::SeqCst)
    }

    /// From now on every recipient at this domain (lower case) is told this, such as `450 4.7.28 too fast`; with `None`
    /// they are taken again.
    pub fn refuse(&self, domain: &str, answer: Option<&str>) {
        let mut refusing = self.shared.refusing.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = answer.map(|answer| format!("{answer}\r\n").into_bytes());
        refusing.entry(domain.to_owned()).or_default().answer = answer;
    }

    /// How many recipients at this domain were told what [`Sink::refuse`] says.
    pub fn refused(&self, domain: &str) -> u64 {
        let refusing = self.shared.refusing.lock().unwrap_or_else(PoisonError::into_inner);
        refusing.get(domain).map_or(0, |known| known.told)
    }

    /// The log so far; empty without one.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        self.shared.config.log.as_ref().map_or(Ok(Vec::new()), read_log)
    }

    /// Waits until no connection is open: whatever was sent has then been looked at.
    pub async fn drained(&self) {
        // The sender lives in `shared`, so it cannot be gone.
        let _ = self.shared.open.subscribe().wait_for(|open| *open == 0).await;
    }

    /// Runs for ever.
    pub async fn wait(mut self) {
        // It ends only with the runtime.
        let _ = (&mut self.task).await;
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut sessions = JoinSet::new();
    loop {
        match listener.accept().await {
            Ok((socket, _)) => {
                shared.open.send_modify(|open| *open += 1);
                let id = shared.accepted.fetch_add(1, Ordering::SeqCst);
                sessions.spawn(serve(socket, id, shared.clone()));
            }
            // Out of descriptors, most likely: wait for one.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
        while sessions.try_join_next().is_some() {}
    }
}

async fn serve(socket: TcpStream, id: u64, shared: Arc<Shared>) {
    // A fault of one client is no concern of the sink.
    let _ = socket.set_nodelay(true);
    session::run(socket, id, &shared).await;
    shared.open.send_modify(|open| *open -= 1);
}
