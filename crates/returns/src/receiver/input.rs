//! Lines and messages from a client, in bounded memory.
//!
//! Only CRLF ends a line and only CRLF.CRLF ends a message. Servers that take a bare LF for a line end can be
//! made to see a second message where another server saw one ("SMTP smuggling", CVE-2023-51764 and its kin).

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

/// RFC 5321 §4.5.3.1.4 has 512 with the CRLF, and more for parameters.
const MAX_LINE: usize = 1000;
/// Octets of an overlong line that are passed over in hope of its end.
const MAX_SKIPPED: usize = 64 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Without its CRLF.
    Text(Vec<u8>),
    TooLong,
    /// Far too long, and no end to be seen.
    Endless,
    /// Ended by LF alone.
    BareLf,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Data {
    /// Without dot-stuffing.
    Message(Vec<u8>),
    TooBig,
    /// An LF stood without CR. The octets up to the end of the message are gone.
    BareLf,
    /// Many times too big, and no end to be seen.
    Endless,
}

pub(super) struct Input<S> {
    pub(super) stream: S,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

impl<S: AsyncRead + Unpin> Input<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, buffer: vec![0; 8 * 1024].into_boxed_slice(), start: 0, end: 0 }
    }

    /// Whether a whole line is here, so that answers can wait for more of them (RFC 2920 §3.2).
    pub(super) fn has_line(&self) -> bool {
        self.buffer[self.start..self.end].contains(&b'\n')
    }

    /// Makes sure that there are octets; false at the end of the stream.
    async fn fill(&mut self) -> io::Result<bool> {
        if self.start == self.end {
            self.end = self.stream.read(&mut self.buffer).await?;
            self.start = 0;
        }
        Ok(self.end > 0)
    }

    /// The next line, `None` if the client is gone.
    pub(super) async fn line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut length = 0;
        while self.fill().await? {
            let here = &self.buffer[self.start..self.end];
            let end = here.iter().position(|b| *b == b'\n');
            let piece = &here[..end.map_or(here.len(), |end| end + 1)];
            length += piece.len();
            if length <= MAX_LINE {
                line.extend_from_slice(piece);
            }
            self.start += piece.len();
            if end.is_some() {
                if length > MAX_LINE {
                    return Ok(Some(Line::TooLong));
                }
                let ended = line.ends_with(b"\r\n");
                line.truncate(line.len().saturating_sub(2));
                return Ok(Some(if ended { Line::Text(line) } else { Line::BareLf }));
            }
            if length > MAX_SKIPPED {
                return Ok(Some(Line::Endless));
            }
        }
        Ok(None)
    }

    /// The content after DATA, `None` if the client is gone before its end.
    pub(super) async fn data(&mut self, max: usize) -> io::Result<Option<Data>> {
        let mut content = Content { max, state: State::Start, message: Vec::new(), length: 0, bare: false };
        while self.fill().await? {
            let here = &self.buffer[self.start..self.end];
            if let Some(last) = here.iter().position(|b| content.push(*b)) {
                self.start += last + 1;
                return Ok(Some(content.finish()));
            }
            self.start = self.end;
            if content.length > max.saturating_mul(16) {
                return Ok(Some(Data::Endless));
            }
        }
        Ok(None)
    }
}

#[derive(Clone, Copy)]
enum State {
    /// After CRLF.
    Start,
    /// After CRLF and a dot.
    Dot,
    /// After CRLF, a dot and CR.
    DotCr,
    /// Inside a line.
    Inside,
    /// After CR.
    Cr,
}

struct Content {
    max: usize,
    state: State,
    message: Vec<u8>,
    length: usize,
    bare: bool,
}

impl Content {
    /// Whether this octet was the last of CRLF.CRLF.
    fn push(&mut self, b: u8) -> bool {
        self.length += 1;
        self.state = match (self.state, b) {
            (State::DotCr, b'\n') => return true,
            // The first dot of a line is taken away (RFC 5321 §4.5.2).
            (State::Start, b'.') => State::Dot,
            (State::Dot, b'\r') => State::DotCr,
            (State::DotCr, _) => {
                self.keep(b'\r');
                self.keep(b);
                if b == b'\r' { State::Cr } else { State::Inside }
            }
            (State::Cr, b'\n') => {
                self.keep(b);
                State::Start
            }
            (_, b'\r') => {
                self.keep(b);
                State::Cr
            }
            (_, b) => {
                self.bare |= b == b'\n';
                self.keep(b);
                State::Inside
            }
        };
        false
    }

