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
pub use model::{InDoubtPolicy, Newsletter, Tracking};
pub use sending::{Sender, sender, shown_sender};
pub use store::{authors_on_domain, domain_uses, find, find_any, find_public, leave_domain};

use database::Tx;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{App, deliveries};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(http::list::list_newsletters, http::create::create_newsletter))
        .routes(routes!(
            http::get::get_newsletter,
            http::update::update_newsletter,
            http::delete::delete_newsletter
        ))
}

/// Whether a campaign of any of the author's newsletters is being sent or paused.
pub async fn is_author_busy(tx: &mut Tx, author_id: i64) -> database::Result<bool> {
    for id in store::ids(tx, author_id).await? {
        if deliveries::is_newsletter_busy(tx, id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}
