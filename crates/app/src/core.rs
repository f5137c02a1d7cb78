//! What every room stands on: the database, the time, the settings and the ways out.

use std::{
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use axum::extract::FromRef;
use database::Database;
use futures::future::BoxFuture;
use tokio::sync::Notify;

use crate::{
    clock::{Clock, Timestamp},
    instance::SendingHold,
    metrics::Metrics,
    settings::{Dns, Settings},
};

/// What every request and every background step needs; cheap to clone. A feature that keeps more in memory has a state
/// of its own beside it.
#[derive(Clone)]
pub struct Core(Arc<Inner>);

pub struct Inner {
    pub db: Database,
    pub clock: Clock,
    pub settings: Settings,
    pub metrics: Metrics,
    /// What the rest of the product knows of the sending half of this node.
    pub sender: SenderHandle,
    /// Wakes what sends messages on this node: there is one more.
    pub messages: Notify,
    /// Looks sending domains up.
    pub resolver: dns::Resolver,
    /// Asks the servers that authors name.
    pub outbound: outbound::Client,
    /// Amazon SES, when mail leaves that way.
    pub ses: Option<mailer::ses::Client>,
    hold: SendingHold,
}

impl Deref for Core {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Core {
    /// Over an open, migrated database. The error is a sentence for the operator.
    pub fn new(db: Database, clock: Clock, settings: Settings) -> Result<Self, String> {
        let outbound = outbound::Client::new(outbound::Policy {
            allow_private: settings.allow_private,
            ..outbound::Policy::default()
        });
        Self::with_outbound(db, clock, settings, outbound.map_err(|failure| failure.to_string())?)
    }

    /// [`Core::new`] that asks foreign servers in another way.
    pub fn with_outbound(
        db: Database,
        clock: Clock,
        settings: Settings,
        outbound: outbound::Client,
    ) -> Result<Self, String> {
        let resolver = match settings.dns {
            Dns::System => dns::Resolver::system(),
            Dns::At(address) => dns::Resolver::at(address),
        };
        let resolver = resolver.map_err(|error| error.to_string())?;
        let ses = ses(&settings)?;
        let metrics = Metrics::new(crate::engine_name(db.engine()));
        Ok(Self(Arc::new(Inner {
            db,
            clock,
            settings,
            metrics,
            sender: SenderHandle::default(),
            messages: Notify::new(),
            resolver,
            outbound,
            ses,
            hold: SendingHold::default(),
        })))
    }

    /// The time of this machine.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Whether anything may leave this copy, as [`SendingHold::may_send`] tells it.
    pub fn may_send(&self) -> BoxFuture<'_, database::Result<bool>> {
        Box::pin(self.hold.may_send(&self.db))
    }

    /// [`Core::may_send`] with a sentence for whoever asked to send something.
    pub async fn must_send(&self) -> Result<(), String> {
        self.hold.must_send(&self.db).await
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

type Health = Box<dyn Fn() -> bool + Send>;

/// Wakes the sending half of this node, and tells whether it is well.
#[derive(Default)]
pub struct SenderHandle {
    signal: Arc<Notify>,
    health: Mutex<Option<Health>>,
}

impl SenderHandle {
    /// There is something new to do: a campaign was started, resumed or cancelled.
    pub fn wake(&self) {
        self.signal.notify_one();
    }

    /// What [`wake`](Self::wake) calls.
    pub fn signal(&self) -> Arc<Notify> {
        self.signal.clone()
    }

    /// Where to ask from now on whether the send ledger can be written.
    pub fn watch(&self, is_healthy: impl Fn() -> bool + Send + 'static) {
        *self.health.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(is_healthy));
    }

    /// False while the send ledger cannot be written.
    pub fn is_healthy(&self) -> bool {
        self.health
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .is_none_or(|is_healthy| is_healthy())
    }
}

/// The state of a server whose rooms stand on [`Core`].
pub trait HasCore: Clone + Send + Sync + 'static {
    fn core(&self) -> &Core;
}

/// The state of a server that keeps a feature's own `T` in memory.
pub trait Has<T>: HasCore {
    fn own(&self) -> &Arc<T>;

    /// What that feature's handlers and background steps take.
    fn with(&self) -> With<T> {
        With { core: self.core().clone(), own: self.own().clone() }
    }
}

/// [`Core`] with what a feature keeps in memory; cheap to clone. It passes for a [`Core`].
pub struct With<T> {
    core: Core,
    pub own: Arc<T>,
}

impl<T> Clone for With<T> {
    fn clone(&self) -> Self {
        Self { core: self.core.clone(), own: self.own.clone() }
    }
}

impl<T> Deref for With<T> {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl<S: HasCore> FromRef<S> for Core {
    fn from_ref(state: &S) -> Self {
        state.core().clone()
    }
}

impl<S: Has<T>, T> FromRef<S> for With<T> {
    fn from_ref(state: &S) -> Self {
        state.with()
    }
}
