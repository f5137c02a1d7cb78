//! From a name to a connection with exactly the address that was judged.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

use crate::{Failure, Policy, is_public, target};

/// Addresses of one name that are tried.
const MAX_ADDRESSES: usize = 6;

/// What [`Resolve::resolve`] returns.
pub type Resolving<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Looks names up. Asked once per request and redirect.
pub trait Resolve: Send + Sync {
    /// All addresses of the name, the best first. `NotFound` means that there is no such name.
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a>;
}

/// The resolver of the operating system, with its hosts file.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        Box::pin(async move {
            match lookup_host((host, 0)).await {
                Ok(found) => Ok(found.map(|address| address.ip()).collect()),
                // The kind is the same for both; only the text of the C library tells them apart.
                Err(error) if error.to_string().contains("emporary failure") => Err(error),
                Err(error) => Err(io::Error::new(io::ErrorKind::NotFound, error)),
            }
        })
    }
}

pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Looks up, judges and connects; with TLS for https.
pub(crate) async fn connect(
    policy: &Policy,
    resolver: &dyn Resolve,
    tls: &TlsConnector,
    url: &Url,
) -> Result<Box<dyn Stream>, Failure> {
    let host = target::host(url);
    let port = url.port_or_known_default().ok_or(Failure::NotHttp)?;
    let addresses = allowed(policy, resolver, url, &host).await?;
    let socket = dial(policy, &addresses, port, &host).await?;
    if url.scheme() != "https" {
        return Ok(Box::new(socket));
    }
    let name = match url.host() {
        Some(Host::Ipv4(ip)) => ServerName::from(IpAddr::V4(ip)),
        Some(Host::Ipv6(ip)) => ServerName::from(IpAddr::V6(ip)),
        // A name ends without a dot in certificates (RFC 6066 §3).
        _ => ServerName::try_from(host.trim_end_matches('.').to_owned())
            .map_err(|_| Failure::BadUrl("the server's name is not valid".to_owned()))?,
    };
    let stream = tls.connect(name, socket).await.map_err(|error| Failure::tls(&host, &error))?;
    Ok(Box::new(stream))
}

/// The addresses of the host, if all of them may be asked. One that may not spoils the others, because a name
/// with both is there to get past this.
pub(crate) async fn allowed(
    policy: &Policy,
    resolver: &dyn Resolve,
    url: &Url,
    host: &str,
) -> Result<Vec<IpAddr>, Failure> {
    let mut addresses = match url.host() {
        Some(Host::Ipv4(ip)) => vec![IpAddr::V4(ip)],
        Some(Host::Ipv6(ip)) => vec![IpAddr::V6(ip)],
        Some(Host::Domain(name)) => resolver.resolve(name).await.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::NoSuchName(host.to_owned()),
            _ => Failure::LookupFailed(host.to_owned()),
        })?,
        None => return Err(Failure::NotHttp),
    };
    if addresses.is_empty() {
        return Err(Failure::NoSuchName(host.to_owned()));
    }
    let allowed = |ip: &IpAddr| policy.allow_private || is_public(*ip) || policy.allow_addresses.contains(ip);
    if !addresses.iter().all(allowed) {
        return Err(Failure::NotAllowed(host.to_owned()));
    }
    addresses.truncate(MAX_ADDRESSES);
    Ok(addresses)
}

/// The first address that answers. Each gets its share of the time, so that a dead one leaves some to the next.
async fn dial(policy: &Policy, addresses: &[IpAddr], port: u16, host: &str) -> Result<TcpStream, Failure> {
    let share = (policy.timeout / addresses.len().max(1) as u32).max(Duration::from_millis(500));
    let mut last = Failure::Unreachable(host.to_owned());
    for ip in addresses {
        match timeout(share, TcpStream::connect(SocketAddr::new(*ip, port))).await {
            Ok(Ok(socket)) => {
                // Only speed is lost when it cannot be set.
                let _ = socket.set_nodelay(true);
                return Ok(socket);
            }
            Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => {
                last = Failure::Refused(host.to_owned());
            }
            // A refusal by one address says more than another that.
            Ok(Err(_)) if matches!(last, Failure::Refused(_)) => {}
            Ok(Err(_)) => last = Failure::Unreachable(host.to_owned()),
            Err(_) => last = Failure::TimedOut { host: host.to_owned(), limit: policy.timeout },
        }
    }
    Err(last)
}
