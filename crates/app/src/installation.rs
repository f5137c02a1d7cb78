//! What one installation's nodes have in common: a database, and the secret that belongs to it.

use database::{Database, on_engine};

use crate::{Clock, Secret, secrets};

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
pub async fn recognise(db: &Database, secret: &Secret) -> database::Result<Known> {
    let mut tx = db.read().await?;
    let kept: Option<String> = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT secret_fingerprint FROM installation WHERE id = 1").fetch_optional(conn).await?);
    Ok(match kept {
        None => Known::Nobody,
        Some(kept) if kept == secret.fingerprint() => Known::Same,
        Some(_) => Known::Other,
    })
}

/// Ties the database to the secret unless another node was faster.
pub async fn claim(db: &Database, clock: &Clock, secret: &Secret) -> database::Result<()> {
    let mut tx = db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO installation (id, instance_id, secret_fingerprint, created_at) VALUES (1, $1, $2, $3) \
         ON CONFLICT DO NOTHING")
        .bind(secrets::random_token(128)).bind(secret.fingerprint()).bind(clock.now()).execute(conn).await.map(drop))?;
    tx.commit().await
}
