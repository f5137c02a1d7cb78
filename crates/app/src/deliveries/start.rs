//! From draft or scheduled to sending: content compiled before any lock, content and audience bound frozen in one
//! transaction. An author's click, the calendar and an issue of a repeating campaign all come through here.

use std::collections::HashSet;

use database::Tx;
use sqlx::types::Json;

use super::content::{Header, freeze};
use crate::{
    CampaignId, Core, Timestamp,
    calendar::ScheduleKind,
    campaigns::{self, Campaign, Status, Transition, attachments, variants::Plan},
    clock::MINUTE,
    events::{self, CampaignEvent},
    http::{ApiResult, FieldCode, Problem, ProblemCode},
    newsletters::{self, Newsletter, Tracking},
    runs::{self, NewRun, Opens, SegmentKind},
    senders::{self, Sender},
    subscribers,
    tracking::{TRAP, Tokens, Use},
};

/// A campaign that is compiled and may start.
pub struct Ready {
    campaign: Campaign,
    newsletter: Newsletter,
    sender: Sender,
    content: Vec<u8>,
    links: Vec<content::Link>,
    /// Name and subject of each variant of an A/B test.
    variants: Vec<(String, String)>,
}

/// Checks and compiles. 409 and 422 say why it cannot be sent.
pub async fn prepare(
    core: &Core,
    tx: &mut Tx,
    newsletter: Newsletter,
    campaign: Campaign,
) -> ApiResult<Ready> {
    check(&newsletter, &campaign)?;
    let sender = senders::sender(core, tx, &newsletter).await?;
    let files = attachments::whole(tx, campaign.id).await?;
    let mut sources = Vec::new();
    let mut variants = Vec::new();
    if let Some(test) = &campaign.ab_test {
        for variant in &test.variants {
            let (campaign, newsletter) = variant.apply(&campaign, &newsletter);
            variants.push((variant.name.clone(), campaign.subject.clone()));
            sources.push((campaign, newsletter));
        }
    } else {
        sources.push((campaign.clone(), newsletter.clone()));
    }
    let links = links_of(&newsletter, &sources, &sender.address);
    let base = sender.links_base(core);
    let tracking = tracking(core, &newsletter, campaign.id, base.as_deref(), &links);
    let mut compiled = Vec::with_capacity(sources.len());
    for (campaign, newsletter) in &sources {
        let extras = campaigns::Extras { tracking: tracking.clone(), attachments: files.clone() };
        compiled.push(campaigns::compile(newsletter, campaign, &sender.address, extras)?);
    }
    let plan = campaign.ab_test.as_ref().map(|test| Plan::of(campaign.id, test));
    let header = Header {
        sender: sender.address.clone(),
        newsletter_public_id: newsletter.public_id.clone(),
        links_base: base,
        tracking: newsletter.tracking,
        plan,
        lengths: Vec::new(),
    };
    let content = freeze(header, &compiled);
    Ok(Ready { campaign, newsletter, sender, content, links, variants })
}

pub fn check(newsletter: &Newsletter, campaign: &Campaign) -> ApiResult<()> {
    if !matches!(campaign.status, Status::Draft | Status::Scheduled) {
        return Err(Problem::conflict(
            ProblemCode::WrongCampaignStatus,
            format!(
                "This campaign is {}: only a draft or scheduled campaign can be sent.",
                campaign.status.as_str()
            ),
        ));
    }
    if !newsletter.is_active {
        return Err(Problem::conflict(
            ProblemCode::NewsletterInactive,
            "This newsletter is inactive: activate it to send a campaign.",
        ));
    }
    campaigns::refuse_sample(newsletter)?;
    if !campaign.has_content() {
        return Err(Problem::field(
            "html_content",
            FieldCode::Required,
            "The campaign has no content: write plain text or HTML before sending.",
        ));
    }
    Ok(())
}

/// The links of all variants, each address once.
fn links_of(
    newsletter: &Newsletter,
    variants: &[(Campaign, Newsletter)],
    sender: &str,
) -> Vec<content::Link> {
    if newsletter.tracking == Tracking::None {
        return Vec::new();
    }
    let (mut links, mut known): (Vec<content::Link>, HashSet<String>) = Default::default();
    for (campaign, newsletter) in variants {
        let source = campaigns::source(newsletter, campaign, sender, campaigns::Extras::default());
        // Content that cannot be read is refused when it is compiled.
        for link in source.links().unwrap_or_default() {
            if links.len() < usize::from(TRAP) - 1 && known.insert(link.url.clone()) {
                links.push(content::Link { number: links.len() as u32 + 1, ..link });
            }
        }
    }
    links
}

fn tracking(
    core: &Core,
    newsletter: &Newsletter,
    campaign_id: CampaignId,
    base: Option<&str>,
    links: &[content::Link],
) -> Option<content::Tracking> {
    if newsletter.tracking == Tracking::None {
        return None;
    }
    let tokens = Tokens::new(core);
    let click = |no: u16| tokens.link(Use::Click, campaign_id, no);
    Some(content::Tracking {
        base: base.unwrap_or(&core.settings.public_url).to_owned(),
        links: links.iter().map(|link| (link.url.clone(), click(link.number as u16))).collect(),
        open_token: tokens.link(Use::Open, campaign_id, 0),
        trap_token: click(TRAP),
    })
}

