//! What to change, in pieces: what is said, and what is entered letter by letter.

use std::fmt;

/// One or two plain sentences. What is to be entered stands apart, so that a screen can mark it and let it be copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice(Vec<Piece>);

/// A piece of an [`Advice`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// Entered as it is: no quotation marks, no full stop of the sentence.
    Value(String),
}

impl Advice {
    /// The sentence goes on.
    #[must_use]
    pub fn text(mut self, text: impl AsRef<str>) -> Self {
        match self.0.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text.as_ref()),
            _ => self.0.push(Piece::Text(text.as_ref().to_owned())),
        }
        self
    }

    /// Something to be entered, inside of the sentence.
    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.0.push(Piece::Value(value.into()));
        self
    }

    /// Another advice, after a blank.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        other.0.into_iter().fold(self.text(" "), |advice, piece| match piece {
            Piece::Text(text) => advice.text(text),
            Piece::Value(value) => advice.value(value),
        })
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }
}

/// For whoever reads plain text: values in quotation marks.
impl fmt::Display for Advice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => formatter.write_str(text),
            Piece::Value(value) => write!(formatter, "“{value}”"),
        })
    }
}

impl From<&str> for Advice {
    fn from(text: &str) -> Self {
        Self::default().text(text)
    }
}

impl From<String> for Advice {
    fn from(text: String) -> Self {
        Self(vec![Piece::Text(text)])
    }
}

impl FromIterator<Piece> for Advice {
    fn from_iter<T: IntoIterator<Item = Piece>>(pieces: T) -> Self {
        Self(pieces.into_iter().collect())
    }
}
