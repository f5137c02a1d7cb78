//! What the OpenAPI document says of each call's names, without its prose: held in memory for as long as the server runs.

use std::collections::{BTreeSet, HashMap};

use axum::http::Method;
use utoipa::openapi::{
    Content, OpenApi, Ref, RefOr,
    path::{self, ParameterIn, PathItem},
    schema::{self, ArrayItems},
};

/// The documented calls, by path and method.
pub struct Calls {
    operations: HashMap<String, Vec<(Method, Operation)>>,
    schemas: HashMap<String, Schema>,
}

/// What is documented of one call.
pub struct Operation {
    /// The names of its query.
    pub query: BTreeSet<String>,
    pub takes_a_body: bool,
    /// Its body in JSON.
    pub body: Option<Schema>,
    /// What it answers in JSON when it went well.
    pub answer: Option<Schema>,
}

/// A shape: fields of its own, and those of what it is put together from.
#[derive(Default)]
pub struct Schema {
    named: Option<String>,
    fields: Vec<(String, Schema)>,
    parts: Vec<Schema>,
}

impl Calls {
    pub fn of(document: &OpenApi) -> Self {
        let schemas = document.components.iter().flat_map(|all| &all.schemas);
        let paths = document.paths.paths.iter();
        Self {
            operations: paths.map(|(path, item)| (path.clone(), operations(item))).collect(),
            schemas: schemas.map(|(name, schema)| (name.clone(), Schema::of(schema))).collect(),
        }
    }

    pub fn get(&self, method: &Method, path: &str) -> Option<&Operation> {
        let methods = self.operations.get(path)?;
        methods.iter().find(|(there, _)| there == method).map(|(_, operation)| operation)
    }

    /// The fields that a shape has, in their order.
    pub fn fields<'a>(&'a self, schema: &'a Schema) -> Vec<&'a str> {
        let schema = self.resolved(schema);
        let own = schema.fields.iter().map(|(name, _)| name.as_str());
        own.chain(schema.parts.iter().flat_map(|part| self.fields(part))).collect()
    }

    /// The field of that name.
    pub fn field<'a>(&'a self, schema: &'a Schema, name: &str) -> Option<&'a Schema> {
        let schema = self.resolved(schema);
        let own = schema.fields.iter().find(|(there, _)| there == name).map(|(_, field)| field);
        own.or_else(|| schema.parts.iter().find_map(|part| self.field(part, name)))
    }

    /// A shape itself, or the one it names.
    fn resolved<'a>(&'a self, schema: &'a Schema) -> &'a Schema {
        schema.named.as_ref().and_then(|name| self.schemas.get(name)).unwrap_or(schema)
    }
}

fn operations(item: &PathItem) -> Vec<(Method, Operation)> {
    let all = [
        (Method::GET, &item.get),
        (Method::POST, &item.post),
        (Method::PUT, &item.put),
        (Method::DELETE, &item.delete),
        (Method::PATCH, &item.patch),
    ];
    let documented =
        |(method, operation): (_, &Option<_>)| Some((method, Operation::of(operation.as_ref()?)));
    all.into_iter().filter_map(documented).collect()
}

impl Operation {
    fn of(operation: &path::Operation) -> Self {
        let parameters = operation.parameters.iter().flatten().filter_map(written);
        let query = parameters.filter(|it| it.parameter_in == ParameterIn::Query).map(|it| it.name.clone());
        let body = operation.request_body.as_ref();
        let sent = body.and_then(written).and_then(|body| body.content.get(JSON));
        let answer = operation.responses.responses.get("200").and_then(written);
        Self {
            query: query.collect(),
            takes_a_body: body.is_some(),
            body: sent.and_then(schema_of),
            answer: answer.and_then(|answer| answer.content.get(JSON)).and_then(schema_of),
        }
    }
}

const JSON: &str = "application/json";

/// What is written where it is used; only shapes are named by reference.
fn written<T>(it: &RefOr<T>) -> Option<&T> {
    match it {
        RefOr::T(it) => Some(it),
        RefOr::Ref(_) => None,
    }
}

fn schema_of(content: &RefOr<Content>) -> Option<Schema> {
    written(content)?.schema.as_ref().map(Schema::of)
}

impl Schema {
    fn of(schema: &RefOr<schema::Schema>) -> Self {
        let schema = match schema {
            RefOr::Ref(Ref { ref_location, .. }) => {
                let named = ref_location.rsplit('/').next().map(str::to_owned);
                return Self { named, ..Self::default() };
            }
            RefOr::T(schema) => schema,
        };
        let parts: &[RefOr<schema::Schema>] = match schema {
            schema::Schema::Object(object) => {
                let fields = object.properties.iter().map(|(name, field)| (name.clone(), Self::of(field)));
                return Self { fields: fields.collect(), ..Self::default() };
            }
            schema::Schema::Array(array) => match &array.items {
                ArrayItems::RefOrSchema(items) => std::slice::from_ref(items),
                ArrayItems::False => &[],
            },
            schema::Schema::OneOf(all) => &all.items,
            schema::Schema::AllOf(all) => &all.items,
            schema::Schema::AnyOf(all) => &all.items,
            _ => &[],
        };
        Self { parts: parts.iter().map(Self::of).collect(), ..Self::default() }
    }
}
