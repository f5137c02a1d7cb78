//! Names that a call does not know.
//!
//! A misspelt name is a wish that nobody hears: a key meant to be narrow would open everything, a filtered list would
//! show all. So each call refuses names that it has no use for, and says which. What a call takes is read from its own
//! documentation. Public pages, hooks and what comes from a provider's sign-in are not among them: others append to those
//! what they like.

use std::{fmt::Write as _, sync::LazyLock};

use axum::{
    body::{Body, to_bytes},
    extract::{MatchedPath, Request},
    http::{Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{
    FieldCode, FieldError, MAX_BODY, Problem,
    calls::{Calls, Operation},
};

/// So many unknown names are told at once.
const MOST_TOLD: usize = 20;
/// Of a name that somebody else wrote, in characters.
const MOST_SHOWN: usize = 64;

/// The documented calls; the same for every server of this process.
static CALLS: LazyLock<Calls> = LazyLock::new(Calls::documented);

/// Marks a request whose bearer is known to be good.
#[derive(Clone, Copy)]
pub struct Identified;

/// What is documented of the call that a request makes.
#[derive(Clone, Copy, Default)]
pub struct Call {
    operation: Option<&'static Operation>,
    /// An object that is sent back whole has fields that only the server writes.
    is_put: bool,
}

impl Call {
    pub fn of<B>(request: &axum::http::Request<B>) -> Self {
        Self::named(request.method(), request.extensions().get())
    }

    fn of_parts(parts: &Parts) -> Self {
        Self::named(&parts.method, parts.extensions.get())
    }

    fn named(method: &Method, path: Option<&MatchedPath>) -> Self {
        let operation = path.and_then(|path| CALLS.get(method, path.as_str()));
        Self { operation, is_put: *method == Method::PUT }
    }

    fn takes_a_body(self) -> bool {
        self.operation.is_none_or(|operation| operation.takes_a_body)
    }

    fn takes_if_match(self) -> bool {
        self.operation.is_none_or(|operation| operation.takes_if_match)
    }

    /// The fields of its body, in their order.
    fn fields(self) -> Vec<&'static str> {
        let body = self.operation.and_then(|operation| operation.body.as_ref());
        body.map(|body| CALLS.fields(body)).unwrap_or_default()
    }

    /// Whether the entity that it answers has such a field.
    fn shows(self, keys: &[String]) -> bool {
        let answer = self.operation.filter(|_| self.is_put).and_then(|operation| operation.answer.as_ref());
        let Some(answer) = answer else { return false };
        keys.iter().try_fold(answer, |schema, key| CALLS.field(schema, key)).is_some()
    }

    fn check_query(self, query: &str) -> Result<(), Problem> {
        let Some(known) = self.operation.map(|operation| &operation.query) else { return Ok(()) };
        let mut unknown: Vec<String> = Vec::new();
        for (name, _) in form_urlencoded::parse(query.as_bytes()) {
            if !known.contains(&*name) && !unknown.iter().any(|there| *there == name) {
                unknown.push(name.into_owned());
            }
        }
        let takes = takes("parameter", &known.iter().copied().collect::<Vec<_>>());
        told(&unknown, "parameter", &takes).map_or(Ok(()), |errors| Err(Problem::fields(errors)))
    }
}

/// The fields of a body that nothing read.
#[derive(Default)]
pub struct Unread(Vec<Field>);

struct Field {
    /// With a path where it is nested: `variants[1].colour`.
    path: String,
    keys: Vec<String>,
}

impl Unread {
    pub fn note(&mut self, path: &serde_ignored::Path<'_>) {
        let mut field = Field { path: String::new(), keys: Vec::new() };
        walk(path, &mut field);
        self.0.push(field);
    }

    /// What to say of them. An object that comes back with its id, as it was read, may hold what only the server writes.
    pub fn errors(mut self, call: Call) -> Vec<FieldError> {
        if self.0.iter().any(|field| field.path == "id") {
            self.0.retain(|field| !call.shows(&field.keys));
        }
        let is_top = self.0.first().is_some_and(|field| field.keys.len() < 2);
        let takes = if is_top { takes("field", &call.fields()) } else { String::new() };
        let unknown: Vec<String> = self.0.into_iter().map(|field| field.path).collect();
        told(&unknown, "field", &takes).unwrap_or_default()
    }
}

fn walk(path: &serde_ignored::Path<'_>, field: &mut Field) {
    use serde_ignored::Path;
    match path {
        Path::Root => {}
        Path::Seq { parent, index } => {
            walk(parent, field);
            let _ = write!(field.path, "[{index}]");
        }
        Path::Map { parent, key } => {
            walk(parent, field);
            if !field.path.is_empty() {
                field.path.push('.');
            }
            field.path.push_str(key);
            field.keys.push(key.clone());
        }
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => {
            walk(parent, field);
        }
    }
}

/// One error for each name; the first says what there is instead.
fn told(unknown: &[String], what: &str, takes: &str) -> Option<Vec<FieldError>> {
    let errors = unknown.iter().take(MOST_TOLD).enumerate().map(|(at, name)| {
        let name: String = name.chars().filter(|c| !c.is_control()).take(MOST_SHOWN).collect();
        let takes = if at == 0 { takes } else { "" };
        let message = format!("There is no {what} \u{201c}{name}\u{201d} here.{takes}");
        FieldError::new(name, FieldCode::Unknown, message)
    });
    Some(errors.collect()).filter(|errors: &Vec<FieldError>| !errors.is_empty())
}

fn takes(what: &str, known: &[&str]) -> String {
    match known {
        [] => format!(" This call takes no {what}s."),
        [one] => format!(" This call takes {one}."),
        [first @ .., last] => format!(" This call takes {} and {last}.", first.join(", ")),
    }
}

/// What is said of a part of a form.
pub fn unknown_part(name: &str, known: &[&str]) -> Problem {
    Problem::fields(told(&[name.to_owned()], "part", &takes("part", known)).unwrap_or_default())
}

/// The middleware: queries of signed-in calls, and bodies of those that take none.
pub async fn layer(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let call = Call::of_parts(&parts);
    // Without a good bearer the call refuses by itself, or is a public one.
    if call.operation.is_none() || parts.extensions.get::<Identified>().is_none() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    if let Err(problem) = call.check_query(parts.uri.query().unwrap_or_default()) {
        return problem.into_response();
    }
    // Whoever asks for it relies on it.
    if !parts.method.is_safe() && parts.headers.contains_key(header::IF_MATCH) && !call.takes_if_match() {
        return Problem::bad_request("This call doesn't take If-Match, so nothing was changed.")
            .into_response();
    }
    if parts.method.is_safe() || call.takes_a_body() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    match empty(body).await {
        Ok(body) => next.run(Request::from_parts(parts, body)).await,
        Err(problem) => problem.into_response(),
    }
}

/// A body that nobody reads: whoever fills in fields means something by them.
async fn empty(body: Body) -> Result<Body, Problem> {
    let bytes = to_bytes(body, MAX_BODY)
        .await
        .map_err(|_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large for this call."))?;
    let fields: Map<String, Value> = serde_json::from_slice(&bytes).unwrap_or_default();
    let unknown: Vec<String> = fields.into_iter().map(|(name, _)| name).collect();
    match told(&unknown, "field", &takes("field", &[])) {
        Some(errors) => Err(Problem::fields(errors)),
        None => Ok(Body::from(bytes)),
    }
}

/// Reads a part of a body whose shape is another's standard: what it holds besides is passed over.
pub fn foreign<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::json;

    use super::*;
    use crate::testing::{TestAnswer, TestApp};

    /// What no call knows.
    const STRANGE: &str = "colour_of_the_moon";

    /// The fields that an answer complains about.
    fn named(answer: &TestAnswer) -> Vec<String> {
        let json = answer.json();
        let errors = json["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().map(|error| error["field"].as_str().unwrap().to_owned()).collect()
    }

    /// Every documented call: method, path with ids, whether it is signed in, and its operation.
    fn calls() -> Vec<(String, String, bool, Value)> {
        let document: Value = serde_json::from_str(&crate::server::document()).unwrap();
        let mut calls = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            let path: Vec<&str> =
                path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
            for (method, operation) in item.as_object().unwrap() {
                let is_public = operation["security"].as_array().is_some_and(|all| all.contains(&json!({})));
                calls.push((method.to_uppercase(), path.join("/"), !is_public, operation.clone()));
            }
        }
        assert!(calls.len() > 100, "{}", calls.len());
        calls
    }

    both_engines!(every_query_refuses_names_it_does_not_know, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let mut checked = 0;
        for (method, path, signed_in, _) in calls() {
            if !signed_in {
                continue;
            }
            let answer = t.call(Some(&token), &method, &format!("{path}?{STRANGE}=1"), None).await;
            assert_eq!(answer.status, 422, "{method} {path}: {}", answer.text());
            assert_eq!(named(&answer), [STRANGE], "{method} {path}");
            checked += 1;
        }
        assert!(checked > 100, "{checked}");
    });

    both_engines!(every_body_refuses_names_it_does_not_know, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let (mut with, mut without) = (0, 0);
        for (method, path, signed_in, operation) in calls() {
            let body = &operation["requestBody"];
            let takes_json = !body["content"]["application/json"].is_null();
            let is_form = !body.is_null() && !takes_json;
            if method == "GET" || is_form || !(takes_json || signed_in) {
                continue;
            }
            let token = signed_in.then_some(token.as_str());
            let answer = t.call(token, &method, &path, Some(json!({ STRANGE: 1 }))).await;
            assert_eq!(answer.status, 422, "{method} {path}: {}", answer.text());
            assert!(named(&answer).contains(&STRANGE.to_owned()), "{method} {path}: {}", answer.text());
            *(if takes_json { &mut with } else { &mut without }) += 1;
        }
        assert!(with >= 40 && without > 20, "{with} {without}");
    });

    both_engines!(a_misspelt_name_is_told_beside_what_there_is, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let body = json!({ "name": "K", "scope": ["read"] });
        let answer = t.call(Some(&token), "POST", "/api/api-keys", Some(body)).await;
        let text = answer.expect(422)["errors"][0]["message"].as_str().unwrap().to_owned();
        assert!(text.contains("scope") && text.contains("scopes"), "{text}");
        assert_eq!(t.call(Some(&token), "GET", "/api/api-keys", None).await.expect(200), json!([]));

        let answer = t.call(Some(&token), "GET", "/api/subscribers?statuses=active", None).await;
        let text = answer.expect(422)["errors"][0]["message"].as_str().unwrap().to_owned();
        assert!(text.contains("statuses") && text.contains("limit, newsletter_id, q, status and tag"), "{text}");
        let twice = t.call(Some(&token), "GET", "/api/subscribers?b=1&a=1&b=2&status=active", None).await;
        assert_eq!((twice.status.as_u16(), named(&twice)), (422, vec!["b".to_owned(), "a".to_owned()]));

        // A field that is missing may be there in another spelling: both are told.
        let answer = t.call(Some(&token), "POST", "/api/newsletters/1/subscribers", Some(json!({ "mail": "a@x.example" }))).await;
        assert_eq!((answer.status.as_u16(), named(&answer)), (422, vec!["mail".to_owned(), "email".to_owned()]));
        // Nested, with the way there.
        let answer = t.call(Some(&token), "PUT", "/api/settings", Some(json!({ "email": { "reply": "a@x.example" } }))).await;
        assert_eq!((answer.status.as_u16(), named(&answer)), (422, vec!["email.reply".to_owned()]));
        let text = answer.json()["errors"][0]["message"].as_str().unwrap().to_owned();
        assert!(text.ends_with(" here."), "what the whole takes is no help: {text}");
        // Who is not known is told nothing, and public calls take what others append.
        t.call(None, "GET", "/api/subscribers?statuses=active", None).await.expect(401);
        t.call(None, "GET", "/api/auth/config?statuses=active", None).await.expect(200);
    });

    both_engines!(what_a_call_without_fields_is_told_is_not_passed_over, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let path = "/api/newsletters/1/campaigns/1/send";
        let when = json!({ "scheduled_at": "2027-01-01T00:00:00Z" });
        let answer = t.call(Some(&token), "POST", path, Some(when)).await;
        assert_eq!((answer.status.as_u16(), named(&answer)), (422, vec!["scheduled_at".to_owned()]));
        for body in [None, Some(json!({})), Some(Value::Null)] {
            t.call(Some(&token), "POST", path, body).await.expect(404);
        }
    });

    both_engines!(an_entity_may_come_back_whole, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let ask = async |method: &str, path: &str, body: Option<Value>| t.call(Some(&token), method, path, body).await;
        let news = json!({ "name": "N", "from_name": "N", "from_prefix": "n" });
        let news = ask("POST", "/api/newsletters", Some(news)).await.expect(201);
        let home = format!("/api/newsletters/{}", news["id"]);
        let campaign = json!({ "subject": "S", "html_content": "<p>x</p>" });
        let campaign = ask("POST", &format!("{home}/campaigns"), Some(campaign)).await.expect(201);
        let reader = ask("POST", &format!("{home}/subscribers"), Some(json!({ "email": "a@x.example" }))).await.expect(201);
        let template = ask("POST", "/api/templates", Some(json!({ "name": "T", "blocks": [] }))).await.expect(201);
        let saved = json!({ "name": "B", "block": { "type": "divider" } });
        let saved = ask("POST", "/api/saved-blocks", Some(saved)).await.expect(201);
        let domain = json!({ "domain": "x.example.com", "domain_type": "user" });
        let domain = ask("POST", "/api/domains", Some(domain)).await.expect(201);
        for (path, whole) in [
            (home.clone(), news),
            (format!("{home}/campaigns/{}", campaign["id"]), campaign.clone()),
            (format!("{home}/subscribers/{}", reader["id"]), reader),
            (format!("/api/templates/{}", template["id"]), template),
            (format!("/api/saved-blocks/{}", saved["id"]), saved),
            (format!("/api/domains/{}", domain["id"]), domain),
        ] {
            let answer = ask("PUT", &path, Some(whole.clone())).await;
            assert_eq!(answer.expect(200)["id"], whole["id"], "{path}");
            let mut more = whole;
            more[STRANGE] = json!(1);
            assert_eq!(named(&ask("PUT", &path, Some(more)).await), [STRANGE], "{path}");
        }
        // Alone, what only the server writes is a wish that cannot be granted.
        let path = format!("{home}/campaigns/{}", campaign["id"]);
        assert_eq!(named(&ask("PUT", &path, Some(json!({ "status": "sent" }))).await), ["status"]);
    });

    both_engines!(a_wrong_type_names_its_field, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let bulk = "/api/newsletters/1/subscribers/bulk";
        for (method, path, body, field) in [
            ("POST", bulk, r#"{"action":5,"ids":[1]}"#, "action"),
            ("POST", bulk, r#"{"action":true,"ids":[1]}"#, "action"),
            ("POST", bulk, r#"{"action":null,"ids":[1]}"#, "action"),
            ("POST", bulk, r#"{"action":[],"ids":[1]}"#, "action"),
            ("POST", bulk, r#"{"action":"explode","ids":[1]}"#, "action"),
            ("POST", bulk, r#"{"action":"tag","ids":["1"]}"#, "ids[0]"),
            ("POST", bulk, r#"{"action":"tag","ids":[1e999]}"#, "ids[0]"),
            ("POST", "/api/newsletters/1/subscribers", r#"{"email":"a@x.example","status":7}"#, "status"),
            ("PUT", "/api/newsletters/1/subscribers/1", r#"{"status":{"a":1,"b":2}}"#, "status"),
            ("PUT", "/api/settings", r#"{"notifications":{"weekly_summary":"yes"}}"#, "notifications.weekly_summary"),
        ] {
            let request = Request::builder().method(method).uri(path)
                .header("content-type", "application/json").header("authorization", format!("Bearer {token}"));
            let answer = t.send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!((answer.status.as_u16(), named(&answer)), (422, vec![field.to_owned()]), "{body} {}", answer.text());
            let is_choice = ["action", "status"].contains(&field) && !answer.text().contains("unknown variant");
            assert_eq!(answer.text().contains("expected one of the words it takes"), is_choice, "{body} {}", answer.text());
        }
        for body in [r#"{"action":5"#, r#"{"action":}"#, r#"{"action":5}}"#, r#"{"action":nul}"#, "{"] {
            let request = Request::post(bulk).header("content-type", "application/json").header("authorization", format!("Bearer {token}"));
            let answer = t.send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(answer.status, 400, "{body} {}", answer.text());
        }
    });

    both_engines!(who_left_elsewhere_is_added_as_such, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let news = json!({ "name": "N", "from_name": "N", "from_prefix": "n" });
        for double_opt_in in [false, true] {
            let mut news = news.clone();
            news["double_opt_in"] = json!(double_opt_in);
            let made = t.call(Some(&token), "POST", "/api/newsletters", Some(news)).await.expect(201);
            let path = format!("/api/newsletters/{}/subscribers", made["id"]);
            let first = if double_opt_in { "pending" } else { "active" };
            for (asked, got) in [
                (Value::Null, first), (json!("active"), first), (json!("pending"), "pending"),
                (json!("unsubscribed"), "unsubscribed"), (json!("bounced"), "bounced"), (json!("complained"), "complained"),
            ] {
                let email = format!("{}-{got}@x.example", asked.as_str().unwrap_or("none"));
                let body = json!({ "email": email, "status": asked });
                let row = t.call(Some(&token), "POST", &path, Some(body)).await.expect(201);
                assert_eq!(row["status"], got, "{asked}");
                assert_eq!(row["unsubscribed_at"].is_null(), got != "unsubscribed", "{row}");
            }
            let stats = format!("/api/subscribers/stats?newsletter_id={}", made["id"]);
            let stats = t.call(Some(&token), "GET", &stats, None).await.expect(200);
            let expected = if double_opt_in { (0, 3) } else { (2, 1) };
            assert_eq!((stats["active"].as_i64(), stats["pending"].as_i64()), (Some(expected.0), Some(expected.1)), "{stats}");
            let counts = ["unsubscribed", "bounced", "complained", "total"].map(|name| stats[name].as_i64().unwrap());
            assert_eq!(counts, [1, 1, 1, 6]);
            t.call(Some(&token), "POST", &path, Some(json!({ "email": "w@x.example", "status": "gone" }))).await.expect(422);
        }
        let mails = t.call(Some(&token), "GET", "/api/captured-mail", None).await.expect(200);
        assert_eq!(mails, json!([]), "nobody was asked anything");
    });
}
