//! A value on its way from one engine to the other, and what is compared when it has arrived.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher as _},
};

use serde_json::value::RawValue;
use sqlx::{
    Row as _, Sqlite, TypeInfo as _, ValueRef as _,
    query::Query,
    sqlite::{SqliteArguments, SqliteRow},
};

/// What a column holds, by PostgreSQL's catalogue: its types say more than SQLite's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Real,
    Boolean,
    Text,
    Bytes,
    Json,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Boolean(bool),
    Text(String),
    Bytes(Vec<u8>),
    /// Without spaces between its parts.
    Json(String),
}

impl Kind {
    /// By the name that `format_type` gives; none for one that no table of ours has.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "bigint" | "integer" | "smallint" => Self::Integer,
            "double precision" => Self::Real,
            "boolean" => Self::Boolean,
            "text" => Self::Text,
            "bytea" => Self::Bytes,
            "json" | "jsonb" => Self::Json,
            _ => return None,
        })
    }

    /// A value of SQLite, whose columns hold whatever was put into them; none where that is of another kind.
    pub fn read(self, row: &SqliteRow, at: usize) -> Result<Option<Cell>, sqlx::Error> {
        let raw = row.try_get_raw(at)?;
        if raw.is_null() {
            return Ok(Some(Cell::Null));
        }
        let found = raw.type_info().name().to_owned();
        Ok(Some(match (self, found.as_str()) {
            (Self::Integer, "INTEGER") => Cell::Integer(row.try_get_unchecked(at)?),
            (Self::Boolean, "INTEGER") => match row.try_get_unchecked::<i64, _>(at)? {
                0 => Cell::Boolean(false),
                1 => Cell::Boolean(true),
                _ => return Ok(None),
            },
            (Self::Real, "REAL" | "INTEGER") => Cell::Real(row.try_get_unchecked(at)?),
            (Self::Text, "TEXT") => Cell::Text(row.try_get_unchecked(at)?),
            (Self::Json, "TEXT") => Cell::Json(row.try_get_unchecked(at)?),
            (Self::Bytes, "BLOB") => Cell::Bytes(row.try_get_unchecked(at)?),
            _ => return Ok(None),
        }))
    }

    /// A field of COPY's text format; none where it is not of this kind.
    pub fn parse(self, field: &[u8]) -> Option<Cell> {
        if field == b"\\N" {
            return Some(Cell::Null);
        }
        let text = unescaped(field)?;
        Some(match self {
            Self::Integer => Cell::Integer(text.parse().ok()?),
            Self::Real => Cell::Real(text.parse().ok()?),
            Self::Boolean => Cell::Boolean(match text.as_str() {
                "t" => true,
                "f" => false,
                _ => return None,
            }),
            Self::Text => Cell::Text(text),
            Self::Json => Cell::Json(compact(&text)),
            Self::Bytes => Cell::Bytes(bytes(text.strip_prefix("\\x")?)?),
        })
    }
}

impl Cell {
    /// Appends it as a field of COPY's text format. False if PostgreSQL cannot hold it: its texts have no NUL.
    pub fn write(&self, out: &mut Vec<u8>) -> bool {
        match self {
            Self::Null => out.extend(b"\\N"),
            Self::Integer(n) => out.extend(n.to_string().bytes()),
            Self::Real(n) => out.extend(format!("{n:?}").bytes()),
            Self::Boolean(yes) => out.push(if *yes { b't' } else { b'f' }),
            Self::Text(text) | Self::Json(text) => {
                for &byte in text.as_bytes() {
                    match byte {
                        0 => return false,
                        b'\\' => out.extend(b"\\\\"),
                        b'\n' => out.extend(b"\\n"),
                        b'\r' => out.extend(b"\\r"),
                        b'\t' => out.extend(b"\\t"),
                        byte => out.push(byte),
                    }
                }
            }
            Self::Bytes(bytes) => {
                out.extend(b"\\\\x");
                let digit = |nibble: u8| b"0123456789abcdef"[usize::from(nibble)];
                out.extend(bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]));
            }
        }
        true
    }

    pub fn bind(self, query: Query<'_, Sqlite, SqliteArguments>) -> Query<'_, Sqlite, SqliteArguments> {
        match self {
            Self::Null => query.bind(None::<i64>),
            Self::Integer(n) => query.bind(n),
            Self::Real(n) => query.bind(n),
            Self::Boolean(yes) => query.bind(yes),
            Self::Text(text) | Self::Json(text) => query.bind(text),
            Self::Bytes(bytes) => query.bind(bytes),
        }
    }

    fn hash(&self, into: &mut DefaultHasher) {
        std::mem::discriminant(self).hash(into);
        match self {
            Self::Null => {}
            Self::Integer(n) => n.hash(into),
            Self::Real(n) => n.to_bits().hash(into),
            Self::Boolean(yes) => yes.hash(into),
            Self::Text(text) => text.hash(into),
            Self::Bytes(bytes) => bytes.hash(into),
            Self::Json(text) => hash_json(text, into),
        }
    }
}

