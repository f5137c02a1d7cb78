//! The ledger as a model in memory: the rules that every ledger keeps, over a world that remembers what was really
//! delivered. The simulation drives the engine over it, and the product's ledger is held against it.

mod ledger;
mod world;

pub use ledger::ModelLedger;
#[cfg(test)]
pub(crate) use world::Letter;
pub use world::{Accepted, Campaign, Counts, NEWSLETTER, RUN, Row, Shared, World};

/// The histories to go through: as many as that, or those of `LETTERPRESS_SEEDS`, which is one seed or `FROM..TO`.
#[expect(clippy::disallowed_methods, reason = "of tests alone")]
pub fn seeds(many: u64) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("LETTERPRESS_SEEDS") else { return 0..many };
    let number =
        |text: &str| text.parse().unwrap_or_else(|_| panic!("LETTERPRESS_SEEDS: {text} is no number"));
    match text.split_once("..") {
        Some((from, to)) => number(from)..number(to),
        None => number(&text)..number(&text) + 1,
    }
}
