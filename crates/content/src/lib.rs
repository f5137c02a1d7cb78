//! The content of a campaign: merge tags, HTML to text, and the compiled message. Pure: no I/O, no clock, no randomness.
//!
//! [`compile`] turns a [`Source`] into a [`Compiled`] once per campaign; [`Compiled::render`] then writes one
//! reader's RFC 5322 message by copying pieces that are already quoted-printable and encoding only the values.

mod address;
mod compile;
mod document;
mod header;
mod html;
mod marks;
mod merge;
mod message;
mod quoted_printable;
mod text;

pub use address::{Address, AddressError, parse_address};
pub use compile::{BlobError, CompileError, Compiled, LinkPolicy, Source, compile};
pub use header::is_safe_header_value;
pub use merge::{Piece, Syntax, TagError, Variable, parse};
pub use message::{Attributes, Preview, Reader, Stamp};
