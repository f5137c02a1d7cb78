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
        .merge(routes!(sample_mail::send_test))
        .merge(routes!(sample_mail::send_template_test))
        .merge(routes!(send::send))
        .merge(routes!(control::pause))
        .merge(routes!(control::resume))
        .merge(routes!(control::cancel))
        .merge(routes!(decide::decide_ab_test))
        .merge(routes!(report::report))
        .merge(routes!(engagement::link_map))
        .merge(routes!(proof::proof))
        .merge(routes!(list::list))
        .merge(routes!(resolve::resolve))
        .merge(routes!(progress::progress))
}
