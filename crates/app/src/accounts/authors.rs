//! Making authors: by sign-up, by the operator, by the first token of a hosted provider.

use database::Tx;
use futures::future::BoxFuture;

use super::{
    Origin, audit, authenticate,
    model::{self, Author, DEFAULT_TIME_ZONE, MAX_NAME, NewAuthor, Role},
    store,
};
use crate::{
    accounts::Accounts,
    http::{Fields, Problem, ProblemCode},
};

/// Makes an author for the operator; the address is checked and must be free. Without a password the author cannot
/// sign in with the built-in provider, but can have API keys.
pub fn add_author<'a>(
    accounts: &'a Accounts,
    email: &'a str,
    name: &'a str,
    admin: bool,
    password: Option<String>,
) -> BoxFuture<'a, Result<Author, Problem>> {
    Box::pin(async move {
        let mut fields = Fields::default();
        let email = fields.ascii_email("email", email);
        let name = fields.required_line("name", Some(name.to_owned()), MAX_NAME);
        if let Some(password) = &password {
            model::check_password(&mut fields, "password", password);
        }
        fields.finish()?;
        let Some(email) = email else {
            return Err(Problem::internal(&"an address was neither read nor refused"));
        };
        let password_hash = match password {
            Some(password) => Some(accounts.own.hashing.hash(password).await?),
            None => None,
        };
        let mut tx = accounts.db.begin().await?;
        let author = NewAuthor {
            // The operator vouches for the address by adding it.
            role: Role::of(admin || model::is_named_admin(&accounts.settings, &email.key)),
            email,
            name,
            email_verified: false,
            password_hash,
            identity: None,
        };
        let row = insert(accounts, &mut tx, author).await?;
        tx.commit().await?;
        Ok(row.into())
    })
}

/// The author with this address, for the operator.
pub fn find_author<'a>(accounts: &'a Accounts, email: &'a str) -> BoxFuture<'a, Result<Author, Problem>> {
    Box::pin(async move {
        let mut fields = Fields::default();
        let email = fields.ascii_email("email", email);
        fields.finish()?;
        let key = email.map(|email| email.key).unwrap_or_default();
        let row = store::by_email(&mut accounts.db.read().await?, &key).await?;
        row.map(Author::from).ok_or_else(|| Problem::not_found("author"))
    })
}

/// Gives an author another password, for the operator; all their sessions end. `only_password` also removes the second
/// factor and every passkey, for whoever has lost them.
pub fn set_password<'a>(
    accounts: &'a Accounts,
    email: &'a str,
    password: String,
    only_password: bool,
) -> BoxFuture<'a, Result<Author, Problem>> {
    Box::pin(async move {
        let author = find_author(accounts, email).await?;
        let mut fields = Fields::default();
        model::check_password(&mut fields, "password", &password);
        fields.finish()?;
        let hash = accounts.own.hashing.hash(password).await?;
        let mut tx = accounts.db.begin().await?;
        store::set_password(&mut tx, author.id, &hash, accounts.now()).await?;
        if only_password {
            store::totp::delete(&mut tx, author.id).await?;
            store::passkeys::delete_all(&mut tx, author.id).await?;
        }
        store::sessions::end_others(&mut tx, author.id, None).await?;
        let detail = Some("By the operator");
        audit::record(&mut tx, author.id, audit::AuditKind::PasswordReset, detail, &Origin::own(accounts))
            .await?;
        tx.commit().await?;
        Ok(author)
    })
}

/// Notes for the operator, who vouches for it, that the author's address is theirs. Makes an administrator of whom the
/// operator named.
pub fn verify_author<'a>(accounts: &'a Accounts, email: &'a str) -> BoxFuture<'a, Result<Author, Problem>> {
    Box::pin(async move {
        let author = find_author(accounts, email).await?;
        let mut tx = accounts.db.begin().await?;
        if store::set_verified(&mut tx, author.id, true, accounts.now()).await? {
            let detail = Some("By the operator");
            audit::record(
                &mut tx,
                author.id,
                audit::AuditKind::EmailVerified,
                detail,
                &Origin::own(accounts),
            )
            .await?;
        }
        authenticate::raise_if_proved(accounts, &mut tx, author.id).await?;
        tx.commit().await?;
        find_author(accounts, email).await
    })
}

/// Inserts the author. The first one of the built-in provider is an administrator, and so are those whom the operator named
/// if somebody whom we believe has checked the address.
pub async fn insert(accounts: &Accounts, tx: &mut Tx, mut author: NewAuthor) -> Result<store::Row, Problem> {
    store::lock(tx).await?;
    let first = author.identity.is_none() && !store::any(tx).await?;
    if first || author.email_verified && model::is_named_admin(&accounts.settings, &author.email.key) {
        author.role = Role::Admin;
    }
    store::insert(tx, &author, DEFAULT_TIME_ZONE, accounts.now()).await.map_err(|error| {
        if database::is_unique_violation(&error) {
            Problem::conflict(ProblemCode::EmailTaken, "There's already an account with this email address.")
        } else {
            error.into()
        }
    })
}
