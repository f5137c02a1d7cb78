//! The OpenAPI document, made from the handlers.

use utoipa::{
    Modify, OpenApi,
    openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};

/// What the routes do not say themselves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Letterpress",
        description = "Newsletters, subscribers, campaigns and a send ledger that always adds up.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    modifiers(&Bearer),
    security(("bearer" = [])),
    components(schemas(super::ProblemBody))
)]
pub struct Base;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("An access token of the sign-in provider, or an API key."))
            .build();
        openapi
            .components
            .get_or_insert_default()
            .add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// The document as text, stable from run to run.
pub fn document() -> String {
    let api = super::router::routes().into_openapi();
    let mut text = serde_json::to_string_pretty(&api).unwrap_or_default();
    text.push('\n');
    text
}
