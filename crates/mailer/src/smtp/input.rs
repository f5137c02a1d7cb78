//! Reads replies (RFC 5321 §4.2) in bounded memory, whatever the server sends.

use std::{
    io,
    ops::Range,
    task::{Context, Poll},
};

use super::stream::Stream;
use crate::{Reply, TransportError};

/// What is kept of a line; the rest is passed over. RFC 5321 §4.5.3.1.5 allows 512 octets, servers in the wild send more.
const MAX_LINE: usize = 2048;
/// All lines of one reply.
const MAX_REPLY: usize = 64 * 1024;
/// What is kept of the text of one reply.
const MAX_TEXT: usize = 4096;

const MALFORMED: TransportError =
    TransportError::Protocol("a reply does not start with a code of three digits");
const MIXED: TransportError = TransportError::Protocol("the lines of a reply have different codes");

/// How much a reply may break the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// Its lines are well-formed and have one code: what is no such reply may belong to another command.
    Strict,
    /// The answer to the end of a message: the first three digits decide, whatever follows them. A message that was
    /// taken and is not known to be would be sent again.
    Digits,
}

/// The reply under way.
#[derive(Default)]
struct Lines {
    /// Of the first line.
    code: Option<u16>,
    /// ASCII.
    text: Vec<u8>,
    /// Octets so far.
    length: usize,
    /// The rest of a long line is passed over.
    in_line: bool,
    /// The line under way, or the one before, is the last.
    last: bool,
}

/// Octets received and not yet used, and the lines of the reply under way.
pub(super) struct Input {
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    lines: Lines,
    out_of_step: bool,
    /// Of an earlier reply, for its capacity.
    spare: Vec<u8>,
}

impl Input {
    pub(super) fn new() -> Self {
        let buffer = vec![0; 2 * MAX_LINE].into_boxed_slice();
        Self { buffer, start: 0, end: 0, lines: Lines::default(), out_of_step: false, spare: Vec::new() }
    }

    /// Whether nothing of a further reply has arrived.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end && self.lines.code.is_none()
    }

    /// Whether a reply was taken whose end can be told only by guessing: what follows it belongs to nothing.
    pub(super) fn is_out_of_step(&self) -> bool {
        self.out_of_step
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
    pub(super) fn take_reply(&mut self, rules: Rules) -> Result<Option<Reply>, TransportError> {
        while let Some((piece, ends)) = self.next_piece() {
            self.lines.length += piece.len() + usize::from(ends);
            if self.lines.length > MAX_REPLY {
                let too_long = TransportError::Protocol("a reply is longer than 64 KiB");
                return self.decided(rules).map(Some).ok_or(too_long);
            }
            if !self.lines.in_line {
                self.line(piece, rules)?;
            }
            self.lines.in_line = !ends;
            if ends && self.lines.last {
                return Ok(self.finish());
            }
        }
        Ok(None)
    }

    /// What the digits of a reply say that will never be whole, because the connection or the patience ended.
    pub(super) fn decided(&mut self, rules: Rules) -> Option<Reply> {
        if rules == Rules::Strict {
            return None;
        }
        self.out_of_step = true;
        if self.lines.code.is_none() {
            let piece = self.start..self.end;
            self.start = self.end;
            self.line(piece, rules).ok()?;
        }
        self.finish()
    }

    /// The next line, or the part of a long one that is here; whether its end is.
    fn next_piece(&mut self) -> Option<(Range<usize>, bool)> {
        let data = &self.buffer[self.start..self.end];
        let (length, ends) = match memchr::memchr(b'\n', data) {
            Some(length) => (length, true),
            None if data.len() > MAX_LINE || (self.lines.in_line && !data.is_empty()) => (data.len(), false),
            None => return None,
        };
        let piece = self.start..self.start + length;
        self.start = piece.end + usize::from(ends);
        Some((piece, ends))
    }

    /// Reads the beginning of a line, which may be all of it.
    fn line(&mut self, piece: Range<usize>, rules: Rules) -> Result<(), TransportError> {
        let line = &self.buffer[piece];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let (code, more, text) = match (parse_line(line), self.lines.code) {
            (Ok(parsed), first) if first.is_none_or(|first| first == parsed.0) => parsed,
            (parsed, _) if rules == Rules::Strict => return Err(parsed.err().unwrap_or(MIXED)),
            (parsed, Some(first)) => {
                self.out_of_step = true;
                let (_, more, text) = parsed.unwrap_or((first, true, line));
                (first, more, text)
            }
            (_, None) => {
                self.out_of_step = true;
                (digits(line).ok_or(MALFORMED)?, false, &line[3..])
            }
        };
        let lines = &mut self.lines;
        if lines.code.is_some() && lines.text.len() < MAX_TEXT {
            lines.text.push(b'\n');
        }
        let room = MAX_TEXT.saturating_sub(lines.text.len()).min(MAX_LINE);
        lines.text.extend(text.iter().take(room).map(|octet| printable(*octet)));
        (lines.code, lines.last) = (Some(code), !more);
        Ok(())
    }

    /// Takes back a reply of which nothing more is wanted.
    pub(super) fn done_with(&mut self, reply: Reply) {
        self.spare = reply.text.into_bytes();
        self.spare.clear();
    }

    fn finish(&mut self) -> Option<Reply> {
        let next = Lines { text: std::mem::take(&mut self.spare), ..Lines::default() };
        let Lines { code, text, .. } = std::mem::replace(&mut self.lines, next);
        Some(Reply::new(code?, String::from_utf8(text).unwrap_or_default()))
    }
}

