//! The product: one folder per feature, the HTTP server over them, and what runs without a request.

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
pub mod deletions;
pub mod deliveries;
pub mod doctor;
pub mod domains;
pub mod exports;
pub mod http;
pub mod idempotency;
pub mod imports;
pub mod installation;
mod links;
pub mod media;
pub mod metrics;
pub mod newsletters;
mod newsletters_page;
pub mod notices;
mod notification_queue;
pub mod notifications;
pub mod overview;
pub mod public_pages;
pub mod rate_limit;
mod runs;
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

use std::sync::Arc;

use database::Database;
pub use platform::{Clock, Secret, Timestamp, clock, secrets};
use platform::{html, mime, percent, redact, steady};
pub use settings::{
    AdminClaim, Auth, Bounces, Dns, Hidden, MailFrom, OidcClient, Operations, Proxies, Settings, SignUp,
};

/// The schema, one folder per engine.
pub static SQLITE_MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations/sqlite");
pub static POSTGRES_MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations/postgres");

/// This version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How an engine is called in the API, in metrics and in backups.
pub fn engine_name(engine: database::Engine) -> &'static str {
    match engine {
        database::Engine::Sqlite => "sqlite",
        database::Engine::Postgres => "postgres",
    }
}

/// Everything a request or a background step needs; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

pub struct Inner {
    pub db: Database,
    pub clock: Clock,
    pub settings: Settings,
    pub accounts: accounts::Keys,
    /// The sending half of this node.
    pub sender: deliveries::Node,
    pub metrics: metrics::Metrics,
    /// Whether this copy may send.
    pub hold: installation::Hold,
    pub exports: exports::Turns,
    pub imports: imports::Wake,
    pub public: public_pages::Public,
    /// Requests of this node that may be repeated.
    pub attempts: idempotency::Attempts,
    /// How often authors ask this node.
    pub rate_limits: rate_limit::RateLimits,
    pub test_mails: rate_limit::RateLimits,
    pub media: media::Turns,
    /// Opens and clicks on their way into the database.
    pub tracking: tracking::Intake,
    /// Looks sending domains up.
    pub resolver: dns::Resolver,
    /// Asks the servers that authors name.
    pub outbound: outbound::Client,
    /// Amazon SES, when mail leaves that way.
    pub ses: Option<mailer::ses::Client>,
    /// Amazon's certificates, fetched once.
    pub certificates: bounces::Certificates,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// Wires the product over an open, migrated database. The error is a sentence for the operator.
    pub fn new(db: Database, clock: Clock, settings: Settings) -> Result<Self, String> {
        let accounts = accounts::Keys::new(&settings);
        let (sender, imports) = (deliveries::Node::default(), imports::Wake::default());
        let (public, media) = (public_pages::Public::default(), media::Turns::default());
        let resolver = match settings.dns {
            Dns::System => dns::Resolver::system(),
            Dns::At(address) => dns::Resolver::at(address),
        };
        let resolver = resolver.map_err(|error| error.to_string())?;
        let outbound = outbound::Client::new(outbound::Policy {
            allow_private: settings.allow_private,
            ..outbound::Policy::default()
        });
        let outbound = outbound.map_err(|failure| failure.to_string())?;
        let ses = ses(&settings)?;
        let rate_limits = rate_limit::RateLimits::new(settings.rate_limit);
        let certificates = bounces::Certificates::default();
        let engine = engine_name(db.engine());
        Ok(Self(Arc::new(Inner {
            db,
            clock,
            settings,
            accounts,
            sender,
            metrics: metrics::Metrics::new(engine),
            hold: installation::Hold::default(),
            exports: exports::Turns::default(),
            imports,
            public,
            attempts: idempotency::Attempts::default(),
            rate_limits,
            test_mails: rate_limit::RateLimits::of_test_mails(),
            media,
            tracking: tracking::Intake::default(),
            resolver,
            outbound,
            ses,
            certificates,
        })))
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Asks foreign servers in another way, before anything else holds the product.
    #[cfg(test)]
    pub fn set_outbound(&mut self, client: outbound::Client) {
        Arc::get_mut(&mut self.0).expect("nobody else holds it yet").outbound = client;
    }

    /// False while the send ledger cannot be written.
    pub fn ledger_is_healthy(&self) -> bool {
        self.sender.is_healthy()
    }
}

fn ses(settings: &Settings) -> Result<Option<mailer::ses::Client>, String> {
    let mailer::MailUrl::Ses(url) = &settings.mail else { return Ok(None) };
    let key = settings
        .aws
        .clone()
        .ok_or("sending through Amazon SES needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")?;
    mailer::ses::Client::new(url.clone(), key).map(Some)
}

/// Brings the database to this version's schema.
pub async fn migrate(db: &Database) -> Result<(), database::OpenError> {
    db.migrate(&SQLITE_MIGRATIONS, &POSTGRES_MIGRATIONS).await
}
