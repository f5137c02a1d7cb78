//! `Idempotency-Key`: the same key and body gives the first answer again, for 24 hours and per author.

use axum::{
    body::{Body, to_bytes},
    extract::{FromRequestParts as _, Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use database::on_engine;

use super::{Caller, Problem};
use crate::{App, clock, secrets::sha256, templates};

const KEPT: i64 = clock::DAY;
/// An answer that has not come after this long never will: its process died.
const ABANDONED: i64 = clock::MINUTE;
/// The largest body that any of the calls takes; each has its own limit behind this.
const MAX_BODY: usize = templates::MAX_BODY;
const MAX_ANSWER: usize = 8 << 20;

/// Marks an answer that holds a secret: it is not kept, and the same request again is told so.
#[derive(Clone, Copy, Debug)]
pub struct ShownOnce;

#[derive(sqlx::FromRow)]
struct Kept {
    request_hash: Vec<u8>,
    status: Option<i32>,
    content_type: Option<String>,
    body: Option<Vec<u8>>,
    created_at: i64,
}

/// The middleware; does nothing for requests without the header.
pub async fn layer(State(app): State<App>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || !request.headers().contains_key("idempotency-key") {
        return next.run(request).await;
    }
    match answer(&app, request, next).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn answer(app: &App, request: Request, next: Next) -> Result<Response, Problem> {
    let multipart = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|v| v.as_bytes().to_ascii_lowercase().starts_with(b"multipart/"));
    let (mut parts, body) = request.into_parts();
    let Ok(caller) = Caller::from_request_parts(&mut parts, app).await else {
        return Ok(next.run(Request::from_parts(parts, body)).await);
    };
    if multipart {
        // An upload is streamed, not held: its key cannot be compared before it was read.
        return Ok(next.run(Request::from_parts(parts, body)).await);
    }
    let key =
        parts.headers.get("idempotency-key").and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
    if key.is_empty() || key.chars().count() > 255 {
        return Err(Problem::bad_request("Idempotency-Key must have 1 to 255 characters."));
    }
    let bytes = to_bytes(body, MAX_BODY).await.map_err(|_| {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than this call takes.")
    })?;
    let fingerprint = sha256(
        &[parts.method.as_str().as_bytes(), b" ", parts.uri.to_string().as_bytes(), b"\n", &bytes].concat(),
    );
    let key_hash = sha256(key.as_bytes());
    if let Some(first) = reserve(app, caller.author_id, &key_hash, &fingerprint).await? {
        return Ok(first);
    }
    let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
    keep(app, caller.author_id, &key_hash, response).await
}

/// Takes the key, or answers what the first request with it was answered.
async fn reserve(
    app: &App,
    author: i64,
    key: &[u8],
    fingerprint: &[u8],
) -> Result<Option<Response>, Problem> {
    let now = app.now().0;
    let mut tx = app.db.begin().await?;
    let kept: Option<Kept> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT request_hash, status, content_type, body, created_at FROM idempotency_keys \
         WHERE author_id = $1 AND key_hash = $2")
        .bind(author).bind(key).fetch_optional(conn).await?);
    if let Some(kept) = kept {
        let expired =
            kept.created_at < now - KEPT || (kept.status.is_none() && kept.created_at < now - ABANDONED);
        if !expired {
            return replay(kept, fingerprint).map(Some);
        }
        on_engine!(&mut tx, conn => sqlx::query("DELETE FROM idempotency_keys WHERE author_id = $1 AND key_hash = $2")
            .bind(author).bind(key).execute(conn).await.map(drop))?;
    }
    let inserted = on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO idempotency_keys (author_id, key_hash, request_hash, created_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT DO NOTHING")
        .bind(author).bind(key).bind(fingerprint).bind(now).execute(conn).await?.rows_affected());
    tx.commit().await?;
    if inserted == 0 { Err(in_flight()) } else { Ok(None) }
}

fn in_flight() -> Problem {
    Problem::conflict("The first request with this Idempotency-Key is still being answered.")
        .with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
}

fn replay(kept: Kept, fingerprint: &[u8]) -> Result<Response, Problem> {
    if kept.request_hash != fingerprint {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "This Idempotency-Key was used for another request within the last 24 hours.",
        ));
    }
    let Some(status) = kept.status.and_then(|s| StatusCode::from_u16(s as u16).ok()) else {
        return Err(in_flight());
    };
    let mut response = (status, kept.body.unwrap_or_default()).into_response();
    response.headers_mut().remove(header::CONTENT_TYPE);
    if let Some(value) = kept.content_type.and_then(|c| HeaderValue::from_str(&c).ok()) {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    Ok(response)
}

/// Keeps an answer; one of ours that failed (5xx) is not kept, so that a retry runs.
async fn keep(app: &App, author: i64, key: &[u8], response: Response) -> Result<Response, Problem> {
    if response.extensions().get::<ShownOnce>().is_some() && response.status().is_success() {
        let told = "The first request with this Idempotency-Key was done. Its answer held a secret that is shown only once.";
        let kept = Box::pin(keep(app, author, key, Problem::conflict(told).into_response())).await;
        return kept.map(|_| response);
    }
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_ANSWER).await.map_err(|e| Problem::internal(&e))?;
    let mut tx = app.db.begin().await?;
    if parts.status.is_server_error() {
        on_engine!(&mut tx, conn => sqlx::query("DELETE FROM idempotency_keys WHERE author_id = $1 AND key_hash = $2")
            .bind(author).bind(key).execute(conn).await.map(drop))?;
    } else {
        let content_type =
            parts.headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).map(str::to_owned);
        on_engine!(&mut tx, conn => sqlx::query(
            "UPDATE idempotency_keys SET status = $3, content_type = $4, body = $5 WHERE author_id = $1 AND key_hash = $2")
            .bind(author).bind(key).bind(i32::from(parts.status.as_u16())).bind(content_type).bind(bytes.to_vec())
            .execute(conn).await.map(drop))?;
    }
    tx.commit().await?;
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

/// Forgets keys older than a day; called by the background loop.
pub async fn prune(app: &App) -> database::Result<()> {
    let mut tx = app.db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query("DELETE FROM idempotency_keys WHERE created_at < $1")
        .bind(app.now().0 - KEPT).execute(conn).await.map(drop))?;
    tx.commit().await
}
