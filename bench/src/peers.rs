//! The tools beside which it is measured.

use std::{
    collections::HashMap,
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};

use crate::{Plan, machine, table::median};

/// Postfix's `smtp-sink`; ended when dropped.
pub struct Sink {
    process: Child,
    pub port: u16,
}

impl Sink {
    /// `None` where Postfix is not installed.
    pub fn start() -> anyhow::Result<Option<Self>> {
        if !machine::exists("smtp-sink") || !machine::exists("smtp-source") {
            return Ok(None);
        }
        Self::on_core(0).map(Some)
    }

    /// On another core than the senders', which then do not pay for it.
    pub fn beside() -> anyhow::Result<Self> {
        Self::on_core(1)
    }

    fn on_core(core: usize) -> anyhow::Result<Self> {
        let port = free_port()?;
        let mut command = machine::pinned_to(core, Path::new("smtp-sink"));
        path_with_sbin(&mut command);
        // It asks for another user when it is started by root.
        if Command::new("id").arg("-u").output()?.stdout.starts_with(b"0\n") {
            command.args(["-u", "nobody"]);
        }
        command.arg(format!("127.0.0.1:{port}")).arg("1000").stderr(Stdio::null());
        let sink = Self { process: command.spawn()?, port };
        listens(port, "smtp-sink")?;
        Ok(sink)
    }

    /// Our own, on the second core. The log gets a line for each mail that it took.
    pub fn ours(plan: &Plan, log: Option<&Path>) -> anyhow::Result<Self> {
        Self::distant(plan, log, Duration::ZERO)
    }

    /// One that answers so long after a command has arrived.
    pub fn distant(plan: &Plan, log: Option<&Path>, delay: Duration) -> anyhow::Result<Self> {
        let port = free_port()?;
        let mut command = machine::pinned_to(1, &plan.program("letterpress-sink"));
        command.args(["--listen", &format!("127.0.0.1:{port}")]).stdout(Stdio::null());
        if let Some(log) = log {
            command.arg("--log").arg(log);
        }
        if plan.chunking {
            command.arg("--chunking");
        }
        if !delay.is_zero() {
            command.args(["--delay-ms", &delay.as_millis().to_string()]);
        }
        let sink = Self { process: command.spawn()?, port };
        listens(port, "letterpress-sink")?;
        Ok(sink)
    }

    /// Messages per second of `smtp-source`, on the same core.
    pub fn source(&self, plan: &Plan) -> anyhow::Result<f64> {
        let mut command = machine::pinned(Path::new("smtp-source"));
        path_with_sbin(&mut command);
        command.args(["-d", "-s", &plan.connections.to_string(), "-l", &plan.size.to_string()]);
        command.args(["-m", &plan.messages.to_string(), &format!("127.0.0.1:{}", self.port)]);
        let began = Instant::now();
        if !command.status()?.success() {
            bail!("smtp-source failed");
        }
        Ok(plan.messages as f64 / began.elapsed().as_secs_f64())
    }

    /// Messages per second, and CPU microseconds per message, of our SMTP client with one ready-made message.
    pub fn blast(&self, plan: &Plan) -> anyhow::Result<(f64, f64)> {
        let mut command = machine::pinned(&plan.program("examples/blast"));
        let numbers = [usize::from(self.port), plan.connections, plan.messages, plan.size];
        let out = command.args(numbers.map(|number| number.to_string())).output()?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let rate = number_before(&text, "/s").with_context(|| format!("blast: {text}"))?;
        let cpu = number_before(&text, " CPU s").with_context(|| format!("blast: {text}"))?;
        Ok((rate, cpu * 100.0))
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A port that nobody listens on.
pub fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Waits until somebody listens there.
pub fn listens(port: u16, who: &str) -> anyhow::Result<()> {
    for _ in 0..200 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    bail!("{who} does not listen")
}

/// How often each reader was sent to, by a log of our own sink from that byte on, and the middle of the sizes. Authors get
/// mails too.
pub fn copies(log: &Path, from: u64) -> anyhow::Result<(HashMap<String, usize>, f64)> {
    let (mut copies, mut sizes) = (HashMap::new(), Vec::new());
    for line in std::fs::read_to_string(log)?.get(from as usize..).unwrap_or_default().lines() {
        let entry: serde_json::Value = serde_json::from_str(line)?;
        let reader = entry["recipient"].as_str().filter(|to| to.starts_with("reader"));
        if let (Some(recipient), Some(250)) = (reader, entry["code"].as_u64()) {
            *copies.entry(recipient.to_owned()).or_default() += 1;
            sizes.push(entry["size"].as_f64().unwrap_or(f64::NAN));
        }
    }
    Ok((copies, median(&sizes)))
}

fn path_with_sbin(command: &mut Command) {
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    path.push(":/usr/sbin:/sbin");
    command.env("PATH", path);
}

/// Microseconds that our renderer takes for one message of 20 kB.
pub fn render_microseconds(plan: &Plan) -> anyhow::Result<f64> {
    let out = machine::pinned(&plan.program("examples/render")).output()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let line = text.lines().nth(1).unwrap_or_default();
    number_before(line, " us").with_context(|| format!("render: {text}"))
}

fn number_before(text: &str, unit: &str) -> Option<f64> {
    let (before, _) = text.split_once(unit)?;
    before.split(|c: char| !c.is_ascii_digit() && c != '.').next_back()?.parse().ok()
}

/// Runs SQL through `psql` and answers what it printed, bare.
pub fn query(url: &str, sql: &str) -> anyhow::Result<String> {
    output(Command::new("psql").args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql]))
}

/// Runs shell commands and SQL through `sqlite3`.
pub fn sqlite3(file: &str, lines: &[&str]) -> anyhow::Result<String> {
    let mut command = Command::new("sqlite3");
    command.args(["-batch", "-bail", file]);
    command.args(lines);
    output(&mut command)
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let out =
        command.stdin(Stdio::null()).output().with_context(|| command.get_program().display().to_string())?;
    if !out.status.success() {
        bail!("{}: {}", command.get_program().display(), String::from_utf8_lossy(&out.stderr));
    }
    Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_before_their_unit() {
        let line = "32 connections, 20000 messages of 20000: 18123/s, 0.051 CPU s per 10,000";
        assert_eq!((number_before(line, "/s"), number_before(line, " CPU s")), (Some(18_123.0), Some(0.051)));
        assert_eq!(number_before("nothing", "/s"), None);
    }
}
