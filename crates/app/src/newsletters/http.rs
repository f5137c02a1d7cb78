//! The calls of newsletters, one per file.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod update;

use database::Tx;

use super::{
    store,
    view::{self, NewsletterView},
};
use crate::{
    App,
    http::{Caller, Problem},
};

fn no_such_newsletter() -> Problem {
    Problem::not_found("newsletter")
}

async fn shown(app: &App, tx: &mut Tx, caller: &Caller, id: i64) -> Result<NewsletterView, Problem> {
    let found = store::find_counted(tx, caller.author_id, id).await?;
    Ok(view::view(app, found.ok_or_else(no_such_newsletter)?))
}
