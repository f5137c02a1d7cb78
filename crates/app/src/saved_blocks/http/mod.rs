//! The calls of saved blocks, one per file.

pub mod create;
pub mod delete;
pub mod list;
pub mod update;

use crate::http::Problem;

fn missing() -> Problem {
    Problem::not_found("saved block")
}
