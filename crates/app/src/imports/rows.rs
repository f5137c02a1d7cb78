//! Rows of a file, checked and packed: up to 200,000 in memory, sorted by address.

use std::io;

use serde_json::Value;

use super::{
    dates::{self, Slashes},
    model::{Mapping, RowError, Target, plain, targets},
    records::{Records, Step},
    signs::{Meaning, Sign, StatusMap, said},
};
use crate::{
    Timestamp,
    subscribers::{Incoming, MAX_NAME, check_attribute_text, check_tags, csv_unsafe_again},
};

/// Rows of one chunk.
pub const MAX_ROWS: usize = 200_000;
/// Bytes of texts of one chunk.
const MAX_BYTES: usize = 24 << 20;
/// Longest field of a file, in bytes.
const MAX_FIELD: usize = 10_000;
/// Errors that are kept of one import.
pub const MAX_ERRORS: usize = 10_000;

/// Why nothing of a file can be imported, or why it cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("{0}")]
    File(String),
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// One reader, in pieces of the chunk's texts.
#[derive(Clone, Copy, Debug)]
struct Packed {
    start: u32,
    line: u32,
    key: u16,
    /// 0 when it is the key.
    email: u16,
    first_name: u16,
    last_name: u16,
    attributes: u32,
    tags: u32,
    meaning: Meaning,
    /// Milliseconds; 0 for not known.
    subscribed_at: i64,
    left_at: i64,
}

/// How the rows of a file are read, beside the mapping.
#[derive(Clone, Debug)]
pub struct Reading {
    pub answers: StatusMap,
    /// What the file's name says of everybody in it.
    pub everybody: Option<Meaning>,
    pub slashes: Slashes,
    /// Of the import: nobody subscribed later.
    pub now: Timestamp,
}

/// A part of a file.
#[derive(Debug, Default)]
pub struct Chunk {
    texts: String,
    rows: Vec<Packed>,
    /// Rows of the file that went into this chunk, good or bad.
    pub read: i64,
    pub failed: i64,
    /// Rows whose address comes again further down in this chunk.
    pub duplicates: i64,
    pub errors: Vec<RowError>,
    pub is_last: bool,
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The reader at a place, in the order of the keys.
    pub fn row(&self, at: usize) -> Incoming<'_> {
        let row = &self.rows[at];
        let mut rest = &self.texts[row.start as usize..];
        let mut take = |length: usize| {
            let (text, after) = rest.split_at(length);
            rest = after;
            text
        };
        let email_key = take(row.key.into());
        let email = take(row.email.into());
        let first_name = take(row.first_name.into());
        let last_name = take(row.last_name.into());
        let attributes = take(row.attributes as usize);
        let tags = take(row.tags as usize);
        Incoming {
            email: given(email).unwrap_or(email_key),
            email_key,
            first_name: given(first_name),
            last_name: given(last_name),
            attributes: given(attributes).unwrap_or("{}"),
            tags: given(tags).unwrap_or("[]"),
            status: row.meaning.status(),
            subscribed_at: Some(row.subscribed_at).filter(|at| *at > 0).map(Timestamp),
            left_at: Some(row.left_at).filter(|at| *at > 0).map(Timestamp),
        }
    }

    fn key<'a>(texts: &'a str, row: &Packed) -> &'a str {
        &texts[row.start as usize..row.start as usize + usize::from(row.key)]
    }

    /// Sorts by key and drops all but the last of each: of those that say that the reader left, if there are any.
    fn sort(&mut self) {
        let texts = &self.texts;
        let has_left = |row: &Packed| row.meaning > Meaning::Skip;
        self.rows.sort_unstable_by(|a, b| {
            let keys = Self::key(texts, a).cmp(Self::key(texts, b));
            keys.then(has_left(b).cmp(&has_left(a))).then(b.line.cmp(&a.line))
        });
        let before = self.rows.len();
        self.rows.dedup_by(|later, kept| Self::key(texts, later) == Self::key(texts, kept));
        self.duplicates = (before - self.rows.len()) as i64;
    }

    fn clear(&mut self) {
        self.texts.clear();
        self.rows.clear();
        *self = Self {
            texts: std::mem::take(&mut self.texts),
            rows: std::mem::take(&mut self.rows),
            ..Self::default()
        };
    }
}

/// What the first line of a file says of its columns.
pub struct Layout {
    pub headers: Vec<String>,
    targets: Vec<Target>,
    pub signs: Vec<Sign>,
    /// The file has no header: its first line is a reader, and still the last record read.
    pub is_headless: bool,
}

