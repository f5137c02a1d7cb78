//! The calls of accounts, one per file.

pub mod change_email;
pub mod change_password;
pub mod config;
pub mod create_key;
pub mod delete_key;
pub mod get_me;
pub mod hosted;
pub mod list_audit;
pub mod list_keys;
pub mod passkey_sign_in;
pub mod passkeys;
pub mod password_reset;
pub mod refresh;
pub mod regenerate_key;
pub mod security;
pub mod sessions;
pub mod sign_in;
pub mod sign_out;
pub mod sign_up;
pub mod totp;
pub mod update_key;
pub mod update_me;
pub mod verify_email;
pub mod well_known;
