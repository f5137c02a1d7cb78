//! What the OpenAPI document says of each call's names, without its prose: held in memory for as long as the server runs.

use std::collections::{BTreeSet, HashMap};

use axum::http::Method;
use indexmap::IndexMap;
use serde::Deserialize;

/// The OpenAPI document, as `letterpress openapi` prints it. A test makes it from the handlers and holds this to that.
pub const DOCUMENT: &str = include_str!("../../../../api/openapi.json");

/// The documented calls, by path and method.
pub struct Calls {
    operations: HashMap<&'static str, Vec<(Method, Operation)>>,
    schemas: HashMap<&'static str, Schema>,
}

/// What is documented of one call.
pub struct Operation {
    /// The names of its query.
    pub query: BTreeSet<&'static str>,
    pub takes_a_body: bool,
    pub takes_if_match: bool,
    /// Its body in JSON.
    pub body: Option<Schema>,
    /// What it answers in JSON when it went well.
    pub answer: Option<Schema>,
}

/// A shape: fields of its own, and those of what it is put together from.
pub struct Schema {
    named: Option<&'static str>,
    fields: Box<[(&'static str, Schema)]>,
    parts: Box<[Schema]>,
}

impl Calls {
    /// What [`DOCUMENT`] says.
    pub fn documented() -> Self {
        Self::read(DOCUMENT).unwrap_or_else(|error| panic!("the printed document cannot be read: {error}"))
    }

    fn read(document: &'static str) -> serde_json::Result<Self> {
        let document: Document = serde_json::from_str(document)?;
        let mut operations: HashMap<_, _> = HashMap::new();
        for (path, item) in document.paths {
            let methods = [
                (Method::GET, item.get),
                (Method::POST, item.post),
                (Method::PUT, item.put),
                (Method::DELETE, item.delete),
            ];
            let documented = methods.into_iter().filter_map(|(method, call)| Some((method, call?.into())));
            operations.insert(path, documented.collect());
        }
        let schemas = document.components.schemas.into_iter().map(|(name, schema)| (name, schema.into()));
        Ok(Self { operations, schemas: schemas.collect() })
    }

    pub fn get(&self, method: &Method, path: &str) -> Option<&Operation> {
        let methods = self.operations.get(path)?;
        methods.iter().find(|(there, _)| there == method).map(|(_, operation)| operation)
    }

    /// The fields that a shape has, in their order.
    pub fn fields<'a>(&'a self, schema: &'a Schema) -> Vec<&'static str> {
        let schema = self.resolved(schema);
        let own = schema.fields.iter().map(|(name, _)| *name);
        own.chain(schema.parts.iter().flat_map(|part| self.fields(part))).collect()
    }

    /// The field of that name.
    pub fn field<'a>(&'a self, schema: &'a Schema, name: &str) -> Option<&'a Schema> {
        let schema = self.resolved(schema);
        let own = schema.fields.iter().find(|(there, _)| *there == name).map(|(_, field)| field);
        own.or_else(|| schema.parts.iter().find_map(|part| self.field(part, name)))
    }

    /// A shape itself, or the one it names.
    fn resolved<'a>(&'a self, schema: &'a Schema) -> &'a Schema {
        schema.named.and_then(|name| self.schemas.get(name)).unwrap_or(schema)
    }
}

/// The parts of the document that name something.
#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    paths: HashMap<&'a str, Item<'a>>,
    components: Components<'a>,
}

#[derive(Deserialize)]
struct Components<'a> {
    #[serde(borrow)]
    schemas: HashMap<&'a str, Written<'a>>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow)]
    get: Option<Documented<'a>>,
    post: Option<Documented<'a>>,
    put: Option<Documented<'a>>,
    delete: Option<Documented<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Documented<'a> {
    #[serde(borrow, default)]
    parameters: Vec<Parameter<'a>>,
    request_body: Option<Body<'a>>,
    responses: HashMap<&'a str, Body<'a>>,
}

#[derive(Deserialize)]
struct Parameter<'a> {
    name: &'a str,
    r#in: &'a str,
}

#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow, default)]
    content: HashMap<&'a str, Content<'a>>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow)]
    schema: Option<Written<'a>>,
}

/// What a schema says of its shape.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    #[serde(rename = "$ref")]
    reference: Option<&'a str>,
    #[serde(borrow, default)]
    properties: IndexMap<&'a str, Written<'a>>,
    items: Option<Box<Written<'a>>>,
    #[serde(default)]
    one_of: Vec<Written<'a>>,
    #[serde(default)]
    all_of: Vec<Written<'a>>,
    #[serde(default)]
    any_of: Vec<Written<'a>>,
}

impl Body<'static> {
    fn json(mut self) -> Option<Schema> {
        Some(self.content.remove("application/json")?.schema?.into())
    }
}

impl From<Documented<'static>> for Operation {
    fn from(mut call: Documented<'static>) -> Self {
        let query = call.parameters.iter().filter(|it| it.r#in == "query").map(|it| it.name);
        Self {
            query: query.collect(),
            takes_if_match: call.parameters.iter().any(|it| it.r#in == "header" && it.name == "If-Match"),
            takes_a_body: call.request_body.is_some(),
            body: call.request_body.and_then(Body::json),
            answer: call.responses.remove("200").and_then(Body::json),
        }
    }
}

impl From<Written<'static>> for Schema {
    fn from(it: Written<'static>) -> Self {
        let parts =
            it.items.into_iter().map(|items| *items).chain(it.one_of).chain(it.all_of).chain(it.any_of);
        Self {
            named: it.reference.and_then(|reference| reference.rsplit('/').next()),
            fields: it.properties.into_iter().map(|(name, field)| (name, field.into())).collect(),
            parts: parts.map(Self::from).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What this reader cannot read of a document (a parameter by reference, say) is told here, rather than by the first call.
    #[test]
    fn the_printed_document_can_be_read() {
        let calls = Calls::documented();
        let list = calls.get(&Method::GET, "/api/newsletters/{newsletter_id}/subscribers").unwrap();
        assert!(list.query.contains("q") && !list.takes_a_body);
        let new = calls.get(&Method::POST, "/api/newsletters").unwrap().body.as_ref().unwrap();
        assert!(calls.fields(new).contains(&"name"));
    }
}
