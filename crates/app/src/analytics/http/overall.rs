//! All newsletters together over a range of time, from counters and daily figures alone.

use axum::extract::State;
use database::Tx;
use serde::{Deserialize, Serialize};

use crate::{
    AuthorId, CampaignId, Core, NewsletterId, Timestamp,
    accounts::Caller,
    analytics::{
        range::{Range, Step, date, start},
        store::{self, Sums},
    },
    clock::DAY,
    http::{ApiResult, Problem, Problems, Query},
    newsletters::{self, DailyDeltas, Tracking},
    percent::percent,
};

/// Newsletters and campaigns that are listed.
const NEWSLETTERS: usize = 100;
const CAMPAIGNS: i64 = 10;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnalyticsQuery {
    /// `30d` when absent.
    #[param(inline)]
    range: Option<Range>,
    /// Only this newsletter.
    #[param(value_type = Option<i64>)]
    newsletter_id: Option<NewsletterId>,
}

/// What happened in a range of time. Rates are percentages of the emails sent by the campaigns of the range; of opens and
/// clicks, of those that count per subscriber.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AnalyticsTotals {
    /// Campaigns that were sent.
    pub campaigns: i64,
    pub sent: i64,
    /// Subscribers who opened those campaigns, each campaign for itself.
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
    pub complaints: i64,
    pub unsubscribed: i64,
    pub new_subscribers: i64,
    /// Not counted as opens: by proxies that load every picture.
    pub privacy_opens: i64,
    pub robot_opens: i64,
    pub robot_clicks: i64,
    pub open_rate: f64,
    pub click_rate: f64,
    pub bounce_rate: f64,
    pub complaint_rate: f64,
    pub unsubscribe_rate: f64,
}

