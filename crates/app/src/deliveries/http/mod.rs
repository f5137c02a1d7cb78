//! What an author does with a campaign's sending, and sees of it.

mod control;
mod decide;
mod engagement;
mod list;
mod preview;
mod progress;
mod proof;
mod report;
mod resolve;
mod sample_mail;
mod send;

pub use proof::csv;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
    rate_limit::TestMails,
};

pub fn routes<S: Has<Keys> + Has<TestMails>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(preview::preview_campaign))
        .merge(routes!(sample_mail::send_campaign_test))
        .merge(routes!(sample_mail::send_template_test))
        .merge(routes!(send::send_campaign))
        .merge(routes!(control::pause_campaign))
        .merge(routes!(control::resume_campaign))
        .merge(routes!(control::cancel_campaign))
        .merge(routes!(decide::decide_ab_test))
        .merge(routes!(report::get_campaign_report))
        .merge(routes!(engagement::get_link_map))
        .merge(routes!(proof::export_deliveries))
        .merge(routes!(list::list_deliveries))
        .merge(routes!(resolve::resolve_delivery))
        .merge(routes!(progress::get_campaign_progress))
}
