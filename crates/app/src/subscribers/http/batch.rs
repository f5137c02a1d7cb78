//! Adding or filling in many readers in one call.

use std::collections::{BTreeMap, HashSet};

use axum::extract::State;
use database::Tx;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    create::{self, CreateSubscriber},
    home,
};
use crate::{
    Core, NewsletterId, SubscriberId, Timestamp,
    accounts::Caller,
    events::{self, Event},
    http::{ApiResult, FieldCode, FieldError, Json, Path, Problem, ProblemCode, Problems},
    subscribers::{
        model::{MAX_ENTRIES, Status},
        store::{self, upsert::Done, write::Person},
    },
};

/// Readers of one call.
const MAX_SUBSCRIBERS: usize = 1_000;
/// Of the body, in bytes.
pub const MAX_BODY: usize = 4 << 20;
/// Somebody else may add one of the readers, or count their opens, in the same moment; then it is decided again.
const ATTEMPTS: usize = 5;

/// What became of a reader, and who it is.
pub type Put = (Done, SubscriberId);

/// Subscribers to add or fill in.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct PutSubscribers {
    /// 1 to 1,000, each address once.
    #[schema(min_items = 1, max_items = 1000)]
    subscribers: Vec<CreateSubscriber>,
}

/// What became of one subscriber of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BatchResult {
    Created,
    Updated,
    /// There with all that was said.
    Unchanged,
    /// Unsubscribed, bounced or complained: left alone.
    Protected,
    /// Wrong, as `errors` says.
    Refused,
}

impl From<Done> for BatchResult {
    fn from(done: Done) -> Self {
        match done {
            Done::Created => Self::Created,
            Done::Updated => Self::Updated,
            Done::Unchanged => Self::Unchanged,
            Done::Protected => Self::Protected,
            Done::TooMany(_) => Self::Refused,
        }
    }
}

/// Why a reader cannot have all that was given, with what is there.
pub fn too_many(field: &'static str) -> Problem {
    Problem::field(
        field,
        FieldCode::TooMany,
        format!("With what is there already these are more than {MAX_ENTRIES} {field}."),
    )
}

/// What became of a subscriber, at the place at which it was sent.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BatchEntry {
    /// As it was sent.
    pub email: String,
    pub result: BatchResult,
    /// The subscriber; null where it was refused.
    #[schema(required, value_type = Option<i64>)]
    pub subscriber_id: Option<SubscriberId>,
    /// What is wrong with it; empty unless it was refused.
    pub errors: Vec<FieldError>,
}

/// One entry for each subscriber, in their order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Batch {
    /// One for each subscriber that was sent, at its place.
    pub results: Vec<BatchEntry>,
}

/// Add or fill in up to 1,000 subscribers
///
/// Each by its address: who is new is added; of who is there, names and attributes that are given are written over and tags
/// are added. Who left is left alone, and nobody becomes active who is not; of whom the call says that they left, nothing else is
/// written. A wrong value of one keeps nobody else out. Done again it changes nothing.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/subscribers/batch", tag = "subscribers",
    params(("newsletter_id" = i64, Path)), request_body = PutSubscribers,
    responses(
        (status = 200, body = Batch),
        Problems<400, 401, 404, 409, 413, 415, 422>))]
