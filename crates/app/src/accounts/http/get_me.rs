//! The author who asks.

use axum::extract::State;
use database::Tx;
use serde::Serialize;

use crate::{
    Core,
    accounts::{
        Caller,
        model::{ApiKey, Author},
        store, tokens,
    },
    http::{ApiResult, Editable, Problems, Tagged},
};

/// The author, and the key that asks.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Me {
    #[serde(flatten)]
    pub author: Author,
    /// The API key of this call, with what it may do; null for a signed-in browser.
    #[schema(required)]
    pub api_key: Option<ApiKey>,
}

/// The signed-in author
///
/// Any API key may ask, whatever its scopes: the answer says which it has and when it ends.
#[utoipa::path(get, path = "/api/me", tag = "me",
    responses(
        (status = 200, body = Me),
        Problems<401>))]
pub async fn get_me(State(core): State<Core>, caller: Caller) -> ApiResult<Tagged<Me>> {
    let mut tx = core.db.read().await?;
    // Deleted between the two reads.
    let author = store::by_id(&mut tx, caller.author_id).await?.ok_or_else(tokens::refused)?;
    me(&mut tx, &caller, author.into()).await.map(Tagged)
}

/// The author with the key that asks.
pub async fn me(tx: &mut Tx, caller: &Caller, author: Author) -> ApiResult<Me> {
    let api_key = match caller.api_key_id {
        Some(id) => Some(store::keys::find(tx, caller.author_id, id).await?.ok_or_else(tokens::refused)?),
        None => None,
    };
    Ok(Me { author, api_key })
}

impl Editable for Me {
    const TABLE: &str = "authors";

    fn edited(&self) -> impl Serialize {
        (&self.author.name, &self.author.company, &self.author.time_zone)
    }
}
