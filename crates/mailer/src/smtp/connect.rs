//! From nothing to a session that takes mail: connect, greeting, EHLO, STARTTLS, AUTH.

use std::net::{IpAddr, SocketAddr};

use base64::{Engine, prelude::BASE64_STANDARD};
use rustls::pki_types::ServerName;
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::TlsConnector;

use super::{ConnectError, Connection, Settings, State, input::Input, stream::Stream, wire::within};
use crate::{Credentials, Phase, Reply, TlsMode, TransportError};

/// What the server offers in its answer to EHLO.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent keyword of the server")]
pub(super) struct Offers {
    pub(super) pipelining: bool,
    pub(super) chunking: bool,
    pub(super) eight_bit: bool,
    pub(super) utf8: bool,
    start_tls: bool,
    plain: bool,
    login: bool,
}

impl Offers {
    /// Keywords are compared without regard to case (RFC 5321 §2.4).
    fn parse(reply: &Reply) -> Self {
        let mut offers = Self::default();
        for line in reply.text.lines().skip(1) {
            // "AUTH=" is how servers wrote it before RFC 2554.
            let line = line.to_ascii_uppercase().replacen("AUTH=", "AUTH ", 1);
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("PIPELINING") => offers.pipelining = true,
                Some("CHUNKING") => offers.chunking = true,
                Some("8BITMIME") => offers.eight_bit = true,
                Some("SMTPUTF8") => offers.utf8 = true,
                Some("STARTTLS") => offers.start_tls = true,
                Some("AUTH") => {
                    for word in words {
                        offers.plain |= word == "PLAIN";
                        offers.login |= word == "LOGIN";
                    }
                }
                _ => {}
            }
        }
        offers
    }
}

fn transport(phase: Phase) -> impl Fn(TransportError) -> ConnectError {
    move |error| ConnectError::Transport { phase, error }
}

impl Connection {
    /// Connects, says EHLO (HELO if that is refused, RFC 5321 §3.2), starts TLS, signs in.
    pub async fn open(settings: &Settings) -> Result<Self, ConnectError> {
        let socket = dial(settings).await.map_err(transport(Phase::Connect))?;
        let local = socket.local_addr().map_err(TransportError::from).map_err(transport(Phase::Connect))?;
        let mut connection = Self {
            stream: Stream::Plain(socket),
            input: Input::new(),
            output: Vec::with_capacity(1024),
            timeouts: settings.timeouts.clone(),
            offers: Offers::default(),
            state: State::Dead,
            opened: Default::default(),
            needs_reset: false,
            served: false,
            greeting: String::new(),
            signed_in: None,
        };
        let hello = settings.hello.clone().unwrap_or_else(|| literal(local.ip()));
        connection.begin(settings, &hello).await?;
        connection.state = State::Idle;
        Ok(connection)
    }

    async fn begin(&mut self, settings: &Settings, hello: &str) -> Result<(), ConnectError> {
        if settings.tls == TlsMode::Implicit {
            self.handshake(settings).await.map_err(transport(Phase::Tls))?;
        }
        let greeting = self.reply(Phase::Greeting).await.map_err(transport(Phase::Greeting))?;
        self.greeting.clone_from(&greeting.text);
        expect(Phase::Greeting, 220, greeting)?;
        self.hello(hello).await?;
        if matches!(settings.tls, TlsMode::Required | TlsMode::WhenOffered) && self.offers.start_tls {
            let reply = self.ask(Phase::Tls, b"STARTTLS\r\n").await?;
            expect(Phase::Tls, 220, reply)?;
            // Octets already here were sent in the clear and would be taken for the server's (CVE-2011-0411
            // and its kin).
            if !self.input.is_empty() {
                let error = TransportError::Protocol("answers before the TLS handshake");
                return Err(ConnectError::Transport { phase: Phase::Tls, error });
            }
            self.handshake(settings).await.map_err(transport(Phase::Tls))?;
            self.hello(hello).await?;
        } else if settings.tls == TlsMode::Required {
            return Err(ConnectError::TlsNotOffered);
        }
        if let Some(credentials) = &settings.credentials {
            // Somebody between us and the server could take STARTTLS out of its answer to get the password, and where a
            // name or an address of this machine leads is not known here: a tunnel goes on from it.
            if !self.stream.is_tls() && settings.tls != TlsMode::Never {
                return Err(ConnectError::PasswordInClear);
            }
            self.sign_in(credentials).await?;
        }
        Ok(())
    }

    async fn ask(&mut self, phase: Phase, command: &[u8]) -> Result<Reply, ConnectError> {
        self.send(phase, command).await.map_err(|(error, _)| transport(phase)(error))?;
        self.reply(phase).await.map_err(transport(phase))
    }

    async fn hello(&mut self, name: &str) -> Result<(), ConnectError> {
        let reply = self.ask(Phase::Hello, format!("EHLO {name}\r\n").as_bytes()).await?;
        if reply.is_permanent() {
            let reply = self.ask(Phase::Hello, format!("HELO {name}\r\n").as_bytes()).await?;
            self.offers = Offers::default();
            return expect(Phase::Hello, 250, reply);
        }
        self.offers = Offers::parse(&reply);
        expect(Phase::Hello, 250, reply)
    }

