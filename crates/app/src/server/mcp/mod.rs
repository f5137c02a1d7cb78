//! `POST /mcp`: the API as tools of a language model, after the Model Context Protocol (2025-06-18, Streamable HTTP without
//! sessions and streams). It reads, and it writes drafts; nothing that it offers sends, schedules or deletes.
//!
//! A tool is a call of the API, made in this process by the same router with the bearer of the request: whoever the key is not for
//! is refused there, and a limit is counted there. What a tool is called, takes and means stands in the OpenAPI document.

#[cfg(test)]
mod tests;
mod tools;

use std::{
    net::SocketAddr,
    sync::{Arc, LazyLock},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::post,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tower::ServiceExt as _;

use self::tools::{Tool, Tools};
use crate::{
    Core,
    http::{Problem, same_origin::is_from_here},
    templates,
};

/// Revisions of the protocol that are spoken alike here, the newest first.
const VERSIONS: [&str; 2] = ["2025-11-25", "2025-06-18"];
/// The longest answer that is handed to a model, and the longest of what it writes, in bytes.
const MAX_ANSWER: usize = 256 << 10;
const MAX_WRITTEN: usize = 16 << 20;
/// What a model is told of a draft that it wrote: it knows the rest.
const TOLD: [&str; 6] = ["id", "newsletter_id", "subject", "status", "revision", "updated_at"];
/// What a request says of itself; the API is told the rest, by which it knows who asks and from where.
const OF_THE_REQUEST: [HeaderName; 9] = [
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("mcp-protocol-version"),
    header::ACCEPT,
    header::ACCEPT_ENCODING,
    header::CONTENT_LENGTH,
    header::CONTENT_TYPE,
    header::COOKIE,
    header::IF_MATCH,
    header::TRANSFER_ENCODING,
];

const TOO_MUCH: &str = "This is more than a tool may answer. Ask for less, with `limit` where there is one.";

const ABOUT: &str = "Letterpress sends newsletters. Read newsletters, subscribers, campaigns, reports and figures, and write drafts of \
    campaigns and templates. Nothing here sends: a person checks a draft in the dashboard and sends it. A campaign belongs to a \
    newsletter, so begin with list_newsletters. Lists answer `rows`, `total` and `next_cursor`, which is the `cursor` of the next page. HTML may hold merge tags such as {{ subscriber.first_name | default(\"there\") }}.";

/// Errors of JSON-RPC 2.0, §5.1.
const PARSE: i64 = -32700;
const INVALID: i64 = -32600;
const UNKNOWN_METHOD: i64 = -32601;
const INVALID_PARAMETERS: i64 = -32602;

static TOOLS: LazyLock<Tools> = LazyLock::new(Tools::documented);

/// The endpoint, over the API as it is served. A page of another site gets no answer.
pub fn routes(api: Router, core: &Core) -> Router {
    Router::new()
        .route("/mcp", post(answer))
        .method_not_allowed_fallback(super::router::not_allowed)
        .with_state(Served { api: Arc::new(api), public_url: core.settings.public_url.as_str().into() })
}

#[derive(Clone)]
struct Served {
    api: Arc<Router>,
    public_url: Arc<str>,
}

#[derive(Deserialize)]
struct Call {
    /// None: a notification, which nobody answers.
    id: Option<Value>,
    /// None: the answer to what was asked of a client, which nobody does here.
    method: Option<String>,
    #[serde(default)]
    params: Value,
}

/// What JSON-RPC calls an error: its code and a sentence.
struct Refusal(i64, String);

async fn answer(State(served): State<Served>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    if !is_from_here(&parts.headers, &served.public_url) {
        return Problem::forbidden("Other sites can't do this.").into_response();
    }
    let spoken = parts.headers.get("mcp-protocol-version").map(HeaderValue::as_bytes);
    if spoken.is_some_and(|spoken| !VERSIONS.iter().any(|version| version.as_bytes() == spoken)) {
        return Problem::bad_request(format!("MCP-Protocol-Version must be one of {}.", VERSIONS.join(", ")))
            .into_response();
    }
    for name in &OF_THE_REQUEST {
        parts.headers.remove(name);
    }
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().copied();
    let asker = Asker { api: served.api, headers: parts.headers, peer };
    // Whoever has no key learns how to come by one before anything else.
    let scopes = match asker.scopes().await {
        Ok(scopes) => scopes,
        Err(refused) => return refused,
    };
    let Ok(body) = to_bytes(body, templates::MAX_BODY).await else {
        return Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large for this call.")
            .into_response();
    };
    let call: Call = match serde_json::from_slice::<Value>(&body) {
        Err(_) => return told(&Value::Null, Err(Refusal(PARSE, "The body is no JSON.".into()))),
        Ok(value) => match serde_json::from_value(value) {
            Ok(call) => call,
            Err(_) => return told(&Value::Null, Err(Refusal(INVALID, "Send one JSON-RPC request.".into()))),
        },
    };
    let (Some(id), Some(method)) = (call.id, call.method) else {
        return StatusCode::ACCEPTED.into_response();
    };
    let result = match method.as_str() {
        "initialize" => Ok(initialized(&call.params)),
        "ping" => Ok(json!({})),
        "tools/list" => {
            Ok(json!({ "tools": TOOLS.allowed(scopes.as_deref()).map(Tool::shown).collect::<Vec<_>>() }))
        }
        "tools/call" => asker.call(&call.params).await,
        other => Err(Refusal(UNKNOWN_METHOD, format!("There's no method {other:?} here."))),
    };
    told(&id, result)
}

fn told(id: &Value, result: Result<Value, Refusal>) -> Response {
    let body = match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal(code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    };
    axum::Json(body).into_response()
}

fn initialized(params: &Value) -> Value {
    let wanted = params["protocolVersion"].as_str().unwrap_or_default();
    let spoken = VERSIONS.into_iter().find(|version| *version == wanted).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": spoken,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "letterpress", "title": "Letterpress", "version": env!("CARGO_PKG_VERSION") },
        "instructions": ABOUT,
    })
}

