//! The rows that were not imported, as a file.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problem, Problems},
    imports::{rows::MAX_ERRORS, store},
    subscribers::csv_safe,
};

/// Read the errors of an import as CSV
///
/// Columns: line, field, value, message; the first 10,000 errors.
#[utoipa::path(get, path = "/api/imports/{import_id}/errors.csv", tag = "imports", params(("import_id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        Problems<401, 404>))]
pub async fn export_import_errors(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<Response> {
    let mut tx = core.db.read().await?;
    store::find(&mut tx, caller.author_id, id).await?.ok_or_else(|| Problem::not_found("import"))?;
    let errors = store::errors(&mut tx, id, MAX_ERRORS as i64).await?;
    drop(tx);
    let mut out = csv::Writer::from_writer(Vec::new());
    let written: csv::Result<()> = (|| {
        out.write_record(["line", "field", "value", "message"])?;
        for error in &errors {
            let line = error.line.to_string();
            out.write_record([
                &line,
                &*csv_safe(&error.field),
                &*csv_safe(&error.value),
                &*csv_safe(&error.message),
            ])?;
        }
        Ok(())
    })();
    written.map_err(|e| Problem::internal(&e))?;
    let mut response = out.into_inner().map_err(|e| Problem::internal(&e.error()))?.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"import-{id}-errors.csv\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}
