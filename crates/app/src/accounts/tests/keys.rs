use super::*;
use crate::{Timestamp, accounts::create_api_key, clock::SECOND, testing::START};

async fn last_used(t: &TestApp) -> Option<Timestamp> {
    let mut tx = t.app.db.read().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT last_used_at FROM api_keys").fetch_one(conn).await.unwrap())
}

database::both_engines!(a_key_signs_its_author_in, engine => {
    let t = TestApp::new(engine).await;
    let author = sign_up(&t, "ada@example.com").await.expect(201)["author"].clone();
    let key = create_api_key(&t.app, 1, "ci").await.unwrap();
    assert!(key.starts_with("lp_") && key.len() == 3 + 43, "{key}");
    assert_eq!(t.call(Some(&key), "GET", "/api/me", None).await.expect(200), author);
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
    let key = create_api_key(&t.app, 1, "ci").await.unwrap();
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
    assert_eq!(create_api_key(&t.app, 1, "ci").await.unwrap_err().status, 404);
    sign_up(&t, "ada@example.com").await.expect(201);
    assert_eq!(create_api_key(&t.app, 1, " ").await.unwrap_err().status, 422);
});
