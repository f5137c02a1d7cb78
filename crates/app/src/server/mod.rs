//! Puts the product together: every feature's routes in one server, and the document that describes them.

mod app;
pub mod background;
mod mcp;
#[cfg(test)]
mod openapi;
mod router;

pub use app::App;
#[cfg(test)]
pub use openapi::document;
pub use router::{build, health};
