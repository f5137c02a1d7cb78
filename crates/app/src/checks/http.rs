//! The two calls before sending.

use std::time::Duration;

use axum::extract::State;
use content::Inspection;
use database::Tx;
use outbound::links::{CONCURRENCY, Outcome};
use serde::{Deserialize, Serialize};

use super::{
    audience::{self, DryRun},
    content as written,
    model::{Check, Id, Target},
    reach,
};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{self, Campaign, Extras},
    domains,
    figures::{self, number},
    http::{ApiResult, Path, Problem, Problems, Query},
    newsletters::{self, Newsletter, Tracking},
    senders::{self, Sender},
    subscribers,
};

/// How long links are asked, together.
const LINKS: Duration = Duration::from_secs(12);
/// Links that are asked.
const MOST_LINKS: usize = 200;
/// Counting readers without a value stops here.
const CAP: i64 = 10_000;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CheckQuery {
    /// Ask every link whether it answers; takes up to 12 seconds.
    links: Option<bool>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Checks {
    pub checks: Vec<Check>,
}

/// Check a campaign before it is sent
///
/// Each with what can be done about it. Errors are what sending would be refused for.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/checks", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), CheckQuery),
    responses(
        (status = 200, body = Checks),
        Problems<400, 401, 404>))]
pub async fn check_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    Query(query): Query<CheckQuery>,
) -> ApiResult<axum::Json<Checks>> {
    let mut tx = core.db.read().await?;
    let (newsletter, campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    let shown = senders::shown_sender(&core, &mut tx, &newsletter).await?;
    let source = campaigns::source(&newsletter, &campaign, &shown.address, Extras::default());
    let found = content::inspect(&source);
    let attached = campaigns::attachments::of(&mut tx, &[id]).await?.remove(&id).unwrap_or_default();
    let attached = attached.iter().map(|file| file.size_bytes).sum();
    let mut checks =
        if campaign.has_content() { written::checks(&found, attached) } else { vec![written::missing()] };
    checks.extend(reach::unsubscribe(&core, &shown, campaign.has_content().then_some(&found)));
    checks.push(merge_tags(&mut tx, newsletter_id, &found).await?);
    checks.push(sender(&core, &mut tx, &newsletter, &shown).await?);
    checks.push(schedule(&campaign));
    checks.extend(audience(&core, &mut tx, (&newsletter, &campaign, &shown)).await?);
    checks.push(tracking(&newsletter));
    drop(tx);
    checks.push(links(&core, &found, query.links.unwrap_or(false)).await);
    Ok(axum::Json(Checks { checks }))
}

/// Rehearse sending a campaign
///
/// Who would get it, who would not and why, and how long it would take under today's limits. Nothing is sent.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/dry-run", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 200, body = DryRun),
        Problems<401, 404>))]
