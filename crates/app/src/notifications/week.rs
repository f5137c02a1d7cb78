//! The weekly summary: Mondays at 08:00 of the author's zone, the seven days before against the seven before those.

use std::{collections::HashMap, str::FromStr as _};

use chrono::{DateTime, Datelike as _, Days, NaiveDate, TimeZone as _};
use chrono_tz::Tz;
use database::Tx;

use super::letter::{Figure, Letter};
use crate::{
    Core, NewsletterId, Timestamp, account_mails,
    accounts::{self, Author},
    author_settings,
    clock::DAY,
    figures::number,
    newsletters::{self, DailyDeltas},
    notification_queue::{self, DueWeek},
};

const HOUR_OF_DAY: u32 = 8;
/// By Wednesday nobody wants Monday's mail.
const STALE: i64 = 2 * DAY;
/// Newsletters with a table of their own; the rest are in the totals.
const SHOWN: usize = 20;

/// The zone, or UTC for a name that this version does not know.
pub fn zone_of(name: &str) -> Tz {
    Tz::from_str(name).unwrap_or(Tz::UTC)
}

fn day_of(date: NaiveDate) -> i64 {
    date.signed_duration_since(NaiveDate::default()).num_days()
}

/// The first Monday 08:00 after `now` whose date is later than `last_monday`.
fn next_due(zone: Tz, now: Timestamp, last_monday: i64) -> Timestamp {
    let today = local_date(zone, now);
    let monday = today - Days::new(u64::from(today.weekday().num_days_from_monday()));
    let mondays = (0..4).filter_map(|week| monday.checked_add_days(Days::new(7 * week)));
    let due = mondays
        .filter(|monday| day_of(*monday) > last_monday)
        .filter_map(|monday| eight_o_clock(zone, monday));
    due.into_iter().find(|at| *at > now).unwrap_or_else(|| now.plus(7 * DAY))
}

fn local_date(zone: Tz, at: Timestamp) -> NaiveDate {
    DateTime::from_timestamp_millis(at.0).unwrap_or_default().with_timezone(&zone).date_naive()
}

fn eight_o_clock(zone: Tz, date: NaiveDate) -> Option<Timestamp> {
    // A clock that is put forward at that hour shows nine.
    let at = (HOUR_OF_DAY..24)
        .find_map(|hour| zone.from_local_datetime(&date.and_hms_opt(hour, 0, 0)?).earliest())?;
    Some(Timestamp(at.timestamp_millis()))
}

