//! `letterpress` as a client: commands for people and scripts that call the API of a server, which may be anywhere.
//! Knows nothing of the product but its API. What a program prints for programs (`--json`) is what the API answered.

mod api;
mod by_name;
mod campaigns;
mod show;
mod subscribers;
mod waiting;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use futures::{FutureExt as _, future::LocalBoxFuture};

use api::Api;
pub use api::Failure;
use show::Out;

/// Everything that happened but the end that was waited for: the campaign paused, was cancelled, or an import failed.
const NOT_DONE: u8 = 3;
/// What a wrong command line exits with.
const USAGE: u8 = 2;

/// Commands that call a server.
#[derive(Subcommand)]
pub enum Command {
    /// Newsletters of a server, over its API
    Newsletter(Remote<Newsletter>),
    /// Subscribers of a newsletter, over the API
    Subscriber(Remote<subscribers::Subscriber>),
    /// Write, check and send campaigns over the API
    Campaign(Remote<campaigns::Campaign>),
    /// Make any call of the API by its name; without a name, list them
    Call(RemoteCall),
}

/// A command and the server that it calls.
#[derive(Args)]
pub struct Remote<C: Subcommand> {
    #[command(flatten)]
    reach: Reach,
    #[command(subcommand)]
    command: C,
}

/// A call and the server that it goes to.
#[derive(Args)]
pub struct RemoteCall {
    #[command(flatten)]
    reach: Reach,
    #[command(flatten)]
    call: by_name::Call,
}

/// Which server, as whom, and how what it answers is printed.
#[derive(Args)]
pub struct Reach {
    /// The server (LETTERPRESS_SERVER) [default: the one of this machine]
    #[arg(long, global = true, value_name = "URL")]
    server: Option<String>,
    /// File with the API key, which LETTERPRESS_API_KEY can hold as well
    #[arg(long, global = true, value_name = "FILE")]
    api_key_file: Option<PathBuf>,
    /// Print what the API answers: one JSON value, for lists one a line
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
pub enum Newsletter {
    /// Newsletters with their numbers, newest first
    List {
        #[command(flatten)]
        most: show::Most,
    },
}

/// What the environment says, for what the command line leaves out.
pub struct Given {
    /// `LETTERPRESS_SERVER`.
    pub server: Option<String>,
    /// `LETTERPRESS_API_KEY`.
    pub api_key: Option<String>,
    /// Where the server of this machine listens, as a URL, or why nobody knows.
    pub local: Result<String, String>,
    /// The OpenAPI document of this version.
    pub document: &'static str,
}

/// Carries out a command. What it answers goes to standard output, all else to standard error.
pub fn run(command: Command, given: Given) -> LocalBoxFuture<'static, ExitCode> {
    carry_out(command, given).boxed_local()
}

async fn carry_out(command: Command, given: Given) -> ExitCode {
    let (json, done) = match command {
        Command::Newsletter(Remote { reach, command: Newsletter::List { most } }) => {
            (reach.json, newsletters(&reach, &given, &most).await)
        }
        Command::Subscriber(Remote { reach, command }) => (
            reach.json,
            with(&reach, &given, async |api, out| subscribers::run(api, out, command).await).await,
        ),
        Command::Campaign(Remote { reach, command }) => {
            (reach.json, with(&reach, &given, async |api, out| campaigns::run(api, out, command).await).await)
        }
        Command::Call(RemoteCall { reach, call }) => {
            (reach.json, by_name_or_list(&reach, &given, call).await)
        }
    };
    match done {
        Ok(code) => code,
        // Whoever read has read enough.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            show::complain(&failure, json);
            ExitCode::from(if matches!(failure, Failure::Usage(_)) { USAGE } else { 1 })
        }
    }
}

async fn with(
    reach: &Reach,
    given: &Given,
    act: impl AsyncFnOnce(&Api, &Out) -> Result<ExitCode, Failure>,
) -> Result<ExitCode, Failure> {
    let out = Out { json: reach.json };
    act(&reach.api(given)?, &out).await
}

async fn by_name_or_list(reach: &Reach, given: &Given, call: by_name::Call) -> Result<ExitCode, Failure> {
    let document = by_name::Document::read(given.document);
    if call.is_list() {
        document.list(&Out { json: reach.json })?;
        return Ok(ExitCode::SUCCESS);
    }
    let asked = document.understand(call)?;
    asked.make(&reach.api(given)?).await
}

async fn newsletters(reach: &Reach, given: &Given, most: &show::Most) -> Result<ExitCode, Failure> {
    with(reach, given, async |api, out| {
        let rows = api.list("/api/newsletters", &[], most);
        out.list(&["ID", "NAME", "SENDER", "ACTIVE"], rows, |row| {
            let active =
                row.pointer("/subscribers/active").and_then(serde_json::Value::as_i64).unwrap_or_default();
            vec![
                show::text(&row["id"]),
                show::text(&row["name"]),
                show::text(&row["sending_address"]),
                platform::figures::number(active),
            ]
        })
        .await
    })
    .await
}

impl Reach {
    fn api(&self, given: &Given) -> Result<Api, Failure> {
        let server = match (self.server.as_ref().or(given.server.as_ref()), &given.local) {
            (Some(server), _) | (None, Ok(server)) => server,
            (None, Err(error)) => return Err(Failure::Usage(error.clone())),
        };
        let key = match &self.api_key_file {
            Some(path) => std::fs::read_to_string(path).map_err(|error| Failure::file(path, error))?,
            None => given.api_key.clone().unwrap_or_default(),
        };
        Api::new(server, key.trim())
    }
}
