//! Certificates, and leaving https.

use std::sync::Arc;

use outbound::{CertificateDer, Client, Failure, HeaderMap, Policy};
use rustls::pki_types::PrivateKeyDer;
use tokio_rustls::TlsAcceptor;

use crate::server::{Names, OUTSIDE, Reply, Server, ok, policy, redirect};

/// A certificate for `secure.test`, and the server that shows it.
async fn secure(
    answer: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> (Server, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(vec!["secure.test".to_owned()]).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    (Server::start_at(&format!("{OUTSIDE}:0"), Some(acceptor), answer).await, certificate)
}

#[tokio::test]
async fn https_checks_names_and_issuers_and_is_not_left_by_post() {
    let plain = Server::start(|_, _| ok("clear")).await;
    let target = plain.url("/");
    let answer = move |_: &str, path: &str| if path == "/" { ok("safe") } else { redirect(307, &target) };
    let (server, certificate) = secure(answer).await;
    let port = server.address.port();
    let names =
        || Box::new(Names::default().with("secure.test", &[&[OUTSIDE]]).with("other.test", &[&[OUTSIDE]]));
    let trusting = Policy { extra_roots: vec![certificate], ..policy() };
    let client = Client::with_resolver(trusting, names()).unwrap();
    let at = |host: &str, path: &str| format!("https://{host}:{port}{path}");

    assert_eq!(client.get(&at("secure.test", "/"), HeaderMap::new()).await.unwrap().body, b"safe");
    assert_eq!(client.get(&at("secure.test", "/away"), HeaderMap::new()).await.unwrap().body, b"clear");
    let error = client.post(&at("secure.test", "/away"), HeaderMap::new(), vec![]).await.unwrap_err();
    assert_eq!(error, Failure::Downgrade);

    let reason = |error: Failure| match error {
        Failure::Tls { reason, .. } => reason,
        other => panic!("{other:?}"),
    };
    let error = client.get(&at("other.test", "/"), HeaderMap::new()).await.unwrap_err();
    assert_eq!(reason(error), "its certificate is for another name");
    let strangers = Client::with_resolver(policy(), names()).unwrap();
    let error = strangers.get(&at("secure.test", "/"), HeaderMap::new()).await.unwrap_err();
    assert!(reason(error).starts_with("its certificate "));
    let error = client.get(&format!("https://{}/", plain.address), HeaderMap::new()).await.unwrap_err();
    assert!(matches!(error, Failure::Tls { .. }), "{error:?}");
}
