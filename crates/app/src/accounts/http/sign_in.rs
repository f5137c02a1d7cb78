//! Signing in with the built-in provider.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    App,
    accounts::{
        authenticate,
        session::{self, Opened, Session},
        store,
        throttle::Peer,
    },
    http::{Answer, Json, Problem, ProblemBody},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct SignIn {
    #[schema(format = Email)]
    email: String,
    #[schema(format = Password)]
    password: String,
}

/// Sign in
///
/// An unknown address and a wrong password are answered alike and after the same time.
#[utoipa::path(post, path = "/api/auth/sign-in", tag = "auth", security(()), request_body = SignIn,
    responses(
        (status = 200, body = Session, headers(("set-cookie" = String, description = "The refresh token"))),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn sign_in(State(app): State<App>, peer: Peer, Json(body): Json<SignIn>) -> Answer<Opened> {
    if app.accounts.signer.is_none() {
        return Err(session::not_built_in());
    }
    // Text that is no address is an unknown address: it must not be told apart either.
    let key = content::parse_address(&body.email).ok().map(|address| address.key);
    app.accounts.throttle.sign_in(key.as_deref().unwrap_or(""), peer, app.now())?;
    let found = match &key {
        Some(key) => store::by_email(&mut app.db.read().await?, key).await?,
        None => None,
    };
    let hash = found.as_ref().and_then(|row| row.password_hash.clone());
    let right = app.accounts.hashing.verify(body.password, hash).await?;
    let (Some(row), true) = (found, right) else {
        return Err(Problem::unauthorized("The e-mail address or the password is wrong."));
    };
    let row = authenticate::refresh_role(&app, row).await?;
    let mut tx = app.db.begin().await?;
    let opened = session::open(&app, &mut tx, row.into(), StatusCode::OK).await?;
    tx.commit().await?;
    Ok(opened)
}
