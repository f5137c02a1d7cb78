//! What a disk still takes.

use std::path::Path;

/// Bytes that may still be written in a folder; `None` when its file system does not say.
#[cfg(unix)]
#[must_use]
pub fn free(folder: &Path) -> Option<u64> {
    let volume = rustix::fs::statvfs(folder).ok().filter(|volume| volume.f_blocks > 0)?;
    Some(volume.f_bavail.saturating_mul(volume.f_frsize))
}

/// Bytes that may still be written in a folder; `None`, for nothing is known of this system's.
#[cfg(not(unix))]
#[must_use]
pub fn free(_: &Path) -> Option<u64> {
    None
}
