//! Records of a CSV file in bounded memory, with the line each starts on.

use std::io::{self, Read};

use csv_core::ReadRecordResult;

/// A record larger than this is not kept.
const MAX_RECORD: usize = 1 << 20;
/// A record with more fields than this is not kept.
const MAX_FIELDS: usize = 1 << 12;
const BUFFER: usize = 64 * 1024;
/// Put behind the file: when it comes back inside a record, a quote was never closed.
const END: &[u8] = b"\n\x1eend of file\x1e\n";
const END_FIELD: &[u8] = b"\x1eend of file\x1e";

/// What came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Record,
    /// Larger than 1 MiB, or more than 4,096 fields.
    TooLarge,
    /// The file ends within a quoted field: this is what is left of its last record.
    Cut,
    End,
}

/// The reader; the fields of the last record are kept until the next.
pub struct Records {
    input: Box<dyn Read + Send>,
    core: csv_core::Reader,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    is_end_fed: bool,
    newlines: u64,
    line: u64,
    out: Vec<u8>,
    ends: Vec<usize>,
    fields: usize,
}

impl Records {
    /// Finds the delimiter in the first line: the one of comma, semicolon and tab that comes most often outside quotes.
    pub fn new(input: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut records = Self {
            input,
            core: csv_core::Reader::new(),
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            is_end_fed: false,
            newlines: 0,
            line: 1,
            out: vec![0; 4096],
            ends: vec![0; 64],
            fields: 0,
        };
        while records.end < BUFFER - END.len() {
            let read = records.input.read(&mut records.buffer[records.end..BUFFER - END.len()])?;
            if read == 0 {
                break;
            }
            records.end += read;
        }
        let delimiter = delimiter(&records.buffer[..records.end]);
        records.core = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        Ok(records)
    }

    /// The line on which the last record starts, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// How many fields the last record has.
    pub fn len(&self) -> usize {
        self.fields
    }

    pub fn field(&self, at: usize) -> &[u8] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.out[start..self.ends[at]]
    }

    /// Reads on. Empty lines are passed over.
    pub fn next(&mut self) -> io::Result<Step> {
        if !self.skip_line_ends()? {
            return Ok(Step::End);
        }
        self.line = self.newlines + 1;
        let (mut written, mut fields, mut is_large) = (0, 0, false);
        loop {
            self.fill()?;
            let input = &self.buffer[self.start..self.end];
            let (result, read, wrote, ended) =
                self.core.read_record(input, &mut self.out[written..], &mut self.ends[fields..]);
            self.newlines += input[..read].iter().map(|b| u64::from(*b == b'\n')).sum::<u64>();
            self.start += read;
            written += wrote;
            fields += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.out.len() < MAX_RECORD => {
                    self.out.resize(self.out.len() * 2, 0);
                }
                ReadRecordResult::OutputEndsFull if self.ends.len() < MAX_FIELDS => {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    (written, fields, is_large) = (0, 0, true);
                }
                ReadRecordResult::Record | ReadRecordResult::End => break,
            }
        }
        self.fields = fields;
        let is_last = self.is_end_fed && self.start == self.end;
        Ok(match (is_last, is_large) {
            (true, false) if &self.out[..written] == END_FIELD => Step::End,
            (true, _) => {
                self.fields = 0;
                Step::Cut
            }
            (false, true) => {
                self.fields = 0;
                Step::TooLarge
            }
            (false, false) => Step::Record,
        })
    }

    /// False at the end of the file.
    fn skip_line_ends(&mut self) -> io::Result<bool> {
        loop {
            self.fill()?;
            if self.start == self.end {
                return Ok(false);
            }
            while self.start < self.end && matches!(self.buffer[self.start], b'\r' | b'\n') {
                self.newlines += u64::from(self.buffer[self.start] == b'\n');
                self.start += 1;
            }
            if self.start < self.end {
                return Ok(true);
            }
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.start < self.end || self.is_end_fed {
            return Ok(());
        }
        self.start = 0;
        self.end = self.input.read(&mut self.buffer[..BUFFER - END.len()])?;
        if self.end == 0 && !self.is_end_fed {
            self.buffer[..END.len()].copy_from_slice(END);
            self.end = END.len();
            self.is_end_fed = true;
        }
        Ok(())
    }
}

