//! `Idempotency-Key`: the same key and body gives the first answer again, for 24 hours and per author.
//!
//! What a request does and the answer that is kept for its key commit together ([`database::Unit`]), so that no crash
//! leaves the one without the other. Where that cannot be, because a mail left or because the work takes several
//! transactions, it is written down before that the work has begun: then a repetition after a crash is told so, and
//! does nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use database::{Engine, Tx, Unit, on_engine};
use tracing::Instrument as _;

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
#[derive(Clone, Debug)]
struct Taken {
    author_id: AuthorId,
    key: Vec<u8>,
    attempt: String,
}

/// What the middleware takes.
#[derive(Clone)]
pub struct Repeats {
    pub accounts: Accounts,
    pub attempts: With<Attempts>,
    /// The largest body that any of the calls takes, in bytes: each has its own limit behind this.
    pub largest: usize,
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
    let multipart = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|v| v.as_bytes().to_ascii_lowercase().starts_with(b"multipart/"));
    let (mut parts, body) = request.into_parts();
    let Ok(caller) = Caller::of(&mut parts, &repeats.accounts).await else {
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
    let bytes = to_bytes(body, repeats.largest)
        .await
        .map_err(|_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large for this call."))?;
    let fingerprint = sha256(
        &[parts.method.as_str().as_bytes(), b" ", parts.uri.to_string().as_bytes(), b"\n", &bytes].concat(),
    );
    let key = sha256(key.as_bytes());
    let attempts = &repeats.attempts;
    let taken = Taken { author_id: caller.author_id, key, attempt: attempts.own.next() };
    if let Some(first) = reserve(attempts, &taken, &fingerprint).await? {
        return Ok(first);
    }
    let request = Request::from_parts(parts, Body::from(bytes));
    // A client that hangs up takes nothing back: the work ends, and its answer is there for the next time.
    let work = tokio::spawn(once(Core::clone(attempts), taken, request, next).in_current_span());
    work.await.map_err(|error| Problem::internal(&error))?
}

/// Does the work and keeps its answer.
async fn once(core: Core, taken: Taken, request: Request, next: Next) -> Result<Response, Problem> {
    let noted = taken.clone();
    let unit = Unit::new(move |tx| {
        let taken = noted.clone();
        Box::pin(async move { begun(tx, &taken).await })
    });
    let response = unit.scope(next.run(request)).await;
    let kept = keep(&core, &taken, &unit, response).await;
    if !kept.as_ref().is_ok_and(|response| !response.status().is_server_error()) {
        // What is not done, or not known to be, may be tried again.
        drop(unit);
        release(&core, &taken).await?;
    }
    // Whatever was woken by the work has looked before it was committed.
    core.sender.wake();
    kept
}

/// Takes the key, or answers what the first request with it was answered.
async fn reserve(
    attempts: &With<Attempts>,
    taken: &Taken,
    fingerprint: &[u8],
) -> Result<Option<Response>, Problem> {
    let now = attempts.now().0;
    let mut tx = attempts.db.begin().await?;
    let kept: Option<Kept> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT request_hash, attempt, status, content_type, body, created_at FROM idempotency_keys \
         WHERE author_id = $1 AND key_hash = $2")
        .bind(taken.author_id).bind(&taken.key).fetch_optional(conn).await?);
    if let Some(kept) = kept {
        if kept.created_at >= now - KEPT && !is_abandoned(attempts, &kept, now) {
            return replay(kept, fingerprint).map(Some);
        }
        on_engine!(&mut tx, conn => sqlx::query(
            "DELETE FROM idempotency_keys WHERE author_id = $1 AND key_hash = $2 AND attempt = $3")
            .bind(taken.author_id).bind(&taken.key).bind(&kept.attempt).execute(conn).await.map(drop))?;
    }
    let inserted = on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO idempotency_keys (author_id, key_hash, request_hash, attempt, created_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING")
        .bind(taken.author_id).bind(&taken.key).bind(fingerprint).bind(&taken.attempt).bind(now)
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

fn replay(kept: Kept, fingerprint: &[u8]) -> Result<Response, Problem> {
    if kept.request_hash != fingerprint {
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
/// commit is rolled back.
async fn keep(core: &Core, taken: &Taken, unit: &Unit, response: Response) -> Result<Response, Problem> {
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
    let is_ours = if is_shown_once {
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

/// False when the key is somebody else's by now.
async fn write(
    tx: &mut Tx,
    taken: &Taken,
    status: StatusCode,
    content_type: Option<&str>,
    body: &[u8],
) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE idempotency_keys SET status = $4, content_type = $5, body = $6 \
         WHERE author_id = $1 AND key_hash = $2 AND attempt = $3")
        .bind(taken.author_id).bind(&taken.key).bind(&taken.attempt).bind(i32::from(status.as_u16()))
        .bind(content_type).bind(body).execute(conn).await.map(|done| done.rows_affected() > 0))
}

async fn release(core: &Core, taken: &Taken) -> database::Result<()> {
    let mut tx = core.db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query(
        "DELETE FROM idempotency_keys WHERE author_id = $1 AND key_hash = $2 AND attempt = $3")
        .bind(taken.author_id).bind(&taken.key).bind(&taken.attempt).execute(conn).await.map(drop))?;
    tx.commit().await
}

/// Forgets keys older than a day; called by the background loop.
pub async fn prune(core: &Core) -> database::Result<()> {
    let mut tx = core.db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query("DELETE FROM idempotency_keys WHERE created_at < $1")
        .bind(core.now().0 - KEPT).execute(conn).await.map(drop))?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use database::both_engines;
    use serde_json::json;

    use super::*;
    use crate::testing::{TestAnswer, TestApp};

    const BODY: &str = r#"{"name": "News", "from_name": "N", "from_prefix": "news"}"#;

    async fn post(t: &TestApp, token: &str, path: &str, key: &str, body: &str) -> TestAnswer {
        let request = Request::post(path)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", key);
        t.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }

    async fn sql(t: &TestApp, sql: &'static str, value: &str) {
        let mut tx = t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(sql).bind(value).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }

    async fn count(t: &TestApp, token: &str) -> String {
        let list = t.call(Some(token), "GET", "/api/newsletters", None).await;
        list.header("x-total-count").unwrap().to_owned()
    }

    both_engines!(a_key_that_a_dead_process_took_is_free_again, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        post(&t, &token, "/api/newsletters", "k", BODY).await.expect(201);
        // As a process leaves it that was killed before its commit.
        sql(&t, "UPDATE idempotency_keys SET status = NULL, body = NULL, attempt = $1", "another.1").await;
        if engine == Engine::Postgres {
            let answer = post(&t, &token, "/api/newsletters", "k", BODY).await;
            assert_eq!(answer.header("retry-after"), Some("1"), "another node may be at it");
            answer.expect(409);
            t.clock.advance(ABANDONED + 1);
        }
        let made = post(&t, &token, "/api/newsletters", "k", BODY).await.expect(201);
        let again = post(&t, &token, "/api/newsletters", "k", BODY).await;
        assert_eq!((again.header("idempotency-replayed"), again.json()), (Some("true"), made));
        assert_eq!(count(&t, &token).await, "2");
        // A clock that was set back makes no key wait for it.
        let from_ahead = "UPDATE idempotency_keys SET status = NULL, body = NULL, attempt = $1, created_at = created_at + 3600000";
        sql(&t, from_ahead, "another.1").await;
        post(&t, &token, "/api/newsletters", "k", BODY).await.expect(201);
    });

    both_engines!(a_key_in_use_waits_for_a_minute_and_one_done_is_kept_for_a_day, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let author_id = t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["id"].as_i64().map(AuthorId::new).unwrap();
        // Lives longer than a session.
        let made = t.call(Some(&token), "POST", "/api/api-keys", Some(json!({ "name": "K" }))).await.expect(201);
        let token = made["key"].as_str().unwrap();
        let take = async || {
            let taken = Taken { author_id, key: sha256(b"k"), attempt: t.app.with::<Attempts>().own.next() };
            reserve(&t.app.with(), &taken, b"fingerprint").await.map(|first| first.is_none())
        };
        assert!(take().await.unwrap());
        assert_eq!(take().await.unwrap_err().status, StatusCode::CONFLICT);
        t.clock.advance(ABANDONED);
        assert_eq!(take().await.unwrap_err().status, StatusCode::CONFLICT);
        t.clock.advance(1);
        assert!(take().await.unwrap(), "whoever had it is not coming back");

        let made = post(&t, token, "/api/newsletters", "done", BODY).await.expect(201);
        sql(&t, "UPDATE idempotency_keys SET attempt = $1 WHERE status IS NOT NULL", "another.1").await;
        t.clock.advance(KEPT);
        assert_eq!(post(&t, token, "/api/newsletters", "done", BODY).await.expect(201), made, "done before a restart");
        t.clock.advance(1);
        let anew = post(&t, token, "/api/newsletters", "done", BODY).await.expect(201);
        assert_ne!(anew["id"], made["id"]);
    });

    both_engines!(who_was_overtaken_changes_nothing, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let caller = t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["id"].as_i64().map(AuthorId::new).unwrap();
        let taken = Taken { author_id: caller, key: sha256(b"k"), attempt: t.app.with::<Attempts>().own.next() };
        assert!(reserve(&t.app.with(), &taken, b"fingerprint").await.unwrap().is_none());
        let late = Taken { attempt: "overtaken.1".into(), ..taken.clone() };
        let unit = Unit::new(|_| Box::pin(async { Ok(()) }));
        unit.scope(async {
            let mut tx = t.app.db.begin().await.unwrap();
            on_engine!(&mut tx, conn => sqlx::query("UPDATE authors SET name = 'Changed'")
                .execute(conn).await.map(drop)).unwrap();
            tx.commit().await.unwrap();
        }).await;
        let refused = keep(&t.app, &late, &unit, StatusCode::OK.into_response()).await.unwrap_err();
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert_ne!(t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["name"], "Changed");
    });

    both_engines!(a_refusal_is_kept_and_a_failure_is_not, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        post(&t, &token, "/api/newsletters", "k", "{}").await.expect(422);
        let again = post(&t, &token, "/api/newsletters", "k", "{}").await;
        assert_eq!((again.status.as_u16(), again.header("idempotency-replayed")), (422, Some("true")));
        let author = t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["id"].as_i64().map(AuthorId::new).unwrap();
        let taken = Taken { author_id: author, key: sha256(b"other"), attempt: t.app.with::<Attempts>().own.next() };
        assert!(reserve(&t.app.with(), &taken, b"f").await.unwrap().is_none());
        release(&t.app, &taken).await.unwrap();
        assert!(reserve(&t.app.with(), &taken, b"f").await.unwrap().is_none(), "free again");
    });

    both_engines!(a_test_mail_cut_short_is_not_sent_again, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let home = post(&t, &token, "/api/newsletters", "n", BODY).await.expect(201)["id"].clone();
        let campaigns = format!("/api/newsletters/{home}/campaigns");
        let draft = json!({ "subject": "Hello", "text_content": "Hello" }).to_string();
        let id = post(&t, &token, &campaigns, "c", &draft).await.expect(201)["id"].clone();
        let path = format!("{campaigns}/{id}/test");
        let to = r#"{"to": ["me@example.com"]}"#;
        let first = post(&t, &token, &path, "t", to).await.expect(200);
        assert_eq!(post(&t, &token, &path, "t", to).await.expect(200), first);
        assert_eq!(t.call(Some(&token), "GET", "/api/captured-mail", None).await.json().as_array().unwrap().len(), 1);
    });
}
