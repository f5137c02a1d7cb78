//! What a reader sees without signing in. Usable without JavaScript; a GET changes nothing.
//!
//! Owns no table: readers are changed through `subscribers`, issues come from `campaigns`.

mod confirm;
mod feed;
mod issue;
mod limits;
mod mail;
mod newsletter;
mod own_data;
mod preferences;
mod subscribe;
#[cfg(test)]
mod tests;
mod unsubscribe;

use axum::Router;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::{
    core::{Has, With},
    http::{Routes, get, post},
};

/// How many posts of forms are worked on at once; more wait their turn.
const AT_ONCE: usize = 4;
/// How many may wait: beyond that a post is answered and forgotten.
const WAITING: usize = 1000;

/// What the pages of this node remember.
pub struct PageState {
    limits: limits::Limits,
    asked: TaskTracker,
    turns: Semaphore,
}

impl Default for PageState {
    fn default() -> Self {
        Self { limits: limits::Limits::default(), asked: TaskTracker::new(), turns: Semaphore::new(AT_ONCE) }
    }
}

/// What the pages take that people write on.
type Pages = With<PageState>;

pub fn routes<S: Has<PageState>>() -> Routes<S> {
    let pages = Router::new()
        .route("/n/{public_id}", get(newsletter::show))
        .route("/n/{public_id}/subscribe", post(subscribe::subscribe))
        .route("/n/{public_id}/feed.xml", get(feed::show))
        .route("/n/{public_id}/{campaign}", get(issue::show))
        .route("/n/{public_id}/{campaign}/body", get(issue::body))
        .route("/confirm/{token}", get(confirm::show).merge(post(confirm::confirm)))
        .route("/p/{token}", get(preferences::show).merge(post(preferences::rename)))
        .route("/p/{token}/data", post(own_data::ask_export))
        .route("/p/{token}/data/{own}", get(own_data::show_export).merge(post(own_data::export)))
        .route("/p/{token}/erase", post(own_data::ask_erase))
        .route("/p/{token}/erase/{own}", get(own_data::show_erase).merge(post(own_data::erase)))
        .route("/u/{token}", get(unsubscribe::show).merge(post(unsubscribe::leave)));
    Routes::from(pages)
}
