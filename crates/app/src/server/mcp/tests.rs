use axum::{
    body::Body,
    http::{Request, header},
};
use database::{Engine, both_engines};
use serde_json::{Value, json};

use crate::{campaigns::testing::World, testing::TestAnswer};

/// An author and a model that has a key of theirs.
struct Model {
    w: World,
    key: String,
}

impl Model {
    async fn new(engine: Engine, scopes: &[&str]) -> Self {
        let w = World::new(engine).await;
        let made =
            w.call("POST", "/api/api-keys", Some(json!({ "name": "M", "scopes": scopes }))).await.expect(201);
        Self { key: made["key"].as_str().unwrap().to_owned(), w }
    }

    async fn post(&self, body: String) -> TestAnswer {
        let request = Request::post("/mcp")
            .header(header::AUTHORIZATION, format!("Bearer {}", self.key))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream");
        self.w.t.send(request.body(Body::from(body)).unwrap()).await
    }

    async fn ask(&self, method: &str, params: Value) -> Value {
        let call = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let answer = self.post(call.to_string()).await.expect(200);
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)));
        answer
    }

    async fn use_tool(&self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": name, "arguments": arguments })).await["result"].clone()
    }

    async fn tools(&self) -> Vec<Value> {
        self.ask("tools/list", json!({})).await["result"]["tools"].as_array().unwrap().clone()
    }
}

