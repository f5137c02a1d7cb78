//! Feeds of all kinds, good and bad, and servers that send them.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod fetch;
mod formats;
mod hostile;
mod samples;
