//! The volume of the database: what it refused, and when.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use sqlx::{Error, sqlite::SqliteError};

/// What keeps a database from being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no room left.
    Full,
    /// It answers with errors.
    Failing,
}

/// What comes within this time has one cause.
const TOGETHER: Duration = Duration::from_secs(10);

/// Result codes of SQLite; the lower eight bits of an extended one.
const FULL: i32 = 13;
const IO_ERROR: i32 = 10;
const CANNOT_OPEN: i32 = 14;

/// Whether a statement failed because of the volume of the database.
pub fn fault(error: &Error) -> Option<Fault> {
    let error = error.as_database_error()?;
    let code = error.code()?;
    if error.try_downcast_ref::<SqliteError>().is_some() {
        return match code.parse::<i32>().ok()? & 0xff {
            FULL => Some(Fault::Full),
            IO_ERROR | CANNOT_OPEN => Some(Fault::Failing),
            _ => None,
        };
    }
    match &*code {
        // disk_full, io_error
        "53100" => Some(Fault::Full),
        "58030" => Some(Fault::Failing),
        _ => None,
    }
}

/// The latest refusal.
#[derive(Clone, Copy, Debug)]
pub struct LastFault {
    /// `None`: SQLite ended a transaction by itself, and why was told to whoever wrote.
    pub fault: Option<Fault>,
    pub at: Instant,
}

// Of the process, as its other figures are; a server has one database.
static LAST: Mutex<Option<LastFault>> = Mutex::new(None);

/// What this process met last, for whoever watches.
pub fn last_fault() -> Option<LastFault> {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers an error that is the volume's.
pub fn note(error: &Error) {
    if let Some(fault) = fault(error) {
        remember(Some(fault));
    }
}

pub(crate) fn remember(fault: Option<Fault>) {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    // A transaction that SQLite ended is met by whoever wrote, too.
    let known = last.filter(|last| last.at.elapsed() < TOGETHER).and_then(|last| last.fault);
    *last = Some(LastFault { fault: fault.or(known), at: Instant::now() });
}
