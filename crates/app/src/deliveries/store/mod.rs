//! Reading the ledger, and the few changes that are made outside the engine.

mod engagement;
mod rows;
mod runs;

pub use engagement::{
    Did, HourRow, Past, PastRow, VariantRow, engaged_readers, firsts, hours, past, past_of, readers_who,
    run_links, variants,
};
#[cfg(test)]
pub use rows::recount;
pub use rows::{
    DeliveryRow, doubtful, is_in_flight, left_at, move_row, prove_sent, reasons, rows, rows_of, untouched,
};
pub use runs::{
    NewRun, RunRef, RunRow, Summary, count_event, count_unsubscribed, is_author_busy, is_domain_busy,
    is_newsletter_busy, latest_run, next_local_time, open_run, reopen_run, run_of, run_ref, summaries,
    tracking_of, uncount_bounces, undecided,
};
