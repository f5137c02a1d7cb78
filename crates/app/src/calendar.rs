//! When a campaign leaves: wall time in a named zone, resolved to an instant, and what comes after it.

use chrono::{
    Datelike as _, Days, Duration, LocalResult, Months, NaiveDate, NaiveDateTime, Offset as _, TimeZone as _,
    Timelike as _,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The version of the time zone database that instants are resolved with.
pub const TZDB: &str = chrono_tz::IANA_TZDB_VERSION;
/// How far ahead a campaign may be scheduled, in milliseconds: five years.
pub const FURTHEST: i64 = 5 * 366 * crate::clock::DAY;
/// Midnight comes to the first zones of the world this long before it comes to UTC (Pacific/Kiritimati).
const EARLIEST_ZONE: i64 = 14 * crate::clock::HOUR;
const FORMAT: &str = "%Y-%m-%dT%H:%M";

/// How the instant of a schedule came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ScheduleKind)]
pub enum ScheduleKind {
    /// An instant, whatever the clocks say.
    Instant,
    /// A wall time in a zone.
    Wall,
    /// That wall time where each reader lives.
    Reader,
}

/// What the author chose, kept beside the instant it resolves to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    pub kind: ScheduleKind,
    /// `2027-03-28T02:30`.
    pub local_time: Option<String>,
    pub time_zone: Option<String>,
    /// The database that the instant was resolved with.
    pub tzdb: String,
}

/// Whether a wall time exists once that day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WallKind {
    Exact,
    /// Clocks jump over it.
    Gap,
    /// Clocks show it twice.
    Overlap,
}

/// A wall time as an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub at: Timestamp,
    pub kind: WallKind,
    /// Seconds east of UTC at that instant.
    pub offset: i32,
}

/// A zone of the IANA database by its name.
pub fn zone(name: &str) -> Option<Tz> {
    name.parse().ok()
}

/// `2027-03-28T02:30`, to the minute; seconds are cut off. Years have four digits: at the ends of the calendar there is no
/// room for an offset.
pub fn wall_time(text: &str) -> Option<NaiveDateTime> {
    let text = text.trim();
    NaiveDateTime::parse_from_str(text, FORMAT)
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S"))
        .ok()
        .filter(|time| (1..=9_999).contains(&time.year()))
        .and_then(|time| time.with_second(0))
}

pub fn wall_text(time: NaiveDateTime) -> String {
    time.format(FORMAT).to_string()
}

/// RFC 5545 §3.3.5: a time that does not exist is read with the offset before the gap, one that comes twice is the first.
pub fn resolve(zone: Tz, wall: NaiveDateTime) -> Resolved {
    let (utc, kind) = match zone.offset_from_local_datetime(&wall) {
        LocalResult::Single(offset) => (wall - offset.fix(), WallKind::Exact),
        LocalResult::Ambiguous(first, second) => {
            (wall - first.fix().max_east(second.fix()), WallKind::Overlap)
        }
        LocalResult::None => (wall - offset_before(zone, wall), WallKind::Gap),
    };
    let offset = zone.offset_from_utc_datetime(&utc).fix().local_minus_utc();
    Resolved { at: Timestamp(utc.and_utc().timestamp_millis()), kind, offset }
}

trait MaxEast {
    fn max_east(self, other: Self) -> Self;
}

impl MaxEast for chrono::FixedOffset {
    /// The one that puts the same wall time earlier.
    fn max_east(self, other: Self) -> Self {
        if other.local_minus_utc() > self.local_minus_utc() { other } else { self }
    }
}

/// The offset in force just before a gap. Gaps are up to a day long (Pacific/Apia, 2011).
fn offset_before(zone: Tz, wall: NaiveDateTime) -> chrono::FixedOffset {
    (1..=26 * 4)
        .map(|quarters| wall - Duration::minutes(15 * quarters))
        .find_map(|earlier| match zone.offset_from_local_datetime(&earlier) {
            LocalResult::Single(offset) | LocalResult::Ambiguous(_, offset) => Some(offset.fix()),
            LocalResult::None => None,
        })
        .unwrap_or_else(|| zone.offset_from_utc_datetime(&wall).fix())
}

