//! Another password.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    accounts::Accounts,
    accounts::{
        Caller, Origin, audit, model, reauthenticate, session,
        store::{
            self,
            mail_tokens::{self, Purpose},
            sessions,
        },
    },
    http::{ApiResult, Fields, Json, ProblemBody, Problems},
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct ChangePassword {
    #[schema(format = Password)]
    current_password: String,
    /// Taken as it is typed.
    #[schema(min_length = 10, max_length = 128, format = Password)]
    new_password: String,
}

/// Change the password
///
/// Ends every other session of the account.
#[utoipa::path(post, path = "/api/me/password", tag = "me", request_body = ChangePassword,
    responses(
        (status = 204),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody)))]
pub async fn change_password(
    State(accounts): State<Accounts>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<ChangePassword>,
) -> ApiResult<StatusCode> {
    session::require_built_in(&accounts)?;
    let mut fields = Fields::default();
    model::check_password(&mut fields, "new_password", &body.new_password);
    fields.finish()?;
    let field = "current_password";
    let author = reauthenticate::with_password(&accounts, &caller, field, body.current_password).await?;
    let hash = accounts.own.hashing.hash(body.new_password).await?;
    let mut tx = accounts.db.begin().await?;
    store::set_password(&mut tx, author.id, &hash, accounts.now()).await?;
    mail_tokens::forget(&mut tx, author.id, Purpose::PasswordReset).await?;
    sessions::end_others(&mut tx, author.id, caller.session.as_deref()).await?;
    audit::record(&mut tx, author.id, audit::AuditKind::PasswordChanged, None, &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
