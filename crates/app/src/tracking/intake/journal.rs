//! Where opens and clicks are from the moment of their answer until they are in the database: files in the data folder.
//!
//! A file is frames, each a count, a checksum and a number, and then records. Numbers go on through a journal; the database
//! keeps how many it took, for good: a file that comes back, in a copied folder or because it could not be removed, is not
//! taken twice. What a killed process left is read by the next one with the same data folder, and what the
//! database did not take is taken then. Why: docs/decisions/clicks-in-a-journal.md.

use std::{
    collections::VecDeque,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::super::hits::{OCTETS, Record, pack, unpack};

/// How long a file becomes before the next one is begun.
const LONGEST: usize = 1 << 20;
/// Count, checksum, number of the first record.
const HEADER: usize = 16;
const ENDING: &str = "hits";

/// What one process writes.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    id: i64,
    /// With how many octets it has.
    file: Option<(File, PathBuf, usize)>,
    /// Full ones, with the number behind their last record.
    full: VecDeque<(PathBuf, u64)>,
}

impl Journal {
    /// `id`: of no other journal.
    pub fn new(folder: PathBuf, id: i64) -> Self {
        Self { folder, id, file: None, full: VecDeque::new() }
    }

    /// Records from the number `first`, above all before. Written when it answers, though not yet synced: a killed process
    /// loses them no more. After an error none of them is there.
    pub fn append(&mut self, first: u64, records: &[Record]) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(self.begin(first)?);
        }
        let Some((file, path, length)) = &mut self.file else { return Ok(()) };
        let frame = frame(first, records);
        let written = file.write_all(&frame);
        // The next frame begins where this one did, or in a new file.
        let is_whole = written.is_ok() || file.set_len(*length as u64).is_ok();
        if written.is_ok() {
            *length += frame.len();
        }
        if !is_whole || *length >= LONGEST {
            self.full.push_back((std::mem::take(path), first + records.len() as u64));
            self.file = None;
        }
        written
    }

    fn begin(&self, first: u64) -> io::Result<(File, PathBuf, usize)> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)?;
        let path = self.folder.join(format!("{:016x}-{first:016x}.{ENDING}", self.id));
        let mut options = fs::OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok((options.open(&path)?, path, 0))
    }

    /// The database has so many: full files of no others go, now or when they can.
    pub fn forget(&mut self, taken: u64) {
        while self.full.front().is_some_and(|(path, end)| *end <= taken && remove(path).is_ok()) {
            self.full.pop_front();
        }
    }

    /// The database has them all.
    pub fn finish(self) -> io::Result<()> {
        let last = self.file.map(|(_, path, _)| path);
        for path in self.full.into_iter().map(|(path, _)| path).chain(last) {
            remove(&path)?;
        }
        Ok(())
    }
}

fn frame(first: u64, records: &[Record]) -> Vec<u8> {
    let payload = pack(records);
    let mut frame = Vec::with_capacity(HEADER + payload.len());
    frame.extend_from_slice(&(records.len() as u32).to_be_bytes());
    frame.extend_from_slice(&checksum(first, &payload).to_be_bytes());
    frame.extend_from_slice(&first.to_be_bytes());
    frame.extend_from_slice(&payload);
    frame
}

fn checksum(first: u64, payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&first.to_be_bytes());
    hasher.update(payload);
    hasher.finalize()
}

/// What is gone already is removed.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// What a process left that is gone.
#[derive(Debug)]
pub struct Left {
    pub id: i64,
    paths: Vec<PathBuf>,
    /// With their numbers, in their order.
    pub records: Vec<(u64, Record)>,
}

impl Left {
    /// The database has them.
    pub fn remove(&self) -> io::Result<()> {
        self.paths.iter().try_for_each(|path| remove(path))
    }
}

