use std::sync::Arc;

use mailer::{
    BlockReason, Credentials, Phase, TlsMode, TransportError, Verdict, probe,
    smtp::{ConnectError, Timeouts},
};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    task::JoinHandle,
};

use super::*;

/// A server configuration and the certificate that vouches for it.
pub(super) fn certificate() -> (Arc<tls::ServerConfig>, tls::CertificateDer<'static>) {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    let key = tls::PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    (sink::tls(vec![cert.der().clone()], key).unwrap(), cert.der().clone())
}

pub(super) mod tls {
    pub(crate) use rustls::{
        ServerConfig,
        pki_types::{CertificateDer, PrivateKeyDer},
    };
}

fn credentials(password: &str) -> Credentials {
    Credentials { user: "me@here".to_owned(), password: password.to_owned() }
}

fn with_auth(config: Config) -> Config {
    Config { auth: Some(("me@here".to_owned(), "p:w ü".to_owned())), ..config }
}

/// For a server without encryption, by somebody who said `tls=none`.
fn in_clear(server: &Server) -> Settings {
    Settings { tls: TlsMode::Never, ..server.settings() }
}

async fn refusal(settings: &Settings) -> ConnectError {
    Connection::open(settings).await.unwrap_err()
}

#[tokio::test]
async fn starts_tls_signs_in_and_delivers() {
    let (config, root) = certificate();
    for dialect in dialects() {
        for login_only in [false, true] {
            let config = Config { tls: Some(config.clone()), login_only, ..with_auth(dialect.clone()) };
            let server = Server::start(config).await;
            for tls in [TlsMode::WhenOffered, TlsMode::Required] {
                let settings = Settings {
                    tls,
                    credentials: Some(credentials("p:w ü")),
                    extra_roots: vec![root.clone()],
                    ..server.settings()
                };
                let mut connection = Connection::open(&settings).await.unwrap();
                deliver(&mut connection, "a@b.example").await;
                deliver(&mut connection, "b@b.example").await;
                connection.quit().await;
                let line = probe(&settings).await.unwrap();
                assert!(line.contains("\"sink ESMTP\", TLS, signed in by"), "{line}");
            }
            assert_eq!(server.outcome().await.len(), 4);
        }
    }
}

#[tokio::test]
async fn speaks_tls_from_the_first_octet() {
    let (config, root) = certificate();
    let server = Server::start(Config { tls: Some(config), implicit_tls: true, ..Config::default() }).await;
    let settings = Settings { tls: TlsMode::Implicit, extra_roots: vec![root], ..server.settings() };
    let mut connection = Connection::open(&settings).await.unwrap();
    deliver(&mut connection, "a@b.example").await;
    assert_eq!(connection.stage(&to("drop-after-dot+x@b.example"), MESSAGE).await, Staged::Ready);
    assert!(matches!(connection.commit(None).await, Committed::Lost(_)));
}

#[tokio::test]
async fn trusts_only_known_authorities() {
    let (config, _) = certificate();
    let server = Server::start(Config { tls: Some(config), ..Config::default() }).await;
    let error = refusal(&server.settings()).await;
    let untrusted =
        matches!(error, ConnectError::Transport { phase: Phase::Tls, error: TransportError::Tls(_) });
    assert!(untrusted, "{error}");
    let plain = Settings { tls: TlsMode::Never, ..server.settings() };
    deliver(&mut Connection::open(&plain).await.unwrap(), "a@b.example").await;
}

#[tokio::test]
async fn required_tls_is_required() {
    let server = Server::start(Config::default()).await;
    let settings = Settings { tls: TlsMode::Required, ..server.settings() };
    assert_eq!(refusal(&settings).await, ConnectError::TlsNotOffered);
}

