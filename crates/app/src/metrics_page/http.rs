//! Who may read the figures, and the counting of requests.

use std::{net::SocketAddr, time::Instant};

use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use super::gather;
use crate::{Core, http::Problem, secrets, tracking::Tracking};

/// The text format of Prometheus.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";
/// A request that carries one of these came through a proxy, whoever sent it in the first place.
const PROXIED: [&str; 4] = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/// `GET /metrics`: with the token if there is one; without, for this machine alone.
pub async fn metrics(
    State(core): State<Core>,
    State(tracking): State<Tracking>,
    request: Request,
) -> Response {
    if let Err(problem) = permit(&core, &request) {
        return problem.into_response();
    }
    match gather::text(&core, tracking.own.depth()).await {
        Ok(text) => ([(header::CONTENT_TYPE, TEXT)], text).into_response(),
        Err(error) => {
            tracing::warn!(%error, "metrics could not be read");
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "The database doesn't answer.").into_response()
        }
    }
}

fn permit(core: &Core, request: &Request) -> Result<(), Problem> {
    if let Some(token) = &core.settings.operations.metrics_token {
        let given = bearer(request.headers()).unwrap_or_default();
        return if secrets::same(given.as_bytes(), token.as_bytes()) {
            Ok(())
        } else {
            Err(Problem::unauthorized("Metrics need the bearer token of LETTERPRESS_METRICS_TOKEN."))
        };
    }
    let is_near = request.extensions().get::<ConnectInfo<SocketAddr>>().is_some_and(|peer| {
        peer.0.ip().to_canonical().is_loopback()
            && PROXIED.iter().all(|name| !request.headers().contains_key(*name))
    });
    if is_near {
        return Ok(());
    }
    Err(Problem::forbidden(
        "Metrics are only available on this machine. To read them from elsewhere, set LETTERPRESS_METRICS_TOKEN and send it as a bearer token.",
    ))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Counts what is answered, by the route's template: what is in its place may be a token or an id.
pub async fn count(State(core): State<Core>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    // The dashboard's files, and what is not there.
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    let method = method(request.method().as_str());
    let began = Instant::now();
    let response = next.run(request).await;
    let status = match response.status().as_u16() {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    };
    core.metrics.request(method, route, status, began.elapsed());
    response
}

/// A client may send any word as its method; a label takes the known ones.
fn method(name: &str) -> &'static str {
    ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]
        .into_iter()
        .find(|known| *known == name)
        .unwrap_or("other")
}
