//! The web app, embedded: hashed assets that browsers keep for ever, an index that they ask for each time, and the
//! index again for every other path of the app.
//!
//! A debug build reads the files from `web/dist` at run time; a release build carries them, texts as Brotli and gzip alone:
//! the few clients that take neither get them unpacked.

mod negotiate;

use std::io::Read as _;

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse as _, Response},
    routing::get,
};
use flate2::read::GzDecoder;
use rust_embed::EmbeddedFile;

#[derive(rust_embed::Embed)]
#[folder = "../../web/dist"]
struct Files;

const INDEX: &str = "index.html";
/// Vite puts the hash of the content into every name in here.
const HASHED: &str = "assets/";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const NOT_BUILT: &str =
    "The dashboard is not built yet: run `make run`, or `npm ci && npm run build` in web/.\n";

/// Answers GET and HEAD for every path: a file, or the index where a browser asks for a page.
pub fn router() -> Router {
    Router::new().route("/", get(serve)).route("/{*path}", get(serve))
}

async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(answer) = file(path, &headers) {
        return answer;
    }
    if !negotiate::wants_page(path, &headers) {
        return (StatusCode::NOT_FOUND, "There's no such file.\n").into_response();
    }
    file(INDEX, &headers).unwrap_or_else(|| (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response())
}

/// The file, in the best encoding that was built and is accepted.
fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let media_type = negotiate::media_type(path)?;
    let (encoding, file) = best(path, headers)?;
    let tag = etag(&file, encoding);
    let cache = if path.starts_with(HASHED) { FOR_EVER } else { "no-cache" };
    let fresh = negotiate::is_known(headers, &tag);
    let mut answer = Response::builder()
        .header(header::ETAG, &tag)
        .header(header::CACHE_CONTROL, cache)
        .header(header::VARY, "accept-encoding");
    if fresh {
        return answer.status(StatusCode::NOT_MODIFIED).body(Body::empty()).ok();
    }
    answer = answer.header(header::CONTENT_TYPE, media_type).header(header::CONTENT_LENGTH, file.data.len());
    if let Some(encoding) = encoding {
        answer = answer.header(header::CONTENT_ENCODING, encoding);
    }
    let body = match file.data {
        std::borrow::Cow::Borrowed(bytes) => Body::from(bytes),
        std::borrow::Cow::Owned(bytes) => Body::from(bytes),
    };
    answer.body(body).ok()
}

fn best(path: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, EmbeddedFile)> {
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if negotiate::accepts(headers, encoding)
            && let Some(file) = Files::get(&format!("{path}.{ending}"))
        {
            return Some((Some(encoding), file));
        }
    }
    let file = Files::get(path).or_else(|| unpacked(path))?;
    Some((None, file))
}

/// The file, of which only the compressed form is kept.
fn unpacked(path: &str) -> Option<EmbeddedFile> {
    let mut file = Files::get(&format!("{path}.gz"))?;
    let mut plain = Vec::new();
    GzDecoder::new(&*file.data).read_to_end(&mut plain).ok()?;
    file.data = plain.into();
    Some(file)
}

/// Strong: each encoding is a representation of its own (RFC 9110 §8.8.3.3).
fn etag(file: &EmbeddedFile, encoding: Option<&str>) -> String {
    use std::fmt::Write as _;

    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    if let Some(encoding) = encoding {
        tag.push('-');
        tag.push_str(encoding);
    }
    tag.push('"');
    tag
}

#[cfg(test)]
mod tests;
