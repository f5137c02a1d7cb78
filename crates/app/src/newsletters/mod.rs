//! Newsletters: what an author publishes, as whom, and how many read it.
//!
//! Owns `newsletters`, `newsletter_counters` and `daily_stats`. Whoever changes a reader or sends a mail moves the
//! counters in the same transaction; no page counts rows.

mod counters;
mod figures;
mod holding;
mod model;
mod removal;
mod store;
#[cfg(test)]
mod tests;

pub use counters::{Counters, DailyDeltas, counters_add, daily_add};
pub use figures::{
    Totals, by_newsletter, counters as counters_of, daily, emails_sent, named_like, names, totals,
};
pub use holding::HOLDING;
pub use model::{
    Change, InDoubtPolicy, MAX_DESCRIPTION, MAX_NAME, NewNewsletter, Newsletter, Tracking, check_from_prefix,
    reply_to,
};
pub use removal::REMOVAL;
pub(crate) use removal::below;
pub use store::{
    authors_on_domain, count, delete, domain_uses, find, find_any, find_counted, find_public,
    first as first_of_author, ids as ids_of_author, insert, leave_domain, list, newest_active, set_sample,
    update,
};