/// What the processes before `id` left in the folder; none where there is no folder.
pub fn left(folder: &Path, id: i64) -> io::Result<Vec<Left>> {
    let found = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        found => found?,
    };
    let mut paths = found.map(|file| Ok(file?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_unstable();
    let mut all: Vec<Left> = Vec::new();
    for path in paths {
        let Some(of) = journal_of(&path).filter(|of| *of != id) else { continue };
        if all.last().is_none_or(|left| left.id != of) {
            all.push(Left { id: of, paths: Vec::new(), records: Vec::new() });
        }
        let Some(left) = all.last_mut() else { continue };
        frames(&fs::read(&path)?, &mut left.records);
        left.paths.push(path);
    }
    Ok(all)
}

fn journal_of(path: &Path) -> Option<i64> {
    let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?.strip_suffix('.')?;
    i64::from_str_radix(name.split_once('-')?.0, 16).ok()
}

/// Up to the first that is not whole: it was being written when its process died, and nobody was answered for long.
fn frames(mut octets: &[u8], into: &mut Vec<(u64, Record)>) {
    while let Some((header, rest)) = octets.split_first_chunk::<HEADER>() {
        let count = u32::from_be_bytes([header[0], header[1], header[2], header[3]]) as usize;
        let sum = u32::from_be_bytes([header[4], header[5], header[6], header[7]]);
        let first = u64::from_be_bytes(std::array::from_fn(|i| header[8 + i]));
        let Some((payload, behind)) = count.checked_mul(OCTETS).and_then(|n| rest.split_at_checked(n)) else {
            return;
        };
        if count == 0 || checksum(first, payload) != sum {
            return;
        }
        into.extend((first..).zip(unpack(payload)));
        octets = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::hits::tests::record;

    fn records(numbers: std::ops::Range<i64>) -> Vec<Record> {
        numbers.map(record).collect()
    }

    fn files(folder: &Path) -> usize {
        fs::read_dir(folder).map_or(0, Iterator::count)
    }

    fn numbered(left: &Left) -> Vec<(u64, Record)> {
        left.records.clone()
    }

    #[test]
    fn what_was_written_is_found_by_the_next_process() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("tracking");
        assert!(left(&place, 1).unwrap().is_empty());
        let mut one = Journal::new(place.clone(), 7);
        one.append(0, &records(0..3)).unwrap();
        one.append(3, &records(3..4)).unwrap();
        let mut two = Journal::new(place.clone(), i64::MAX);
        two.append(0, &records(9..10)).unwrap();
        let found = left(&place, 1).unwrap();
        assert_eq!(found.iter().map(|left| left.id).collect::<Vec<_>>(), [7, i64::MAX]);
        let expected: Vec<(u64, Record)> = (0..4).map(|n| (n as u64, record(n))).collect();
        assert_eq!(numbered(&found[0]), expected);
        assert_eq!(numbered(&found[1]), [(0, record(9))]);
        assert_eq!(left(&place, 7).unwrap().len(), 1, "one's own is not what another left");
        fs::write(place.join("notes.txt"), "of somebody else").unwrap();
        found[0].remove().unwrap();
        assert_eq!(left(&place, 1).unwrap().len(), 1);
        two.finish().unwrap();
        assert_eq!(files(&place), 1, "the notes");
        drop(one);
    }

    #[test]
    fn a_frame_that_is_not_whole_ends_what_is_read() {
        let mut octets = frame(5, &records(0..2));
        let whole = octets.len();
        octets.extend(frame(7, &records(2..3)));
        let read = |octets: &[u8]| {
            let mut found = Vec::new();
            frames(octets, &mut found);
            found.len()
        };
        assert_eq!((read(&octets), read(&[])), (3, 0));
        for end in 0..octets.len() {
            assert_eq!(read(&octets[..end]), if end < whole { 0 } else { 2 }, "cut at {end}");
        }
        for at in 0..octets.len() {
            let mut altered = octets.clone();
            altered[at] ^= 0x20;
            assert_eq!(read(&altered), if at < whole { 0 } else { 2 }, "altered at {at}");
        }
        octets.extend([0; 64]);
        assert_eq!(read(&octets), 3, "what a full disk left empty is nothing");
    }

    #[test]
    fn full_files_go_when_the_database_has_what_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::new(folder.path().to_owned(), 7);
        let many = records(0..10_000);
        for n in 0..10 {
            journal.append(n * 10_000, &many).unwrap();
        }
        let all = files(folder.path());
        assert!(all > 2, "{all}");
        let first_end = journal.full[0].1;
        journal.forget(first_end - 1);
        assert_eq!(files(folder.path()), all);
        journal.forget(first_end);
        assert_eq!(files(folder.path()), all - 1);
        let left = left(folder.path(), 1).unwrap();
        assert_eq!(left[0].records.first().unwrap().0, first_end);
        assert_eq!(left[0].records.last().unwrap().0, 99_999);
        journal.finish().unwrap();
        assert_eq!(files(folder.path()), 0);
    }

    #[test]
    fn after_an_error_the_numbers_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("tracking");
        fs::write(&place, "in the way").unwrap();
        let mut journal = Journal::new(place.clone(), 7);
        journal.append(0, &records(0..2)).unwrap_err();
        fs::remove_file(&place).unwrap();
        journal.append(2, &records(2..3)).unwrap();
        assert_eq!(numbered(&left(&place, 1).unwrap()[0]), [(2, record(2))]);
        // Closed for writing in the midst.
        let path = fs::read_dir(&place).unwrap().next().unwrap().unwrap().path();
        journal.file.as_mut().unwrap().0 = File::open(&path).unwrap();
        journal.append(3, &records(3..4)).unwrap_err();
        journal.append(4, &records(4..5)).unwrap();
        assert_eq!(numbered(&left(&place, 1).unwrap()[0]), [(2, record(2)), (4, record(4))]);
        assert_eq!(files(&place), 2);
        journal.finish().unwrap();
        assert_eq!(files(&place), 0);
    }
}
