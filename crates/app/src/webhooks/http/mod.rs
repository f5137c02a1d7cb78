//! The calls of webhooks, one per file, and what their bodies share.

pub mod create;
pub mod delete;
pub mod deliveries;
pub mod get;
pub mod list;
pub mod ping;
pub mod replay;
pub mod rotate;
pub mod update;

use database::Tx;

use super::{deliver::host, model::Event, store, view::Webhook};
use crate::{
    accounts::{Caller, Origin, audit},
    http::{ApiResult, FieldCode, Fields, Problem},
};

/// The author's webhook as the API shows it.
async fn shown(tx: &mut Tx, caller: &Caller, id: i64) -> ApiResult<Webhook> {
    let row = store::hooks::find(tx, caller.author_id, id).await?.ok_or_else(missing)?;
    Ok(store::hooks::show(tx, row).await?)
}

/// Notes an act in the author's log, with the host alone: the rest of a URL may be a secret.
async fn note(
    tx: &mut Tx,
    caller: &Caller,
    kind: audit::AuditKind,
    url: &str,
    origin: &Origin,
) -> database::Result<()> {
    audit::record(tx, caller.author_id, kind, Some(&host(url)), origin).await
}

fn missing() -> Problem {
    Problem::not_found("webhook")
}

/// Reads names of events: at least one, each once.
fn events(fields: &mut Fields, names: &[String]) -> Vec<Event> {
    let mut events = Vec::new();
    for (at, name) in names.iter().enumerate() {
        match Event::parse(name) {
            Some(event) if events.contains(&event) => {}
            Some(event) => events.push(event),
            None => fields.error(
                format!("events[{at}]"),
                FieldCode::NotOneOf,
                format!("There is no event {name:?}."),
            ),
        }
    }
    if names.is_empty() {
        fields.error("events", FieldCode::Required, "Choose at least one event.");
    }
    events
}
