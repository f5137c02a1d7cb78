//! `Idempotency-Key`: the same key and body gives the first answer again, for 24 hours and per author. What was refused has
//! changed nothing and leaves its key free.
//!
//! What a request does and the answer that is kept for its key commit together ([`database::Unit`]), so that no crash
//! leaves the one without the other. Where that cannot be, because a mail left or because the work takes several
//! transactions, it is written down before that the work has begun: then a repetition after a crash is told so, and
//! does nothing.

mod tally;
#[cfg(test)]
mod tests;

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use database::{Engine, Tx, Unit, on_engine};
use futures::TryStreamExt as _;
use tracing::Instrument as _;

use self::tally::Tally;

use crate::removal::{ROWS, Removal, own};
use crate::{
    AuthorId, Core,
    accounts::{Accounts, Caller},
    clock,
    core::With,
    http::{Problem, ProblemCode, ShownOnce},
    secrets,
    secrets::sha256,
};

/// See [`Removal`].
pub const REMOVAL: Removal =
    Removal { of_author: &[own!("idempotency_keys", "key_hash", ROWS)], ..Removal::NONE };

const KEPT: i64 = clock::DAY;
/// On PostgreSQL an answer that has not come after this long is taken for one that never will: its process died. If it
/// lives, it finds at its commit that it was overtaken, and changes nothing.
const ABANDONED: i64 = clock::MINUTE;
const MAX_ANSWER: usize = 8 << 20;

const BEGUN: &str = "The first request with this Idempotency-Key was interrupted halfway. Check what it did before you retry with another key.";
const ONLY_ONCE: &str = "The first request with this Idempotency-Key succeeded. Its response held a secret that is shown only once.";

/// Names for the attempts of this process at requests that may be repeated.
#[derive(Debug)]
pub struct Attempts {
    process: String,
    next: AtomicU64,
}

impl Default for Attempts {
    fn default() -> Self {
        Self { process: secrets::random_token(96), next: AtomicU64::new(0) }
    }
}