impl Layout {
    /// Reads the first line.
    pub fn read(records: &mut Records, mapping: &Mapping) -> Result<Self, Refusal> {
        let refuse = |message: &str| Err(Refusal::File(message.to_owned()));
        match records.next()? {
            Step::Record => {}
            Step::End => return refuse("The file is empty."),
            Step::TooLarge => {
                return refuse("The first line is too long to be a header: is this a CSV file?");
            }
            Step::Cut => return refuse("The first line ends within quotes: is this a CSV file?"),
        }
        let mut headers = Vec::new();
        for at in 0..records.len() {
            match std::str::from_utf8(records.field(at)) {
                Ok(header) if !header.contains('\0') => {
                    headers.push(csv_unsafe_again(header).trim().to_owned());
                }
                _ => {
                    return refuse(
                        "The header is neither UTF-8 nor UTF-16 with a byte order mark: save the file as UTF-8 and import it again.",
                    );
                }
            }
        }
        let address = headers.iter().position(|header| content::parse_address(header).is_ok());
        let targets = match address {
            // A mapping may name the columns by what stands in the first line.
            Some(at) if mapping.is_empty() => headless(headers.len(), at),
            Some(at) => targets(&headers, mapping).unwrap_or_else(|_| headless(headers.len(), at)),
            None => targets(&headers, mapping).map_err(Refusal::File)?,
        };
        let is_headless = address.is_some();
        let sign = |(at, header): (usize, &String)| match targets[at] {
            Target::Email | Target::FirstName | Target::LastName | Target::Name | Target::Tags => None,
            // The author says so, whatever its name.
            Target::Status if is_headless || Sign::of(&plain(header)) == Sign::Other => Some(Sign::Word),
            _ if is_headless => Some(Sign::Other),
            _ => Some(Sign::of(&plain(header))),
        };
        // The columns that say nothing about the reader's wish are as if they were empty.
        let signs = headers.iter().enumerate().map(|column| sign(column).unwrap_or(Sign::None)).collect();
        for (at, header) in
            headers.iter_mut().enumerate().filter(|(_, header)| header.is_empty() || is_headless)
        {
            *header = format!("column {}", at + 1);
        }
        Ok(Self { headers, targets, signs, is_headless })
    }

    /// What the columns say together, and the column that says it; `Err` with the column and a word that nobody explained.
    fn said(
        &self,
        fields: &[&str],
        answers: &StatusMap,
    ) -> Result<Option<(Meaning, usize)>, (usize, String)> {
        let mut all: Option<(Meaning, usize)> = None;
        for (at, sign) in self.signs.iter().enumerate() {
            let one = said(*sign, fields[at], answers).map_err(|word| (at, word))?;
            all = match (all, one) {
                (Some((so_far, _)), Some(one)) if one <= so_far => all,
                (_, Some(one)) => Some((one, at)),
                (_, None) => all,
            };
        }
        Ok(all)
    }

    /// When they left, as the file tells it.
    fn left_at(&self, fields: &[&str], slashes: Slashes) -> Option<i64> {
        let times =
            self.signs.iter().enumerate().filter(|(_, sign)| matches!(sign, Sign::Time(_) | Sign::No(_)));
        times.filter_map(|(at, _)| dates::parse(fields[at], slashes)).max()
    }
}

/// Of a file without a header one column is known: the one that an address stands in.
fn headless(columns: usize, address: usize) -> Vec<Target> {
    let target = |at| match at {
        at if at == address => Target::Email,
        at => Target::Attribute(format!("column_{}", at + 1)),
    };
    (0..columns).map(target).collect()
}

/// Turns a file into chunks.
pub struct Rows {
    records: Records,
    layout: Layout,
    reading: Reading,
    /// The first line is a row, and was not taken yet.
    is_first_waiting: bool,
    /// Columns of attributes by name, ascending, with the name as JSON writes it.
    attributes: Vec<(String, usize)>,
    errors_kept: usize,
}

impl Rows {
    /// Reads the header.
    pub fn new(mut records: Records, mapping: &Mapping, reading: Reading) -> Result<Self, Refusal> {
        let layout = Layout::read(&mut records, mapping)?;
        let mut names: Vec<(&String, usize)> = Vec::new();
        for (at, target) in layout.targets.iter().enumerate() {
            if let Target::Attribute(name) = target {
                names.push((name, at));
            }
        }
        names.sort_unstable();
        let attributes =
            names.into_iter().map(|(name, at)| (Value::from(name.as_str()).to_string(), at)).collect();
        let is_first_waiting = layout.is_headless;
        Ok(Self { records, layout, reading, is_first_waiting, attributes, errors_kept: 0 })
    }

