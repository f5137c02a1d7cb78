//! The connection of a transaction.

use std::ops::{Deref, DerefMut};

use sqlx::{Database, Postgres, Sqlite, Transaction};

use crate::{Result, Tx, Unit};

/// The connection behind a [`Tx`] while it is open.
#[derive(Debug)]
pub struct Connection<DB: Database> {
    /// Taken by whatever ends it.
    transaction: Option<Transaction<'static, DB>>,
    /// Gets it back when it was only lent for reading.
    lender: Option<Unit>,
}

const ENDED: &str = "a transaction that ended is used by nobody";

impl<DB: Database> Connection<DB> {
    fn new(transaction: Transaction<'static, DB>) -> Self {
        Self { transaction: Some(transaction), lender: None }
    }

    pub(crate) async fn commit(&mut self) -> Result<()> {
        match self.transaction.take() {
            Some(transaction) => transaction.commit().await,
            None => Ok(()),
        }
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
        self.transaction.as_ref().expect(ENDED)
    }
}

impl<DB: Database> DerefMut for Connection<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        self.transaction.as_mut().expect(ENDED)
    }
}

impl From<Transaction<'static, Sqlite>> for Tx {
    fn from(transaction: Transaction<'static, Sqlite>) -> Self {
        Self::Sqlite(Connection::new(transaction))
    }
}

impl From<Transaction<'static, Postgres>> for Tx {
    fn from(transaction: Transaction<'static, Postgres>) -> Self {
        Self::Postgres(Connection::new(transaction))
    }
}

impl Tx {
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
        match self {
            Self::Sqlite(connection) => connection.transaction.take().map(Self::from),
            Self::Postgres(connection) => connection.transaction.take().map(Self::from),
        }
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
