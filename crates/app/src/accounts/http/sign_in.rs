//! Signing in with the built-in provider.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde::Deserialize;

use crate::{
    AuthorId,
    accounts::Accounts,
    accounts::{
        Origin, audit, authenticate, devices,
        model::Method,
        session::{self, Opened, Session},
        store, totp,
    },
    http::{ApiResult, Json, Peer, Problem, ProblemBody, Problems},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct SignIn {
    #[schema(format = Email)]
    email: String,
    #[schema(format = Password)]
    password: String,
    /// Of an account with two-factor authentication: six digits from the app, or a recovery code.
    code: Option<String>,
}

/// Sign in
///
/// An unknown address and a wrong password are answered alike and after the same time. An account with two-factor
/// authentication needs a `code` as well: without it, or with a wrong one, the answer is a 401 of the type
/// `urn:letterpress:second-factor`.
#[utoipa::path(post, path = "/api/auth/sign-in", tag = "auth", security(()), request_body = SignIn,
    responses(
        (status = 200, body = Session, headers(("set-cookie" = String, description = "The refresh token"))),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody)))]
pub async fn sign_in(
    State(accounts): State<Accounts>,
    peer: Peer,
    origin: Origin,
    headers: HeaderMap,
    Json(body): Json<SignIn>,
) -> ApiResult<Opened> {
    session::require_built_in(&accounts)?;
    let found = admit(&accounts, &body.email, peer, &headers).await?;
    let hash = found.as_ref().and_then(|row| row.password_hash.clone());
    let right = accounts.own.hashing.verify(body.password, hash).await?;
    let known = found.as_ref().map(|row| row.id);
    let (Some(row), true) = (found, right) else {
        if let Some(id) = known {
            note_failure(&accounts, id, origin);
        } else {
            tracing::info!("a sign-in failed: nobody has the address");
        }
        return Err(Problem::unauthorized("Wrong email or password."));
    };
    let row = authenticate::refresh_role(&accounts, row).await?;
    let mut tx = accounts.db.begin().await?;
    let has_code = second_factor(&accounts, &mut tx, row.id, body.code.as_deref(), &origin).await?;
    let how = if has_code { "With the password and a code" } else { "With the password" };
    audit::record(&mut tx, row.id, audit::AuditKind::SignedIn, Some(how), &origin).await?;
    let method = Method::Password;
    let opened = session::open(&accounts, &mut tx, row, method, &origin, StatusCode::OK).await?;
    tx.commit().await?;
    Ok(opened)
}

/// Counts the try, and answers whose address it is. A browser that the author signed in from has tries of its own, so that
/// nobody else uses them up.
async fn admit(
    accounts: &Accounts,
    email: &str,
    peer: Peer,
    headers: &HeaderMap,
) -> Result<Option<store::Row>, Problem> {
    // Text that is no address is an unknown address: it must not be told apart either.
    let key = content::parse_address(email).map(|address| address.key).unwrap_or_default();
    let throttle = &accounts.own.throttle;
    let Some(presented) = devices::presented(headers) else {
        throttle.sign_in(&key, peer, accounts.now())?;
        return Ok(store::by_email(&mut accounts.db.read().await?, &key).await?);
    };
    let found = store::by_email(&mut accounts.db.read().await?, &key).await?;
    match found.as_ref().and_then(|row| presented.of(accounts, row)) {
        Some(device) => throttle.known_device(&device, accounts.now())?,
        None => throttle.sign_in(&key, peer, accounts.now())?,
    }
    Ok(found)
}

/// Whether the account needed a code and got the right one.
async fn second_factor(
    accounts: &Accounts,
    tx: &mut database::Tx,
    author_id: AuthorId,
    code: Option<&str>,
    origin: &Origin,
) -> Result<bool, Problem> {
    if !store::totp::is_on(tx, author_id).await? {
        return Ok(false);
    }
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else {
        return Err(totp::asks("Enter the code from your authenticator app."));
    };
    accounts.own.throttle.code(author_id, accounts.now())?;
    if totp::accept(accounts, tx, author_id, code, origin).await? {
        return Ok(true);
    }
    accounts.own.throttle.wrong_code(author_id, accounts.now());
    note_failure(accounts, author_id, origin.clone());
    Err(totp::asks("This code is wrong or already used."))
}

/// After the answer: how long it takes tells nobody that the address is known.
fn note_failure(accounts: &Accounts, author_id: AuthorId, origin: Origin) {
    let task = accounts.clone();
    accounts.own.later.spawn(async move {
        let noted = async {
            let mut tx = task.db.begin().await?;
            audit::record(&mut tx, author_id, audit::AuditKind::SignInFailed, None, &origin).await?;
            tx.then(move || tracing::info!(author_id = author_id.get(), "a sign-in failed"));
            tx.commit().await
        };
        if let Err(error) = noted.await {
            tracing::warn!(%error, author_id = author_id.get(), "a failed sign-in was not noted");
        }
    });
}
