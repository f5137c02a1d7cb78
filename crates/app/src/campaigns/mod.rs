//! Campaigns: what an author writes, previews and tests, and the state it is in.
//!
//! Owns the table `campaigns`. Sending one is the ledger's business (`deliveries`), which moves the state through
//! [`set_status`] and takes the frozen content from [`compile`].

mod archive;
pub mod http;
mod message;
mod model;
mod store;
#[cfg(test)]
pub(crate) mod testing;
mod view;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{App, templates};
pub use archive::{Issue, find_issue, for_nobody, issue_html, issues};
pub use message::{compile, domain_of};
pub use model::Status;
pub use store::{Campaign, Transition, count_in, find, find_any, find_locked, pause_by_itself, set_status};
pub use view::{CampaignView, view};

pub fn routes() -> OpenApiRouter<App> {
    let with_content = OpenApiRouter::new()
        .routes(routes!(http::list::list_campaigns, http::create::create_campaign))
        .routes(routes!(
            http::get::get_campaign,
            http::update::update_campaign,
            http::delete::delete_campaign
        ))
        .layer(DefaultBodyLimit::max(templates::MAX_BODY));
    OpenApiRouter::new()
        .merge(with_content)
        .routes(routes!(http::list_all::list_all_campaigns))
        .routes(routes!(http::duplicate::duplicate_campaign))
        .routes(routes!(http::preview::preview_campaign))
        .routes(routes!(http::send_test::send_test))
}
