//! SQL over `subscribers`, for both engines.

pub mod audience;
pub mod bulk;
pub mod commit;
mod counters;
pub mod export;
pub mod public;
pub mod read;
pub mod search;
pub mod tell;
#[cfg(test)]
pub mod tests;
pub mod upsert;
pub mod write;
