//! Who is at the other end of a request, seen through the operator's own proxies.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, HeaderName, request::Parts},
};

use crate::{core::HasCore, settings::Proxies};

static X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

impl Proxies {
    fn trust(&self, ip: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&ip))
    }

    /// The nearest address that is not a proxy of ours: what stands further left in `X-Forwarded-For` was written by
    /// that one, who may write what they like. Where it cannot be read, it is [`somebody`] of that proxy's.
    fn client(&self, socket: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = socket.to_canonical();
        let lines = headers.get_all(&X_FORWARDED_FOR).iter().rev();
        let mut told = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        while self.trust(client) {
            let Some(text) = told.next() else { break };
            let Some(ip) = address(text) else { return somebody(client) };
            client = ip.to_canonical();
        }
        client
    }
}

/// An address as proxies write it: bare, with a port, or in brackets or quotes (RFC 7239 §6 and the older custom).
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    if let Some(rest) = text.strip_prefix('[') {
        return bare(rest.split(']').next().unwrap_or_default());
    }
    bare(text)
        .or_else(|| text.rsplit_once(':').and_then(|(host, _)| host.parse::<Ipv4Addr>().ok()).map(IpAddr::V4))
}

/// Without the zone of a link-local one, which means something to the proxy alone.
fn bare(text: &str) -> Option<IpAddr> {
    text.split('%').next().unwrap_or_default().parse().ok()
}

/// Who came through a proxy that does not say from where: counted with all who did, and so never beyond all limits, not
/// even where the proxy is this machine.
fn somebody(proxy: IpAddr) -> IpAddr {
    if proxy.is_loopback() { NOBODY } else { proxy }
}

/// Stands for whoever is not this machine and cannot be told from others.
const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The client's address, when the server knows it: that of the connection, or the one a trusted proxy tells.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub Option<IpAddr>);

impl Peer {
    /// `None` for this machine, which may be a proxy for everybody, and for who cannot be told.
    pub fn elsewhere(self) -> Option<IpAddr> {
        self.outside().filter(|ip| *ip != NOBODY)
    }

    /// Whose requests are counted together; `None` for this machine.
    pub fn network(self) -> Option<IpAddr> {
        self.outside().map(network)
    }

    fn outside(self) -> Option<IpAddr> {
        self.0.map(|ip| ip.to_canonical()).filter(|ip| !ip.is_loopback())
    }
}

impl<S: HasCore> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let socket = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        Ok(Self(socket.map(|ip| state.core().settings.trusted_proxies.client(ip, &parts.headers))))
    }
}

/// One household or one server has a whole IPv6 /64 to choose addresses from.
fn network(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(_) => ip,
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) & !u128::from(u64::MAX)).into()),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const NEAR: &[&str] = &["127.0.0.1/32", "172.16.0.0/12", "fd00::/8"];

    fn client(trusted: &[&str], socket: &str, lines: &[&str]) -> String {
        let proxies = Proxies(trusted.iter().map(|net| net.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(&X_FORWARDED_FOR, HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        proxies.client(socket.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn nobody_is_believed_who_is_not_trusted() {
        let told = &["198.51.100.1"];
        assert_eq!(client(&[], "127.0.0.1", told), "127.0.0.1");
        assert_eq!(client(NEAR, "203.0.113.7", told), "203.0.113.7");
        assert_eq!(client(NEAR, "172.32.0.1", told), "172.32.0.1");
    }

    #[test]
    fn the_last_address_that_is_no_proxy_is_the_client() {
        for (socket, lines, expected) in [
            ("127.0.0.1", &["203.0.113.7"][..], "203.0.113.7"),
            ("::ffff:172.18.0.5", &["203.0.113.7"], "203.0.113.7"),
            ("fd00::5", &[" 2001:db8::7 "], "2001:db8::7"),
            ("172.18.0.5", &["::ffff:203.0.113.7"], "203.0.113.7"),
            ("172.18.0.5", &["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
            ("172.18.0.5", &["198.51.100.1,203.0.113.7,172.18.0.9,127.0.0.1"], "203.0.113.7"),
            ("172.18.0.5", &["198.51.100.1, 203.0.113.7", "172.18.0.9"], "203.0.113.7"),
            ("172.18.0.5", &["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
            // With ports, brackets, quotes and zones.
            ("172.18.0.5", &["198.51.100.1, 203.0.113.7:5678"], "203.0.113.7"),
            ("172.18.0.5", &["198.51.100.1, [2001:db8::7]:5678"], "2001:db8::7"),
            ("172.18.0.5", &["198.51.100.1, [2001:db8::7]"], "2001:db8::7"),
            ("172.18.0.5", &["198.51.100.1, \"[2001:db8::7]:_hidden\""], "2001:db8::7"),
            ("172.18.0.5", &["198.51.100.1, 203.0.113.7:_hidden"], "203.0.113.7"),
            ("172.18.0.5", &["198.51.100.1, fe80::7%eth0"], "fe80::7"),
            ("172.18.0.5", &["203.0.113.7:1, 172.18.0.9:2, [fd00::9]:3"], "203.0.113.7"),
            // All of them are ours: the one that asked first.
            ("127.0.0.1", &["172.18.0.8, 172.18.0.9"], "172.18.0.8"),
            ("172.18.0.5", &[], "172.18.0.5"),
        ] {
            assert_eq!(client(NEAR, socket, lines), expected, "{socket} {lines:?}");
        }
    }

    #[test]
    fn what_is_no_address_ends_the_walk() {
        for (lines, expected) in [
            (&["unknown"][..], "0.0.0.0"),
            (&[""], "0.0.0.0"),
            (&["198.51.100.1, "], "0.0.0.0"),
            (&["198.51.100.1, _hidden"], "0.0.0.0"),
            (&["198.51.100.1, []"], "0.0.0.0"),
            (&["198.51.100.1, 203.0.113.256:80"], "0.0.0.0"),
            (&["203.0.113.7, nonsense, 172.18.0.9"], "172.18.0.9"),
            (&["203.0.113.7", "\u{e9}", "172.18.0.9"], "172.18.0.9"),
            (&["nonsense, 203.0.113.7"], "203.0.113.7"),
        ] {
            assert_eq!(client(NEAR, "127.0.0.1", lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn who_cannot_be_told_is_counted_all_the_same() {
        let here = Peer(Some("127.0.0.1".parse().unwrap()));
        assert_eq!((here.network(), here.elsewhere()), (None, None));
        let somebody = Peer(Some(NOBODY));
        assert_eq!((somebody.network(), somebody.elsewhere()), (Some(NOBODY), None));
        let (far, of_its_network) = ("2001:db8::7".parse().unwrap(), "2001:db8::".parse().unwrap());
        let far = Peer(Some(far));
        assert_eq!((far.network(), far.elsewhere()), (Some(of_its_network), far.0));
    }
}
