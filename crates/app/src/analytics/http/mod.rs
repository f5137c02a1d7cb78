//! The calls of analytics, one per file.

pub mod campaign;
pub mod newsletter;
pub mod overall;
#[cfg(test)]
mod tests;
