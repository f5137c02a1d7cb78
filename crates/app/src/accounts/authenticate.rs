//! From a bearer token to the author behind it.

use database::Tx;

use super::{
    Origin, api_keys, audit, authors,
    jwks::{Remote, Source},
    model::{self, NewAuthor, Role},
    store,
    tokens::{Claims, refused},
};
use crate::{
    AuthorId,
    accounts::Accounts,
    accounts::{Caller, Scopes},
    http::{Fields, Problem},
    secrets::sha256,
};

/// Who a bearer token belongs to: an access token of the sign-in provider, or an API key.
pub async fn authenticate(accounts: &Accounts, token: &str) -> Result<Caller, Problem> {
    if token.starts_with(api_keys::PREFIX) {
        return api_keys::authenticate(accounts, token).await;
    }
    let keys = &accounts.own;
    let claims = keys.verifier.verify(token, accounts.now()).await?;
    let session = claims.sid.clone();
    let (row, session) = match &keys.verifier.source {
        Source::Own(_) => (own(accounts, &claims).await?, session),
        Source::Remote(remote) => hosted(accounts, remote, claims, token).await?,
    };
    Ok(Caller {
        author_id: row.id,
        email: row.email,
        is_admin: row.role == Role::Admin,
        scopes: Scopes::FULL,
        api_key_id: None,
        session,
    })
}

/// Our own subject is the author's id; the account or the session may have ended since.
async fn own(accounts: &Accounts, claims: &Claims) -> Result<store::Row, Problem> {
    let id = claims.sub.parse().map_err(|_| refused())?;
    let session = claims.sid.as_deref().ok_or_else(refused)?;
    let mut tx = accounts.db.read().await?;
    store::by_session(&mut tx, id, session).await?.ok_or_else(refused)
}

/// A hosted provider's subject is known, or becomes an author now. A token that a session's browser was given ends with
/// the session; an ID token is good for nothing else.
async fn hosted(
    accounts: &Accounts,
    remote: &Remote,
    claims: Claims,
    token: &str,
) -> Result<(store::Row, Option<String>), Problem> {
    let mut tx = accounts.db.read().await?;
    let hash = sha256(token.as_bytes());
    let known = store::by_bearer(&mut tx, &claims.iss, &claims.sub, &hash).await?;
    // A tab that is still open does not make an account again that was deleted.
    let was_given = known.is_none() && store::sessions::was_given(&mut tx, &hash).await?;
    tx.rollback().await?;
    let is_for_us = accounts.own.verifier.is_for_us(&claims);
    let Some(known) = known else {
        if !is_for_us || was_given {
            return Err(refused());
        }
        return first_sign_in(accounts, &with_address(remote, claims, token).await)
            .await
            .map(|row| (row, None));
    };
    if known.session.is_none() && (known.given_to.is_some() || !is_for_us) {
        return Err(refused());
    }
    if !is_to_be_raised(accounts, &known.row) {
        return Ok((known.row, known.session));
    }
    let claims = with_address(remote, claims, token).await;
    promote(accounts, known.row, &claims).await.map(|row| (row, known.session))
}

/// The author whom a hosted provider's claims name, made now if there is none.
pub async fn author_of(accounts: &Accounts, claims: &Claims) -> Result<store::Row, Problem> {
    let mut tx = accounts.db.read().await?;
    let known = store::by_identity(&mut tx, &claims.iss, &claims.sub).await?;
    tx.rollback().await?;
    match known {
        Some(row) => promote(accounts, row, claims).await,
        None => first_sign_in(accounts, claims).await,
    }
}

/// Only an address that the provider has verified makes an administrator.
async fn promote(accounts: &Accounts, row: store::Row, claims: &Claims) -> Result<store::Row, Problem> {
    let proved = claims.email_verified == Some(true)
        && claims.email.as_deref().is_some_and(|email| {
            content::parse_address(email).is_ok_and(|address| address.key == row.email_key)
        });
    if !proved || !is_to_be_raised(accounts, &row) {
        return Ok(row);
    }
    let mut tx = accounts.db.begin().await?;
    raise(accounts, &mut tx, row.id).await?;
    tx.commit().await?;
    Ok(store::Row { role: Role::Admin, ..row })
}

