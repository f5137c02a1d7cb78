//! Newsletters: what an author publishes, as whom, and how many read it.
//!
//! Owns `newsletters`, `newsletter_counters` and `daily_stats`. Whoever changes a reader or sends a mail moves the
//! counters in the same transaction; no page counts rows.

mod counters;
mod figures;
mod http;
mod model;
mod sending;
mod store;
#[cfg(test)]
mod tests;
mod view;

pub use counters::{Counters, DailyDeltas, counters_add, daily_add};
pub use figures::{
    Totals, by_newsletter, counters as counters_of, daily, emails_sent, named_like, names, totals,
};
pub use http::no_such_newsletter;
pub use model::{InDoubtPolicy, Newsletter, Tracking};
pub use sending::{Sender, sender, shown_sender};
pub use store::{
    authors_on_domain, delete, domain_uses, find, find_any, find_public, ids as ids_of_author, leave_domain,
};

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(http::list::list_newsletters, http::create::create_newsletter))
        .routes(routes!(http::get::get_newsletter, http::update::update_newsletter))
}
