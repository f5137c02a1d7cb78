//! `POST …/deliveries/{subscriber_id}/resolve`: a person decides about a reader in doubt.

use axum::{Json as JsonAnswer, extract::State};
use database::Tx;
use engine::ports::Key;
use serde::Deserialize;

use super::{
    list::{Delivery, complete},
    send::find,
};
use crate::{
    CampaignId, Core, NewsletterId, SubscriberId, Timestamp,
    accounts::Caller,
    campaigns::{self, Status, Transition},
    deliveries::store,
    http::{ApiResult, Json, Path, Problem, ProblemBody, ProblemCode},
    newsletters::{self, DailyDeltas},
    runs::{self, RunRow, State as DeliveryState},
};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It arrived.
    Sent,
    /// Send it once more, with the same Message-ID. In doubt again, it is held.
    Resend,
    /// Leave it.
    Cancelled,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Resolve {
    pub r#as: Decision,
}

/// Decide what becomes of a subscriber in doubt
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/deliveries/{subscriber_id}/resolve", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), ("subscriber_id" = i64, Path)), request_body = Resolve,
    responses((status = 200, body = Delivery), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "The delivery is not in doubt, or the campaign cannot be sent"),
        (status = 413, body = ProblemBody), (status = 415, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub async fn resolve_delivery(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id, subscriber_id)): Path<(NewsletterId, CampaignId, SubscriberId)>,
    Json(body): Json<Resolve>,
) -> ApiResult<JsonAnswer<Delivery>> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let (_, campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    let run = runs::latest(&mut tx, id).await?.ok_or_else(|| Problem::not_found("delivery"))?;
    let row = store::rows_of(&mut tx, &run, &[subscriber_id])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("delivery"))?;
    if body.r#as == Decision::Resend {
        reopen(&mut tx, &run, campaign.status, now).await?;
    }
    let (to, reason) = match body.r#as {
        Decision::Sent => (DeliveryState::Sent, "Marked as sent by hand."),
        Decision::Resend => (DeliveryState::Queued, "Sent again by hand."),
        Decision::Cancelled => (DeliveryState::Cancelled, "Given up by hand."),
    };
    let from = DeliveryState::from_code(row.state)
        .filter(|s| matches!(s, DeliveryState::Held | DeliveryState::InDoubt));
    let Some(from) = from else {
        return Err(Problem::conflict(
            ProblemCode::NotInDoubt,
            "This delivery isn't in doubt, so there's nothing to decide.",
        ));
    };
    let key =
        Key { newsletter_id: newsletter_id.get(), run_id: run.id.get(), subscriber_id: subscriber_id.get() };
    if !store::move_row(&mut tx, key, (from, to), reason, now).await? {
        return Err(Problem::conflict(ProblemCode::ChangedMeanwhile, "This delivery was just decided."));
    }
    let rows = store::rows_of(&mut tx, &run, &[subscriber_id]).await?;
    let delivery =
        complete(&core, &mut tx, &run, rows).await?.pop().ok_or_else(|| Problem::not_found("delivery"))?;
    tx.commit().await?;
    core.sender.wake();
    Ok(JsonAnswer(delivery))
}

/// A finished run takes the reader up again.
async fn reopen(tx: &mut Tx, run: &RunRow, status: Status, now: Timestamp) -> ApiResult<()> {
    match status {
        Status::Sending | Status::Paused => return Ok(()),
        Status::Sent => {}
        _ => {
            return Err(Problem::conflict(
                ProblemCode::WrongCampaignStatus,
                "This campaign was cancelled, so nothing more is sent for it.",
            ));
        }
    }
    let change = Transition { raise_epoch: true, ..Transition::new(&[Status::Sent], Status::Sending) };
    if !campaigns::set_status(tx, run.campaign_id, &change, now).await? {
        return Err(Problem::conflict(
            ProblemCode::ChangedMeanwhile,
            "This campaign was just changed. Try again.",
        ));
    }
    if let Some(at) = run.finished_at {
        // It is entered whole when it is over again.
        let undone =
            DailyDeltas { emails_sent: -run.counters.sent, campaigns_sent: -1, ..DailyDeltas::default() };
        newsletters::daily_add(tx, run.newsletter_id, at.day(), undone).await?;
    }
    runs::reopen(tx, run.id).await?;
    Ok(())
}
