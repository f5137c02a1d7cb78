//! The time that the Analytics page looks back over.

use chrono::{Datelike as _, Days, NaiveDate};
use serde::{Deserialize, Serialize};

/// How far back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AnalyticsRange)]
pub enum Range {
    #[default]
    #[serde(rename = "30d")]
    Days30,
    #[serde(rename = "90d")]
    Days90,
    #[serde(rename = "6m")]
    Months6,
    #[serde(rename = "1y")]
    Year,
}

/// What one point of the series stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    Day,
    /// From Monday on.
    Week,
}

impl Range {
    /// Days, today included.
    pub fn days(self) -> i64 {
        match self {
            Self::Days30 => 30,
            Self::Days90 => 90,
            Self::Months6 => 182,
            Self::Year => 365,
        }
    }

    pub fn step(self) -> Step {
        match self {
            Self::Days30 | Self::Days90 => Step::Day,
            Self::Months6 | Self::Year => Step::Week,
        }
    }
}

/// A day since the Unix epoch as a date.
pub fn date(day: i64) -> NaiveDate {
    let epoch = NaiveDate::default();
    u64::try_from(day).ok().and_then(|day| epoch.checked_add_days(Days::new(day))).unwrap_or(epoch)
}

/// The day that a point begins with.
pub fn start(step: Step, day: i64) -> i64 {
    match step {
        Step::Day => day,
        Step::Week => day - i64::from(date(day).weekday().num_days_from_monday()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday() {
        // 2026-11-21 is a Saturday.
        let day = 20_778;
        assert_eq!(date(day).to_string(), "2026-11-21");
        assert_eq!(date(start(Step::Week, day)).to_string(), "2026-11-16");
        assert_eq!(start(Step::Week, start(Step::Week, day)), start(Step::Week, day));
        assert_eq!(start(Step::Day, day), day);
    }

    #[test]
    fn ranges_have_the_names_of_the_api() {
        for (name, range) in
            [("30d", Range::Days30), ("90d", Range::Days90), ("6m", Range::Months6), ("1y", Range::Year)]
        {
            assert_eq!(serde_json::from_value::<Range>(name.into()).unwrap(), range);
        }
    }
}
