//! Asking servers of other people: never inside our own network, never without a bound.
//!
//! Authors name the servers: links in a letter, feeds, receivers of webhooks. So an address is looked up once,
//! judged, and exactly that address is connected to; every redirect is judged anew; and an answer is cut off at
//! the limits of the [`Policy`], however it is sent.
//!
//! - [`Client`] asks, and says in a sentence for an author what went wrong ([`Failure`]).
//! - [`links::check`] asks for all links of a letter.
//! - [`is_public`] tells addresses of the public Internet from all others.

mod address;
mod client;
mod connect;
mod failure;
pub mod links;
mod target;
#[cfg(feature = "testing")]
pub mod testing;

pub use address::is_public;
pub use client::{Answer, Client, Policy};
pub use connect::{Resolve, Resolving, SystemResolver};
pub use failure::Failure;
pub use http::{HeaderMap, HeaderName, HeaderValue, header};
pub use rustls::pki_types::CertificateDer;
