//! `GET …/deliveries`: every intended reader with state, reason and time.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

use axum::{
    extract::{OriginalUri, State},
    http::Uri,
    response::Response,
};
use database::Tx;
use serde::{Deserialize, Serialize};

use super::send::find;
use crate::{
    CampaignId, Core, NewsletterId, SubscriberId, Timestamp,
    accounts::Caller,
    captured_mail,
    deliveries::{
        content::MessageIds,
        events,
        store::{self, DeliveryRow, Did},
    },
    http::{self, ApiResult, Page, PageQuery, Path, Problem, ProblemBody, ProblemCode, Query, Total},
    runs::{self, Opens, RunRow, State as DeliveryState},
    subscribers,
};

/// Most subscribers that are sorted by their addresses: addresses have no index that a page of more could be read by.
const SORTED: i64 = 1000;

/// One intended subscriber of a campaign.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Delivery {
    #[schema(value_type = i64)]
    pub subscriber_id: SubscriberId,
    /// Null when the subscriber was removed since.
    #[schema(required)]
    pub email: Option<String>,
    #[schema(required)]
    pub first_name: Option<String>,
    #[schema(required)]
    pub last_name: Option<String>,
    #[schema(value_type = runs::DeliveryGroup)]
    pub state: &'static str,
    #[schema(required)]
    pub reason: Option<String>,
    /// The server's reply code.
    #[schema(required)]
    pub code: Option<i16>,
    #[schema(required)]
    pub enhanced_code: Option<String>,
    pub attempts: i16,
    /// How often an attempt ended with nobody knowing whether it arrived.
    pub doubts: i16,
    /// For deferred, and for queued with a doubt: when it is tried again.
    #[schema(required)]
    pub next_attempt_at: Option<Timestamp>,
    pub message_id: String,
    #[schema(required)]
    pub updated_at: Option<Timestamp>,
    #[schema(required)]
    pub captured_mail_id: Option<i64>,
    /// When a person first opened it; null when that is not known.
    #[schema(required)]
    pub opened_at: Option<Timestamp>,
    #[schema(required)]
    pub clicked_at: Option<Timestamp>,
    /// What happened after it was sent: beside the ledger, never a rewriting of it.
    pub events: Vec<DeliveryEvent>,
}

/// Something that happened to an email after it was sent.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct DeliveryEvent {
    /// bounced, soft_bounced, complained or delivered.
    pub kind: String,
    /// smtp (the server's answer), report (an email came back) or ses.
    pub source: String,
    #[schema(required)]
    pub enhanced_code: Option<String>,
    #[schema(required)]
    pub detail: Option<String>,
    pub at: Timestamp,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// A group of the ledger: queued, sending, sent, deferred, failed, suppressed, skipped, cancelled, in_doubt; or
    /// opened, clicked, not_opened (without `q`).
    pub state: Option<String>,
    /// Part of the subscriber's address or name.
    pub q: Option<String>,
    /// Only emails to which this happened: bounced, soft_bounced, complained or delivered. Without `q`.
    pub event: Option<String>,
}

/// List everybody a campaign is for, each with state, reason and time
///
/// Up to 1,000 of them by address as people sort (reader2 before reader10), more of them ascending by id.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/deliveries", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), Filter, PageQuery),
    responses((status = 200, body = Vec<Delivery>), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "It is not known any more who opened it", body = ProblemBody)))]
pub async fn list_deliveries(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    Query(filter): Query<Filter>,
    Query(page): Query<PageQuery>,
    OriginalUri(uri): OriginalUri,
) -> ApiResult<Response> {
    let page = page.page(1)?;
    let group = filter.state.as_deref().filter(|s| !s.is_empty());
    if let Some(did) = group.and_then(did) {
        return who(&core, &caller, (newsletter_id, id), did, &page, &uri).await;
    }
    let states = group.map_or_else(all_states, DeliveryState::of_group);
    if states.is_empty() {
        return Err(Problem::bad_request(
            "state must be a group of the ledger, such as sent, failed or in_doubt.",
        ));
    }
    let mut tx = core.db.read().await?;
    find(&mut tx, &caller, newsletter_id, id).await?;
    let Some(run) = runs::latest(&mut tx, id).await? else {
        return Ok(http::list(&page, &uri, Total::Exact(0), Vec::<Delivery>::new(), |_| vec![0]));
    };
    let needle = filter.q.as_deref().map(str::trim).filter(|q| !q.is_empty()).map(str::to_lowercase);
    let found = if let Some(kind) = filter.event.as_deref().filter(|e| !e.is_empty()) {
        with_event(&mut tx, &run, kind, &page).await?
    } else if let Some(needle) = needle {
        search(&mut tx, &caller, &run, &states, &needle).await?
    } else {
        let total = total(&run, group);
        let part = Part::of(&page, total);
        Found { rows: page_rows(&mut tx, &run, &states, part.after, part.limit).await?, total, part }
    };
    answer(&core, &mut tx, &run, found, &page, &uri).await
}

/// What is read for a page.
struct Part {
    /// Behind this id.
    after: i64,
    limit: i64,
    /// Whether it is all there is, to be sorted.
    is_whole: bool,
}

