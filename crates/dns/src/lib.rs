//! Names of sending domains, looking their records up, judging what was found.
//!
//! No database and no HTTP: a caller stores names, asks, and shows the verdict.
//!
//! - [`DomainName`] is the name a person typed, checked and brought into the one form DNS compares.
//! - [`Resolver`] asks DNS, bounded in time and size, and never out of a cache.
//! - [`judge`] compares what was expected with what was found and says in plain words what to change.
//! - [`zone_snippet`] writes records as a BIND master file, for people who keep their zones in files.

mod check;
mod name;
mod resolver;
mod zone;

pub use check::{Advice, Checked, Expected, Piece, Purpose, Status, judge};
pub use name::{DomainName, NameError};
pub use resolver::{Answer, MxGroup, RecordType, Resolver, ResolverError};
pub use zone::{ZoneRecord, zone_snippet};
