use super::*;
use crate::{AuthorId, Timestamp, accounts::create_api_key, clock::SECOND, testing::START};

async fn last_used(t: &TestApp) -> Option<Timestamp> {
    let mut tx = t.app.db.read().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT last_used_at FROM api_keys").fetch_one(conn).await.unwrap())
}

database::both_engines!(a_key_signs_its_author_in, engine => {
    let t = TestApp::new(engine).await;
    let author = sign_up(&t, "ada@example.com").await.expect(201)["author"].clone();
    let key = create_api_key(&t.app, AuthorId::new(1), "ci").await.unwrap();
    assert!(key.starts_with("lp_") && key.len() == 3 + 43, "{key}");
    let me = t.call(Some(&key), "GET", "/api/me", None).await.expect(200);
    assert_eq!((&me["id"], &me["email"]), (&author["id"], &author["email"]));
    t.call(Some(&format!("{key}x")), "GET", "/api/me", None).await.expect(401);
    t.call(Some("lp_"), "GET", "/api/me", None).await.expect(401);
    let mut tx = t.app.db.read().await.unwrap();
    let kept: Vec<u8> = database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT key_hash FROM api_keys")
        .fetch_one(conn).await.unwrap());
    assert_eq!(kept, crate::secrets::sha256(key.as_bytes()));
});

database::both_engines!(the_last_use_is_noted_once_a_minute, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    let key = create_api_key(&t.app, AuthorId::new(1), "ci").await.unwrap();
    assert_eq!(last_used(&t).await, None);
    t.call(Some(&key), "GET", "/api/me", None).await.expect(200);
    t.clock.advance(59 * SECOND);
    t.call(Some(&key), "GET", "/api/me", None).await.expect(200);
    assert_eq!(last_used(&t).await, Some(START));
    t.clock.advance(SECOND);
    t.call(Some(&key), "GET", "/api/me", None).await.expect(200);
    assert_eq!(last_used(&t).await, Some(START.plus(60 * SECOND)));
});

database::both_engines!(a_key_needs_an_author_and_a_name, engine => {
    let t = TestApp::new(engine).await;
    assert_eq!(create_api_key(&t.app, AuthorId::new(1), "ci").await.unwrap_err().status, 404);
    sign_up(&t, "ada@example.com").await.expect(201);
    assert_eq!(create_api_key(&t.app, AuthorId::new(1), " ").await.unwrap_err().status, 422);
});

database::both_engines!(keys_are_made_listed_replaced_and_ended, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let call = async |method: &str, path: &str, body: Option<Value>| t.call(Some(&token), method, path, body).await;
    let mut made = call("POST", "/api/api-keys", Some(json!({ "name": " CI " }))).await.expect(201);
    let key = made.as_object_mut().unwrap().remove("key").unwrap().as_str().unwrap().to_owned();
    assert_eq!(made, json!({
        "id": 1, "name": "CI", "prefix": key[..10], "scopes": ["full"],
        "created_at": "2026-11-21T12:00:00.000Z", "last_used_at": null, "expires_at": null,
    }));
    let list = call("GET", "/api/api-keys", None).await;
    assert_eq!((list.expect(200), list.header("x-total-count")), (json!([made]), Some("1")));
    t.call(Some(&key), "GET", "/api/me", None).await.expect(200);
    assert_eq!(call("GET", "/api/api-keys", None).await.json()[0]["last_used_at"], "2026-11-21T12:00:00.000Z");
    let again = call("POST", "/api/api-keys/1/regenerate", None).await.expect(200);
    assert_eq!((&again["id"], &again["name"], &again["last_used_at"]), (&json!(1), &json!("CI"), &Value::Null));
    t.call(Some(&key), "GET", "/api/me", None).await.expect(401);
    let key = again["key"].as_str().unwrap();
    t.call(Some(key), "GET", "/api/me", None).await.expect(200);
    call("DELETE", "/api/api-keys/1", None).await.expect(204);
    t.call(Some(key), "GET", "/api/me", None).await.expect(401);
    call("DELETE", "/api/api-keys/1", None).await.expect(404);
    call("POST", "/api/api-keys/1/regenerate", None).await.expect(404);
    assert_eq!(call("POST", "/api/api-keys", Some(json!({}))).await.expect(422)["errors"][0]["field"], "name");
});

database::both_engines!(an_idempotency_key_keeps_no_secret, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let post = async |path: &str, body: Value| {
        let request = axum::http::Request::post(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .header("idempotency-key", path)
            .body(body.to_string().into())
            .unwrap();
        t.send(request).await
    };
    post("/api/api-keys", json!({ "name": "CI" })).await.expect(201);
    post("/api/api-keys", json!({ "name": "CI" })).await.expect(409);
    post("/api/auth/sign-in", json!({ "email": "ada@example.com", "password": PASSWORD })).await.expect(200);
    let mut tx = t.app.db.read().await.unwrap();
    let kept: Vec<Vec<u8>> = database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT body FROM idempotency_keys")
        .fetch_all(conn).await.unwrap());
    assert_eq!(kept.len(), 2);
    for body in kept {
        let text = String::from_utf8(body).unwrap();
        assert!(text.contains("shown only once") && !text.contains("lp_") && !text.contains("eyJ"), "{text}");
    }
    assert_eq!(t.call(Some(&token), "GET", "/api/api-keys", None).await.header("x-total-count"), Some("1"));
});

