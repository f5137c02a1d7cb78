//! The fields of a campaign, as creating and changing it check them.

use serde_json::Value;

use crate::{
    campaigns::{
        message::tag_message,
        model::{ContentField, MAX_PREHEADER, MAX_SUBJECT},
    },
    http::Fields,
    templates::{self, JsonText},
};

pub fn subject(fields: &mut Fields, value: Option<String>) -> String {
    let subject = fields.required_line("subject", value, MAX_SUBJECT);
    check(fields, ContentField::Subject, &subject);
    subject
}

pub fn preheader(fields: &mut Fields, value: Option<String>) -> Option<String> {
    let preheader = fields.line("preheader", value, MAX_PREHEADER)?;
    check(fields, ContentField::Preheader, &preheader);
    Some(preheader)
}

/// Kept as it was written, so that the lines and columns of errors are those of its author; empty for none.
pub fn html_content(fields: &mut Fields, value: Option<String>) -> String {
    body(fields, ContentField::Html, value).unwrap_or_default()
}

/// Kept as it was written; blank counts as absent.
pub fn text_content(fields: &mut Fields, value: Option<String>) -> Option<String> {
    body(fields, ContentField::Text, value)
}

fn body(fields: &mut Fields, field: ContentField, value: Option<String>) -> Option<String> {
    let text = templates::check_content(fields, field.name(), value)?;
    check(fields, field, &text);
    Some(text)
}

fn check(fields: &mut Fields, field: ContentField, text: &str) {
    if let Err(error) = field.check(text) {
        fields.error(field.name(), tag_message(field.name(), &error));
    }
}

/// The block editor's document; null for none.
pub fn blocks(fields: &mut Fields, value: Option<Value>) -> Option<JsonText> {
    let blocks = value.filter(|v| !v.is_null())?;
    templates::check_blocks(fields, &blocks).map(|blocks| blocks.json)
}

/// What the editor sets beside the blocks; null for none.
pub fn theme(fields: &mut Fields, value: Option<Value>) -> Option<JsonText> {
    let theme = value.filter(|v| !v.is_null())?;
    templates::check_theme(fields, &theme)
}

/// A campaign goes to all active readers.
pub fn segment(fields: &mut Fields, value: Option<Value>) {
    if value.is_some_and(|v| !v.is_null()) {
        fields.error("segment", "Segment must be null.");
    }
}
