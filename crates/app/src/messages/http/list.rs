//! All messages of an author.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use crate::{
    Core, NewsletterId,
    accounts::Caller,
    http::{ApiResult, FieldCode, PageQuery, Problem, Problems, Query, Total, list},
    messages::{
        model::{Message, State as MessageState},
        store,
    },
};

/// Counting stops here.
const MAX_COUNT: i64 = 10_000;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MessageQuery {
    /// Only messages that stand there.
    #[param(value_type = Option<MessageState>)]
    state: Option<String>,
    /// Only those from this newsletter's sender.
    #[param(value_type = Option<i64>)]
    newsletter_id: Option<NewsletterId>,
    /// Only those to this whole address.
    to: Option<String>,
}

/// List messages, newest first
///
/// What became of a message is kept for 90 days, its content until it has left.
#[utoipa::path(get, path = "/api/messages", tag = "messages", params(MessageQuery, PageQuery),
    responses(
        (status = 200, body = [Message], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"),
            ("x-total-count-capped" = bool, description = "Present when there are more than were counted"))),
        Problems<400, 401, 422>))]
pub async fn list_messages(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(of): Query<MessageQuery>,
    Query(query): Query<PageQuery>,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let filter = store::Filter {
        state: of.state.filter(|state| !state.is_empty()).map(|state| read_state(&state)).transpose()?,
        newsletter_id: of.newsletter_id,
        to: of.to.filter(|to| !to.is_empty()).map(|to| read_address(&to)).transpose()?,
    };
    let mut tx = core.db.read().await?;
    let count = store::count(&mut tx, caller.author_id, &filter, MAX_COUNT + 1).await?;
    let total = if count > MAX_COUNT { Total::AtLeast(MAX_COUNT) } else { Total::Exact(count) };
    let rows = store::list(&mut tx, caller.author_id, &filter, &page).await?;
    Ok(list(&page, &uri, total, rows, |row| vec![row.id]))
}

fn read_state(name: &str) -> Result<MessageState, Problem> {
    MessageState::parse(name).ok_or_else(|| {
        Problem::field(
            "state",
            FieldCode::NotOneOf,
            "State must be queued, sending, sent, deferred, failed, suppressed or in_doubt.",
        )
    })
}

fn read_address(text: &str) -> Result<String, Problem> {
    let read = content::parse_address(text).map(|address| address.key);
    read.map_err(|error| Problem::field("to", FieldCode::Malformed, error.to_string()))
}
