use super::*;

database::both_engines!(an_author_changes_any_subset, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let put = async |body: Value| t.call(Some(&token), "PUT", "/api/me", Some(body)).await;
    let me = put(json!({ "name": " Ada L. ", "company": "Engines", "time_zone": "Europe/London" })).await.expect(200);
    assert_eq!((&me["name"], &me["company"], &me["time_zone"]), (&json!("Ada L."), &json!("Engines"), &json!("Europe/London")));
    assert_eq!(put(json!({})).await.expect(200), me);
    for (field, value) in [("email", "other@example.com"), ("role", "admin")] {
        assert_eq!(put(json!({ field: value })).await.expect(422)["errors"][0]["field"], field);
    }
    let mut whole = me.clone();
    (whole["company"], whole["email"], whole["role"]) = (Value::Null, json!("ignored@example.com"), json!("admin"));
    let me = put(whole).await.expect(200);
    assert_eq!((&me["name"], &me["company"], &me["email"]), (&json!("Ada L."), &Value::Null, &json!("ada@example.com")));
    assert_eq!(t.call(Some(&token), "GET", "/api/me", None).await.expect(200), me);
    for (body, field) in [
        (json!({ "name": null }), "name"),
        (json!({ "name": " " }), "name"),
        (json!({ "name": "a\nb" }), "name"),
        (json!({ "time_zone": "Mars/Olympus" }), "time_zone"),
        (json!({ "time_zone": null }), "time_zone"),
        (json!({ "company": 5 }), "company"),
    ] {
        assert_eq!(put(body.clone()).await.expect(422)["errors"][0]["field"], field, "{body}");
    }
});

database::both_engines!(an_account_is_deleted_with_its_address_typed_once_more, engine => {
    let t = TestApp::new(engine).await;
    let ada = token(&sign_up(&t, "Ada@example.com").await.expect(201));
    let bob = token(&sign_up(&t, "bob@example.com").await.expect(201));
    let key = crate::accounts::create_api_key(&t.app, AuthorId::new(1), "key").await.unwrap();
    let delete = async |confirm: &str| {
        let body = json!({ "confirm": confirm, "password": PASSWORD });
        t.call(Some(&ada), "DELETE", "/api/me", Some(body)).await
    };
    assert_eq!(delete("bob@example.com").await.expect(422)["errors"][0]["field"], "confirm");
    t.call(Some(&ada), "DELETE", "/api/me", Some(json!({}))).await.expect(422);
    delete(" ada@example.com").await.expect(204);
    t.call(Some(&ada), "GET", "/api/me", None).await.expect(401);
    t.call(Some(&key), "GET", "/api/me", None).await.expect(401);
    sign_in(&t, "ada@example.com", PASSWORD).await.expect(401);
    t.call(Some(&bob), "GET", "/api/me", None).await.expect(200);
    sign_up(&t, "ada@example.com").await.expect(201);
});

database::both_engines!(an_open_browser_deletes_no_account, engine => {
    let t = TestApp::new(engine).await;
    let ada = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let delete = async |password: Value| {
        let body = json!({ "confirm": "ada@example.com", "password": password });
        t.call(Some(&ada), "DELETE", "/api/me", Some(body)).await
    };
    let field = async |password: Value| delete(password).await.expect(422)["errors"][0].clone();
    for nothing in [Value::Null, json!("")] {
        assert_eq!(field(nothing).await, json!({ "field": "password", "code": "required", "message": "Enter your password." }));
    }
    let wrong = json!({ "field": "password", "code": "incorrect", "message": "Wrong password." });
    for _ in 0..10 {
        assert_eq!(field(json!("wrong horse battery")).await, wrong);
    }
    delete(json!(PASSWORD)).await.expect(429);
    t.clock.advance(crate::clock::MINUTE);
    t.call(Some(&ada), "GET", "/api/me", None).await.expect(200);
    delete(json!(PASSWORD)).await.expect(204);
});
