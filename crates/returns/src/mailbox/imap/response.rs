//! Responses of a server (RFC 3501 §7), read in bounded memory.

use super::super::{PollError, wire::Wire};

/// What is kept of a line. 200 numbers and everything else a poll asks for are shorter.
const MAX_LINE: usize = 64 * 1024;
/// Literals in one response; a poll asks for one.
const MAX_LITERALS: usize = 16;
/// Stands in the line for a literal; no line of IMAP holds it (RFC 3501 §9, CHAR).
const LITERAL: u8 = 0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Ok,
    No,
    Bad,
    Bye,
    PreAuth,
}

impl Status {
    fn parse(word: &str) -> Option<Self> {
        match word.to_ascii_uppercase().as_str() {
            "OK" => Some(Self::Ok),
            "NO" => Some(Self::No),
            "BAD" => Some(Self::Bad),
            "BYE" => Some(Self::Bye),
            "PREAUTH" => Some(Self::PreAuth),
            _ => None,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Response {
    /// Untagged state: `* OK text`.
    Condition { status: Status, text: String },
    /// Untagged data without its `* `, each literal replaced by one NUL.
    Data { line: Vec<u8>, literals: Vec<Vec<u8>> },
    /// `+`: the server waits for more of the command.
    More,
    /// The end of a command.
    Done { tag: String, status: Status, text: String },
}

impl Response {
    /// The next one. Of a literal at most `keep` octets are kept.
    pub(super) async fn read(wire: &mut Wire, keep: usize) -> Result<Self, PollError> {
        let first = wire.line(MAX_LINE).await?;
        if first.text.contains(&LITERAL) {
            return Err(PollError::Protocol("a line with NUL"));
        }
        if first.text.starts_with(b"+") {
            return Ok(Self::More);
        }
        let Some(data) = first.text.strip_prefix(b"* ") else { return done(&first.text) };
        let (word, text) = words(data);
        if let Some(status) = Status::parse(&word) {
            return Ok(Self::Condition { status, text });
        }
        let mut line = data.to_vec();
        let mut literals = Vec::new();
        let mut cut = first.skipped > 0;
        while let Some(length) = literal_length(&line).filter(|_| !cut) {
            if literals.len() >= MAX_LITERALS {
                return Err(PollError::Protocol("too many literals"));
            }
            let start = line.iter().rposition(|b| *b == b'{').unwrap_or(line.len());
            line.truncate(start);
            line.push(LITERAL);
            literals.push(wire.block(length, keep).await?);
            let next = wire.line(MAX_LINE).await?;
            if next.text.contains(&LITERAL) {
                return Err(PollError::Protocol("a line with NUL"));
            }
            line.extend_from_slice(&next.text);
            cut = next.skipped > 0;
        }
        // A list of found messages may be as long as the mailbox is full. Of everything else the end matters.
        if cut && !word.eq_ignore_ascii_case("SEARCH") {
            return Err(PollError::Protocol("a line that is too long"));
        }
        Ok(Self::Data { line, literals })
    }
}

fn words(line: &[u8]) -> (String, String) {
    let line = String::from_utf8_lossy(line);
    let (word, text) = line.split_once(' ').unwrap_or((&line, ""));
    (word.to_owned(), text.to_owned())
}

fn done(line: &[u8]) -> Result<Response, PollError> {
    let (tag, rest) = words(line);
    let (word, text) = words(rest.as_bytes());
    match Status::parse(&word) {
        Some(status @ (Status::Ok | Status::No | Status::Bad)) => Ok(Response::Done { tag, status, text }),
        _ => Err(PollError::Protocol("an answer that is not IMAP")),
    }
}

/// The number in `{123}` or `{123+}` at the end of a line.
fn literal_length(line: &[u8]) -> Option<usize> {
    let inner = line.strip_suffix(b"}")?;
    let digits = &inner[inner.iter().rposition(|b| *b == b'{')? + 1..];
    let digits = std::str::from_utf8(digits.strip_suffix(b"+").unwrap_or(digits)).ok()?;
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// UID and body of a FETCH response (RFC 3501 §7.4.2); `None` for other data. Takes the body out of `literals`.
pub(super) fn attributes(line: &[u8], literals: &mut [Vec<u8>]) -> Option<(Option<u32>, Option<Vec<u8>>)> {
    let number =
        line.iter().position(|b| *b == b' ').filter(|end| line[..*end].iter().all(u8::is_ascii_digit))?;
    let rest = &line[number + 1..];
    let start = rest.get(..7).filter(|start| start.eq_ignore_ascii_case(b"FETCH ("))?.len();
    let mut tokens = Tokens { rest: &rest[start..], literals: literals.iter_mut() };
    let (mut uid, mut body) = (None, None);
    while let Some(Token::Word(name)) = tokens.next() {
        let value = tokens.next()?;
        let name = name.to_ascii_uppercase();
        match value {
            Token::Word(value) if name == b"UID" => uid = std::str::from_utf8(value).ok()?.parse().ok(),
            Token::Text(value) if name.starts_with(b"BODY[]") => body = Some(value),
            _ => {}
        }
    }
    Some((uid, body))
}

enum Token<'a> {
    /// An atom, with what stands in brackets in it.
    Word(&'a [u8]),
    /// A quoted string or a literal.
    Text(Vec<u8>),
    /// Something in parentheses, passed over.
    List,
}

struct Tokens<'a, I> {
    rest: &'a [u8],
    literals: I,
}

impl<'a, 'b, I: Iterator<Item = &'b mut Vec<u8>>> Tokens<'a, I> {
    /// `None` at the end of the list and where it is malformed.
    fn next(&mut self) -> Option<Token<'a>> {
        self.rest = self.rest.trim_ascii_start();
        match *self.rest.first()? {
            LITERAL => {
                self.rest = &self.rest[1..];
                Some(Token::Text(std::mem::take(self.literals.next()?)))
            }
            b'"' => self.quoted().map(Token::Text),
            b'(' => self.list(),
            b')' => None,
            _ => {
                let mut depth = 0_usize;
                let end = self.rest.iter().position(|b| {
                    match b {
                        b'[' => depth += 1,
                        b']' => depth = depth.saturating_sub(1),
                        b' ' | b'(' | b')' | b'"' | &LITERAL => return depth == 0,
                        _ => {}
                    }
                    false
                });
                let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                Some(Token::Word(word))
            }
        }
    }

    fn quoted(&mut self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let mut escaped = false;
        for (at, b) in self.rest.iter().enumerate().skip(1) {
            match b {
                b'\\' if !escaped => escaped = true,
                b'"' if !escaped => {
                    self.rest = &self.rest[at + 1..];
                    return Some(text);
                }
                _ => {
                    escaped = false;
                    text.push(*b);
                }
            }
        }
        None
    }

    /// Without recursion, so that a server cannot exhaust the stack.
    fn list(&mut self) -> Option<Token<'a>> {
        let mut depth = 0_usize;
        loop {
            match *self.rest.first()? {
                b'"' => drop(self.quoted()?),
                LITERAL => {
                    self.literals.next()?;
                    self.rest = &self.rest[1..];
                }
                b => {
                    self.rest = &self.rest[1..];
                    depth = match b {
                        b'(' => depth + 1,
                        b')' => depth - 1,
                        _ => depth,
                    };
                    if depth == 0 {
                        return Some(Token::List);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fetched(line: &str, literals: &[&str]) -> Option<(Option<u32>, Option<String>)> {
        let mut literals: Vec<Vec<u8>> = literals.iter().map(|text| text.as_bytes().to_vec()).collect();
        let (uid, body) = attributes(line.as_bytes(), &mut literals)?;
        Some((uid, body.map(|body| String::from_utf8(body).unwrap())))
    }

    #[test]
    fn finds_the_body_wherever_it_stands() {
        let body = Some("a body".to_owned());
        for line in [
            "1 FETCH (UID 7 BODY[]<0> \0)",
            "1 fetch (BODY[] \0 uid 7)",
            "1 FETCH (FLAGS (\\Seen (a \")\" b)) UID 7 BODY[]<0> \"a body\")",
            "1 FETCH (BODY[HEADER.FIELDS (TO \"x\")] \"none\" UID 7 BODY[]<0> \0)",
        ] {
            assert_eq!(fetched(line, &["a body"]), Some((Some(7), body.clone())), "{line}");
        }
        assert_eq!(
            fetched("1 FETCH (ENVELOPE (\0 \"x\") BODY[] \0 UID 7)", &["name", "a body"]),
            Some((Some(7), body))
        );
    }

    #[test]
    fn what_has_no_body_gives_none() {
        assert_eq!(fetched("1 FETCH (UID 7 BODY[]<0> NIL)", &[]), Some((Some(7), None)));
        assert_eq!(fetched("1 FETCH (FLAGS (\\Seen))", &[]), Some((None, None)));
        for line in ["1 EXISTS", "SEARCH 1 2", "FETCH (UID 7)", "", "1 FETCH", "x FETCH (UID 7)"] {
            assert_eq!(fetched(line, &[]), None, "{line}");
        }
    }

    #[test]
    fn recognises_literals() {
        assert_eq!(literal_length(b"BODY[] {12}"), Some(12));
        assert_eq!(literal_length(b"BODY[] ~{12+}"), Some(12));
        for line in ["{12} ", "{}", "{a}", "{-1}", "12}", "{99999999999999999999999}"] {
            assert_eq!(literal_length(line.as_bytes()), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(line in prop::collection::vec(prop::sample::select(b"1 FETCH(UID)[]\"\\\0{}".to_vec()), 0..60)) {
            let _ = attributes(&[b"1 FETCH (".as_slice(), &line].concat(), &mut [vec![1], vec![2]]);
            let _ = attributes(&line, &mut []);
            let _ = literal_length(&line);
        }
    }
}
