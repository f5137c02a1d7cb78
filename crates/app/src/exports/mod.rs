//! Everything an author has: how much it is, and all of it in one archive.
//!
//! Owns no table. What a feature can give in its own shape comes from that feature; the rest is read here, because an
//! export is about rows as they are kept, whatever the pages show of them.

mod archive;
mod collect;
mod http;
mod slots;
mod store;
#[cfg(test)]
mod tests;

pub use slots::ExportSlots;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has};

pub fn routes<S: Has<Keys> + Has<ExportSlots>>() -> OpenApiRouter<S> {
    OpenApiRouter::new().routes(routes!(http::holdings)).routes(routes!(http::export))
}
