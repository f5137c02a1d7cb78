//! The program: command line, settings, wiring, shutdown. Holds no rule and no SQL. A library, so that it is compiled while what it
//! is built upon still is; the binary is what calls it.

mod archive;
mod cli;
mod commands;
mod data_dir;
mod limits;
mod log;
mod node;
mod place;
mod server;
mod settings;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::Parser as _;

use cli::Cli;

/// What a wrong command line exits with.
const USAGE: u8 = 2;

/// The whole program, by the arguments and the environment of the process; answers what to exit with.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            complain(&cli::one_line(&error));
            return ExitCode::from(USAGE);
        }
    };
    // What is written holds readers' addresses and secrets: SQLite makes its files as the system has it.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    match commands::run(cli) {
        Ok(code) => code,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn complain(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Answers on standard output.
fn say(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