/// Writes the summary and moves on to the next. False when another node was faster.
pub async fn write(core: &Core, due: &DueWeek) -> database::Result<bool> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let Some(author) = accounts::author(&mut tx, due.author_id).await? else { return Ok(false) };
    let zone = zone_of(&author.time_zone);
    if due.due_at.0 == 0 {
        let taken = notification_queue::take_week(
            &mut tx,
            due,
            next_due(zone, now, due.last_monday),
            due.last_monday,
        )
        .await?;
        tx.commit().await?;
        return Ok(taken);
    }
    let monday = day_of(local_date(zone, due.due_at));
    if !notification_queue::take_week(&mut tx, due, next_due(zone, now, monday), monday).await? {
        return Ok(false);
    }
    if now.0 - due.due_at.0 < STALE
        && author_settings::wants_weekly_summary(&mut tx, author.id).await?
        && let Some(letter) = compose(core, &mut tx, &author, monday).await?
    {
        let letter = account_mails::Letter {
            author_id: Some(author.id),
            kind: "weekly_summary",
            recipient: author.email,
            subject: "Your week".into(),
            text: letter.text(),
            html: Some(letter.html()),
        };
        account_mails::queue(&mut tx, letter, now).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// `None` when nothing happened.
async fn compose(core: &Core, tx: &mut Tx, author: &Author, monday: i64) -> database::Result<Option<Letter>> {
    let week = newsletters::by_newsletter(tx, author.id, monday - 7, monday - 1).await?;
    if week.values().all(|deltas| *deltas == DailyDeltas::default()) {
        return Ok(None);
    }
    let before = newsletters::by_newsletter(tx, author.id, monday - 14, monday - 8).await?;
    let names = newsletters::names(tx, author.id).await?;
    let mut shown: Vec<(&str, DailyDeltas, DailyDeltas)> = names
        .iter()
        .map(|(id, name)| (name.as_str(), of(&week, *id), of(&before, *id)))
        .filter(|(_, now, before)| *now != DailyDeltas::default() || *before != DailyDeltas::default())
        .collect();
    shown.sort_by_key(|(_, now, _)| std::cmp::Reverse((now.emails_sent, now.new_subscribers)));
    let base = &core.settings.public_url;
    let mut letter = Letter::new("Your week").paragraph(format!(
        "{} to {}, beside the week before. Days are those of UTC.",
        date(monday - 7),
        date(monday - 1)
    ));
    if shown.len() > 1 {
        let total = |of: fn(&(&str, DailyDeltas, DailyDeltas)) -> DailyDeltas| {
            shown.iter().map(of).fold(DailyDeltas::default(), |mut sum, deltas| {
                sum += deltas;
                sum
            })
        };
        letter = letter.heading("All newsletters").figures(figures(&total(|row| row.1), &total(|row| row.2)));
    }
    for (name, now, before) in shown.iter().take(SHOWN) {
        letter = letter.heading(*name).figures(figures(now, before));
    }
    if shown.len() > SHOWN {
        letter = letter.paragraph(format!("And {} more.", shown.len() - SHOWN));
    }
    Ok(Some(letter.button("Open Analytics", format!("{base}/analytics")).footer(format!(
        "Letterpress sends this because the weekly summary is on. Switch it off in your settings: {base}/settings"
    ))))
}

fn of(deltas: &HashMap<NewsletterId, DailyDeltas>, id: NewsletterId) -> DailyDeltas {
    deltas.get(&id).copied().unwrap_or_default()
}

/// What happened, beside the week before; what happened in neither is left out.
fn figures(now: &DailyDeltas, before: &DailyDeltas) -> Vec<Figure> {
    [
        ("New subscribers", now.new_subscribers, before.new_subscribers),
        ("Unsubscribed", now.unsubscribed, before.unsubscribed),
        ("Campaigns sent", now.campaigns_sent, before.campaigns_sent),
        ("Emails sent", now.emails_sent, before.emails_sent),
        ("Opens", now.opens, before.opens),
        ("Clicks", now.clicks, before.clicks),
        ("Bounced", now.bounces, before.bounces),
        ("Called spam", now.complaints, before.complaints),
    ]
    .into_iter()
    .filter(|(_, now, before)| *now != 0 || *before != 0)
    .map(|(label, now, before)| Figure {
        label: label.into(),
        value: number(now),
        beside: format!("before: {}", number(before)),
    })
    .collect()
}

fn date(day: i64) -> String {
    let date = NaiveDate::default() + chrono::TimeDelta::days(day);
    date.format("%A, %-d %B").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> Timestamp {
        Timestamp(DateTime::parse_from_rfc3339(time).unwrap().timestamp_millis())
    }

    #[test]
    fn it_comes_on_mondays_at_eight() {
        for (zone, now, due) in [
            ("UTC", "2026-11-21T12:00:00Z", "2026-11-23T08:00:00Z"),
            ("UTC", "2026-11-23T07:59:59Z", "2026-11-23T08:00:00Z"),
            ("UTC", "2026-11-23T08:00:00Z", "2026-11-30T08:00:00Z"),
            ("Europe/Vienna", "2026-11-21T12:00:00Z", "2026-11-23T07:00:00Z"),
            ("Europe/Vienna", "2026-10-20T12:00:00Z", "2026-10-26T07:00:00Z"),
            ("Pacific/Kiritimati", "2026-11-22T17:00:00Z", "2026-11-22T18:00:00Z"),
            ("America/Los_Angeles", "2026-11-23T15:00:00Z", "2026-11-23T16:00:00Z"),
        ] {
            assert_eq!(next_due(zone_of(zone), at(now), 0), at(due), "{zone} {now}");
        }
    }

    #[test]
    fn a_monday_is_summed_up_once_whatever_the_zone() {
        let monday = day_of(NaiveDate::from_ymd_opt(2026, 11, 23).unwrap());
        // Summed up in Vienna at 07:00 UTC; then its author flies to Los Angeles, where it is not eight yet.
        let due = next_due(zone_of("America/Los_Angeles"), at("2026-11-23T09:00:00Z"), monday);
        assert_eq!(due, at("2026-11-30T16:00:00Z"));
    }
}
