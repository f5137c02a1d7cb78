//! Campaigns: what an author writes, previews and tests, and the state it is in.
//!
//! Owns the table `campaigns`. Sending one is the ledger's business (`deliveries`), which moves the state through
//! [`set_status`] and takes the frozen content from [`compile`].

mod message;
mod model;
mod store;
mod view;

pub use message::{compile, domain_of, reader};
pub use model::Status;
pub use store::{Campaign, Transition, find, find_any, find_locked, set_status};
pub use view::{CampaignView, view};