    async fn handshake(&mut self, settings: &Settings) -> Result<(), TransportError> {
        let Stream::Plain(socket) = std::mem::replace(&mut self.stream, Stream::Gone) else {
            return Err(TransportError::Misuse("TLS inside TLS"));
        };
        let connector = TlsConnector::from(settings.client_config()?);
        let name = ServerName::try_from(settings.host.clone())
            .map_err(|_| TransportError::Tls("the host is no valid name for a certificate".to_owned()))?;
        let work = async { connector.connect(name, socket).await.map_err(TransportError::from) };
        let stream = within(&self.timeouts, Phase::Tls, work).await?;
        self.stream = Stream::Tls(Box::new(stream));
        Ok(())
    }

    /// AUTH PLAIN (RFC 4616) or the older LOGIN.
    async fn sign_in(&mut self, credentials: &Credentials) -> Result<(), ConnectError> {
        let Credentials { user, password } = credentials;
        let reply = if self.offers.plain {
            self.signed_in = Some("PLAIN");
            let secret = BASE64_STANDARD.encode(format!("\0{user}\0{password}"));
            self.ask(Phase::Auth, format!("AUTH PLAIN {secret}\r\n").as_bytes()).await?
        } else if self.offers.login {
            self.signed_in = Some("LOGIN");
            let mut reply = self.ask(Phase::Auth, b"AUTH LOGIN\r\n").await?;
            for secret in [user, password] {
                expect(Phase::Auth, 334, reply)?;
                let line = format!("{}\r\n", BASE64_STANDARD.encode(secret));
                reply = self.ask(Phase::Auth, line.as_bytes()).await?;
            }
            reply
        } else {
            return Err(ConnectError::AuthNotOffered);
        };
        expect(Phase::Auth, 235, reply)
    }

    /// One line about the session, for people.
    fn describe(&self) -> String {
        let tls = if self.stream.is_tls() { "TLS" } else { "no TLS" };
        let auth = self.signed_in.map_or("not signed in".to_owned(), |how| format!("signed in by {how}"));
        let offers = [(self.offers.pipelining, "PIPELINING"), (self.offers.chunking, "CHUNKING")];
        let offers: Vec<&str> =
            offers.iter().filter(|(offered, _)| *offered).map(|(_, name)| *name).collect();
        let offers = if offers.is_empty() { "no PIPELINING".to_owned() } else { offers.join(" and ") };
        let greeting: String = self.greeting.lines().next().unwrap_or_default().chars().take(100).collect();
        format!("\"{greeting}\", {tls}, {auth}, {offers}")
    }
}

/// Connects, signs in and leaves; says in one line what was found.
pub async fn probe(settings: &Settings) -> Result<String, ConnectError> {
    let connection = Connection::open(settings).await?;
    let line = format!("{}:{} answers {}", settings.host, settings.port, connection.describe());
    connection.quit().await;
    Ok(line)
}

/// The first address that answers; each gets the whole time-out.
async fn dial(settings: &Settings) -> Result<TcpStream, TransportError> {
    let name_error = |error: std::io::Error| TransportError::Name(error.to_string());
    let lookup = async { lookup_host((settings.host.as_str(), settings.port)).await.map_err(name_error) };
    let addresses: Vec<SocketAddr> = within(&settings.timeouts, Phase::Connect, lookup).await?.collect();
    let mut last = TransportError::Name("it has no address".to_owned());
    for address in addresses {
        let work = async {
            let socket =
                TcpStream::connect(address).await.map_err(|error| TransportError::Io(error.kind()))?;
            // Without it, Nagle's algorithm holds each message's end back until the body is acknowledged.
            socket.set_nodelay(true)?;
            Ok(socket)
        };
        match within(&settings.timeouts, Phase::Connect, work).await {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// RFC 5321 §4.1.3.
fn literal(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => format!("[{ip}]"),
        IpAddr::V6(ip) => format!("[IPv6:{ip}]"),
    }
}

/// `reply` must have the code; a refusal and nonsense are told apart.
fn expect(phase: Phase, code: u16, reply: Reply) -> Result<(), ConnectError> {
    if reply.code == code {
        Ok(())
    } else if reply.is_transient() || reply.is_permanent() {
        Err(ConnectError::Refused { phase, reply })
    } else {
        let error = TransportError::Protocol("an answer of the wrong kind");
        Err(ConnectError::Transport { phase, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_keywords_in_any_case_and_the_old_form_of_auth() {
        let reply =
            Reply::new(250, "mx Pipelining\nPipelining\nCHUNKING\nauth=login plain\nSIZE 1000\nSTARTTLS");
        let offers = Offers::parse(&reply);
        assert!(offers.pipelining && offers.chunking && offers.start_tls && offers.plain && offers.login);
        assert!(!offers.eight_bit && !offers.utf8);
    }

    #[test]
    fn names_itself_by_address() {
        assert_eq!(literal([127, 0, 0, 1].into()), "[127.0.0.1]");
        assert_eq!(literal(std::net::Ipv6Addr::LOCALHOST.into()), "[IPv6:::1]");
    }
}
