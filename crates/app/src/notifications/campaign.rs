//! The mails about one campaign.

use database::Tx;

use super::{
    letter::{Figure, Letter, percent},
    week::zone_of,
};
use crate::{
    Core, Timestamp, account_mails,
    accounts::{self, Author},
    author_settings,
    campaigns::{self, Campaign, Status},
    clock::DAY,
    figures::{count, number},
    newsletters::{self, Tracking},
    notification_queue::{self, Due, NotificationKind},
    runs::{self, RunRow},
};

/// What was due longer ago is no news.
const STALE: i64 = 7 * DAY;

/// Writes the mail, unless it is not wanted, or nothing is left to say. False when another node was faster.
pub async fn write(core: &Core, due: &Due) -> database::Result<bool> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    if !notification_queue::take(&mut tx, due).await? {
        return Ok(false);
    }
    if now.0 - due.due_at.0 < STALE
        && author_settings::wants_campaign_reports(&mut tx, due.author_id).await?
        && let Some(author) = accounts::author(&mut tx, due.author_id).await?
        && let Some((subject, kind, letter)) = compose(core, &mut tx, due, &author).await?
    {
        let letter = account_mails::Letter {
            author_id: Some(author.id),
            kind,
            recipient: author.email,
            subject,
            text: letter.text(),
            html: Some(letter.html()),
        };
        account_mails::queue(&mut tx, letter, now).await?;
    }
    tx.commit().await?;
    Ok(true)
}

async fn compose(
    core: &Core,
    tx: &mut Tx,
    due: &Due,
    author: &Author,
) -> database::Result<Option<(String, &'static str, Letter)>> {
    let Some(campaign) = campaigns::find_any(tx, due.campaign_id).await? else { return Ok(None) };
    let Some(newsletter) = newsletters::find(tx, author.id, campaign.newsletter_id).await? else {
        return Ok(None);
    };
    let Some(run) = runs::latest(tx, campaign.id).await? else { return Ok(None) };
    let what = match (due.kind, campaign.status) {
        (NotificationKind::Report, Status::Sent) => {
            let letter = report(&campaign, &newsletter.name, &run, author);
            (format!("How “{}” went", campaign.subject), "campaign_report", letter)
        }
        (NotificationKind::Trouble, Status::Paused) => (
            format!("“{}” was paused", campaign.subject),
            "campaign_paused",
            paused(&campaign, &newsletter.name, &run),
        ),
        (NotificationKind::Trouble, Status::Sent) => {
            let letter = incomplete(&campaign, &newsletter.name, &run);
            (format!("“{}” did not reach everybody", campaign.subject), "campaign_incomplete", letter)
        }
        // Its author went on with it, or stopped it, in the meantime.
        _ => return Ok(None),
    };
    let (subject, kind, letter) = what;
    let base = &core.settings.public_url;
    let url = format!("{base}/campaigns/{}/{}/report", campaign.newsletter_id, campaign.id);
    let letter = letter.button("Open the report", url).footer(format!(
        "Letterpress sends this because campaign reports are on. Switch them off in your settings: {base}/settings"
    ));
    Ok(Some((subject, kind, letter)))
}

fn report(campaign: &Campaign, newsletter: &str, run: &RunRow, author: &Author) -> Letter {
    let ended = run.finished_at.unwrap_or(run.started_at);
    let mut letter = Letter::new(&campaign.subject)
        .paragraph(format!(
            "{newsletter}, sent {}. This is where it stands a day later.",
            local(ended, author)
        ))
        .heading("Readers")
        .figures(ledger(run));
    let engaged = engaged(run);
    if !engaged.is_empty() {
        letter = letter.heading("What they did").figures(engaged);
    }
    letter
}

fn paused(campaign: &Campaign, newsletter: &str, run: &RunRow) -> Letter {
    let why = campaign.pause_reason.as_deref().unwrap_or("Something needs your decision.");
    let mut letter = Letter::new(format!("“{}” was paused", campaign.subject))
        .paragraph(format!("{newsletter} stopped sending: {why}"));
    // Before its readers are known there is nothing to count.
    if run.counters.intended > 0 {
        letter = letter.figures(ledger(run));
    }
    letter.paragraph("Waiting subscribers get it as soon as you resume.")
}

fn incomplete(campaign: &Campaign, newsletter: &str, run: &RunRow) -> Letter {
    let (failed, doubtful) = (run.counters.failed, run.counters.in_doubt + run.counters.held);
    let mut letter = Letter::new(format!("“{}” did not reach everybody", campaign.subject))
        .paragraph(format!("{newsletter} has been sent."));
    if failed > 0 {
        letter = letter.paragraph(format!(
            "{} couldn't be delivered. The report says why for each subscriber.",
            count(failed, "email", "emails")
        ));
    }
    if doubtful > 0 {
        letter = letter.paragraph(format!(
            "{} couldn't be confirmed. Settle each in the report.",
            count(doubtful, "email", "emails")
        ));
    }
    letter.figures(ledger(run))
}

fn figure(label: &str, n: i64, beside: String) -> Figure {
    Figure { label: label.into(), value: number(n), beside }
}

/// Where the readers stand; what nobody is in is left out.
fn ledger(run: &RunRow) -> Vec<Figure> {
    let ledger = run.counters.ledger();
    let groups = [
        ("Sent", ledger.sent),
        ("Waiting", ledger.queued + ledger.sending + ledger.deferred),
        ("Failed", ledger.failed),
        ("Suppressed", ledger.suppressed),
        ("Skipped", ledger.skipped),
        ("Cancelled", ledger.cancelled),
        ("Uncertain", ledger.in_doubt),
    ];
    let mut figures = vec![figure("Meant for", ledger.intended, String::new())];
    let rows = groups.into_iter().filter(|(label, n)| *n > 0 || *label == "Sent");
    figures.extend(rows.map(|(label, n)| figure(label, n, percent(n, ledger.intended))));
    figures
}

fn engaged(run: &RunRow) -> Vec<Figure> {
    let sent = run.counters.sent;
    let mut figures = match run.tracking {
        Tracking::Full => vec![
            figure("Opened it", run.engaged.opens, percent(run.engaged.opens, sent)),
            figure("Clicked a link", run.engaged.clicks, percent(run.engaged.clicks, sent)),
        ],
        Tracking::Anonymous => vec![
            figure("Opens", run.engaged.opens, String::new()),
            figure("Clicks", run.engaged.clicks, String::new()),
        ],
        Tracking::None => Vec::new(),
    };
    figures.push(figure("Unsubscribed", run.unsubscribed, percent(run.unsubscribed, sent)));
    figures.push(figure("Bounced", run.bounced, percent(run.bounced, sent)));
    for (label, n) in [("Bounced for now", run.soft_bounced), ("Called it spam", run.complained)] {
        if n > 0 {
            figures.push(figure(label, n, percent(n, sent)));
        }
    }
    figures
}

/// A time as the author's clock shows it.
fn local(at: Timestamp, author: &Author) -> String {
    let time = chrono::DateTime::from_timestamp_millis(at.0).unwrap_or_default();
    let time = time.with_timezone(&zone_of(&author.time_zone));
    format!("{} ({})", time.format("%A, %-d %B %Y at %H:%M"), author.time_zone)
}
