//! Images: taken in, made fit for mail, kept in the database and served to everybody.
//!
//! Owns `media`, `media_renditions` and `media_files`. A file is served as long as some author's library holds it.

#[cfg(test)]
mod fixtures;
mod holding;
pub mod http;
mod image;
mod model;
mod store;
#[cfg(test)]
mod tests;
mod view;

use axum::extract::DefaultBodyLimit;
use tokio::sync::Semaphore;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, get, routes},
};
pub use holding::HOLDING;
pub use store::{delete_all, sweep};

/// Slots for reading images: one a core, however many are uploaded at once.
pub struct ImageSlots(Semaphore);

impl Default for ImageSlots {
    fn default() -> Self {
        Self(Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)))
    }
}

pub fn routes<S: Has<Keys> + Has<ImageSlots>>() -> Routes<S> {
    let upload = Routes::new()
        .merge(routes!(http::list::list_media, http::create::create_media))
        .layer(DefaultBodyLimit::max(http::create::MAX_BODY));
    Routes::new()
        .merge(upload)
        .merge(routes!(http::get::get_media, http::update::update_media, http::delete::delete_media))
        .route("/media/{file}", get(http::file::show))
}
