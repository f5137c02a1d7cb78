//! The readers of a newsletter: adding, finding, changing, leaving; their export and their search index.
//!
//! Owns the table `subscribers`. Every change of a status moves the newsletter's counters and the day's figures in the
//! same transaction. Other features reach readers through the functions below.

mod attributes;
mod csv_out;
mod holding;
mod http;
mod model;
mod removal;
mod store;

use axum::extract::DefaultBodyLimit;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub use attributes::JsonAttributes;
pub use csv_out::{safe as csv_safe, unsafe_again as csv_unsafe_again};
pub use holding::HOLDING;
pub use http::export::csv;
pub use model::{
    AttributeValue, Hit, MAX_NAME, ReaderRow, Standing, Status, Subscriber, check_attribute_name,
    check_attribute_text, check_tags, search_text,
};
pub use removal::REMOVAL;
pub use store::audience::{
    audience_after, find_any, first_active, last_known, max_id, missing_attributes, readers_by_ids,
    suppressed, time_zones, unsubscribe,
};
pub use store::commit::{never_bounced, record_bounce, standings, unsendable};
pub use store::departures::{
    Departed, announce_forgetting, anybody_departed, departed, departures_horizon, forget_departures,
    nobody_departed,
};
pub(crate) use store::departures::{departed_sql, horizon_sql};
pub use store::public::{Confirmed, add_pending, confirm, find_reader, remove, rename};
pub use store::samples::{Sample, insert_sample};
pub use store::search::{background as index_search, search_hits};
pub use store::upsert::{Incoming, Known, Outcome, upsert};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_subscribers, http::create::create_subscriber))
        .merge(routes!(
            http::show::get_subscriber,
            http::update::update_subscriber,
            http::delete::delete_subscriber
        ))
        .merge(routes!(http::batch::put_subscribers).layer(DefaultBodyLimit::max(http::batch::MAX_BODY)))
        .merge(routes!(http::by_email::put_subscriber))
        .merge(routes!(http::bulk::change_subscribers))
        .merge(routes!(http::export::export_subscribers))
        .merge(routes!(http::list_all::list_all_subscribers))
        .merge(routes!(http::stats::get_subscriber_stats))
}