pub async fn put_subscribers(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
    Json(body): Json<PutSubscribers>,
) -> ApiResult<axum::Json<Batch>> {
    let count = body.subscribers.len();
    if count == 0 || count > MAX_SUBSCRIBERS {
        let wrong = if count == 0 { FieldCode::Required } else { FieldCode::TooMany };
        return Err(Problem::field("subscribers", wrong, "Send 1 to 1,000 subscribers."));
    }
    let mut results = Vec::with_capacity(count);
    let (mut people, mut places, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for (at, body) in body.subscribers.into_iter().enumerate() {
        let (email, status) = (body.email.clone(), body.status);
        let read = create::read(body).and_then(|person| {
            if seen.insert(person.address.key.clone()) {
                return Ok(person);
            }
            Err(Problem::field("email", FieldCode::Duplicate, "This address is in the batch already."))
        });
        let errors = match read {
            Ok(person) => {
                people.push((person, status));
                places.push(at);
                Vec::new()
            }
            Err(problem) => problem.errors,
        };
        results.push(BatchEntry { email, result: BatchResult::Refused, subscriber_id: None, errors });
    }
    let put = put(&core, &caller, id, &people, false).await?;
    for (at, (done, subscriber_id)) in places.into_iter().zip(put) {
        let entry = &mut results[at];
        entry.result = done.into();
        if let Done::TooMany(field) = done {
            entry.errors = too_many(field).errors;
        } else {
            entry.subscriber_id = Some(subscriber_id);
        }
    }
    Ok(axum::Json(Batch { results }))
}

/// Adds or fills in the readers, whose addresses differ; what became of each, in their order. The author may be told of who is
/// new, one by one.
pub async fn put(
    core: &Core,
    caller: &Caller,
    newsletter_id: NewsletterId,
    people: &[(Person, Option<Status>)],
    is_told: bool,
) -> ApiResult<Vec<Put>> {
    for _ in 0..ATTEMPTS {
        let mut tx = core.db.begin().await?;
        let home = home(&mut tx, caller.author_id, newsletter_id).await?;
        let rest = if home.double_opt_in { Status::Pending } else { Status::Active };
        match put_in(&mut tx, newsletter_id, people, rest, core.now()).await {
            Err(error) if database::is_unique_violation(&error) || database::is_deadlock(&error) => {}
            // Deleted since it was looked at.
            Err(error) if database::is_foreign_key_violation(&error) => {
                return Err(Problem::not_found("newsletter"));
            }
            put => {
                let put = put?;
                for ((person, _), (done, _)) in people.iter().zip(&put).filter(|_| is_told) {
                    if *done == Done::Created {
                        let event = Event::SubscriberAdded {
                            email: &person.address.original,
                            newsletter: &home.name,
                        };
                        events::record(&mut tx, caller.author_id, event, core.now()).await?;
                    }
                }
                tx.commit().await?;
                return Ok(put);
            }
        }
    }
    Err(Problem::conflict(
        ProblemCode::ChangedMeanwhile,
        "Somebody else added these subscribers in the same moment: try again.",
    ))
}

async fn put_in(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    people: &[(Person, Option<Status>)],
    rest: Status,
    now: Timestamp,
) -> database::Result<Vec<Put>> {
    let texts: Vec<(String, String)> = people.iter().map(|(person, _)| texts(person)).collect();
    let mut order: Vec<usize> = (0..people.len()).collect();
    order.sort_unstable_by_key(|at| &people[*at].0.address.key);
    let rows: Vec<store::upsert::Incoming<'_>> = order
        .iter()
        .map(|at| {
            let (person, status) = &people[*at];
            store::upsert::Incoming {
                email: &person.address.original,
                email_key: &person.address.key,
                first_name: person.first_name.as_deref(),
                last_name: person.last_name.as_deref(),
                attributes: &texts[*at].0,
                tags: &texts[*at].1,
                // `active` is what an absent one means; whoever was not asked to confirm stays so.
                status: status.filter(|status| *status != Status::Active),
                subscribed_at: None,
                left_at: None,
            }
        })
        .collect();
    let each = store::upsert::upsert_each(tx, newsletter_id, &rows, rest, now).await?;
    let mut put: Vec<(usize, Put)> = order.into_iter().zip(each).collect();
    put.sort_unstable_by_key(|(at, _)| *at);
    Ok(put.into_iter().map(|(_, put)| put).collect())
}

/// Attributes and tags as they are kept: keys ascending.
fn texts(person: &Person) -> (String, String) {
    let attributes: BTreeMap<&String, &Value> = person.attributes.iter().collect();
    let json = |value: serde_json::Result<String>| value.unwrap_or_default();
    (json(serde_json::to_string(&attributes)), json(serde_json::to_string(&person.tags)))
}
