//! What everybody stands on: the time, secrets, and texts made safe for a mail, a page or a log line.
//!
//! No database, no settings, no HTTP but the answers of [`html`]. Whatever needs a large crate of others has a feature
//! of that crate's name.
//!
//! - [`Clock`] is the time as a parameter, [`Timestamp`] what it shows, [`steady`] a time that never runs backwards.
//! - [`secrets`] derives keys, seals, and draws what is random.
//! - [`ids`] are numbers that cannot be taken for one another.
//! - [`mime`] and [`html`] write the mails and the pages that no author wrote.
//! - [`words`] has what subscribers are told, by language.
//! - [`redact`] takes addresses out of log lines, [`percent`] counts parts of a whole, [`figures`] writes numbers,
//!   [`disk`] says what still fits.
//! - [`Backoff`] has less and less tried that is tried in vain.
//! - [`quick`] has maps and sets whose keys nobody from outside chooses.

pub mod backoff;
pub mod clock;
pub mod disk;
pub mod figures;
#[cfg(feature = "axum")]
pub mod html;
pub mod ids;
pub mod mime;
pub mod percent;
pub mod quick;
pub mod redact;
pub mod secrets;
pub mod steady;
pub mod words;

pub use backoff::Backoff;
pub use clock::{Clock, Timestamp};
pub use ids::{AuthorId, CampaignId, NewsletterId, RunId, SubscriberId};
pub use secrets::Secret;
pub use words::Language;
