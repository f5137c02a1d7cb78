//! What a reader sees without signing in. Usable without JavaScript; a GET changes nothing.

mod page;
mod unsubscribe;

use axum::{Router, routing::get};
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub fn routes() -> OpenApiRouter<App> {
    let pages = Router::new().route("/u/{token}", get(unsubscribe::show).post(unsubscribe::leave));
    OpenApiRouter::from(pages)
}
