//! Merge tags: `{{ subscriber.first_name | default("there") }}`.
//!
//! Content is parsed when it is saved, so that a mistake is an answer to its author and never a message to a reader.

use crate::html::escape;
use serde::{Deserialize, Serialize};
use std::fmt;
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

impl TagError {
    /// An error at byte `at` of `source`.
    pub(crate) fn at(source: &str, at: usize, message: impl Into<String>) -> Self {
        let before = &source[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
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
    /// Internal: the reader's part of a tracked link. No tag is written for it. Stored by position, so new ones come last.
    ReaderToken,
    /// What an issue takes from a feed; nothing outside of one.
    FeedTitle,
    FeedItems,
    ItemTitle,
    ItemUrl,
    ItemSummary,
}

impl Variable {
    fn from_path(path: &str) -> Option<Self> {
        Some(match path {
            "subscriber.first_name" => Self::FirstName,
            "subscriber.last_name" => Self::LastName,
            "subscriber.email" => Self::Email,
            "newsletter.name" => Self::NewsletterName,
            "unsubscribe_url" => Self::UnsubscribeUrl,
            "preferences_url" => Self::PreferencesUrl,
            "archive_url" => Self::ArchiveUrl,
            "feed.title" => Self::FeedTitle,
            "feed.items" => Self::FeedItems,
            "item.title" => Self::ItemTitle,
            "item.url" => Self::ItemUrl,
            "item.summary" => Self::ItemSummary,
            _ => {
                let name = path.strip_prefix("subscriber.attributes.")?;
                let known = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
                if name.is_empty() || !name.chars().all(known) {
                    return None;
                }
                Self::Attribute(name.to_owned())
            }
        })
    }

    /// Whether the value is one of the reader's own.
    pub(crate) fn is_readers(&self) -> bool {
        matches!(self, Self::FirstName | Self::LastName | Self::Email | Self::Attribute(_))
    }

    /// Whether the value is a link for those who are on a list.
    pub(crate) fn is_list_link(&self) -> bool {
        matches!(self, Self::UnsubscribeUrl | Self::PreferencesUrl | Self::ArchiveUrl)
    }

    /// Whether the value is a link of ours, made for this delivery.
    pub(crate) fn is_url(&self) -> bool {
        matches!(self, Self::UnsubscribeUrl | Self::PreferencesUrl | Self::ArchiveUrl | Self::ItemUrl)
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FirstName => f.write_str("subscriber.first_name"),
            Self::LastName => f.write_str("subscriber.last_name"),
            Self::Email => f.write_str("subscriber.email"),
            Self::Attribute(name) => write!(f, "subscriber.attributes.{name}"),
            Self::NewsletterName => f.write_str("newsletter.name"),
            Self::UnsubscribeUrl => f.write_str("unsubscribe_url"),
            Self::PreferencesUrl => f.write_str("preferences_url"),
            Self::ArchiveUrl => f.write_str("archive_url"),
            Self::FeedTitle => f.write_str("feed.title"),
            Self::FeedItems => f.write_str("feed.items"),
            Self::ItemTitle => f.write_str("item.title"),
            Self::ItemUrl => f.write_str("item.url"),
            Self::ItemSummary => f.write_str("item.summary"),
            // Never part of content; a name with a space in it is no tag.
            Self::ReaderToken => f.write_str("reader token"),
        }
    }
}

/// One piece of parsed content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Bytes of the source that are kept as they are.
    Literal(Range<usize>),
    /// The tag at the bytes `range`; `default` is used when the value is missing or blank.
    Variable { variable: Variable, default: Option<String>, range: Range<usize> },
}

impl Piece {
    /// Its bytes in the source.
    pub(crate) fn range(&self) -> &Range<usize> {
        match self {
            Self::Literal(range) | Self::Variable { range, .. } => range,
        }
    }
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
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(found) = source[at..].find("{{") {
        let start = at + found;
        if found > 0 {
            pieces.push(Piece::Literal(at..start));
        }
        let mut cursor = Cursor { source, at: start + 2, start, syntax };
        let (variable, default) = cursor.tag()?;
        at = cursor.at;
        pieces.push(Piece::Variable { variable, default, range: start..at });
    }
    if at < source.len() {
        pieces.push(Piece::Literal(at..source.len()));
    }
    Ok(pieces)
}

/// Writes a tag such that [`parse`] reads the same variable and default back.
pub(crate) fn tag_text(variable: &Variable, default: Option<&str>, syntax: Syntax) -> String {
    let Some(default) = default else { return format!("{{{{ {variable} }}}}") };
    let quoted = format!("\"{}\"", default.replace('\\', "\\\\").replace('"', "\\\""));
    match syntax {
        Syntax::Text => format!("{{{{ {variable} | default({quoted}) }}}}"),
        Syntax::Html => format!("{{{{ {variable} | default({}) }}}}", escape(&quoted)),
    }
}

/// Reads one tag, character reference by character reference when the source is HTML.
struct Cursor<'a> {
    source: &'a str,
    at: usize,
    /// Where the tag's `{{` is.
    start: usize,
    syntax: Syntax,
}

