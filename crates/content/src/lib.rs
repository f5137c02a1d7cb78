//! The content of a campaign: merge tags, HTML to text, and the compiled message. Pure: no I/O, no clock, no randomness.
//!
//! [`compile`] turns a [`Source`] into a [`Compiled`] once per campaign; [`Compiled::render`] then writes one
//! reader's RFC 5322 message by copying pieces that are already quoted-printable and encoding only the values. [`links`]
//! tells which links a [`Tracking`] can lead through the server, [`inspect`] what an author should see before sending.

mod address;
mod attachment;
mod compile;
mod document;
mod elements;
mod frame;
mod header;
mod html;
mod inspect;
mod leftovers;
mod marks;
mod merge;
mod message;
mod quoted_printable;
mod references;
mod schemes;
mod text;
mod tracking;
mod visible;

pub use address::{Address, AddressError, domain_of, parse_address, parse_ascii_address};
pub use attachment::Attachment;
pub use compile::{BlobError, CompileError, Compiled, Source, compile};
pub use header::is_safe_header_value;
pub use html::is_too_deep;
pub use inspect::{Inspection, RemovedLink, TagUse, inspect};
pub use merge::{Piece, Syntax, TagError, Variable, parse};
pub use message::{Attributes, Preview, Reader, Stamp};
pub use tracking::{Link, Tracking, links};
