//! What to change in the DNS, as it is kept and as it is shown: what is said apart from what is entered.

use dns::{Advice, Piece};
use serde::{Deserialize, Serialize};

/// What a part of an advice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AdviceKind {
    Text,
    /// Entered at the DNS host letter by letter.
    Value,
}

/// A part of an advice; all parts after one another are its sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct AdvicePart {
    pub kind: AdviceKind,
    pub text: String,
}

pub fn parts(advice: &Advice) -> Vec<AdvicePart> {
    let part = |piece: &Piece| match piece {
        Piece::Text(text) => AdvicePart { kind: AdviceKind::Text, text: text.clone() },
        Piece::Value(text) => AdvicePart { kind: AdviceKind::Value, text: text.clone() },
    };
    advice.pieces().iter().map(part).collect()
}

/// In the form that the database has.
pub fn write(advice: &Advice) -> String {
    serde_json::to_string(&parts(advice)).unwrap_or_else(|_| "[]".into())
}

/// Nothing when it cannot be read.
pub fn read(kept: &str) -> Option<Advice> {
    let parts: Vec<AdvicePart> = serde_json::from_str(kept).ok()?;
    let pieces = parts.into_iter().map(|part| match part.kind {
        AdviceKind::Text => Piece::Text(part.text),
        AdviceKind::Value => Piece::Value(part.text),
    });
    Some(pieces.collect())
}
