//! API keys: `lp_` and 256 random bits, shown once.

use futures::future::BoxFuture;

use super::{
    Origin, audit,
    model::{MAX_NAME, NewApiKey},
    store::{self, keys::Wish},
    tokens::refused,
};
use crate::{
    AuthorId, Core, Timestamp,
    accounts::{Caller, Scope, Scopes},
    clock::MINUTE,
    http::{FieldCode, Fields, Patch, Problem},
    secrets::{random_token, sha256},
};

/// What tells a key from an access token, and what secret scanners look for.
pub const PREFIX: &str = "lp_";
/// How much of a key stays readable in lists, to tell one from another.
const SHOWN: usize = 10;

/// A key, how it begins, and what is kept of it.
pub struct Fresh {
    pub key: String,
    pub hash: Vec<u8>,
}

impl Fresh {
    pub fn new() -> Self {
        let key = format!("{PREFIX}{}", random_token(256));
        Self { hash: sha256(key.as_bytes()), key }
    }

    pub fn prefix(&self) -> &str {
        &self.key[..SHOWN]
    }
}

/// Makes a key for the author that may do everything, and answers it; it cannot be read again.
pub fn create_api_key<'a>(
    core: &'a Core,
    author_id: AuthorId,
    name: &'a str,
) -> BoxFuture<'a, Result<String, Problem>> {
    Box::pin(async move {
        let mut fields = Fields::default();
        let name = fields.required_line("name", Some(name.to_owned()), MAX_NAME);
        fields.finish()?;
        let wish = Wish { name, scopes: Scopes::FULL, expires_at: None };
        create(core, author_id, &wish, &Origin::own(core)).await.map(|made| made.key)
    })
}

pub async fn create(
    core: &Core,
    author_id: AuthorId,
    wish: &Wish,
    origin: &Origin,
) -> Result<NewApiKey, Problem> {
    let fresh = Fresh::new();
    let mut tx = core.db.begin().await?;
    if store::by_id(&mut tx, author_id).await?.is_none() {
        return Err(Problem::not_found("author"));
    }
    let shown =
        store::keys::insert(&mut tx, author_id, wish, fresh.prefix(), &fresh.hash, core.now()).await?;
    audit::record(&mut tx, author_id, audit::AuditKind::ApiKeyCreated, Some(&wish.name), origin).await?;
    tx.commit().await?;
    Ok(NewApiKey { shown, key: fresh.key })
}

/// What a body says of a key's scopes: `None` when it says nothing. A key that may do nothing is a mistake.
pub fn read_scopes(fields: &mut Fields, scopes: Patch<Vec<Scope>>) -> Option<Scopes> {
    let scopes: Scopes = fields.patch_required("scopes", scopes)?.into_iter().collect();
    if scopes.is_empty() {
        fields.error("scopes", FieldCode::Required, "Give at least one scope.");
    }
    Some(scopes)
}

/// What a body says of a key's end: `None` when it says nothing.
pub fn read_expiry(fields: &mut Fields, at: Patch<Timestamp>, now: Timestamp) -> Option<Option<Timestamp>> {
    let at = at.change()?;
    if at.is_some_and(|at| at <= now) {
        fields.error("expires_at", FieldCode::InPast, "Expires at must be in the future.");
    }
    Some(at)
}

/// Who a key belongs to.
pub async fn authenticate(core: &Core, key: &str) -> Result<Caller, Problem> {
    let mut tx = core.db.read().await?;
    let owner = store::keys::owner(&mut tx, &sha256(key.as_bytes())).await?.ok_or_else(refused)?;
    tx.rollback().await?;
    let now = core.now();
    if owner.expires_at.is_some_and(|at| at <= now) {
        return Err(refused());
    }
    if owner.last_used_at.is_none_or(|at| now.0 - at.0 >= MINUTE) {
        // Nice to know, not worth failing a call that otherwise only reads.
        if let Err(error) = touch(core, owner.key_id).await {
            tracing::warn!(%error, key = owner.key_id, "the last use of an API key was not noted");
        }
    }
    Ok(Caller {
        author_id: owner.author_id,
        email: owner.email,
        is_admin: owner.role == super::Role::Admin,
        scopes: owner.scopes,
        api_key_id: Some(owner.key_id),
        session: None,
    })
}

async fn touch(core: &Core, key_id: i64) -> database::Result<()> {
    let mut tx = core.db.begin().await?;
    store::keys::touch(&mut tx, key_id, core.now()).await?;
    tx.commit().await
}
