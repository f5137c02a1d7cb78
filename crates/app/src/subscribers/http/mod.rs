//! The calls of subscribers, one per file, and what their bodies share.

pub mod batch;
pub mod bulk;
pub mod by_email;
pub mod create;
pub mod delete;
pub mod export;
pub mod list;
pub mod list_all;
#[cfg(test)]
mod put_tests;
pub mod show;
pub mod stats;
#[cfg(test)]
mod tests;
pub mod update;

use axum::{http::Uri, response::Response};
use database::Tx;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    model::{Filter, Needle, Status, check_attributes, check_tag, check_tags},
    store,
};
use crate::{
    AuthorId, NewsletterId,
    http::{ApiResult, Fields, Page, Problem, ProblemCode, Total, list as answer_list},
    newsletters::{self, Newsletter},
};

/// The count of a search stops here.
const MAX_COUNT: i64 = 1000;

/// Which readers a list shows.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FilterQuery {
    /// Part of the address or of a name, in any case; one or two characters: the start of the address.
    #[param(max_length = 200)]
    pub q: Option<String>,
    /// The whole address, in any case, instead of `q`: one subscriber of each newsletter at most.
    #[param(max_length = 254)]
    pub email: Option<String>,
    /// Only subscribers with this tag, as it is written.
    #[param(max_length = 64)]
    pub tag: Option<String>,
    /// Only subscribers who stand there.
    #[param(value_type = Option<Status>)]
    pub status: Option<String>,
}

impl FilterQuery {
    fn filter(&self) -> ApiResult<Filter> {
        let status = match self.status.as_deref().filter(|s| !s.is_empty()) {
            None => None,
            Some(text) => Some(Status::parse(text).ok_or_else(|| {
                Problem::bad_request("status must be active, unsubscribed, pending, bounced or complained.")
            })?),
        };
        let q = self.q.as_deref().unwrap_or("").trim();
        let needle = Needle::new(q);
        if needle.is_none() && !q.is_empty() {
            return Err(Problem::bad_request(format!(
                "q must have at most {} characters and not the character U+0000.",
                Needle::MAX
            )));
        }
        let tag = match self.tag.as_deref().filter(|tag| !tag.trim().is_empty()).map(check_tag) {
            None => None,
            Some(Ok(tag)) => Some(tag),
            Some(Err(refusal)) => return Err(Problem::bad_request(refusal.message)),
        };
        let email = self.email.as_deref().filter(|email| !email.trim().is_empty());
        if email.is_some() && (needle.is_some() || tag.is_some()) {
            return Err(Problem::bad_request("Ask by email alone, or by q and tag."));
        }
        let email_key = match email.map(content::parse_address) {
            None => None,
            Some(Ok(address)) => Some(address.key),
            Some(Err(_)) => return Err(Problem::bad_request("email must be an email address.")),
        };
        Ok(Filter { needle, status, email_key, tag })
    }
}

/// One page of the readers of some newsletters of an author, newest first.
async fn page_of(
    tx: &mut Tx,
    author_id: AuthorId,
    newsletters: &[NewsletterId],
    only: Option<NewsletterId>,
    filter: &Filter,
    page: &Page,
    uri: &Uri,
) -> ApiResult<Response> {
    let (before, limit) = (page.before_id(), page.fetch());
    let (ids, total) = if let (Some(needle), None) = (&filter.needle, &filter.tag) {
        let found = store::search::found(tx, newsletters, filter, needle, before, limit, MAX_COUNT + 1);
        let (ids, count) = found.await?;
        (ids, counted(count))
    } else if filter.tag.is_some() {
        let most = limit.max(MAX_COUNT + 1);
        let mut ids = store::search::newest(tx, newsletters, filter, i64::MAX, most).await?;
        let count = ids.len() as i64;
        // The first page is the beginning of what is counted.
        if before == i64::MAX {
            ids.truncate(limit.max(0) as usize);
        } else {
            ids = store::search::newest(tx, newsletters, filter, before, limit).await?;
        }
        (ids, counted(count))
    } else if filter.email_key.is_some() {
        let all = store::search::newest(tx, newsletters, filter, i64::MAX, i64::MAX).await?;
        let total = Total::Exact(all.len() as i64);
        (all.into_iter().filter(|id| id.get() < before).take(limit.max(0) as usize).collect(), total)
    } else {
        let ids = store::search::newest(tx, newsletters, filter, before, limit).await?;
        (ids, Total::Exact(store::read::counted(tx, author_id, only).await?.count(filter.status)))
    };
    let rows = store::read::rows(tx, author_id, &ids).await?;
    Ok(answer_list(page, uri, total, rows, |row| vec![row.id.get()]))
}

/// A count that stopped beyond the most that is told.
fn counted(count: i64) -> Total {
    if count > MAX_COUNT { Total::AtLeast(MAX_COUNT) } else { Total::Exact(count) }
}

/// The author's newsletter, which takes subscribers.
async fn home(tx: &mut Tx, author_id: AuthorId, id: NewsletterId) -> ApiResult<Newsletter> {
    let home = newsletters::find(tx, author_id, id).await?.ok_or_else(|| Problem::not_found("newsletter"))?;
    if home.is_active {
        return Ok(home);
    }
    Err(Problem::conflict(
        ProblemCode::NewsletterInactive,
        "This newsletter is inactive: activate it before adding subscribers.",
    ))
}

/// Checks attributes of a body.
fn read_attributes(fields: &mut Fields, attributes: &Map<String, Value>) {
    for (name, refusal) in check_attributes(attributes) {
        let field = if name.is_empty() { "attributes".to_owned() } else { format!("attributes.{name}") };
        fields.push(refusal.at(field));
    }
}

/// Checks tags of a body.
fn read_tags(fields: &mut Fields, tags: &[String]) -> Vec<String> {
    check_tags(tags).unwrap_or_else(|errors| {
        for (at, refusal) in errors {
            fields.push(refusal.at(at.map_or_else(|| "tags".to_owned(), |at| format!("tags[{at}]"))));
        }
        Vec::new()
    })
}

fn duplicate() -> Problem {
    Problem::conflict(
        ProblemCode::SubscriberExists,
        "This newsletter already has a subscriber with this email address.",
    )
}
