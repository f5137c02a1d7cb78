//! Saving a new template.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Fields, Json, Problem, Problems},
    templates::{
        model::{self, Content, MAX_NAME, MAX_PREHEADER, MAX_SUBJECT},
        store,
        view::{Block, TemplateView},
    },
};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct NewTemplate {
    /// One line.
    #[schema(required, nullable = false, min_length = 1, max_length = 200)]
    name: Option<String>,
    /// One line; may hold merge tags.
    #[schema(max_length = 998)]
    subject: Option<String>,
    /// What mail programs show after the subject; one line; may hold merge tags.
    #[schema(max_length = 300)]
    preheader: Option<String>,
    /// At most 500, those inside columns included, and 1 MiB of JSON. Kept as they are sent.
    #[schema(value_type = Option<Vec<Block>>)]
    blocks: Option<Value>,
    /// At most 64 KiB of JSON. Kept as it is sent.
    #[schema(value_type = Option<std::collections::BTreeMap<String, Value>>)]
    theme: Option<Value>,
    /// What the editor made of the blocks; at most 1 MiB.
    html_content: Option<String>,
    /// True when absent.
    is_active: Option<bool>,
}

/// Create a template
///
/// Every error of its blocks is told with its path, such as `blocks[3].columns[0][1].href`.
#[utoipa::path(post, path = "/api/templates", tag = "templates", request_body = NewTemplate,
    responses(
        (status = 201, body = TemplateView),
        Problems<400, 401, 413, 415, 422>))]
pub async fn create_template(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<NewTemplate>,
) -> ApiResult<(StatusCode, axum::Json<TemplateView>)> {
    let is_active = body.is_active.unwrap_or(true);
    let content = read(body)?;
    let mut tx = core.db.begin().await?;
    let made = store::insert(&mut tx, caller.author_id, &content, is_active, core.now()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(made.into())))
}

fn read(body: NewTemplate) -> Result<Content, Problem> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", body.name, MAX_NAME);
    let subject = fields.line("subject", body.subject, MAX_SUBJECT).unwrap_or_default();
    let preheader = fields.line("preheader", body.preheader, MAX_PREHEADER);
    let blocks = body.blocks.unwrap_or_else(|| Value::Array(Vec::new()));
    let blocks = model::check_blocks(&mut fields, &blocks);
    let theme = body.theme.and_then(|theme| model::check_theme(&mut fields, &theme));
    let html_content = model::check_content(&mut fields, "html_content", body.html_content);
    fields.finish()?;
    let blocks = blocks.ok_or_else(|| Problem::internal(&"blocks were neither taken nor refused"))?;
    let (blocks, block_count) = (blocks.json, blocks.count);
    Ok(Content { name, subject, preheader, blocks, block_count, theme, html_content })
}
