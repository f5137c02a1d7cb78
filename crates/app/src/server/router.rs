//! The one HTTP server: every feature's routes, then what all of them share.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{DefaultBodyLimit, State},
    http::{StatusCode, Uri, header},
    middleware,
    response::{IntoResponse as _, Response},
    routing::any,
};
use tower_http::{catch_panic::CatchPanicLayer, normalize_path::NormalizePath};

use crate::{
    App, Core, accounts, analytics, bounces, campaigns, captured_mail, checks, deletions, deliveries, doctor,
    domains, exports,
    http::{self, MAX_BODY, Problem, Routes, get, headers, host, known, same_origin},
    idempotency, imports, installation, instance, media, messages, metrics_page, newsletters_page, notices,
    overview, public_pages, rate_limit, sample_data, saved_blocks, search, settings_page, subscribers,
    suppressions, templates, tracking, webhooks,
};

/// The largest body that any of the calls takes, in bytes; each has its own limit.
const LARGEST_BODY: usize = templates::MAX_BODY;

/// Below these paths nothing is a page of the dashboard.
const NOT_PAGES: [&str; 11] =
    ["/api", "/auth", "/t", "/u", "/n", "/p", "/confirm", "/hooks", "/media", "/mcp", "/.well-known"];

/// Every documented route.
pub fn routes() -> Routes<App> {
    Routes::new()
        .merge(accounts::routes())
        .merge(analytics::routes())
        .merge(bounces::routes())
        .merge(campaigns::routes())
        .merge(captured_mail::routes())
        .merge(checks::routes())
        .merge(deletions::routes())
        .merge(deliveries::routes())
        .merge(doctor::routes())
        .merge(domains::routes())
        .merge(exports::routes())
        .merge(imports::routes())
        .merge(installation::routes())
        .merge(media::routes())
        .merge(messages::routes())
        .merge(newsletters_page::routes())
        .merge(notices::routes())
        .merge(overview::routes())
        .merge(public_pages::routes())
        .merge(sample_data::routes())
        .merge(saved_blocks::routes())
        .merge(search::routes())
        .merge(settings_page::routes())
        .merge(subscribers::routes())
        .merge(suppressions::routes())
        .merge(templates::routes())
        .merge(Routes::from(tracking::routes()))
        .merge(webhooks::routes())
}

/// The whole server. `web` answers what a browser asks for outside the API: the dashboard's files.
pub fn build(app: App, web: Router) -> NormalizePath<Router> {
    let core = app.core();
    let (woken, imports) = (core.clone(), app.with::<imports::ImportSignal>());
    let repeats = idempotency::Repeats {
        accounts: app.with(),
        attempts: app.with(),
        largest: LARGEST_BODY,
        wake: Arc::new(move || {
            woken.sender.wake();
            imports.own.call();
        }),
    };
    let router = routes()
        .into_router()
        .merge(probes())
        .merge(metrics_page::routes())
        .route(headers::SHEET, get(headers::sheet))
        .route(
            "/api/openapi.json",
            get(|| async { ([(header::CONTENT_TYPE, "application/json")], http::DOCUMENT) }),
        )
        .method_not_allowed_fallback(not_allowed)
        .route_layer(middleware::from_fn(known::layer))
        .route_layer(middleware::from_fn_with_state(repeats, idempotency::layer))
        .route_layer(middleware::from_fn_with_state((app.with(), app.with()), rate_limit::layer))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .fallback_service(outside(web))
        .layer(middleware::from_fn_with_state(core.clone(), same_origin::layer))
        .layer(middleware::from_fn_with_state(core.clone(), host::layer))
        .layer(middleware::from_fn_with_state(headers::Fixed::new(&core), headers::secure))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(core.clone(), metrics_page::count))
        .with_state(app);
    let tools = super::mcp::routes(router.clone(), &core)
        .layer(middleware::from_fn_with_state(headers::Fixed::new(&core), headers::secure))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(core, metrics_page::count));
    NormalizePath::trim_trailing_slash(tools.fallback_service(router))
}

/// What a node answers that only sends: how it is, and its figures.
pub fn health(app: App) -> NormalizePath<Router> {
    let router = probes().merge(metrics_page::routes()).with_state(app);
    NormalizePath::trim_trailing_slash(router)
}

/// What whoever watches a node asks.
fn probes() -> Router<App> {
    Router::new().route("/healthz", get(alive)).route("/readyz", get(ready))
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::internal(&"a handler panicked").into_response()
}

/// The dashboard's paths, and what no path of ours is.
fn outside(web: Router) -> Router {
    let web = NOT_PAGES.iter().fold(web, |web, path| {
        web.route(path, any(unknown)).route(&format!("{path}/{{*rest}}"), any(unknown))
    });
    Router::new().fallback(unknown).merge(web).method_not_allowed_fallback(not_allowed)
}

pub(super) async fn not_allowed() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "This path doesn't support this method.")
}

async fn unknown(uri: Uri) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("Nothing found at {}.", uri.path()))
}

/// Longer than anybody may hold the database's one writer.
const WRITER: Duration = Duration::from_secs(3);

/// Whether this node can do its work: its database answers and takes what is written, and so does its ledger.
async fn is_ready(core: &Core) -> bool {
    is_ready_within(core, WRITER).await
}

async fn is_ready_within(core: &Core, patience: Duration) -> bool {
    let tried = tokio::time::timeout(patience, instance::takes_writes(&core.db)).await;
    matches!(tried, Ok(Ok(()))) && core.sender.is_healthy()
}

/// With the mark of this installation, so that `doctor` knows it from another at the same address.
async fn alive(State(core): State<Core>) -> Response {
    ([(http::INSTALLATION, core.settings.secret.fingerprint())], "ok").into_response()
}

async fn ready(State(core): State<Core>) -> Response {
    if is_ready(&core).await {
        "ready".into_response()
    } else {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "The database doesn't answer or can't be written.")
            .into_response()
    }
}

#[cfg(test)]
mod tests {
    use database::{both_engines, on_engine};

    use super::*;
    use crate::testing::TestApp;

    both_engines!(who_cannot_write_is_not_ready, engine => {
        let t = TestApp::new(engine).await;
        instance::claim(&t.app.db, &t.clock, &t.app.settings.secret).await.unwrap();
        assert!(is_ready(&t.app).await);
        let mut tx = t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE installation SET id = id").execute(conn).await.map(drop)).unwrap();
        assert!(!is_ready_within(&t.app, Duration::from_millis(200)).await);
        tx.rollback().await.unwrap();
        assert!(is_ready(&t.app).await);
        t.app.db.close().await;
        assert!(!is_ready(&t.app).await);
    });
}
