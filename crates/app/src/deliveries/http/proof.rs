//! `GET …/deliveries.csv`: the whole ledger of a campaign as a file, one line a reader.

use std::collections::HashMap;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use futures::{Stream, stream};

use super::{
    list::{all_states, page_rows},
    send::find,
};
use crate::{
    CampaignId, Core, NewsletterId, SubscriberId, Timestamp,
    accounts::Caller,
    deliveries::store,
    http::{ApiResult, Path, Problem, ProblemBody, ProblemCode},
    runs::{self, RunRow, State as DeliveryState},
    subscribers,
};

const BATCH: i64 = 2_000;
const COLUMNS: [&str; 9] = [
    "email",
    "state",
    "reason",
    "code",
    "enhanced_code",
    "attempts",
    "updated_at",
    "opened_at",
    "clicked_at",
];

/// Download the proof
///
/// Every intended subscriber with state, reason and times, streamed. A field that a spreadsheet would take for a formula has an
/// apostrophe in front.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/deliveries.csv", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "It was not sent yet")))]
pub async fn export_deliveries(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Response> {
    let mut tx = core.db.read().await?;
    find(&mut tx, &caller, newsletter_id, id).await?;
    let run = runs::latest(&mut tx, id).await?;
    let run = run.ok_or_else(|| {
        Problem::conflict(
            ProblemCode::NotSentYet,
            "This campaign hasn't been sent yet, so it has no delivery log.",
        )
    })?;
    drop(tx);
    let mut response = Body::from_stream(csv(core, run)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(value) =
        HeaderValue::from_str(&format!("attachment; filename=\"campaign-{id}-deliveries.csv\""))
    {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// The ledger of a run as a file, a batch at a time; whoever asks has made sure that they may.
pub fn csv(core: Core, run: RunRow) -> impl Stream<Item = std::io::Result<Bytes>> + Send + use<> {
    stream::try_unfold(Proof { core, run, after: None }, Proof::next)
}

/// How far the file has come: one batch is in memory, and no transaction is open while the client reads it.
struct Proof {
    core: Core,
    run: RunRow,
    /// `None` before the header.
    after: Option<i64>,
}

impl Proof {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, std::io::Error> {
        let mut out = csv::Writer::from_writer(Vec::with_capacity(256 * 1024));
        if self.after.is_none() {
            out.write_record(COLUMNS)?;
        }
        let lines = self.lines().await.map_err(|error| {
            tracing::error!(%error, "a proof was cut off");
            std::io::Error::other("the database does not answer")
        })?;
        let Some((last, lines)) = lines else { return Ok(None) };
        self.after = Some(last);
        for line in lines {
            out.write_record(line.iter().map(|field| subscribers::csv_safe(field).into_owned()))?;
        }
        let bytes = out.into_inner().map_err(csv::IntoInnerError::into_error)?;
        Ok(Some((bytes.into(), self)))
    }

    /// The next lines and the id of the last reader; `None` at the end. An empty ledger has its header alone.
    async fn lines(&self) -> database::Result<Option<(i64, Vec<[String; 9]>)>> {
        let after = self.after.unwrap_or(0);
        let mut tx = self.core.db.read_through().await?;
        let rows = page_rows(&mut tx, &self.run, &all_states(), after, BATCH).await?;
        let Some(last) = rows.last().map(|row| row.subscriber_id.get()) else {
            return Ok(self.after.is_none().then(|| (i64::MAX, Vec::new())));
        };
        let ids: Vec<SubscriberId> = rows.iter().map(|row| row.subscriber_id).collect();
        let readers = subscribers::readers_by_ids(&mut tx, self.run.newsletter_id, &ids).await?;
        let emails: HashMap<SubscriberId, String> =
            readers.into_iter().map(|reader| (reader.id, reader.email)).collect();
        let firsts = store::firsts(&mut tx, &self.run, &ids).await?;
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
        let lines = rows.into_iter().map(|row| {
            let state = DeliveryState::from_code(row.state).unwrap_or(DeliveryState::Queued);
            let firsts = firsts.get(&row.subscriber_id).copied().unwrap_or_default();
            let touched = row.attempts > 0 || state != DeliveryState::Queued;
            [
                // A reader who was erased since has left no address.
                emails.get(&row.subscriber_id).cloned().unwrap_or_default(),
                state.group().to_owned(),
                row.reason.unwrap_or_default(),
                row.code.map(|code| code.to_string()).unwrap_or_default(),
                row.enhanced_code.unwrap_or_default(),
                row.attempts.to_string(),
                time(touched.then_some(row.updated_at)),
                time(firsts.opened_at),
                time(firsts.clicked_at),
            ]
        });
        Ok(Some((last, lines.collect())))
    }
}
