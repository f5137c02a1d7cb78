//! The file of a backup: a gzipped tar with `manifest.json` first, then every file that it names, in that order.

use std::{
    cell::Cell,
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
    rc::Rc,
};

use anyhow::{Context as _, bail, ensure};
use app::Timestamp;
use database::snapshot::{Column, Sequence, Snapshot};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub const MANIFEST: &str = "manifest.json";
const PRODUCT: &str = "letterpress";
/// Rises when an older program could not read the file any more.
const FORMAT: u32 = 1;
const BUFFER: usize = 1 << 16;
/// A manifest of more bytes is none.
const MAX_MANIFEST: u64 = 16 << 20;
/// What stands around a file in an archive: its header, that of a long name, and what fills the last block.
const AROUND: u64 = 8 << 10;
/// What stands behind the last file.
const END: u64 = 1 << 20;

/// What is in a backup.
#[derive(Debug, Deserialize, Serialize)]
pub struct Manifest {
    pub product: String,
    pub format: u32,
    /// Of the program that made it.
    pub version: String,
    /// `sqlite` or `postgres`.
    pub engine: String,
    /// Number of the last migration.
    pub schema_version: i64,
    pub created_at: Timestamp,
    /// Which secret the database belongs to.
    pub secret_fingerprint: String,
    /// The secret itself is among the files.
    pub has_secret: bool,
    /// Rows by table.
    pub rows: BTreeMap<String, u64>,
    #[serde(default)]
    pub sequences: Vec<Sequence>,
    /// Of PostgreSQL's tables, in the order of their files' fields.
    #[serde(default)]
    pub columns: BTreeMap<String, Vec<Column>>,
    /// In their order in the archive.
    pub files: Vec<Entry>,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Path in the archive.
    pub name: String,
    pub bytes: u64,
    /// In hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    pub fn new(engine: &str, created_at: Timestamp) -> Self {
        Self {
            product: PRODUCT.into(),
            format: FORMAT,
            version: app::VERSION.into(),
            engine: engine.into(),
            schema_version: 0,
            created_at,
            secret_fingerprint: String::new(),
            has_secret: false,
            rows: BTreeMap::new(),
            sequences: Vec::new(),
            columns: BTreeMap::new(),
            files: Vec::new(),
        }
    }

    /// Takes what was copied of the database.
    pub fn describe(&mut self, snapshot: Snapshot) {
        self.schema_version = snapshot.schema_version;
        self.rows = snapshot.rows;
        self.sequences = snapshot.sequences;
        self.columns = snapshot.columns;
    }

    /// What [`Manifest::describe`] took.
    pub fn snapshot(&self) -> Snapshot {
        let in_database = |entry: &Entry| entry.name.strip_prefix("database/").map(str::to_owned);
        Snapshot {
            schema_version: self.schema_version,
            files: self.files.iter().filter_map(in_database).collect(),
            rows: self.rows.clone(),
            sequences: self.sequences.clone(),
            columns: self.columns.clone(),
        }
    }

    pub fn total_rows(&self) -> u64 {
        self.rows.values().sum()
    }

    /// Bytes of all files; `None` when there cannot be as many.
    pub fn total_bytes(&self) -> Option<u64> {
        self.files.iter().try_fold(0_u64, |total, entry| total.checked_add(entry.bytes))
    }

    /// The most that an archive of these files unpacks to, itself not counted.
    fn unpacked(&self) -> Option<u64> {
        let around = AROUND.checked_mul(self.files.len() as u64)?;
        self.total_bytes()?.checked_add(around)?.checked_add(END)
    }
}

/// The name of the secret in an archive.
pub const SECRET: &str = "secret.key";
/// Held by whoever works in a spool: tells one in use from one that was left behind, and ours from other folders.
const LOCK: &str = "letterpress.lock";
const ENDINGS: [&str; 2] = ["parts", "restoring"];

