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
            for line in lines.iter().rev().filter(|line| is_named(line, name)) {
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

/// The fields of a header, folded lines together.
fn fields(head: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::with_capacity(16);
    let mut start = 0;
    for at in memchr::memchr_iter(b'\n', head) {
        if !head.get(at + 1).is_some_and(|next| is_blank(*next)) {
            found.push(&head[start..=at]);
            start = at + 1;
        }
    }
    if start < head.len() {
        found.push(&head[start..]);
    }
    found
}

fn is_named(line: &[u8], name: &str) -> bool {
    let Some(colon) = memchr::memchr(b':', line) else { return false };
    line[..colon].trim_ascii_end().eq_ignore_ascii_case(name.as_bytes())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// One field in its relaxed form: name in lower case, unfolded, runs of blanks one space, none around the value.
pub fn field(line: &[u8], out: &mut Vec<u8>) {
    let colon = memchr::memchr(b':', line).unwrap_or(line.len());
    out.extend(line[..colon].trim_ascii_end().iter().map(u8::to_ascii_lowercase));
    out.push(b':');
    let mut gap = false;
    let mut empty = true;
    for &byte in line.get(colon + 1..).unwrap_or_default() {
        if is_blank(byte) || matches!(byte, b'\r' | b'\n') {
            gap = true;
            continue;
        }
        if gap && !empty {
            out.push(b' ');
        }
        (gap, empty) = (false, false);
        out.push(byte);
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

pub fn relaxed_body(body: &[u8], mut sink: impl FnMut(&[u8])) {
    let last = body.iter().rposition(|byte| !is_blank(*byte) && !matches!(byte, b'\r' | b'\n'));
    let Some(last) = last else { return };
    let body = &body[..=last];
    let mut start = 0;
    // Blanks before this were looked at already.
    let mut seen = 0;
    for at in memchr::memchr2_iter(b' ', b'\t', body) {
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
