//! The bytes of an uploaded file as UTF-8, a piece at a time. What has no mark and is no UTF-8 is what older spreadsheets
//! write, Windows-1252.

use std::io::{self, Cursor, Read};

/// How a file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, or UTF-16 with its mark.
    #[default]
    Unicode,
    Windows1252,
}

/// Reads a file to its end to tell how it is written. One with more that is UTF-8 than is not has broken rows.
pub fn detect(mut input: impl Read) -> io::Result<Encoding> {
    let (mut good, mut bad) = (0_u64, 0_u64);
    let mut buffer = vec![0; 64 * 1024];
    let (mut held, mut is_start) = (0, true);
    loop {
        let read = input.read(&mut buffer[held..])?;
        if is_start && matches!(buffer.get(..2), Some([0xFF, 0xFE] | [0xFE, 0xFF])) {
            return Ok(Encoding::Unicode);
        }
        is_start = false;
        let end = held + read;
        // UTF-16 without its mark is told as such.
        if buffer[..end].contains(&0) {
            return Ok(Encoding::Unicode);
        }
        let mut at = 0;
        while let Err(error) = std::str::from_utf8(&buffer[at..end]) {
            let valid = at + error.valid_up_to();
            good += letters(&buffer[at..valid]);
            at = valid;
            match error.error_len() {
                Some(length) => at += length,
                // A letter goes on in the next piece, unless there is none.
                None if read > 0 => break,
                None => at = end,
            }
            bad += 1;
        }
        if std::str::from_utf8(&buffer[at..end]).is_ok() {
            good += letters(&buffer[at..end]);
            at = end;
        }
        if read == 0 {
            return Ok(if bad > good { Encoding::Windows1252 } else { Encoding::Unicode });
        }
        buffer.copy_within(at..end, 0);
        held = end - at;
    }
}

/// Letters of more than one byte.
fn letters(text: &[u8]) -> u64 {
    text.iter().map(|byte| u64::from(*byte >= 0xC0)).sum()
}

/// A file that is read as UTF-8, whatever it is written in.
pub fn decoded<R: Read + Send + 'static>(input: R, encoding: Encoding) -> io::Result<Box<dyn Read + Send>> {
    match encoding {
        Encoding::Unicode => utf8(input),
        Encoding::Windows1252 => Ok(Box::new(Windows1252 { input, out: Vec::new(), at: 0 })),
    }
}

/// Windows-1252 to UTF-8; the five bytes without a letter become control characters, as in browsers.
struct Windows1252<R> {
    input: R,
    out: Vec<u8>,
    at: usize,
}

/// The letters 0x80 to 0x9F.
const LETTERS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl<R: Read> Read for Windows1252<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.out.len() {
            let mut piece = vec![0; PIECE];
            let read = self.input.read(&mut piece)?;
            (self.at, self.out) = (0, Vec::with_capacity(read * 2));
            for byte in &piece[..read] {
                let letter = match byte {
                    0x80..=0x9F => LETTERS[usize::from(byte - 0x80)],
                    byte => char::from(*byte),
                };
                self.out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        let n = buffer.len().min(self.out.len() - self.at);
        buffer[..n].copy_from_slice(&self.out[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

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
        // Long enough that pairs fall across the borders of pieces.
        let text = format!("xx{}", "ä😀\n".repeat(9_000));
        assert_eq!(read(text.clone().into_bytes()), text.as_bytes());
        assert_eq!(read(format!("\u{FEFF}{text}").into_bytes()), text.as_bytes());
        assert_eq!(read(utf16(&text, [0xFF, 0xFE], u16::to_le_bytes)), text.as_bytes());
        assert_eq!(read(utf16(&text, [0xFE, 0xFF], u16::to_be_bytes)), text.as_bytes());
        assert_eq!(read(vec![]), b"");
        assert_eq!(read(vec![b'a']), b"a");
    }

    /// Gives a byte at a time.
    struct ByByte(Cursor<Vec<u8>>);
    impl Read for ByByte {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }

    #[test]
    fn what_older_spreadsheets_write_is_told_from_broken_utf8() {
        let detected = |bytes: &[u8]| detect(Cursor::new(bytes.to_vec())).unwrap();
        let long = "ä😀\n".repeat(40_000).into_bytes();
        for unicode in [&b""[..], b"plain", &long, b"\xFF\xFEa\0", b"e\0m\0", "\u{FEFF}ä".as_bytes()] {
            assert_eq!(detected(unicode), Encoding::Unicode);
        }
        // A letter of which a piece ends in the middle is whole, one that the file ends in is not.
        let by_byte = |text: &[u8]| detect(ByByte(Cursor::new(text.to_vec()))).unwrap();
        assert_eq!(by_byte("ä😀é".as_bytes()), Encoding::Unicode);
        assert_eq!(by_byte(b"caf\xE9"), Encoding::Windows1252);
        let mut broken = long;
        broken.extend_from_slice(b"M\xFCller\n");
        assert_eq!(detected(&broken), Encoding::Unicode, "one row is broken");
        for windows in [&b"M\xFCller;\x80 5\n"[..], b"caf\xE9", b"\xC4\xD6\xDC"] {
            assert_eq!(detected(windows), Encoding::Windows1252);
        }
        let mut out = String::new();
        let text = [b"M\xFCller \x80\x97\x81 ".repeat(9_000), b"\xFF".to_vec()].concat();
        decoded(Cursor::new(text), Encoding::Windows1252).unwrap().read_to_string(&mut out).unwrap();
        assert_eq!(out, "Müller €—\u{81} ".repeat(9_000) + "ÿ");
    }

    #[test]
    fn what_is_broken_stays_visible() {
        assert_eq!(read(vec![b'a', 0xE4, b'b', b'c']), [b'a', 0xE4, b'b', b'c']);
        assert_eq!(read(vec![0xFF, 0xFE, 0x3D, 0xD8, b'a', 0]), [0xFF, b'a']);
        assert_eq!(read(vec![0xFF, 0xFE, b'a', 0, b'b']), [b'a', 0xFF]);
    }
}
