//! Deleting an account with all it owns.

use axum::{
    extract::State,
    http::StatusCode,
    response::{AppendHeaders, IntoResponse},
};
use serde::Deserialize;

use crate::{
    accounts::{self, Accounts, Caller, Origin},
    campaigns,
    deletions::account,
    http::{ApiResult, FieldCode, Json, Problem, ProblemBody, ProblemCode, Problems},
    imports,
    tracking::Tracking,
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct DeleteMe {
    /// The author's own email address, typed once more.
    confirm: String,
    /// The current one; needed with the built-in sign-in.
    #[schema(format = Password)]
    password: Option<String>,
    /// Of an account with two-factor authentication: six digits from the app, or a recovery code.
    code: Option<String>,
}

/// Delete the signed-in author
///
/// Signs out everywhere at once; from then on nothing of the author's is shown or sent, and the address is free. Everything the
/// author owns is removed in the background. Refused while a campaign is being sent or paused.
///
/// Asks who it is once more: the built-in sign-in for the password, and for a code if two-factor authentication is on. With a
/// hosted provider the person must have signed in there in the last 10 minutes, else the answer is a 403 of the type
/// `urn:letterpress:sign-in-again`; `/auth/start?again=true&return_to=PATH` sends a browser there and back.
#[utoipa::path(delete, path = "/api/me", tag = "me", request_body = DeleteMe,
    responses(
        (status = 204),
        Problems<400, 401, 413, 415, 422, 429>,
        (status = 403, description = "Asked with an API key, or the sign-in at the hosted provider is too long ago", body = ProblemBody),
        (status = 409, description = "A campaign is being sent", body = ProblemBody)))]
pub async fn delete_me(
    State(accounts): State<Accounts>,
    State(tracking): State<Tracking>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<DeleteMe>,
) -> ApiResult<impl IntoResponse> {
    if body.confirm.trim().to_lowercase() != caller.email.to_lowercase() {
        return Err(Problem::field("confirm", FieldCode::Incorrect, "Type your email address to confirm."));
    }
    accounts::reauthenticate(&accounts, &caller, body.password, body.code.as_deref(), &origin).await?;
    let mut tx = accounts.db.begin().await?;
    if campaigns::is_author_busy(&mut tx, caller.author_id).await? {
        return Err(Problem::conflict(
            ProblemCode::CampaignInProgress,
            "A campaign of yours is being sent or paused. Let it finish or cancel it first.",
        ));
    }
    let waiting = account::delete(&accounts, &mut tx, caller.author_id).await?;
    tx.commit().await?;
    tracking.own.forget_targets();
    imports::remove_files(&accounts, &waiting).await;
    Ok((StatusCode::NO_CONTENT, AppendHeaders(accounts::forget_session(&accounts)?)))
}
