//! Saving a template again.

use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;

use super::locked;
use crate::{
    Core, Timestamp,
    accounts::Caller,
    http::{ApiResult, Fields, IfMatch, Json, Patch, Path, Problem, ProblemBody, Problems, Tagged},
    templates::{
        JsonText,
        model::{self, Blocks, Content, MAX_NAME, MAX_PREHEADER, MAX_SUBJECT},
        store,
        view::{Block, TemplateView},
    },
};

/// Any subset of the fields; null clears an optional one.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct UpdateTemplate {
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 200)]
    name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false, max_length = 998)]
    subject: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false, max_length = 300)]
    preheader: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<Block>>, required = false)]
    blocks: Patch<Value>,
    #[serde(default)]
    #[schema(value_type = Option<std::collections::BTreeMap<String, Value>>, required = false)]
    theme: Patch<Value>,
    /// Null when left out beside a change of what it is made of.
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false)]
    html_content: Patch<String>,
    #[serde(default)]
    #[schema(value_type = bool, required = false)]
    is_active: Patch<bool>,
    /// The revision that the author started from: any other than the present one is refused.
    revision: Option<i64>,
}

/// Change a template
///
/// A change of anything but `is_active` raises `revision` and is kept as a version.
#[utoipa::path(put, path = "/api/templates/{template_id}", tag = "templates", request_body = UpdateTemplate,
    params(("template_id" = i64, Path)),
    responses(
        (status = 200, body = TemplateView),
        Problems<400, 401, 404, 412, 413, 415, 422>,
        (status = 409, description = "It was changed since the given revision", body = ProblemBody)))]
pub async fn update_template(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    if_match: IfMatch,
    Json(body): Json<UpdateTemplate>,
) -> ApiResult<Tagged<TemplateView>> {
    if !store::exists(&mut core.db.read().await?, caller.author_id, id).await? {
        return Err(super::missing());
    }
    let (revision, change) = (body.revision, read(body)?);
    let mut tx = core.db.begin().await?;
    let mut template = locked(&mut tx, &caller, id, revision).await?;
    if_match.check(&TemplateView::from(template.clone()))?;
    let is_active = change.is_active.unwrap_or(template.is_active);
    let content = change.apply(&template.content);
    let is_saved = content != template.content;
    if is_saved || is_active != template.is_active {
        template.content = content;
        template.is_active = is_active;
        // Rises with every change, so that a client can tell two states apart.
        template.updated_at = core.now().max(Timestamp(template.updated_at.0 + 1));
        template.revision += i64::from(is_saved);
        store::update(&mut tx, caller.author_id, &template).await?;
    }
    if is_saved {
        store::insert_version(&mut tx, caller.author_id, &template).await?;
    }
    tx.commit().await?;
    Ok(Tagged(template.into()))
}

/// What stays as it is, is missing.
struct Change {
    name: Option<String>,
    subject: Option<Option<String>>,
    preheader: Option<Option<String>>,
    blocks: Option<Blocks>,
    theme: Option<Option<JsonText>>,
    html_content: Option<Option<String>>,
    is_active: Option<bool>,
}

fn read(body: UpdateTemplate) -> Result<Change, Problem> {
    let mut fields = Fields::default();
    let empty = || Value::Array(Vec::new());
    let blocks = body.blocks.change().map(|blocks| blocks.unwrap_or_else(empty));
    let change = Change {
        name: fields.patch_required_line("name", body.name, MAX_NAME),
        subject: fields.patch_line("subject", body.subject, MAX_SUBJECT),
        preheader: fields.patch_line("preheader", body.preheader, MAX_PREHEADER),
        blocks: blocks.and_then(|blocks| model::check_blocks(&mut fields, &blocks)),
        theme: body
            .theme
            .change()
            .map(|theme| theme.and_then(|theme| model::check_theme(&mut fields, &theme))),
        html_content: body
            .html_content
            .change()
            .map(|html| model::check_content(&mut fields, "html_content", html)),
        is_active: fields.patch_required("is_active", body.is_active),
    };
    fields.finish()?;
    Ok(change)
}

impl Change {
    fn apply(self, present: &Content) -> Content {
        let mut content = present.clone();
        if let Some(name) = self.name {
            content.name = name;
        }
        if let Some(subject) = self.subject {
            content.subject = subject.unwrap_or_default();
        }
        if let Some(preheader) = self.preheader {
            content.preheader = preheader;
        }
        if let Some(blocks) = self.blocks {
            (content.blocks, content.block_count) = (blocks.json, blocks.count);
        }
        if let Some(theme) = self.theme {
            content.theme = theme;
        }
        match self.html_content {
            Some(html_content) => content.html_content = html_content,
            None if !content.renders_as(present) => content.html_content = None,
            None => {}
        }
        content
    }
}