/// A day or a week.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AnalyticsPoint {
    /// The day, or the week's Monday.
    #[schema(format = Date)]
    pub date: String,
    pub sent: i64,
    /// First opens and clicks that came in then.
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
    pub unsubscribed: i64,
    pub new_subscribers: i64,
    /// Active subscribers at its end.
    pub subscribers: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AnalyticsNewsletter {
    #[schema(value_type = i64)]
    pub id: NewsletterId,
    pub name: String,
    pub tracking: Tracking,
    pub campaigns: i64,
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
    pub unsubscribed: i64,
    /// Active now.
    pub subscribers: i64,
    pub open_rate: f64,
    pub click_rate: f64,
    pub bounce_rate: f64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AnalyticsCampaign {
    #[schema(value_type = i64)]
    pub id: CampaignId,
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    pub newsletter_name: String,
    pub subject: String,
    pub sent_at: Timestamp,
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
    pub open_rate: f64,
    pub click_rate: f64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AnalyticsGrowth {
    /// Active now.
    pub subscribers: i64,
    pub new_subscribers: i64,
    pub unsubscribed: i64,
    pub bounced: i64,
    pub net: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Analytics {
    pub range: Range,
    #[schema(format = Date)]
    pub from: String,
    /// Today, UTC.
    #[schema(format = Date)]
    pub to: String,
    pub totals: AnalyticsTotals,
    /// The time of the same length before.
    pub previous: AnalyticsTotals,
    pub step: Step,
    /// Oldest first, without gaps.
    pub series: Vec<AnalyticsPoint>,
    /// Those with the most emails first, at most 100.
    pub newsletters: Vec<AnalyticsNewsletter>,
    /// The latest ten.
    pub campaigns: Vec<AnalyticsCampaign>,
    pub growth: AnalyticsGrowth,
}

/// Get overall analytics
///
/// Totals against the time before, a series, every newsletter, the latest campaigns and the growth of the readership.
#[utoipa::path(get, path = "/api/analytics", tag = "analytics", params(AnalyticsQuery),
    responses(
        (status = 200, body = Analytics),
        Problems<400, 401, 404>))]
pub async fn get_analytics(
    State(core): State<Core>,
    caller: Caller,
    Query(query): Query<AnalyticsQuery>,
) -> ApiResult<axum::Json<Analytics>> {
    let range = query.range.unwrap_or_default();
    let (today, days) = (core.now().day(), range.days());
    let from = today - days + 1;
    let mut tx = core.db.read().await?;
    let (author, only) = (caller.author_id, query.newsletter_id);
    if let Some(id) = only {
        newsletters::find(&mut tx, author, id).await?.ok_or_else(|| Problem::not_found("newsletter"))?;
    }
    let daily = newsletters::daily(&mut tx, author, only, from - days, today).await?;
    let active = store::active(&mut tx, author, only).await?;
    let totals = totals(&mut tx, (author, only), &daily, (from, today)).await?;
    let previous = self::totals(&mut tx, (author, only), &daily, (from - days, from - 1)).await?;
    let days = sum(&daily, (from, today));
    let growth = AnalyticsGrowth {
        subscribers: active,
        new_subscribers: days.new_subscribers,
        unsubscribed: days.unsubscribed,
        bounced: days.bounces,
        net: days.new_subscribers - days.unsubscribed - days.bounces - days.complaints,
    };
    Ok(axum::Json(Analytics {
        range,
        from: date(from).to_string(),
        to: date(today).to_string(),
        totals,
        previous,
        step: range.step(),
        series: series(&daily, range.step(), (from, today), active),
        newsletters: newsletters_of(&mut tx, (author, only), (from, today)).await?,
        campaigns: campaigns(&mut tx, (author, only), (from, today)).await?,
        growth,
    }))
}

fn millis((from, to): (i64, i64)) -> (i64, i64) {
    (from * DAY, (to + 1) * DAY)
}

fn sum(daily: &[(i64, DailyDeltas)], (from, to): (i64, i64)) -> DailyDeltas {
    let mut sum = DailyDeltas::default();
    for (_, deltas) in daily.iter().filter(|(day, _)| (from..=to).contains(day)) {
        sum += *deltas;
    }
    sum
}

async fn totals(
    tx: &mut Tx,
    (author, only): (AuthorId, Option<NewsletterId>),
    daily: &[(i64, DailyDeltas)],
    days: (i64, i64),
) -> ApiResult<AnalyticsTotals> {
    let sum = sum(daily, days);
    let sums = store::sums(tx, author, only, millis(days)).await?;
    let Sums {
        campaigns,
        sent,
        opens,
        clicks,
        bounces,
        complaints,
        unsubscribed,
        tracked,
        openers,
        clickers,
    } = sums;
    Ok(AnalyticsTotals {
        campaigns,
        sent,
        opens,
        clicks,
        bounces,
        complaints,
        unsubscribed: sum.unsubscribed,
        new_subscribers: sum.new_subscribers,
        privacy_opens: sum.privacy_opens,
        robot_opens: sum.robot_opens,
        robot_clicks: sum.robot_clicks,
        open_rate: percent(openers, tracked),
        click_rate: percent(clickers, tracked),
        bounce_rate: percent(bounces, sent),
        complaint_rate: percent(complaints, sent),
        unsubscribe_rate: percent(unsubscribed, sent),
    })
}

/// Without gaps. The readership is counted back from today's.
fn series(
    daily: &[(i64, DailyDeltas)],
    step: Step,
    (from, today): (i64, i64),
    active: i64,
) -> Vec<AnalyticsPoint> {
    let mut points: Vec<(i64, DailyDeltas)> = Vec::new();
    for day in from..=today {
        let start = start(step, day).max(from);
        if points.last().is_none_or(|(last, _)| *last != start) {
            points.push((start, DailyDeltas::default()));
        }
        let deltas = daily.binary_search_by_key(&day, |(day, _)| *day).map(|at| daily[at].1);
        if let (Some((_, sum)), Ok(deltas)) = (points.last_mut(), deltas) {
            *sum += deltas;
        }
    }
    let mut subscribers = active;
    let mut shown: Vec<AnalyticsPoint> = Vec::with_capacity(points.len());
    for (day, sum) in points.into_iter().rev() {
        shown.push(AnalyticsPoint {
            date: date(start(step, day)).to_string(),
            sent: sum.emails_sent,
            opens: sum.opens,
            clicks: sum.clicks,
            bounces: sum.bounces,
            unsubscribed: sum.unsubscribed,
            new_subscribers: sum.new_subscribers,
            subscribers: subscribers.max(0),
        });
        subscribers -= sum.new_subscribers - sum.unsubscribed - sum.bounces - sum.complaints;
    }
    shown.reverse();
    shown
}

async fn newsletters_of(
    tx: &mut Tx,
    (author, only): (AuthorId, Option<NewsletterId>),
    days: (i64, i64),
) -> ApiResult<Vec<AnalyticsNewsletter>> {
    let mut rows = store::by_newsletter(tx, author, only, millis(days)).await?;
    let daily = newsletters::by_newsletter(tx, author, days.0, days.1).await?;
    rows.sort_by(|a, b| b.sums.sent.cmp(&a.sums.sent).then(a.id.cmp(&b.id)));
    rows.truncate(NEWSLETTERS);
    Ok(rows
        .into_iter()
        .map(|row| AnalyticsNewsletter {
            id: row.id,
            name: row.name,
            tracking: row.tracking,
            campaigns: row.sums.campaigns,
            sent: row.sums.sent,
            opens: row.sums.opens,
            clicks: row.sums.clicks,
            bounces: row.sums.bounces,
            unsubscribed: daily.get(&row.id).map_or(0, |deltas| deltas.unsubscribed),
            subscribers: row.active,
            open_rate: percent(row.sums.openers, row.sums.tracked),
            click_rate: percent(row.sums.clickers, row.sums.tracked),
            bounce_rate: percent(row.sums.bounces, row.sums.sent),
        })
        .collect())
}

async fn campaigns(
    tx: &mut Tx,
    (author, only): (AuthorId, Option<NewsletterId>),
    days: (i64, i64),
) -> ApiResult<Vec<AnalyticsCampaign>> {
    let rows = store::latest(tx, author, only, millis(days), CAMPAIGNS).await?;
    Ok(rows
        .into_iter()
        .map(|row| AnalyticsCampaign {
            id: row.id,
            newsletter_id: row.newsletter_id,
            newsletter_name: row.newsletter_name,
            subject: row.subject,
            sent_at: row.sent_at,
            sent: row.sent,
            opens: row.opens,
            clicks: row.clicks,
            bounces: row.bounced,
            open_rate: row.tracking.rate(row.opens, row.sent),
            click_rate: row.tracking.rate(row.clicks, row.sent),
        })
        .collect())
}
