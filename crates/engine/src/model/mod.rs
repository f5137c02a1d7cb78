//! The ledger as a model in memory: the rules that every ledger keeps, over a world that remembers what was really
//! delivered. The simulation drives the engine over it, and the product's ledger is held against it.

mod ledger;
mod world;

pub use ledger::ModelLedger;
pub use world::{Accepted, Campaign, Counts, NEWSLETTER, RUN, Row, Shared, World};
