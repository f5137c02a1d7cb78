//! Merge tags: `{{ subscriber.first_name | default("there") }}`.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A place in the content that cannot be used, with a sentence for its author.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TagError {
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
    pub message: String,
}

/// What a merge tag stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Variable {
    FirstName,
    LastName,
    Email,
    /// `subscriber.attributes.<name>`
    Attribute(String),
    NewsletterName,
    UnsubscribeUrl,
    PreferencesUrl,
    ArchiveUrl,
}

/// One piece of parsed content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Bytes of the source that are kept as they are.
    Literal(Range<usize>),
    /// A tag; `default` is used when the value is missing or blank.
    Variable { variable: Variable, default: Option<String>, range: Range<usize> },
}

/// What the source is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Text,
    /// Inside tags, character references such as `&quot;` are read as the character.
    Html,
}

/// Finds the merge tags of `source`. A lone `{` or `}}` is literal text.
pub fn parse(source: &str, syntax: Syntax) -> Result<Vec<Piece>, TagError> {
    let _ = (source, syntax);
    unimplemented!()
}
