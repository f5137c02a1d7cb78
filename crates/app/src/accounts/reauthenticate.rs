//! The password once more, before what protects an account is changed.

use super::{peer::Peer, store, tokens};
use crate::{
    App,
    http::{Caller, Problem},
};

/// The author, when the password is theirs; 422 naming the field when it is not. Counted as a sign-in: who found an open
/// browser must not try passwords out in it.
pub async fn with_password(
    app: &App,
    caller: &Caller,
    peer: Peer,
    field: &str,
    password: String,
) -> Result<store::Row, Problem> {
    let author = store::by_id(&mut app.db.read().await?, caller.author_id).await?;
    let author = author.ok_or_else(tokens::refused)?;
    app.accounts.throttle.sign_in(&author.email_key, peer, app.now())?;
    if app.accounts.hashing.verify(password, author.password_hash.clone()).await? {
        return Ok(author);
    }
    Err(Problem::field(field, "The password is wrong."))
}
