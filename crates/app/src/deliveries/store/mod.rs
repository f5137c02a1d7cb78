//! Reading the ledger, and the few changes that are made outside the engine.

mod engagement;
mod rows;
mod runs;

pub use engagement::{Did, Past, PastRow, firsts, past, past_of, readers_who};
#[cfg(test)]
pub use rows::recount;
pub use rows::{
    DeliveryRow, doubtful, is_in_flight, is_known, left_at, move_row, prove_sent, reasons, rows, rows_of,
    sent, untouched,
};
pub use runs::{is_domain_busy, next_local_time, undecided};