    /// Fills the chunk with what comes next, at most `max_rows`.
    pub fn fill(&mut self, chunk: &mut Chunk, max_rows: usize) -> io::Result<()> {
        chunk.clear();
        while (chunk.read as usize) < max_rows && chunk.texts.len() < MAX_BYTES {
            let step = if std::mem::take(&mut self.is_first_waiting) {
                Step::Record
            } else {
                self.records.next()?
            };
            if step == Step::End {
                chunk.is_last = true;
                break;
            }
            chunk.read += 1;
            let before = chunk.texts.len();
            let added = match step {
                Step::Record => self.add(chunk),
                Step::Cut => Err(bad(
                    "row",
                    b"",
                    "The file ends within a quoted field: a quote is never closed, or the end is missing.",
                )),
                Step::TooLarge | Step::End => {
                    Err(bad("row", b"", "This row is larger than 1 MiB or has more than 4,096 columns."))
                }
            };
            if let Err((field, value, message)) = added {
                chunk.texts.truncate(before);
                chunk.failed += 1;
                if self.errors_kept < MAX_ERRORS {
                    self.errors_kept += 1;
                    chunk.errors.push(RowError { line: self.records.line() as i64, field, value, message });
                }
            }
        }
        chunk.sort();
        Ok(())
    }

    fn add(&self, chunk: &mut Chunk) -> Result<(), Bad> {
        let fields = self.fields()?;
        let headers = &self.layout.headers;
        let at =
            |target: &Target| self.layout.targets.iter().position(|t| t == target).map(|at| (at, fields[at]));
        let start = chunk.texts.len() as u32;
        let line = u32::try_from(self.records.line()).unwrap_or(u32::MAX);
        let (email_at, email) = at(&Target::Email).unwrap_or((0, ""));
        let address = content::parse_address(email)
            .map_err(|error| bad(&headers[email_at], email.as_bytes(), &error.to_string()))?;
        let meaning = self.meaning(&fields)?;
        let (first_name, last_name) = match at(&Target::Name) {
            Some((column, name)) => halves(self.name(Some((column, name)))?),
            None => (self.name(at(&Target::FirstName))?, self.name(at(&Target::LastName))?),
        };
        let time = |at: Option<i64>| at.map_or(0, |at| at.min(self.reading.now.0));
        let subscribed_at =
            at(&Target::SubscribedAt).and_then(|(_, text)| dates::parse(text, self.reading.slashes));
        let left_at =
            (meaning > Meaning::Skip).then(|| self.layout.left_at(&fields, self.reading.slashes)).flatten();
        let texts = &mut chunk.texts;
        texts.push_str(&address.key);
        let email = if address.original == address.key { "" } else { &address.original };
        texts.push_str(email);
        texts.push_str(first_name);
        texts.push_str(last_name);
        let attributes = self.push_attributes(texts, &fields)?;
        let tags = self.push_tags(texts, at(&Target::Tags))?;
        chunk.rows.push(Packed {
            start,
            line,
            key: address.key.len() as u16,
            email: email.len() as u16,
            first_name: first_name.len() as u16,
            last_name: last_name.len() as u16,
            attributes,
            tags,
            meaning,
            subscribed_at: time(subscribed_at),
            left_at: time(left_at),
        });
        Ok(())
    }

    /// Whether the reader gets mail, by everything that the file says.
    fn meaning(&self, fields: &[&str]) -> Result<Meaning, Bad> {
        let said = self.layout.said(fields, &self.reading.answers).map_err(|(at, word)| {
            let message = format!("You didn't say what “{word}” means, so this subscriber was not imported.");
            bad(&self.layout.headers[at], fields[at].as_bytes(), &message)
        })?;
        let column = said.map(|(_, at)| at);
        let meaning = said.map(|(meaning, _)| meaning).max(self.reading.everybody).unwrap_or(Meaning::Active);
        if meaning == Meaning::Skip {
            let message = "The file says this subscriber gets no email, so they were not imported.";
            let (header, value) = column.map_or(("row", ""), |at| (&self.layout.headers[at], fields[at]));
            return Err(bad(header, value.as_bytes(), message));
        }
        Ok(meaning)
    }

