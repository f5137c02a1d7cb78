//! Putting a campaign onto the calendar.

use axum::extract::State;
use chrono::{Datelike as _, NaiveDate};
use serde::{Deserialize, Serialize};

use super::newsletter;
use crate::{
    CampaignId, Core, NewsletterId, Timestamp,
    accounts::Caller,
    calendar::{self, FURTHEST, Frequency, Repeat, Schedule, WallKind},
    campaigns::{
        model::{Status, refuse_sample},
        store::{self, Campaign},
        view::{CampaignView, view},
    },
    events::{self, CampaignEvent},
    http::{ApiResult, FieldCode, Fields, Json, Path, Problem, ProblemBody, ProblemCode, Problems, Query},
};

/// When it leaves: an instant, or a wall time in a zone.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct ScheduleCampaign {
    /// An instant; instead of `local_time` and `time_zone`.
    #[schema(value_type = Option<Timestamp>)]
    scheduled_at: Option<serde_json::Value>,
    /// Wall time in the zone, such as `2027-03-28T09:00`.
    local_time: Option<String>,
    /// A name of the IANA database, such as `Europe/Madrid`.
    time_zone: Option<String>,
    /// At that wall time where each subscriber lives, by the attribute `time_zone`; `time_zone` here is for everyone else.
    each_reader: Option<bool>,
    repeat: Option<RepeatRule>,
}

/// Each occurrence makes a campaign of its own. Needs a wall time.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RepeatRule {
    frequency: Frequency,
    /// Every so many days, weeks or months; 1 when absent.
    #[schema(minimum = 1, maximum = 99)]
    interval: Option<u32>,
    /// ISO: 1 is Monday. Weekly; the weekday of `local_time` when absent.
    weekdays: Option<Vec<u32>>,
    /// Monthly; the day of `local_time` when absent. A shorter month has its last day.
    month_day: Option<u32>,
    /// An issue is made only when this feed has something new.
    feed_url: Option<String>,
    /// The last day.
    #[schema(format = Date)]
    until: Option<String>,
}

/// Schedule a campaign
///
/// Once, or repeating; also when it is scheduled already. A time that clocks jump over is read with the offset before the
/// jump, one that they show twice is the first (RFC 5545 §3.3.5).
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/schedule", tag = "campaigns",
    request_body = ScheduleCampaign,
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 200, body = CampaignView),
        Problems<400, 401, 404, 415, 422>,
        (status = 409, description = "Its state or its newsletter forbids it", body = ProblemBody)))]
pub async fn schedule_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    Json(body): Json<ScheduleCampaign>,
) -> ApiResult<axum::Json<CampaignView>> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let campaign = store::find_locked(&mut tx, caller.author_id, newsletter_id, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))?;
    check(&campaign)?;
    if !newsletter.is_active {
        return Err(Problem::conflict(
            ProblemCode::NewsletterInactive,
            "This newsletter is inactive: activate it to schedule a campaign.",
        ));
    }
    refuse_sample(&newsletter)?;
    let (schedule, at, repeat) = read(body, now)?;
    // Where the day comes first its time may have passed: it starts now, and nothing was late.
    let at = at.max(now);
    if !campaign.has_content() {
        return Err(Problem::field(
            "html_content",
            FieldCode::Required,
            "The campaign has no content: write plain text or HTML before scheduling.",
        ));
    }
    if !store::schedule(&mut tx, id, at, &schedule, repeat.as_ref(), now).await? {
        return Err(Problem::conflict(
            ProblemCode::ChangedMeanwhile,
            "This campaign was just changed. Load it again.",
        ));
    }
    let event = CampaignEvent::Scheduled { subject: &campaign.subject, newsletter: &newsletter.name };
    events::record(&mut tx, caller.author_id, event, now).await?;
    let campaign = super::campaign(&mut tx, &caller, newsletter_id, id).await?;
    let view = view(&mut tx, campaign, &newsletter).await?;
    tx.commit().await?;
    Ok(axum::Json(view))
}