impl Part {
    fn of(page: &Page, total: Total) -> Self {
        if matches!(total, Total::Exact(count) if count <= SORTED) {
            // More may have come since they were counted.
            return Self { after: 0, limit: SORTED, is_whole: true };
        }
        let after = page.after.as_ref().map_or(0, |keys| keys[0]);
        Self { after, limit: page.fetch(), is_whole: false }
    }
}

struct Found {
    rows: Vec<DeliveryRow>,
    total: Total,
    part: Part,
}

async fn answer(
    core: &Core,
    tx: &mut Tx,
    run: &RunRow,
    Found { rows, total, part }: Found,
    page: &Page,
    uri: &Uri,
) -> ApiResult<Response> {
    let mut deliveries = complete(core, tx, run, rows).await?;
    if part.is_whole {
        let place = |d: &Delivery| (d.email.as_deref().map(str::to_lowercase), d.subscriber_id);
        deliveries.sort_by(|one, other| as_people_sort(&place(one), &place(other)));
        if let Some(keys) = &page.after {
            // It may have left this list since.
            let last = SubscriberId::new(keys[0]);
            let row = subscribers::readers_by_ids(tx, run.newsletter_id, &[last]).await?;
            let last = (row.into_iter().next().map(|row| row.email.to_lowercase()), last);
            deliveries.retain(|delivery| as_people_sort(&place(delivery), &last).is_gt());
        }
        deliveries.truncate(page.fetch() as usize);
    }
    Ok(http::list(page, uri, total, deliveries, |d| vec![d.subscriber_id.get()]))
}

type Place = (Option<String>, SubscriberId);

/// Numbers in addresses by their value. Who was removed comes last.
fn as_people_sort((one, one_id): &Place, (other, other_id): &Place) -> Ordering {
    let by_address = match (one, other) {
        (Some(one), Some(other)) => alphanumeric_sort::compare_str(one, other),
        _ => one.is_none().cmp(&other.is_none()),
    };
    by_address.then(one_id.cmp(other_id))
}

fn did(name: &str) -> Option<Did> {
    Some(match name {
        "opened" => Did::Opened,
        "clicked" => Did::Clicked,
        "not_opened" => Did::NotOpened,
        _ => return None,
    })
}

/// Readers by what they did with the mail.
async fn who(
    core: &Core,
    caller: &Caller,
    (newsletter_id, id): (NewsletterId, CampaignId),
    did: Did,
    page: &Page,
    uri: &Uri,
) -> ApiResult<Response> {
    let mut tx = core.db.read().await?;
    find(&mut tx, caller, newsletter_id, id).await?;
    let Some(run) = runs::latest(&mut tx, id).await? else {
        return Ok(http::list(page, uri, Total::Exact(0), Vec::<Delivery>::new(), |_| vec![0]));
    };
    // Who was never told apart stands in no list.
    let opens = run.opens_are();
    if let (Opens::Forgotten, Some(why)) = (opens, opens.unknown_because()) {
        return Err(Problem::conflict(ProblemCode::OpensUnknown, why));
    }
    let total = Total::Exact(match did {
        Did::Opened => run.engaged.opens,
        Did::Clicked => run.engaged.clicks,
        Did::NotOpened => (run.counters.sent - run.engaged.engaged_readers).max(0),
    });
    let part = Part::of(page, total);
    let readers = store::readers_who(&mut tx, &run, did, part.after, part.limit).await?;
    let rows = store::rows_of(&mut tx, &run, &readers).await?;
    answer(core, &mut tx, &run, Found { rows, total, part }, page, uri).await
}

/// Mails to which something happened.
async fn with_event(tx: &mut Tx, run: &RunRow, kind: &str, page: &Page) -> ApiResult<Found> {
    let kind = events::DeliveryEventKind::parse(kind).ok_or_else(|| {
        Problem::bad_request("event must be bounced, soft_bounced, complained or delivered.")
    })?;
    let counted = match kind {
        events::DeliveryEventKind::Bounced => Some(run.bounced),
        events::DeliveryEventKind::SoftBounced => Some(run.soft_bounced),
        events::DeliveryEventKind::Complained => Some(run.complained),
        events::DeliveryEventKind::Delivered => None,
    };
    let part = Part::of(page, counted.map_or(Total::AtLeast(0), Total::Exact));
    let readers = events::readers_with(tx, run.id, kind, part.after, part.limit).await?;
    let total = counted.map_or(Total::AtLeast(readers.len() as i64), Total::Exact);
    Ok(Found { rows: store::rows_of(tx, run, &readers).await?, total, part })
}

pub(super) fn all_states() -> Vec<DeliveryState> {
    (1..=12).filter_map(DeliveryState::from_code).collect()
}

fn total(run: &RunRow, group: Option<&str>) -> Total {
    let l = run.counters.ledger();
    Total::Exact(match group {
        Some("queued") => l.queued,
        Some("sending") => l.sending,
        Some("sent") => l.sent,
        Some("deferred") => l.deferred,
        Some("failed") => l.failed,
        Some("suppressed") => l.suppressed,
        Some("skipped") => l.skipped,
        Some("cancelled") => l.cancelled,
        Some("in_doubt") => l.in_doubt,
        _ => l.intended,
    })
}

