//! The connection of a transaction.

use std::{
    fmt,
    ops::{Deref, DerefMut},
};

use futures::future::BoxFuture;
use sqlx::{Database, Postgres, Sqlite, Transaction};

use crate::{Result, Tx, Unit, line::Held};

/// What can be done with a transaction that is open. Whoever drops one as it is compiles what its pool does then, which may be to make
/// another connection: so they are dropped, like begun and ended, by this crate alone.
pub(crate) trait Open<DB: Database>: Send + Sync {
    fn connection(&self) -> &DB::Connection;
    fn connection_mut(&mut self) -> &mut DB::Connection;
    fn commit(self: Box<Self>) -> BoxFuture<'static, Result<()>>;
    fn rollback(self: Box<Self>) -> BoxFuture<'static, Result<()>>;
}

impl<DB: Database<Connection: Sync>> Open<DB> for Transaction<'static, DB> {
    fn connection(&self) -> &DB::Connection {
        self
    }

    fn connection_mut(&mut self) -> &mut DB::Connection {
        self
    }

    fn commit(self: Box<Self>) -> BoxFuture<'static, Result<()>> {
        Box::pin((*self).commit())
    }

    fn rollback(self: Box<Self>) -> BoxFuture<'static, Result<()>> {
        Box::pin((*self).rollback())
    }
}

/// The connection behind a [`Tx`] while it is open.
pub struct Connection<DB: Database> {
    /// Taken by whatever ends it.
    transaction: Option<Box<dyn Open<DB>>>,
    /// Gets it back when it was only lent for reading.
    lender: Option<Unit>,
    then: Then,
}

/// What is done once it is durable.
#[derive(Default)]
struct Then(Vec<Box<dyn FnOnce() + Send>>);

impl fmt::Debug for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Then").field(&self.0.len()).finish()
    }
}

const ENDED: &str = "a transaction that ended is used by nobody";

impl<DB: Database> fmt::Debug for Connection<DB> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("open", &self.transaction.is_some()).finish_non_exhaustive()
    }
}

impl<DB: Database> Connection<DB> {
    fn new(transaction: Box<dyn Open<DB>>) -> Self {
        Self { transaction: Some(transaction), lender: None, then: Then::default() }
    }

    pub(crate) async fn commit(&mut self) -> Result<()> {
        let Some(transaction) = self.transaction.take() else { return Ok(()) };
        transaction.commit().await?;
        std::mem::take(&mut self.then).0.into_iter().for_each(|then| then());
        Ok(())
    }

    pub(crate) async fn rollback(&mut self) -> Result<()> {
        match self.transaction.take_if(|_| self.lender.is_none()) {
            Some(transaction) => transaction.rollback().await,
            None => Ok(()),
        }
    }
}

impl<DB: Database> Deref for Connection<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        self.transaction.as_ref().expect(ENDED).connection()
    }
}

impl<DB: Database> DerefMut for Connection<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        self.transaction.as_mut().expect(ENDED).connection_mut()
    }
}

impl From<Transaction<'static, Sqlite>> for Tx {
    fn from(transaction: Transaction<'static, Sqlite>) -> Self {
        Self::Sqlite(Connection::new(Box::new(transaction)))
    }
}

impl From<Transaction<'static, Postgres>> for Tx {
    fn from(transaction: Transaction<'static, Postgres>) -> Self {
        Self::Postgres(Connection::new(Box::new(transaction)))
    }
}

impl From<Held> for Tx {
    fn from(held: Held) -> Self {
        Self::Postgres(Connection::new(Box::new(held)))
    }
}

impl Tx {
    /// Does this once the transaction is durable, and never when it is not known to be: what is told of it, such as a line
    /// of the log. It must not take long.
    pub fn then(&mut self, told: impl FnOnce() + Send + 'static) {
        self.told().0.push(Box::new(told));
    }

    fn told(&mut self) -> &mut Then {
        match self {
            Self::Sqlite(connection) => &mut connection.then,
            Self::Postgres(connection) => &mut connection.then,
        }
    }

    /// The same transaction, which goes back to the unit instead of ending.
    pub(crate) fn lent(mut self, by: &Unit) -> Self {
        *self.lender() = Some(by.clone());
        self
    }

    pub(crate) fn is_lent(&mut self) -> bool {
        self.lender().is_some()
    }

    fn lender(&mut self) -> &mut Option<Unit> {
        match self {
            Self::Sqlite(connection) => &mut connection.lender,
            Self::Postgres(connection) => &mut connection.lender,
        }
    }

    fn take(&mut self) -> Option<Self> {
        let then = std::mem::take(self.told());
        let mut taken = match self {
            Self::Sqlite(connection) => connection.transaction.take().map(Connection::new).map(Self::Sqlite),
            Self::Postgres(connection) => {
                connection.transaction.take().map(Connection::new).map(Self::Postgres)
            }
        }?;
        *taken.told() = then;
        Some(taken)
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        if let Some(lender) = self.lender().take()
            && let Some(tx) = self.take()
        {
            lender.keep(tx);
        }
    }
}