/// Who asks, and the API that is asked for them.
struct Asker {
    api: Arc<Router>,
    headers: HeaderMap,
    peer: Option<ConnectInfo<SocketAddr>>,
}

impl Asker {
    /// One call of the API, and its answer as JSON.
    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        tag: Option<&HeaderValue>,
    ) -> (StatusCode, HeaderMap, Value) {
        let refused = |status, headers, detail: &str| (status, headers, json!({ "detail": detail }));
        // A draft is read and written whole, whatever the model is told of it.
        let most = if body.is_some() || path.contains("/campaigns/") { MAX_WRITTEN } else { MAX_ANSWER };
        let mut request = Request::builder().method(method).uri(path);
        if let Some(headers) = request.headers_mut() {
            headers.clone_from(&self.headers);
            headers.extend(tag.map(|tag| (header::IF_MATCH, tag.clone())));
            headers
                .extend(body.map(|_| (header::CONTENT_TYPE, HeaderValue::from_static("application/json"))));
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let Ok(mut request) = request.body(body) else {
            return refused(StatusCode::BAD_REQUEST, HeaderMap::new(), "The arguments are too long.");
        };
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        let answer = self.api.as_ref().clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        let (parts, body) = answer.into_parts();
        let Ok(bytes) = to_bytes(body, most).await else {
            return refused(StatusCode::PAYLOAD_TOO_LARGE, parts.headers, TOO_MUCH);
        };
        match serde_json::from_slice(&bytes) {
            Ok(json) => (parts.status, parts.headers, json),
            Err(_) => refused(StatusCode::BAD_GATEWAY, parts.headers, "The answer is no JSON."),
        }
    }

    /// What the key may do, none for somebody who is signed in; or what the API answers to who is nobody.
    async fn scopes(&self) -> Result<Option<Vec<String>>, Response> {
        let (status, headers, me) = self.ask(Method::GET, "/api/me", None, None).await;
        if !status.is_success() {
            let mut problem = Problem::new(status, me["detail"].as_str().unwrap_or("Who asks is not known."));
            for name in [header::WWW_AUTHENTICATE, header::RETRY_AFTER] {
                problem.headers.extend(headers.get(&name).map(|value| (name.clone(), value.clone())));
            }
            return Err(problem.into_response());
        }
        let scopes = me["api_key"]["scopes"].as_array();
        Ok(scopes.map(|all| all.iter().filter_map(Value::as_str).map(str::to_owned).collect()))
    }

    async fn call(&self, params: &Value) -> Result<Value, Refusal> {
        let name = params["name"].as_str().unwrap_or_default();
        let tool = TOOLS
            .get(name)
            .ok_or_else(|| Refusal(INVALID_PARAMETERS, format!("There's no tool called {name:?}.")))?;
        let nothing = Map::new();
        let arguments = match &params["arguments"] {
            Value::Null => &nothing,
            Value::Object(arguments) => arguments,
            _ => return Err(Refusal(INVALID_PARAMETERS, "`arguments` must be an object.".into())),
        };
        let mut request = match tool.request(arguments) {
            Ok(request) => request,
            Err(sentence) => return Ok(failed(&json!({ "detail": sentence }))),
        };
        let mut tag = None;
        if tool.is_of_draft() {
            // Nobody but a person changes what leaves by itself; in the moment between the two, `If-Match` sees it.
            let (status, headers, campaign) = self.ask(Method::GET, &request.path, None, None).await;
            if !status.is_success() {
                return Ok(failed(&campaign));
            }
            if campaign["status"] != "draft" {
                let detail = format!(
                    "This campaign is {}. Only a draft can be changed here.",
                    campaign["status"].as_str().unwrap_or("no draft")
                );
                return Ok(failed(&json!({ "detail": detail })));
            }
            tag = headers.get(header::ETAG).cloned();
            written_by_hand(&campaign, request.body.as_mut());
        }
        let (status, headers, answer) =
            self.ask(tool.method.clone(), &request.path, request.body.as_ref(), tag.as_ref()).await;
        if !status.is_success() {
            return Ok(failed(&answer));
        }
        let answer = match answer {
            Value::Array(rows) => {
                json!({ "rows": rows, "total": total(&headers), "next_cursor": cursor(&headers) })
            }
            Value::Object(mut draft) if !tool.is_read() => {
                draft.retain(|field, _| TOLD.contains(&field.as_str()));
                Value::Object(draft)
            }
            other => other,
        };
        let text = answer.to_string();
        if text.len() > MAX_ANSWER {
            return Ok(failed(&json!({ "detail": TOO_MUCH })));
        }
        Ok(json!({ "content": [{ "type": "text", "text": text }], "structuredContent": answer }))
    }
}

