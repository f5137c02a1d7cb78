//! Who is signed in shows once more who they are, before what protects an account is changed.

use super::{Origin, hosted, store, tokens, totp};
use crate::{
    AuthorId,
    accounts::{Accounts, Caller},
    clock::MINUTE,
    http::{FieldCode, Problem, ProblemCode},
};

/// The type of problem that asks for a sign-in at the hosted provider.
const SIGN_IN_AGAIN: &str = "urn:letterpress:sign-in-again";
/// How long ago that may be.
const RECENT: i64 = 10 * MINUTE;

/// The author, when the password is theirs; 422 naming the field when it is not. Counted: who found an open browser must not
/// try passwords out in it.
pub async fn with_password(
    accounts: &Accounts,
    caller: &Caller,
    field: &str,
    password: String,
) -> Result<store::Row, Problem> {
    let author = store::by_id(&mut accounts.db.read().await?, caller.author_id).await?;
    let author = author.ok_or_else(tokens::refused)?;
    accounts.own.throttle.confirm(author.id, accounts.now())?;
    if accounts.own.hashing.verify(password, author.password_hash.clone()).await? {
        return Ok(author);
    }
    Err(Problem::field(field, FieldCode::Incorrect, "Wrong password."))
}

/// Before what cannot be undone: the password, and a code where there is two-factor authentication. With a hosted provider,
/// which alone knows both, a sign-in there not long ago.
pub async fn fully(
    accounts: &Accounts,
    caller: &Caller,
    password: Option<String>,
    code: Option<&str>,
    origin: &Origin,
) -> Result<(), Problem> {
    if accounts.own.signer.is_none() {
        return with_sign_in(accounts, caller).await;
    }
    let password = password.filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| Problem::required("password", "Enter your password."))?;
    let author = with_password(accounts, caller, "password", password).await?;
    with_code(accounts, author.id, code, origin).await
}

async fn with_code(
    accounts: &Accounts,
    author_id: AuthorId,
    code: Option<&str>,
    origin: &Origin,
) -> Result<(), Problem> {
    let mut tx = accounts.db.begin().await?;
    if !store::totp::is_on(&mut tx, author_id).await? {
        return Ok(());
    }
    let code = code.map(str::trim).filter(|code| !code.is_empty());
    let code =
        code.ok_or_else(|| Problem::required("code", "Enter the code from your authenticator app."))?;
    accounts.own.throttle.code(author_id, accounts.now())?;
    if totp::accept(accounts, &mut tx, author_id, code, origin).await? {
        return Ok(tx.commit().await?);
    }
    accounts.own.throttle.wrong_code(author_id, accounts.now());
    Err(Problem::field("code", FieldCode::Incorrect, "This code is wrong or already used."))
}

async fn with_sign_in(accounts: &Accounts, caller: &Caller) -> Result<(), Problem> {
    let proved_at = match &caller.session {
        Some(family) => hosted::proved_at(accounts, family).await?,
        None => None,
    };
    if proved_at.is_some_and(|at| accounts.now().0 - at.0 <= RECENT) {
        return Ok(());
    }
    let detail = "Sign in again first. This is only possible within 10 minutes of signing in.";
    Err(Problem::forbidden(detail).of_kind(SIGN_IN_AGAIN).with_code(ProblemCode::SignInAgain))
}