/// A server that offers what stands in `offers`, refuses STARTTLS with `no`, and takes every password. Ends with all that
/// it was told once the client is gone.
async fn listening_in(offers: &'static str, no: &'static str) -> (Settings, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = Settings {
        credentials: Some(credentials("p:w ü")),
        ..Settings::new("127.0.0.1", listener.local_addr().unwrap().port())
    };
    let server = tokio::spawn(async move {
        let (socket, _) = listener.accept().await.unwrap();
        let mut socket = BufReader::new(socket);
        socket.write_all(b"220 x\r\n").await.unwrap();
        let mut heard = String::new();
        loop {
            let start = heard.len();
            if socket.read_line(&mut heard).await.unwrap() == 0 {
                return heard;
            }
            let answer = match heard[start..].split_ascii_whitespace().next() {
                Some("EHLO") => offers,
                Some("STARTTLS") => no,
                Some("AUTH") => "235 welcome\r\n",
                _ => "250 ok\r\n",
            };
            socket.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (settings, server)
}

#[tokio::test]
async fn a_password_is_not_sent_before_tls() {
    for tls in [TlsMode::WhenOffered, TlsMode::Required] {
        for offers in ["250-x\r\n250-PIPELINING\r\n250 AUTH PLAIN LOGIN\r\n", "250-x\r\n250 AUTH LOGIN\r\n"] {
            let (settings, server) = listening_in(offers, "").await;
            let error = refusal(&Settings { tls, ..settings }).await;
            let sentence = error.to_string();
            let expected = if tls == TlsMode::Required {
                ConnectError::TlsNotOffered
            } else {
                assert!(
                    sentence.contains("password is not sent") && sentence.contains("tls=none"),
                    "{sentence}"
                );
                ConnectError::PasswordInClear
            };
            assert_eq!(error, expected);
            assert_eq!(error.verdict(), Verdict::CampaignBlocked { reason: BlockReason::Credentials });
            assert_eq!(server.await.unwrap(), "EHLO [127.0.0.1]\r\n");
        }
    }
}

#[tokio::test]
async fn a_refused_starttls_ends_the_session() {
    for no in ["454 4.7.0 TLS not available\r\n", "502 5.5.1 what?\r\n"] {
        for tls in [TlsMode::WhenOffered, TlsMode::Required] {
            let (settings, server) = listening_in("250-x\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n", no).await;
            let error = refusal(&Settings { tls, ..settings }).await;
            assert!(matches!(error, ConnectError::Refused { phase: Phase::Tls, .. }), "{error}");
            assert_eq!(server.await.unwrap(), "EHLO [127.0.0.1]\r\nSTARTTLS\r\n");
        }
    }
}

#[tokio::test]
async fn a_password_is_sent_in_the_clear_when_asked() {
    let (settings, server) = listening_in("250-x\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n", "").await;
    Connection::open(&Settings { tls: TlsMode::Never, ..settings }).await.unwrap().quit().await;
    let heard = server.await.unwrap();
    assert!(heard.contains("AUTH PLAIN AG1lQGhlcmUAcDp3IMO8\r\n") && !heard.contains("STARTTLS"), "{heard}");
}

#[tokio::test]
async fn a_wrong_password_blocks() {
    for login_only in [false, true] {
        let server = Server::start(Config { login_only, ..with_auth(Config::default()) }).await;
        let settings = Settings { credentials: Some(credentials("wrong")), ..in_clear(&server) };
        let error = refusal(&settings).await;
        let refused =
            matches!(&error, ConnectError::Refused { phase: Phase::Auth, reply } if reply.code == 535);
        assert!(refused, "{error}");
        assert_eq!(error.verdict(), Verdict::CampaignBlocked { reason: BlockReason::Credentials });
    }
}

#[tokio::test]
async fn a_server_without_auth_gets_no_password() {
    let server = Server::start(Config::default()).await;
    let settings = Settings { credentials: Some(credentials("p")), ..in_clear(&server) };
    assert_eq!(refusal(&settings).await, ConnectError::AuthNotOffered);
}

#[tokio::test]
async fn falls_back_to_helo() {
    let server = Server::start(Config { no_ehlo: true, ..Config::default() }).await;
    let mut connection = Connection::open(&server.settings()).await.unwrap();
    deliver(&mut connection, "a@b.example").await;
}

#[tokio::test]
async fn each_step_of_the_session_has_its_time_out() {
    let (tls, root) = certificate();
    for (word, phase) in [
        ("greeting", Phase::Greeting),
        ("ehlo", Phase::Hello),
        ("starttls", Phase::Tls),
        ("auth", Phase::Auth),
    ] {
        for kind in ["hang", "drop"] {
            let fault = Some(format!("{kind}-{word}").parse().unwrap());
            // TLS is started in the test of TLS only, so that its set-up does not eat the short time-out.
            let tls = (phase == Phase::Tls).then(|| tls.clone());
            let server = Server::start(Config { fault, tls, ..with_auth(Config::default()) }).await;
            let mut timeouts = Timeouts::default();
            match phase {
                Phase::Greeting => timeouts.greeting = SHORT,
                _ => timeouts.hello = SHORT,
            }
            let extra_roots = vec![root.clone()];
            let settings = Settings {
                timeouts,
                extra_roots,
                tls: if phase == Phase::Tls { TlsMode::WhenOffered } else { TlsMode::Never },
                credentials: Some(credentials("p:w ü")),
                ..server.settings()
            };
            let error = match kind {
                "hang" => TransportError::Timeout(phase),
                _ => TransportError::Closed,
            };
            assert_eq!(refusal(&settings).await, ConnectError::Transport { phase, error }, "{kind}-{word}");
        }
    }
}

#[tokio::test]
async fn a_refusing_greeting_is_reported() {
    let greeting = Some("554 5.3.2 no service".to_owned());
    let server = Server::start(Config { greeting, ..Config::default() }).await;
    let error = refusal(&server.settings()).await;
    assert!(matches!(&error, ConnectError::Refused { phase: Phase::Greeting, reply } if reply.code == 554));
    assert_eq!(error.verdict(), Verdict::TransportBackoff { persistent: true });
}

#[tokio::test]
async fn nobody_there_is_the_transports_fault() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let error = refusal(&Settings::new("127.0.0.1", port)).await;
    assert!(matches!(error, ConnectError::Transport { phase: Phase::Connect, .. }));
    assert_eq!(error.verdict(), Verdict::TransportBackoff { persistent: false });
}