/// Rows and, where queued readers are asked for, readers without a row, merged in the order of their ids.
pub(super) async fn page_rows(
    tx: &mut Tx,
    run: &RunRow,
    states: &[DeliveryState],
    after: i64,
    limit: i64,
) -> database::Result<Vec<DeliveryRow>> {
    let mut rows = store::rows(tx, run, states, after, limit).await?;
    if states.contains(&DeliveryState::Queued) {
        let untouched = store::untouched(tx, run, after, limit as usize).await?;
        rows.extend(untouched.into_iter().map(|id| queued(id, run)));
        rows.sort_unstable_by_key(|row| row.subscriber_id);
        rows.truncate(limit as usize);
    }
    Ok(rows)
}

fn queued(subscriber_id: SubscriberId, run: &RunRow) -> DeliveryRow {
    DeliveryRow {
        subscriber_id,
        state: DeliveryState::Queued.code(),
        attempts: 0,
        doubts: 0,
        not_before: 0,
        updated_at: run.started_at,
        code: None,
        enhanced_code: None,
        reason: None,
    }
}

/// Readers found by the subscriber search (at most 1,000), then their rows.
async fn search(
    tx: &mut Tx,
    caller: &Caller,
    run: &RunRow,
    states: &[DeliveryState],
    needle: &str,
) -> ApiResult<Found> {
    let hits = subscribers::search_hits(tx, caller.author_id, needle, SORTED).await?;
    let mut ids: Vec<SubscriberId> =
        hits.iter().filter(|h| h.newsletter_id == run.newsletter_id).map(|h| h.id).collect();
    ids.sort_unstable();
    let mut rows = store::rows_of(tx, run, &ids).await?;
    let known: HashSet<SubscriberId> = rows.iter().map(|row| row.subscriber_id).collect();
    if states.contains(&DeliveryState::Queued) {
        let untouched = store::untouched(tx, run, 0, usize::MAX).await?;
        let waiting: HashSet<SubscriberId> = untouched.into_iter().collect();
        rows.extend(
            ids.iter().filter(|id| !known.contains(id) && waiting.contains(id)).map(|id| queued(*id, run)),
        );
    }
    rows.retain(|row| DeliveryState::from_code(row.state).is_some_and(|s| states.contains(&s)));
    let total = Total::Exact(rows.len() as i64);
    Ok(Found { rows, total, part: Part { after: 0, limit: SORTED, is_whole: true } })
}

/// Adds names and captured mail.
pub(super) async fn complete(
    core: &Core,
    tx: &mut Tx,
    run: &RunRow,
    rows: Vec<DeliveryRow>,
) -> ApiResult<Vec<Delivery>> {
    let ids: Vec<SubscriberId> = rows.iter().map(|row| row.subscriber_id).collect();
    let readers = subscribers::readers_by_ids(tx, run.newsletter_id, &ids).await?;
    let mut readers: HashMap<SubscriberId, _> = readers.into_iter().map(|r| (r.id, r)).collect();
    let captured = captured_mail::ids_for(tx, run.campaign_id, &ids).await?;
    let mut events: HashMap<SubscriberId, Vec<DeliveryEvent>> = HashMap::new();
    for event in events::events_of(tx, run.newsletter_id, run.id, &ids).await? {
        let events::EventRow { subscriber_id, kind, source, enhanced_code, detail, at } = event;
        let event = DeliveryEvent { kind, source, enhanced_code, detail, at };
        events.entry(subscriber_id).or_default().push(event);
    }
    let firsts = store::firsts(tx, run, &ids).await?;
    let message_ids = MessageIds::of_run(core, tx, run.id).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let reader = readers.remove(&row.subscriber_id);
            let state = DeliveryState::from_code(row.state).unwrap_or(DeliveryState::Queued);
            let (email, first_name, last_name) =
                reader.map_or((None, None, None), |r| (Some(r.email), r.first_name, r.last_name));
            Delivery {
                subscriber_id: row.subscriber_id,
                email,
                first_name,
                last_name,
                state: state.group(),
                reason: row.reason,
                code: row.code,
                enhanced_code: row.enhanced_code,
                attempts: row.attempts,
                doubts: row.doubts,
                next_attempt_at: (row.not_before > 0
                    && matches!(state, DeliveryState::Deferred | DeliveryState::Queued))
                .then_some(Timestamp(row.not_before)),
                message_id: message_ids.of(row.subscriber_id),
                updated_at: (row.attempts > 0 || state != DeliveryState::Queued).then_some(row.updated_at),
                captured_mail_id: captured.get(&row.subscriber_id).copied(),
                opened_at: firsts.get(&row.subscriber_id).and_then(|firsts| firsts.opened_at),
                clicked_at: firsts.get(&row.subscriber_id).and_then(|firsts| firsts.clicked_at),
                events: events.remove(&row.subscriber_id).unwrap_or_default(),
            }
        })
        .collect())
}
