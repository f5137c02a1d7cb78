use axum::{
    body::{Body, to_bytes},
    http::{Request, Response, StatusCode, header},
};
use tower::ServiceExt as _;

use super::{FOR_EVER, Files, INDEX, NOT_BUILT, router};

async fn ask(path: &str, headers: &[(header::HeaderName, &str)]) -> Response<Body> {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn text(response: Response<Body>) -> String {
    String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}

fn script() -> String {
    Files::iter()
        .find_map(|f| {
            f.strip_suffix(".js.gz").filter(|f| f.starts_with("assets/")).map(|f| format!("/{f}.js"))
        })
        .unwrap()
}

fn length(response: &Response<Body>) -> usize {
    response.headers()[header::CONTENT_LENGTH].to_str().unwrap().parse().unwrap()
}

/// `make test` builds the web app first; a bare `cargo test` may run without it.
fn is_built() -> bool {
    Files::get(INDEX).is_some()
}

#[tokio::test]
async fn pages_of_the_app_get_the_index() {
    for path in ["/", "/newsletters/7", "/no/such.page"] {
        let response = ask(path, &[(header::ACCEPT, "text/html,*/*;q=0.8")]).await;
        if !is_built() {
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(text(response).await, NOT_BUILT);
            continue;
        }
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        assert!(text(response).await.contains("<div id=\"root\">"));
    }
}

#[tokio::test]
async fn a_missing_part_of_a_page_is_not_a_page() {
    for path in ["/assets/gone-1234.js", "/robots.txt", "/assets/../../Cargo.toml"] {
        assert_eq!(ask(path, &[(header::ACCEPT, "*/*")]).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn assets_are_kept_for_ever_and_come_compressed() {
    if !is_built() {
        return;
    }
    let path = script();
    for (accepted, coding) in [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")] {
        let response = ask(&path, &[(header::ACCEPT_ENCODING, accepted)]).await;
        assert_eq!(response.headers()[header::CONTENT_ENCODING], coding);
        assert_eq!(response.headers()[header::CACHE_CONTROL], FOR_EVER);
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    }
    let packed = ask(&path, &[(header::ACCEPT_ENCODING, "gzip")]).await;
    let plain = ask(&path, &[]).await;
    assert!(plain.headers().get(header::CONTENT_ENCODING).is_none());
    assert_ne!(plain.headers()[header::ETAG], packed.headers()[header::ETAG]);
    let (whole, less) = (length(&plain), length(&packed));
    assert!(text(plain).await.len() == whole && less < whole);
}

#[tokio::test]
async fn what_a_browser_has_is_not_sent_again() {
    if !is_built() {
        return;
    }
    let first = ask("/", &[]).await;
    let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
    let again = ask("/", &[(header::IF_NONE_MATCH, &format!("\"x\", W/{tag}"))]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(again.headers()[header::ETAG], tag.as_str());
    assert_eq!(ask("/", &[(header::IF_NONE_MATCH, "\"other\"")]).await.status(), StatusCode::OK);
}
