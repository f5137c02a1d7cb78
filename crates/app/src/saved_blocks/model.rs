//! What a saved block is.

use serde::Serialize;

use crate::{
    Timestamp,
    templates::{Block, JsonText},
};

/// Longest name, in characters.
pub const MAX_NAME: usize = 100;
/// Most saved blocks of an author.
pub const MAX_SAVED: i64 = 200;

/// A block that the author keeps to use in other emails.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct SavedBlock {
    pub id: i64,
    pub name: String,
    #[schema(value_type = Block)]
    pub block: JsonText,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
