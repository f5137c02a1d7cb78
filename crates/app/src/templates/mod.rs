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
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has};
pub use holding::HOLDING;
pub use json_text::JsonText;
pub use model::{
    Blocks, Content, MAX_BODY, MAX_CONTENT, check_block, check_blocks, check_content, check_theme, conflict,
};
pub use removal::REMOVAL;
pub use store::{Template, delete, find, find_locked, insert, named_like};
pub use view::Block;

pub fn routes<S: Has<Keys>>() -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(http::list::list_templates, http::create::create_template))
        .routes(routes!(
            http::get::get_template,
            http::update::update_template,
            http::delete::delete_template
        ))
        .routes(routes!(http::duplicate::duplicate_template))
        .routes(routes!(http::versions::list_template_versions))
        .routes(routes!(http::version::get_template_version))
        .routes(routes!(http::restore::restore_template_version))
        .layer(DefaultBodyLimit::max(MAX_BODY))
}
