//! What a template is and how its fields are checked.

use serde_json::Value;

use super::{JsonText, blocks, clean};
use crate::http::{FieldCode, FieldError, Fields, Problem, ProblemCode, label};

/// Longest name, in characters.
pub const MAX_NAME: usize = 200;
/// Longest subject, in characters: the longest header line (RFC 5322 §2.1.1).
pub const MAX_SUBJECT: usize = 998;
/// Longest preheader, in characters; mail programs show about 100.
pub const MAX_PREHEADER: usize = 300;
/// Largest HTML or plain text of one mail, in bytes.
pub const MAX_CONTENT: usize = 1 << 20;
/// Largest theme, in bytes of JSON.
pub const MAX_THEME: usize = 64 << 10;
/// Saves that are kept of each template.
pub const KEPT_VERSIONS: i64 = 50;
/// Largest body of a call that carries blocks, in bytes: what is too large inside is told by its field.
pub const MAX_BODY: usize = 4 << 20;

/// What one save holds.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Content {
    pub name: String,
    /// Empty for none.
    pub subject: String,
    pub preheader: Option<String>,
    pub blocks: JsonText,
    /// Blocks, those inside columns included.
    pub block_count: i64,
    pub theme: Option<JsonText>,
    /// What the editor made of it; none when the rest changed since.
    pub html_content: Option<String>,
}

impl Content {
    /// Whether the HTML that was made of `other` is that of this as well.
    pub fn renders_as(&self, other: &Self) -> bool {
        self.subject == other.subject
            && self.preheader == other.preheader
            && self.blocks == other.blocks
            && self.theme == other.theme
    }

    /// What an email made of it is called: its name where it has no subject.
    pub fn subject_line(&self) -> &str {
        if self.subject.trim().is_empty() { &self.name } else { &self.subject }
    }

    /// 409 while there is no HTML to send.
    pub fn rendered(&self) -> Result<(), Problem> {
        match &self.html_content {
            Some(_) => Ok(()),
            None => Err(Problem::conflict(
                ProblemCode::TemplateNotRendered,
                "This template has no HTML yet. Change it in the editor and save it.",
            )),
        }
    }
}

/// Blocks that passed the check.
#[derive(Clone, Debug)]
pub struct Blocks {
    pub json: JsonText,
    pub count: i64,
}

/// Checks blocks and cleans their rich text; none when they were refused.
pub fn check_blocks(fields: &mut Fields, value: &Value) -> Option<Blocks> {
    checked(fields, "blocks", value, blocks::check, blocks::clean_text)
}

/// The same for one block alone, with what is inside it.
pub fn check_block(fields: &mut Fields, field: &str, value: &Value) -> Option<JsonText> {
    let block = checked(fields, field, value, |block| blocks::check_one(field, block), blocks::clean_one)?;
    Some(block.json)
}

fn checked(
    fields: &mut Fields,
    field: &str,
    value: &Value,
    check: impl Fn(&Value) -> Result<usize, Vec<FieldError>>,
    clean: impl Fn(&mut Value),
) -> Option<Blocks> {
    keep(fields, field, value, blocks::MAX_BYTES, "1 MiB")?;
    match check(value) {
        Ok(count) => {
            let mut kept = value.clone();
            clean(&mut kept);
            // References may make it longer.
            let json = keep(fields, field, &kept, blocks::MAX_BYTES, "1 MiB")?;
            Some(Blocks { json, count: count as i64 })
        }
        Err(errors) => {
            for error in errors {
                fields.push(error);
            }
            None
        }
    }
}

/// Checks a theme, of which the server knows only what does not belong in one: that is left out.
pub fn check_theme(fields: &mut Fields, value: &Value) -> Option<JsonText> {
    if !value.is_object() {
        fields.error("theme", FieldCode::WrongType, "Theme must be an object.");
        return None;
    }
    if has_nul(value) {
        fields.error("theme", FieldCode::ForbiddenCharacters, "Theme must not contain the character U+0000.");
        return None;
    }
    keep(fields, "theme", value, MAX_THEME, "64 KiB")?;
    keep(fields, "theme", &clean::theme(value), MAX_THEME, "64 KiB")
}

fn keep(fields: &mut Fields, field: &str, value: &Value, max: usize, shown: &str) -> Option<JsonText> {
    let json = JsonText::new(value).ok()?;
    if json.as_str().len() > max {
        fields.error(field, FieldCode::TooLong, format!("{} is larger than {shown} of JSON.", label(field)));
        return None;
    }
    Some(json)
}

/// Checks the HTML or plain text of a mail, kept as it was written; blank counts as absent.
pub fn check_content(fields: &mut Fields, field: &str, value: Option<String>) -> Option<String> {
    let text = value.filter(|text| !text.trim().is_empty())?;
    if text.len() > MAX_CONTENT {
        fields.error(field, FieldCode::TooLong, format!("{} is larger than 1 MiB.", label(field)));
        return None;
    }
    if text.contains('\0') {
        fields.error(
            field,
            FieldCode::ForbiddenCharacters,
            format!("{} must not contain the character U+0000.", label(field)),
        );
        return None;
    }
    Some(text)
}

/// Whether some text or key inside holds U+0000, which PostgreSQL cannot keep.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(map) => map.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// What a copy is called.
pub fn copy_name(name: &str) -> String {
    format!("Copy of {name}").chars().take(MAX_NAME).collect::<String>().trim_end().to_owned()
}

/// What an author is told who saved over somebody else's save. `what` is a noun, such as "template".
pub fn conflict(what: &str, present: i64, theirs: i64) -> String {
    format!(
        "This {what} was changed elsewhere since you opened it (revision {present}; yours is {theirs}). \
         Nothing was overwritten."
    )
}
