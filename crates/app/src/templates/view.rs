//! Templates and versions as the API shows them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::{
    JsonText, blocks,
    store::{Saved, Template, Version},
};
use crate::{Timestamp, http::Editable};

/// A part of an email. Which other fields it has depends on its type; unknown ones are refused.
#[derive(utoipa::ToSchema)]
#[allow(dead_code)] // describes JSON that is kept as text
pub struct Block {
    pub r#type: BlockType,
    #[schema(min_length = 1, max_length = 100)]
    pub id: Option<String>,
    /// At most 40 CSS values by name, such as `textAlign` and `color`: texts, numbers or null.
    #[schema(nullable = true)]
    pub style: Option<BTreeMap<String, Value>>,
    #[serde(flatten)]
    #[schema(additional_properties)]
    pub fields: BTreeMap<String, Value>,
}

/// One of the types that [`blocks`] lists.
#[allow(dead_code)] // describes JSON that is kept as text
pub struct BlockType;

#[cfg(test)]
impl utoipa::PartialSchema for BlockType {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .enum_values(Some(blocks::types()))
            .into()
    }
}

#[cfg(test)]
impl utoipa::ToSchema for BlockType {}

/// A template.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Template)]
pub struct TemplateView {
    pub id: i64,
    pub name: String,
    /// Empty for none.
    pub subject: String,
    #[schema(required)]
    pub preheader: Option<String>,
    #[schema(value_type = Vec<Block>)]
    pub blocks: JsonText,
    #[schema(required, value_type = Option<BTreeMap<String, Value>>)]
    pub theme: Option<JsonText>,
    /// What the editor made of the blocks; null when they changed since, and in the list.
    #[schema(required)]
    pub html_content: Option<String>,
    pub is_active: bool,
    /// Rises with every saved change.
    pub revision: i64,
    /// Blocks, those inside columns included.
    pub block_count: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A page of templates.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TemplateList {
    pub templates: Vec<TemplateView>,
}

/// A save of a template, without its contents.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TemplateSave {
    pub revision: i64,
    pub name: String,
    pub subject: String,
    pub block_count: i64,
    pub created_at: Timestamp,
}

/// A save of a template.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TemplateVersion {
    pub revision: i64,
    pub name: String,
    pub subject: String,
    #[schema(required)]
    pub preheader: Option<String>,
    #[schema(value_type = Vec<Block>)]
    pub blocks: JsonText,
    #[schema(required, value_type = Option<BTreeMap<String, Value>>)]
    pub theme: Option<JsonText>,
    #[schema(required)]
    pub html_content: Option<String>,
    pub block_count: i64,
    pub created_at: Timestamp,
}

impl From<Template> for TemplateView {
    fn from(template: Template) -> Self {
        let content = template.content;
        Self {
            id: template.id,
            name: content.name,
            subject: content.subject,
            preheader: content.preheader,
            blocks: content.blocks,
            theme: content.theme,
            html_content: content.html_content,
            is_active: template.is_active,
            revision: template.revision,
            block_count: content.block_count,
            created_at: template.created_at,
            updated_at: template.updated_at,
        }
    }
}

impl From<Saved> for TemplateSave {
    fn from(saved: Saved) -> Self {
        let Saved { revision, name, subject, block_count, created_at } = saved;
        Self { revision, name, subject, block_count, created_at }
    }
}

impl From<Version> for TemplateVersion {
    fn from(version: Version) -> Self {
        let content = version.content;
        Self {
            revision: version.revision,
            name: content.name,
            subject: content.subject,
            preheader: content.preheader,
            blocks: content.blocks,
            theme: content.theme,
            html_content: content.html_content,
            block_count: content.block_count,
            created_at: version.created_at,
        }
    }
}

impl Editable for TemplateView {
    const TABLE: &str = "templates";

    fn edited(&self) -> impl Serialize {
        (self.revision, self.is_active)
    }
}
