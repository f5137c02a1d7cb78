use axum::{Router, http::Request, middleware};
use database::both_engines;
use serde_json::json;
use tokio::sync::Notify;
use tower::ServiceExt as _;

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

/// A new attempt at a call that says `s`.
fn taken(t: &TestApp, author_id: AuthorId, key: &[u8]) -> Taken {
    let attempt = t.app.with::<Attempts>().own.next();
    Taken { author_id, key: sha256(key), attempt, says: Says::All(b"s".to_vec()) }
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
        reserve(&t.app.with(), &taken(&t, author_id, b"k")).await.map(|first| first.is_none())
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
    let taken = taken(&t, caller, b"k");
    assert!(reserve(&t.app.with(), &taken).await.unwrap().is_none());
    let late = Taken { attempt: "overtaken.1".into(), ..taken.clone() };
    let unit = Unit::new(|_| Box::pin(async { Ok(()) }));
    unit.scope(async {
        let mut tx = t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE authors SET name = 'Changed'")
            .execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }).await;
    // Whether it succeeded or was refused.
    for status in [StatusCode::OK, StatusCode::NOT_FOUND] {
        let is_begun = AtomicBool::new(false);
        let kept = keep(&t.app, &late, (&unit, &is_begun), status.into_response()).await;
        assert_eq!(kept.unwrap_err().status, StatusCode::CONFLICT);
    }
    assert_ne!(t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["name"], "Changed");
});

both_engines!(neither_a_refusal_nor_a_failure_is_kept, engine => {
    let t = TestApp::new(engine).await;
    let token = t.author("ada@example.com").await;
    for _ in 0..2 {
        let refused = post(&t, &token, "/api/newsletters", "k", "{}").await;
        assert_eq!((refused.status.as_u16(), refused.header("idempotency-replayed")), (422, None));
    }
    // Put right, it is done under the same key, and once.
    let made = post(&t, &token, "/api/newsletters", "k", BODY).await.expect(201);
    let again = post(&t, &token, "/api/newsletters", "k", BODY).await;
    assert_eq!((again.header("idempotency-replayed"), again.json()), (Some("true"), made));
    post(&t, &token, "/api/newsletters", "k", "{}").await.expect(422);
    // Of what was begun before it was refused the refusal is kept.
    let author = t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["id"].as_i64().map(AuthorId::new).unwrap();
    let begun = taken(&t, author, b"begun");
    assert!(reserve(&t.app.with(), &begun).await.unwrap().is_none());
    let unit = Unit::new(|_| Box::pin(async { Ok(()) }));
    keep(&t.app, &begun, (&unit, &AtomicBool::new(true)), StatusCode::CONFLICT.into_response()).await.unwrap();
    assert_eq!(reserve(&t.app.with(), &begun).await.unwrap().unwrap().status, Some(409));
    let other = taken(&t, author, b"other");
    assert!(reserve(&t.app.with(), &other).await.unwrap().is_none());
    release(&t.app, &other).await.unwrap();
    assert!(reserve(&t.app.with(), &other).await.unwrap().is_none(), "free again");
});

/// A form with one file, in a boundary of its client's.
async fn upload(t: &TestApp, token: &str, path: &str, boundary: &str, file: &str) -> TestAnswer {
    let form = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n{file}\r\n--{boundary}--\r\n"
    );
    let request = Request::post(path)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={boundary}"))
        .header("idempotency-key", "upload");
    t.send(request.body(Body::from(form)).unwrap()).await
}

both_engines!(an_upload_is_taken_once, engine => {
    let t = TestApp::new(engine).await;
    let token = t.author("ada@example.com").await;
    let home = post(&t, &token, "/api/newsletters", "n", BODY).await.expect(201)["id"].clone();
    let path = format!("/api/newsletters/{home}/subscribers/import");
    let list = "email\nada@example.net\n";
    upload(&t, &token, &path, "first", "").await.expect(422);
    let import = upload(&t, &token, &path, "first", list).await.expect(202);
    // A client draws a boundary for each call.
    let again = upload(&t, &token, &path, "the-second-one", list).await;
    assert_eq!((again.header("idempotency-replayed"), again.json()), (Some("true"), import));
    let another = upload(&t, &token, &path, "first", "email\neve@example.net\n").await.expect(422);
    assert_eq!(another["code"], "idempotency_key_reused");
    post(&t, &token, &path, "upload", "{}").await.expect(422);
    let imports = t.call(Some(&token), "GET", "/api/imports", None).await;
    assert_eq!(imports.header("x-total-count"), Some("1"));
    // As a process leaves it that was killed before its commit.
    sql(&t, "UPDATE idempotency_keys SET status = NULL, body = NULL, attempt = $1", "another.1").await;
    t.clock.advance(ABANDONED + 1);
    upload(&t, &token, &path, "third", list).await.expect(202);
});

both_engines!(whoever_waits_for_work_is_woken_though_its_client_hung_up, engine => {
    let t = TestApp::new(engine).await;
    let token = t.author("ada@example.com").await;
    let (begun, go, woken) = (Arc::new(Notify::new()), Arc::new(Notify::new()), Arc::new(Notify::new()));
    let wakes = woken.clone();
    let repeats = Repeats {
        accounts: t.app.with(),
        attempts: t.app.with(),
        largest: 100,
        wake: Arc::new(move || wakes.notify_one()),
    };
    let (begins, goes) = (begun.clone(), go.clone());
    let work = axum::routing::post(async move || {
        begins.notify_one();
        goes.notified().await;
    });
    let router = Router::new().route("/", work).layer(middleware::from_fn_with_state(repeats, layer));
    let request = Request::post("/").header(header::AUTHORIZATION, format!("Bearer {token}")).header("idempotency-key", "k");
    let client = tokio::spawn(router.oneshot(request.body(Body::empty()).unwrap()));
    begun.notified().await;
    client.abort();
    assert!(client.await.unwrap_err().is_cancelled());
    go.notify_one();
    woken.notified().await;
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
