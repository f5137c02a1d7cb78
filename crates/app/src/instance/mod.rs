//! The one row of the installation: the secret that belongs to its database, and whether this copy of it may send.
//!
//! A copy restored from a backup knows nothing of what was sent after the backup, and the installation it was copied
//! from may still run. So it sends nothing until somebody confirms that it is the one that sends.
//!
//! Owns `installation`.

mod hold;
mod store;

pub use hold::{HELD, SendingHold};
pub use store::{
    Known, State, claim, confirm_sending, fingerprint, mark_restored, recognise, record_backup, state,
    takes_writes,
};
