//! The calls that remove.

pub mod delete_domain;
pub mod delete_me;
pub mod delete_newsletter;
