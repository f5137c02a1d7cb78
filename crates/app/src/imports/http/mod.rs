//! The calls of imports, one per file.

pub mod cancel;
pub mod create;
pub mod errors;
pub mod list;
pub mod show;
