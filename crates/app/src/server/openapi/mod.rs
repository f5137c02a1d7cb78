//! The OpenAPI document: what the handlers say, and what is said once for all of them.

mod events;
mod examples;
mod prose;

use axum::http::Method;
use serde_json::Value;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, HeaderBuilder, ObjectBuilder, Ref, RefOr, Required, ResponseBuilder,
        path::{Operation, ParameterBuilder, ParameterIn},
        schema::Type,
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

use crate::{
    accounts::scopes::{self, Allowed},
    http::ProblemBody,
};

/// What the routes do not say themselves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Letterpress",
        description = "Newsletters, subscribers, campaigns and a send ledger that always adds up.\n\nEvery answer to a signed-in call \
            says how many requests its author has left: `RateLimit-Policy` and `RateLimit` \
            (draft-ietf-httpapi-ratelimit-headers).\n\nA field or a query parameter that a call does not know is refused \
            with 422 and its name. A `PUT` may hold its whole entity as it was read, `id` included: the fields that only the \
            server writes stay as they are.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    modifiers(&Bearer),
    security(("bearer" = [])),
    components(schemas(
        ProblemBody,
        crate::campaigns::CampaignChanged,
        crate::webhooks::EmailClicked,
        crate::webhooks::EmailOpened,
        crate::webhooks::EmailReturned,
        crate::webhooks::EventSubscriber
    ))
)]
pub struct Base;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        for (name, description) in [
            (
                "bearer",
                "An access token of the sign-in provider, or an API key. A key may do what its scopes say; a call that it lacks the scope for answers 403 and names it.",
            ),
            (
                "session",
                "An access token of the sign-in provider. What protects the account takes no API key.",
            ),
        ] {
            let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(description));
            components.add_security_scheme(name, SecurityScheme::Http(scheme.build()));
        }
    }
}

/// The document as text, stable from run to run.
pub fn document() -> String {
    let mut api = super::router::routes().document(Base::openapi());
    for (path, item) in &mut api.paths.paths {
        let operations = [
            (Method::GET, &mut item.get),
            (Method::POST, &mut item.post),
            (Method::PUT, &mut item.put),
            (Method::DELETE, &mut item.delete),
        ];
        for (method, operation) in operations {
            let Some(operation) = operation else { continue };
            if !is_public(operation) {
                operation.security = Some(who(&method, path));
                refuse_keys_and_haste(operation);
            }
            refuse_queries(operation);
            name_problems(operation);
        }
        item.post.iter_mut().for_each(offer_idempotency);
        offer_if_match([&mut item.get, &mut item.put, &mut item.delete].map(Option::as_mut));
    }
    let mut api = serde_json::to_value(&api).unwrap_or_default();
    events::add(&mut api);
    prose::complete(&mut api);
    examples::add(&mut api);
    let mut text = serde_json::to_string_pretty(&api).unwrap_or_default();
    text.push('\n');
    text
}

/// Every call and every event of the written document.
fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let sections = document.as_object_mut().into_iter().flatten();
    let sections = sections.filter(|(name, _)| matches!(name.as_str(), "paths" | "webhooks"));
    let items = sections.flat_map(|(_, section)| section.as_object_mut().into_iter().flatten());
    items.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()).map(|(_, operation)| operation)
}

/// The entries of an object's field; none where there is no such object.
fn entries<'a>(value: &'a mut Value, field: &str) -> impl Iterator<Item = (&'a String, &'a mut Value)> {
    value.get_mut(field).and_then(Value::as_object_mut).into_iter().flatten()
}

/// Every problem is `application/problem+json`, whatever a handler's documentation says of it.
fn name_problems(operation: &mut Operation) {
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else { continue };
        let is_problem = response.content.values().any(|content| {
            matches!(content, RefOr::T(Content { schema: Some(RefOr::Ref(schema)), .. }) if schema.ref_location.ends_with("/ProblemBody"))
        });
        if is_problem && let Some(content) = response.content.shift_remove("application/json") {
            response.content.insert("application/problem+json".into(), content);
        }
    }
}

fn is_public(operation: &Operation) -> bool {
    operation
        .security
        .as_ref()
        .is_some_and(|needs| needs.iter().all(|need| *need == SecurityRequirement::default()))
}

