//! SQL over `subscribers`, for both engines.

pub mod audience;
pub mod bulk;
pub mod commit;
mod counters;
pub mod departures;
pub mod emit;
pub mod export;
pub mod public;
pub mod read;
pub mod samples;
pub mod search;
#[cfg(test)]
pub mod tests;
pub mod upsert;
pub mod write;
