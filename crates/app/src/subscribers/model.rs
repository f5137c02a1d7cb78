//! What a reader is and which changes are allowed.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
#[cfg(test)]
use utoipa::openapi::{
    RefOr,
    schema::{ObjectBuilder, Schema, SchemaType, Type},
};

use crate::{
    NewsletterId, SubscriberId, Timestamp,
    http::{Editable, FieldCode, InvalidValue},
    suppressions::{self, Reason},
};

/// Where a subscriber stands. Only `active` receives mail.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[schema(as = SubscriberStatus)]
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

/// A subscriber as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Subscriber {
    #[schema(value_type = i64)]
    pub id: SubscriberId,
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    pub newsletter_name: String,
    /// As typed; two addresses that differ in case alone are one subscriber.
    pub email: String,
    #[schema(required)]
    pub first_name: Option<String>,
    #[schema(required)]
    pub last_name: Option<String>,
    #[sqlx(try_from = "String")]
    pub status: Status,
    #[sqlx(json)]
    #[schema(value_type = BTreeMap<String, AttributeValue>)]
    pub attributes: Map<String, Value>,
    #[sqlx(json)]
    pub tags: Vec<String>,
    pub subscribed_at: Timestamp,
    #[schema(required)]
    pub unsubscribed_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// What an attribute may be, for the API's document.
pub struct AttributeValue;

#[cfg(test)]
impl utoipa::PartialSchema for AttributeValue {
    fn schema() -> RefOr<Schema> {
        let types = [Type::String, Type::Number, Type::Boolean, Type::Null];
        ObjectBuilder::new().schema_type(SchemaType::from_iter(types)).into()
    }
}

#[cfg(test)]
impl utoipa::ToSchema for AttributeValue {}

/// What a mail to a reader is made from.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow, Deserialize)]
pub struct ReaderRow {
    pub id: SubscriberId,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    #[sqlx(json)]
    pub attributes: Map<String, Value>,
    #[sqlx(try_from = "String")]
    pub status: Status,
    /// Why the address is on the suppression list, where that was asked for.
    #[sqlx(default)]
    pub suppressed: Option<String>,
}

/// Whether a reader may be sent to: both must be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub status: Status,
    pub suppressed: Option<Reason>,
}

impl ReaderRow {
    pub fn standing(&self) -> Standing {
        let reserved = suppressions::is_reserved(&self.email).then_some(Reason::Reserved);
        let suppressed = reserved.or_else(|| self.suppressed.as_deref().and_then(Reason::parse));
        Standing { status: self.status, suppressed }
    }
}

/// A reader as the top bar's search shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub id: SubscriberId,
    pub newsletter_id: NewsletterId,
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

    /// Whether the words are too short for an index of three letters.
    pub fn is_short(&self) -> bool {
        self.0.chars().nth(2).is_none()
    }

    /// The pattern for `search_text LIKE … ESCAPE '\'`: anywhere in it, or the start of the address when the words are
    /// too short for an index of three letters.
    pub fn pattern(&self) -> String {
        let literal = database::escape_like(&self.0);
        if self.is_short() { format!("{literal}%") } else { format!("%{literal}%") }
    }
}

/// Which readers a list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub needle: Option<Needle>,
    pub status: Option<Status>,
    /// The key of one address, instead of words.
    pub email_key: Option<String>,
    pub tag: Option<String>,
}

/// Longest first or last name, in characters.
pub const MAX_NAME: usize = 200;
/// Most attributes, and most tags, of one reader.
pub const MAX_ENTRIES: usize = 50;
/// Longest name of an attribute and longest tag, in characters.
pub const MAX_KEY: usize = 64;
/// Longest text of an attribute, in characters.
pub const MAX_VALUE: usize = 1000;

/// Refuses control characters; a text of several lines may have line breaks and tabs.
fn is_plain(text: &str, several_lines: bool) -> bool {
    !text.chars().any(|c| {
        let is_break = matches!(c, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}');
        if is_break { !several_lines } else { c.is_control() }
    })
}

/// What is said of a text that is blank or too long.
fn length(text: &str, message: String) -> InvalidValue {
    InvalidValue::new(if text.is_empty() { FieldCode::Required } else { FieldCode::TooLong }, message)
}

/// Checks the name of one attribute.
pub fn check_attribute_name(name: &str) -> Result<(), InvalidValue> {
    if name.is_empty() || name.chars().count() > MAX_KEY {
        return Err(length(name, format!("The name of an attribute must have 1 to {MAX_KEY} characters.")));
    }
    if !is_plain(name, false) {
        return Err(InvalidValue::new(
            FieldCode::ForbiddenCharacters,
            "The name of an attribute must be one line without control characters.",
        ));
    }
    Ok(())
}

/// Checks the text of one attribute.
pub fn check_attribute_text(text: &str) -> Result<(), InvalidValue> {
    if text.len() > MAX_VALUE && text.chars().count() > MAX_VALUE {
        return Err(InvalidValue::new(
            FieldCode::TooLong,
            format!("An attribute must have at most {MAX_VALUE} characters."),
        ));
    }
    if !is_plain(text, true) {
        return Err(InvalidValue::new(
            FieldCode::ForbiddenCharacters,
            "An attribute must not have control characters.",
        ));
    }
    Ok(())
}

