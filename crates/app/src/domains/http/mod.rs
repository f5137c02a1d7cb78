//! The calls of domains, one per file.

pub mod create;
pub mod get;
pub mod list;
pub mod metrics;
pub mod records;
pub mod rotate;
pub mod status;
pub mod update;
pub mod verify;

use database::Tx;

use super::{
    Domain, store,
    view::{self, DnsRecord, DomainAndRecords, DomainView, is_writable},
};
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Problem},
};

fn no_such_domain() -> Problem {
    Problem::not_found("domain")
}

/// A domain that the caller may see.
async fn visible(tx: &mut Tx, caller: &Caller, id: i64) -> ApiResult<Domain> {
    store::find_visible(tx, caller.author_id, id).await?.ok_or_else(no_such_domain)
}

/// A domain that the caller may change; a shared one is an administrator's to change.
pub async fn writable(tx: &mut Tx, caller: &Caller, id: i64) -> ApiResult<Domain> {
    let domain = visible(tx, caller, id).await?;
    if is_writable(caller, &domain) {
        Ok(domain)
    } else {
        Err(Problem::forbidden("Only an administrator may change a shared domain."))
    }
}

/// As the caller sees it.
pub async fn shown(core: &Core, tx: &mut Tx, caller: &Caller, id: i64) -> ApiResult<DomainView> {
    let domain = visible(tx, caller, id).await?;
    let mut views = view::views(core, tx, caller, vec![domain]).await?;
    views.pop().ok_or_else(no_such_domain)
}

async fn with_records(core: &Core, tx: &mut Tx, caller: &Caller, id: i64) -> ApiResult<DomainAndRecords> {
    let domain = shown(core, tx, caller, id).await?;
    let dns_records = store::records(tx, id).await?.into_iter().map(DnsRecord::from).collect();
    Ok(DomainAndRecords { domain, dns_records })
}