impl Attempts {
    fn next(&self) -> String {
        format!("{}.{}", self.process, self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn made(&self, attempt: &str) -> bool {
        attempt.strip_prefix(&self.process).is_some_and(|rest| rest.starts_with('.'))
    }
}

#[derive(sqlx::FromRow)]
struct Kept {
    request_hash: Vec<u8>,
    attempt: String,
    status: Option<i32>,
    content_type: Option<String>,
    body: Option<Vec<u8>>,
    created_at: i64,
}

/// A key that this request has taken.
#[derive(Clone)]
struct Taken {
    author_id: AuthorId,
    key: Vec<u8>,
    attempt: String,
    says: Says,
}

/// What the middleware takes.
#[derive(Clone)]
pub struct Repeats {
    pub accounts: Accounts,
    pub attempts: With<Attempts>,
    /// The largest body, uploads aside, that any of the calls takes, in bytes: each has its own limit behind this.
    pub largest: usize,
    /// Wakes whoever does in the background what a call asked for: before its commit they saw nothing to do.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

/// What a request says, to tell it from another one with its key.
#[derive(Clone)]
enum Says {
    /// Sum of address and body.
    All(Vec<u8>),
    /// Sum of the address, and of a form that is read while it is worked on.
    Upload(Vec<u8>, Arc<Mutex<Tally>>),
}

impl Says {
    fn sum(&self) -> Vec<u8> {
        match self {
            Self::All(sum) => sum.clone(),
            Self::Upload(address, tally) => {
                let form = tally.lock().unwrap_or_else(PoisonError::into_inner).sum();
                form.map_or_else(|| address.clone(), |form| sha256(&[address.as_slice(), &form].concat()))
            }
        }
    }

    /// Whether a request with this sum said the same.
    fn is(&self, sum: &[u8]) -> bool {
        // Of a form that was not read to its end the address alone is known.
        self.sum() == sum || matches!(self, Self::Upload(address, _) if address == sum)
    }
}

/// A form that its tally reads too, as it comes.
fn overheard(body: Body, tally: &Arc<Mutex<Tally>>) -> Body {
    let tally = tally.clone();
    Body::from_stream(body.into_data_stream().inspect_ok(move |piece| {
        tally.lock().unwrap_or_else(PoisonError::into_inner).read(piece);
    }))
}

/// The middleware; does nothing for requests without the header.
pub async fn layer(State(repeats): State<Repeats>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || !request.headers().contains_key("idempotency-key") {
        return next.run(request).await;
    }
    match answer(&repeats, request, next).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn answer(repeats: &Repeats, request: Request, next: Next) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    let Ok(caller) = Caller::of(&mut parts, &repeats.accounts).await else {
        return Ok(next.run(Request::from_parts(parts, body)).await);
    };
    let key =
        parts.headers.get("idempotency-key").and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
    if key.is_empty() || key.chars().count() > 255 {
        return Err(Problem::bad_request("Idempotency-Key must have 1 to 255 characters."));
    }
    let address = [parts.method.as_str().as_bytes(), b" ", parts.uri.to_string().as_bytes(), b"\n"].concat();
    let content_type = parts.headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    let (says, body) = if let Some(tally) = content_type.and_then(Tally::of) {
        let tally = Arc::new(Mutex::new(tally));
        let body = overheard(body, &tally);
        (Says::Upload(sha256(&address), tally), body)
    } else {
        let bytes = to_bytes(body, repeats.largest).await.map_err(|_| {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large for this call.")
        })?;
        (Says::All(sha256(&[address.as_slice(), &bytes].concat())), Body::from(bytes))
    };
    let key = sha256(key.as_bytes());
    let attempts = &repeats.attempts;
    let taken = Taken { author_id: caller.author_id, key, attempt: attempts.own.next(), says };
    if let Some(first) = reserve(attempts, &taken).await? {
        if matches!(taken.says, Says::Upload(..)) {
            let form = body.into_data_stream().try_for_each(|_| async { Ok(()) }).await;
            form.map_err(|_| Problem::bad_request("The form ended early."))?;
        }
        return replay(first, &taken.says);
    }
    let request = Request::from_parts(parts, body);
    // A client that hangs up takes nothing back: the work ends, and its answer is there for the next time.
    let work = once(repeats.clone(), taken, request, next);
    tokio::spawn(work.in_current_span()).await.map_err(|error| Problem::internal(&error))?
}

/// Does the work and keeps its answer.
async fn once(repeats: Repeats, taken: Taken, request: Request, next: Next) -> Result<Response, Problem> {
    let core = &repeats.attempts;
    let noted = taken.clone();
    let is_begun = Arc::new(AtomicBool::new(false));
    let begins = is_begun.clone();
    let unit = Unit::new(move |tx| {
        let taken = noted.clone();
        begins.store(true, Ordering::Relaxed);
        Box::pin(async move { begun(tx, &taken).await })
    });
    let response = unit.scope(next.run(request)).await;
    let kept = keep(core, &taken, (&unit, &is_begun), response).await;
    if !kept.as_ref().is_ok_and(|response| !response.status().is_server_error()) {
        // What is not done, or not known to be, may be tried again.
        drop(unit);
        release(core, &taken).await?;
    }
    // Whatever was woken by the work has looked before it was committed.
    (repeats.wake)();
    kept
}

/// Takes the key, or answers what is kept of the first request with it, which was answered.
async fn reserve(attempts: &With<Attempts>, taken: &Taken) -> Result<Option<Kept>, Problem> {
    let now = attempts.now().0;
    let mut tx = attempts.db.begin().await?;
    let kept: Option<Kept> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT request_hash, attempt, status, content_type, body, created_at FROM idempotency_keys \
         WHERE author_id = $1 AND key_hash = $2")
        .bind(taken.author_id).bind(&taken.key).fetch_optional(conn).await?);
    if let Some(kept) = kept {
        if kept.created_at >= now - KEPT && !is_abandoned(attempts, &kept, now) {
            return if kept.status.is_none() { Err(in_flight()) } else { Ok(Some(kept)) };
        }
        on_engine!(&mut tx, conn => sqlx::query(
            "DELETE FROM idempotency_keys WHERE author_id = $1 AND key_hash = $2 AND attempt = $3")
            .bind(taken.author_id).bind(&taken.key).bind(&kept.attempt).execute(conn).await.map(drop))?;
    }
    let inserted = on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO idempotency_keys (author_id, key_hash, request_hash, attempt, created_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING")
        .bind(taken.author_id).bind(&taken.key).bind(taken.says.sum()).bind(&taken.attempt).bind(now)
        .execute(conn).await?.rows_affected());
    tx.commit().await?;
    if inserted == 0 { Err(in_flight()) } else { Ok(None) }
}

/// Whether nobody is at it any more. A SQLite file has one process, so another one's attempt is a dead one's.
fn is_abandoned(attempts: &With<Attempts>, kept: &Kept, now: i64) -> bool {
    let is_dead = attempts.db.engine() == Engine::Sqlite && !attempts.own.made(&kept.attempt);
    kept.status.is_none() && (is_dead || now.abs_diff(kept.created_at) > ABANDONED.unsigned_abs())
}

fn in_flight() -> Problem {
    Problem::conflict(
        ProblemCode::RequestInProgress,
        "The first request with this Idempotency-Key is still being answered.",
    )
    .with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
}

fn replay(kept: Kept, says: &Says) -> Result<Response, Problem> {
    if !says.is(&kept.request_hash) {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "This Idempotency-Key was used for another request within the last 24 hours.",
        )
        .with_code(ProblemCode::IdempotencyKeyReused));
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

/// Keeps an answer in the transaction that did the work. One of ours that failed (5xx) is not kept, and what it did not
/// commit is rolled back. A refusal is not kept either, unless a part of the work was done before.
async fn keep(
    core: &Core,
    taken: &Taken,
    (unit, is_begun): (&Unit, &AtomicBool),
    response: Response,
) -> Result<Response, Problem> {
    let is_shown_once = response.extensions().get::<ShownOnce>().is_some() && response.status().is_success();
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_ANSWER).await.map_err(|e| Problem::internal(&e))?;
    let held = unit.take()?;
    let response = Response::from_parts(parts, Body::from(bytes.clone()));
    if response.status().is_server_error() {
        return Ok(response);
    }
    let mut tx = match held {
        Some(tx) => tx,
        None => core.db.begin().await?,
    };
    let is_ours = if !response.status().is_success() && !is_begun.load(Ordering::Relaxed) {
        forget(&mut tx, taken).await?
    } else if is_shown_once {
        let told = to_bytes(
            Problem::conflict(ProblemCode::AnswerShownOnce, ONLY_ONCE).into_response().into_body(),
            MAX_ANSWER,
        )
        .await;
        let told = told.map_err(|e| Problem::internal(&e))?;
        write(&mut tx, taken, StatusCode::CONFLICT, Some(Problem::TYPE), &told).await?
    } else {
        let content_type = response.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        write(&mut tx, taken, response.status(), content_type, &bytes).await?
    };
    if !is_ours {
        // Overtaken: whoever has the key now does the work, and this one's is rolled back.
        return Err(in_flight());
    }
    tx.commit().await?;
    Ok(response)
}

/// The answer to a repetition after a crash, until the true one is known.
async fn begun(tx: &mut Tx, taken: &Taken) -> database::Result<()> {
    let told = to_bytes(
        Problem::conflict(ProblemCode::RequestInterrupted, BEGUN).into_response().into_body(),
        MAX_ANSWER,
    )
    .await;
    let told = told.map_err(|error| database::Error::Protocol(error.to_string()))?;
    if write(tx, taken, StatusCode::CONFLICT, Some(Problem::TYPE), &told).await? {
        Ok(())
    } else {
        Err(database::Error::RowNotFound)
    }
}

/// With what the request said, which of an upload is known once it was read. False when the key is somebody else's by now.
async fn write(
    tx: &mut Tx,
    taken: &Taken,
    status: StatusCode,
    content_type: Option<&str>,
    body: &[u8],
) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE idempotency_keys SET status = $4, content_type = $5, body = $6, request_hash = $7 \
         WHERE author_id = $1 AND key_hash = $2 AND attempt = $3")
        .bind(taken.author_id).bind(&taken.key).bind(&taken.attempt).bind(i32::from(status.as_u16()))
        .bind(content_type).bind(body).bind(taken.says.sum()).execute(conn).await.map(|done| done.rows_affected() > 0))
}

async fn release(core: &Core, taken: &Taken) -> database::Result<()> {
    let mut tx = core.db.begin().await?;
    forget(&mut tx, taken).await?;
    tx.commit().await
}

/// Gives the key back; false when it is somebody else's by now.
async fn forget(tx: &mut Tx, taken: &Taken) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM idempotency_keys WHERE author_id = $1 AND key_hash = $2 AND attempt = $3")
        .bind(taken.author_id).bind(&taken.key).bind(&taken.attempt).execute(conn).await
        .map(|done| done.rows_affected() > 0))
}

/// Forgets keys older than a day; called by the background loop.
pub async fn prune(core: &Core) -> database::Result<()> {
    let mut tx = core.db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query("DELETE FROM idempotency_keys WHERE created_at < $1")
        .bind(core.now().0 - KEPT).execute(conn).await.map(drop))?;
    tx.commit().await
}
