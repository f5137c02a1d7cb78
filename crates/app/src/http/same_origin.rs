//! Requests that other pages make a browser send.
//!
//! The session cookie is `SameSite=Strict`, which lets pages of sibling hosts through, and pictures in a mail that is
//! shown in the dashboard ask with it too. So what changes something with a cookie must come from a page of this very
//! origin, and the API is no picture. There is no CORS: no other page reads an answer.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use super::Problem;
use crate::Core;

/// What the names of all our cookies begin with.
const COOKIES: &str = "letterpress_";

pub async fn layer(State(core): State<Core>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let path = request.uri().path();
    if is_ours(path) && is_embedded(headers) {
        return Problem::forbidden("This address can't be loaded as an image, frame or script.")
            .into_response();
    }
    if !request.method().is_safe() && has_cookie(headers) && !is_from_here(headers, &core.settings.public_url)
    {
        return Problem::forbidden("Other sites can't do this.").into_response();
    }
    next.run(request).await
}

fn is_ours(path: &str) -> bool {
    ["/api", "/auth"]
        .iter()
        .any(|start| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Loaded by an element of a page, and neither asked for by a script nor opened.
fn is_embedded(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-dest").is_some_and(|value| !matches!(value.as_bytes(), b"empty" | b"document"))
}

fn has_cookie(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .any(|cookie| cookie.trim_start().starts_with(COOKIES))
}

/// Browsers say where a request comes from; over plain http to another machine they say only the origin. What says
/// neither is no browser of today, and no page makes it ask.
/// Whether no page of another site makes a browser send this.
pub fn is_from_here(headers: &HeaderMap, public_url: &str) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return matches!(site.as_bytes(), b"same-origin" | b"none");
    }
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some(origin) = text(origin) else { return false };
    let host = headers.get(header::HOST).and_then(text);
    let asked = origin.split_once("://").map(|(_, host)| host);
    // Where a proxy gives the request another host, its origin is that of the public URL.
    origin == origin_of(public_url) || (asked.is_some() && asked == host.as_deref())
}

fn origin_of(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    url[host..].find('/').map_or(url, |end| &url[..host + end])
}

#[cfg(test)]
mod tests {
    use axum::{
        body::Body,
        http::{Request, StatusCode, header},
    };
    use database::both_engines;
    use serde_json::json;

    use super::*;
    use crate::testing::{TestAnswer, TestApp};

    async fn ask(
        app: &TestApp,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        fields: &[(&str, &str)],
    ) -> TestAnswer {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "127.0.0.1:8080");
        for (name, value) in fields {
            request = request.header(*name, *value);
        }
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        app.send(request.body(Body::empty()).unwrap()).await
    }

    async fn signed_up(app: &TestApp) -> String {
        let author =
            json!({ "name": "Ada", "email": "ada@example.com", "password": "correct horse battery" });
        let answer = app.call(None, "POST", "/api/auth/sign-up", Some(author)).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        let cookie = answer.header("set-cookie").unwrap();
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/auth"] {
            assert!(cookie.contains(attribute), "{cookie}");
        }
        cookie.split(';').next().unwrap().to_owned()
    }

    both_engines!(no_other_page_acts_with_a_cookie, engine => {
        let app = TestApp::new(engine).await;
        let cookie = signed_up(&app).await;
        let foreign: &[&[(&str, &str)]] = &[
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site"), ("origin", "http://127.0.0.1:8080")],
            &[("origin", "https://evil.example")],
            &[("origin", "http://127.0.0.1:9090")],
            &[("origin", "null")],
        ];
        for fields in foreign {
            for path in ["/api/auth/refresh", "/api/auth/sign-out"] {
                let answer = ask(&app, "POST", path, Some(&cookie), fields).await;
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {fields:?}");
                assert_eq!(answer.header("set-cookie"), None, "{path} {fields:?}");
            }
        }
        // Nothing of that ended or used up the session.
        let own: &[&[(&str, &str)]] = &[
            &[("sec-fetch-site", "same-origin"), ("origin", "http://127.0.0.1:8080")],
            &[("origin", "http://127.0.0.1:8080")],
            &[],
        ];
        let mut cookie = cookie;
        for fields in own {
            let answer = ask(&app, "POST", "/api/auth/refresh", Some(&cookie), fields).await;
            assert_eq!(answer.status, StatusCode::OK, "{fields:?} {}", answer.text());
            cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        }
    });

    both_engines!(a_form_of_another_site_cannot_sign_in, engine => {
        let app = TestApp::new(engine).await;
        signed_up(&app).await;
        let body = r#"{"email":"ada@example.com","password":"correct horse battery"}"#;
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            let request = Request::post("/api/auth/sign-in").header(header::CONTENT_TYPE, kind);
            let answer = app.send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
        }
    });

    both_engines!(no_other_page_reads_an_answer, engine => {
        let app = TestApp::new(engine).await;
        for method in ["OPTIONS", "GET"] {
            for path in ["/api/auth/config", "/api/accounts/me", "/api/auth/refresh", "/"] {
                let preflight = [("origin", "https://evil.example"), ("access-control-request-method", "POST")];
                let answer = ask(&app, method, path, None, &preflight).await;
                let granted: Vec<_> = answer.headers.keys().filter(|name| name.as_str().starts_with("access-control")).collect();
                assert!(granted.is_empty(), "{method} {path}: {granted:?}");
            }
        }
    });

    both_engines!(a_picture_in_a_mail_asks_the_api_for_nothing, engine => {
        let app = TestApp::new(engine).await;
        for dest in ["image", "iframe", "script", "style", "object"] {
            for path in ["/api/auth/config", "/auth/sign-out"] {
                let answer = ask(&app, "GET", path, None, &[("sec-fetch-dest", dest)]).await;
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{dest} {path}");
            }
            let answer = ask(&app, "GET", "/t/o/x.gif", None, &[("sec-fetch-dest", dest)]).await;
            assert_ne!(answer.status, StatusCode::FORBIDDEN, "{dest}");
        }
        let answer = ask(&app, "GET", "/api/auth/config", None, &[("sec-fetch-dest", "empty")]).await;
        assert_eq!(answer.status, StatusCode::OK);
    });

    #[test]
    fn an_origin_has_no_path() {
        assert_eq!(origin_of("https://news.example.com"), "https://news.example.com");
        assert_eq!(origin_of("https://example.com:8443/news"), "https://example.com:8443");
    }
}
