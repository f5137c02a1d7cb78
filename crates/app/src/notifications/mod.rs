//! Mails to authors about what they publish: how a campaign went, that one needs them, what the week brought. Whether the
//! author wants one is asked when it is due (`notification_queue`).

mod background;
mod campaign;
mod letter;
#[cfg(test)]
mod tests;
mod week;

pub use background::{background, write_due};
