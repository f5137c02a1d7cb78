//! How newsletters and campaigns do: totals and rates. Owns no table.

pub mod http;
mod model;
mod range;
mod store;

use database::Tx;

use crate::{
    AuthorId,
    accounts::Keys,
    clock::DAY,
    core::Has,
    http::{Routes, routes},
    percent::percent,
};

/// Percent of the mails of the campaigns of these days (both included) that were opened and clicked.
pub async fn rates(tx: &mut Tx, author_id: AuthorId, (from, to): (i64, i64)) -> database::Result<(f64, f64)> {
    let sums = store::sums(tx, author_id, None, (from * DAY, (to + 1) * DAY)).await?;
    Ok((percent(sums.openers, sums.tracked), percent(sums.clickers, sums.tracked)))
}

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::newsletter::get_newsletter_analytics))
        .merge(routes!(http::campaign::get_campaign_analytics))
        .merge(routes!(http::overall::get_analytics))
}