/// A folder of work in progress; gone when dropped.
#[derive(Debug)]
pub struct Spool {
    path: PathBuf,
    _lock: File,
}

impl Spool {
    /// For its owner alone, on the volume of the file. What earlier, interrupted runs left in the same folder is removed.
    pub fn beside(file: &Path) -> anyhow::Result<Self> {
        Self::new(named(file, ENDINGS[0]))
    }

    /// The same for a restore.
    pub fn restoring(file: &Path) -> anyhow::Result<Self> {
        Self::new(Self::restoring_at(file))
    }

    /// Where that one is.
    pub fn restoring_at(file: &Path) -> PathBuf {
        named(file, ENDINGS[1])
    }

    fn new(path: PathBuf) -> anyhow::Result<Self> {
        sweep(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
        ensure!(!is_used(&path), "another letterpress works in {}; wait for its end", path.display());
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("{} cannot be removed", path.display()));
            }
            _ => {}
        }
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let made = builder.create(&path).and_then(|()| {
            let lock = private(&path.join(LOCK))?;
            lock.lock()?;
            Ok(lock)
        });
        let lock = made.with_context(|| format!("{} cannot be made", path.display()))?;
        Ok(Self { path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn named(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Removes the spools in a folder whose processes are gone.
pub fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_ours = path.extension().is_some_and(|ending| ENDINGS.iter().any(|ours| ending == *ours))
            && path.join(LOCK).is_file();
        if is_ours && !is_used(&path) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

fn is_used(spool: &Path) -> bool {
    let lock = OpenOptions::new().write(true).open(spool.join(LOCK));
    lock.is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Writes the archive of the files that lie in `folder`, and of the secret, which is on no disk but its own; answers how
/// many bytes it has.
pub fn write(
    out: impl Write,
    manifest: &mut Manifest,
    names: &[String],
    folder: &Path,
    secret: Option<&[u8]>,
) -> io::Result<u64> {
    let open = |name: &str| -> io::Result<Box<dyn Read + '_>> {
        Ok(match secret.filter(|_| name == SECRET) {
            Some(secret) => Box::new(secret),
            None => Box::new(File::open(folder.join(name))?),
        })
    };
    manifest.files = names.iter().map(|name| describe(name, &mut open(name)?)).collect::<io::Result<_>>()?;
    let text = serde_json::to_vec_pretty(manifest)?;
    let counted = Counted { inner: BufWriter::with_capacity(BUFFER, out), bytes: 0 };
    let mut tar = tar::Builder::new(GzEncoder::new(counted, Compression::fast()));
    let seconds = u64::try_from(manifest.created_at.0 / 1000).unwrap_or(0);
    tar.append_data(&mut header(text.len() as u64, seconds), MANIFEST, text.as_slice())?;
    for entry in &manifest.files {
        let file = open(&entry.name)?.take(entry.bytes);
        tar.append_data(&mut header(entry.bytes, seconds), &entry.name, file)?;
    }
    let mut counted = tar.into_inner()?.finish()?;
    counted.flush()?;
    Ok(counted.bytes)
}

fn header(bytes: u64, seconds: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_mtime(seconds);
    header
}

fn describe(name: &str, file: &mut impl Read) -> io::Result<Entry> {
    let (bytes, sha256) = copy_hashed(file, &mut io::sink())?;
    Ok(Entry { name: name.to_owned(), bytes, sha256 })
}

fn copy_hashed(from: &mut impl Read, to: &mut impl Write) -> io::Result<(u64, String)> {
    let (mut hash, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; BUFFER]);
    loop {
        let length = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hash.update(&buffer[..length]);
        to.write_all(&buffer[..length])?;
        bytes += length as u64;
    }
    let digits = hash.finalize().iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"));
    Ok((bytes, digits))
}

/// Reads an archive: its manifest is shown to `accept` first, then every file is unpacked into the folder that
/// `accept` answers and compared with the manifest. Nothing unpacks to more than the manifest says.
pub fn read<T>(
    from: impl Read,
    accept: impl FnOnce(&Manifest) -> anyhow::Result<T>,
    folder: impl Fn(&T) -> &Path,
) -> anyhow::Result<(Manifest, T)> {
    let left = Rc::new(Cell::new(MAX_MANIFEST + END));
    let unpacked = GzDecoder::new(BufReader::with_capacity(BUFFER, from));
    let mut tar = tar::Archive::new(Bounded { inner: unpacked, left: Rc::clone(&left) });
    let mut entries = tar.entries().map_err(damaged)?;
    let first = entries.next().transpose().map_err(damaged)?.context(EMPTY)?;
    let manifest = manifest(first)?;
    let most =
        manifest.unpacked().context("the backup's manifest is damaged: no backup is as large as it says")?;
    let accepted = accept(&manifest)?;
    left.set(most);
    for expected in &manifest.files {
        let missing = || format!("the backup is damaged or cut short: {} is missing", expected.name);
        let mut entry = entries.next().transpose().map_err(damaged)?.with_context(missing)?;
        let is_named = entry.path().is_ok_and(|path| path == Path::new(&expected.name));
        ensure!(is_named, missing());
        ensure!(
            entry.size() == expected.bytes,
            "the backup is damaged: {} is not as large as its manifest says",
            expected.name
        );
        let path = folder(&accepted).join(&expected.name);
        unpack(&mut entry, &path, expected)?;
    }
    ensure!(
        entries.next().transpose().map_err(damaged)?.is_none(),
        "the backup is damaged: it has a file that its manifest does not name"
    );
    // The checksum of the compression comes last.
    io::copy(&mut tar.into_inner(), &mut io::sink()).map_err(damaged)?;
    Ok((manifest, accepted))
}

const EMPTY: &str = "this is no backup: it is empty";

fn damaged(error: io::Error) -> anyhow::Error {
    anyhow::anyhow!("the backup is damaged or cut short: {error}")
}

fn manifest(entry: tar::Entry<'_, impl Read>) -> anyhow::Result<Manifest> {
    let is_ours = entry.path().is_ok_and(|path| path == Path::new(MANIFEST));
    ensure!(is_ours, "this is no backup of Letterpress: it does not begin with {MANIFEST}");
    let mut text = Vec::new();
    entry.take(MAX_MANIFEST).read_to_end(&mut text).map_err(damaged)?;
    let head: serde_json::Value =
        serde_json::from_slice(&text).context("the backup's manifest is damaged")?;
    ensure!(head["product"] == PRODUCT, "this is no backup of Letterpress");
    if head["format"] != FORMAT {
        bail!(
            "this backup was made by a newer Letterpress ({}); restore it with that version",
            head["version"]
        );
    }
    let manifest: Manifest = serde_json::from_value(head).context("the backup's manifest is damaged")?;
    for entry in &manifest.files {
        let is_plain = entry.name.split('/').all(|part| {
            !matches!(part, "" | "." | "..")
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
        });
        ensure!(is_plain, "the backup's manifest is damaged: it names a file {:?}", entry.name);
    }
    Ok(manifest)
}

fn unpack(from: &mut impl Read, path: &Path, expected: &Entry) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut to = private(path).with_context(|| path.display().to_string())?;
    let mut reading = Reading { inner: from, error: None };
    let copied = copy_hashed(&mut reading, &mut to);
    if let Some(error) = reading.error {
        return Err(damaged(error));
    }
    let (bytes, sha256) = copied.with_context(|| path.display().to_string())?;
    ensure!(
        bytes == expected.bytes && sha256 == expected.sha256,
        "the backup is damaged: {} is not what its manifest says",
        expected.name
    );
    to.sync_all().with_context(|| path.display().to_string())
}

/// A new file for its owner alone.
pub fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A source that ends with an error when it gives more than it may: a small file can unpack to more than any disk holds.
struct Bounded<R> {
    inner: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        if most == 0 && !buffer.is_empty() {
            // It may have come to its end just here.
            return match self.inner.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::other("it unpacks to more than its manifest says")),
            };
        }
        let length = self.inner.read(&mut buffer[..most])?;
        self.left.set(left - length as u64);
        Ok(length)
    }
}