async fn make(t: &TestApp, token: &str, body: Value) -> (Value, String) {
    let mut made = t.call(Some(token), "POST", "/api/api-keys", Some(body)).await.expect(201);
    let key = made.as_object_mut().unwrap().remove("key").unwrap().as_str().unwrap().to_owned();
    (made, key)
}

database::both_engines!(a_key_does_what_its_scopes_say, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let body = json!({ "name": "N", "from_name": "F", "from_prefix": "p" });
    let id = t.call(Some(&token), "POST", "/api/newsletters", Some(body)).await.expect(201)["id"].clone();
    let readers = format!("/api/newsletters/{id}/subscribers");
    let (made, key) = make(&t, &token, json!({ "name": "form", "scopes": ["subscribers:write"] })).await;
    assert_eq!((&made["scopes"], &made["expires_at"]), (&json!(["subscribers:write"]), &Value::Null));
    let call = async |method: &str, path: &str, body: Option<Value>| t.call(Some(&key), method, path, body).await;
    call("POST", &readers, Some(json!({ "email": "r@example.com" }))).await.expect(201);
    assert_eq!(call("GET", &readers, None).await.expect(200)[0]["email"], "r@example.com");
    let lacks = call("GET", "/api/newsletters", None).await.expect(403);
    assert_eq!(lacks["detail"], "This API key lacks the scope \"read\".");
    let lacks = call("DELETE", &format!("/api/newsletters/{id}"), None).await.expect(403);
    assert_eq!(lacks["detail"], "This API key lacks the scope \"newsletters:write\".");
    let lacks = call("GET", "/api/api-keys", None).await.expect(403);
    assert_eq!(lacks["detail"], "This API key lacks the scope \"full\".");
    // What it may do changes with the key in use.
    let path = format!("/api/api-keys/{}", made["id"]);
    let put = async |body: Value| t.call(Some(&token), "PUT", &path, Some(body)).await;
    let changed = put(json!({ "name": "reader", "scopes": ["read", "read"] })).await.expect(200);
    assert_eq!((&changed["name"], &changed["scopes"], &changed["id"]), (&json!("reader"), &json!(["read"]), &made["id"]));
    call("POST", &readers, Some(json!({ "email": "s@example.com" }))).await.expect(403);
    call("GET", "/api/newsletters", None).await.expect(200);
    // A public call takes any bearer.
    call("GET", "/api/auth/config", None).await.expect(200);
});

database::both_engines!(a_key_ends_at_its_time, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let (made, key) = make(&t, &token, json!({ "name": "k", "expires_at": "2026-11-21T12:00:10Z" })).await;
    assert_eq!((&made["scopes"], &made["expires_at"]), (&json!(["full"]), &json!("2026-11-21T12:00:10.000Z")));
    t.clock.advance(10 * SECOND - 1);
    t.call(Some(&key), "GET", "/api/me", None).await.expect(200);
    t.clock.advance(1);
    t.call(Some(&key), "GET", "/api/me", None).await.expect(401);
    let path = format!("/api/api-keys/{}", made["id"]);
    let put = async |body: Value| t.call(Some(&token), "PUT", &path, Some(body)).await;
    assert_eq!(put(json!({ "name": "longer" })).await.expect(200)["expires_at"], "2026-11-21T12:00:10.000Z");
    assert_eq!(put(json!({ "expires_at": null })).await.expect(200)["expires_at"], Value::Null);
    t.call(Some(&key), "GET", "/api/me", None).await.expect(200);
});

database::both_engines!(a_bad_wish_for_a_key_names_the_field, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    make(&t, &token, json!({ "name": "k" })).await;
    for (body, field) in [
        (json!({ "name": "k", "scopes": [] }), "scopes"),
        (json!({ "name": "k", "scopes": null }), "scopes"),
        (json!({ "name": "k", "scopes": ["everything"] }), "scopes[0]"),
        (json!({ "name": "k", "scopes": "read" }), "scopes"),
        (json!({ "name": "k", "expires_at": "2026-11-21T12:00:00Z" }), "expires_at"),
        (json!({ "name": "k", "expires_at": "tomorrow" }), "expires_at"),
        (json!({ "name": null }), "name"),
    ] {
        for (method, path) in [("POST", "/api/api-keys"), ("PUT", "/api/api-keys/1")] {
            let answer = t.call(Some(&token), method, path, Some(body.clone())).await.expect(422);
            assert_eq!(answer["errors"][0]["field"], field, "{method} {body}");
        }
    }
    let list = t.call(Some(&token), "GET", "/api/api-keys", None).await.expect(200);
    assert_eq!((list.as_array().unwrap().len(), &list[0]["name"]), (1, &json!("k")));
});
