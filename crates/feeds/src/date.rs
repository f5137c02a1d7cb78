//! Points in time as feeds write them.

use chrono::{DateTime, NaiveDate, NaiveDateTime};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Unix time in milliseconds, from RFC 3339 or RFC 5322 §3.3 and their common misspellings. A time without a
/// zone is taken for UTC.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.len() > 100 {
        return None;
    }
    let time = DateTime::parse_from_rfc3339(text).map(|time| time.timestamp_millis());
    time.ok().or_else(|| iso(text)).or_else(|| mail(text))
}

/// ISO 8601 with less than RFC 3339 asks for.
fn iso(text: &str) -> Option<i64> {
    for format in ["%Y-%m-%dT%H:%M:%S%.f%z", "%Y-%m-%d %H:%M:%S%.f %z", "%Y-%m-%dT%H:%M%z"] {
        if let Ok(time) = DateTime::parse_from_str(text, format) {
            return Some(time.timestamp_millis());
        }
    }
    let bare = text.trim_end_matches(['Z', 'z']);
    for format in ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M"] {
        if let Ok(time) = NaiveDateTime::parse_from_str(bare, format) {
            return Some(time.and_utc().timestamp_millis());
        }
    }
    let date = NaiveDate::parse_from_str(bare, "%Y-%m-%d").ok()?;
    Some(date.and_hms_opt(0, 0, 0)?.and_utc().timestamp_millis())
}

/// `Sat, 07 Sep 2002 00:00:01 GMT`, with the weekday not looked at, since feeds get it wrong.
fn mail(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split([' ', ',', '\t', '\n', '-']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| month(word).is_some())?;
    let number = |word: &&str| word.parse::<u32>().ok();
    let day = number(words.get(at.checked_sub(1)?)?)?;
    let year = words.get(at + 1)?;
    let year = match (year.len(), year.parse::<i32>().ok()?) {
        (2, year) if year < 70 => 2000 + year,
        (2, year) => 1900 + year,
        (_, year) => year,
    };
    let mut clock =
        words.get(at + 2).copied().unwrap_or("0:0").split(':').map(|part| part.parse::<u32>().ok());
    let (hour, minute) = (clock.next()??, clock.next()??);
    let second = clock.next().unwrap_or(Some(0))?.min(59);
    let time = NaiveDate::from_ymd_opt(year, month(words[at])?, day)?.and_hms_opt(hour, minute, second)?;
    // The sign of a zone is one of the separators, so it is looked for in the text itself.
    let west = text.rsplit(' ').next().is_some_and(|zone| zone.starts_with('-'));
    let offset = words.get(at + 3).map_or(0, |zone| offset(zone, west));
    Some((time.and_utc().timestamp() - offset) * 1000)
}

fn month(word: &str) -> Option<u32> {
    let word = word.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().position(|month| *month == word).map(|index| index as u32 + 1)
}

/// Seconds east of Greenwich. Zones nobody knows are UTC (RFC 5322 §4.3).
fn offset(zone: &str, west: bool) -> i64 {
    let digits: String = zone.chars().filter(char::is_ascii_digit).collect();
    let hours = |hours: i64| hours * 3600;
    match (digits.len(), zone.to_ascii_uppercase().as_str()) {
        (4, _) => {
            let number: i64 = digits.parse().unwrap_or(0);
            let east = hours(number / 100) + number % 100 * 60;
            if west { -east } else { east }
        }
        (_, "EDT") => hours(-4),
        (_, "EST" | "CDT") => hours(-5),
        (_, "CST" | "MDT") => hours(-6),
        (_, "MST" | "PDT") => hours(-7),
        (_, "PST") => hours(-8),
        (_, "CET" | "BST") => hours(1),
        (_, "CEST") => hours(2),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_feeds_write() {
        let time = Some(1_031_356_801_000);
        for text in [
            "Sat, 07 Sep 2002 00:00:01 GMT",
            "Sun, 07 Sep 2002 00:00:01 +0000",
            "7 September 02 00:00:01 Z",
            "Saturday, 07-Sep-02 00:00:01 UT",
            "Sat, 07 Sep 2002 02:00:01 +0200",
            "Fri, 06 Sep 2002 19:00:01 -05:00",
            "Fri, 06 Sep 2002 19:00:01 EST",
            "2002-09-07T00:00:01Z",
            "2002-09-07T02:00:01.000+02:00",
            "2002-09-07T02:00:01+0200",
            "2002-09-07 00:00:01",
            " 2002-09-07T00:00:01 ",
        ] {
            assert_eq!(parse(text), time, "{text}");
        }
        assert_eq!(parse("2002-09-07"), Some(1_031_356_800_000));
        assert_eq!(parse("07 Sep 2002"), Some(1_031_356_800_000));
    }

    #[test]
    fn nonsense_is_no_time() {
        for text in [
            "",
            "yesterday",
            "Sep",
            "32 Sep 2002 1:2:3",
            "7 Sep 2002 25:00",
            "7 Sep",
            "é Sep é",
            "1 日本語 2",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
