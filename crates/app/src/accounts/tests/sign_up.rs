use super::*;
use crate::SignUp;

database::both_engines!(an_author_signs_up_and_in, engine => {
    let t = TestApp::new(engine).await;
    let answer = sign_up(&t, " Ada@Example.com ").await;
    let session = answer.expect(201);
    assert_eq!(session["token_type"], "Bearer");
    assert_eq!(session["expires_in"], 900);
    let author = &session["author"];
    assert_eq!(author["email"], "Ada@Example.com");
    assert_eq!(author["name"], "Ada");
    assert_eq!(author["company"], Value::Null);
    assert_eq!(author["time_zone"], "UTC");
    assert_eq!(author["created_at"], "2026-11-21T12:00:00.000Z");
    let mut me = t.call(Some(&token(&session)), "GET", "/api/me", None).await.expect(200);
    assert_eq!(me.as_object_mut().unwrap().shift_remove("api_key"), Some(Value::Null));
    assert_eq!(me, *author);

    let again = sign_in(&t, "ADA@EXAMPLE.COM", PASSWORD).await.expect(200);
    assert_eq!(again["author"], *author);
    t.call(Some(&token(&again)), "GET", "/api/me", None).await.expect(200);
});

database::both_engines!(an_unknown_address_is_answered_as_a_wrong_password, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    crate::accounts::add_author(&t.app.with(), "bob@example.com", "Bob", false, None).await.unwrap();
    let wrong = sign_in(&t, "ada@example.com", "incorrect horse").await;
    let right = wrong.expect(401);
    assert_eq!(wrong.header("www-authenticate"), Some("Bearer"));
    assert!(wrong.header("set-cookie").is_none());
    for email in ["nobody@example.com", "no address", "", "bob@example.com", "a\u{0}b@example.com"] {
        assert_eq!(sign_in(&t, email, PASSWORD).await.expect(401), right, "{email:?}");
    }
    assert_eq!(sign_in(&t, "ada@example.com", "").await.expect(401), right);
});

database::both_engines!(an_address_has_one_account, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    sign_up(&t, "ADA@example.com").await.expect(409);
    let problem = crate::accounts::add_author(&t.app.with(), "ada@EXAMPLE.com", "Ada", false, None).await.unwrap_err();
    assert_eq!(problem.status, 409);
});

database::both_engines!(every_field_that_is_wrong_is_named, engine => {
    let t = TestApp::new(engine).await;
    for (body, fields) in [
        (json!({}), vec!["email", "password", "name"]),
        (json!({ "email": "nope", "password": "short", "name": " " }), vec!["email", "password", "name"]),
        (json!({ "email": "a@example.com", "password": "123456789", "name": "A" }), vec!["password"]),
        (json!({ "email": "a@example.com", "password": "x".repeat(129), "name": "A" }), vec!["password"]),
        (json!({ "email": "a@example.com", "password": PASSWORD, "name": "A\r\nB" }), vec!["name"]),
        (json!({ "email": "a@example.com", "password": PASSWORD, "name": 5 }), vec!["name"]),
    ] {
        let problem = t.call(None, "POST", "/api/auth/sign-up", Some(body.clone())).await.expect(422);
        let named: Vec<&str> =
            problem["errors"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
        assert_eq!(named, fields, "{body}");
    }
    // Characters are counted, not bytes.
    let body = json!({ "email": "a@example.com", "password": "ü".repeat(128), "name": "A" });
    t.call(None, "POST", "/api/auth/sign-up", Some(body)).await.expect(201);
});

database::both_engines!(sign_up_is_open_for_the_first_and_on_this_machine, engine => {
    let public = |sign_up| move |s: &mut crate::Settings| {
        s.public_url = "https://letters.example.com".into();
        s.sign_up = sign_up;
    };
    let config = async |t: &TestApp| t.call(None, "GET", "/api/auth/config", None).await.expect(200)["sign_up"].clone();

    let t = TestApp::with(engine, public(SignUp::Auto)).await;
    assert_eq!(config(&t).await, true);
    sign_up(&t, "ada@example.com").await.expect(201);
    assert_eq!(config(&t).await, false);
    sign_up(&t, "bob@example.com").await.expect(403);

    let t = TestApp::with(engine, public(SignUp::Open)).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    sign_up(&t, "bob@example.com").await.expect(201);

    let t = TestApp::with(engine, public(SignUp::Closed)).await;
    assert_eq!(config(&t).await, false);
    sign_up(&t, "ada@example.com").await.expect(403);

    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    sign_up(&t, "bob@example.com").await.expect(201);
});

database::both_engines!(of_two_first_accounts_one_is_made, engine => {
    let t = TestApp::with(engine, |s| s.public_url = "https://letters.example.com".into()).await;
    let (a, b) = tokio::join!(sign_up(&t, "a@example.com"), sign_up(&t, "b@example.com"));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 403]);
});

database::both_engines!(the_first_and_the_named_are_administrators, engine => {
    let t = TestApp::with(engine, |s| s.admins = vec!["carol@example.com".into(), "dave@example.com".into()]).await;
    let role = async |email: &str| sign_up(&t, email).await.expect(201)["author"]["role"].clone();
    assert_eq!(role("ada@example.com").await, "admin");
    assert_eq!(role("bob@example.com").await, "author");
    assert_eq!(role("Carol@example.com").await, "author", "anybody can say so");
    let added = crate::accounts::add_author(&t.app.with(), "dave@example.com", "Dave", false, None).await.unwrap();
    assert_eq!(added.role, crate::accounts::Role::Admin, "the operator says so");
    let added = crate::accounts::add_author(&t.app.with(), "eve@example.com", "Eve", true, None).await.unwrap();
    assert_eq!(added.role, crate::accounts::Role::Admin);
});

database::both_engines!(a_name_added_to_the_list_counts_from_the_next_sign_in, engine => {
    let mut t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    sign_up(&t, "bob@example.com").await.expect(201);
    sign_up(&t, "eve@example.com").await.expect(201);
    crate::accounts::verify_author(&t.app.with(), "bob@example.com").await.unwrap();
    t.restart(|settings| settings.admins = vec!["bob@example.com".into(), "eve@example.com".into()]);
    assert_eq!(sign_in(&t, "bob@example.com", PASSWORD).await.expect(200)["author"]["role"], "admin");
    assert_eq!(sign_in(&t, "eve@example.com", PASSWORD).await.expect(200)["author"]["role"], "author", "not proved");
    assert_eq!(sign_in(&t, "ada@example.com", PASSWORD).await.expect(200)["author"]["role"], "admin");
});

database::both_engines!(tries_run_out_and_come_back, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    for _ in 0..10 {
        sign_in(&t, "ada@example.com", "wrong password").await.expect(401);
    }
    let refused = sign_in(&t, "ada@example.com", PASSWORD).await;
    refused.expect(429);
    let seconds: i64 = refused.header("retry-after").unwrap().parse().unwrap();
    t.clock.advance(seconds * 1000);
    sign_in(&t, "ada@example.com", PASSWORD).await.expect(200);
});

database::both_engines!(a_fresh_server_says_so_until_it_has_an_account, engine => {
    let first = async |t: &TestApp| t.call(None, "GET", "/api/auth/config", None).await.expect(200)["first_account"].clone();
    let t = TestApp::new(engine).await;
    assert_eq!(first(&t).await, true);
    sign_up(&t, "ada@example.com").await.expect(201);
    assert_eq!(first(&t).await, false);
    let closed = TestApp::with(engine, |settings| settings.sign_up = SignUp::Closed).await;
    assert_eq!(first(&closed).await, false, "nobody outside learns whether there is an account");
});