/// Opens the run in this transaction; `occurrence` tells one firing of a campaign from another. 409 when the campaign
/// was changed meanwhile or nobody would get it.
pub async fn begin(tx: &mut Tx, ready: Ready, occurrence: Timestamp, now: Timestamp) -> ApiResult<()> {
    let Ready { campaign, newsletter, sender, .. } = &ready;
    let change = Transition {
        raise_epoch: true,
        started_at: Some(now),
        ..Transition::new(&[Status::Draft, Status::Scheduled], Status::Sending)
    };
    let unchanged = campaigns::find_locked(tx, newsletter.author_id, newsletter.id, campaign.id)
        .await?
        .is_some_and(|locked| locked.updated_at == campaign.updated_at && locked.status == campaign.status);
    if !unchanged || !campaigns::set_status(tx, campaign.id, &change, now).await? {
        return Err(Problem::conflict(
            ProblemCode::ChangedMeanwhile,
            "This campaign was just changed or sent. Check it before sending.",
        ));
    }
    if subscribers::first_active(tx, newsletter.id).await?.is_none() {
        return Err(Problem::conflict(
            ProblemCode::NoActiveSubscribers,
            "This newsletter has no active subscribers, so there's nobody to send to.",
        ));
    }
    check_segment(tx, campaign).await?;
    check_sample(tx, campaign).await?;
    let is_local = campaign.schedule.as_ref().filter(|schedule| schedule.kind == ScheduleKind::Reader);
    let run = NewRun {
        campaign_id: campaign.id,
        newsletter_id: newsletter.id,
        occurrence,
        content: &ready.content,
        upper: subscribers::max_id(tx, newsletter.id).await?,
        domain_id: sender.domain.as_ref().map(|domain| domain.id),
        is_ranked: sender.domain.as_ref().is_some_and(|domain| domain.is_warming_up(now.day())),
        tracking: newsletter.tracking,
        segment: campaign.segment,
        local_time: is_local.map(|schedule| Json(schedule.0.clone())),
        ab_decides_at: campaign.ab_test.as_ref().map(|test| now.plus(test.wait_minutes * MINUTE)),
    };
    let run_id = runs::open(tx, run, now).await?;
    runs::insert_links(tx, newsletter.id, run_id, &ready.links).await?;
    runs::insert_variants(tx, newsletter.id, run_id, &ready.variants).await?;
    let event = CampaignEvent::Started { subject: &campaign.subject, newsletter: &newsletter.name };
    Ok(events::record(tx, newsletter.author_id, event, now).await?)
}

/// Without the campaign that says who got it before, "not sent" would be everyone.
async fn check_segment(tx: &mut Tx, campaign: &Campaign) -> ApiResult<()> {
    let Some(segment) = &campaign.segment else { return Ok(()) };
    // Held, so that it cannot be taken up again meanwhile.
    let found =
        campaigns::find_locked(tx, campaign.author_id, campaign.newsletter_id, segment.campaign_id).await?;
    let Some(origin) = found else {
        return Err(Problem::conflict(
            ProblemCode::OriginDeleted,
            "The campaign whose subscribers this one is for was deleted, so nobody knows any more who got it. Choose its subscribers \
             anew.",
        ));
    };
    let is_over = match segment.kind {
        SegmentKind::NotSent => matches!(origin.status, Status::Sent | Status::Cancelled),
        SegmentKind::NotOpened => origin.status == Status::Sent,
    };
    if !is_over {
        return Err(Problem::conflict(
            ProblemCode::OriginNotDone,
            format!(
                "The campaign this one follows is still {}. We know who received it once it's sent.",
                origin.status
            ),
        ));
    }
    if segment.kind == SegmentKind::NotSent {
        return Ok(());
    }
    let why = match runs::opens_of(tx, origin.id).await? {
        Opens::Known => return Ok(()),
        Opens::NeverKnown => "The campaign this one follows wasn't tracked, so we can't tell who opened it.",
        Opens::Forgotten => {
            "The campaign this one follows was sent too long ago, so we can't tell any more who opened it."
        }
    };
    Err(Problem::conflict(ProblemCode::OpensUnknown, why))
}

/// A sample needs readers for each variant.
async fn check_sample(tx: &mut Tx, campaign: &Campaign) -> ApiResult<()> {
    let Some(test) = &campaign.ab_test else { return Ok(()) };
    let readers = newsletters::counters_of(tx, campaign.newsletter_id).await?.active;
    let sample = Plan::of(campaign.id, test).share(readers);
    if sample >= test.variants.len() as i64 {
        return Ok(());
    }
    Err(Problem::field(
        "ab_test.sample_percent",
        FieldCode::OutOfRange,
        format!(
            "The sample would be empty: {} % of {readers} active readers are {sample}, and {} variants need at least one \
             reader each.",
            test.sample_percent,
            test.variants.len()
        ),
    ))
}
