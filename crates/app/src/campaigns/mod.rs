//! Campaigns: what an author writes, previews and tests, and the state it is in.
//!
//! Owns `campaigns`, `campaign_attachments` and `campaign_versions`. Sending one is the ledger's business (`deliveries`),
//! which moves the state through [`set_status`] and takes the frozen content from [`compile`].

pub mod ab;
pub mod access;
mod archive;
pub mod attachments;
mod holding;
pub mod http;
pub mod message;
mod model;
mod removal;
mod state_events;
mod store;
#[cfg(test)]
pub(crate) mod testing;
pub mod variants;
mod view;

use axum::extract::DefaultBodyLimit;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
    templates,
};
pub use archive::{Issue, find_issue, for_nobody, issue_html, issues};
pub use holding::HOLDING;
pub use message::{Extras, compile, source};
pub use model::{MAX_PREHEADER, MAX_SUBJECT, OriginKind, Status, refuse_sample};
pub use removal::REMOVAL;
pub use state_events::{CampaignChanged, record_sent};
pub use store::{
    Campaign, Draft, Transition, advance, authors_who_send, clear_schedule, complete, count_in, delete, due,
    feed, find, find_any, find_locked, in_flight, insert, is_author_busy, is_newsletter_busy, issued,
    outdated, pause_by_itself, paused_by_themselves, schedule as put_on_calendar, set_feed, set_status,
    stop_all, subjects, unschedule,
};
pub use view::{CampaignView, OriginView, origin, view};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    let with_content = Routes::new()
        .merge(routes!(http::list::list_campaigns, http::create::create_campaign))
        .merge(routes!(http::get::get_campaign, http::update::update_campaign, http::delete::delete_campaign))
        .layer(DefaultBodyLimit::max(templates::MAX_BODY));
    let with_files = Routes::new()
        .merge(routes!(http::attachments::create_attachment))
        .layer(DefaultBodyLimit::max(http::attachments::MAX_BODY));
    Routes::new()
        .merge(with_content)
        .merge(routes!(http::list_all::list_all_campaigns))
        .merge(routes!(http::versions::list_campaign_versions))
        .merge(routes!(http::version::get_campaign_version))
        .merge(routes!(http::restore::restore_campaign_version))
        .merge(routes!(http::duplicate::duplicate_campaign))
        .merge(routes!(http::resend::resend_campaign))
        .merge(routes!(http::schedule::schedule_campaign))
        .merge(routes!(http::schedule::resolve_time))
        .merge(routes!(http::schedule::list_time_zones))
        .merge(routes!(http::attachments::delete_attachment))
        .merge(with_files)
}