/// One alternative for each scope that allows the call. `session` is a bearer as well, but never an API key.
fn who(method: &Method, path: &str) -> Vec<SecurityRequirement> {
    match scopes::allowed(method, path) {
        Allowed::Session => vec![SecurityRequirement::new::<_, _, &str>("session", [])],
        Allowed::AnyOf(scopes) => {
            scopes.into_iter().map(|scope| SecurityRequirement::new("bearer", [scope.as_str()])).collect()
        }
    }
}

/// A signed-in call may be refused to an API key, and to an author who asks too often.
fn refuse_keys_and_haste(operation: &mut Operation) {
    for (status, description) in [
        ("403", "The API key lacks the scope"),
        ("422", "A field or a parameter is not known"),
        ("429", "Too many requests of this author; see `RateLimit` and `Retry-After`"),
    ] {
        may_answer(operation, status, description);
    }
}

/// A query may be one that cannot be read.
fn refuse_queries(operation: &mut Operation) {
    let mut parameters = operation.parameters.iter().flatten();
    if parameters.any(|p| matches!(p, RefOr::T(p) if p.parameter_in == ParameterIn::Query)) {
        may_answer(operation, "400", "The query cannot be read");
    }
}

/// Documents a problem, unless the handler does.
fn may_answer(operation: &mut Operation, status: &str, description: &str) {
    let problem = Content::new(Some(Ref::from_schema_name("ProblemBody")));
    operation.responses.responses.entry(status.into()).or_insert_with(|| {
        ResponseBuilder::new()
            .description(description)
            .content("application/problem+json", problem)
            .build()
            .into()
    });
}

const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// A signed-in POST takes an `Idempotency-Key` and may be refused because of it.
fn offer_idempotency(operation: &mut Operation) {
    if !operation.responses.responses.contains_key("401") {
        return;
    }
    let mut parameters = operation.parameters.iter().flatten();
    let is_told = parameters.any(|it| matches!(it, RefOr::T(it) if it.name == IDEMPOTENCY_KEY));
    let header = ParameterBuilder::new()
        .name(IDEMPOTENCY_KEY)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "The same key and body gives the first answer again, for 24 hours. Up to 255 characters.",
        ))
        .schema(Some(
            ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(255)),
        ))
        .build();
    if !is_told {
        operation.parameters.get_or_insert_default().push(header.into());
    }
    for (status, description) in [
        ("400", "The request or its Idempotency-Key cannot be read"),
        ("409", "The first request with this Idempotency-Key is still being answered"),
        ("413", "The body is too large"),
        ("422", "The Idempotency-Key was used for another request"),
    ] {
        may_answer(operation, status, description);
    }
}

/// What answers 412 takes `If-Match`, whose tags its neighbours tell.
fn offer_if_match(mut operations: [Option<&mut Operation>; 3]) {
    let takes = |operation: &Operation| operation.responses.responses.contains_key("412");
    if !operations.iter().flatten().any(|operation| takes(operation)) {
        return;
    }
    for operation in operations.iter_mut().flatten() {
        if takes(operation) {
            let header = ParameterBuilder::new()
                .name("If-Match")
                .parameter_in(ParameterIn::Header)
                .required(Required::False)
                .description(Some(
                    "The `ETag` that was read: changed only if nobody has edited it since, else 412.",
                ))
                .schema(Some(ObjectBuilder::new().schema_type(Type::String)));
            operation.parameters.get_or_insert_default().push(header.build().into());
        }
        if let Some(RefOr::T(answer)) = operation.responses.responses.get_mut("200") {
            let tag = HeaderBuilder::new()
                .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
                .description(Some("Names what can be edited, as it is now; figures beside it do not count."));
            answer.headers.insert("ETag".into(), tag.build().into());
        }
    }
}

/// Where `LETTERPRESS_PRINT_DOCUMENT` names a file, the document is written there: how `make api` makes it.
#[test]
fn the_printed_document_is_current() {
    let document = document();
    if let Some(file) = std::env::var_os("LETTERPRESS_PRINT_DOCUMENT") {
        return std::fs::write(file, document).unwrap();
    }
    assert!(document == crate::http::DOCUMENT, "api/openapi.json is not current: run `make api`");
}
