//! The whole product of one process: what all rooms stand on, and what each keeps in memory.

use std::{ops::Deref, sync::Arc};

use database::Database;

use crate::{
    Clock, Core, Settings, accounts,
    bounces::Certificates,
    core::{Has, HasCore, With},
    exports,
    idempotency::Attempts,
    imports, media, public_pages,
    rate_limit::{RateLimits, TestMails},
    tracking, webhooks,
};

/// What features do when an account is shut to whoever made it.
const ON_SHUT_OUT: &[accounts::ShutOut] = &[|tx, author_id| Box::pin(webhooks::silence(tx, author_id))];

/// The state of the server; cheap to clone. Rooms take their part of it.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    core: Core,
    keys: Arc<accounts::Keys>,
    attempts: Arc<Attempts>,
    rate_limits: Arc<RateLimits>,
    test_mails: Arc<TestMails>,
    imports: Arc<imports::ImportSignal>,
    exports: Arc<exports::ExportSlots>,
    media: Arc<media::ImageSlots>,
    tracking: Arc<tracking::Intake>,
    certificates: Arc<Certificates>,
    pages: Arc<public_pages::PageState>,
}

impl App {
    /// Wires the product over an open, migrated database. The error is a sentence for the operator.
    pub fn new(db: Database, clock: Clock, settings: Settings) -> Result<Self, String> {
        Core::new(db, clock, settings).map(Self::over)
    }

    /// Wires the product over what is there.
    pub fn over(core: Core) -> Self {
        Self(Arc::new(Inner {
            keys: Arc::new(accounts::Keys::new(&core.settings, ON_SHUT_OUT)),
            attempts: Arc::default(),
            rate_limits: Arc::new(RateLimits::new(core.settings.rate_limit)),
            test_mails: Arc::default(),
            imports: Arc::default(),
            exports: Arc::default(),
            media: Arc::default(),
            tracking: Arc::default(),
            certificates: Arc::default(),
            pages: Arc::default(),
            core,
        }))
    }

    /// What every room stands on.
    pub fn core(&self) -> Core {
        self.0.core.clone()
    }

    /// What the handlers and background steps of a feature take.
    pub fn with<T>(&self) -> With<T>
    where
        Self: Has<T>,
    {
        Has::with(self)
    }
}

impl Deref for App {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.0.core
    }
}

impl HasCore for App {
    fn core(&self) -> &Core {
        self
    }
}

macro_rules! has {
    ($($own:ty: $field:ident,)*) => {$(
        impl Has<$own> for App {
            fn own(&self) -> &Arc<$own> {
                &self.0.$field
            }
        }
    )*};
}

has! {
    accounts::Keys: keys,
    Attempts: attempts,
    RateLimits: rate_limits,
    TestMails: test_mails,
    imports::ImportSignal: imports,
    exports::ExportSlots: exports,
    media::ImageSlots: media,
    tracking::Intake: tracking,
    Certificates: certificates,
    public_pages::PageState: pages,
}
