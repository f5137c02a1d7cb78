//! What a reader is and which changes are allowed.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Where a reader stands. Only `active` receives mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Active,
    Unsubscribed,
    /// The double opt-in was not confirmed yet.
    Pending,
    Bounced,
    Complained,
}

impl Status {
    pub const ALL: [Self; 5] =
        [Self::Active, Self::Unsubscribed, Self::Pending, Self::Bounced, Self::Complained];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Unsubscribed => "unsubscribed",
            Self::Pending => "pending",
            Self::Bounced => "bounced",
            Self::Complained => "complained",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.as_str() == text)
    }

    /// Whether an import leaves such a reader wholly alone: it left, or mail to it harms.
    pub fn is_protected(self) -> bool {
        matches!(self, Self::Unsubscribed | Self::Bounced | Self::Complained)
    }
}

/// A stored status that is none of ours.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a status of a subscriber")]
pub struct UnknownStatus(String);

impl TryFrom<String> for Status {
    type Error = UnknownStatus;

    fn try_from(text: String) -> Result<Self, UnknownStatus> {
        Self::parse(&text).ok_or(UnknownStatus(text))
    }
}

/// What a mail to a reader is made from.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ReaderRow {
    pub id: i64,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    #[sqlx(json)]
    pub attributes: Map<String, Value>,
    #[sqlx(try_from = "String")]
    pub status: Status,
}

/// A reader as the top bar's search shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub id: i64,
    pub newsletter_id: i64,
    pub email: String,
    /// Both names with a space between; empty when there is none.
    pub name: String,
    pub newsletter_name: String,
}

/// What a search looks through, kept beside the reader: the address's key, a line break, both names, in lower case.
pub fn search_text(email_key: &str, first_name: Option<&str>, last_name: Option<&str>) -> String {
    let mut text = String::with_capacity(email_key.len() + 32);
    text.push_str(email_key);
    text.push('\n');
    push_lower(&mut text, first_name);
    if first_name.is_some() && last_name.is_some() {
        text.push(' ');
    }
    push_lower(&mut text, last_name);
    text
}

fn push_lower(text: &mut String, name: Option<&str>) {
    let Some(name) = name else { return };
    if name.is_ascii() {
        text.extend(name.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        text.push_str(&name.to_lowercase());
    }
}

/// Both names with a space between.
pub fn full_name(first_name: Option<&str>, last_name: Option<&str>) -> String {
    [first_name, last_name].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The words of a search: trimmed, lower case, not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle(String);

impl Needle {
    /// Longest search, in characters.
    pub const MAX: usize = 200;

    /// None when nothing is left to search for, or when no reader can have it (NUL, more than 200 characters).
    pub fn new(q: &str) -> Option<Self> {
        let text = q.trim().to_lowercase();
        let fits = !text.is_empty() && !text.contains('\0') && text.chars().count() <= Self::MAX;
        fits.then_some(Self(text))
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// The pattern for `search_text LIKE … ESCAPE '\'`: anywhere in it, or the start of the address when the words are
    /// too short for an index of three letters.
    pub fn pattern(&self) -> String {
        let literal = database::escape_like(&self.0);
        if self.0.chars().count() < 3 { format!("{literal}%") } else { format!("%{literal}%") }
    }
}

/// Which readers a list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub needle: Option<Needle>,
    pub status: Option<Status>,
}