/// What PostgreSQL's JSONB keeps of a value: neither the order of keys nor how a number was written.
fn hash_json(text: &str, into: &mut DefaultHasher) {
    let text = text.trim();
    match text.as_bytes().first() {
        Some(b'{') => {
            let all: BTreeMap<String, Box<RawValue>> = serde_json::from_str(text).unwrap_or_default();
            (1_u8, all.len()).hash(into);
            for (key, json) in all {
                key.hash(into);
                hash_json(json.get(), into);
            }
        }
        Some(b'[') => {
            let all: Vec<Box<RawValue>> = serde_json::from_str(text).unwrap_or_default();
            (2_u8, all.len()).hash(into);
            for json in all {
                hash_json(json.get(), into);
            }
        }
        Some(b'"') => (3_u8, serde_json::from_str::<String>(text).ok()).hash(into),
        Some(b'-' | b'0'..=b'9') => (4_u8, decimal(text)).hash(into),
        _ => (5_u8, text).hash(into),
    }
}

/// A number without what does not change it: its sign, its digits, and the power of ten of the last one.
fn decimal(text: &str) -> (bool, String, i64) {
    let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    let shorter = digits.trim_end_matches('0');
    let zeros = (digits.len() - shorter.len()) as i64;
    let digits = shorter.trim_start_matches('0');
    if digits.is_empty() {
        return (false, String::new(), 0);
    }
    let exponent = exponent.trim_start_matches('+').parse::<i64>().unwrap_or(i64::MAX);
    (is_negative, digits.to_owned(), exponent.saturating_sub(part.len() as i64).saturating_add(zeros))
}

/// The rows of a table, in any order: how many, and the sum of what each hashes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub rows: u64,
    hashes: u64,
}

impl Sum {
    pub fn add(&mut self, row: &[Cell]) {
        let mut hasher = DefaultHasher::new();
        for cell in row {
            cell.hash(&mut hasher);
        }
        self.rows += 1;
        self.hashes = self.hashes.wrapping_add(hasher.finish());
    }
}

/// A field without its escapes; those that PostgreSQL writes are one letter each.
fn unescaped(field: &[u8]) -> Option<String> {
    let mut text = Vec::with_capacity(field.len());
    let mut bytes = field.iter();
    while let Some(&byte) = bytes.next() {
        text.push(match byte {
            b'\\' => match bytes.next()? {
                b'b' => 8,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 11,
                &other => other,
            },
            byte => byte,
        });
    }
    String::from_utf8(text).ok()
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let digits = digits.as_bytes();
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    digits
        .len()
        .is_multiple_of(2)
        .then(|| digits.chunks_exact(2).map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?)).collect())?
}

