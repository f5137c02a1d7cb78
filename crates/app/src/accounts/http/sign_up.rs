//! Making an account with the built-in provider.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    account_mails,
    accounts::Accounts,
    accounts::{
        Origin, audit, authors, links,
        model::{self, Method, NewAuthor, Role},
        session::{self, Opened, Session},
        store,
    },
    http::{ApiResult, Fields, Json, Peer, Problem, ProblemBody, Problems},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct SignUp {
    #[schema(format = Email)]
    email: Option<String>,
    /// Taken as it is typed.
    #[schema(min_length = 10, max_length = 128, format = Password)]
    password: Option<String>,
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
}

/// Sign up
#[utoipa::path(post, path = "/api/auth/sign-up", tag = "auth", security(()), request_body = SignUp,
    responses(
        (status = 201, body = Session, headers(("set-cookie" = String, description = "The refresh token"))),
        Problems<400, 413, 415, 422, 429>,
        (status = 403, description = "Sign-up is closed", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "The address is taken", body = ProblemBody)))]
pub async fn sign_up(
    State(accounts): State<Accounts>,
    peer: Peer,
    origin: Origin,
    Json(body): Json<SignUp>,
) -> ApiResult<Opened> {
    session::require_built_in(&accounts)?;
    let any = store::any(&mut accounts.db.read().await?).await?;
    refuse_when_closed(&accounts, any)?;
    let (author, password) = read(body)?;
    accounts.own.throttle.sign_up(&author.email.key, peer, accounts.now())?;
    let author = NewAuthor { password_hash: Some(accounts.own.hashing.hash(password).await?), ..author };
    let mut tx = accounts.db.begin().await?;
    store::lock(&mut tx).await?;
    // Again, now that nobody else can be the first.
    refuse_when_closed(&accounts, store::any(&mut tx).await?)?;
    let row = authors::insert(&accounts, &mut tx, author).await?;
    audit::record(&mut tx, row.id, audit::AuditKind::SignedUp, None, &origin).await?;
    // What the built-in mailbox keeps proves nothing: there the author asks for it.
    if account_mails::can_send(&accounts.settings) && links::mail_leaves(&accounts.settings) {
        links::send_verification(&accounts, &mut tx, row.id, &row.email).await?;
    }
    let method = Method::Password;
    let opened = session::open(&accounts, &mut tx, row, method, &origin, StatusCode::CREATED).await?;
    tx.commit().await?;
    Ok(opened)
}

fn refuse_when_closed(accounts: &Accounts, any_account: bool) -> Result<(), Problem> {
    if model::may_sign_up(&accounts.settings, any_account) {
        return Ok(());
    }
    Err(Problem::forbidden("Sign-up is closed here. Ask the operator of this installation for an account."))
}

fn read(body: SignUp) -> Result<(NewAuthor, String), Problem> {
    let mut fields = Fields::default();
    let email = fields.required_line("email", body.email, 320);
    let email = if email.is_empty() { None } else { fields.ascii_email("email", &email) };
    let password = body.password.unwrap_or_default();
    model::check_password(&mut fields, "password", &password);
    let name = fields.required_line("name", body.name, model::MAX_NAME);
    fields.finish()?;
    let Some(email) = email else {
        return Err(Problem::internal(&"an address was neither read nor refused"));
    };
    let author = NewAuthor {
        email,
        name,
        role: Role::Author,
        email_verified: false,
        password_hash: None,
        identity: None,
    };
    Ok((author, password))
}
