//! Adding or filling in one reader, by the address.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    batch,
    create::{self, CreateSubscriber},
};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    http::{ApiResult, Json, Path, Problem, ProblemCode, Problems},
    subscribers::{
        model::{AttributeValue, Status, Subscriber},
        store::{self, upsert::Done},
    },
};

/// What is known of a subscriber.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct PutSubscriber {
    #[schema(max_length = 200)]
    first_name: Option<String>,
    #[schema(max_length = 200)]
    last_name: Option<String>,
    /// At most 50 values: texts of up to 1,000 characters, numbers, booleans or null. Others that are there stay.
    #[schema(value_type = Option<BTreeMap<String, AttributeValue>>)]
    attributes: Option<Map<String, Value>>,
    /// At most 50, each one line of up to 64 characters. Others that are there stay.
    tags: Option<Vec<String>>,
    /// Who left, bounced or complained elsewhere is kept as such and gets nothing; of who is there already nothing else is written
    /// then. `active` is what an absent one means: it brings nobody back.
    status: Option<Status>,
}

/// Add a subscriber, or fill in who is there
///
/// The address in the path is the whole address, percent-encoded. Who is new is added, `pending` with double opt-in; of who
/// is there, names and attributes that are given are written over and tags are added. Who left is left alone: 409. Done again
/// it changes nothing.
#[utoipa::path(put, path = "/api/newsletters/{newsletter_id}/subscribers/by-email/{email}", tag = "subscribers",
    params(("newsletter_id" = i64, Path), ("email" = String, Path, description = "The address, in any case.")),
    request_body = PutSubscriber,
    responses(
        (status = 200, body = Subscriber),
        (status = 201, body = Subscriber),
        Problems<400, 401, 404, 409, 413, 415, 422>))]
pub async fn put_subscriber(
    State(core): State<Core>,
    caller: Caller,
    Path((id, email)): Path<(NewsletterId, String)>,
    Json(body): Json<PutSubscriber>,
) -> ApiResult<(StatusCode, axum::Json<Subscriber>)> {
    let PutSubscriber { first_name, last_name, attributes, tags, status } = body;
    let person = create::read(CreateSubscriber { email, first_name, last_name, attributes, tags, status })?;
    let put = batch::put(&core, &caller, id, &[(person, status)], true).await?;
    let (done, subscriber_id) = put.first().copied().ok_or_else(|| Problem::not_found("subscriber"))?;
    if let Done::TooMany(field) = done {
        return Err(batch::too_many(field));
    }
    let mut tx = core.db.read().await?;
    let row = store::read::find(&mut tx, caller.author_id, id, subscriber_id, false).await?;
    let row = row.ok_or_else(|| Problem::not_found("subscriber"))?;
    // Saying again what they are is no wish to change it.
    if done == Done::Protected && status != Some(row.status) {
        return Err(Problem::conflict(
            ProblemCode::WrongSubscriberStatus,
            format!("This subscriber is {} and is left alone.", row.status.as_str()),
        ));
    }
    let answer = if done == Done::Created { StatusCode::CREATED } else { StatusCode::OK };
    Ok((answer, axum::Json(row)))
}