impl Cursor<'_> {
    fn tag(&mut self) -> Result<(Variable, Option<String>), TagError> {
        self.skip_space();
        let path_at = self.at;
        let path = self.word();
        if path.is_empty() && self.closes() {
            return Err(self.error(
                self.start,
                "This tag is empty: put a name such as subscriber.first_name between {{ and }}.",
            ));
        }
        let Some(variable) = Variable::from_path(&path) else {
            return Err(self.unclosed().unwrap_or_else(|| self.error(path_at, unknown_variable(&path))));
        };
        self.skip_space();
        let mut default = None;
        while self.eat('|') {
            self.skip_space();
            let filter_at = self.at;
            let filter = self.word();
            if filter != "default" {
                let message = format!("There is no filter “{filter}”: only default(\"…\") can follow the |.");
                return Err(self.error(filter_at, message));
            }
            if default.is_some() {
                return Err(self.error(filter_at, "A tag can have one default only."));
            }
            default = Some(self.argument()?);
            self.skip_space();
        }
        if self.closes() {
            self.at += 2;
            return Ok((variable, default));
        }
        Err(self.unclosed().unwrap_or_else(|| {
            self.error(
                self.at,
                "This does not belong in a tag: after the name only | default(\"…\") may follow.",
            )
        }))
    }

    /// `("text")`
    fn argument(&mut self) -> Result<String, TagError> {
        self.skip_space();
        if !self.eat('(') {
            return Err(self.error(self.at, "Write the default in brackets and quotes: default(\"there\")."));
        }
        self.skip_space();
        let text = self.string()?;
        self.skip_space();
        if !self.eat(')') {
            return Err(self.error(self.at, "A closing bracket is missing here: default(\"there\")."));
        }
        Ok(text)
    }

    fn string(&mut self) -> Result<String, TagError> {
        let opened_at = self.at;
        let closing = match self.next() {
            Some(quote @ ('"' | '\'')) => quote,
            // Word processors and some editors turn straight quotes into these.
            Some('“' | '”') => '”',
            Some('‘' | '’') => '’',
            _ => return Err(self.error(opened_at, "The default must be in quotes: default(\"there\").")),
        };
        let mut text = String::new();
        loop {
            match self.next() {
                Some(c) if c == closing => return Ok(text),
                Some('\\') => text.extend(self.next()),
                Some('\n') | None => return Err(self.error(opened_at, "This text has no closing quote.")),
                Some(c) => text.push(c),
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some((c, length)) = self.peek() {
            if c.is_whitespace() || matches!(c, '|' | '(' | ')' | '{' | '}' | '<' | '>' | '"' | '\'') {
                break;
            }
            word.push(c);
            self.at += length;
        }
        word
    }

    /// The error for a tag whose `}}` never comes, or comes after the next `{{`.
    fn unclosed(&self) -> Option<TagError> {
        let rest = &self.source[self.at..];
        let closed = rest.find("}}").is_some_and(|end| rest.find("{{").is_none_or(|next| end < next));
        (!closed).then(|| self.error(self.start, "This tag is not closed: add }} at its end."))
    }

    fn closes(&self) -> bool {
        self.source[self.at..].starts_with("}}")
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek().filter(|(c, _)| *c == wanted);
        self.at += found.map_or(0, |(_, length)| length);
        found.is_some()
    }

    fn skip_space(&mut self) {
        while let Some((_, length)) = self.peek().filter(|(c, _)| c.is_whitespace()) {
            self.at += length;
        }
    }

    fn next(&mut self) -> Option<char> {
        let (c, length) = self.peek()?;
        self.at += length;
        Some(c)
    }

    /// The next character and how many bytes of the source it takes.
    fn peek(&self) -> Option<(char, usize)> {
        let rest = &self.source[self.at..];
        let first = rest.chars().next()?;
        if first == '&' && self.syntax == Syntax::Html {
            return Some(character_reference(rest).unwrap_or(('&', 1)));
        }
        Some((first, first.len_utf8()))
    }

    fn error(&self, at: usize, message: impl Into<String>) -> TagError {
        TagError::at(self.source, at, message)
    }
}

fn unknown_variable(path: &str) -> String {
    if path.is_empty() {
        return "A tag starts with a name such as subscriber.first_name.".to_owned();
    }
    let shown: String = path.chars().take(60).collect();
    format!(
        "There is no “{shown}”. Use subscriber.first_name, subscriber.last_name, subscriber.email, \
         subscriber.attributes.<name>, newsletter.name, unsubscribe_url, preferences_url or archive_url."
    )
}

/// The references an editor writes inside a tag: quotes, the markup characters, the no-break space, and all numbers.
fn character_reference(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let c = match name {
        "quot" => '"',
        "apos" => '\'',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "nbsp" => '\u{a0}',
        "ldquo" => '“',
        "rdquo" => '”',
        "lsquo" => '‘',
        "rsquo" => '’',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    Some((c, end + 1))
}
