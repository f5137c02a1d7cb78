//! The bytes of an uploaded file as UTF-8, a piece at a time.

use std::io::{self, Cursor, Read};

/// A file that is read as UTF-8. A byte order mark is taken off; UTF-16 with its mark is converted. Everything else
/// comes through as it is: what is not UTF-8 is told row by row.
pub fn utf8<R: Read + Send + 'static>(mut input: R) -> io::Result<Box<dyn Read + Send>> {
    let mut mark = Vec::with_capacity(3);
    input.by_ref().take(3).read_to_end(&mut mark)?;
    let rest = |skip: usize, mark: Vec<u8>| Cursor::new(mark[skip..].to_vec());
    Ok(match mark.as_slice() {
        [0xEF, 0xBB, 0xBF] => Box::new(input),
        [0xFF, 0xFE, ..] => Box::new(Utf16::new(rest(2, mark).chain(input), false)),
        [0xFE, 0xFF, ..] => Box::new(Utf16::new(rest(2, mark).chain(input), true)),
        _ => Box::new(rest(0, mark).chain(input)),
    })
}

/// UTF-16 to UTF-8. Half a pair becomes a byte that is no UTF-8, so that its row is refused.
struct Utf16<R> {
    input: R,
    is_big: bool,
    raw: Vec<u8>,
    /// The first half of a pair whose second half is in the next piece.
    half: Option<u16>,
    out: Vec<u8>,
    at: usize,
    is_over: bool,
}

const PIECE: usize = 16 * 1024;

impl<R: Read> Utf16<R> {
    fn new(input: R, is_big: bool) -> Self {
        Self { input, is_big, raw: Vec::new(), half: None, out: Vec::new(), at: 0, is_over: false }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.out.clear();
        self.at = 0;
        while self.out.is_empty() && !self.is_over {
            let read = self.input.by_ref().take(PIECE as u64).read_to_end(&mut self.raw)?;
            self.is_over = read == 0;
            let whole = self.raw.len() / 2 * 2;
            let raw: Vec<u8> = self.raw.drain(..whole).collect();
            let unit = |b: &[u8]| if self.is_big { [b[0], b[1]] } else { [b[1], b[0]] };
            let mut units: Vec<u16> = self.half.take().into_iter().collect();
            units.extend(raw.chunks_exact(2).map(|b| u16::from_be_bytes(unit(b))));
            if !self.is_over && units.last().is_some_and(|u| (0xD800..0xDC00).contains(u)) {
                self.half = units.pop();
            }
            for c in char::decode_utf16(units) {
                match c {
                    Ok(c) => self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                    Err(_) => self.out.push(0xFF),
                }
            }
            if self.is_over && !self.raw.is_empty() {
                self.out.push(0xFF);
                self.raw.clear();
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.out.len() {
            self.fill()?;
        }
        let n = buffer.len().min(self.out.len() - self.at);
        buffer[..n].copy_from_slice(&self.out[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> Vec<u8> {
        let mut out = Vec::new();
        utf8(Cursor::new(bytes)).unwrap().read_to_end(&mut out).unwrap();
        out
    }

    fn utf16(text: &str, mark: [u8; 2], pair: fn(u16) -> [u8; 2]) -> Vec<u8> {
        mark.into_iter().chain(text.encode_utf16().flat_map(pair)).collect()
    }

    #[test]
    fn marks_are_taken_off_and_utf16_is_converted() {
        // Long enough that pairs fall on the borders of pieces.
        let text = format!("x{}", "ä😀\n".repeat(9_000));
        assert_eq!(read(text.clone().into_bytes()), text.as_bytes());
        assert_eq!(read(format!("\u{FEFF}{text}").into_bytes()), text.as_bytes());
        assert_eq!(read(utf16(&text, [0xFF, 0xFE], u16::to_le_bytes)), text.as_bytes());
        assert_eq!(read(utf16(&text, [0xFE, 0xFF], u16::to_be_bytes)), text.as_bytes());
        assert_eq!(read(vec![]), b"");
        assert_eq!(read(vec![b'a']), b"a");
    }

    #[test]
    fn what_is_broken_stays_visible() {
        assert_eq!(read(vec![b'a', 0xE4, b'b', b'c']), [b'a', 0xE4, b'b', b'c']);
        assert_eq!(read(vec![0xFF, 0xFE, 0x3D, 0xD8, b'a', 0]), [0xFF, b'a']);
        assert_eq!(read(vec![0xFF, 0xFE, b'a', 0, b'b']), [b'a', 0xFF]);
    }
}
