//! `letterpress campaign`.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
    time::Duration,
};

use clap::{Args, Subcommand};
use platform::figures::{count, number};
use serde_json::{Value, json};

use crate::{
    NOT_DONE,
    api::{Api, Body, Call, Failure},
    show::{self, Out},
    waiting,
};

const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The groups of a ledger in the order of a report; they add up to `intended`.
const GROUPS: [(&str, &str); 9] = [
    ("sent", "sent"),
    ("failed", "failed"),
    ("suppressed", "suppressed"),
    ("skipped", "skipped"),
    ("cancelled", "cancelled"),
    ("in_doubt", "in doubt"),
    ("deferred", "deferred"),
    ("sending", "sending"),
    ("queued", "queued"),
];

#[derive(Subcommand)]
pub enum Campaign {
    /// Campaigns with their numbers, newest first
    List {
        /// Number of the newsletter [default: all]
        #[arg(long, value_name = "N")]
        newsletter: Option<i64>,
        /// draft, scheduled, sending, paused, sent or cancelled
        #[arg(long)]
        status: Option<String>,
        /// Part of a subject
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        #[command(flatten)]
        most: show::Most,
    },
    /// Make a draft of files, and print its number
    Create(Draft),
    /// What to look at before it is sent: exit 1 if anything is wrong
    Check {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
    },
    /// Send it to a few addresses as a test, at most ten
    Test {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
        /// May be given more than once
        #[arg(long, required = true, value_name = "ADDRESS")]
        to: Vec<String>,
    },
    /// Send it now, or put it on the calendar
    Send {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
        /// When, with its offset: 2030-06-03T08:00:00Z
        #[arg(long, value_name = "TIME")]
        at: Option<String>,
        /// Wait until everybody is accounted for: exit 3 if it pauses or is cancelled
        #[arg(long)]
        wait: bool,
    },
    /// Wait until everybody is accounted for, as `send --wait` does
    Wait {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
    },
    /// Stop sending, until it is resumed
    Pause {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
    },
    /// Go on sending
    Resume {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
    },
    /// Stop for good, or take it off the calendar
    Cancel {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
    },
    /// Its ledger, and why emails were not sent
    Report {
        /// Newsletter and campaign, such as 1/7
        campaign: Number,
    },
}

#[derive(Args)]
pub struct Draft {
    /// Number of the newsletter
    #[arg(long, value_name = "N")]
    newsletter: i64,
    #[arg(long)]
    subject: String,
    /// What mail programs show after the subject
    #[arg(long, value_name = "TEXT")]
    preheader: Option<String>,
    /// File with the content; `-` is standard input
    #[arg(long, value_name = "FILE", required_unless_present = "text")]
    html: Option<PathBuf>,
    /// File with the text part; `-` is standard input [default: made of the HTML]
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
}

/// A campaign as lists and addresses of the dashboard write it: newsletter, slash, campaign.
#[derive(Clone, Copy)]
pub struct Number {
    newsletter: i64,
    campaign: i64,
}

impl FromStr for Number {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(n, c)| Some((n.parse().ok()?, c.parse().ok()?)));
        let (newsletter, campaign) = parts.ok_or("write NEWSLETTER/CAMPAIGN, such as 1/7")?;
        Ok(Self { newsletter, campaign })
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.newsletter, self.campaign)
    }
}

impl Number {
    fn of(campaign: &Value) -> String {
        format!("{}/{}", show::text(&campaign["newsletter_id"]), show::text(&campaign["id"]))
    }

    fn path(self, rest: &str) -> String {
        format!("/api/newsletters/{}/campaigns/{}{rest}", self.newsletter, self.campaign)
    }
}

