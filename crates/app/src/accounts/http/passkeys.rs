//! An author's passkeys.

use axum::{Json as Body, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    AuthorId, Timestamp,
    accounts::Accounts,
    accounts::{
        Caller, Origin, audit, model,
        passkey::{self, CHALLENGE_LIFE, RegistrationResponse, RelyingParty},
        session,
        store::{self, passkeys as rows},
        tokens,
    },
    http::{ApiResult, FieldCode, Fields, Json, Path, Problem, ProblemBody, ProblemCode, Problems},
    secrets::{random_bytes, random_token},
};

/// Passkeys of one author.
const MOST: usize = 50;

/// A passkey as lists show it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Passkey {
    id: i64,
    name: String,
    created_at: Timestamp,
    #[schema(required)]
    last_used_at: Option<Timestamp>,
}

impl From<rows::Row> for Passkey {
    fn from(row: rows::Row) -> Self {
        Self { id: row.id, name: row.name, created_at: row.created_at, last_used_at: row.last_used_at }
    }
}

/// What `navigator.credentials` is called with; both are good for five minutes and one use.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PasskeyOptions {
    pub challenge_id: String,
    /// `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1).
    #[schema(value_type = Object)]
    pub options: Value,
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct NewPasskey {
    challenge_id: String,
    /// What the author calls it.
    #[schema(required, nullable = false, min_length = 1, max_length = 200)]
    name: Option<String>,
    /// `RegistrationResponseJSON`.
    #[serde(deserialize_with = "crate::http::foreign")]
    credential: RegistrationResponse,
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct PasskeyName {
    #[schema(required, nullable = false, min_length = 1, max_length = 200)]
    name: Option<String>,
}

/// Keeps a new challenge; answers its id and its bytes.
pub async fn challenge(
    accounts: &Accounts,
    tx: &mut database::Tx,
    author_id: Option<AuthorId>,
) -> Result<(String, [u8; 32]), Problem> {
    let (id, bytes, now) = (random_token(192), random_bytes(), accounts.now());
    rows::prune_challenges(tx, now).await?;
    rows::add_challenge(tx, &id, &bytes, author_id, now.plus(CHALLENGE_LIFE)).await?;
    Ok((id, bytes))
}

/// One wording for every reason; the log tells more.
pub fn refused(reason: &dyn std::fmt::Display) -> Problem {
    tracing::info!(%reason, "a passkey was refused");
    Problem::field("credential", FieldCode::Incorrect, "This passkey couldn't be checked. Try again.")
}

/// Begin adding a passkey
#[utoipa::path(post, path = "/api/me/passkeys/options", tag = "me",
    responses(
        (status = 200, body = PasskeyOptions),
        Problems<401>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "Passkeys cannot work at this address, or there are too many", body = ProblemBody)))]
pub async fn begin_passkey(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> ApiResult<Body<PasskeyOptions>> {
    session::require_built_in(&accounts)?;
    let party = RelyingParty::of(&accounts.settings)?;
    let mut tx = accounts.db.begin().await?;
    let author = store::by_id(&mut tx, caller.author_id).await?.ok_or_else(tokens::refused)?;
    let known: Vec<(Vec<u8>, Vec<String>)> = rows::list(&mut tx, author.id)
        .await?
        .into_iter()
        .map(|row| (row.credential_id, serde_json::from_str(&row.transports).unwrap_or_default()))
        .collect();
    if known.len() >= MOST {
        return Err(Problem::conflict(
            ProblemCode::TooManyPasskeys,
            format!("You have {MOST} passkeys, the limit. Remove one first."),
        ));
    }
    let (challenge_id, bytes) = challenge(&accounts, &mut tx, Some(author.id)).await?;
    tx.commit().await?;
    let user = (passkey::user_handle(&accounts, author.id), author.email.as_str(), author.name.as_str());
    let options = passkey::creation_options(&party, user, &bytes, &known);
    Ok(Body(PasskeyOptions { challenge_id, options }))
}

/// Add a passkey
#[utoipa::path(post, path = "/api/me/passkeys", tag = "me", request_body = NewPasskey,
    responses(
        (status = 201, body = Passkey),
        Problems<400, 401, 413, 415, 422>,
        (status = 403, description = "Asked with an API key", body = ProblemBody),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody),
        (status = 409, description = "The passkey is known, or passkeys cannot work at this address", body = ProblemBody)))]
pub async fn create_passkey(
    State(accounts): State<Accounts>,
    caller: Caller,
    origin: Origin,
    Json(body): Json<NewPasskey>,
) -> ApiResult<(StatusCode, Body<Passkey>)> {
    session::require_built_in(&accounts)?;
    let party = RelyingParty::of(&accounts.settings)?;
    let mut fields = Fields::default();
    let name = fields.required_line("name", body.name, model::MAX_NAME);
    fields.finish()?;
    let mut tx = accounts.db.begin().await?;
    let taken = rows::take_challenge(&mut tx, &body.challenge_id).await?;
    // Used up even if what answers it is refused.
    tx.commit().await?;
    let now = accounts.now();
    let taken = taken.filter(|taken| taken.author_id == Some(caller.author_id) && taken.expires_at > now);
    let taken = taken.ok_or_else(|| refused(&"the challenge is unknown, used or too old"))?;
    let made = party.register(&body.credential, &taken.challenge).map_err(|reason| refused(&reason))?;
    let mut tx = accounts.db.begin().await?;
    let row = rows::insert(&mut tx, caller.author_id, &name, &made, now).await.map_err(|error| {
        if database::is_unique_violation(&error) {
            Problem::conflict(ProblemCode::PasskeyExists, "You already added this passkey.")
        } else {
            error.into()
        }
    })?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::PasskeyAdded, Some(&name), &origin).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Body(row.into())))
}

/// Rename a passkey
#[utoipa::path(put, path = "/api/me/passkeys/{passkey_id}", tag = "me", params(("passkey_id" = i64, Path)), request_body = PasskeyName,
    responses(
        (status = 200, body = Passkey),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 403, description = "Asked with an API key", body = ProblemBody)))]
pub async fn rename_passkey(
    State(accounts): State<Accounts>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
    Json(body): Json<PasskeyName>,
) -> ApiResult<Body<Passkey>> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", body.name, model::MAX_NAME);
    fields.finish()?;
    let mut tx = accounts.db.begin().await?;
    let row = rows::rename(&mut tx, caller.author_id, id, &name).await?;
    let row = row.ok_or_else(|| Problem::not_found("passkey"))?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::PasskeyRenamed, Some(&name), &origin).await?;
    tx.commit().await?;
    Ok(Body(row.into()))
}

/// Remove a passkey
///
/// It signs nobody in any more.
#[utoipa::path(delete, path = "/api/me/passkeys/{passkey_id}", tag = "me", params(("passkey_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404>,
        (status = 403, description = "Asked with an API key", body = ProblemBody)))]
pub async fn delete_passkey(
    State(accounts): State<Accounts>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    let mut tx = accounts.db.begin().await?;
    let name = rows::delete(&mut tx, caller.author_id, id).await?;
    let name = name.ok_or_else(|| Problem::not_found("passkey"))?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::PasskeyRemoved, Some(&name), &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
