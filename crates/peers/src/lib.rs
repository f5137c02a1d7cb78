//! The programs of others that tests are held against, as `tools/with-peers` brings them. Never part of an installation.
//!
//! A test that lacks its peer says so with [`not_run`]: that fails where everything must run, and is counted elsewhere.

use std::{
    env, fs,
    io::Write as _,
    net::{TcpListener, UdpSocket},
    path::{Path, PathBuf},
    process::{self, Command},
    sync::atomic::{AtomicU32, Ordering},
};

/// Where the system keeps programs that not every `PATH` names.
const PLACES: [&str; 4] = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];

/// A program of Debian's, such as `knotd`: the one that was brought, else the system's.
pub fn program(name: &str) -> Option<Command> {
    if let Some(root) = debian()
        && let Some(file) = found(name, [root.join("usr/sbin"), root.join("usr/bin")])
    {
        let mut command = Command::new(file);
        command.env("LD_LIBRARY_PATH", libraries(&root));
        return Some(command);
    }
    let path = setting("PATH").unwrap_or_default();
    found(name, env::split_paths(&path).chain(PLACES.map(PathBuf::from))).map(Command::new)
}

/// A program that looks for its parts where Debian puts them, such as `dovecot`: the system's, else the one that was brought,
/// laid over `/usr` in a mount namespace of its own. That takes root; `None` for others.
pub fn in_place(name: &str) -> Option<Command> {
    let path = setting("PATH").unwrap_or_default();
    if let Some(file) = found(name, env::split_paths(&path).chain(PLACES.map(PathBuf::from))) {
        return Some(Command::new(file));
    }
    let root = debian()?;
    found(name, [root.join("usr/sbin"), root.join("usr/bin")])?;
    let mount = format!("mount -t overlay overlay -o lowerdir={}/usr:/usr /usr", root.display());
    let unshared = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &format!("{mount} && {script}"), name]);
        command
    };
    let works = unshared("true").output().is_ok_and(|output| output.status.success());
    works.then(|| unshared("exec \"$0\" \"$@\""))
}

/// A program of the Python environment that was brought, such as `python` or `moto_server`.
pub fn python(name: &str) -> Option<Command> {
    let home = setting("LETTERPRESS_PEERS")?;
    found(name, [Path::new(&home).join("python/bin")]).map(Command::new)
}

/// The root under which Debian's packages were unpacked, if any were.
pub fn debian() -> Option<PathBuf> {
    let root = Path::new(&setting("LETTERPRESS_PEERS")?).join("debian");
    root.is_dir().then_some(root)
}

/// `LD_LIBRARY_PATH` for what lies under the root.
pub fn libraries(root: &Path) -> String {
    let base = root.join("usr/lib");
    let mut folders = vec![base.clone()];
    // Such as x86_64-linux-gnu.
    let here = fs::read_dir(&base).into_iter().flatten().flatten().map(|entry| entry.path());
    for folder in here.filter(|path| path.to_string_lossy().contains("-linux-")) {
        if let Some(name) = folder.file_name() {
            folders.push(root.join("lib").join(name));
        }
        folders.push(folder);
    }
    let folders: Vec<_> = folders.iter().map(|path| path.to_string_lossy()).collect();
    folders.join(":")
}

/// A port of 127.0.0.1 that nobody listens on, for a program that has to be told one. Whoever binds to port 0 meanwhile gets
/// another: systems hand out those above 32767, and whoever waits for the program must not speak to a stranger.
pub fn free_port() -> u16 {
    const FIRST: u32 = 10_000;
    const COUNT: u32 = 22_000;
    static ASKED: AtomicU32 = AtomicU32::new(0);
    // Processes side by side begin apart.
    let begin = process::id().wrapping_mul(97);
    loop {
        let at = begin.wrapping_add(ASKED.fetch_add(1, Ordering::Relaxed)) % COUNT;
        let port = u16::try_from(FIRST + at).unwrap_or_default();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() && UdpSocket::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Says past the capture of the test harness what was not proven, and notes it for the last line of `make test`.
///
/// # Panics
/// Where everything must run (`CI=true`).
#[track_caller]
pub fn not_run(part: &str, why: &str) {
    assert!(setting("CI").as_deref() != Some("true"), "NOT RUN: {part}, because {why}");
    let _ = writeln!(std::io::stderr(), "NOT RUN: {part}, because {why}");
    if let Some(file) = setting("LETTERPRESS_NOT_RUN") {
        let list = fs::OpenOptions::new().create(true).append(true).open(file);
        let _ = list.and_then(|mut list| writeln!(list, "{part}"));
    }
}

fn found(name: &str, folders: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[expect(clippy::disallowed_methods, reason = "which tools the machine has is no part of a test")]
fn setting(key: &str) -> Option<String> {
    env::var(key).ok().filter(|value| !value.is_empty())
}
