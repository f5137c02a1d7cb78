//! The installation as a whole: the secret that belongs to its database, and whether this copy of it may send.
//!
//! A copy restored from a backup knows nothing of what was sent after the backup, and the installation it was copied
//! from may still run. So it sends nothing until somebody confirms that it is the one that sends.

mod hold;
mod http;
mod store;
#[cfg(test)]
mod tests;
mod volume;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use hold::{HELD, Hold};
pub use store::{
    Known, State, claim, confirm_sending, fingerprint, mark_restored, recognise, record_backup, state,
};
pub use volume::watch_volume;

use crate::App;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(http::show_installation)).routes(routes!(http::confirm_sending))
}