/// The sentence of a call that was refused.
fn refusal(result: &Value) -> String {
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

both_engines!(a_model_reads_and_writes_a_draft, engine => {
    let m = Model::new(engine, &["read", "campaigns:write"]).await;
    let monthly = json!({ "name": "Monthly", "from_name": "M", "from_prefix": "m" });
    let monthly = m.w.call("POST", "/api/newsletters", Some(monthly)).await.expect(201)["id"].clone();
    let ida = json!({ "email": "ida@example.com", "first_name": "Ida" });
    m.w.call("POST", &format!("/api/newsletters/{monthly}/subscribers"), Some(ida)).await.expect(201);
    let begun = m.ask("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {} })).await;
    assert_eq!(begun["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(begun["result"]["serverInfo"]["name"], "letterpress");
    let noted = m.post(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string()).await;
    assert_eq!((noted.status.as_u16(), noted.bytes.len()), (202, 0));
    let newsletters = m.use_tool("list_newsletters", json!({})).await;
    let list = &newsletters["structuredContent"];
    assert_eq!((&list["rows"][0]["name"], &list["next_cursor"]), (&json!("Monthly"), &Value::Null));
    assert!(list["total"].is_number(), "{list}");
    assert_eq!(newsletters["content"][0]["text"].as_str().unwrap(), list.to_string());
    let id = list["rows"][0]["id"].clone();
    let draft = json!({ "newsletter_id": id, "subject": "May", "html_content": "<p>Hi {{ subscriber.first_name }}</p>" });
    let made = m.use_tool("create_campaign", draft).await["structuredContent"].clone();
    assert_eq!((&made["status"], &made["subject"]), (&json!("draft"), &json!("May")));
    let changed = m.use_tool("update_campaign", json!({ "newsletter_id": id, "campaign_id": made["id"], "subject": "June" })).await;
    assert_eq!(changed["structuredContent"]["subject"], "June");
    let shown = m.use_tool("preview_campaign", json!({ "newsletter_id": id, "campaign_id": made["id"].to_string() })).await;
    assert!(shown["structuredContent"]["html"].as_str().unwrap().contains("<p>Hi Ida</p>"), "{shown}");
    let found = m.use_tool("list_all_subscribers", json!({ "q": "ida", "limit": 1, "cursor": null })).await;
    assert_eq!(found["structuredContent"]["rows"][0]["email"], "ida@example.com");
});

both_engines!(what_is_written_by_hand_is_what_a_person_checks, engine => {
    let m = Model::new(engine, &["read", "campaigns:write"]).await;
    let designed = json!({ "subject": "May", "html_content": "<p>Old</p>", "text_content": "Old",
        "blocks": [{ "type": "text", "content": "Old" }], "theme": { "f": 1 } });
    let id = m.w.campaign(designed).await;
    let named = json!({ "newsletter_id": m.w.newsletter_id, "campaign_id": id });
    let change = async |more: Value| {
        let mut all = named.clone();
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        m.use_tool("update_campaign", all).await["structuredContent"].clone()
    };
    let told = change(json!({ "subject": "June" })).await;
    assert_eq!((&told["subject"], told.get("html_content")), (&json!("June"), None));
    assert!(m.w.get(&m.w.path(id)).await["blocks"].is_array(), "a subject leaves the design");
    change(json!({ "html_content": "<p>New</p>" })).await;
    let campaign = m.w.get(&m.w.path(id)).await;
    assert_eq!([&campaign["blocks"], &campaign["theme"], &campaign["text_content"]], [&Value::Null; 3]);
    // However long it is, it is written once.
    let long = "<p>x</p>".repeat(60_000);
    assert_eq!(change(json!({ "html_content": long })).await["revision"], 4);
    assert!(refusal(&m.use_tool("get_campaign", named.clone()).await).contains("more than a tool may answer"));
});

both_engines!(lists_go_on_where_they_ended, engine => {
    let m = Model::new(engine, &["read"]).await;
    for at in 0..3 {
        m.w.reader(&format!("r{at}@example.com"), None, json!({}), "active").await;
    }
    let mut seen = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let page = m.use_tool("list_all_subscribers", json!({ "limit": 2, "cursor": cursor })).await["structuredContent"].clone();
        seen.extend(page["rows"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap().to_owned()));
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(seen, ["r2@example.com", "r1@example.com", "r0@example.com"]);
});

both_engines!(what_leaves_by_itself_is_changed_by_nobody_but_a_person, engine => {
    let m = Model::new(engine, &["full"]).await;
    let id = m.w.campaign(json!({ "subject": "May", "html_content": "<p>x</p>" })).await;
    let times = json!({ "scheduled_at": "2027-01-01T09:00:00Z" });
    m.w.call("POST", &format!("{}/schedule", m.w.path(id)), Some(times)).await.expect(200);
    let change = json!({ "newsletter_id": m.w.newsletter_id, "campaign_id": id, "subject": "June" });
    let refused = m.use_tool("update_campaign", change).await;
    assert!(refusal(&refused).contains("This campaign is scheduled. Only a draft can be changed here."), "{refused}");
    assert_eq!(m.w.get(&m.w.path(id)).await["subject"], "May");
});

// Whatever becomes a tool is looked at here by name: it reads, or it makes or changes a draft.
#[tokio::test]
async fn no_tool_sends_schedules_or_deletes() {
    let m = Model::new(Engine::Sqlite, &["full"]).await;
    let tools = m.tools().await;
    let is_read = |tool: &Value| tool["annotations"]["readOnlyHint"] == true;
    let names = |of: bool| {
        let those = tools.iter().filter(|tool| is_read(tool) == of);
        those.map(|tool| tool["name"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(names(false), ["create_campaign", "duplicate_campaign", "update_campaign"]);
    assert_eq!(names(true), super::tools::READS);
    for tool in &tools {
        let schema = &tool["inputSchema"];
        assert_eq!(
            (&schema["type"], &schema["additionalProperties"]),
            (&json!("object"), &json!(false)),
            "{tool}"
        );
        assert!(!schema.to_string().contains("$ref"), "{tool}");
        // It has the server ask whatever address stands in a draft.
        assert!(schema["properties"].get("links").is_none(), "{tool}");
        assert!(tool["description"].as_str().unwrap().len() > 10, "{tool}");
        for (name, property) in schema["properties"].as_object().unwrap() {
            assert!(
                property["description"].is_string() || property.to_string().contains("description"),
                "{name} of {tool}"
            );
        }
    }
    // A model reads all of it before it does anything.
    assert!(serde_json::to_vec(&tools).unwrap().len() < 64 << 10);
}

#[tokio::test]
async fn a_key_sees_the_tools_that_it_may_use() {
    for (scopes, expected) in
        [(&["read"][..], super::tools::READS.len()), (&["templates:write"], 2), (&["campaigns:write"], 11)]
    {
        let m = Model::new(Engine::Sqlite, scopes).await;
        let tools = m.tools().await;
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names.len(), expected, "{scopes:?}: {names:?}");
    }
    let m = Model::new(Engine::Sqlite, &["read"]).await;
    let draft = json!({ "newsletter_id": m.w.newsletter_id, "subject": "May" });
    assert!(refusal(&m.use_tool("create_campaign", draft).await).contains("lacks the scope"));
}

#[tokio::test]
async fn who_is_nobody_is_told_so_before_anything_else() {
    let mut m = Model::new(Engine::Sqlite, &["read"]).await;
    m.key = "lp_nonsense".into();
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize" }).to_string();
    let answer = m.post(call.clone()).await;
    assert_eq!((answer.status.as_u16(), answer.header("www-authenticate")), (401, Some("Bearer")));
    let request = Request::post("/mcp").header(header::HOST, "attacker.example");
    let foreign = m.w.t.send(request.body(Body::from(call)).unwrap()).await;
    assert_eq!(foreign.status, 421, "{}", foreign.text());
    for (method, path, status) in [("GET", "/mcp", 405), ("DELETE", "/mcp", 405), ("POST", "/mcp/x", 404)] {
        assert_eq!(m.w.call(method, path, None).await.status, status, "{method} {path}");
    }
}

#[tokio::test]
async fn bad_input_gets_a_clear_answer() {
    let m = Model::new(Engine::Sqlite, &["full"]).await;
    for (body, code) in [
        ("nonsense".to_owned(), -32700),
        ("[]".to_owned(), -32600),
        ("5".to_owned(), -32600),
        (json!({ "jsonrpc": "2.0", "id": 1, "method": 5 }).to_string(), -32600),
        (json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/list" }).to_string(), -32601),
        (json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "send_campaign" } }).to_string(), -32602),
        (json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "get_overview", "arguments": [] } }).to_string(), -32602),
    ] {
        let answer = m.post(body.clone()).await.expect(200);
        assert_eq!(answer["error"]["code"], code, "{body}: {answer}");
    }
    let newsletter = m.w.newsletter_id;
    for (tool, arguments, said) in [
        ("get_newsletter", json!({}), "newsletter_id must be a number."),
        ("get_newsletter", json!({ "newsletter_id": "1/campaigns" }), "newsletter_id must be a number."),
        ("get_newsletter", json!({ "newsletter_id": 4711 }), "There's no such newsletter."),
        ("get_newsletter", json!({ "newsletter_id": newsletter, "depth": 2 }), "get_newsletter takes no"),
        ("create_campaign", json!({ "newsletter_id": newsletter, "subject": "{{ x }}" }), "invalid_tag"),
        (
            "create_campaign",
            json!({ "newsletter_id": newsletter, "subject": "S", "blocks": [] }),
            "create_campaign takes no",
        ),
        (
            "update_campaign",
            json!({ "newsletter_id": newsletter, "campaign_id": 4711, "subject": "S" }),
            "There's no such campaign.",
        ),
    ] {
        let refused = refusal(&m.use_tool(tool, arguments.clone()).await);
        assert!(refused.contains(said), "{tool} {arguments}: {refused}");
    }
    assert_eq!(m.ask("ping", json!({})).await["result"], json!({}));
    assert_eq!(
        m.ask("initialize", json!({ "protocolVersion": "1" })).await["result"]["protocolVersion"],
        "2025-11-25"
    );
    for (name, value, status) in
        [("mcp-protocol-version", "2024-11-05", 400), ("origin", "https://evil.example", 403)]
    {
        let request = Request::post("/mcp")
            .header(header::AUTHORIZATION, format!("Bearer {}", m.key))
            .header(name, value);
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string();
        assert_eq!(m.w.t.send(request.body(Body::from(call)).unwrap()).await.status, status, "{name}");
    }
    let told = m.post(json!({ "jsonrpc": "2.0", "id": 1, "result": {} }).to_string()).await;
    assert_eq!(told.status, 202, "an answer to what nobody asked");
    let long = refusal(&m.use_tool("search_everything", json!({ "q": "x".repeat(70_000) })).await);
    assert!(long.contains("too long"), "{long}");
}