pub async fn run(api: &Api, out: &Out, command: Campaign) -> Result<ExitCode, Failure> {
    match command {
        Campaign::List { newsletter, status, search, most } => {
            let filters =
                [("newsletter_id", newsletter.map(|id| id.to_string())), ("status", status), ("q", search)];
            let rows = api.list("/api/campaigns", &filters, &most);
            out.list(&["CAMPAIGN", "STATUS", "NEWSLETTER", "SUBJECT"], rows, |row| {
                let [status, newsletter, subject] =
                    ["status", "newsletter_name", "subject"].map(|key| show::text(&row[key]));
                vec![Number::of(row), status, newsletter, subject]
            })
            .await
        }
        Campaign::Create(draft) => {
            let path = format!("/api/newsletters/{}/campaigns", draft.newsletter);
            let made = api.json(&Call::post(path, Body::Json(draft.body()?))).await?;
            out.answer(&made, Number::of)
        }
        Campaign::Check { campaign } => check(api, out, campaign).await,
        Campaign::Test { campaign, to } => test(api, out, campaign, to).await,
        Campaign::Send { campaign, at, wait } => send(api, out, campaign, at, wait).await,
        Campaign::Wait { campaign } => watch(api, out, campaign).await,
        Campaign::Pause { campaign } => step(api, out, campaign, "pause").await,
        Campaign::Resume { campaign } => step(api, out, campaign, "resume").await,
        Campaign::Cancel { campaign } => step(api, out, campaign, "cancel").await,
        Campaign::Report { campaign } => {
            let report = api.json(&Call::get(campaign.path("/report"))).await?;
            out.answer(&report, |report| told(campaign, report))
        }
    }
}

impl Draft {
    fn body(self) -> Result<Value, Failure> {
        let dash = Path::new("-");
        if self.html.as_deref() == Some(dash) && self.text.as_deref() == Some(dash) {
            return Err(Failure::Usage("--html and --text cannot both be standard input".to_owned()));
        }
        let read = |path: Option<PathBuf>| path.map(|path| text_of(&path)).transpose();
        let fields = [
            ("subject", Some(self.subject)),
            ("preheader", self.preheader),
            ("html_content", read(self.html)?),
            ("text_content", read(self.text)?),
        ];
        let fields =
            fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), Value::String(value?))));
        Ok(Value::Object(fields.collect()))
    }
}

/// A text file; `-` is standard input.
pub fn text_of(path: &Path) -> Result<String, Failure> {
    let text = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    text.map_err(|error| Failure::file(path, error))
}

