//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Letterpress: newsletters from your own server, with a send ledger that adds up.
///
/// Settings come from flags, then LETTERPRESS_… variables, then letterpress.toml, then defaults.
#[derive(Parser)]
#[command(name = "letterpress", version, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// Flags of every command.
#[derive(Args)]
#[command(next_help_heading = "Settings of this machine's installation")]
pub struct Common {
    /// File with settings [default: letterpress.toml in the working directory, else in the data folder]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folder of the database, generated secrets and images (LETTERPRESS_DATA_DIR)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub data_dir: Option<String>,
    /// sqlite:PATH or postgres://… (LETTERPRESS_DATABASE_URL)
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// capture:, smtp://… or smtps://… (LETTERPRESS_MAIL_URL)
    #[arg(long, global = true, value_name = "URL")]
    pub mail_url: Option<String>,
    /// Base of every link in mails and pages (LETTERPRESS_PUBLIC_URL)
    #[arg(long, global = true, value_name = "URL")]
    pub public_url: Option<String>,
    /// Address of the one HTTP port (LETTERPRESS_LISTEN)
    #[arg(long, global = true, value_name = "ADDRESS:PORT")]
    pub listen: Option<String>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Run everything: API, web app, public pages, send workers
    Serve {
        /// Run one half of it, for several nodes on one PostgreSQL
        #[arg(long, value_enum, default_value_t = Role::All)]
        role: Role,
        /// Open the dashboard in this machine's browser once it is there, where the machine has a screen
        #[arg(long)]
        open: bool,
    },
    /// Bring the database to this version's schema and exit (serve does so too)
    Migrate,
    /// Write the whole installation into one file, while it serves
    Backup {
        /// Where to; `-` is standard output
        file: PathBuf,
    },
    /// Make an installation of a backup, where there is none yet. Its sending is held until `confirm-sending`
    Restore {
        /// Where from; `-` is standard input
        file: PathBuf,
        /// Only see whether the backup is whole and this version knows it
        #[arg(long)]
        check: bool,
    },
    /// Let a restored copy send
    ConfirmSending,
    /// Authors of the built-in sign-in
    #[command(subcommand)]
    User(User),
    /// Keys for programs that call the API
    #[command(subcommand)]
    ApiKey(ApiKey),
    /// Check settings, database, mail transport and public URL: one line each, exit 1 if any fails
    Doctor {
        /// Print it as JSON, for programs
        #[arg(long)]
        json: bool,
        /// Send an email there as well, and wait for the mail server's answer
        #[arg(long, value_name = "ADDRESS")]
        send_to: Option<String>,
    },
    /// Say what this version would do to an installation, before it does: one line each, exit 1 if it cannot
    Upgrade {
        /// Only look: the next start is what does it
        #[arg(long, required = true)]
        check: bool,
        /// Print it as JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Ask the running server whether it is ready: exit 0 or 1
    Healthcheck,
    /// Print the OpenAPI 3.1 document
    Openapi,
    #[command(flatten)]
    Client(client::Command),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    All,
    /// Answers HTTP and sends nothing.
    Web,
    /// Sends. Given an address, it answers /healthz, /readyz and /metrics, and nothing else.
    Worker,
}

#[derive(Subcommand)]
pub enum User {
    /// Add an author
    Add {
        #[arg(long)]
        email: String,
        #[arg(long)]
        name: String,
        /// May also write shared domains
        #[arg(long)]
        admin: bool,
        /// Read the password from standard input, to its first line break. Without it one is made up and printed
        #[arg(long)]
        password_stdin: bool,
    },
    /// Vouch for an author's address. Whom LETTERPRESS_ADMINS names is an administrator from then on
    Verify {
        #[arg(long)]
        email: String,
    },
    /// Give an author another password and end all their sessions
    SetPassword {
        #[arg(long)]
        email: String,
        /// Remove their second factor and their passkeys as well, for whoever has lost them
        #[arg(long)]
        only_password: bool,
        /// Read the password from standard input, to its first line break. Without it one is made up and printed
        #[arg(long)]
        password_stdin: bool,
    },
}

#[derive(Subcommand)]
pub enum ApiKey {
    /// Print a new API key, once
    Create {
        /// Address of the author whom the key acts for
        #[arg(long)]
        email: String,
        /// What it is for
        #[arg(long)]
        name: String,
    },
}

/// The reason without the usage text that clap writes after it.
pub fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let reason: Vec<&str> = text.lines().take_while(|l| !l.trim().is_empty()).map(str::trim).collect();
    if reason.first().is_some_and(|line| line.starts_with("error:")) {
        reason.join(" ")
    } else {
        "error: a command is missing; `letterpress --help` lists them".to_owned()
    }
}
