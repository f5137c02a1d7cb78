//! Names that an installation for this machine alone does not answer to.
//!
//! Any site may point its own name at a loopback address, and its pages then ask us as if we were that site (DNS
//! rebinding): with no session of the author's, but where everybody who gets here is let in. A browser tells the name in
//! `Host`. Addresses are no names, so nobody can point them elsewhere.

use std::net::IpAddr;

use axum::{
    extract::{Request, State},
    http::{StatusCode, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use super::Problem;
use crate::Core;

/// Made for strangers, or without a secret in them: what readers' mails lead to, under whatever name, and what watches
/// over the process.
const FOR_ALL: [&str; 9] = ["/healthz", "/readyz", "/t", "/u", "/n", "/p", "/confirm", "/hooks", "/media"];

pub async fn layer(State(core): State<Core>, request: Request, next: Next) -> Response {
    if !core.settings.is_loopback() || is_for_all(request.uri().path()) {
        return next.run(request).await;
    }
    match foreign(&request) {
        Some(host) => refused(&host).into_response(),
        None => next.run(request).await,
    }
}

fn is_for_all(path: &str) -> bool {
    FOR_ALL
        .iter()
        .any(|start| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The name that was asked for and is not ours. What names none is no browser.
fn foreign(request: &Request) -> Option<String> {
    let asked = request.uri().authority().map(|authority| authority.as_str().as_bytes());
    let told = request.headers().get_all(header::HOST).iter().map(axum::http::HeaderValue::as_bytes);
    asked.into_iter().chain(told).find_map(|host| {
        let text = String::from_utf8_lossy(host);
        let is_ours = text.parse::<Authority>().is_ok_and(|host| is_ours(host.host()));
        (!is_ours).then(|| text.into_owned())
    })
}

/// An installation for its own machine alone has one of these as its public name, too.
fn is_ours(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&host);
    bare.parse::<IpAddr>().is_ok() || bare == "localhost" || bare.ends_with(".localhost")
}

/// RFC 9110 §15.5.20.
fn refused(host: &str) -> Problem {
    let host: String = host.chars().filter(|c| !c.is_control()).take(255).collect();
    Problem::new(
        StatusCode::MISDIRECTED_REQUEST,
        format!(
            "This installation is for its own machine alone and does not answer as \u{201c}{host}\u{201d}. If you reach \
             it by that name, set LETTERPRESS_PUBLIC_URL to the address you use."
        ),
    )
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, http::Request};
    use database::both_engines;

    use super::*;
    use crate::testing::TestApp;

    async fn ask(t: &TestApp, host: &str, path: &str) -> (u16, String) {
        let request = Request::get(path).header(header::HOST, host).body(Body::empty()).unwrap();
        let answer = t.send(request).await;
        (answer.status.as_u16(), answer.text())
    }

    both_engines!(a_foreign_name_of_this_machine_is_not_answered, engine => {
        let t = TestApp::new(engine).await;
        for host in ["evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example:8080", "a b", ""] {
            for path in ["/api/auth/config", "/auth/callback", "/", "/.well-known/jwks.json", "/metrics"] {
                let (status, text) = ask(&t, host, path).await;
                assert_eq!(status, 421, "{host} {path} {text}");
            }
        }
        let (_, text) = ask(&t, "evil.example:8080", "/api/auth/config").await;
        assert!(text.contains("evil.example:8080") && text.contains("LETTERPRESS_PUBLIC_URL"), "{text}");
        let absolute = Request::get("http://evil.example/api/auth/config").header(header::HOST, "localhost");
        assert_eq!(t.send(absolute.body(Body::empty()).unwrap()).await.status, 421);
    });

    both_engines!(its_own_names_and_what_is_for_all_are_answered, engine => {
        let t = TestApp::with(engine, |s| s.public_url = "http://news.localhost:8080".into()).await;
        for host in [
            "localhost", "LocalHost:8080", "localhost.", "127.0.0.1:8080", "[::1]:8080", "[::1]", "news.localhost:8080",
            // An address cannot be pointed elsewhere.
            "192.0.2.7:8080",
        ] {
            assert_eq!(ask(&t, host, "/api/auth/config").await.0, 200, "{host}");
        }
        let tracking = "links.example.com";
        assert_eq!(ask(&t, tracking, "/healthz").await.0, 200);
        assert_eq!(ask(&t, tracking, "/readyz").await.0, 200);
        for path in ["/t/c/x", "/u/x", "/p/x", "/n/x"] {
            assert_eq!(ask(&t, tracking, path).await.0, 404, "{path}: no such token");
        }
    });

    both_engines!(an_installation_for_the_world_leaves_names_to_its_proxy, engine => {
        let t = TestApp::with(engine, |s| s.public_url = "https://news.example.com".into()).await;
        for host in ["news.example.com", "letterpress:8080", "127.0.0.1"] {
            assert_eq!(ask(&t, host, "/api/auth/config").await.0, 200, "{host}");
        }
    });
}