impl Resolved {
    /// What an author has to know before saving.
    pub fn note(&self, wall: NaiveDateTime, zone: Tz) -> Option<String> {
        let shown = self.local(zone);
        match self.kind {
            WallKind::Exact => None,
            WallKind::Gap => Some(format!(
                "{} doesn't exist in {zone} that day because clocks go forward. We'll send at {}.",
                wall.format("%H:%M"),
                shown.format("%H:%M")
            )),
            WallKind::Overlap => Some(format!(
                "{} happens twice in {zone} that day because clocks go back. We'll send the first time.",
                wall.format("%H:%M")
            )),
        }
    }

    fn local(&self, zone: Tz) -> NaiveDateTime {
        chrono::DateTime::from_timestamp_millis(self.at.0)
            .unwrap_or_default()
            .with_timezone(&zone)
            .naive_local()
    }

    /// `+02:00`.
    pub fn offset_text(&self) -> String {
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.abs() / 60;
        format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

impl Schedule {
    pub fn instant() -> Self {
        Self { kind: ScheduleKind::Instant, local_time: None, time_zone: None, tzdb: TZDB.into() }
    }

    pub fn wall(wall: NaiveDateTime, zone: Tz, each_reader: bool) -> Self {
        Self {
            kind: if each_reader { ScheduleKind::Reader } else { ScheduleKind::Wall },
            local_time: Some(wall_text(wall)),
            time_zone: Some(zone.name().to_owned()),
            tzdb: TZDB.into(),
        }
    }

    fn parts(&self) -> Option<(NaiveDateTime, Tz)> {
        Some((wall_time(self.local_time.as_deref()?)?, zone(self.time_zone.as_deref()?)?))
    }

    /// When it starts, with the rules of today; `None` for an instant, which no rule moves. Readers' own time starts
    /// where the day comes first.
    pub fn starts_at(&self) -> Option<Timestamp> {
        let (wall, zone) = self.parts()?;
        Some(match self.kind {
            ScheduleKind::Instant => return None,
            ScheduleKind::Wall => resolve(zone, wall).at,
            ScheduleKind::Reader => {
                let utc = wall.and_utc().timestamp_millis();
                Timestamp((utc - EARLIEST_ZONE).min(resolve(zone, wall).at.0))
            }
        })
    }

    /// When a reader in the zone of this name gets it; an unknown one counts as the schedule's own.
    pub fn reader_at(&self, name: Option<&str>) -> Option<Timestamp> {
        let (wall, own) = self.parts()?;
        Some(resolve(name.and_then(zone).unwrap_or(own), wall).at)
    }

    pub fn note(&self) -> Option<String> {
        let (wall, zone) = self.parts()?;
        resolve(zone, wall).note(wall, zone)
    }
}

/// How often a repeating campaign makes an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Frequency {
    Daily,
    Weekly,
    Monthly,
}

/// The rule of a repeating campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    pub frequency: Frequency,
    /// Every so many days, weeks or months.
    pub interval: u32,
    /// ISO: 1 is Monday. Weekly only; never empty there.
    pub weekdays: Vec<u32>,
    /// Monthly only; a shorter month has its last day.
    pub month_day: Option<u32>,
    pub feed_url: Option<String>,
    /// The last day on which an issue may be made.
    pub until: Option<NaiveDate>,
}

impl Repeat {
    /// The wall time after this one; `None` when the rule ends.
    pub fn next(&self, wall: NaiveDateTime) -> Option<NaiveDateTime> {
        let day = wall.date();
        let next = match self.frequency {
            Frequency::Daily => day.checked_add_days(Days::new(u64::from(self.interval)))?,
            Frequency::Weekly => self.next_weekday(day)?,
            Frequency::Monthly => {
                let first = day.with_day(1)?.checked_add_months(Months::new(self.interval))?;
                let wanted = self.month_day.unwrap_or(day.day());
                first.with_day(wanted.min(last_day(first)))?
            }
        };
        self.until.is_none_or(|until| next <= until).then(|| next.and_time(wall.time()))
    }

