//! One captured mail as it would have left.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse as _, Response},
};

use crate::{
    Core,
    accounts::Caller,
    captured_mail::store,
    http::{ApiResult, Path, Problem, Problems},
};

/// Download a captured mail
#[utoipa::path(get, path = "/api/captured-mail/{captured_mail_id}/raw", tag = "captured mail", params(("captured_mail_id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "message/rfc822"),
        Problems<401, 404>))]
pub async fn get_raw_captured_mail(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<Response> {
    let mut tx = core.db.read().await?;
    let raw = store::raw(&mut tx, caller.author_id, id).await?.ok_or_else(|| Problem::not_found("mail"))?;
    let name = format!("attachment; filename=\"mail-{id}.eml\"");
    let headers = [(header::CONTENT_TYPE, "message/rfc822".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, raw).into_response())
}
