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

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has, rate_limit::TestMails};

pub fn routes<S: Has<Keys> + Has<TestMails>>() -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(preview::preview_campaign))
        .routes(routes!(sample_mail::send_test))
        .routes(routes!(sample_mail::send_template_test))
        .routes(routes!(send::send))
        .routes(routes!(control::pause))
        .routes(routes!(control::resume))
        .routes(routes!(control::cancel))
        .routes(routes!(decide::decide_ab_test))
        .routes(routes!(report::report))
        .routes(routes!(engagement::link_map))
        .routes(routes!(proof::proof))
        .routes(routes!(list::list))
        .routes(routes!(resolve::resolve))
        .routes(routes!(progress::progress))
}
