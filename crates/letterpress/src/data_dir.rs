//! The data folder: who may use it, which one it is, and the secret in it.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use app::{Secret, secrets};

/// A data folder that exists.
#[derive(Debug)]
pub struct DataDir(PathBuf);

/// Held as long as this process may use the folder.
#[derive(Debug)]
pub struct Held {
    /// Names this folder among those of other nodes.
    pub instance: String,
    _lock: File,
}

/// In a folder whose installation has begun: without its database no other one begins there.
pub const BEGUN: &str = "begun";

impl DataDir {
    /// Keeps that an installation is here.
    pub fn mark_begun(&self) -> anyhow::Result<()> {
        let path = self.0.join(BEGUN);
        if !path.exists() {
            private().open(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        }
        Ok(())
    }

    /// Makes the folder if it is missing, for its owner alone.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path).with_context(|| format!("the data folder {} cannot be made", path.display()))?;
        Ok(Self(path.to_owned()))
    }

    /// Takes from others on this machine what earlier versions, or copying, left open to them: the folder, the database,
    /// the secret and uploads. What is not this user's to change stays as it is; `doctor` tells of the secret.
    #[cfg(unix)]
    pub fn close_to_others(&self) {
        close(&self.0);
        for entry in fs::read_dir(&self.0).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_ours = OURS.iter().any(|start| name.to_string_lossy().starts_with(start));
            if is_ours {
                close_whole(&entry.path());
            }
        }
    }

    #[cfg(not(unix))]
    pub fn close_to_others(&self) {}

    /// Takes the folder for this process.
    ///
    /// Two servers on one folder would each think the other dead and mail its readers again.
    pub fn hold(&self) -> anyhow::Result<Held> {
        let path = self.0.join("instance");
        let mut file = private()
            .read(true)
            .truncate(false)
            .open(&path)
            .with_context(|| format!("{} cannot be opened", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another letterpress is running on the data folder {}; stop it first, or give this one its own folder with --data-dir",
                self.0.display()
            ),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("{} cannot be locked", path.display()));
            }
        }
        let instance =
            identify(&mut file).with_context(|| format!("{} cannot be read or written", path.display()))?;
        Ok(Held { instance, _lock: file })
    }

    /// The secret kept here, if there is one.
    pub fn secret(&self) -> anyhow::Result<Option<Secret>> {
        let path = self.secret_path();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
        };
        let bytes: [u8; 32] = bytes
            .try_into()
            .map_err(|_| anyhow::anyhow!("{} is damaged: it must have exactly 32 bytes", path.display()))?;
        Ok(Some(Secret::new(bytes)))
    }

    /// Makes a secret, durable before it is used. When another process is faster, its secret is the one.
    pub fn make_secret(&self) -> anyhow::Result<Secret> {
        self.keep_secret(&secrets::random_bytes::<32>())?;
        self.secret()?.with_context(|| format!("{} is gone", self.secret_path().display()))
    }

    /// Keeps this secret, unless there is one.
    pub fn keep_secret(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.secret_path();
        let draft = self.0.join(format!("secret.key.{}", std::process::id()));
        let made = write_secret(&draft, &path, bytes);
        let _ = fs::remove_file(&draft);
        match made {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                Err(error).with_context(|| format!("{} cannot be written", path.display()))
            }
            _ => Ok(()),
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn secret_path(&self) -> PathBuf {
        self.0.join("secret.key")
    }
}

/// What the names of our files and folders begin with.
#[cfg(unix)]
const OURS: [&str; 7] =
    ["backup.failed", "begun", "imports", "instance", "letterpress.db", "secret.key", "tracking"];

/// A file, or a folder with everything in it. Links are not followed.
#[cfg(unix)]
fn close_whole(path: &Path) {
    let Ok(found) = fs::symlink_metadata(path) else { return };
    if found.is_symlink() {
        return;
    }
    close(path);
    if found.is_dir() {
        fs::read_dir(path).into_iter().flatten().flatten().for_each(|entry| close_whole(&entry.path()));
    }
}

/// For its owner alone. A folder with the sticky bit is everybody's on purpose, such as `/tmp`.
#[cfg(unix)]
fn close(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let Ok(found) = fs::metadata(path) else { return };
    let mode = found.permissions().mode();
    if mode & 0o1000 == 0 && mode & 0o077 != 0 {
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700));
    }
}

/// A link appears whole or not at all, and never over a file that is there.
fn write_secret(draft: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private().truncate(true).open(draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::hard_link(draft, path)?;
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

/// Makes or writes a file that is its owner's alone.
pub fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The name in the file, or a new one when the file is new or a copy: a folder copied to another machine, for its
/// secret, must not make two living nodes one.
fn identify(file: &mut File) -> io::Result<String> {
    let place = place_of(file)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    if let Some((instance, kept)) = text.trim_end().split_once(' ')
        && kept == place
    {
        return Ok(instance.to_owned());
    }
    let instance = secrets::random_token(128);
    file.rewind()?;
    file.set_len(0)?;
    writeln!(file, "{instance} {place}")?;
    file.sync_all()?;
    Ok(instance)
}

/// What a copy of the file does not have in common with it.
fn place_of(file: &File) -> io::Result<String> {
    let metadata = file.metadata()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let number = 0;
    let born = metadata.created().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    Ok(format!("{number}-{}", born.map_or(0, |age| age.as_nanos())))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn what_lay_open_is_closed_at_the_start() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data");
        fs::create_dir_all(folder.join("imports")).unwrap();
        let outside = home.path().join("list.csv");
        let files = ["imports/7.csv", "letterpress.db", "letterpress.db-wal", "secret.key", "notes.txt"];
        for path in files.iter().map(|name| folder.join(name)).chain([outside.clone()]) {
            fs::write(&path, "a@example.com").unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
        }
        std::os::unix::fs::symlink(&outside, folder.join("imports/link")).unwrap();
        for path in [folder.clone(), folder.join("imports")] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        DataDir::open(&folder).unwrap().close_to_others();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        assert_eq!((mode(&folder), mode(&folder.join("imports"))), (0o700, 0o700));
        for name in &files[..4] {
            assert_eq!(mode(&folder.join(name)), 0o600, "{name}");
        }
        assert_eq!(mode(&folder.join("notes.txt")), 0o644, "not ours");
        assert_eq!(mode(&outside), 0o644, "where a link leads");
    }

    #[test]
    fn a_folder_for_everybody_stays_one() {
        let home = tempfile::tempdir().unwrap();
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o1777)).unwrap();
        DataDir::open(home.path()).unwrap().close_to_others();
        assert_eq!(fs::metadata(home.path()).unwrap().permissions().mode() & 0o7777, 0o1777);
    }
}
