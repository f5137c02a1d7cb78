//! Adding a reader by hand.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{duplicate, home, read_attributes, read_tags};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    events::{self, Event},
    http::{ApiResult, Fields, Json, Path, Problem, Problems},
    subscribers::{
        model::{AttributeValue, MAX_NAME, Status, Subscriber},
        store::{self, write::Person},
    },
};

/// A new subscriber.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct CreateSubscriber {
    #[schema(max_length = 254)]
    pub email: String,
    #[schema(max_length = 200)]
    pub first_name: Option<String>,
    #[schema(max_length = 200)]
    pub last_name: Option<String>,
    /// At most 50 values: texts of up to 1,000 characters, numbers, booleans or null.
    #[schema(value_type = Option<BTreeMap<String, AttributeValue>>)]
    pub attributes: Option<Map<String, Value>>,
    /// At most 50, each one line of up to 64 characters.
    pub tags: Option<Vec<String>>,
    /// Who left, bounced or complained elsewhere is added as such and gets nothing, not even a question. `active` is what
    /// an absent one means: with double opt-in the subscriber is `pending` all the same.
    pub status: Option<Status>,
}

/// Add a subscriber
///
/// With double opt-in the subscriber is `pending` until the address is confirmed.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/subscribers", tag = "subscribers",
    params(("newsletter_id" = i64, Path)), request_body = CreateSubscriber,
    responses(
        (status = 201, body = Subscriber),
        Problems<400, 401, 404, 409, 413, 415, 422>))]
pub async fn create_subscriber(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
    Json(body): Json<CreateSubscriber>,
) -> ApiResult<(StatusCode, axum::Json<Subscriber>)> {
    let asked = body.status.unwrap_or(Status::Active);
    let person = read(body)?;
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let home = home(&mut tx, caller.author_id, id).await?;
    let status = match asked {
        Status::Active if home.double_opt_in => Status::Pending,
        // Only ever less than the newsletter would give.
        lower => lower,
    };
    let added = store::write::insert(&mut tx, home.id, &person, status, now).await?.ok_or_else(duplicate)?;
    let event = Event::SubscriberAdded { email: &person.address.original, newsletter: &home.name };
    events::record(&mut tx, caller.author_id, event, now).await?;
    let row = store::read::find(&mut tx, caller.author_id, home.id, added, false).await?;
    tx.commit().await?;
    let row = row.ok_or_else(|| Problem::not_found("subscriber"))?;
    Ok((StatusCode::CREATED, axum::Json(row)))
}

pub fn read(body: CreateSubscriber) -> ApiResult<Person> {
    let mut fields = Fields::default();
    let address = fields.email("email", &body.email);
    let first_name = fields.line("first_name", body.first_name, MAX_NAME);
    let last_name = fields.line("last_name", body.last_name, MAX_NAME);
    let attributes = body.attributes.unwrap_or_default();
    read_attributes(&mut fields, &attributes);
    let tags = read_tags(&mut fields, &body.tags.unwrap_or_default());
    fields.finish()?;
    let address = address.ok_or_else(|| Problem::required("email", "Email is required."))?;
    Ok(Person { address, first_name, last_name, attributes, tags })
}
