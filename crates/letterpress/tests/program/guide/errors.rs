//! Pages about errors whose answer is easily had: the real one has the same form, status, title and code. What the rest takes
//! (a full disk, a provider that is away, two writers at once) is provoked where it belongs.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::{
    answers::difference,
    blocks::{blocks_of, read},
    page::parsed,
};
use crate::harness::{Api, Home};

/// An installation with a newsletter, a subscriber and a draft.
async fn prepared(home: &Home) -> (crate::harness::Server, Api) {
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    for name in ["one", "two", "three"] {
        let body = json!({ "name": name, "from_name": "Ada", "from_prefix": "ada" });
        api.post("/api/newsletters", body).await;
    }
    api.post("/api/newsletters/1/subscribers", json!({ "email": "rea@example.com" })).await;
    api.call(Method::PUT, "/api/newsletters/2", Some(json!({ "is_active": false }))).await;
    for newsletter in [1, 3] {
        let draft = json!({ "subject": "May", "html_content": "<p>Hello</p>" });
        api.post(&format!("/api/newsletters/{newsletter}/campaigns"), draft).await;
    }
    api.post("/api/suppressions", json!({ "email": "bo@example.com" })).await;
    api.import("/api/newsletters/1", "email\ncleo@example.com\n").await;
    (server, api)
}

/// The code of a page, and a call that is answered with it.
#[rustfmt::skip]
const CALLS: &[(&str, &str, &str, &str)] = &[
    ("ab_test_not_waiting", "POST", "/api/newsletters/1/campaigns/1/ab-test/decide", ""),
    ("bad_request", "GET", "/api/newsletters?limit=0", ""),
    ("import_over", "POST", "/api/imports/1/cancel", ""),
    ("invalid_fields", "POST", "/api/newsletters", r#"{"from_name": "Ada", "from_prefix": "ada"}"#),
    ("method_not_allowed", "DELETE", "/api/newsletters", ""),
    ("newer_revision", "PUT", "/api/newsletters/1/campaigns/1", r#"{"subject": "June", "revision": 0}"#),
    ("newsletter_inactive", "POST", "/api/newsletters/2/subscribers", r#"{"email": "a@example.com"}"#),
    ("no_active_subscribers", "POST", "/api/newsletters/3/campaigns/2/send", ""),
    ("not_found", "GET", "/api/newsletters/99", ""),
    ("not_sent_yet", "GET", "/api/newsletters/1/campaigns/1/deliveries.csv", ""),
    ("subscriber_exists", "POST", "/api/newsletters/1/subscribers", r#"{"email": "rea@example.com"}"#),
    ("suppression_exists", "POST", "/api/suppressions", r#"{"email": "bo@example.com"}"#),
    ("wrong_campaign_status", "POST", "/api/newsletters/1/campaigns/1/pause", ""),
];

async fn compare(code: &str, request: RequestBuilder) {
    let page = format!("docs/guide/errors/{code}.md");
    let said = parsed(&blocks_of(&page, &read(&page))[0].text, &page);
    let answer = request.send().await.unwrap();
    let (status, kind) = (answer.status(), answer.headers()["content-type"].to_str().unwrap().to_owned());
    let mut real: Value = parsed(&answer.text().await.unwrap(), &page);
    assert_eq!(
        (kind.as_str(), &said["status"]),
        ("application/problem+json", &json!(status.as_u16())),
        "{page}: {real}"
    );
    for key in ["type", "title", "status", "code"] {
        assert_eq!(said[key], real[key], "{page}: {real}");
    }
    // How many fields are wrong is the call's own.
    if said["errors"].is_array() {
        real["errors"] = json!(vec![real["errors"][0].clone(); said["errors"].as_array().unwrap().len()]);
    }
    assert_eq!(difference(&said, &real, "answer"), None, "{page}: {real}");
}

#[tokio::test]
async fn the_answers_of_errors_are_given() {
    let home = Home::new();
    let (_server, api) = prepared(&home).await;
    let call = |method: &str, path: &str| {
        let method: Method = method.parse().unwrap();
        api.client.request(method, format!("{}{path}", api.url)).bearer_auth(&api.token)
    };
    let written = |request: RequestBuilder, body: &str| {
        request.header("content-type", "application/json").body(body.to_owned())
    };
    for (code, method, path, body) in CALLS {
        let request = call(method, path);
        compare(code, if body.is_empty() { request } else { written(request, body) }).await;
    }
    let newsletter = r#"{"name": "L", "from_name": "Ada", "from_prefix": "ada"}"#;
    compare("unauthorized", api.client.get(format!("{}/api/newsletters", api.url))).await;
    compare(
        "unsupported_media_type",
        call("POST", "/api/newsletters").header("content-type", "text/plain").body(newsletter),
    )
    .await;
    compare(
        "changed_since_read",
        written(call("PUT", "/api/newsletters/1"), newsletter).header("if-match", "\"old\""),
    )
    .await;
    compare("misdirected", call("GET", "/api/newsletters").header("host", "evil.example.com")).await;
    let key = api.post("/api/api-keys", json!({ "name": "r", "scopes": ["read"] })).await;
    let reader =
        api.client.post(format!("{}/api/newsletters", api.url)).bearer_auth(key["key"].as_str().unwrap());
    compare("forbidden", written(reader, newsletter)).await;
    let once = || written(call("POST", "/api/newsletters"), newsletter).header("idempotency-key", "k");
    assert_eq!(once().send().await.unwrap().status(), 201);
    compare("idempotency_key_reused", once().body("{}")).await;
    // The last one: what is not read to its end ends the connection.
    compare("payload_too_large", written(call("POST", "/api/newsletters"), &" ".repeat(2 << 20))).await;
}
