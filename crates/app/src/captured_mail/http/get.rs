//! One captured mail as a person reads it.

use axum::extract::State;
use serde::Serialize;

use super::CapturedMail;
use crate::{
    App,
    captured_mail::{
        model::{HeaderLine, parse},
        store,
    },
    http::{Answer, Caller, Path, Problem, ProblemBody},
};

/// A captured mail with what is in it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CapturedMailDetail {
    #[serde(flatten)]
    pub mail: CapturedMail,
    pub headers: Vec<HeaderLine>,
    #[schema(required)]
    pub html: Option<String>,
    #[schema(required)]
    pub text: Option<String>,
}

/// Read a captured mail
#[utoipa::path(get, path = "/api/captured-mail/{id}", tag = "captured mail", params(("id" = i64, Path)),
    responses(
        (status = 200, body = CapturedMailDetail),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_captured_mail(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<CapturedMailDetail>> {
    let mut tx = app.db.read().await?;
    let mail = store::find(&mut tx, caller.author_id, id).await?.ok_or_else(|| Problem::not_found("mail"))?;
    let raw = store::raw(&mut tx, caller.author_id, id).await?.unwrap_or_default();
    drop(tx);
    let parsed = parse(&raw);
    Ok(axum::Json(CapturedMailDetail {
        mail: mail.into(),
        headers: parsed.headers,
        html: parsed.html,
        text: parsed.text,
    }))
}
