//! SQL over `subscribers`, for both engines.

pub mod audience;
mod counters;
pub mod search;
#[cfg(test)]
pub mod tests;
