//! The calls of the suppression list, for administrators: it names readers of every author.

pub mod create;
pub mod delete;
pub mod list;
