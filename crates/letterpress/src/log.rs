//! Log lines, on standard error.

use std::io;

use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Settings};

/// Starts logging; a second call changes nothing.
pub fn start(settings: &Settings) {
    // What PostgreSQL remarks on our own statements helps nobody, unless it is asked for.
    let filter = EnvFilter::new(format!("sqlx::postgres::notice=warn,{}", settings.log));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A terminal that was closed must not end what it was told about.
    let lines = lines.log_internal_errors(false);
    // Fails only when logging has begun.
    let _ = match settings.log_format {
        LogFormat::Text => lines.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
}
