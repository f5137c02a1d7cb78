//! The calls of messages, one per file.

pub mod create;
pub mod get;
pub mod list;
pub mod resolve;

use crate::http::Problem;

fn missing() -> Problem {
    Problem::not_found("message")
}
