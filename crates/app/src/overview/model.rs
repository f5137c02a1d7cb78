//! Sixty days, made from those on which anything happened.

use serde::Serialize;

use crate::{Timestamp, activities::Activity, clock::DAY, newsletters::DailyDeltas};

/// The days of a period and of the one before it, against which it is shown.
pub const PERIOD: i64 = 30;
/// The latest activities that are shown.
pub const ACTIVITIES: i64 = 20;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Overview {
    pub totals: OverviewTotals,
    /// Today and the 29 days before it, UTC.
    pub last_30_days: OverviewPeriod,
    pub previous_30_days: OverviewPeriod,
    /// 60 days, oldest first; the last is today.
    #[schema(min_items = 60, max_items = 60)]
    pub series: Vec<OverviewDay>,
    /// Newest first.
    #[schema(max_items = 20)]
    pub recent_activity: Vec<Activity>,
    pub setup: OverviewSetup,
}

/// The first steps, and which of them are done. Sample data does none of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a step of its own")]
pub struct OverviewSetup {
    /// Whether the author wants to see them.
    pub shown: bool,
    /// There is a newsletter.
    pub newsletter: bool,
    /// A newsletter has a verified sending domain, or the operator's fallback domain.
    pub sender_domain: bool,
    /// A newsletter has a subscriber, in any state.
    pub subscribers: bool,
    /// There is a campaign, in any state.
    pub campaign: bool,
    /// A campaign has left.
    pub sent: bool,
    /// There is sample data.
    pub sample_data: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OverviewTotals {
    pub newsletters: i64,
    /// In any state.
    pub subscribers: i64,
    /// In any state.
    pub campaigns: i64,
    pub emails_sent: i64,
}

#[derive(Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
pub struct OverviewPeriod {
    pub new_subscribers: i64,
    pub unsubscribed: i64,
    pub campaigns_sent: i64,
    pub emails_sent: i64,
    /// First opens and clicks that came in then.
    pub opens: i64,
    pub clicks: i64,
    /// Percent of the emails of the campaigns sent then.
    pub open_rate: f64,
    pub click_rate: f64,
}

#[derive(Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct OverviewDay {
    #[schema(format = Date)]
    pub date: String,
    pub new_subscribers: i64,
    pub unsubscribed: i64,
    pub emails_sent: i64,
    pub opens: i64,
    pub clicks: i64,
}

/// The first day of the series that ends today.
pub fn first_day(today: i64) -> i64 {
    today - 2 * PERIOD + 1
}

/// Every day up to today, with zeros where nothing happened; `busy` is ordered by day.
pub fn series(busy: &[(i64, DailyDeltas)], today: i64) -> Vec<OverviewDay> {
    let on = |day| {
        busy.binary_search_by_key(&day, |(day, _)| *day).map_or(DailyDeltas::default(), |at| busy[at].1)
    };
    let shown = |day| {
        let figures = on(day);
        OverviewDay {
            date: date(day),
            new_subscribers: figures.new_subscribers,
            unsubscribed: figures.unsubscribed,
            emails_sent: figures.emails_sent,
            opens: figures.opens,
            clicks: figures.clicks,
        }
    };
    (first_day(today)..=today).map(shown).collect()
}

/// The sum of 30 days of which `last` is the last.
pub fn period(busy: &[(i64, DailyDeltas)], last: i64) -> OverviewPeriod {
    let mut sum = OverviewPeriod::default();
    for (_, figures) in busy.iter().filter(|(day, _)| (last - PERIOD + 1..=last).contains(day)) {
        sum.new_subscribers += figures.new_subscribers;
        sum.unsubscribed += figures.unsubscribed;
        sum.campaigns_sent += figures.campaigns_sent;
        sum.emails_sent += figures.emails_sent;
        sum.opens += figures.opens;
        sum.clicks += figures.clicks;
    }
    sum
}

fn date(day: i64) -> String {
    Timestamp(day * DAY).to_string().chars().take(10).collect()
}
