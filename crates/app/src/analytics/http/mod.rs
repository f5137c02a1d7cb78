//! The calls of analytics, one per file.

pub mod campaign;
pub mod newsletter;
#[cfg(test)]
mod tests;
