//! The one row of the installation.

use database::{Database, Tx, on_engine};
use futures::future::BoxFuture;

use crate::{Clock, Secret, Timestamp, secrets};

/// Whether the database knows the secret it is opened with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nobody has claimed the database yet.
    Nobody,
    Same,
    /// Links, keys and tokens made with the other secret would not be understood.
    Other,
}

/// Compares the secret with the one the database was first opened with.
pub fn recognise<'a>(db: &'a Database, secret: &'a Secret) -> BoxFuture<'a, database::Result<Known>> {
    Box::pin(async move {
        Ok(match fingerprint(db).await? {
            None => Known::Nobody,
            Some(kept) if kept == secret.fingerprint() => Known::Same,
            Some(_) => Known::Other,
        })
    })
}

/// Which secret the database belongs to, as [`Secret::fingerprint`] tells it; `None` while it belongs to none.
pub fn fingerprint(db: &Database) -> BoxFuture<'_, database::Result<Option<String>>> {
    Box::pin(async move {
        let mut tx = db.read().await?;
        on_engine!(&mut tx, conn => sqlx::query_scalar(
            "SELECT secret_fingerprint FROM installation WHERE id = 1").fetch_optional(conn).await)
    })
}

/// Ties the database to the secret unless another node was faster.
pub fn claim<'a>(
    db: &'a Database,
    clock: &'a Clock,
    secret: &'a Secret,
) -> BoxFuture<'a, database::Result<()>> {
    Box::pin(async move {
        let mut tx = db.begin().await?;
        on_engine!(&mut tx, conn => sqlx::query(
            "INSERT INTO installation (id, instance_id, secret_fingerprint, created_at) VALUES (1, $1, $2, $3) \
             ON CONFLICT DO NOTHING")
            .bind(secrets::random_token(128)).bind(secret.fingerprint()).bind(clock.now()).execute(conn).await.map(drop))?;
        tx.commit().await
    })
}

/// What became of the installation besides its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct State {
    pub restored_at: Option<Timestamp>,
    pub sending_confirmed_at: Option<Timestamp>,
    pub backed_up_at: Option<Timestamp>,
}

impl State {
    /// Nobody has confirmed yet that this restored copy is the one that sends.
    pub fn is_held(&self) -> bool {
        self.restored_at.is_some_and(|restored| self.sending_confirmed_at.is_none_or(|at| at < restored))
    }
}

pub async fn state(tx: &mut Tx) -> database::Result<State> {
    let state: Option<State> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT restored_at, sending_confirmed_at, backed_up_at FROM installation WHERE id = 1")
        .fetch_optional(conn).await?);
    Ok(state.unwrap_or_default())
}

/// Called in the transaction that makes the restored database visible.
pub async fn mark_restored(tx: &mut Tx, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE installation SET restored_at = $1, sending_confirmed_at = NULL WHERE id = 1")
        .bind(now).execute(conn).await.map(drop))
}

/// False when sending was not held.
pub fn confirm_sending(tx: &mut Tx, now: Timestamp) -> BoxFuture<'_, database::Result<bool>> {
    Box::pin(async move {
        let rows = on_engine!(tx, conn => sqlx::query(
            "UPDATE installation SET sending_confirmed_at = $1 WHERE id = 1 AND restored_at IS NOT NULL \
             AND (sending_confirmed_at IS NULL OR sending_confirmed_at < restored_at)")
            .bind(now).execute(conn).await?.rows_affected());
        Ok(rows > 0)
    })
}

/// Whether the database takes what is written into it, as far as can be told without leaving anything there.
pub async fn takes_writes(db: &Database) -> database::Result<()> {
    let mut tx = db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query("UPDATE installation SET id = id WHERE id = 1").execute(conn).await.map(drop))?;
    tx.rollback().await
}

pub fn record_backup(tx: &mut Tx, at: Timestamp) -> BoxFuture<'_, database::Result<()>> {
    Box::pin(async move {
        on_engine!(tx, conn => sqlx::query("UPDATE installation SET backed_up_at = $1 WHERE id = 1")
            .bind(at).execute(conn).await.map(drop))
    })
}