async fn check(api: &Api, out: &Out, campaign: Number) -> Result<ExitCode, Failure> {
    let answer = api.json(&Call::get(campaign.path("/checks"))).await?;
    let checks = answer["checks"].as_array().map_or(&[][..], Vec::as_slice);
    out.answer(&answer, |_| {
        let mut lines = Vec::new();
        for check in checks {
            lines.push(format!("{:9}{}", show::text(&check["level"]), show::text(&check["title"])));
            let details = check["details"].as_array().map_or(&[][..], Vec::as_slice);
            lines.extend(details.iter().map(|detail| format!("         - {}", show::text(detail))));
        }
        lines.join("\n")
    })?;
    let is_wrong = checks.iter().any(|check| check["level"] == "error");
    Ok(if is_wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn test(api: &Api, out: &Out, campaign: Number, to: Vec<String>) -> Result<ExitCode, Failure> {
    let answer = api.json(&Call::post(campaign.path("/test"), Body::Json(json!({ "to": to })))).await?;
    let failed = answer["failed"].as_array().map_or(&[][..], Vec::as_slice);
    out.answer(&answer, |answer| {
        let sent = answer["sent"].as_array().into_iter().flatten();
        let sent = sent.map(|address| format!("sent     {}", show::text(address)));
        let failed = failed
            .iter()
            .map(|row| format!("failed   {}: {}", show::text(&row["to"]), show::text(&row["reason"])));
        sent.chain(failed).collect::<Vec<_>>().join("\n")
    })?;
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn send(
    api: &Api,
    out: &Out,
    campaign: Number,
    at: Option<String>,
    wait: bool,
) -> Result<ExitCode, Failure> {
    let call = match at {
        Some(at) => Call::post(campaign.path("/schedule"), Body::Json(json!({ "scheduled_at": at }))),
        None => Call::post(campaign.path("/send"), Body::None),
    };
    let begun = api.json(&call).await?;
    if wait {
        return watch(api, out, campaign).await;
    }
    out.answer(&begun, |begun| {
        match begun["scheduled_at"].as_str().filter(|_| begun["status"] == "scheduled") {
            Some(at) => format!("{campaign} leaves at {}.", show::clean(at)),
            None => format!("{campaign} is being sent; `letterpress campaign wait {campaign}` watches it."),
        }
    })
}

async fn step(api: &Api, out: &Out, campaign: Number, step: &str) -> Result<ExitCode, Failure> {
    let answer = api.json(&Call::post(campaign.path(&format!("/{step}")), Body::None)).await?;
    out.answer(&answer, |answer| format!("{campaign}: {}", show::text(&answer["status"])))
}

/// Until it goes no further by itself.
async fn watch(api: &Api, out: &Out, campaign: Number) -> Result<ExitCode, Failure> {
    let now = api.json(&Call::get(campaign.path(""))).await?;
    if now["status"] == "draft" {
        return Err(Failure::Usage(format!("{campaign} is a draft: nothing sends it")));
    }
    if !now["repeat"].is_null() {
        return Err(Failure::Usage(format!(
            "{campaign} repeats and has no end; wait for one of its issues, which `letterpress campaign list` shows"
        )));
    }
    let bar = waiting::Bar::new("Sending");
    let ended = waiting::until(api, &campaign.path("/report"), LOOK_EVERY, |report| {
        let (done, intended) = progress(&report["ledger"]);
        let trouble = trouble(report);
        bar.show(done, intended, &so_far(campaign, report, trouble.as_deref()), trouble.as_deref());
        !matches!(report["status"].as_str(), Some("sending" | "scheduled"))
    })
    .await?;
    drop(bar);
    let Some(report) = ended else {
        show::note(&format!(
            "It goes on without this program; `letterpress campaign wait {campaign}` watches it again."
        ));
        return Ok(ExitCode::from(waiting::INTERRUPTED));
    };
    // A draft again when it was taken off the calendar.
    if !matches!(report["status"].as_str(), Some("sent" | "paused" | "cancelled" | "draft")) {
        return Err(api.stranger());
    }
    out.answer(&report, |report| told(campaign, report))?;
    Ok(if report["status"] == "sent" { ExitCode::SUCCESS } else { ExitCode::from(NOT_DONE) })
}

/// What holds it up, if anything does.
fn trouble(report: &Value) -> Option<String> {
    let found = [&report["trouble"]["reason"], &report["waiting"]].into_iter().find_map(Value::as_str);
    found.map(show::clean)
}

fn figure(ledger: &Value, group: &str) -> i64 {
    ledger[group].as_i64().unwrap_or_default()
}

/// Of how many it is known what became of them, and how many there are; who is left out by a cancellation is nobody's progress.
fn progress(ledger: &Value) -> (i64, i64) {
    let open: i64 =
        ["queued", "sending", "deferred", "cancelled"].iter().map(|group| figure(ledger, group)).sum();
    let intended = figure(ledger, "intended");
    (intended - open, intended)
}

/// One line while it is under way.
fn so_far(campaign: Number, report: &Value, trouble: Option<&str>) -> String {
    let (done, intended) = progress(&report["ledger"]);
    let mut line = match intended {
        0 => format!("{campaign}: {}", show::text(&report["status"])),
        _ => format!("{campaign}: {} of {}", number(done), count(intended, "subscriber", "subscribers")),
    };
    if let Some(rate) = report["rate_per_second"].as_f64().filter(|rate| *rate >= 0.5) {
        let _ = write!(line, ", {rate:.0} a second");
    }
    if let Some(trouble) = trouble {
        let _ = write!(line, "; {trouble}");
    }
    line
}

/// The ledger as sentences, and the reasons.
fn told(campaign: Number, report: &Value) -> String {
    let ledger = &report["ledger"];
    let groups = GROUPS.iter().filter_map(|&(group, name)| {
        let n = figure(ledger, group);
        (n > 0).then(|| format!("{} {name}", number(n)))
    });
    let groups: Vec<_> = groups.collect();
    let mut text = format!(
        "{campaign} is {}. {}: {}.",
        show::text(&report["status"]),
        count(figure(ledger, "intended"), "subscriber", "subscribers"),
        if groups.is_empty() { "nobody yet".to_owned() } else { groups.join(", ") },
    );
    if let Some(reason) = report["pause_reason"].as_str() {
        let _ = write!(text, "\n  {}", show::clean(reason));
    }
    for row in report["reasons"].as_array().into_iter().flatten() {
        let _ = write!(
            text,
            "\n  {} {}: {}",
            show::text(&row["count"]),
            show::text(&row["state"]),
            show::text(&row["reason"])
        );
    }
    text
}
