//! Signed-in browsers: which there are, and ending them.

use axum::{extract::State, http::StatusCode};
use serde::Serialize;

use crate::{
    Core, Timestamp,
    accounts::{
        Caller, Origin, audit, model::Method, origin::device, session::REFRESH_LIFETIME, store::sessions,
    },
    http::{ApiResult, Path, Problem, ProblemBody, Problems},
};

/// A signed-in browser.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SessionEntry {
    id: i64,
    method: Method,
    /// Program and system, as far as they told: "Firefox on Linux".
    device: String,
    /// Address of the client; null for this machine, which may be a proxy.
    #[schema(required)]
    ip: Option<String>,
    created_at: Timestamp,
    last_used_at: Timestamp,
    /// Whether it is the one that asks.
    current: bool,
}

/// List sessions
///
/// The browsers that are signed in to the account, the latest used first.
#[utoipa::path(get, path = "/api/me/sessions", tag = "me",
    responses(
        (status = 200, body = Vec<SessionEntry>),
        Problems<401>,
        (status = 403, description = "Asked with an API key", body = ProblemBody)))]
pub async fn list_sessions(
    State(core): State<Core>,
    caller: Caller,
) -> ApiResult<axum::Json<Vec<SessionEntry>>> {
    let mut tx = core.db.read().await?;
    let rows = sessions::list(&mut tx, caller.author_id, core.now().plus(-REFRESH_LIFETIME)).await?;
    let shown = rows.into_iter().map(|row| SessionEntry {
        id: row.id,
        method: row.method,
        device: device(row.user_agent.as_deref()).unwrap_or_else(|| "Unknown device".into()),
        ip: row.ip,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
        current: caller.session.as_ref() == Some(&row.family_id),
    });
    Ok(axum::Json(shown.collect()))
}

/// End a session
///
/// It stops working at once.
#[utoipa::path(delete, path = "/api/me/sessions/{session_id}", tag = "me", params(("session_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404>,
        (status = 403, description = "Asked with an API key", body = ProblemBody)))]
pub async fn end_session(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    let family = sessions::end(&mut tx, caller.author_id, id).await?;
    family.ok_or_else(|| Problem::not_found("session"))?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::SessionEnded, None, &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End all other sessions
///
/// Every browser but the one that asks is signed out at once.
#[utoipa::path(delete, path = "/api/me/sessions", tag = "me",
    responses(
        (status = 204),
        Problems<401>,
        (status = 403, description = "Asked with an API key", body = ProblemBody)))]
pub async fn end_other_sessions(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    let ended = sessions::end_others(&mut tx, caller.author_id, caller.session.as_deref()).await?;
    if ended > 0 {
        let detail = if ended == 1 { "1 other session".into() } else { format!("{ended} other sessions") };
        audit::record(&mut tx, caller.author_id, audit::AuditKind::SessionEnded, Some(&detail), &origin)
            .await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
