//! Changing a reader.

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{duplicate, read_attributes, read_tags};
use crate::{
    Core, NewsletterId, SubscriberId,
    accounts::Caller,
    http::{ApiResult, Fields, IfMatch, Json, Patch, Path, Problem, ProblemCode, Problems, Tagged},
    subscribers::{
        model::{AttributeValue, MAX_NAME, Status, Subscriber, may_become},
        store::{self, write::Person},
    },
    webhooks::Event,
};

/// Any subset of the fields.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateSubscriber {
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 254)]
    email: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    first_name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    last_name: Patch<String>,
    /// From `active` to `unsubscribed` and back; nothing else is an author's to decide.
    #[serde(default)]
    #[schema(value_type = Option<Status>)]
    status: Patch<Status>,
    /// Replaces all attributes; null removes them.
    #[serde(default)]
    #[schema(value_type = Option<BTreeMap<String, AttributeValue>>)]
    attributes: Patch<Map<String, Value>>,
    /// Replaces all tags; null removes them.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>)]
    tags: Patch<Vec<String>>,
}

/// What changes; `None` stays, `Some(None)` is cleared.
struct Change {
    address: Option<content::Address>,
    first_name: Option<Option<String>>,
    last_name: Option<Option<String>>,
    status: Option<Status>,
    attributes: Option<Map<String, Value>>,
    tags: Option<Vec<String>>,
}

/// Change a subscriber
#[utoipa::path(put, path = "/api/newsletters/{newsletter_id}/subscribers/{subscriber_id}", tag = "subscribers",
    params(("newsletter_id" = i64, Path), ("subscriber_id" = i64, Path)), request_body = UpdateSubscriber,
    responses(
        (status = 200, body = Subscriber),
        Problems<400, 401, 404, 409, 412, 413, 415, 422>))]
pub async fn update_subscriber(
    State(core): State<Core>,
    caller: Caller,
    Path((id, subscriber_id)): Path<(NewsletterId, SubscriberId)>,
    if_match: IfMatch,
    Json(body): Json<UpdateSubscriber>,
) -> ApiResult<Tagged<Subscriber>> {
    let change = read(body)?;
    let mut tx = core.db.begin().await?;
    let old = store::read::find(&mut tx, caller.author_id, id, subscriber_id, true).await?;
    let old = old.ok_or_else(|| Problem::not_found("subscriber"))?;
    if_match.check(&old)?;
    let to = change.status.unwrap_or(old.status);
    if !may_become(old.status, to) {
        return Err(Problem::conflict(
            ProblemCode::WrongSubscriberStatus,
            format!("A subscriber who is {} cannot be made {}.", old.status.as_str(), to.as_str()),
        ));
    }
    let person = merge(&old, change)?;
    if !store::write::update(&mut tx, &old, &person, to, core.now()).await? {
        return Err(duplicate());
    }
    let left = to == Status::Unsubscribed && old.status != to;
    let event = if left { Event::SubscriberUnsubscribed } else { Event::SubscriberUpdated };
    store::emit::emit(&mut tx, id, &[subscriber_id], event, core.now()).await?;
    let row = store::read::find(&mut tx, caller.author_id, id, subscriber_id, false).await?;
    tx.commit().await?;
    row.map(Tagged).ok_or_else(|| Problem::not_found("subscriber"))
}

fn read(body: UpdateSubscriber) -> ApiResult<Change> {
    let mut fields = Fields::default();
    let email = fields.patch_required("email", body.email);
    let address = email.and_then(|text| fields.email("email", &text));
    let first_name = fields.patch_line("first_name", body.first_name, MAX_NAME);
    let last_name = fields.patch_line("last_name", body.last_name, MAX_NAME);
    let status = fields.patch_required("status", body.status);
    let attributes = body.attributes.change().map(Option::unwrap_or_default);
    if let Some(attributes) = &attributes {
        read_attributes(&mut fields, attributes);
    }
    let tags = body.tags.change().map(|tags| read_tags(&mut fields, &tags.unwrap_or_default()));
    fields.finish()?;
    Ok(Change { address, first_name, last_name, status, attributes, tags })
}

fn merge(old: &Subscriber, change: Change) -> ApiResult<Person> {
    let address = match change.address {
        Some(address) => address,
        None => content::parse_address(&old.email).map_err(|e| Problem::internal(&e))?,
    };
    Ok(Person {
        address,
        first_name: change.first_name.unwrap_or_else(|| old.first_name.clone()),
        last_name: change.last_name.unwrap_or_else(|| old.last_name.clone()),
        attributes: change.attributes.unwrap_or_else(|| old.attributes.clone()),
        tags: change.tags.unwrap_or_else(|| old.tags.clone()),
    })
}
