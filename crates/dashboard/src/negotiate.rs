//! What a request accepts and already has.

use axum::http::{HeaderMap, HeaderName, header};

/// The media type by the ending of the path; `None` for endings that are not ours to serve, such as the compressed
/// twins of a file.
pub fn media_type(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

/// Whether the web app should answer a path that is no file: a browser opens a page, it does not load a part of one.
pub fn wants_page(path: &str, headers: &HeaderMap) -> bool {
    if path.starts_with("assets/") {
        return false;
    }
    let Some(accept) = text(headers, header::ACCEPT) else { return !names_a_file(path) };
    accept.contains("text/html") || (accept.contains("*/*") && !names_a_file(path))
}

fn names_a_file(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

/// Whether the coding is accepted (RFC 9110 §12.5.3); `*` is not taken as an invitation to compress.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    text(headers, header::ACCEPT_ENCODING).is_some_and(|value| {
        value.split(',').any(|item| {
            let mut parts = item.split(';').map(str::trim);
            let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
            let refused =
                parts.any(|p| p.strip_prefix("q=").is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q == 0.0)));
            named && !refused
        })
    })
}

/// Whether the client holds this very representation (RFC 9110 §13.1.2).
pub fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    text(headers, header::IF_NONE_MATCH).is_some_and(|value| {
        value.split(',').map(|t| t.trim().trim_start_matches("W/")).any(|t| t == tag || t == "*")
    })
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
