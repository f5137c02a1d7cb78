//! The fields of a campaign, as creating and changing it check them.

use database::Tx;
use serde_json::Value;

use crate::{
    campaigns::{
        ab::Variant,
        message::tag_message,
        model::{ContentField, MAX_PREHEADER, MAX_SUBJECT},
        store,
    },
    http::{FieldCode, Fields, Problem},
    newsletters::Newsletter,
    runs::Segment,
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
        fields.error(field.name(), FieldCode::InvalidTag, tag_message(field.name(), &error));
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

/// Who of the audience gets it; null for everyone.
pub fn segment(fields: &mut Fields, value: Option<Value>) -> Option<Segment> {
    let value = value.filter(|v| !v.is_null())?;
    let segment = serde_json::from_value(value).ok();
    if segment.is_none() {
        fields.error(
            "segment",
            FieldCode::WrongType,
            "Segment must be null, or the kind not_opened or not_sent with a campaign_id.",
        );
    }
    segment
}

/// A segment names a campaign of the same newsletter.
pub async fn check_origin(
    tx: &mut Tx,
    newsletter: &Newsletter,
    segment: Option<Segment>,
) -> Result<(), Problem> {
    let Some(segment) = segment else { return Ok(()) };
    match store::find(tx, newsletter.author_id, newsletter.id, segment.campaign_id).await? {
        Some(_) => Ok(()),
        None => Err(Problem::field(
            "segment",
            FieldCode::NotFound,
            "Segment names a campaign that this newsletter does not have.",
        )),
    }
}

/// The content of a variant, by the rules of the campaign's own.
pub fn check_variant(fields: &mut Fields, path: &dyn Fn(&str) -> String, variant: &mut Variant) {
    for (field, kind, value) in [
        ("html_content", ContentField::Html, &mut variant.html_content),
        ("text_content", ContentField::Text, &mut variant.text_content),
    ] {
        *value = templates::check_content(fields, &path(field), value.take());
        check_at(fields, &path(field), kind, value.as_deref());
    }
    check_at(fields, &path("subject"), ContentField::Subject, variant.subject.as_deref());
    check_at(fields, &path("preheader"), ContentField::Preheader, variant.preheader.as_deref());
}

fn check_at(fields: &mut Fields, path: &str, kind: ContentField, text: Option<&str>) {
    if let Some(Err(error)) = text.map(|text| kind.check(text)) {
        fields.error(path, FieldCode::InvalidTag, tag_message(kind.name(), &error));
    }
}
