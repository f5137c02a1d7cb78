//! What a reader types into a shell. One session goes through a page: what a block sets, the next ones have.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

use super::{blocks::Block, page::Page};
use crate::harness::Home;

const BINARY: &str = env!("CARGO_BIN_EXE_letterpress");
const SYSTEM: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// The real one, beside which each answer is kept: it tells a status to nobody.
const CURL: &str = r#"#!/bin/sh
set -eu
status=$("$REAL_CURL" --silent --show-error --output "$KEPT/body" --write-out '%{http_code}' "$@")
answer=$KEPT/$(printf %03d "$(ls "$KEPT" | wc -l)").$status
mv "$KEPT/body" "$answer"
cat "$answer"
"#;

/// A call that a block made, and what it was answered.
pub struct Call {
    pub status: u16,
    pub body: String,
}

pub struct Shell {
    tools: TempDir,
    curl: PathBuf,
}

impl Shell {
    /// None where there is no curl.
    pub fn new() -> Option<Self> {
        let curl = PathBuf::from(peers::program("curl")?.get_program());
        let tools = tempfile::tempdir().unwrap();
        symlink(BINARY, tools.path().join("letterpress")).unwrap();
        let wrapped = tools.path().join("curl");
        fs::write(&wrapped, CURL).unwrap();
        fs::set_permissions(wrapped, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(tools.path().join("session"), "").unwrap();
        Some(Self { tools, curl })
    }

    /// A shell with what the session has so far; `script` is its only command.
    pub fn command(&self, home: &Home, script: &str) -> Command {
        let session = self.tools.path().join("session");
        let mut command = Command::new("/bin/sh");
        command.args(["-euc", &format!("set -a\n. '{}'\n{script}", session.display())]);
        command.current_dir(home.folder.path()).env_clear().stdin(Stdio::null());
        command.envs(home.variables.iter().map(|(key, value)| (*key, value)));
        command.env("PATH", format!("{}:{SYSTEM}", self.tools.path().display()));
        command.env("HOME", home.folder.path()).env("REAL_CURL", &self.curl).env("KEPT", self.kept());
        command
    }

    /// Tells the session what the page's reader has at hand.
    pub fn know(&self, name: &str, value: &str) {
        fs::write(self.tools.path().join("session"), format!("export {name}='{value}'\n")).unwrap();
    }

    fn kept(&self) -> PathBuf {
        self.tools.path().join("kept")
    }

    /// Runs a script in the session; answers its output and the calls it made.
    fn run(&self, home: &Home, script: &str) -> (Output, Vec<Call>) {
        let _ = fs::remove_dir_all(self.kept());
        fs::create_dir(self.kept()).unwrap();
        let end = format!("{script}\nexport -p >'{}/session'", self.tools.path().display());
        let output = self.command(home, &end).output().unwrap();
        let mut names: Vec<_> =
            fs::read_dir(self.kept()).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        let call = |path: PathBuf| Call {
            status: path.extension().unwrap().to_str().unwrap().parse().unwrap(),
            body: fs::read_to_string(&path).unwrap(),
        };
        (output, names.into_iter().map(call).collect())
    }

    /// What the session knows by this name.
    pub fn variable(&self, home: &Home, name: &str) -> String {
        let output = self.command(home, &format!("printf %s \"${name}\"")).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The lines of a script, those that go on in one.
fn lines(script: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in script.lines() {
        if is_open && let Some(last) = lines.last_mut() {
            last.push('\n');
            last.push_str(line);
        } else {
            lines.push(line.to_owned());
        }
        is_open = line.ends_with('\\');
    }
    lines
}

/// Runs a block. Every call must succeed, but the last where the page shows a refusal as its answer.
pub fn run(page: &mut Page, block: &Block, answer: Option<&Block>, place: &str) {
    let script = page.fill(&block.text);
    let refusal = answer.and_then(|answer| serde_json::from_str::<serde_json::Value>(&answer.text).ok());
    let refusal = refusal.and_then(|answer| answer["status"].as_u64());
    let mut typed = String::new();
    let mut servers = Vec::new();
    for line in lines(&script) {
        // A server keeps its terminal: the next line is typed into another.
        if line.starts_with("letterpress serve") {
            servers.push(line);
        } else {
            assert!(servers.is_empty(), "{place}: {line} waits for a server to end");
            typed.push_str(&line);
            typed.push('\n');
        }
    }
    let (output, calls) = page.shell.run(&page.home, &typed);
    let told =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{place}: {typed}{told}");
    for (n, call) in calls.iter().enumerate() {
        let wanted = refusal.filter(|status| *status >= 400 && n + 1 == calls.len());
        let is_as_told = match wanted {
            Some(status) => u64::from(call.status) == status,
            None => (200..300).contains(&call.status),
        };
        assert!(is_as_told, "{place}, call {}: {} {}", n + 1, call.status, call.body);
    }
    let curls = block.text.lines().filter(|line| line.starts_with("curl ")).count();
    assert_eq!(calls.len(), curls, "{place}: a call was not made");
    page.calls = calls;
    for (n, line) in servers.iter().enumerate() {
        let mut command = page.shell.command(&page.home, &format!("exec {line}"));
        // Another machine.
        command.env("LETTERPRESS_DATA_DIR", page.file(&format!("node-{n}")));
        let log = fs::OpenOptions::new().create(true).append(true).open(page.home.log()).unwrap();
        page.nodes.push(page.home.begin(command, log.into()));
    }
}
