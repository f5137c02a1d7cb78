//! `/t/o/{token}.gif` and `/t/c/{token}`: the picture that tells of an open, and links on their way to their target.

use axum::{
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};

use super::{
    agents::classify,
    hits::Hit,
    intake::Tracking,
    tokens::{TRAP, Tracked, Use},
    verdict::EngagementKind,
};
use crate::{html, http::Problem};

/// One transparent pixel.
const PIXEL: &[u8] = &[
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff,
    0xff, 0xff, 0x21, 0xf9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2c, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x01, 0x00, 0x00, 0x02, 0x02, 0x44, 0x01, 0x00, 0x3b,
];

/// Always the picture, so that no mail shows a broken one; an unknown token counts nothing.
pub async fn open(
    State(tracking): State<Tracking>,
    Path(file): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    let token = file.strip_suffix(".gif").unwrap_or(&file);
    if let Some(tracked) = tracking.own.tokens(&tracking).read(Use::Open, token) {
        take(&tracking, tracked, EngagementKind::Open, &method, &headers).await;
    }
    let mut response = Body::from(PIXEL).into_response();
    let fields = response.headers_mut();
    fields.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/gif"));
    fields.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store, private"));
    response
}

/// On to the target, which is one that the mail was sent with and no other.
pub async fn click(
    State(tracking): State<Tracking>,
    Path(token): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Some(tracked) = tracking.own.tokens(&tracking).read(Use::Click, &token) else {
        return Ok(html::unknown_link());
    };
    if tracked.link_no == TRAP {
        take(&tracking, tracked, EngagementKind::Trap, &method, &headers).await;
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let targets = tracking.own.targets(&tracking, tracked.campaign_id).await?;
    let target = usize::from(tracked.link_no).checked_sub(1).and_then(|at| targets.get(at));
    let Some(location) = target.and_then(|target| target.location.clone()) else {
        return Ok(html::unknown_link());
    };
    take(&tracking, tracked, EngagementKind::Click, &method, &headers).await;
    let mut response = StatusCode::FOUND.into_response();
    let fields = response.headers_mut();
    fields.insert(header::LOCATION, location);
    fields.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store, private"));
    fields.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(response)
}

async fn take(
    tracking: &Tracking,
    tracked: Tracked,
    kind: EngagementKind,
    method: &Method,
    headers: &HeaderMap,
) {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_prefetch = [text("purpose"), text("sec-purpose"), text("x-moz")]
        .into_iter()
        .flatten()
        .any(|value| value.to_ascii_lowercase().contains("prefetch"));
    let agent = classify(text("user-agent"), method == Method::HEAD, is_prefetch);
    let Tracked { campaign_id, subscriber_id, link_no } = tracked;
    tracking.own.take(Hit { campaign_id, subscriber_id, kind, link_no, agent }, tracking.now()).await;
}
