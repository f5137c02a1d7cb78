//! The calendar: campaigns leave when their time comes, once with any number of nodes, and a missed one is told.

use std::time::Duration;

use futures::{StreamExt as _, stream};
use sqlx::types::Json;
use tokio_util::sync::CancellationToken;

use super::{
    decide::decide_due,
    feed,
    start::{begin, prepare},
};
use crate::{
    CampaignId, Core, Timestamp, calendar,
    campaigns::{self, Campaign, CampaignView, Draft, OriginKind, Status, attachments},
    clock::{DAY, MINUTE},
    events::{self, CampaignEvent},
    http::{ApiResult, Problem, ProblemCode},
    newsletters::{self, Newsletter},
};

const EVERY: Duration = Duration::from_secs(1);
/// Campaigns of one look.
const AT_ONCE: i64 = 50;
const TOGETHER: usize = 8;
/// Later than this a campaign does not leave by itself any more.
const GRACE: i64 = DAY;
/// Later than this its author is told.
const LATE: i64 = 10 * MINUTE;

/// Runs until it is told to stop: starts what is due, and ends A/B tests.
pub async fn run(core: Core, stop: CancellationToken) {
    if let Err(error) = re_resolve(&core).await {
        tracing::warn!(%error, "schedules were not looked at");
    }
    while !stop.is_cancelled() {
        // In a restored copy what is due waits, and no A/B test is decided from figures that end with the backup.
        match core.may_send().await {
            Ok(true) => look(&core).await,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "the calendar was not looked at"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

async fn look(core: &Core) {
    if let Err(error) = fire_due(core).await {
        tracing::warn!(%error, "the calendar was not looked at");
    }
    if let Err(error) = decide_due(core).await {
        tracing::warn!(%error, "A/B tests were not decided");
    }
}

/// Starts what is due; answers how many campaigns were looked at.
pub async fn fire_due(core: &Core) -> database::Result<usize> {
    let mut tx = core.db.read().await?;
    let due = campaigns::due(&mut tx, core.now(), AT_ONCE).await?;
    drop(tx);
    let count = due.len();
    // One slow feed does not hold the others up.
    let firing = stream::iter(due).for_each_concurrent(TOGETHER, |campaign| async move {
        let id = campaign.id;
        if let Err(error) = fire(core, campaign).await {
            tracing::warn!(campaign_id = id.get(), error = %error.detail, "a scheduled campaign did not leave and is tried again");
        }
    });
    firing.await;
    Ok(count)
}

async fn fire(core: &Core, campaign: Campaign) -> ApiResult<()> {
    let now = core.now();
    let Some(at) = campaign.scheduled_at else { return Ok(()) };
    let mut tx = core.db.read().await?;
    let Some(newsletter) = newsletters::find_any(&mut tx, campaign.newsletter_id).await? else {
        return Ok(());
    };
    drop(tx);
    // Readers' own time begins where the day comes first; late is what is late for its author.
    let time = campaign.schedule.as_ref().and_then(|schedule| schedule.reader_at(None)).unwrap_or(at);
    let late = now.0 - time.max(at).0;
    if late > GRACE {
        let reason = "Nothing was sending at its time, nor in the 24 hours after it.";
        return miss(core, &campaign, at, reason).await;
    }
    let done = if campaign.repeat.is_some() {
        issue(core, &newsletter, &campaign, at).await
    } else {
        leave(core, &newsletter, &campaign, at).await
    };
    match done {
        Ok(made) => {
            core.sender.wake();
            if made.is_some() && late > LATE { tell_late(core, &campaign, late).await } else { Ok(()) }
        }
        Err(problem) if problem.status.is_server_error() => Err(problem),
        Err(problem) => miss(core, &campaign, at, &problem.detail).await,
    }
}

async fn leave(
    core: &Core,
    newsletter: &Newsletter,
    campaign: &Campaign,
    at: Timestamp,
) -> ApiResult<Option<CampaignId>> {
    let mut tx = core.db.read().await?;
    let ready = prepare(core, &mut tx, newsletter.clone(), campaign.clone()).await?;
    drop(tx);
    let mut tx = core.db.begin().await?;
    begin(&mut tx, ready, at, core.now()).await?;
    tx.commit().await?;
    Ok(Some(campaign.id))
}

/// A campaign of its own for this occurrence and the next date, in one transaction: a crash neither skips nor doubles.
/// `None` when the feed has nothing new.
async fn issue(
    core: &Core,
    newsletter: &Newsletter,
    campaign: &Campaign,
    at: Timestamp,
) -> ApiResult<Option<CampaignId>> {
    let Some(content) = feed::content(core, campaign, at).await? else {
        let mut tx = core.db.begin().await?;
        advance(&mut tx, campaign, None, core.now()).await?;
        tx.commit().await?;
        return Ok(None);
    };
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let schedule = campaign.schedule.clone();
    let id = make_issue(core, &mut tx, (newsletter, campaign), content, schedule, at).await?;
    if !advance(&mut tx, campaign, Some(id), now).await? {
        return Err(Problem::conflict(
            ProblemCode::ChangedMeanwhile,
            "This campaign was changed at the same moment.",
        ));
    }
    tx.commit().await?;
    Ok(Some(id))
}

/// An issue outside the calendar, which stays as it is.
pub async fn issue_now(core: &Core, newsletter: &Newsletter, campaign: &Campaign) -> ApiResult<CampaignView> {
    let now = core.now();
    let content = feed::content(core, campaign, now).await?;
    let content = content.ok_or_else(|| {
        Problem::conflict(ProblemCode::FeedWithoutNews, "The feed has nothing new since the last issue.")
    })?;
    let mut tx = core.db.begin().await?;
    // Now means now for everyone, wherever they live.
    let id = make_issue(core, &mut tx, (newsletter, campaign), content, None, now).await?;
    if !campaigns::issued(&mut tx, campaign.id, id, now).await? {
        return Err(Problem::conflict(ProblemCode::ChangedMeanwhile, "This campaign was just unscheduled."));
    }
    let issue = campaigns::find_any(&mut tx, id).await?.ok_or_else(|| Problem::not_found("campaign"))?;
    let view = campaigns::view(&mut tx, issue, newsletter).await?;
    tx.commit().await?;
    core.sender.wake();
    Ok(view)
}

async fn make_issue(
    core: &Core,
    tx: &mut database::Tx,
    (newsletter, campaign): (&Newsletter, &Campaign),
    content: feed::Content,
    schedule: Option<Json<calendar::Schedule>>,
    at: Timestamp,
) -> ApiResult<CampaignId> {
    let now = core.now();
    // The feed was read before: what was sent or written meanwhile is not in it.
    let is_same = campaigns::find_locked(tx, campaign.author_id, campaign.newsletter_id, campaign.id)
        .await?
        .is_some_and(|found| found.updated_at == campaign.updated_at && found.status == Status::Scheduled);
    if !is_same {
        return Err(Problem::conflict(
            ProblemCode::ChangedMeanwhile,
            "This campaign was just changed. Try again.",
        ));
    }
    let mut draft = Draft::copy_of(campaign, OriginKind::Repeat);
    if let Some(seen) = content.apply(&mut draft) {
        campaigns::set_feed(tx, campaign.id, &seen).await?;
    }
    let mut issue = campaigns::insert(tx, &draft, now).await?;
    attachments::copy(tx, campaign.id, issue.id).await?;
    let id = issue.id;
    issue.schedule = schedule;
    let ready = prepare(core, tx, newsletter.clone(), issue).await?;
    begin(tx, ready, at, now).await?;
    Ok(id)
}

/// To the next occurrence, or off the calendar after the last; false when another node was first.
async fn advance(
    tx: &mut database::Tx,
    campaign: &Campaign,
    issue_id: Option<CampaignId>,
    now: Timestamp,
) -> database::Result<bool> {
    let next = campaign.repeat.as_ref().zip(campaign.schedule.as_ref());
    if let Some((schedule, at)) = next.and_then(|(repeat, schedule)| repeat.after(schedule, now)) {
        return campaigns::advance(tx, campaign, (&schedule, at), issue_id, now).await;
    }
    let mut reason = "Its last day has passed.";
    if let Some(issue_id) = issue_id {
        reason = "Its last issue was made.";
        campaigns::issued(tx, campaign.id, issue_id, now).await?;
    }
    campaigns::unschedule(tx, campaign.id, campaign.scheduled_at, Some(reason), now).await
}

/// It did not leave: a draft again (a repeating one waits for its next time), and its author is told why.
async fn miss(core: &Core, campaign: &Campaign, at: Timestamp, reason: &str) -> ApiResult<()> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    // Changed by its author meanwhile: the next look decides anew.
    let unchanged = campaigns::find_locked(&mut tx, campaign.author_id, campaign.newsletter_id, campaign.id)
        .await?
        .is_some_and(|found| found.updated_at == campaign.updated_at && found.status == Status::Scheduled);
    if !unchanged {
        return Ok(());
    }
    let why = format!("It was not sent at {at}: {reason}");
    let moved = if campaign.repeat.is_some() {
        advance(&mut tx, campaign, None, now).await?
    } else {
        campaigns::unschedule(&mut tx, campaign.id, Some(at), Some(&why), now).await?
    };
    if moved {
        let event = CampaignEvent::Missed { subject: &campaign.subject, reason: &why };
        events::record(&mut tx, campaign.author_id, event, now).await?;
    }
    Ok(tx.commit().await?)
}

async fn tell_late(core: &Core, campaign: &Campaign, late: i64) -> ApiResult<()> {
    let mut tx = core.db.begin().await?;
    let event = CampaignEvent::Late { subject: &campaign.subject, minutes: late / MINUTE };
    events::record(&mut tx, campaign.author_id, event, core.now()).await?;
    Ok(tx.commit().await?)
}

/// Wall times are what authors chose: with a newer time zone database they are resolved again.
pub(super) async fn re_resolve(core: &Core) -> database::Result<()> {
    let mut after = CampaignId::new(0);
    loop {
        let mut tx = core.db.read().await?;
        let outdated = campaigns::outdated(&mut tx, calendar::TZDB, after, AT_ONCE).await?;
        drop(tx);
        let Some(last) = outdated.last() else { return Ok(()) };
        after = last.id;
        for campaign in outdated {
            let Some(mut schedule) = campaign.schedule.map(|schedule| schedule.0) else { continue };
            calendar::TZDB.clone_into(&mut schedule.tzdb);
            let at = schedule.starts_at().or(campaign.scheduled_at).unwrap_or_else(|| core.now());
            let mut tx = core.db.begin().await?;
            // Its author or another node may have moved it, or taken it off, since it was read.
            let locked =
                campaigns::find_locked(&mut tx, campaign.author_id, campaign.newsletter_id, campaign.id)
                    .await?;
            if locked
                .is_none_or(|now| now.updated_at != campaign.updated_at || now.status != Status::Scheduled)
            {
                continue;
            }
            let repeat = campaign.repeat.as_ref().map(|repeat| &repeat.0);
            campaigns::put_on_calendar(&mut tx, campaign.id, at, &schedule, repeat, core.now()).await?;
            tx.commit().await?;
        }
    }
}
