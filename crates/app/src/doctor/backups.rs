//! When the last backup was made, and why one was not.

use std::{fs, io, path::Path};

use super::{FIRST_SCHEMA, Found, Patient, note, work};
use crate::{
    Timestamp,
    clock::{DAY, HOUR, MINUTE},
};

/// A backup that is older is worth a word.
const STALE: i64 = 2 * DAY;
/// In the data folder, and not in the database: what a backup fails for may be that.
const FAILED: &str = "backup.failed";

/// Keeps why a backup failed until one is made.
///
/// # Errors
/// When the data folder takes no file.
pub fn record_failure(folder: &Path, at: Timestamp, reason: &str) -> io::Result<()> {
    fs::write(folder.join(FAILED), format!("{}\n{reason}\n", at.0))
}

/// A backup was made.
pub fn forget_failure(folder: &Path) {
    let _ = fs::remove_file(folder.join(FAILED));
}

fn failure(folder: &Path) -> Option<(Timestamp, String)> {
    let text = fs::read_to_string(folder.join(FAILED)).ok()?;
    let (at, reason) = text.split_once('\n')?;
    Some((Timestamp(at.parse().ok()?), reason.trim_end().to_owned()))
}

/// When the last backup was made.
pub async fn backup(p: &Patient) -> Found {
    let state = work::state(p).await?;
    let made = state.as_ref().and_then(|state| state.backed_up_at);
    // One that another node made since is as good.
    if let Some((at, reason)) =
        failure(&p.settings.data_dir).filter(|(at, _)| made.is_none_or(|made| made.0 < at.0))
    {
        let ago = age(p.clock.now().0 - at.0);
        return Err(format!(
            "the last backup failed {ago} ago: {reason}. Mend that, and run `letterpress backup FILE`"
        )
        .into());
    }
    if state.is_none() {
        return match p.database_since(FIRST_SCHEMA).await? {
            Some(_) => note(
                "this schema does not say when a backup was made: run `letterpress backup FILE` before it is changed",
            ),
            None => Ok("there is nothing to back up yet".into()),
        };
    }
    let Some(at) = made else {
        return note("there is no backup yet: run `letterpress backup FILE` each day");
    };
    let since = p.clock.now().0 - at.0;
    let told = format!("the last backup was made {} ago", age(since));
    if since > STALE { note(format!("{told}: run `letterpress backup FILE` each day")) } else { Ok(told) }
}

fn age(millis: i64) -> String {
    let (unit, name) = match millis {
        ..HOUR => (MINUTE, "minute"),
        HOUR..DAY => (HOUR, "hour"),
        _ => (DAY, "day"),
    };
    let count = millis.max(0) / unit;
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}
