use std::collections::HashSet;

use serde_json::{Value, json};

use super::*;
use crate::testing::TestApp;

/// Every documented call that wants a bearer: method and path.
fn routes() -> Vec<(Method, String)> {
    let document: Value = serde_json::from_str(&crate::server::document()).unwrap();
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let is_public =
                operation["security"].as_array().is_some_and(|s| s.iter().all(|s| *s == json!({})));
            if !is_public {
                found.push((method.to_uppercase().parse().unwrap(), path.clone()));
            }
        }
    }
    assert!(found.len() > 50, "the document is not the whole one");
    found
}

#[test]
fn every_call_has_a_row() {
    let missing: Vec<String> = routes()
        .iter()
        .map(|(method, path)| name(method, path))
        .filter(|name| !BY_NAME.contains_key(name.as_str()))
        .collect();
    assert_eq!(missing, Vec::<String>::new(), "say in accounts/scopes/mod.rs what an API key needs for them");
    assert_eq!(TABLE.len(), TABLE.iter().map(|(name, _)| name).collect::<HashSet<_>>().len(), "a row twice");
}

#[test]
fn a_scope_reads_its_own_area_and_writes_nothing_else() {
    let may = |scope: Scope, method: Method, path: &str| {
        check(Scopes::from_iter([scope]), &method, Some(path)).is_ok()
    };
    let subscribers = "/api/newsletters/{newsletter_id}/subscribers";
    assert!(may(Scope::Subscribers, Method::POST, subscribers));
    assert!(may(Scope::Subscribers, Method::GET, subscribers));
    assert!(may(Scope::Subscribers, Method::HEAD, subscribers));
    assert!(may(Scope::Read, Method::GET, subscribers));
    assert!(!may(Scope::Read, Method::POST, subscribers));
    assert!(!may(Scope::Campaigns, Method::GET, subscribers));
    assert!(may(Scope::Send, Method::GET, "/api/campaigns"));
    assert!(!may(Scope::Campaigns, Method::POST, "/api/newsletters/{a}/campaigns/{b}/send"));
    assert!(!may(Scope::Send, Method::POST, "/api/newsletters/{a}/campaigns"));
    for path in ["/api/api-keys", "/api/webhooks", "/api/captured-mail", "/api/settings"] {
        assert!(!may(Scope::Read, Method::GET, path), "{path}");
    }
    for method in [Method::GET, Method::POST] {
        assert!(!may(Scope::Read, method.clone(), "/api/not-thought-of"));
        assert!(may(Scope::Full, method, "/api/not-thought-of"));
    }
    assert!(check(Scopes::from_iter([Scope::Read]), &Method::GET, None).is_err());
}

#[test]
fn no_key_does_what_takes_a_session() {
    for (method, path) in routes().iter().filter(|(_, path)| path.starts_with("/api/me/")) {
        assert!(check(Scopes::FULL, method, Some(path)).is_err(), "{method} {path}");
    }
    assert!(check(Scopes::FULL, &Method::DELETE, Some("/api/me")).is_err());
    assert!(check(Scopes::FULL, &Method::GET, Some("/api/me")).is_ok());
}

#[test]
fn scopes_are_kept_by_name() {
    let scopes = Scopes::from_iter([Scope::Send, Scope::Read, Scope::Send]);
    assert_eq!(scopes.to_text(), "read campaigns:send");
    assert_eq!(Scopes::from(scopes.to_text()), scopes);
    assert_eq!(Scopes::from("later:write".to_owned()), Scopes::default());
    assert_eq!(json!(scopes), json!(["read", "campaigns:send"]));
    for (scope, name) in NAMES {
        assert_eq!(json!(scope), json!(name));
    }
}

database::both_engines!(a_key_without_scopes_gets_nowhere, engine => {
    let t = TestApp::new(engine).await;
    let token = t.author("ada@example.com").await;
    let key = t.call(Some(&token), "POST", "/api/api-keys", Some(json!({ "name": "k", "scopes": ["read"] }))).await;
    let key = key.expect(201)["key"].as_str().unwrap().to_owned();
    let mut tx = t.app.db.begin().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query("UPDATE api_keys SET scopes = ''").execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    for (method, path) in routes() {
        let path = path.split('/').map(|s| if s.starts_with('{') { "1" } else { s }).collect::<Vec<_>>().join("/");
        let body = matches!(method, Method::POST | Method::PUT).then(|| json!({}));
        let answer = t.call(Some(&key), method.as_str(), &path, body).await;
        assert_eq!(answer.status, 403, "{method} {path}: {}", answer.text());
    }
});

database::both_engines!(any_key_learns_what_it_may, engine => {
    let t = TestApp::new(engine).await;
    let token = t.author("ada@example.com").await;
    let body = json!({ "name": "shop", "scopes": ["subscribers:write"], "expires_at": "2027-01-01T00:00:00Z" });
    let key = t.call(Some(&token), "POST", "/api/api-keys", Some(body)).await.expect(201);
    let me = t.call(key["key"].as_str(), "GET", "/api/me", None).await.expect(200);
    assert_eq!((&me["email"], &me["api_key"]["name"]), (&json!("ada@example.com"), &json!("shop")));
    assert_eq!(me["api_key"]["scopes"], json!(["subscribers:write"]));
    assert_eq!(me["api_key"]["expires_at"], "2027-01-01T00:00:00.000Z");
    assert!(me["api_key"]["key"].is_null(), "{me}");
    assert_eq!(t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["api_key"], Value::Null);
});
