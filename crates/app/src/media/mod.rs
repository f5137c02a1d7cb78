pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> { utoipa_axum::router::OpenApiRouter::new() }