    fn keep(&mut self, b: u8) {
        // One octet more than allowed tells that it was too many.
        if self.message.len() <= self.max {
            self.message.push(b);
        }
    }

    fn finish(self) -> Data {
        if self.bare {
            Data::BareLf
        } else if self.message.len() > self.max {
            Data::TooBig
        } else {
            Data::Message(self.message)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn now<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    fn data(input: &[u8], max: usize) -> Option<Data> {
        now(Input::new(input).data(max)).unwrap()
    }

    #[test]
    fn takes_the_dots_away() {
        for (input, expected) in [
            (".\r\n", ""),
            ("a\r\n.\r\n", "a\r\n"),
            ("..\r\n..a\r\n.b\r\n.\r\n", ".\r\n.a\r\nb\r\n"),
            (".\r\r\n.\r\n", "\r\r\n"),
            ("a\rb\r\n.\r\n", "a\rb\r\n"),
        ] {
            assert_eq!(data(input.as_bytes(), 100), Some(Data::Message(expected.into())), "{input:?}");
        }
    }

    #[test]
    fn only_crlf_dot_crlf_ends_a_message() {
        for (fake, refused) in [
            ("\n.\r\n", true),
            ("\n.\n", true),
            ("\r\n.\n", true),
            ("\r.\r\n", false),
            ("\r.\r", false),
            ("\r\n.\r", false),
        ] {
            let input = format!("a{fake}MAIL FROM:<x@y>\r\n.\r\n");
            match data(input.as_bytes(), 100) {
                Some(Data::BareLf) => assert!(refused, "{fake:?}"),
                Some(Data::Message(text)) => {
                    assert!(!refused && text.ends_with(b"MAIL FROM:<x@y>\r\n"), "{fake:?}");
                }
                other => panic!("{fake:?}: {other:?}"),
            }
            assert_eq!(data(format!("a{fake}").as_bytes(), 100), None, "{fake:?} is no end");
        }
    }

    #[test]
    fn size_is_bounded() {
        assert_eq!(data(b"12345678\r\n.\r\n", 10), Some(Data::Message(b"12345678\r\n".to_vec())));
        assert_eq!(data(b"123456789\r\n.\r\n", 10), Some(Data::TooBig));
        assert_eq!(data(&b"x".repeat(20_000), 1000), Some(Data::Endless));
    }

    #[test]
    fn lines_are_bounded() {
        let long = [vec![b'x'; 20_000], b"\r\nNOOP\r\nRSET\nQUIT".to_vec()].concat();
        now(async {
            let mut input = Input::new(long.as_slice());
            assert_eq!(input.line().await.unwrap(), Some(Line::TooLong));
            assert!(input.has_line());
            assert_eq!(input.line().await.unwrap(), Some(Line::Text(b"NOOP".to_vec())));
            assert_eq!(input.line().await.unwrap(), Some(Line::BareLf));
            assert!(!input.has_line());
            assert_eq!(input.line().await.unwrap(), None);
            let endless = vec![b'x'; 200_000];
            assert_eq!(Input::new(endless.as_slice()).line().await.unwrap(), Some(Line::Endless));
        });
        let most = [vec![b'x'; 998], b"\r\n".to_vec()].concat();
        assert_eq!(now(Input::new(most.as_slice()).line()).unwrap(), Some(Line::Text(vec![b'x'; 998])));
    }

    proptest! {
        /// A message without bare LF comes out as it was before dots were stuffed.
        #[test]
        fn unstuffs_what_was_stuffed(lines in prop::collection::vec("[.ax]{0,4}", 0..20)) {
            let message = lines.iter().flat_map(|line| [line, "\r\n"]).collect::<String>();
            let dot = |line: &str| if line.starts_with('.') { "." } else { "" };
            let stuffed = lines.iter().flat_map(|line| [dot(line), line, "\r\n"]).collect::<String>();
            let read = data(format!("{stuffed}.\r\nQUIT\r\n").as_bytes(), 1000);
            prop_assert_eq!(read, Some(Data::Message(message.into_bytes())));
        }

        #[test]
        fn never_panics(input in prop::collection::vec(prop::sample::select(b".\r\nax".to_vec()), 0..200)) {
            let _ = data(&input, 50);
            let _ = now(Input::new(input.as_slice()).line());
        }
    }
}
