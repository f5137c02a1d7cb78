//! Which calls are tools, and how a tool's arguments become a call.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Map, Value, json};

use crate::{
    accounts::scopes::{self, Allowed},
    http::DOCUMENT,
};

/// What is read, by operationId.
pub const READS: [&str; 24] = [
    "check_campaign",
    "dry_run_campaign",
    "get_analytics",
    "get_campaign",
    "get_campaign_report",
    "get_domain",
    "get_link_map",
    "get_message",
    "get_newsletter",
    "get_newsletter_analytics",
    "get_overview",
    "get_subscriber",
    "get_subscriber_stats",
    "get_template",
    "get_verification_status",
    "list_all_campaigns",
    "list_all_subscribers",
    "list_deliveries",
    "list_domains",
    "list_messages",
    "list_newsletters",
    "list_templates",
    "preview_campaign",
    "search_everything",
];
/// What makes a draft or changes one. Templates are none: their HTML is the block editor's, and programs may send from them.
const DRAFTS: [&str; 3] = ["create_campaign", "duplicate_campaign", "update_campaign"];
/// Queries that no tool takes. `check_campaign?links=true` asks the servers that links lead to: what a model was talked into
/// writing there would leave with it.
const NOT_ASKED: [&str; 1] = ["links"];
/// Rows of a list that a model gets unless it says otherwise.
const ROWS: i64 = 20;
/// Fields of a body that no tool takes: the block editor's own form, which models get wrong, and what is easily said without.
const LEFT_OUT: [&str; 4] = ["blocks", "theme", "ab_test", "revision"];

/// One call of the API that a model may make.
pub struct Tool {
    name: &'static str,
    description: String,
    pub method: Method,
    path: String,
    /// Names of the path, in their order.
    places: Vec<String>,
    queries: BTreeSet<String>,
    fields: BTreeSet<String>,
    schema: Value,
}

/// What a tool asks for.
pub struct Asked {
    pub path: String,
    pub body: Option<Value>,
}

impl Tool {
    /// As the protocol lists it.
    pub fn shown(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "inputSchema": self.schema,
            "annotations": { "readOnlyHint": self.is_read(), "destructiveHint": self.is_of_draft(), "openWorldHint": false },
        })
    }

    pub fn is_read(&self) -> bool {
        self.method == Method::GET
    }

    /// Whether it changes what must be a draft still.
    pub fn is_of_draft(&self) -> bool {
        self.name == "update_campaign"
    }

    /// The error is a sentence for the model.
    pub fn request(&self, arguments: &Map<String, Value>) -> Result<Asked, String> {
        let mut path = self.path.clone();
        for place in &self.places {
            let value =
                arguments.get(place).and_then(number).ok_or_else(|| format!("{place} must be a number."))?;
            path = path.replace(&format!("{{{place}}}"), &value.to_string());
        }
        let mut query = form_urlencoded::Serializer::new(String::new());
        let mut body = Map::new();
        if self.queries.contains("limit") && arguments.get("limit").is_none_or(Value::is_null) {
            query.append_pair("limit", &ROWS.to_string());
        }
        for (name, value) in arguments {
            if self.places.contains(name) || value.is_null() && self.queries.contains(name) {
                continue;
            }
            if self.queries.contains(name) {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                query.append_pair(name, &text);
            } else if self.fields.contains(name) {
                body.insert(name.clone(), value.clone());
            } else {
                return Err(format!("{} takes no {name:?}.", self.name));
            }
        }
        let query = query.finish();
        if !query.is_empty() {
            path = format!("{path}?{query}");
        }
        Ok(Asked { path, body: (!self.fields.is_empty()).then_some(Value::Object(body)) })
    }
}

/// Models write numbers as texts now and then.
fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

/// All tools, by name.
pub struct Tools(Vec<Tool>);

impl Tools {
    /// As [`DOCUMENT`] describes them.
    pub fn documented() -> Self {
        let document: Value = serde_json::from_str(DOCUMENT).unwrap_or_default();
        let mut tools = Vec::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                let id = operation["operationId"].as_str().unwrap_or_default();
                let name = READS.iter().chain(&DRAFTS).find(|name| **name == id);
                if let (Some(name), Ok(method)) = (name, method.to_uppercase().parse()) {
                    tools.push(tool(name, method, path, operation, &document["components"]["schemas"]));
                }
            }
        }
        tools.sort_unstable_by_key(|tool| tool.name);
        Self(tools)
    }

    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.0.iter().find(|tool| tool.name == name)
    }

    /// Those that a key with these scopes may use; without scopes all of them.
    pub fn allowed<'a>(&'a self, scopes: Option<&'a [String]>) -> impl Iterator<Item = &'a Tool> {
        self.0.iter().filter(move |tool| {
            let Some(scopes) = scopes else { return true };
            match scopes::allowed(&tool.method, &tool.path) {
                Allowed::Session => false,
                Allowed::AnyOf(any) => any.iter().any(|scope| scopes.iter().any(|it| it == scope.as_str())),
            }
        })
    }
}

fn tool(name: &'static str, method: Method, path: &str, operation: &Value, schemas: &Value) -> Tool {
    let mut properties = Map::new();
    let (mut required, mut places, mut queries) = (Vec::new(), Vec::new(), BTreeSet::new());
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let called = parameter["name"].as_str().unwrap_or_default();
        match parameter["in"].as_str() {
            Some("path") => places.push(called.to_owned()),
            Some("query") if !NOT_ASKED.contains(&called) => {
                queries.insert(called.to_owned());
            }
            _ => continue,
        }
        if parameter["required"] == true {
            required.push(called.to_owned());
        }
        let mut schema = inlined(&parameter["schema"], schemas, 0);
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("description".into(), parameter["description"].clone());
        }
        properties.insert(called.to_owned(), schema);
    }
    let body = inlined(&operation["requestBody"]["content"]["application/json"]["schema"], schemas, 0);
    let mut fields = BTreeSet::new();
    for (field, schema) in body["properties"].as_object().into_iter().flatten() {
        if !LEFT_OUT.contains(&field.as_str()) {
            fields.insert(field.clone());
            properties.insert(field.clone(), schema.clone());
        }
    }
    let wanted = body["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    required.extend(wanted.filter(|field| fields.contains(*field)).map(str::to_owned));
    let texts = [&operation["summary"], &operation["description"]];
    let description = texts.into_iter().filter_map(Value::as_str).collect::<Vec<_>>().join(". ");
    let schema = json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    Tool { name, description, method, path: path.to_owned(), places, queries, fields, schema }
}

/// A schema without references; what is nested deeper than anything that a tool takes is anything.
fn inlined(schema: &Value, schemas: &Value, depth: usize) -> Value {
    const DEEPEST: usize = 24;
    if depth > DEEPEST {
        return json!({});
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return inlined(&schemas[name], schemas, depth + 1);
    }
    match schema {
        Value::Object(entries) => {
            let entries = entries.iter().filter(|(name, _)| *name != "example");
            entries.map(|(name, value)| (name.clone(), inlined(value, schemas, depth + 1))).collect()
        }
        Value::Array(items) => items.iter().map(|item| inlined(item, schemas, depth + 1)).collect(),
        plain => plain.clone(),
    }
}