fn delimiter(start: &[u8]) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in start.iter().skip_while(|b| matches!(b, b'\r' | b'\n')) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            byte if !is_quoted => {
                if let Some((_, n)) = counts.iter_mut().find(|(d, _)| d == byte) {
                    *n += 1;
                }
            }
            _ => {}
        }
    }
    let [mut best, rest @ ..] = counts;
    for candidate in rest {
        if candidate.1 > best.1 {
            best = candidate;
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    type Seen = Vec<(Step, u64, Vec<String>)>;

    fn all(text: &str) -> Seen {
        let mut records = Records::new(Box::new(Cursor::new(text.as_bytes().to_vec()))).unwrap();
        let mut seen = Vec::new();
        loop {
            let step = records.next().unwrap();
            if step == Step::End {
                assert_eq!(records.next().unwrap(), Step::End);
                return seen;
            }
            let fields = (0..records.len()).map(|at| String::from_utf8_lossy(records.field(at)).into_owned());
            seen.push((step, records.line(), fields.collect()));
        }
    }

    fn row(line: u64, fields: &[&str]) -> (Step, u64, Vec<String>) {
        (Step::Record, line, fields.iter().map(|f| (*f).to_owned()).collect())
    }

    #[test]
    fn lines_and_quotes_are_right_with_either_line_end() {
        let expected =
            [row(1, &["a", "b"]), row(2, &["1", "x\ny"]), row(5, &["2", "say \"hi\""]), row(6, &["3", ""])];
        let text = "a,b\n1,\"x\ny\"\n\n2,\"say \"\"hi\"\"\"\n3,";
        assert_eq!(all(text), expected);
        assert_eq!(all(&format!("{text}\n\n")), expected);
        let windows = "a,b\r\n1,\"x\ny\"\r\n\r\n2,\"say \"\"hi\"\"\"\r\n3,\r\n";
        assert_eq!(all(windows), expected);
        assert!(all("").is_empty());
        assert!(all("\n\n").is_empty());
    }

    #[test]
    fn the_delimiter_is_the_most_frequent_one_of_the_first_line() {
        assert_eq!(all("a;b;\"c,d,e,f\"\n1;2;3"), [row(1, &["a", "b", "c,d,e,f"]), row(2, &["1", "2", "3"])]);
        assert_eq!(all("a\tb\n1\t2"), [row(1, &["a", "b"]), row(2, &["1", "2"])]);
        assert_eq!(all("email\na,b"), [row(1, &["email"]), row(2, &["a", "b"])]);
    }

    #[test]
    fn a_file_that_ends_within_quotes_says_so() {
        assert_eq!(all("a,b\n1,\"2\n3,4\n"), [row(1, &["a", "b"]), (Step::Cut, 2, vec![])]);
        assert_eq!(all("a,b\n1,\""), [row(1, &["a", "b"]), (Step::Cut, 2, vec![])]);
        let long = format!("a,b\n1,\"{}", "x\n".repeat(2_000_000));
        assert_eq!(all(&long), [row(1, &["a", "b"]), (Step::Cut, 2, vec![])]);
    }

    #[test]
    fn a_huge_record_is_passed_over_in_bounded_memory() {
        let text = format!("a,b\n1,\"{}\"\n2,{}\n3,4\n", "x".repeat(5 << 20), ",".repeat(5000));
        let seen = all(&text);
        assert_eq!(
            seen[1..],
            [(Step::TooLarge, 2, vec![]), (Step::TooLarge, 3, vec![]), row(4, &["3", "4"])]
        );
    }
}
