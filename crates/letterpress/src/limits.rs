//! How many files and connections this process may have open.

/// Connections that are answered at a time; more wait in the system's queue.
const CONNECTIONS: usize = 4096;
/// Kept for the database, the mail transport and files.
const OTHERS: usize = 512;

/// Raises the limit on open files as far as the system lets us and answers how many connections that allows.
#[cfg(unix)]
pub fn connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let wanted = (CONNECTIONS + OTHERS) as u64;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = limit.maximum.map_or(wanted, |maximum| maximum.min(wanted));
        // Refused in some sandboxes; then the old limit stands.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum: limit.maximum });
    }
    let files = getrlimit(Resource::Nofile).current.unwrap_or(wanted) as usize;
    files.saturating_sub(OTHERS).max(files / 2).min(CONNECTIONS)
}

#[cfg(not(unix))]
pub fn connections() -> usize {
    CONNECTIONS
}