/// Checks a flat object of attributes; errors go with the name.
pub fn check_attributes(attributes: &Map<String, Value>) -> Vec<(String, InvalidValue)> {
    if attributes.len() > MAX_ENTRIES {
        let message = format!("A subscriber can have up to {MAX_ENTRIES} attributes.");
        return vec![(String::new(), InvalidValue::new(FieldCode::TooMany, message))];
    }
    let check = |(name, value): (&String, &Value)| {
        let checked = check_attribute_name(name).and_then(|()| match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
            Value::String(text) => check_attribute_text(text),
            Value::Array(_) | Value::Object(_) => Err(InvalidValue::new(
                FieldCode::WrongType,
                "An attribute must be a text, a number, true, false or null.",
            )),
        });
        checked.err().map(|refusal| (name.clone(), refusal))
    };
    attributes.iter().filter_map(check).collect()
}

/// Trims a tag and checks it.
pub fn check_tag(tag: &str) -> Result<String, InvalidValue> {
    let tag = tag.trim();
    if tag.is_empty() || tag.chars().count() > MAX_KEY {
        return Err(length(tag, format!("A tag must have 1 to {MAX_KEY} characters.")));
    }
    if !is_plain(tag, false) {
        return Err(InvalidValue::new(
            FieldCode::ForbiddenCharacters,
            "A tag must be one line without control characters.",
        ));
    }
    Ok(tag.to_owned())
}

/// Trims tags, drops repetitions and checks them; errors go with their place, that of the whole list is `None`.
pub fn check_tags(tags: &[String]) -> Result<Vec<String>, Vec<(Option<usize>, InvalidValue)>> {
    let mut kept: Vec<String> = Vec::new();
    let mut errors = Vec::new();
    for (at, tag) in tags.iter().enumerate() {
        match check_tag(tag) {
            Ok(tag) if kept.contains(&tag) => {}
            // A list may have hundreds of thousands: neither compared with each other nor told one by one.
            _ if kept.len() + errors.len() >= MAX_ENTRIES => {
                let message = format!("A subscriber can have up to {MAX_ENTRIES} tags.");
                return Err(vec![(None, InvalidValue::new(FieldCode::TooMany, message))]);
            }
            Ok(tag) => kept.push(tag),
            Err(refusal) => errors.push((Some(at), refusal)),
        }
    }
    if errors.is_empty() { Ok(kept) } else { Err(errors) }
}

/// Whether an author may move a reader there: leave for it, or take it back after it left.
pub fn may_become(from: Status, to: Status) -> bool {
    from == to
        || matches!(
            (from, to),
            (Status::Active, Status::Unsubscribed) | (Status::Unsubscribed, Status::Active)
        )
}

/// How many subscribers stand where, and how many came within the last seven days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Stats {
    pub total: i64,
    pub active: i64,
    pub unsubscribed: i64,
    pub pending: i64,
    pub bounced: i64,
    pub complained: i64,
    /// Subscribed within the last 7 days. Exact up to 20,000, beyond that from the figures of the days.
    pub this_week: i64,
}

impl Editable for Subscriber {
    const TABLE: &str = "subscribers";

    fn edited(&self) -> impl Serialize {
        (&self.email, &self.first_name, &self.last_name, self.status, &self.attributes, &self.tags)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_searched_in_lower_case() {
        assert_eq!(search_text("a@x.example", Some("ZOË"), Some("Müller")), "a@x.example\nzoë müller");
        assert_eq!(search_text("a@x.example", None, Some("Mc D")), "a@x.example\nmc d");
        assert_eq!(search_text("a@x.example", None, None), "a@x.example\n");
    }

    #[test]
    fn a_pattern_takes_every_letter_as_it_is() {
        assert_eq!(Needle::new(" 50%_x ").unwrap().pattern(), "%50\\%\\_x%");
        assert_eq!(Needle::new("Ö").unwrap().pattern(), "ö%");
        assert_eq!(Needle::new(&"x".repeat(201)), None);
    }

    #[test]
    fn attributes_are_flat_and_small() {
        let bad = |value: Value| check_attributes(value.as_object().unwrap()).len();
        assert_eq!(bad(json!({"a": 1, "b": "x\ny", "c": null, "d": true})), 0);
        assert_eq!(bad(json!({"a": [], "b": {}, "": 1, "c": "\u{0}", "d\n": 1})), 5);
        assert_eq!(bad(json!({"a": "x".repeat(1000)})), 0);
        assert_eq!(bad(json!({"a": "ü".repeat(1001)})), 1);
        let many: Map<String, Value> = (0..51).map(|n| (n.to_string(), json!(n))).collect();
        assert_eq!(check_attributes(&many).len(), 1);
    }

    #[test]
    fn tags_are_trimmed_and_come_once() {
        let tags = |list: &[&str]| check_tags(&list.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>());
        assert_eq!(tags(&[" a ", "b", "a"]).unwrap(), ["a", "b"]);
        assert_eq!(tags(&["a", " ", "x\ny"]).unwrap_err().len(), 2);
        assert!(check_tags(&(0..51).map(|n| n.to_string()).collect::<Vec<_>>()).is_err());
    }
}
