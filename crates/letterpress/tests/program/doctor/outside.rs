//! Other machines: the mail server, name servers, and who answers at the public URL.

use std::{fs, path::PathBuf};

use axum::Router;
use database::Engine;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};

use super::{fail, installation, note, ok};
use crate::harness::{Home, Sink, free_port};

/// A server that speaks TLS, with a certificate for these names and until that year, signed by an authority that is trusted
/// by whoever reads the file.
fn encrypted(home: &Home, names: &[&str], until: i32) -> (Sink, PathBuf) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut parameters = CertificateParams::new(names).unwrap();
    parameters.not_before = date_time_ymd(2020, 1, 1);
    parameters.not_after = date_time_ymd(until, 3, 4);
    let key = KeyPair::generate().unwrap();
    let certificate = parameters.signed_by(&key, &authority).unwrap();
    let file = |name: &str, pem: String| {
        let path = home.folder.path().join(name);
        fs::write(&path, pem).unwrap();
        path
    };
    let trusted = file("authority.pem", authority.pem());
    let (certificate, key) = (file("cert.pem", certificate.pem()), file("key.pem", key.serialize_pem()));
    (Sink::encrypted(home.folder.path(), &certificate, &key), trusted)
}

/// What is said of the certificate at the public URL.
#[track_caller]
fn at_url(names: &[&str], until: i32, is_trusted: bool, reason: &str) {
    let home = Home::new();
    let (sink, trusted) = encrypted(&home, names, until);
    let home = if is_trusted { home.with("SSL_CERT_FILE", trusted.to_str().unwrap()) } else { home };
    let url = format!("https://127.0.0.1:{}", sink.port);
    let told = format!(
        "{url}: its certificate is not accepted: {reason}. Put one that is valid for this name where https:// ends"
    );
    home.doctor_says(&["--public-url", &url], &fail("public URL", told));
}

#[test]
fn a_certificate_that_expired() {
    at_url(&["127.0.0.1"], 2021, true, "it expired (2021-03-04)");
}

#[test]
fn a_certificate_of_another_name() {
    at_url(
        &["news.example.com", "www.example.com"],
        2999,
        true,
        "it is for another name (news.example.com, www.example.com)",
    );
}

#[test]
fn a_certificate_that_nobody_vouches_for() {
    at_url(&["127.0.0.1"], 2999, false, "nobody whom this machine trusts has signed it");
}

#[test]
fn a_mail_server_whose_certificate_expired() {
    let home = Home::new();
    let (sink, _) = encrypted(&home, &["127.0.0.1"], 2021);
    let url = format!("smtps://127.0.0.1:{}", sink.port);
    let told = format!(
        "{url}: its certificate is not accepted: it expired (2021-03-04). Put one there that is valid for this name, or correct the host in LETTERPRESS_MAIL_URL"
    );
    home.doctor_says(&["--mail-url", &url], &fail("mail", told));
}

#[test]
fn a_mail_server_that_refuses_the_sign_in() {
    let home = Home::new();
    let sink = Sink::asking(home.folder.path(), "me:right");
    let url = |password: &str| format!("smtp://me:{password}@127.0.0.1:{}?tls=none", sink.port);
    let told = format!(
        "{}: *: the server answered 535 *. Correct the user and the password in LETTERPRESS_MAIL_URL",
        url("***")
    );
    home.doctor_says(&["--mail-url", &url("wrong")], &fail("mail", told));
    home.doctor_says(&["--mail-url", &url("right")], &ok("mail", "127.0.0.1:* answers *"));
}

#[test]
fn a_mail_server_that_nobody_runs() {
    let home = Home::new();
    let url = format!("smtp://127.0.0.1:{}", free_port());
    let told = format!(
        "{url}: connecting: network error: connection refused. See that a mail server listens there and no firewall is in between, or correct LETTERPRESS_MAIL_URL"
    );
    home.doctor_says(&["--mail-url", &url], &fail("mail", told));
}

#[test]
fn a_password_that_others_can_read_on_the_way() {
    let home = Home::new();
    let sink = Sink::asking(home.folder.path(), "me:right");
    // This machine under a name that does not say so, as one elsewhere would be.
    let url = format!("smtp://me:right@127.1:{}?tls=none", sink.port);
    home.doctor_says(
        &["--mail-url", &url],
        &note(
            "mail",
            "127.1:* answers *; the password goes there in clear (tls=none): use ?tls=required or smtps:// if the server can",
        ),
    );
}

#[test]
fn a_public_name_from_which_nothing_is_sent() {
    Home::new().doctor_says(
        &["--public-url", "https://news.example.com"],
        &note(
            "mail",
            "capture: keeps every email in the built-in mailbox; nothing reaches subscribers: set LETTERPRESS_MAIL_URL to send",
        ),
    );
}

#[test]
fn an_address_that_leads_to_this_machine_alone() {
    let home = Home::new();
    let sink = Sink::start(home.folder.path(), 0);
    let mail = format!("smtp://127.0.0.1:{}?tls=none", sink.port);
    home.doctor_says(
        &["--mail-url", &mail, "--public-url", "http://127.0.0.1:1"],
        &fail(
            "public URL",
            "http://127.0.0.1:1 leads to this machine alone, and email leaves from here: subscribers can neither unsubscribe nor follow any other link. Set LETTERPRESS_PUBLIC_URL to the https:// address that they reach this server by",
        ),
    );
}

#[test]
fn an_address_at_which_nothing_answers() {
    let url = format!("http://127.0.0.1:{}", free_port());
    Home::new().doctor_says(
        &["--public-url", &url],
        &fail(
            "public URL",
            format!("{url}: nothing answers there. Start the server, or correct LETTERPRESS_PUBLIC_URL or where that address leads"),
        ),
    );
}

#[tokio::test]
async fn an_address_at_which_another_installation_answers() {
    let (home, other) = (installation(Engine::Sqlite).await, Home::new());
    let server = other.serve();
    let told = format!(
        "another installation of Letterpress answers at {}: correct LETTERPRESS_PUBLIC_URL, or where that address leads",
        server.url
    );
    home.doctor_says(&["--public-url", &server.url], &fail("public URL", told));
    other.doctor_says(
        &["--public-url", &server.url],
        &ok("public URL", format!("{} is a running Letterpress", server.url)),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_at_which_something_else_answers() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    // It answers everything, as a page for parked names does.
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(async || "Welcome!")).await });
    let told = format!(
        "something other than Letterpress answers at {url}: correct LETTERPRESS_PUBLIC_URL, or where the proxy there leads"
    );
    Home::new().doctor_says(&["--public-url", &url], &fail("public URL", told));
}

#[test]
fn a_name_server_that_does_not_answer() {
    // It takes every question and answers none.
    let silent = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let told = format!(
        "{address} does not answer: *. Set LETTERPRESS_DNS to the address of a name server that does, such as 192.0.2.53:53"
    );
    Home::new()
        .with("LETTERPRESS_DNS", address.to_string())
        .doctor_says(&["--listen", "127.0.0.1:0"], &fail("DNS", told));
}
