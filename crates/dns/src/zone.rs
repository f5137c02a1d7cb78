//! Records as a BIND master file (RFC 1035 §5), for people who keep their zones in files.

use std::fmt::Write as _;

use crate::name::DomainName;
use crate::resolver::RecordType;

/// Bytes of one character-string of a TXT record (RFC 1035 §3.3).
const MAX_STRING: usize = 255;
/// The largest TTL (RFC 2181 §8).
const MAX_TTL: u32 = 0x7fff_ffff;

/// One record of the snippet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneRecord {
    pub record_type: RecordType,
    /// The whole name, with or without a final dot; `@` or nothing for the origin itself.
    pub name: String,
    /// In the form of [`Expected::value`](crate::Expected::value).
    pub value: String,
    /// Seconds; more than 2³¹−1 is written as that.
    pub ttl: u32,
    /// What the record is for, put above it; nothing when empty.
    pub comment: String,
}

/// Writes records so that they can be pasted into any zone file: every name and target is absolute and ends with
/// a dot. TXT values are quoted, escaped and split into strings of at most 255 bytes, on one line. Nothing in a
/// value, name or comment can begin a record of its own.
pub fn zone_snippet(origin: &DomainName, records: &[ZoneRecord]) -> String {
    let mut text = format!("$ORIGIN {origin}.\n");
    for record in records {
        if !record.comment.trim().is_empty() {
            let comment = record.comment.replace(|character: char| character.is_control(), " ");
            let _ = writeln!(text, "; {}", comment.trim());
        }
        let name = match record.name.trim() {
            "" | "@" => absolute(origin.as_str()),
            name => absolute(name),
        };
        let (ttl, kind) = (record.ttl.min(MAX_TTL), record.record_type);
        let _ = writeln!(text, "{name} {ttl} IN {kind} {}", data(kind, &record.value));
    }
    text
}

fn data(kind: RecordType, value: &str) -> String {
    match kind {
        RecordType::Txt => quoted(value),
        RecordType::Cname => absolute(value),
        RecordType::Mx => {
            let (preference, host) = value.trim().split_once(char::is_whitespace).unwrap_or(("", value));
            // A host alone is still a mail server; ten is what most hosts suggest.
            let preference: u16 = preference.parse().unwrap_or(10);
            format!("{preference} {}", absolute(host))
        }
    }
}

/// A name with its final dot. What is not part of a host name is written by number, and so stays in the label.
fn absolute(name: &str) -> String {
    let name = name.trim();
    let mut text = String::with_capacity(name.len() + 1);
    for byte in name.strip_suffix('.').unwrap_or(name).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'*' => {
                text.push(char::from(byte));
            }
            _ => {
                let _ = write!(text, "\\{byte:03}");
            }
        }
    }
    text.push('.');
    text
}

fn quoted(value: &str) -> String {
    if value.is_empty() {
        return "\"\"".into();
    }
    let strings: Vec<String> = value.as_bytes().chunks(MAX_STRING).map(string).collect();
    strings.join(" ")
}

fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\{byte:03}");
            }
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::{ZoneRecord, zone_snippet};
    use crate::name::DomainName;
    use crate::resolver::RecordType;

    fn record(record_type: RecordType, name: &str, value: &str) -> ZoneRecord {
        ZoneRecord { record_type, name: name.into(), value: value.into(), ttl: 3600, comment: String::new() }
    }

    fn snippet(records: &[ZoneRecord]) -> String {
        zone_snippet(&DomainName::parse("example.org").unwrap(), records)
    }

    #[test]
    fn writes_absolute_names_and_targets() {
        let text = snippet(&[
            ZoneRecord {
                comment: "Bounces come back here".into(),
                ..record(RecordType::Mx, "bounce.example.org", "10 in.relay.test")
            },
            record(RecordType::Mx, "nomail.example.org", "0 ."),
            record(RecordType::Cname, "go.example.org.", "track.relay.test."),
            ZoneRecord { ttl: u32::MAX, ..record(RecordType::Txt, "@", "letterpress=abc") },
        ]);
        let lines = [
            "$ORIGIN example.org.",
            "; Bounces come back here",
            "bounce.example.org. 3600 IN MX 10 in.relay.test.",
            "nomail.example.org. 3600 IN MX 0 .",
            "go.example.org. 3600 IN CNAME track.relay.test.",
            "example.org. 2147483647 IN TXT \"letterpress=abc\"",
        ];
        assert_eq!(text, lines.join("\n") + "\n");
    }

    #[test]
    fn splits_and_escapes_txt() {
        let line = |value: &str| {
            let text = snippet(&[record(RecordType::Txt, "a.example.org", value)]);
            text.lines().nth(1).unwrap().split_once(" TXT ").unwrap().1.to_owned()
        };
        assert_eq!(line("v=DMARC1; p=none"), "\"v=DMARC1; p=none\"");
        assert_eq!(line("a\"b\\c\nd\u{e9}"), r#""a\"b\\c\010d\195\169""#);
        assert_eq!(line(""), "\"\"");
        let long = "x".repeat(256);
        assert_eq!(line(&long), format!("\"{}\" \"x\"", &long[..255]));
        assert_eq!(line(&long[..255]), format!("\"{}\"", &long[..255]));
    }

    #[test]
    fn lets_nothing_begin_a_record() {
        let evil = "x\nevil.example.org. 1 IN A 192.0.2.1 ; \" (";
        let text = snippet(&[
            ZoneRecord { comment: evil.into(), ..record(RecordType::Txt, evil, evil) },
            ZoneRecord { comment: "\r\n".into(), ..record(RecordType::Cname, "a.example.org", evil) },
            record(RecordType::Mx, "b.example.org", evil),
        ]);
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.lines().all(|line| !line.starts_with("evil") && !line.contains('\r')));
    }
}
