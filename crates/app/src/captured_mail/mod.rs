//! The built-in mailbox: mail that the `capture:` transport keeps instead of sending it.
//!
//! Owns the table `captured_mail`. An author sees the mail of their own campaigns and account alone.

mod harmless;
pub mod http;
mod model;
mod removal;
mod store;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
    tracking::Intake,
};
pub use model::{CapturedMailKind, HeaderLine, identify};
pub use removal::REMOVAL;
pub use store::{NewMail, ids_for, insert};

pub fn routes<S: Has<Keys> + Has<Intake>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_captured_mail))
        .merge(routes!(http::get::get_captured_mail))
        .merge(routes!(http::raw::get_raw_captured_mail))
}
