//! SQL over `subscribers`, for both engines.

pub mod audience;
pub mod commit;
mod counters;
pub mod search;
#[cfg(test)]
pub mod tests;
