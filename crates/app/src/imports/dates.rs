//! Dates as other tools write them.

use chrono::{DateTime, NaiveDate, NaiveDateTime};

/// Which of the two numbers comes first in `3/4/2026`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slashes {
    /// A first number above 12 was seen.
    day_first: bool,
    month_first: bool,
}

impl Slashes {
    /// Learns from a field.
    pub fn see(&mut self, text: &str) {
        if let Some((first, second, ..)) = slashed(text.trim()) {
            self.day_first |= first > 12 && second <= 12;
            self.month_first |= second > 12 && first <= 12;
        }
    }
}

/// Milliseconds since 1970, a time without a zone being UTC; `None` for what is no date, and for `3/4/2026` where the file
/// does not say which of them is the month.
pub fn parse(text: &str, slashes: Slashes) -> Option<i64> {
    let text = text.trim();
    if text.len() < 8 || text.len() > 40 {
        return None;
    }
    let at = DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f %z"))
        .or_else(|_| DateTime::parse_from_rfc2822(text))
        .map(|at| at.timestamp_millis());
    at.ok().or_else(|| unzoned(text)).or_else(|| by_slashes(text, slashes)).filter(|at| *at > 0)
}

/// Whether it is a date in any of these ways.
pub fn is_date(text: &str) -> bool {
    parse(text, Slashes::default()).is_some() || slashed(text.trim()).is_some()
}

fn unzoned(text: &str) -> Option<i64> {
    let text = text.trim_end_matches("UTC").trim_end_matches("GMT").trim_end_matches('Z').trim_end();
    let time = [
        "%Y-%m-%d %H:%M:%S%.f",
        "%Y-%m-%dT%H:%M:%S%.f",
        "%Y-%m-%d %H:%M",
        "%Y/%m/%d %H:%M:%S",
        "%Y/%m/%d %H:%M",
        "%d.%m.%Y %H:%M:%S",
        "%d.%m.%Y %H:%M",
        "%B %d, %Y %H:%M:%S",
        "%B %d, %Y %I:%M %p",
        "%d %B %Y %H:%M:%S",
        "%d %B %Y %H:%M",
    ];
    let day = ["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%B %d, %Y", "%d %B %Y", "%d-%b-%Y"];
    let times = time.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok());
    let days = || day.iter().find_map(|format| NaiveDate::parse_from_str(text, format).ok());
    times.or_else(|| days()?.and_hms_opt(0, 0, 0)).map(|at| at.and_utc().timestamp_millis())
}

/// The numbers of `3/4/2026`, and what stands behind them.
fn slashed(text: &str) -> Option<(u32, u32, i32, &str)> {
    let (date, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut parts = date.split('/');
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    let number = |text: &str| (1..=2).contains(&text.len()).then(|| text.parse::<u32>().ok()).flatten();
    let year = (year.len() == 4 && parts.next().is_none()).then(|| year.parse().ok()).flatten()?;
    Some((number(first)?, number(second)?, year, rest.trim()))
}

fn by_slashes(text: &str, slashes: Slashes) -> Option<i64> {
    let (first, second, year, rest) = slashed(text)?;
    let (month, day) = match (slashes.day_first, slashes.month_first) {
        (true, false) => (second, first),
        (false, true) => (first, second),
        _ if first > 12 => (second, first),
        _ if second > 12 || first == second => (first, second),
        _ => return None,
    };
    let date = NaiveDate::from_ymd_opt(year, month, day)?;
    let time = ["%H:%M:%S", "%H:%M", "%I:%M %p", "%I:%M:%S %p"];
    let time = time.iter().find_map(|format| chrono::NaiveTime::parse_from_str(rest, format).ok());
    Some(date.and_time(time.unwrap_or_default()).and_utc().timestamp_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_768_478_400_000;
    const MIDNIGHT: i64 = NOON - 12 * 3_600_000;

    #[test]
    fn dates_are_read_as_the_tools_write_them() {
        for text in [
            "2026-01-15T12:00:00Z",
            "2026-01-15T12:00:00.000Z",
            "2026-01-15T13:00:00+01:00",
            "2026-01-15 12:00:00",
            "2026-01-15 12:00:00 UTC",
            "2026-01-15 12:00:00.000 +0000",
            "2026-01-15 12:00",
            "15.01.2026 12:00",
            "1/15/2026 12:00",
            "15/01/2026 12:00:00",
            "1/15/2026 12:00 PM",
            "January 15, 2026 12:00:00",
            "Jan 15, 2026 12:00 PM",
            "Thu, 15 Jan 2026 12:00:00 +0000",
            "Thu, 15 Jan 2026 12:00:00 +0000 (London)",
        ] {
            assert_eq!(parse(text, Slashes::default()), Some(NOON), "{text}");
        }
        for text in ["2026-01-15", "15.01.2026", "1/15/2026", "Jan 15, 2026", "15 January 2026"] {
            assert_eq!(parse(text, Slashes::default()), Some(MIDNIGHT), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "2026",
            "0000-00-00 00:00:00",
            "1970-01-01",
            "15/15/2026",
            "1/15/2026/7",
            "12/5/2026",
            "5/12/2026",
            "2026-13-01",
            "gold",
            "1/1",
            "Thu, 15 Jan 2026 12:00:00 +0000 (too much)",
        ] {
            assert_eq!(parse(text, Slashes::default()), None, "{text}");
        }
    }

    #[test]
    fn the_file_says_which_number_is_the_month() {
        let mut slashes = Slashes::default();
        for nothing in ["3/4/2026", "12/3/2026", "3/12/2026", "20/20/2026"] {
            slashes.see(nothing);
            assert_eq!(parse("3/4/2026", slashes), None, "{nothing}");
        }
        assert!(!is_date("1/15/26"));
        assert!(is_date("3/4/2026"));
        slashes.see("13/4/2026");
        let april = parse("3/4/2026", slashes);
        assert_eq!(april, parse("2026-04-03", slashes));
        slashes.see("4/13/2026");
        assert_eq!(parse("3/4/2026", slashes), None, "it says both");
        let mut slashes = Slashes::default();
        slashes.see("4/13/2026");
        assert_eq!(parse("3/4/2026", slashes), parse("2026-03-04", slashes));
    }
}
