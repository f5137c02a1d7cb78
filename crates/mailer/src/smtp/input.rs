//! Reads replies (RFC 5321 §4.2) in bounded memory, whatever the server sends.

use std::{
    io,
    task::{Context, Poll},
};

use super::stream::Stream;
use crate::{Reply, TransportError};

/// RFC 5321 §4.5.3.1.5 allows 512 octets; servers in the wild send longer ones.
const MAX_LINE: usize = 2048;
/// All lines of one reply.
const MAX_REPLY: usize = 64 * 1024;
/// What is kept of the text of one reply.
const MAX_TEXT: usize = 4096;

/// Octets received and not yet used, and the lines of the reply under way.
pub(super) struct Input {
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    code: Option<u16>,
    text: String,
    length: usize,
}

impl Input {
    pub(super) fn new() -> Self {
        let buffer = vec![0; 2 * MAX_LINE].into_boxed_slice();
        Self { buffer, start: 0, end: 0, code: None, text: String::new(), length: 0 }
    }

    /// Whether nothing of a further reply has arrived.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end && self.code.is_none()
    }

    /// Takes what the socket has; 0 at its end. Must follow a [`Input::take_reply`] that gave `None`, so
    /// that there is room.
    pub(super) fn poll_fill(&mut self, cx: &mut Context<'_>, stream: &mut Stream) -> Poll<io::Result<usize>> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        } else if self.end == self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        let room = &mut self.buffer[self.end..];
        if room.is_empty() {
            return Poll::Ready(Err(io::ErrorKind::OutOfMemory.into()));
        }
        let read = stream.poll_read(cx, room);
        if let Poll::Ready(Ok(count)) = read {
            self.end += count;
        }
        read
    }

    /// The next reply, if all of its lines are here.
    pub(super) fn take_reply(&mut self) -> Result<Option<Reply>, TransportError> {
        loop {
            let data = &self.buffer[self.start..self.end];
            let Some(length) = memchr::memchr(b'\n', data) else {
                if data.len() > MAX_LINE {
                    return Err(TransportError::Protocol("a reply line is longer than 2,048 octets"));
                }
                return Ok(None);
            };
            if length > MAX_LINE {
                return Err(TransportError::Protocol("a reply line is longer than 2,048 octets"));
            }
            self.length += length + 1;
            if self.length > MAX_REPLY {
                return Err(TransportError::Protocol("a reply is longer than 64 KiB"));
            }
            let line = &data[..length];
            let (code, more, text) = parse_line(line.strip_suffix(b"\r").unwrap_or(line))?;
            if self.code.is_some_and(|first| first != code) {
                return Err(TransportError::Protocol("the lines of a reply have different codes"));
            }
            if self.code.is_some() && self.text.len() < MAX_TEXT {
                self.text.push('\n');
            }
            let room = MAX_TEXT.saturating_sub(self.text.len());
            self.text.push_str(&text[..text.len().min(room)]);
            self.code = Some(code);
            self.start += length + 1;
            if !more {
                (self.code, self.length) = (None, 0);
                return Ok(Some(Reply::new(code, std::mem::take(&mut self.text))));
            }
        }
    }
}

/// Code, whether more lines follow, text. The text is ASCII, so it can be cut anywhere.
fn parse_line(line: &[u8]) -> Result<(u16, bool, &str), TransportError> {
    if line.iter().any(|b| !matches!(b, b' '..=b'~' | b'\t')) {
        return Err(TransportError::Protocol("a reply holds octets that are not printable ASCII"));
    }
    let malformed = TransportError::Protocol("a reply does not start with a code of three digits");
    let line = std::str::from_utf8(line).map_err(|_| malformed.clone())?;
    let (digits, rest) = line.split_at_checked(3).ok_or(malformed.clone())?;
    if !digits.bytes().all(|b| b.is_ascii_digit()) || !(b'2'..=b'5').contains(&digits.as_bytes()[0]) {
        return Err(malformed);
    }
    let code = digits.parse().map_err(|_| malformed.clone())?;
    match rest.as_bytes().first() {
        None => Ok((code, false, "")),
        Some(b' ') => Ok((code, false, &rest[1..])),
        Some(b'-') => Ok((code, true, &rest[1..])),
        Some(_) => Err(malformed),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Enhanced;

    /// Feeds `data` in pieces of `step` octets, as a socket would.
    fn read(data: &[u8], step: usize) -> Result<Vec<Reply>, TransportError> {
        let mut input = Input::new();
        let mut replies = Vec::new();
        for piece in data.chunks(step) {
            if input.end + piece.len() > input.buffer.len() {
                input.buffer.copy_within(input.start..input.end, 0);
                (input.start, input.end) = (0, input.end - input.start);
            }
            input.buffer[input.end..input.end + piece.len()].copy_from_slice(piece);
            input.end += piece.len();
            while let Some(reply) = input.take_reply()? {
                replies.push(reply);
            }
        }
        Ok(replies)
    }

    #[test]
    fn reads_pipelined_and_continued_replies() {
        let data = b"250-2.1.0 one\r\n250-\r\n250 two\r\n354\r\n550 5.1.1 no\r\n";
        for step in [1, 2, 7, data.len()] {
            let replies = read(data, step).unwrap();
            assert_eq!(replies.iter().map(|r| r.code).collect::<Vec<_>>(), [250, 354, 550]);
            assert_eq!(replies[0].text, "2.1.0 one\n\ntwo");
            assert_eq!(replies[1].text, "");
            assert_eq!(replies[2].enhanced, Some(Enhanced { class: 5, subject: 1, detail: 1 }));
        }
    }

    #[test]
    fn ignores_malformed_and_contradicting_enhanced_codes() {
        for text in ["4.1.1 x", "5.1 x", "5.1.1.1 x", "5.1.1234 x", "5..1 x", "3.1.1 x", "5.1.1x", "x"] {
            let replies = read(format!("550 {text}\r\n").as_bytes(), 64).unwrap();
            assert_eq!(replies[0].enhanced, None, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_not_smtp() {
        let long = [b"250 ".as_slice(), &[b'x'; 2100], b"\r\n"].concat();
        for bad in [
            b"25 x\r\n".as_slice(),
            b"hello\r\n",
            b"\r\n",
            b"150 x\r\n",
            b"650 x\r\n",
            b"250_x\r\n",
            b"250-a\r\n251 b\r\n",
            b"250 a\rb\r\n",
            "250 ok ü\r\n".as_bytes(),
            b"250 \0\r\n",
            long.as_slice(),
            &long[..2080],
        ] {
            assert!(matches!(read(bad, 512), Err(TransportError::Protocol(_))), "{bad:?}");
        }
    }

    #[test]
    fn keeps_little_of_a_long_reply_and_refuses_an_endless_one() {
        let line = [b"250-".as_slice(), &[b'x'; 996], b"\r\n"].concat();
        let long = [line.repeat(60), b"250 end\r\n".to_vec()].concat();
        assert!(read(&long, 700).unwrap()[0].text.len() <= MAX_TEXT);
        assert!(matches!(read(&line.repeat(70), 700), Err(TransportError::Protocol(_))));
    }

    proptest! {
        #[test]
        fn never_panics(data in prop::collection::vec(prop::sample::select(b"250 -\r\n.x\xff".to_vec()), 0..400),
                        step in 1usize..64) {
            let _ = read(&data, step);
        }
    }
}
