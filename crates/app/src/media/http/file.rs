//! The files of images, for everybody: mail programs ask for them without signing in.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

use crate::{
    Core,
    http::{ApiResult, Problem},
    media::{
        model::{is_known, parse_address},
        store,
    },
};

const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// The address holds the digest: other bytes have another address.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Opened by itself an image runs nothing.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

pub async fn show(
    State(core): State<Core>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let missing = || Problem::not_found("image");
    let (digest, kind) = parse_address(&file).ok_or_else(missing)?;
    let tag = format!("\"{}\"", file.split('.').next().unwrap_or_default());
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut tx = core.db.read().await?;
    let mut response = if known.is_some_and(|known| is_known(known, &tag)) {
        if !store::is_served(&mut tx, &digest, kind.content_type()).await? {
            return Err(missing());
        }
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes = store::served(&mut tx, &digest, kind.content_type()).await?.ok_or_else(missing)?;
        ([(header::CONTENT_TYPE, kind.content_type())], bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, FOR_EVER);
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(CORP, HeaderValue::from_static("cross-origin"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}
