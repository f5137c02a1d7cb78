//! Templates: reusable mails of the block editor, and their last saves.
//!
//! Owns `templates` and `template_versions`. The rules of blocks are here for campaigns and
//! saved blocks as well: [`check_blocks`], [`check_block`].

pub mod blocks;
mod clean;
mod holding;
pub mod http;
mod json_text;
mod links;
mod model;
mod removal;
mod store;
#[cfg(test)]
mod tests;
mod view;

use axum::extract::DefaultBodyLimit;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};
pub use holding::HOLDING;
pub use json_text::JsonText;
pub use model::{
    Blocks, Content, MAX_BODY, MAX_CONTENT, check_block, check_blocks, check_content, check_theme, conflict,
};
pub use removal::REMOVAL;
pub use store::{Template, delete, find, find_locked, insert, named_like};
pub use view::Block;

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_templates, http::create::create_template))
        .merge(routes!(http::get::get_template, http::update::update_template, http::delete::delete_template))
        .merge(routes!(http::duplicate::duplicate_template))
        .merge(routes!(http::versions::list_template_versions))
        .merge(routes!(http::version::get_template_version))
        .merge(routes!(http::restore::restore_template_version))
        .layer(DefaultBodyLimit::max(MAX_BODY))
}