fn check(campaign: &Campaign) -> Result<(), Problem> {
    if matches!(campaign.status, Status::Draft | Status::Scheduled) {
        return Ok(());
    }
    Err(Problem::conflict(
        ProblemCode::WrongCampaignStatus,
        format!("This campaign is {}: only a draft or scheduled campaign can be scheduled.", campaign.status),
    ))
}

fn read(body: ScheduleCampaign, now: Timestamp) -> Result<(Schedule, Timestamp, Option<Repeat>), Problem> {
    let mut fields = Fields::default();
    let chosen = match (&body.scheduled_at, &body.local_time) {
        (Some(instant), None) => instant_of(&mut fields, instant),
        (None, Some(_)) => wall_of(&mut fields, &body),
        (Some(_), Some(_)) => {
            fields.error(
                "scheduled_at",
                FieldCode::Conflicting,
                "Give either scheduled_at or local_time with time_zone.",
            );
            None
        }
        (None, None) => {
            fields.error(
                "scheduled_at",
                FieldCode::Required,
                "Say when: scheduled_at, or local_time with time_zone.",
            );
            None
        }
    };
    if let Some((schedule, at)) = &chosen {
        check_range(&mut fields, schedule, *at, now);
    }
    let repeat = match (&chosen, body.repeat) {
        (Some((schedule, _)), Some(rule)) => repeat_of(&mut fields, schedule, rule),
        _ => None,
    };
    fields.finish()?;
    let (schedule, at) = chosen.ok_or_else(|| Problem::bad_request("No time was given."))?;
    Ok((schedule, at, repeat))
}

fn instant_of(fields: &mut Fields, value: &serde_json::Value) -> Option<(Schedule, Timestamp)> {
    let at = serde_json::from_value::<Timestamp>(value.clone()).ok();
    if at.is_none() {
        fields.error(
            "scheduled_at",
            FieldCode::Malformed,
            "Scheduled at must be a time such as 2026-11-21T09:30:00Z.",
        );
    }
    Some((Schedule::instant(), at?))
}

fn wall_of(fields: &mut Fields, body: &ScheduleCampaign) -> Option<(Schedule, Timestamp)> {
    let wall = calendar::wall_time(body.local_time.as_deref().unwrap_or_default());
    if wall.is_none() {
        fields.error(
            "local_time",
            FieldCode::Malformed,
            "Local time must be a day and a time that exist, such as 2027-03-28T09:00.",
        );
    }
    let zone = calendar::zone(body.time_zone.as_deref().unwrap_or_default());
    if zone.is_none() {
        fields.error(
            "time_zone",
            FieldCode::NotOneOf,
            "Time zone must be a name such as Europe/Vienna or America/Los_Angeles.",
        );
    }
    let schedule = Schedule::wall(wall?, zone?, body.each_reader.unwrap_or(false));
    let at = schedule.starts_at()?;
    Some((schedule, at))
}

fn check_range(fields: &mut Fields, schedule: &Schedule, at: Timestamp, now: Timestamp) {
    let field = if schedule.local_time.is_some() { "local_time" } else { "scheduled_at" };
    // Readers' own time may have come where the day starts first, as long as it has not come in the author's zone.
    let latest = schedule.reader_at(None).unwrap_or(at);
    if latest <= now {
        fields.error(
            field,
            FieldCode::InPast,
            "This time has passed. Choose a later one, or send the campaign now.",
        );
    } else if at.0 - now.0 > FURTHEST {
        fields.error(field, FieldCode::OutOfRange, "A campaign can be scheduled up to five years ahead.");
    }
}