    fn next_weekday(&self, day: NaiveDate) -> Option<NaiveDate> {
        let today = day.weekday().number_from_monday();
        if let Some(later) = self.weekdays.iter().copied().filter(|wanted| *wanted > today).min() {
            return day.checked_add_days(Days::new(u64::from(later - today)));
        }
        let first = self.weekdays.iter().copied().min().unwrap_or(today);
        let days = i64::from(self.interval) * 7 - i64::from(today) + i64::from(first);
        day.checked_add_signed(Duration::days(days))
    }

    /// The first occurrence after `now`, and how many were passed over on the way.
    pub fn after(&self, schedule: &Schedule, now: Timestamp) -> Option<(Schedule, Timestamp)> {
        let (mut wall, zone) = schedule.parts()?;
        loop {
            wall = self.next(wall)?;
            let next = Schedule::wall(wall, zone, schedule.kind == ScheduleKind::Reader);
            let at = next.starts_at()?;
            if at > now {
                return Some((next, at));
            }
        }
    }

    /// About how long one period is, in milliseconds.
    pub fn period(&self) -> i64 {
        let days = match self.frequency {
            Frequency::Daily => 1,
            Frequency::Weekly => 7,
            Frequency::Monthly => 31,
        };
        days * i64::from(self.interval) * crate::clock::DAY
    }
}

