//! Headers that every answer carries, and the empty sheet that mails are shown on.
//!
//! The dashboard's policy allows no inline style, which mails are full of, and a frame made from text inherits it. So
//! the dashboard loads [`SHEET`] into a frame without scripts and writes the mail into it: the sheet's own policy lets a
//! mail's styles and pictures in and nothing else.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};

use crate::Core;

/// Where the empty sheet is.
pub const SHEET: &str = "/frame.html";

const SHEET_PAGE: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Mail</title>\
                          <link rel=\"icon\" href=\"data:,\"></head><body></body></html>";

/// No scripts, not even those of this server; no forms, no frames; links as the frame's own sandbox says.
const SHEET_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src https: http: data: blob:; font-src https: data:; \
     form-action 'none'; base-uri 'none'; frame-ancestors 'self'; \
     sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
);

const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const COOP: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");

/// What the dashboard never asks a browser for.
const NO_PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
);
/// This host alone: the operator's other hosts are not ours to speak for.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// What mails on other sites load: pictures of mails, opens, the dashboard's placeholders.
const FOR_MAILS: [&str; 3] = ["/media/", "/t/", "/images/"];

/// An empty page; its policy matters.
pub async fn sheet() -> Response {
    let mut response = Html(SHEET_PAGE).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, SHEET_POLICY);
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    // Many on one page; not for longer than an upgrade may take to bring another policy.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=600"));
    response
}

/// What depends on the settings.
#[derive(Clone)]
pub struct Fixed {
    policy: HeaderValue,
    is_https: bool,
}

impl Fixed {
    pub fn new(core: &Core) -> Self {
        let public_url = &core.settings.public_url;
        Self { policy: policy(public_url), is_https: public_url.starts_with("https://") }
    }
}

/// What the dashboard may load. Its images have the public URL, whatever address it was opened at.
fn policy(public_url: &str) -> HeaderValue {
    let images = format!("{public_url}/media/");
    // A value that would end the directive is no URL.
    let images = if images.contains([';', ',', ' ']) { "" } else { &images };
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https: {images}; \
         font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'self'"))
}

pub async fn secure(State(fixed): State<Fixed>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/api");
    let is_for_mails = FOR_MAILS.iter().any(|start| path.starts_with(start));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(PERMISSIONS, NO_PERMISSIONS);
    headers.entry(header::X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(fixed.policy);
    headers.entry(CORP).or_insert(HeaderValue::from_static(if is_for_mails {
        "cross-origin"
    } else {
        "same-origin"
    }));
    // Browsers show a page that is sandboxed and asks for a group of its own as an error.
    if !is_sandboxed(headers) {
        headers.insert(COOP, HeaderValue::from_static("same-origin"));
    }
    if fixed.is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

fn is_sandboxed(headers: &HeaderMap) -> bool {
    let policies = headers.get_all(header::CONTENT_SECURITY_POLICY);
    policies.iter().any(|policy| {
        policy.to_str().is_ok_and(|policy| policy.split(';').any(|rule| rule.trim().starts_with("sandbox")))
    })
}

#[cfg(test)]
mod tests {
    use database::both_engines;

    use super::*;
    use crate::testing::TestApp;

    fn rule<'a>(policy: &'a str, name: &str) -> Option<&'a str> {
        policy.split(';').map(str::trim).find_map(|rule| rule.strip_prefix(name)?.strip_prefix(' '))
    }

    both_engines!(the_dashboard_allows_nothing_inline_and_no_frame_of_others, engine => {
        let app = TestApp::new(engine).await;
        for path in ["/", "/campaigns", "/api/accounts/me", "/healthz"] {
            let answer = app.call(None, "GET", path, None).await;
            let policy = answer.header("content-security-policy").unwrap();
            assert!(!policy.contains("unsafe-"), "{path}: {policy}");
            assert_eq!(rule(policy, "style-src"), Some("'self'"), "{path}");
            assert_eq!(rule(policy, "script-src"), Some("'self'"), "{path}");
            assert_eq!(rule(policy, "frame-src"), Some("'self'"), "{path}");
            assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"), "{path}");
            assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
            assert!(answer.header("permissions-policy").unwrap().contains("camera=()"), "{path}");
            assert_eq!(answer.header("strict-transport-security"), None, "not over http: {path}");
        }
    });

    both_engines!(the_sheet_for_mails_runs_nothing, engine => {
        let app = TestApp::new(engine).await;
        let answer = app.call(None, "GET", SHEET, None).await;
        assert_eq!(answer.status, 200);
        let policy = answer.header("content-security-policy").unwrap();
        assert_eq!(rule(policy, "default-src"), Some("'none'"));
        assert_eq!(rule(policy, "script-src"), Some("'none'"));
        assert_eq!(rule(policy, "form-action"), Some("'none'"));
        assert_eq!(rule(policy, "frame-ancestors"), Some("'self'"));
        let sandbox = rule(policy, "sandbox").unwrap();
        assert!(!sandbox.contains("scripts") && !sandbox.contains("forms") && !sandbox.contains("top-navigation"), "{sandbox}");
        assert_eq!(answer.header("x-frame-options"), Some("SAMEORIGIN"));
        assert_eq!(answer.header("cross-origin-opener-policy"), None, "a sandboxed page would not be shown with it");
        assert!(!answer.text().contains("<script"));
    });

    both_engines!(what_mails_load_may_be_loaded_everywhere, engine => {
        let app = TestApp::new(engine).await;
        for path in ["/t/o/nothing.gif", "/media/nothing.png", "/images/hero.svg"] {
            let answer = app.call(None, "GET", path, None).await;
            assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"), "{path}");
        }
    });

    both_engines!(a_public_url_with_https_asks_for_it_from_then_on, engine => {
        let app = TestApp::with(engine, |settings| settings.public_url = "https://news.example.com".into()).await;
        let answer = app.call(None, "GET", "/healthz", None).await;
        assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
    });
}
