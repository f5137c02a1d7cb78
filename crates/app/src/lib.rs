//! The product: one folder per feature, the HTTP server over them, and what runs without a request.

// What only the documentation of a call names is not used without it.
#![cfg_attr(not(test), allow(unused_imports))]

/// Only tests describe calls: see `docs/decisions/erased-handlers.md`.
#[cfg(not(test))]
extern crate undocumented as utoipa;

pub mod account_mails;
pub mod accounts;
pub mod activities;
pub mod analytics;
pub mod author_settings;
pub mod bounces;
mod calendar;
pub mod campaigns;
pub mod captured_mail;
pub mod checks;
pub mod core;
pub mod deletions;
pub mod deliveries;
pub mod doctor;
pub mod domains;
mod events;
pub mod exports;
mod holding;
pub mod http;
pub mod idempotency;
pub mod imports;
pub mod installation;
pub mod instance;
mod links;
pub mod media;
pub mod messages;
pub mod metrics;
pub mod metrics_page;
mod migrations;
pub mod newsletters;
mod newsletters_page;
pub mod notices;
mod notification_queue;
pub mod notifications;
pub mod overview;
pub mod public_pages;
pub mod rate_limit;
mod removal;
mod runs;
mod sample_data;
pub mod saved_blocks;
pub mod search;
mod senders;
pub mod server;
mod settings;
pub mod settings_page;
pub mod subscribers;
pub mod suppressions;
pub mod templates;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod tracking;
pub mod webhooks;

pub use core::Core;
use database::Database;
use futures::future::BoxFuture;
pub use migrations::{POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS};
pub use platform::{
    AuthorId, CampaignId, Clock, Language, NewsletterId, RunId, Secret, SubscriberId, Timestamp, clock, disk,
    secrets,
};
use platform::{figures, html, mime, percent, redact, steady, words};
pub use server::App;
pub use settings::{
    AdminClaim, Auth, Bounces, Dns, Hidden, MailFrom, OidcClient, Operations, Proxies, Settings, SignUp,
    from_here,
};

/// The schema of an engine.
pub fn migrations(engine: database::Engine) -> &'static sqlx::migrate::Migrator {
    match engine {
        database::Engine::Sqlite => &SQLITE_MIGRATIONS,
        database::Engine::Postgres => &POSTGRES_MIGRATIONS,
    }
}

/// Number of the last migration that this version knows.
pub fn newest_schema(engine: database::Engine) -> i64 {
    migrations(engine).iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// This version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How an engine is called in the API, in metrics and in backups.
pub fn engine_name(engine: database::Engine) -> &'static str {
    match engine {
        database::Engine::Sqlite => "sqlite",
        database::Engine::Postgres => "postgres",
    }
}

/// Brings the database to this version's schema.
pub fn migrate(db: &Database) -> BoxFuture<'_, Result<(), database::OpenError>> {
    db.migrate(&SQLITE_MIGRATIONS, &POSTGRES_MIGRATIONS)
}