fn repeat_of(fields: &mut Fields, schedule: &Schedule, rule: RepeatRule) -> Option<Repeat> {
    let Some(wall) = schedule.local_time.as_deref().and_then(calendar::wall_time) else {
        fields.error(
            "repeat",
            FieldCode::Conflicting,
            "A repeating campaign needs a local time and a time zone.",
        );
        return None;
    };
    let interval = rule.interval.unwrap_or(1);
    if !(1..=99).contains(&interval) {
        fields.error("repeat.interval", FieldCode::OutOfRange, "Interval is 1 to 99.");
    }
    let mut weekdays = match rule.frequency {
        Frequency::Weekly => rule.weekdays.unwrap_or_else(|| vec![wall.weekday().number_from_monday()]),
        _ => Vec::new(),
    };
    weekdays.sort_unstable();
    weekdays.dedup();
    if weekdays.iter().any(|day| !(1..=7).contains(day))
        || (rule.frequency == Frequency::Weekly && weekdays.is_empty())
    {
        fields.error(
            "repeat.weekdays",
            FieldCode::OutOfRange,
            "Weekdays are numbers from 1 (Monday) to 7 (Sunday), at least one.",
        );
    }
    let month_day = (rule.frequency == Frequency::Monthly).then(|| rule.month_day.unwrap_or(wall.day()));
    if month_day.is_some_and(|day| !(1..=31).contains(&day)) {
        fields.error("repeat.month_day", FieldCode::OutOfRange, "Day of the month is 1 to 31.");
    }
    let until = rule.until.map(|text| text.parse::<NaiveDate>());
    let wrong = match &until {
        Some(Err(_)) => Some(FieldCode::Malformed),
        Some(Ok(day)) if *day < wall.date() => Some(FieldCode::OutOfRange),
        _ => None,
    };
    if let Some(code) = wrong {
        fields.error(
            "repeat.until",
            code,
            "The last day is a day such as 2027-12-31, not before the first issue.",
        );
    }
    let feed_url = fields.line("repeat.feed_url", rule.feed_url, 2_000);
    if feed_url.as_deref().is_some_and(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
        fields.error(
            "repeat.feed_url",
            FieldCode::Malformed,
            "The feed's address starts with https:// or http://.",
        );
    }
    let until = until.and_then(Result::ok);
    Some(Repeat { frequency: rule.frequency, interval, weekdays, month_day, feed_url, until })
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ResolveQuery {
    /// Such as `2027-03-28T02:30`.
    local_time: String,
    time_zone: String,
}

/// A wall time as an instant.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ResolvedTime {
    scheduled_at: Timestamp,
    kind: WallKind,
    /// What an author has to know about a time that does not exist or comes twice.
    #[schema(required)]
    note: Option<String>,
    /// Such as `+02:00`.
    utc_offset: String,
    is_past: bool,
}

/// Resolve a wall time
#[utoipa::path(get, path = "/api/schedule/resolve", tag = "campaigns", params(ResolveQuery),
    responses(
        (status = 200, body = ResolvedTime),
        Problems<401, 422>))]
pub async fn resolve_time(
    State(core): State<Core>,
    _caller: Caller,
    Query(query): Query<ResolveQuery>,
) -> ApiResult<axum::Json<ResolvedTime>> {
    let mut fields = Fields::default();
    let body = ScheduleCampaign {
        local_time: Some(query.local_time.clone()),
        time_zone: Some(query.time_zone.clone()),
        ..ScheduleCampaign::default()
    };
    wall_of(&mut fields, &body);
    fields.finish()?;
    let wall = calendar::wall_time(&query.local_time);
    let (wall, zone) = wall
        .zip(calendar::zone(&query.time_zone))
        .ok_or_else(|| Problem::bad_request("No time was given."))?;
    let resolved = calendar::resolve(zone, wall);
    Ok(axum::Json(ResolvedTime {
        scheduled_at: resolved.at,
        kind: resolved.kind,
        note: resolved.note(wall, zone),
        utc_offset: resolved.offset_text(),
        is_past: resolved.at <= core.now(),
    }))
}

/// Names of time zones
#[utoipa::path(get, path = "/api/schedule/zones", tag = "campaigns",
    responses((status = 200, body = [String], example = json!(["Europe/Lisbon"])), Problems<401>))]
pub async fn list_time_zones(_caller: Caller) -> axum::Json<Vec<&'static str>> {
    axum::Json(chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).collect())
}
