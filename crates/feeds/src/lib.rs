//! RSS 0.9 to 2.0, Atom 1.0 and JSON Feed 1, read from foreign servers.
//!
//! Feeds are seldom well-formed and never trusted: what can be read is read, everything is bounded, and HTML is
//! cleaned before anybody gets it.
//!
//! - [`parse`] reads a document, [`fetch`] asks a server for it, and only if it has changed.
//! - [`summary`] shows an item as a few words of plain text.

mod clean;
mod date;
mod feed;
mod fetch;
mod item;
mod json;
mod text;
mod xml;

pub use feed::{Feed, FeedError, Item, MAX_BYTES, MAX_ITEMS, parse};
pub use fetch::{Fetched, Validators, fetch};
pub use text::summary;
