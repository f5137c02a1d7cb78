//! What a key may: the two rows of scopes that no area bounds, asked of a server.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::blocks::read;
use crate::harness::{Api, Home};

/// What the page says needs `full`, by the beginnings of addresses.
const FULL: [(&str, &[&str]); 5] = [
    ("Settings", &["/api/settings"]),
    ("keys", &["/api/api-keys"]),
    ("webhooks", &["/api/webhooks"]),
    ("captured email", &["/api/captured-mail"]),
    ("*Support*", &["/api/doctor", "/api/installation"]),
];
/// And what takes a person.
const SESSION: &str = "/api/me/";
/// The text of a report that nobody understood names strangers.
const TEXT: &str = "/api/bounces/unknown/1";

#[tokio::test]
async fn a_key_reads_what_the_guide_says() {
    let page = read("docs/guide/api.md").replace('\n', " ");
    let says = format!(
        "{} and {} need `full`",
        FULL[..4].iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "),
        FULL[4].0
    );
    assert!(page.contains(&says), "{says}");
    assert!(page.contains("`/api/me/…`) takes a person who is signed in, and no key"));

    let home = Home::new();
    let server = home.serve();
    let author = Api::sign_up(&server).await;
    let document: Value = serde_json::from_str(&author.text("/api/openapi.json").await).unwrap();
    for scope in ["read", "full"] {
        let made = author.post("/api/api-keys", json!({ "name": scope, "scopes": [scope] })).await;
        let key = Api {
            client: author.client.clone(),
            url: server.url.clone(),
            token: made["key"].as_str().unwrap().into(),
        };
        let mut refused = BTreeSet::new();
        let mut wanted = BTreeSet::new();
        for (path, calls) in document["paths"].as_object().unwrap() {
            let Some(get) = calls.get("get").filter(|get| get["security"] != json!([{}])) else { continue };
            let bearer_is_asked = get["responses"].get("401").is_some();
            let address = path
                .split('/')
                .map(|part| if part.starts_with('{') { "1" } else { part })
                .collect::<Vec<_>>()
                .join("/");
            let (status, text) = key.try_call(Method::GET, &address, None).await;
            if status == 403 {
                assert!(text.contains("API key"), "{address}: {text}");
                refused.insert(address.clone());
            }
            let is_full =
                FULL.iter().any(|(_, starts)| starts.iter().any(|start| address.starts_with(start)))
                    || address == TEXT;
            if bearer_is_asked && (address.starts_with(SESSION) || is_full && scope == "read") {
                wanted.insert(address);
            }
        }
        assert_eq!(refused, wanted, "{scope}");
        assert!(refused.len() >= 5, "{refused:?}");
    }
}