/// Access tokens often carry no more than the subject: the provider is asked for the rest.
async fn with_address(remote: &Remote, claims: Claims, token: &str) -> Claims {
    if claims.email.is_some() {
        return claims;
    }
    match remote.userinfo(token).await.filter(|info| info.sub == claims.sub) {
        Some(info) => claims.with(&info),
        None => claims,
    }
}

async fn first_sign_in(accounts: &Accounts, claims: &Claims) -> Result<store::Row, Problem> {
    let Some(email) = claims.email.as_deref().and_then(|text| content::parse_ascii_address(text).ok()) else {
        return Err(Problem::forbidden(
            "The sign-in provider does not tell your email address; this product needs it.",
        ));
    };
    let verified = claims.email_verified == Some(true);
    let mut fields = Fields::default();
    let name =
        fields.line("name", claims.name.clone(), model::MAX_NAME).unwrap_or_else(|| email.original.clone());
    let mut tx = accounts.db.begin().await?;
    store::lock(&mut tx).await?;
    // Two first requests at once: the second finds what the first made.
    if let Some(row) = store::by_identity(&mut tx, &claims.iss, &claims.sub).await? {
        return Ok(row);
    }
    let row = match store::by_email(&mut tx, &email.key).await? {
        // Whoever proves the address gets the account that was made with it before the provider was set up.
        Some(row) if verified && row.issuer.is_none() => {
            if row.email_proved_at.is_none() {
                // Whoever made it may not be this person.
                accounts.shut_out(&mut tx, row.id).await?;
                let detail = Some(
                    "Keys, sessions and webhooks from before the sign-in provider, whose address nobody had verified",
                );
                audit::record(
                    &mut tx,
                    row.id,
                    audit::AuditKind::SessionEnded,
                    detail,
                    &Origin::own(accounts),
                )
                .await?;
            }
            store::set_identity(&mut tx, row.id, &claims.iss, &claims.sub, accounts.now()).await?;
            row
        }
        Some(_) => return Err(Problem::forbidden("This email address belongs to another account here.")),
        // An address that nobody checked makes nobody an administrator.
        None if !verified && model::is_named_admin(&accounts.settings, &email.key) => {
            return Err(Problem::forbidden("The sign-in provider has not verified your email address."));
        }
        None => {
            let identity = Some((claims.iss.clone(), claims.sub.clone()));
            let author = NewAuthor {
                email,
                name,
                role: Role::Author,
                email_verified: verified,
                password_hash: None,
                identity,
            };
            authors::insert(accounts, &mut tx, author).await?
        }
    };
    tx.commit().await?;
    Ok(row)
}

/// Naming an address an administrator's works from its next sign-in on, once it is proved to be theirs: whoever signs up with
/// it first need not be who is meant.
pub async fn refresh_role(accounts: &Accounts, row: store::Row) -> Result<store::Row, Problem> {
    if !is_to_be_raised(accounts, &row) || row.email_proved_at.is_none() {
        return Ok(row);
    }
    let mut tx = accounts.db.begin().await?;
    raise(accounts, &mut tx, row.id).await?;
    tx.commit().await?;
    Ok(store::Row { role: Role::Admin, ..row })
}

/// The same at once, when an address has just been proved.
pub async fn raise_if_proved(
    accounts: &Accounts,
    tx: &mut Tx,
    author_id: AuthorId,
) -> database::Result<bool> {
    let row = store::by_id(tx, author_id).await?;
    let is_due = row.is_some_and(|row| is_to_be_raised(accounts, &row) && row.email_proved_at.is_some());
    if is_due {
        raise(accounts, tx, author_id).await?;
    }
    Ok(is_due)
}

async fn raise(accounts: &Accounts, tx: &mut Tx, author_id: AuthorId) -> database::Result<()> {
    store::set_role(tx, author_id, Role::Admin, accounts.now()).await?;
    let detail = Some("Administrator, as the operator named the address");
    audit::record(tx, author_id, audit::AuditKind::RoleChanged, detail, &Origin::own(accounts)).await
}

/// Never the other way: the first account and one that the operator added with --admin are not in the list.
fn is_to_be_raised(accounts: &Accounts, row: &store::Row) -> bool {
    row.role != Role::Admin && model::is_named_admin(&accounts.settings, &row.email_key)
}
