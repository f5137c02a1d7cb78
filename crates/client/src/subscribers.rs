//! `letterpress subscriber`.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use clap::{Subcommand, ValueEnum};
use platform::figures::{count, number};
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::{
    NOT_DONE,
    api::{Api, Body, Call, Failure, Field, encoded},
    by_name::typed,
    show::{self, Out},
    waiting,
};

const LOOK_EVERY: Duration = Duration::from_secs(1);

#[derive(Subcommand)]
pub enum Subscriber {
    /// Subscribers, newest first
    List {
        /// Number of the newsletter [default: all]
        #[arg(long, value_name = "N")]
        newsletter: Option<i64>,
        /// active, pending, unsubscribed, bounced or complained
        #[arg(long)]
        status: Option<String>,
        /// Only who has this tag
        #[arg(long)]
        tag: Option<String>,
        /// Part of a name or an address
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        #[command(flatten)]
        most: show::Most,
    },
    /// Add somebody, or change what is known of them: safe to repeat
    Put {
        /// Number of the newsletter
        #[arg(long, value_name = "N")]
        newsletter: i64,
        email: String,
        #[arg(long)]
        first_name: Option<String>,
        #[arg(long)]
        last_name: Option<String>,
        /// May be given more than once
        #[arg(long = "tag", value_name = "TAG")]
        tags: Vec<String>,
        /// A text, or with NAME:=JSON a number or a boolean; may be given more than once
        #[arg(long = "attribute", value_name = "NAME=VALUE")]
        attributes: Vec<String>,
    },
    /// Import a CSV file
    Import {
        /// Number of the newsletter
        #[arg(long, value_name = "N")]
        newsletter: i64,
        file: PathBuf,
        /// What becomes of those who are there already
        #[arg(long, value_enum, default_value_t = Mode::Update)]
        mode: Mode,
        /// Wait for its end: exit 3 if it fails or is cancelled
        #[arg(long)]
        wait: bool,
    },
    /// Write all subscribers of a newsletter as CSV
    Export {
        /// Number of the newsletter
        #[arg(long, value_name = "N")]
        newsletter: i64,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Mode {
    /// What the file says of them is written
    Update,
    /// They stay as they are
    Add,
}

pub async fn run(api: &Api, out: &Out, command: Subscriber) -> Result<ExitCode, Failure> {
    match command {
        Subscriber::List { newsletter, status, tag, search, most } => {
            let filters = [
                ("newsletter_id", newsletter.map(|id| id.to_string())),
                ("status", status),
                ("tag", tag),
                ("q", search),
            ];
            let rows = api.list("/api/subscribers", &filters, &most);
            out.list(&["ID", "NEWSLETTER", "STATUS", "EMAIL"], rows, |row| {
                ["id", "newsletter_id", "status", "email"].map(|key| show::text(&row[key])).to_vec()
            })
            .await
        }
        Subscriber::Put { newsletter, email, first_name, last_name, tags, attributes } => {
            if matches!(email.as_str(), "" | "." | "..") {
                return Err(Failure::Usage(format!("\"{email}\" is no address")));
            }
            let known = known(first_name, last_name, tags, &attributes)?;
            let path = format!("/api/newsletters/{newsletter}/subscribers/by-email/{}", encoded(&email));
            let call = Call { method: Method::PUT, body: Body::Json(known), ..Call::get(path) };
            let subscriber = api.json(&call).await?;
            out.answer(&subscriber, |row| {
                format!("{}: {}", show::text(&row["email"]), show::text(&row["status"]))
            })
        }
        Subscriber::Import { newsletter, file, mode, wait } => {
            let mode = if matches!(mode, Mode::Add) { "add" } else { "update" };
            let fields = vec![
                ("mode".to_owned(), Field::Text(mode.to_owned())),
                ("file".to_owned(), Field::File(file)),
            ];
            let path = format!("/api/newsletters/{newsletter}/subscribers/import");
            let begun = api.json(&Call::post(path, Body::Form(fields))).await?;
            if wait { watch(api, out, begun).await } else { out.answer(&begun, summary) }
        }
        Subscriber::Export { newsletter } => {
            export(api, &format!("/api/newsletters/{newsletter}/subscribers/export.csv")).await
        }
    }
}

/// What was given; what was not given stays as it is.
fn known(
    first_name: Option<String>,
    last_name: Option<String>,
    tags: Vec<String>,
    attributes: &[String],
) -> Result<Value, Failure> {
    let mut known = Map::new();
    let names = [("first_name", first_name), ("last_name", last_name)];
    known.extend(names.into_iter().filter_map(|(key, name)| Some((key.to_owned(), json!(name?)))));
    if !tags.is_empty() {
        known.insert("tags".to_owned(), json!(tags));
    }
    if !attributes.is_empty() {
        let pairs = attributes.iter().map(|text| {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Failure::Usage(format!(
                    "--attribute: \"{}\" is not accepted; write NAME=VALUE",
                    show::clean(text)
                ))
            })?;
            Ok(match name.strip_suffix(':') {
                Some(name) => (name.to_owned(), typed(name, value, &Value::Null)?),
                None => (name.to_owned(), Value::String(value.to_owned())),
            })
        });
        known.insert("attributes".to_owned(), Value::Object(pairs.collect::<Result<_, Failure>>()?));
    }
    Ok(Value::Object(known))
}

async fn watch(api: &Api, out: &Out, begun: Value) -> Result<ExitCode, Failure> {
    let bar = waiting::Bar::new("Importing");
    let path = format!("/api/imports/{}", begun["id"]);
    let ended = waiting::until(api, &path, LOOK_EVERY, |import| {
        bar.show(figure(import, "bytes_read"), figure(import, "bytes_total"), &summary(import), None);
        !matches!(import["status"].as_str(), Some("queued" | "running"))
    })
    .await?;
    drop(bar);
    let Some(ended) = ended else {
        show::note("The import goes on without this program; its page in the dashboard shows it.");
        return Ok(ExitCode::from(waiting::INTERRUPTED));
    };
    if !matches!(ended["status"].as_str(), Some("done" | "failed" | "cancelled")) {
        return Err(api.stranger());
    }
    out.answer(&ended, summary)?;
    Ok(if ended["status"] == "done" { ExitCode::SUCCESS } else { ExitCode::from(NOT_DONE) })
}

fn figure(import: &Value, key: &str) -> i64 {
    import[key].as_i64().unwrap_or_default()
}

fn summary(import: &Value) -> String {
    let lines = count(figure(import, "rows_read"), "line", "lines");
    let groups = ["created", "updated", "unchanged", "duplicates", "protected", "departed", "failed"];
    let mut parts = vec![format!(
        "{} ({}): {lines} read",
        show::text(&import["status"]),
        show::text(&import["file_name"])
    )];
    for group in groups {
        let n = figure(import, group);
        if n > 0 {
            parts.push(format!("{} {group}", number(n)));
        }
    }
    if let Some(reason) = import["reason"].as_str() {
        parts.push(show::clean(reason));
    }
    format!("Import {}: {}", import["id"], parts.join(", "))
}

/// As it comes, never held as a whole.
async fn export(api: &Api, path: &str) -> Result<ExitCode, Failure> {
    let answer = api.stream(&Call::get(path)).await?;
    show::pour(api, answer).await?;
    Ok(ExitCode::SUCCESS)
}
