//! Runs: what a campaign that is sent has beside its content. Who it is for, where its readers stand, and what they did,
//! in numbers.
//!
//! Owns the tables `campaign_runs`, `run_counts`, `run_links`, `run_hours` and `run_variants`. Each reader's row is the ledger's
//! (`deliveries`).

mod figures;
mod model;
mod parts;
mod removal;
mod retention;
mod store;

pub use engine::State;
pub use figures::{Added, HourRow, VariantRow, add, hours, links, variants};
#[cfg(test)]
pub use model::DeliveryGroup;
pub use model::{Counters, Ledger, Segment, SegmentKind, Waiting};
pub use parts::{Decision, count_samples, decide, end_wait, insert_links, insert_variants, urls};
pub use removal::REMOVAL;
pub use retention::{forget_next, forgetting, forgotten};
pub use store::{
    Frozen, NewRun, Opens, RunRef, RunRow, Summary, close, count, count_of_node, count_returned,
    count_unsubscribed, find, freeze, has_open, latest, latest_id, open, open_totals, opens_of, reopen,
    summaries, uncount_bounces, waiting_of, waits_no_more,
};
