//! The relaxed canonical forms (RFC 6376 §3.4.2, §3.4.4).

use aws_lc_rs::digest::{Context, SHA256};

/// What all signatures of one message have in common.
pub struct Canonical {
    /// `h=`: names of the signed fields, the last of several first.
    pub names: String,
    /// Those fields, each with its line break.
    pub fields: Vec<u8>,
    pub body_hash: [u8; 32],
}

impl Canonical {
    pub fn of(message: &[u8], signed: &[(&str, bool)]) -> Self {
        let (head, body) = split(message);
        let lines = fields(head);
        let mut names = String::with_capacity(320);
        let mut canonical = Vec::with_capacity(head.len() + 512);
        for (name, oversigned) in signed {
            for (_, line) in
                lines.iter().rev().filter(|(found, _)| found.eq_ignore_ascii_case(name.as_bytes()))
            {
                push_name(&mut names, name);
                field(line, &mut canonical);
            }
            if *oversigned {
                push_name(&mut names, name);
            }
        }
        Self { names, fields: canonical, body_hash: body_hash(body) }
    }
}

fn push_name(names: &mut String, name: &str) {
    if !names.is_empty() {
        names.push(':');
    }
    names.push_str(name);
}

/// Header and body, without the empty line between them.
fn split(message: &[u8]) -> (&[u8], &[u8]) {
    if let Some(body) = message.strip_prefix(b"\r\n") {
        return (b"", body);
    }
    match memchr::memmem::find(message, b"\r\n\r\n") {
        Some(at) => (&message[..at + 2], &message[at + 4..]),
        None => (message, b""),
    }
}

/// The fields of a header, folded lines together, each after its name; what has no colon has none.
fn fields(head: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::with_capacity(16);
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', head).filter(|at| !head.get(at + 1).copied().is_some_and(is_blank));
    for end in ends.map(|at| at + 1).chain([head.len()]) {
        let line = &head[start..end];
        let name = memchr::memchr(b':', line).map_or(&line[..0], |colon| line[..colon].trim_ascii_end());
        found.push((name, line));
        start = end;
    }
    found
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_space(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'\r' | b'\n')
}

/// One field in its relaxed form: name in lower case, unfolded, runs of blanks one space, none around the value.
pub fn field(line: &[u8], out: &mut Vec<u8>) {
    let colon = memchr::memchr(b':', line).unwrap_or(line.len());
    out.extend(line[..colon].trim_ascii_end().iter().map(u8::to_ascii_lowercase));
    out.push(b':');
    let words = line.get(colon + 1..).unwrap_or_default().split(|byte| is_space(*byte));
    for (at, word) in words.filter(|word| !word.is_empty()).enumerate() {
        if at > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(word);
    }
    out.extend_from_slice(b"\r\n");
}

/// SHA-256 of the relaxed body: no blanks at line ends, runs of blanks one space, no empty lines at the end. Literal
/// stretches go into the hash as they are, without a copy.
pub fn body_hash(body: &[u8]) -> [u8; 32] {
    let mut hash = Context::new(&SHA256);
    relaxed_body(body, |part| hash.update(part));
    let mut digest = [0; 32];
    digest.copy_from_slice(hash.finish().as_ref());
    digest
}

/// Octets that are looked at together.
const BLOCK: usize = 128;

pub fn relaxed_body(body: &[u8], mut sink: impl FnMut(&[u8])) {
    let Some(last) = body.iter().rposition(|byte| !is_space(*byte)) else { return };
    let body = &body[..=last];
    let blocks = (0..body.len()).step_by(BLOCK).map(|from| from..body.len().min(from + BLOCK));
    let blanks =
        blocks.filter(|block| !is_relaxed(&body[block.start..body.len().min(block.end + 1)])).flat_map(
            |block| memchr::memchr2_iter(b' ', b'\t', &body[block.clone()]).map(move |at| block.start + at),
        );
    let mut start = 0;
    // Blanks before this were looked at already.
    let mut seen = 0;
    for at in blanks {
        if at < seen {
            continue;
        }
        let mut end = at + 1;
        while body.get(end).copied().is_some_and(is_blank) {
            end += 1;
        }
        seen = end;
        let at_line_end = body[end..].starts_with(b"\r\n");
        if end == at + 1 && body[at] == b' ' && !at_line_end {
            continue;
        }
        sink(&body[start..at]);
        if !at_line_end {
            sink(b" ");
        }
        start = end;
    }
    sink(&body[start..]);
    sink(b"\r\n");
}

/// Whether nothing before the last octet has another relaxed form: no tab, no blank before a blank or a line break. All of a
/// body is that is not indented, and each octet is judged without a branch, so that many are at a time.
fn is_relaxed(stretch: &[u8]) -> bool {
    let next = stretch.get(1..).unwrap_or_default();
    let is = |octet: u8, other: u8| u8::from(octet == other);
    let pairs = stretch.iter().zip(next);
    let found = pairs.fold(0, |found, (&here, &next)| {
        found | is(here, b'\t') | is(here, b' ') & (is(next, b' ') | is(next, b'\t') | is(next, b'\r'))
    });
    found == 0
}
