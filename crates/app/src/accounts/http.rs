//! The calls of accounts, one per file.

pub mod config;
pub mod create_key;
pub mod delete_key;
pub mod delete_me;
pub mod get_me;
pub mod list_keys;
pub mod refresh;
pub mod regenerate_key;
pub mod sign_in;
pub mod sign_out;
pub mod sign_up;
pub mod update_key;
pub mod update_me;
pub mod well_known;