/// JSON as our own programs write it: PostgreSQL puts a space behind each colon and comma.
fn compact(json: &str) -> String {
    let (mut out, mut is_text, mut is_escaped) = (String::with_capacity(json.len()), false, false);
    for c in json.chars() {
        if is_text {
            is_text = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
        } else if c.is_ascii_whitespace() {
            continue;
        } else {
            is_text = c == '"';
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(kind: Kind, cell: &Cell) {
        let mut field = Vec::new();
        assert!(cell.write(&mut field));
        assert!(!field.contains(&b'\n') && !field.contains(&b'\t'), "{field:?}");
        assert_eq!(kind.parse(&field).as_ref(), Some(cell), "{}", String::from_utf8_lossy(&field));
    }

    #[test]
    fn fields_come_back_as_they_were() {
        for n in [0, -1, i64::MIN, i64::MAX] {
            there_and_back(Kind::Integer, &Cell::Integer(n));
        }
        for n in [0.0, -0.0, 0.1, 1e300, f64::MIN_POSITIVE, 1.0 / 3.0] {
            there_and_back(Kind::Real, &Cell::Real(n));
        }
        for text in ["", "\\N", "\\.", "a\tb\nc\rd\\e", "\u{8}\u{b}\u{c}", "\u{1f4ee} ä"] {
            there_and_back(Kind::Text, &Cell::Text(text.to_owned()));
        }
        there_and_back(Kind::Boolean, &Cell::Boolean(true));
        there_and_back(Kind::Boolean, &Cell::Boolean(false));
        there_and_back(Kind::Bytes, &Cell::Bytes((0..=255).collect()));
        there_and_back(Kind::Bytes, &Cell::Bytes(Vec::new()));
        there_and_back(Kind::Json, &Cell::Json(r#"{"a":"b: \"c\", \\","d":[1,2]}"#.to_owned()));
        for kind in [Kind::Integer, Kind::Real, Kind::Boolean, Kind::Text, Kind::Bytes, Kind::Json] {
            there_and_back(kind, &Cell::Null);
        }
        assert!(!Cell::Text("a\0b".to_owned()).write(&mut Vec::new()));
    }

    #[test]
    fn what_is_not_of_a_kind_is_none() {
        for (kind, field) in [
            (Kind::Integer, "1.5"),
            (Kind::Real, "x"),
            (Kind::Boolean, "true"),
            (Kind::Bytes, "616263"),
            (Kind::Bytes, "\\\\x6"),
            (Kind::Bytes, "\\\\x6g"),
            (Kind::Text, "a\\"),
        ] {
            assert_eq!(kind.parse(field.as_bytes()), None, "{field}");
        }
        assert_eq!(Kind::Text.parse(&[0xff]), None);
    }

    #[test]
    fn json_loses_the_spaces_between_its_parts_alone() {
        let text = r#"{"a b": [1, 2], "c\\": "d, \" e: ", "f": null}"#;
        assert_eq!(compact(text), r#"{"a b":[1,2],"c\\":"d, \" e: ","f":null}"#);
    }

    fn sum(rows: &[&[Cell]]) -> Sum {
        let mut sum = Sum::default();
        for row in rows {
            sum.add(row);
        }
        sum
    }

    #[test]
    fn a_sum_is_of_the_rows_in_any_order() {
        let (a, b) = ([Cell::Integer(1), Cell::Null], [Cell::Integer(2), Cell::Text("x".into())]);
        assert_eq!(sum(&[&a, &b]), sum(&[&b, &a]));
        assert_ne!(sum(&[&a, &b]), sum(&[&a, &a]));
        assert_ne!(sum(&[&a]), sum(&[&a, &a]));
        let json = |text: &str| [Cell::Json(text.to_owned())];
        assert_eq!(sum(&[&json(r#"{"a":1,"b":[true]}"#)]), sum(&[&json(r#"{"b": [true], "a": 1}"#)]));
        for other in
            [r#"{"a":1,"b":[false]}"#, r#"{"a":2,"b":[true]}"#, r#"{"a":1}"#, r#"{"a":1,"b":true}"#, "null"]
        {
            assert_ne!(sum(&[&json(r#"{"a":1,"b":[true]}"#)]), sum(&[&json(other)]), "{other}");
        }
        for (one, same) in [
            ("1e16", "10000000000000000"),
            ("-0.0", "0"),
            ("1.50", "15e-1"),
            ("0.001e+5", "100"),
            ("\"\\u00e4\"", "\"ä\""),
        ] {
            assert_eq!(sum(&[&json(one)]), sum(&[&json(same)]), "{one}");
        }
        for (one, other) in [
            ("1e16", "1e17"),
            ("1", "-1"),
            ("0.1", "0.01"),
            ("10", "1"),
            ("1", "\"1\""),
            ("[1]", "[1, 1]"),
            ("true", "false"),
        ] {
            assert_ne!(sum(&[&json(one)]), sum(&[&json(other)]), "{one}");
        }
        let texts = |a: &str, b: &str| [Cell::Text(a.to_owned()), Cell::Text(b.to_owned())];
        assert_ne!(sum(&[&texts("a", "bc")]), sum(&[&texts("ab", "c")]));
        assert_ne!(sum(&[&[Cell::Bytes(b"a".to_vec())]]), sum(&[&[Cell::Text("a".into())]]));
    }
}
