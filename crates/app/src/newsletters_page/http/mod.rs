//! The calls of newsletters, one per file.

pub mod create;
pub mod get;
pub mod list;
pub mod update;

use database::Tx;

use super::view::{self, NewsletterView};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    domains,
    http::{FieldCode, Problem},
    newsletters,
};

pub fn no_such_newsletter() -> Problem {
    Problem::not_found("newsletter")
}

/// As the caller sees it.
pub async fn shown(
    core: &Core,
    tx: &mut Tx,
    caller: &Caller,
    id: NewsletterId,
) -> Result<NewsletterView, Problem> {
    let found = newsletters::find_counted(tx, caller.author_id, id).await?;
    let mut views = view::views(core, tx, caller, vec![found.ok_or_else(no_such_newsletter)?]).await?;
    views.pop().ok_or_else(no_such_newsletter)
}

/// A newsletter is sent from a shared domain, or from one of its author's.
async fn check_domain(tx: &mut Tx, caller: &Caller, domain_id: Option<i64>) -> Result<(), Problem> {
    let Some(id) = domain_id else { return Ok(()) };
    match domains::find_visible(tx, caller.author_id, id).await? {
        None => Err(Problem::field("domain_id", FieldCode::NotFound, "There's no such domain.")),
        Some(domain) if !domain.is_active => Err(Problem::field(
            "domain_id",
            FieldCode::NotAllowed,
            format!("The domain {} is switched off.", domain.domain),
        )),
        Some(_) => Ok(()),
    }
}
