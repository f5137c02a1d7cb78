//! The password once more, before what protects an account is changed.

use super::{store, tokens};
use crate::{
    App,
    http::{Caller, Problem},
};

/// The author, when the password is theirs; 422 naming the field when it is not. Counted: who found an open browser must not
/// try passwords out in it.
pub async fn with_password(
    app: &App,
    caller: &Caller,
    field: &str,
    password: String,
) -> Result<store::Row, Problem> {
    let author = store::by_id(&mut app.db.read().await?, caller.author_id).await?;
    let author = author.ok_or_else(tokens::refused)?;
    app.accounts.throttle.confirm(author.id, app.now())?;
    if app.accounts.hashing.verify(password, author.password_hash.clone()).await? {
        return Ok(author);
    }
    Err(Problem::field(field, "The password is wrong."))
}
