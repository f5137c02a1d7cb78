//! One quiet page in the look of the dashboard, light or dark as the reader's system is.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};

const STYLE: &str = "\
:root{color-scheme:light dark;--page:#faf8f4;--card:#fff;--text:#1a1c1f;--muted:#5f6570;--line:#e3ded4;--accent:#c93f25;--on:#fff}\
@media(prefers-color-scheme:dark){:root{--page:#0d0f12;--card:#14171c;--text:#e8e6e1;--muted:#9aa0aa;--line:#2a2f38;--accent:#e8553a;--on:#0d0f12}}\
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--text);\
font:16px/1.6 Inter,system-ui,sans-serif}\
main{box-sizing:border-box;width:min(32rem,100% - 2rem);margin:2rem 0;padding:2rem;background:var(--card);\
border:1px solid var(--line);border-radius:12px}\
h1{margin:0 0 .5rem;font:500 1.5rem/1.3 Newsreader,Georgia,serif}p{margin:0 0 1rem}small{color:var(--muted)}\
button{min-height:44px;padding:0 1.25rem;border:0;border-radius:8px;background:var(--accent);color:var(--on);\
font:600 1rem/1 inherit;font-family:inherit;cursor:pointer}\
button:focus-visible{outline:2px solid var(--text);outline-offset:2px}";

/// A whole page; `body` is HTML of ours, with every foreign value escaped.
pub fn page(status: StatusCode, title: &str, body: &str) -> Response {
    let title = escape(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <style>{STYLE}</style></head><body><main><h1>{title}</h1>{body}</main></body></html>"
    );
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        ),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Text as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