pub async fn dry_run_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<axum::Json<DryRun>> {
    let mut tx = core.db.read().await?;
    let (newsletter, campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    let sender = senders::shown_sender(&core, &mut tx, &newsletter).await?;
    Ok(axum::Json(audience::dry_run(&core, &mut tx, &newsletter, &campaign, &sender).await?))
}

async fn find(
    tx: &mut Tx,
    caller: &Caller,
    newsletter_id: NewsletterId,
    id: CampaignId,
) -> ApiResult<(Newsletter, Campaign)> {
    let newsletter = newsletters::find(tx, caller.author_id, newsletter_id).await?;
    let campaign = campaigns::find(tx, caller.author_id, newsletter_id, id).await?;
    newsletter.zip(campaign).ok_or_else(|| Problem::not_found("campaign"))
}

async fn merge_tags(tx: &mut Tx, newsletter_id: NewsletterId, found: &Inspection) -> ApiResult<Check> {
    let mut details = Vec::new();
    for tag in found.tags.iter().filter(|tag| !tag.has_default) {
        let missing = subscribers::missing_attributes(tx, newsletter_id, &tag.name, CAP).await?;
        if missing > 0 {
            details.push(gap(&tag.name, missing));
        }
    }
    Ok(if details.is_empty() {
        Check::ok(Id::MergeTags, "Every merge tag has a value for everyone")
    } else {
        Check::warning(Id::MergeTags, "Some subscribers lack a value for a merge tag", details)
            .fixed_by("Add defaults", Target::Content)
    })
}

/// "1 subscriber has no first name and would see a gap."
fn gap(tag: &str, missing: i64) -> String {
    let field = tag.rsplit('.').next().unwrap_or(tag).replace('_', " ");
    let who = match missing {
        1 => "1 subscriber has".to_owned(),
        CAP => format!("{} or more subscribers have", number(CAP)),
        n => format!("{} subscribers have", number(n)),
    };
    format!("{who} no {field} and would see a gap. Add a fallback: {{{{ {tag} | default(\"…\") }}}}")
}

async fn sender(core: &Core, tx: &mut Tx, newsletter: &Newsletter, shown: &Sender) -> ApiResult<Check> {
    if !newsletter.is_active {
        let detail = "Activate it to send a campaign.".to_owned();
        return Ok(Check::error(Id::Sender, "The newsletter is inactive", vec![detail])
            .fixed_by("Open the newsletter", Target::Newsletter)
            .at(format!("/newsletters?edit={}", newsletter.id)));
    }
    if newsletter.is_sample {
        let detail =
            "Nothing is sent to its subscribers. Send yourself a test email to see how it looks.".to_owned();
        return Ok(Check::error(Id::Sender, "This newsletter is sample data", vec![detail])
            .fixed_by("Create your own", Target::Newsletter)
            .at("/newsletters#create-newsletter".to_owned()));
    }
    if let Err(problem) = senders::sender(core, tx, newsletter).await {
        let check =
            Check::error(Id::Sender, format!("Can't send from {}", shown.address), vec![problem.detail]);
        return Ok(match &shown.domain {
            Some(domain) => {
                check.fixed_by("Open the domain", Target::Domain).at(format!("/domains?domain={}", domain.id))
            }
            None => check
                .fixed_by("Choose a domain", Target::Newsletter)
                .at(format!("/newsletters?edit={}", newsletter.id)),
        });
    }
    let is_captured = matches!(core.settings.mail, mailer::MailUrl::Capture);
    let is_proved = shown.domain.as_ref().is_some_and(|domain| domain.verification_status.is_verified());
    Ok(match &shown.domain {
        _ if is_proved => Check::ok(Id::Sender, format!("From {}, a verified domain", shown.address)),
        _ if is_captured => {
            Check::ok(Id::Sender, format!("From {}; emails are kept in the built-in mailbox", shown.address))
        }
        None if is_signed(core, tx, shown).await? => Check::ok(Id::Sender, format!("From {}", shown.address)),
        _ => Check::warning(
            Id::Sender,
            format!("Emails from {} aren't signed here", shown.address),
            vec!["Without a verified domain aligned with From, providers trust them less.".into()],
        )
        .fixed_by("Choose a domain", Target::Newsletter)
        .at(format!("/newsletters?edit={}", newsletter.id)),
    })
}

/// Whether the operator's own domain has keys.
async fn is_signed(core: &Core, tx: &mut Tx, shown: &Sender) -> database::Result<bool> {
    let name = content::domain_of(&shown.address);
    Ok(!domains::signers_of_name(core, tx, name).await?.is_empty())
}

fn schedule(campaign: &Campaign) -> Check {
    let Some(schedule) = &campaign.schedule else {
        return Check::ok(Id::Schedule, "Goes out as soon as you send it");
    };
    let when = match (&schedule.local_time, &schedule.time_zone) {
        (Some(time), Some(zone)) => format!("{} in {zone}", time.replace('T', " ")),
        _ => campaign.scheduled_at.map(|at| at.to_string()).unwrap_or_default(),
    };
    match schedule.note() {
        Some(note) => Check::warning(Id::Schedule, format!("Goes out at {when}"), vec![note])
            .fixed_by("Change the time", Target::Schedule),
        None => Check::ok(Id::Schedule, format!("Goes out at {when}")),
    }
}

async fn audience(
    core: &Core,
    tx: &mut Tx,
    (newsletter, campaign, sender): (&Newsletter, &Campaign, &Sender),
) -> ApiResult<Vec<Check>> {
    let run = audience::dry_run(core, tx, newsletter, campaign, sender).await?;
    let count = run.recipients;
    let subscribers = subscribers_in(count);
    let mut checks = vec![match run.usual_audience {
        _ if count == 0 => {
            Check::error(Id::Audience, "Nobody would get it", vec!["Add active subscribers first.".into()])
                .fixed_by("Open subscribers", Target::Subscribers)
                .at("/subscribers".into())
        }
        Some(usual) if count > usual + usual / 2 && count > usual + 50 => Check::warning(
            Id::Audience,
            format!("{subscribers}: far more than usual"),
            vec![format!(
                "This newsletter's last campaigns went to about {}. Is this the audience you want?",
                number(usual)
            )],
        )
        .fixed_by("Look at subscribers", Target::Subscribers)
        .at("/subscribers".into()),
        _ => Check::ok(Id::Audience, format!("Goes to {subscribers}")),
    }];
    if let Some(test) = &campaign.ab_test {
        checks.push(ab_test(newsletter, test.sample_percent, test.variants.len() as i64, count));
    }
    Ok(checks)
}

fn subscribers_in(count: i64) -> String {
    figures::count(count, "subscriber", "subscribers")
}

fn ab_test(newsletter: &Newsletter, percent: u32, variants: i64, audience: i64) -> Check {
    let sample = audience * i64::from(percent) / 100;
    let fix = |check: Check| check.fixed_by("Change the A/B test", Target::Content);
    if sample < variants {
        let detail = format!(
            "{percent}% of {} is {sample}, and {variants} variants need one subscriber each.",
            subscribers_in(audience)
        );
        return fix(Check::error(Id::AbTest, "The sample of the A/B test would be empty", vec![detail]));
    }
    if newsletter.tracking != Tracking::Full {
        let detail = "This newsletter's tracking is anonymous, so no winner can be named.".to_owned();
        return fix(Check::warning(Id::AbTest, "The A/B test can't be decided", vec![detail]));
    }
    if sample / variants < 100 {
        let detail = format!(
            "With about {} subscribers per variant, only large differences stand out from chance.",
            number(sample / variants)
        );
        return fix(Check::warning(Id::AbTest, "The sample of the A/B test is small", vec![detail]));
    }
    Check::ok(
        Id::AbTest,
        format!(
            "Tests {variants} variants on {}, then sends the better one to the rest",
            subscribers_in(sample)
        ),
    )
}

fn tracking(newsletter: &Newsletter) -> Check {
    Check::ok(
        Id::Tracking,
        match newsletter.tracking {
            Tracking::Full => "Counts opens and clicks per subscriber",
            Tracking::Anonymous => "Counts opens and clicks without identifying subscribers",
            Tracking::None => "Doesn't count opens and clicks",
        },
    )
}

async fn links(core: &Core, found: &Inspection, ask: bool) -> Check {
    let mut details = written::dead_links(found);
    let own = format!("{}/", core.settings.public_url);
    let urls: Vec<String> = found
        .links
        .iter()
        .filter(|link| !link.has_tags && !link.url.starts_with(&own))
        .map(|link| link.url.clone())
        .take(MOST_LINKS)
        .collect();
    let mut unknown = 0;
    if ask {
        for check in outbound::links::check(&core.outbound, &urls, CONCURRENCY, LINKS).await {
            match check.outcome {
                Outcome::Broken(_) => {
                    details.push(format!(
                        "{}: {}",
                        check.url,
                        check.detail.unwrap_or_else(|| "does not answer".into())
                    ));
                }
                Outcome::Unknown => unknown += 1,
                Outcome::Ok(_) | Outcome::Answers(_) => {}
            }
        }
    }
    if !details.is_empty() {
        return Check::warning(Id::Links, "Some links are broken", details)
            .fixed_by("Edit the links", Target::Content);
    }
    if unknown > 0 {
        let detail = format!("{unknown} of {} links didn't answer in time.", urls.len());
        return Check::warning(Id::Links, "Not every link was tested", vec![detail]);
    }
    Check::ok(
        Id::Links,
        match (found.links.len(), ask) {
            (0, _) => "It has no links".to_owned(),
            (count, false) => format!("{count} links, not tested yet"),
            (1, true) => "The link works".to_owned(),
            (_, true) => "Every link works".to_owned(),
        },
    )
}