fn last_day(first: NaiveDate) -> u32 {
    first.checked_add_months(Months::new(1)).and_then(|next| next.pred_opt()).map_or(28, |day| day.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(zone_name: &str, wall: &str) -> (String, WallKind) {
        let resolved = resolve(zone(zone_name).unwrap(), wall_time(wall).unwrap());
        (resolved.at.to_string().chars().take(16).collect(), resolved.kind)
    }

    #[test]
    fn wall_times_fire_when_calendars_say() {
        use WallKind::{Exact, Gap, Overlap};
        for (zone, wall, kind, utc) in [
            ("Europe/Madrid", "2027-03-28T02:30", Gap, "2027-03-28T01:30"),
            ("Europe/Madrid", "2027-10-31T02:30", Overlap, "2027-10-31T00:30"),
            ("America/New_York", "2027-03-14T02:30", Gap, "2027-03-14T07:30"),
            ("America/New_York", "2027-11-07T01:30", Overlap, "2027-11-07T05:30"),
            ("Australia/Lord_Howe", "2027-10-03T02:15", Gap, "2027-10-02T15:45"),
            ("Australia/Lord_Howe", "2027-04-04T01:45", Overlap, "2027-04-03T14:45"),
            ("Africa/Cairo", "2027-04-30T00:30", Gap, "2027-04-29T22:30"),
            ("Africa/Cairo", "2027-10-28T23:30", Overlap, "2027-10-28T20:30"),
            ("Asia/Beirut", "2027-03-28T00:30", Gap, "2027-03-27T22:30"),
            ("America/Santiago", "2027-09-05T00:30", Gap, "2027-09-05T04:30"),
            ("America/Havana", "2027-03-14T00:30", Gap, "2027-03-14T05:30"),
            ("Africa/Casablanca", "2027-02-07T02:30", Overlap, "2027-02-07T01:30"),
            ("Africa/Casablanca", "2027-03-14T02:30", Gap, "2027-03-14T02:30"),
            ("Europe/Dublin", "2027-03-28T01:30", Gap, "2027-03-28T01:30"),
            ("Pacific/Chatham", "2027-09-26T02:50", Gap, "2027-09-25T14:05"),
            ("Asia/Kathmandu", "2027-01-01T09:00", Exact, "2027-01-01T03:15"),
            ("Pacific/Apia", "2027-03-01T10:00", Exact, "2027-02-28T21:00"),
            ("America/Sao_Paulo", "2027-10-17T00:30", Exact, "2027-10-17T03:30"),
            // A day that one zone left out whole.
            ("Pacific/Apia", "2011-12-30T12:00", Gap, "2011-12-30T22:00"),
        ] {
            assert_eq!(at(zone, wall), (utc.to_owned(), kind), "{zone} {wall}");
        }
    }

    #[test]
    fn gaps_and_overlaps_are_told() {
        let note = |zone_name: &str, wall: &str| {
            let (zone, wall) = (zone(zone_name).unwrap(), wall_time(wall).unwrap());
            resolve(zone, wall).note(wall, zone)
        };
        assert_eq!(
            note("Europe/Madrid", "2027-03-28T02:30").unwrap(),
            "02:30 doesn't exist in Europe/Madrid that day because clocks go forward. We'll send at 03:30."
        );
        assert!(note("Europe/Madrid", "2027-10-31T02:30").unwrap().contains("happens twice"));
        assert_eq!(note("Europe/Madrid", "2027-10-30T02:30"), None);
    }

    #[test]
    fn what_is_no_time_or_zone_is_refused() {
        for text in
            ["", "2027-02-30T10:00", "2027-01-01", "2027-01-01T25:00", "tomorrow", "2027-01-01T10:00Z"]
        {
            assert_eq!(wall_time(text), None, "{text}");
        }
        assert_eq!(wall_time("2027-01-01T10:00:59"), wall_time("2027-01-01T10:00"));
        assert!(zone("Mars/Olympus").is_none() && zone("").is_none());
    }

    fn repeat(frequency: Frequency, interval: u32, weekdays: &[u32], month_day: Option<u32>) -> Repeat {
        Repeat { frequency, interval, weekdays: weekdays.to_vec(), month_day, feed_url: None, until: None }
    }

    fn days(rule: &Repeat, from: &str, count: usize) -> Vec<String> {
        let mut wall = wall_time(from).unwrap();
        let mut days = Vec::new();
        while days.len() < count {
            let Some(next) = rule.next(wall) else { break };
            wall = next;
            days.push(wall.date().to_string());
        }
        days
    }

    #[test]
    fn occurrences_follow_their_rule() {
        let daily = repeat(Frequency::Daily, 3, &[], None);
        assert_eq!(days(&daily, "2027-02-27T09:00", 2), ["2027-03-02", "2027-03-05"]);
        // 2027-01-04 is a Monday.
        let weekly = repeat(Frequency::Weekly, 2, &[1, 4], None);
        assert_eq!(days(&weekly, "2027-01-04T09:00", 3), ["2027-01-07", "2027-01-18", "2027-01-21"]);
        let monthly = repeat(Frequency::Monthly, 1, &[], Some(31));
        assert_eq!(days(&monthly, "2027-01-31T09:00", 3), ["2027-02-28", "2027-03-31", "2027-04-30"]);
        let until = Repeat { until: NaiveDate::from_ymd_opt(2027, 2, 28), ..monthly };
        assert_eq!(days(&until, "2027-01-31T09:00", 3), ["2027-02-28"]);
    }

    #[test]
    fn an_issue_keeps_its_wall_time_over_a_change_of_the_clocks() {
        let rule = repeat(Frequency::Weekly, 1, &[7], None);
        let start =
            Schedule::wall(wall_time("2027-03-21T09:00").unwrap(), zone("Europe/Madrid").unwrap(), false);
        let at = start.starts_at().unwrap();
        assert_eq!(at.to_string(), "2027-03-21T08:00:00.000Z");
        let (next, at) = rule.after(&start, at).unwrap();
        assert_eq!(
            (next.local_time.as_deref(), at.to_string().as_str()),
            (Some("2027-03-28T09:00"), "2027-03-28T07:00:00.000Z")
        );
        // Occurrences that passed while nobody was there are passed over.
        let (late, _) = rule.after(&start, Timestamp(at.0 + 8 * crate::clock::DAY)).unwrap();
        assert_eq!(late.local_time.as_deref(), Some("2027-04-11T09:00"));
    }

    #[test]
    fn readers_get_it_when_their_own_clock_says() {
        let schedule =
            Schedule::wall(wall_time("2027-06-01T09:00").unwrap(), zone("Europe/Vienna").unwrap(), true);
        assert_eq!(schedule.starts_at().unwrap().to_string(), "2027-05-31T19:00:00.000Z");
        let at = |name| schedule.reader_at(name).unwrap().to_string();
        assert_eq!(at(Some("Asia/Tokyo")), "2027-06-01T00:00:00.000Z");
        assert_eq!(at(Some("America/Los_Angeles")), "2027-06-01T16:00:00.000Z");
        assert_eq!(at(None), "2027-06-01T07:00:00.000Z");
        assert_eq!(at(Some("Mars/Olympus")), at(None));
    }
}
