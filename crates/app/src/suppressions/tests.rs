//! The list through its calls, on both engines.

use database::both_engines;
use serde_json::{Value, json};

use crate::testing::TestApp;

both_engines!(an_administrator_adds_finds_and_removes_addresses, engine => {
    let t = TestApp::new(engine).await;
    let admin = t.author("admin@example.com").await;
    let call = async |method: &str, path: &str, body: Option<Value>| t.call(Some(&admin), method, path, body).await;
    let added = call("POST", "/api/suppressions", Some(json!({ "email": " Ida@Example.com ", "detail": "asked by phone" }))).await.expect(201);
    assert_eq!((&added["email"], &added["reason"], &added["source"]), (&json!("Ida@Example.com"), &json!("manual"), &json!("manual")));
    call("POST", "/api/suppressions", Some(json!({ "email": "ida@example.COM" }))).await.expect(409);
    for bad in [json!({}), json!({ "email": "nonsense" }), json!({ "email": null }), json!({ "email": 5 })] {
        assert_eq!(call("POST", "/api/suppressions", Some(bad)).await.expect(422)["errors"][0]["field"], "email");
    }
    call("POST", "/api/suppressions", Some(json!({ "email": "bob_x@example.net" }))).await.expect(201);
    let emails = async |query: &str| {
        let found = call("GET", &format!("/api/suppressions{query}"), None).await.expect(200);
        found.as_array().unwrap().iter().map(|s| s["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(emails("").await, ["bob_x@example.net", "Ida@Example.com"]);
    assert_eq!(emails("?q=IDA").await, ["Ida@Example.com"]);
    assert_eq!(emails("?q=_").await, ["bob_x@example.net"], "a letter, not a pattern");
    assert_eq!(emails("?reason=manual&limit=1").await, ["bob_x@example.net"]);
    assert!(emails("?reason=complaint").await.is_empty());
    call("GET", "/api/suppressions?reason=x", None).await.expect(400);
    call("DELETE", &format!("/api/suppressions/{}", added["id"]), None).await.expect(204);
    call("DELETE", &format!("/api/suppressions/{}", added["id"]), None).await.expect(404);
    assert_eq!(emails("").await.len(), 1);
});
