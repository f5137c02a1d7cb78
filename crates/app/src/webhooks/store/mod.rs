//! SQL over the tables of webhooks, for both engines.

pub mod deliveries;
pub mod hooks;
pub mod load;
pub mod outbox;
pub mod queue;
