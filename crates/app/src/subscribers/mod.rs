//! The readers of a newsletter: adding, finding, changing, leaving; their export and their search index.
//!
//! Owns the table `subscribers`. Every change of a status moves the newsletter's counters and the day's figures in the
//! same transaction. Other features reach readers through the functions below.

mod model;
mod store;

pub use model::{Hit, ReaderRow, Status, search_text};
pub use store::audience::{
    active_ids_after, find_any, first_active, max_id, readers_by_ids, statuses, unsubscribe,
};
pub use store::commit::{mark_bounced, statuses_for_commit};
pub use store::search::search_hits;