/// Tells a source that fails from a disk that is full.
struct Reading<'a, R> {
    inner: &'a mut R,
    error: Option<io::Error>,
}

impl<R: Read> Read for Reading<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                self.error = Some(error);
            }
            kind.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test.
    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn packed(fill: impl FnOnce(&mut tar::Builder<GzEncoder<Vec<u8>>>)) -> Vec<u8> {
        let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        fill(&mut tar);
        tar.into_inner().unwrap().finish().unwrap()
    }

    fn manifest_of(files: &[(&str, u64)]) -> Vec<u8> {
        let mut manifest = Manifest::new("sqlite", Timestamp(0));
        manifest.files = files
            .iter()
            .map(|(name, bytes)| Entry { name: (*name).into(), bytes: *bytes, sha256: String::new() })
            .collect();
        serde_json::to_vec(&manifest).unwrap()
    }

    fn add(tar: &mut tar::Builder<GzEncoder<Vec<u8>>>, name: &str, bytes: u64, content: impl Read) {
        tar.append_data(&mut header(bytes, 0), name, content).unwrap();
    }

    /// What reading says, and how many bytes lie in the folder then.
    fn refusal(backup: &[u8]) -> (String, u64) {
        let folder = folder();
        let read = read(backup, |_| Ok(folder.path().to_owned()), PathBuf::as_path);
        let lies =
            fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
        (format!("{:#}", read.unwrap_err()), lies)
    }

    #[test]
    fn a_file_larger_than_its_manifest_says_is_not_unpacked() {
        let manifest = manifest_of(&[("letterpress.db", 10)]);
        let backup = packed(|tar| {
            add(tar, MANIFEST, manifest.len() as u64, &*manifest);
            add(tar, "letterpress.db", 64 << 20, io::repeat(0).take(64 << 20));
        });
        assert!(backup.len() < 1 << 20, "{}", backup.len());
        let (said, lies) = refusal(&backup);
        assert!(said.contains("letterpress.db is not as large as its manifest says"), "{said}");
        assert_eq!(lies, 0);
    }

    #[test]
    fn what_hides_behind_and_between_the_files_ends_the_reading() {
        let manifest = manifest_of(&[]);
        let mut behind = packed(|tar| add(tar, MANIFEST, manifest.len() as u64, &*manifest));
        assert!(read(&*behind, |_| Ok(PathBuf::from(".")), PathBuf::as_path).is_ok());
        // Where the archive ends, more blocks follow in the same stream.
        behind = packed(|tar| {
            add(tar, MANIFEST, manifest.len() as u64, &*manifest);
            tar.get_mut().write_all(&[0; 1024]).unwrap();
            io::copy(&mut io::repeat(0).take(64 << 20), tar.get_mut()).unwrap();
        });
        let (said, _) = refusal(&behind);
        assert!(said.contains("unpacks to more than its manifest says"), "{said}");
        // A name that is longer than any memory.
        let long = packed(|tar| {
            let mut header = header(64 << 20, 0);
            header.set_entry_type(tar::EntryType::GNULongName);
            tar.append_data(&mut header, "././@LongLink", io::repeat(b'x').take(64 << 20)).unwrap();
            add(tar, MANIFEST, manifest.len() as u64, &*manifest);
        });
        let (said, _) = refusal(&long);
        assert!(said.contains("unpacks to more than its manifest says"), "{said}");
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        let manifest = manifest_of(&[("a", u64::MAX), ("b", 2)]);
        let (said, _) = refusal(&packed(|tar| add(tar, MANIFEST, manifest.len() as u64, &*manifest)));
        assert!(said.contains("no backup is as large as it says"), "{said}");
    }
}
