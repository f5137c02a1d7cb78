//! Sending domains: who may send from them, the records that prove it, the keys that sign, and how mail from them fares.
//!
//! Owns `domains`, `domain_keys`, `domain_records`, `domain_history`, `domain_days` and `domain_windows`. A shared domain belongs to the
//! installation and is everybody's to use and an administrator's to change; any other is its author's alone.

mod advice;
mod background;
mod check;
mod holding;
mod http;
mod keys;
pub mod limits;
mod metrics;
mod model;
mod records;
mod ses;
mod store;
#[cfg(test)]
pub mod tests;
mod view;
pub mod windows;

pub use background::background;
pub use check::concerned;
pub use holding::HOLDING;
pub use http::{shown, writable};
pub use keys::{signers, signers_of_name};
pub use metrics::{SendStats, record_send_stats, risk, send_stats};
pub use model::{Domain, DomainType, Status};
pub use records::return_path_domain;
pub use ses::remove as remove_from_ses;
pub use store::{REMOVAL, count_of_name, delete, find_any, find_visible, named_like, verified_names};
pub use view::DomainView;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_domains, http::create::create_domain))
        .merge(routes!(http::create::register_domain))
        .merge(routes!(http::get::get_domain, http::update::update_domain))
        .merge(routes!(http::verify::verify_domain))
        .merge(routes!(http::records::list_dns_records))
        .merge(routes!(http::records::get_zone_file))
        .merge(routes!(http::status::get_verification_status))
        .merge(routes!(http::metrics::get_domain_metrics))
        .merge(routes!(http::metrics::reset_domain_metrics))
        .merge(routes!(http::rotate::rotate_domain_keys))
}