    /// The fields of the row as texts, trimmed.
    fn fields(&self) -> Result<Vec<&str>, Bad> {
        let count = self.records.len();
        if count != self.layout.headers.len() {
            let columns = |n: usize| if n == 1 { "1 column".to_owned() } else { format!("{n} columns") };
            let message = format!(
                "This row has {}, the header has {}.",
                columns(count),
                columns(self.layout.headers.len())
            );
            return Err(bad("row", self.records.field(0), &message));
        }
        let mut fields = Vec::with_capacity(count);
        for at in 0..count {
            let field = self.records.field(at);
            if field.len() > MAX_FIELD {
                let message = format!("This field has {} bytes; {MAX_FIELD} are the most.", field.len());
                return Err(bad(&self.layout.headers[at], field, &message));
            }
            let Ok(text) = std::str::from_utf8(field) else {
                let message =
                    "Wrong encoding: this field is not UTF-8. Save the file as UTF-8 and import it again.";
                return Err(bad(&self.layout.headers[at], field, message));
            };
            fields.push(csv_unsafe_again(text).trim());
        }
        Ok(fields)
    }

    fn name<'a>(&self, field: Option<(usize, &'a str)>) -> Result<&'a str, Bad> {
        let Some((at, name)) = field else { return Ok("") };
        let message = if name.len() > MAX_NAME && name.chars().count() > MAX_NAME {
            format!("A name must have at most {MAX_NAME} characters.")
        } else if name.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
            "A name must be one line without control characters.".into()
        } else {
            return Ok(name);
        };
        Err(bad(&self.layout.headers[at], name.as_bytes(), &message))
    }

    /// Appends a JSON object and answers its length; nothing when the row has no attribute.
    fn push_attributes(&self, texts: &mut String, fields: &[&str]) -> Result<u32, Bad> {
        let before = texts.len();
        for (name, at) in &self.attributes {
            let text = fields[*at];
            if text.is_empty() {
                continue;
            }
            check_attribute_text(text)
                .map_err(|refusal| bad(&self.layout.headers[*at], text.as_bytes(), &refusal.message))?;
            texts.push(if texts.len() == before { '{' } else { ',' });
            texts.push_str(name);
            texts.push(':');
            push_json(texts, text);
        }
        if texts.len() > before {
            texts.push('}');
        }
        Ok((texts.len() - before) as u32)
    }

    fn push_tags(&self, texts: &mut String, field: Option<(usize, &str)>) -> Result<u32, Bad> {
        let Some((at, text)) = field.filter(|(_, text)| !text.is_empty()) else { return Ok(0) };
        let tags: Vec<String> =
            text.split([',', ';', '|']).map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect();
        let tags = check_tags(&tags).map_err(|errors| {
            let message = errors.into_iter().next().map(|(_, refusal)| refusal.message).unwrap_or_default();
            bad(&self.layout.headers[at], text.as_bytes(), &message)
        })?;
        let before = texts.len();
        for tag in &tags {
            texts.push(if texts.len() == before { '[' } else { ',' });
            push_json(texts, tag);
        }
        if !tags.is_empty() {
            texts.push(']');
        }
        Ok((texts.len() - before) as u32)
    }
}

/// `Ada Byron Lovelace` and `Lovelace, Ada Byron` as first and last name.
fn halves(name: &str) -> (&str, &str) {
    if let Some((last, first)) = name.split_once(',') {
        return (first.trim(), last.trim());
    }
    name.rsplit_once(' ').map_or((name, ""), |(first, last)| (first.trim_end(), last))
}

fn given(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn push_json(texts: &mut String, text: &str) {
    if text.bytes().any(|b| b < 0x20 || b == b'"' || b == b'\\') {
        texts.push_str(&Value::from(text).to_string());
    } else {
        texts.push('"');
        texts.push_str(text);
        texts.push('"');
    }
}

/// Field, value and message of an error.
type Bad = (String, String, String);

fn bad(field: &str, value: &[u8], message: &str) -> Bad {
    let value = String::from_utf8_lossy(&value[..value.len().min(500)]);
    let value = value.chars().take(100).map(|c| if c.is_control() { ' ' } else { c }).collect();
    (field.chars().take(100).collect(), value, message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::halves;

    #[test]
    fn one_name_becomes_two() {
        for (name, first, last) in [
            ("Ada Lovelace", "Ada", "Lovelace"),
            ("Ada Byron  Lovelace", "Ada Byron", "Lovelace"),
            ("Lovelace, Ada", "Ada", "Lovelace"),
            ("Ada", "Ada", ""),
            ("", "", ""),
        ] {
            assert_eq!(halves(name), (first, last), "{name}");
        }
    }
}
