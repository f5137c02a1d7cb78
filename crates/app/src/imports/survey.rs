//! A file read once before anything of it is imported: how it is written, and which of its words nobody knows.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    dates::Slashes,
    decode::{self, Encoding},
    model::Mapping,
    records::{Records, Step},
    rows::{Layout, Refusal},
    signs::{Sign, StatusMap, said},
};
use crate::subscribers::csv_unsafe_again;

/// Words that are asked about at once.
const MAX_WORDS: usize = 30;
/// Characters of a word that is asked about.
const MAX_WORD: usize = 60;

/// What the first reading found.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    pub encoding: Encoding,
    pub slashes: Slashes,
    /// Words that nobody explained, with the first column they stand in and how often they come; most frequent first.
    pub unknown: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub column: String,
    /// As [`plain`](super::model::plain) writes it.
    pub word: String,
    pub rows: u64,
}

/// Reads the file to its end, and gives it back at its start.
pub fn survey<R: Read + Seek + Send + 'static>(
    mut input: R,
    mapping: &Mapping,
    answers: &StatusMap,
) -> Result<(Survey, R), Refusal> {
    input.rewind()?;
    let encoding = decode::detect(&mut input)?;
    input.rewind()?;
    let input = Arc::new(Mutex::new(input));
    let records = Records::new(decode::decoded(Shared(input.clone()), encoding)?)?;
    let found = read(records, encoding, mapping, answers)?;
    let input = Arc::into_inner(input).ok_or_else(|| io::Error::other("the file is still read"))?;
    let mut input = input.into_inner().unwrap_or_else(PoisonError::into_inner);
    input.rewind()?;
    Ok((found, input))
}

/// The file, lent to who reads its records.
struct Shared<R>(Arc<Mutex<R>>);

impl<R: Read> Read for Shared<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(buffer)
    }
}

fn read(
    mut records: Records,
    encoding: Encoding,
    mapping: &Mapping,
    answers: &StatusMap,
) -> Result<Survey, Refusal> {
    let layout = Layout::read(&mut records, mapping)?;
    let mut slashes = Slashes::default();
    let mut words: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let mut step = if layout.is_headless { Step::Record } else { records.next()? };
    while step != Step::End {
        if step == Step::Record && records.len() == layout.headers.len() {
            for (at, sign) in layout.signs.iter().enumerate() {
                let Ok(text) = std::str::from_utf8(records.field(at)) else { continue };
                slashes.see(text);
                let Err(word) = said(*sign, csv_unsafe_again(text), answers) else { continue };
                if let Some((_, rows)) = words.get_mut(&word) {
                    *rows += 1;
                } else if words.len() >= MAX_WORDS || word.chars().count() > MAX_WORD {
                    return Err(too_many(&layout.headers[at], *sign));
                } else {
                    words.insert(word, (at, 1));
                }
            }
        }
        step = records.next()?;
    }
    let mut unknown: Vec<Word> = words
        .into_iter()
        .map(|(word, (at, rows))| Word { column: layout.headers[at].clone(), word, rows })
        .collect();
    unknown.sort_by_key(|word| std::cmp::Reverse(word.rows));
    Ok(Survey { encoding, slashes, unknown })
}

fn too_many(column: &str, sign: Sign) -> Refusal {
    let what = if sign == Sign::Word { "a status" } else { "yes or no" };
    Refusal::File(format!(
        "The column “{column}” should say {what} of each reader, and has too many different words for that. \
         Rename the column if it says something else."
    ))
}
