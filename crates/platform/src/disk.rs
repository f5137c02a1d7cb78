//! What a disk still takes.

use std::path::Path;

/// Bytes that may still be written in a folder; `None` when its file system does not say.
#[must_use]
pub fn free(folder: &Path) -> Option<u64> {
    volume(folder).map(|[_, free]| free)
}

/// Of all that a folder's volume holds, the share that may still be written, in percent; `None` when its file system does not
/// say.
#[must_use]
pub fn free_percent(folder: &Path) -> Option<u64> {
    volume(folder).map(|[all, free]| free.saturating_mul(100) / all.max(1))
}

/// Bytes that a folder's volume holds, and those that may still be written.
#[cfg(unix)]
fn volume(folder: &Path) -> Option<[u64; 2]> {
    let volume = rustix::fs::statvfs(folder).ok().filter(|volume| volume.f_blocks > 0)?;
    Some([volume.f_blocks, volume.f_bavail].map(|blocks| blocks.saturating_mul(volume.f_frsize)))
}

/// The same, of which nothing is known on this system.
#[cfg(not(unix))]
fn volume(_: &Path) -> Option<[u64; 2]> {
    None
}
