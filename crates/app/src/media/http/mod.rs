//! The calls of images, one per file.

pub mod create;
pub mod delete;
pub mod file;
pub mod get;
pub mod list;
pub mod update;

use database::Tx;

use super::{
    store,
    view::{Media, view},
};
use crate::{Core, accounts::Caller, http::Problem};

/// The caller's image, or 404.
async fn find(core: &Core, tx: &mut Tx, caller: &Caller, id: i64) -> Result<Media, Problem> {
    let found = store::find(tx, caller.author_id, id).await?;
    found.map(|whole| view(core, whole)).ok_or_else(|| Problem::not_found("image"))
}
