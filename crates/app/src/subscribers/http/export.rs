//! The whole list as a file.

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use futures::{Stream, stream};

use crate::{
    Core, NewsletterId, Timestamp,
    accounts::Caller,
    http::{ApiResult, Path, Problem, Problems},
    newsletters,
    subscribers::{
        csv_out::safe,
        store::export::{ExportRow, names, rows},
    },
};

const BATCH: i64 = 5_000;

/// Export all subscribers as CSV
///
/// Columns: email, first_name, last_name, status, tags, subscribed_at, unsubscribed_at, then one per attribute. A field
/// that a spreadsheet would take for a formula has an apostrophe in front.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/subscribers/export.csv", tag = "subscribers",
    params(("newsletter_id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        Problems<401, 404>))]
pub async fn export_subscribers(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
) -> ApiResult<Response> {
    let mut tx = core.db.read().await?;
    let home = newsletters::find(&mut tx, caller.author_id, id).await?;
    home.ok_or_else(|| Problem::not_found("newsletter"))?;
    drop(tx);
    let mut response = Body::from_stream(csv(core, id).await?).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"subscribers-{id}.csv\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// All readers of a newsletter as a file, a batch at a time; whoever asks has made sure that they may.
pub async fn csv(
    core: Core,
    newsletter_id: NewsletterId,
) -> database::Result<impl Stream<Item = std::io::Result<Bytes>> + Send + use<>> {
    let names = names(&mut core.db.read_through().await?, newsletter_id).await?;
    let stamp = (Timestamp(i64::MIN), String::new());
    Ok(stream::try_unfold(Export { core, newsletter_id, names, after: None, stamp }, Export::next))
}

/// How far the file has come: one batch is in memory, and no transaction is open while the client reads it.
struct Export {
    core: Core,
    newsletter_id: NewsletterId,
    /// Names of all attributes.
    names: Vec<String>,
    /// `None` before the header.
    after: Option<i64>,
    /// The last time written: readers of one import share theirs.
    stamp: (Timestamp, String),
}

type Step = Result<Option<(Bytes, Export)>, std::io::Error>;

impl Export {
    async fn next(mut self) -> Step {
        let mut out = csv::Writer::from_writer(Vec::with_capacity(512 * 1024));
        if self.after.is_none() {
            self.header(&mut out)?;
        }
        let after = self.after.unwrap_or(0);
        let batch = self.batch(after).await.map_err(|error| {
            tracing::error!(%error, "an export was cut off");
            std::io::Error::other("the database does not answer")
        })?;
        if batch.is_empty() && self.after.is_some() {
            return Ok(None);
        }
        self.after = Some(batch.last().map_or(i64::MAX, |row| row.id.get()));
        for row in &batch {
            self.row(&mut out, row)?;
        }
        let bytes = out.into_inner().map_err(csv::IntoInnerError::into_error)?;
        Ok(Some((bytes.into(), self)))
    }

    async fn batch(&self, after: i64) -> database::Result<Vec<ExportRow>> {
        let mut tx = self.core.db.read_through().await?;
        rows(&mut tx, self.newsletter_id, after, BATCH).await
    }

    fn header(&self, out: &mut csv::Writer<Vec<u8>>) -> csv::Result<()> {
        for name in ["email", "first_name", "last_name", "status", "tags", "subscribed_at", "unsubscribed_at"]
        {
            out.write_field(name)?;
        }
        for name in &self.names {
            out.write_field(format!("attributes.{name}"))?;
        }
        out.write_record(None::<&[u8]>)
    }

    fn row(&mut self, out: &mut csv::Writer<Vec<u8>>, row: &ExportRow) -> csv::Result<()> {
        out.write_field(safe(&row.email).as_bytes())?;
        out.write_field(safe(row.first_name.as_deref().unwrap_or("")).as_bytes())?;
        out.write_field(safe(row.last_name.as_deref().unwrap_or("")).as_bytes())?;
        out.write_field(&row.status)?;
        out.write_field(safe(&row.tags.join(", ")).as_bytes())?;
        self.time(out, Some(row.subscribed_at))?;
        self.time(out, row.unsubscribed_at)?;
        for name in &self.names {
            let text = match row.attributes.get(name) {
                None | Some(serde_json::Value::Null) => String::new(),
                Some(serde_json::Value::String(text)) => safe(text).into_owned(),
                Some(other) => safe(&other.to_string()).into_owned(),
            };
            out.write_field(text)?;
        }
        out.write_record(None::<&[u8]>)
    }

    fn time(&mut self, out: &mut csv::Writer<Vec<u8>>, time: Option<Timestamp>) -> csv::Result<()> {
        let Some(time) = time else { return out.write_field("") };
        if self.stamp.0 != time {
            self.stamp = (time, time.to_string());
        }
        out.write_field(&self.stamp.1)
    }
}