/// HTML that is written by hand is not what blocks say, nor what another text part was made from: as in the dashboard, these go
/// with the change, so that whoever checks the draft sees what would be sent.
fn written_by_hand(campaign: &Value, change: Option<&mut Value>) {
    let Some(Value::Object(change)) = change else { return };
    if !change.contains_key("html_content") && !change.contains_key("text_content") {
        return;
    }
    for field in ["blocks", "theme"].into_iter().filter(|field| !campaign[*field].is_null()) {
        change.insert(field.into(), Value::Null);
    }
    if change.contains_key("html_content") && !campaign["text_content"].is_null() {
        change.entry("text_content").or_insert(Value::Null);
    }
}

/// A call that was refused: the model reads why, and may do better.
fn failed(problem: &Value) -> Value {
    json!({ "content": [{ "type": "text", "text": problem.to_string() }], "isError": true })
}

fn total(headers: &HeaderMap) -> Option<i64> {
    headers.get(&crate::http::X_TOTAL_COUNT)?.to_str().ok()?.parse().ok()
}

/// Where the next page of a list begins.
fn cursor(headers: &HeaderMap) -> Option<&str> {
    let link = headers.get(header::LINK)?.to_str().ok()?;
    link.split("cursor=").nth(1)?.split(['>', '&']).next()
}
