//! Field checks that collect every error before answering.

use super::{FieldCode, FieldError, Patch, Problem};

/// Collects what is wrong with a body's fields.
#[derive(Debug, Default)]
pub struct Fields {
    errors: Vec<FieldError>,
}

impl Fields {
    pub fn error(&mut self, field: impl Into<String>, code: FieldCode, message: impl Into<String>) {
        self.push(FieldError::new(field, code, message));
    }

    pub fn push(&mut self, error: FieldError) {
        self.errors.push(error);
    }

    /// Whether anything was wrong so far.
    pub fn is_ok(&self) -> bool {
        self.errors.is_empty()
    }

    /// Answers 422 with every error, if there was one.
    pub fn finish(self) -> Result<(), Problem> {
        if self.errors.is_empty() { Ok(()) } else { Err(Problem::fields(self.errors)) }
    }

    /// A required single-line text: trimmed, not blank, at most `max` characters, without line breaks.
    pub fn required_line(&mut self, field: &str, value: Option<String>, max: usize) -> String {
        let line = self.line(field, value, max);
        if line.is_none() && !self.errors.iter().any(|e| e.field == field) {
            self.error(field, FieldCode::Required, format!("{} is required.", label(field)));
        }
        line.unwrap_or_default()
    }

    /// An optional single-line text; blank counts as absent.
    pub fn line(&mut self, field: &str, value: Option<String>, max: usize) -> Option<String> {
        let value = self.text(field, value, max)?;
        if value.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
            self.error(
                field,
                FieldCode::ForbiddenCharacters,
                format!("{} must be one line without control characters.", label(field)),
            );
            return None;
        }
        Some(value)
    }

    /// An optional text of several lines; blank counts as absent. NUL is refused (PostgreSQL cannot keep it).
    pub fn text(&mut self, field: &str, value: Option<String>, max: usize) -> Option<String> {
        let value = value?;
        let trimmed = value.trim();
        if trimmed.is_empty() {
            return None;
        }
        if trimmed.chars().count() > max {
            self.error(
                field,
                FieldCode::TooLong,
                format!("{} has more than {max} characters.", label(field)),
            );
            return None;
        }
        if trimmed.contains('\0') {
            self.error(
                field,
                FieldCode::ForbiddenCharacters,
                format!("{} must not contain the character U+0000.", label(field)),
            );
            return None;
        }
        Some(trimmed.to_owned())
    }

    /// A partial update of a required line: absent stays, null or blank is an error.
    pub fn patch_required_line(&mut self, field: &str, value: Patch<String>, max: usize) -> Option<String> {
        let change = value.change()?;
        Some(self.required_line(field, change, max))
    }

    /// A partial update of an optional line: absent stays (`None`), null or blank clears (`Some(None)`).
    pub fn patch_line(&mut self, field: &str, value: Patch<String>, max: usize) -> Option<Option<String>> {
        value.change().map(|value| self.line(field, value, max))
    }

    /// A partial update of an optional text of several lines.
    pub fn patch_text(&mut self, field: &str, value: Patch<String>, max: usize) -> Option<Option<String>> {
        value.change().map(|value| self.text(field, value, max))
    }

    /// A required flag or number in a partial update: null is an error.
    pub fn patch_required<T>(&mut self, field: &str, value: Patch<T>) -> Option<T> {
        match value {
            Patch::Missing => None,
            Patch::Value(value) => Some(value),
            Patch::Null => {
                self.error(field, FieldCode::Required, format!("{} is required.", label(field)));
                None
            }
        }
    }

    /// Somebody's email address, as the content crate reads one.
    pub fn email(&mut self, field: &str, value: &str) -> Option<content::Address> {
        self.address(field, content::parse_address(value))
    }

    /// An email address that every mail server must be able to answer to: a sender's, or an account's.
    pub fn ascii_email(&mut self, field: &str, value: &str) -> Option<content::Address> {
        self.address(field, content::parse_ascii_address(value))
    }

    fn address(
        &mut self,
        field: &str,
        parsed: Result<content::Address, content::AddressError>,
    ) -> Option<content::Address> {
        match parsed {
            Ok(address) => Some(address),
            Err(error) => {
                self.error(field, FieldCode::Malformed, error.to_string());
                None
            }
        }
    }
}

/// A field's name as a person reads it: `from_name` is "From name".
pub fn label(field: &str) -> String {
    let last = field.rsplit('.').next().unwrap_or(field).replace('_', " ");
    let mut chars = last.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + chars.as_str())
}