/// Text of a server goes into logs and onto screens.
fn printable(octet: u8) -> u8 {
    if matches!(octet, b' '..=b'~' | b'\t') { octet } else { b'?' }
}

/// Code, whether more lines follow, text.
fn parse_line(line: &[u8]) -> Result<(u16, bool, &[u8]), TransportError> {
    let code = digits(line).ok_or(MALFORMED)?;
    match line.get(3) {
        None => Ok((code, false, b"")),
        Some(b' ') => Ok((code, false, &line[4..])),
        Some(b'-') => Ok((code, true, &line[4..])),
        Some(_) => Err(MALFORMED),
    }
}

/// The three digits at the beginning, of which the first is 2 to 5, and no fourth.
fn digits(line: &[u8]) -> Option<u16> {
    let digits = line.first_chunk::<3>().filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    let is_code = (b'2'..=b'5').contains(&digits[0]) && !line.get(3).is_some_and(u8::is_ascii_digit);
    is_code.then(|| digits.iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Enhanced;

    fn feed(input: &mut Input, piece: &[u8]) {
        if input.end + piece.len() > input.buffer.len() {
            input.buffer.copy_within(input.start..input.end, 0);
            (input.start, input.end) = (0, input.end - input.start);
        }
        input.buffer[input.end..input.end + piece.len()].copy_from_slice(piece);
        input.end += piece.len();
    }

    /// Feeds `data` in pieces of `step` octets, as a socket would.
    fn read(data: &[u8], step: usize) -> Result<Vec<Reply>, TransportError> {
        let mut input = Input::new();
        let mut replies = Vec::new();
        for piece in data.chunks(step) {
            feed(&mut input, piece);
            while let Some(reply) = input.take_reply(Rules::Strict)? {
                replies.push(reply);
            }
        }
        Ok(replies)
    }

    /// The answer to a message: the reply, and whether the connection can go on. The data may end at any octet.
    fn answer(data: &[u8], step: usize) -> Option<(u16, String, bool)> {
        let mut input = Input::new();
        for piece in data.chunks(step) {
            feed(&mut input, piece);
            if let Some(reply) = input.take_reply(Rules::Digits).ok()? {
                return Some((reply.code, reply.text, !input.is_out_of_step()));
            }
        }
        input.decided(Rules::Digits).map(|reply| (reply.code, reply.text, !input.is_out_of_step()))
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
    fn octets_that_cannot_be_shown_are_replaced() {
        let data = "250-ü\0\u{1b}[1m\r\n250 a\rb\tc\u{7f}\r\n354 \r\n".as_bytes();
        for step in [1, 3, data.len()] {
            let replies = read(data, step).unwrap();
            assert_eq!(replies[0].text, "????[1m\na?b\tc?");
            assert_eq!((replies[1].code, replies[1].text.as_str()), (354, ""));
            assert_eq!(answer(data, step), Some((250, replies[0].text.clone(), true)));
        }
    }

    #[test]
    fn the_rest_of_a_long_line_is_passed_over() {
        let long =
            [b"250-".as_slice(), b"x".repeat(20_000).as_slice(), b"\r\n250 end\r\n550 next\r\n"].concat();
        for step in [1, 700, 2000] {
            let replies = read(&long, step).unwrap();
            assert_eq!(replies.iter().map(|r| r.code).collect::<Vec<_>>(), [250, 550]);
            let (first, last) = replies[0].text.split_once('\n').unwrap();
            assert!((1000..=MAX_LINE).contains(&first.len()) && last == "end", "{step}: {}", first.len());
            assert!(answer(&long, step).is_some_and(|(code, _, goes_on)| code == 250 && goes_on));
        }
        // No more is cut than must be.
        let line = [b"250 ".as_slice(), b"x".repeat(MAX_LINE - 4).as_slice(), b"y\r\n"].concat();
        assert!(read(&line, MAX_LINE).unwrap()[0].text.ends_with("xy"));
    }

    #[test]
    fn refuses_what_is_not_smtp() {
        for bad in [
            b"25 x\r\n".as_slice(),
            b"hello\r\n",
            b"\r\n",
            b"150 x\r\n",
            b"650 x\r\n",
            b"2500 x\r\n",
            b"250_x\r\n",
            b"250-a\r\n251 b\r\n",
            b"250-a\r\nb\r\n",
            b"\xff250 x\r\n",
        ] {
            assert!(matches!(read(bad, 512), Err(TransportError::Protocol(_))), "{bad:?}");
        }
    }

    #[test]
    fn after_a_message_the_first_three_digits_decide() {
        for (data, code, text) in [
            (b"250_x\r\n".as_slice(), 250, "_x"),
            (b"250\0\r\n", 250, "?"),
            (b"550no\r\n", 550, "no"),
            (b"250-a\r\n550 b\r\n", 250, "a\nb"),
            (b"550-a\r\nb\r\n\r\n550 c\r\n", 550, "a\nb\n\nc"),
            // Whole lines that never come.
            (b"250", 250, ""),
            (b"250 2.0.0 Ok", 250, "2.0.0 Ok"),
            (b"250 2.0.0 Ok\r", 250, "2.0.0 Ok"),
            (b"451-a\r\n45", 451, "a"),
            (b"250-a\r\n", 250, "a"),
        ] {
            for step in [1, data.len()] {
                assert_eq!(answer(data, step), Some((code, text.to_owned(), false)), "{data:?}");
            }
        }
        for bad in [
            b"".as_slice(),
            b"2",
            b"25",
            b"hello\r\n250 ok\r\n",
            b"\r\n250 ok\r\n",
            b"2500 x\r\n",
            b"150 x\r\n",
        ] {
            assert_eq!(answer(bad, 512), None, "{bad:?}");
        }
        let endless = b"250-and so on\r\n".repeat(6000);
        let line = [b"250 ".as_slice(), b"x".repeat(2 * MAX_REPLY).as_slice()].concat();
        for data in [endless, line] {
            assert!(answer(&data, 700).is_some_and(|(code, _, goes_on)| code == 250 && !goes_on));
        }
    }

    #[test]
    fn keeps_little_of_a_long_reply_and_refuses_an_endless_one() {
        let line = [b"250-".as_slice(), &[b'x'; 996], b"\r\n"].concat();
        let long = [line.repeat(60), b"250 end\r\n".to_vec()].concat();
        assert!(read(&long, 700).unwrap()[0].text.len() <= MAX_TEXT);
        assert!(matches!(read(&line.repeat(70), 700), Err(TransportError::Protocol(_))));
        for (last, is_read) in [(400, true), (401, false)] {
            let last = [b"250 ".as_slice(), b"y".repeat(last).as_slice(), b"\r\n"].concat();
            let all = [line.repeat(65), last].concat();
            assert_eq!(
                (all.len() <= MAX_REPLY, read(&all, 700).is_ok()),
                (is_read, is_read),
                "{}",
                all.len()
            );
        }
        let line = [b"250 ".as_slice(), b"x".repeat(2 * MAX_REPLY).as_slice()].concat();
        assert!(matches!(read(&line, 700), Err(TransportError::Protocol(_))));
    }

    proptest! {
        #[test]
        fn never_panics(data in prop::collection::vec(prop::sample::select(b"250 -\r\n.x\xff".to_vec()), 0..400),
                        step in 1usize..64) {
            let _ = read(&data, step);
            let _ = answer(&data, step);
        }
    }
}
