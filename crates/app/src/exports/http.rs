//! The calls about everything an author has.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use futures::StreamExt as _;
use tokio::sync::mpsc;

use super::{
    archive,
    collect::{collect, file_name},
    slots::Busy,
    store::{self, Holdings},
};
use crate::{
    Core,
    accounts::{Caller, Origin, audit},
    core::With,
    exports::ExportSlots,
    http::{ApiResult, Problem, ProblemBody, Problems},
};

/// Parts that wait to be packed.
const WAITING: usize = 8;

/// Count what the author has
///
/// What the deletion of the account removes.
#[utoipa::path(get, path = "/api/me/holdings", tag = "me",
    responses(
        (status = 200, body = Holdings),
        Problems<401>))]
pub async fn get_holdings(State(core): State<Core>, caller: Caller) -> ApiResult<axum::Json<Holdings>> {
    Ok(axum::Json(store::holdings(&mut core.db.read().await?, caller.author_id).await?))
}

/// Export everything the author has
///
/// A ZIP archive, streamed: `account.json`, `newsletters.json`, `subscribers/*.csv`, `campaigns.json`, `campaigns/*.html`,
/// `deliveries/*.csv`, `messages.json`, `templates.json`, `saved_blocks.json`, `images/`, `domains.json`, `webhooks.json`. Files are named by id;
/// no key, secret or password is in it. A field of a CSV file that a spreadsheet would take for a formula has an apostrophe in front.
#[utoipa::path(get, path = "/api/me/export", tag = "me",
    responses(
        (status = 200, body = String, content_type = "application/zip"),
        Problems<401>,
        (status = 429, description = "An archive of this author or several of others are being written; see `Retry-After`", body = ProblemBody)))]
pub async fn export_account(
    State(core): State<Core>,
    State(slots): State<With<ExportSlots>>,
    caller: Caller,
    origin: Origin,
) -> ApiResult<Response> {
    let slot = slots.own.take(caller.author_id).map_err(busy)?;
    let mut tx = core.db.begin().await?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::AccountExported, None, &origin).await?;
    tx.commit().await?;
    let now = core.now();
    let (sender, items) = mpsc::channel(WAITING);
    tokio::spawn(collect(core, caller.author_id, sender));
    // The slot is free when the answer ends, however it ends.
    let archive = archive::pack(items, now).map(move |part| {
        let _slot = &slot;
        part
    });
    let mut response = Body::from_stream(archive).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    let disposition = format!("attachment; filename=\"{}\"", file_name(now));
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

fn busy(reason: Busy) -> Problem {
    let detail = match reason {
        Busy::Author => "You already have an export in progress. Try again when it's done.",
        Busy::Node => "Several exports are in progress. Try again in a minute.",
    };
    Problem::new(StatusCode::TOO_MANY_REQUESTS, detail)
        .with_header(header::RETRY_AFTER, HeaderValue::from_static("60"))
}
