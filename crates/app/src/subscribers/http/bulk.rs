//! One action on many readers.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::FilterQuery;
use crate::{
    Core, NewsletterId, SubscriberId,
    accounts::Caller,
    http::{ApiResult, FieldCode, Fields, Json, Path, Problem, Problems},
    newsletters,
    subscribers::{
        model::{Filter, check_tag},
        store::{self, bulk::Action},
    },
};

/// Most ids of one call.
const MAX_IDS: usize = 10_000;
/// Readers of one transaction: other writers wait no longer than it takes.
const BATCH: i64 = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BulkAction {
    Remove,
    Unsubscribe,
    Tag,
    Untag,
}

/// The subscribers that a list with the same filter shows.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct BulkFilter {
    #[schema(max_length = 200)]
    q: Option<String>,
    #[schema(value_type = Option<crate::subscribers::Status>)]
    status: Option<String>,
    /// Who has this tag, as it is written.
    #[schema(max_length = 64)]
    tag: Option<String>,
}

/// An action, and either ids or a filter.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct BulkSubscribers {
    action: BulkAction,
    /// At most 10,000; those that are not the newsletter's are passed over.
    #[schema(value_type = Option<Vec<i64>>)]
    ids: Option<Vec<SubscriberId>>,
    filter: Option<BulkFilter>,
    /// For `tag` and `untag`.
    #[schema(max_length = 64)]
    tag: Option<String>,
}

/// How many subscribers the call meant and how many it changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct BulkResult {
    matched: i64,
    changed: i64,
}

/// Act on many subscribers
///
/// The work is done in batches: a call that is cut off has done a part, and doing it again does the rest.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/subscribers/bulk", tag = "subscribers",
    params(("newsletter_id" = i64, Path)), request_body = BulkSubscribers,
    responses(
        (status = 200, body = BulkResult),
        Problems<400, 401, 404, 409, 413, 415, 422>))]
pub async fn change_subscribers(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
    Json(body): Json<BulkSubscribers>,
) -> ApiResult<axum::Json<BulkResult>> {
    let (action, target) = read(body)?;
    // In many transactions, so that nobody waits long; done twice it does nothing twice.
    database::apart(Box::pin(apply(&core, &caller, id, &action, target))).await.map(axum::Json)
}

async fn apply(
    core: &Core,
    caller: &Caller,
    id: NewsletterId,
    action: &Action,
    target: Target,
) -> ApiResult<BulkResult> {
    let mut result = BulkResult::default();
    let mut place = Place { target, before: i64::MAX, at: 0 };
    loop {
        let mut tx = core.db.begin().await?;
        // Asked again for every batch: the newsletter may be gone or someone else's by now.
        let home = newsletters::find(&mut tx, caller.author_id, id).await?;
        home.ok_or_else(|| Problem::not_found("newsletter"))?;
        let ids = place.next(&mut tx, id).await?;
        if ids.is_empty() {
            return Ok(result);
        }
        let (matched, changed) = store::bulk::apply(&mut tx, id, &ids, action, core.now()).await?;
        tx.commit().await?;
        result.matched += matched;
        result.changed += changed;
    }
}

enum Target {
    Ids(Vec<SubscriberId>),
    Filter(Filter),
}

/// How far the call has come.
struct Place {
    target: Target,
    before: i64,
    at: usize,
}

impl Place {
    async fn next(
        &mut self,
        tx: &mut database::Tx,
        newsletter_id: NewsletterId,
    ) -> database::Result<Vec<SubscriberId>> {
        match &self.target {
            Target::Ids(ids) => {
                let end = ids.len().min(self.at + BATCH as usize);
                let batch = ids[self.at..end].to_vec();
                self.at = end;
                Ok(batch)
            }
            Target::Filter(filter) => {
                if filter.needle.is_some() {
                    store::search::hold(tx).await?;
                }
                let ids = store::search::newest(tx, &[newsletter_id], filter, self.before, BATCH).await?;
                self.before = ids.last().map_or(self.before, |id| id.get());
                Ok(ids)
            }
        }
    }
}

fn read(body: BulkSubscribers) -> ApiResult<(Action, Target)> {
    let mut fields = Fields::default();
    let mut tag = || match check_tag(body.tag.as_deref().unwrap_or("")) {
        Ok(tag) => tag,
        Err(refusal) => {
            fields.push(refusal.at("tag"));
            String::new()
        }
    };
    let action = match body.action {
        BulkAction::Remove => Action::Remove,
        BulkAction::Unsubscribe => Action::Unsubscribe,
        BulkAction::Tag => Action::Tag(tag()),
        BulkAction::Untag => Action::Untag(tag()),
    };
    let target = match (body.ids, body.filter) {
        (Some(mut ids), None) => {
            if ids.len() > MAX_IDS {
                fields.error("ids", FieldCode::TooMany, format!("Name at most {MAX_IDS} subscribers."));
            }
            ids.sort_unstable();
            ids.dedup();
            Target::Ids(ids)
        }
        (None, Some(filter)) => {
            let filter =
                FilterQuery { q: filter.q, status: filter.status, tag: filter.tag, email: None }.filter();
            Target::Filter(
                filter.map_err(|problem| Problem::field("filter", FieldCode::Malformed, problem.detail))?,
            )
        }
        _ => {
            fields.error("ids", FieldCode::Conflicting, "Name the subscribers either by ids or by a filter.");
            Target::Ids(Vec::new())
        }
    };
    fields.finish()?;
    Ok((action, target))
}
