//! The machine, and what a process used of it.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::Context as _;

use crate::{Plan, table::median};

/// Where and how it was measured, one line each.
pub fn describe(plan: &Plan) -> anyhow::Result<String> {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = cores();
    let memory = kilobytes("/proc/meminfo", "MemTotal:").unwrap_or(0) >> 20;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    let mut out = format!(
        "Machine: {}, {cores} cores, {memory} GiB; load {load} at the end; one fdatasync of 4 kB takes {:.2} ms\n\
         Method: release binary, {} rounds in turn, medians; ratios are those of the single rounds; durable \
         (SQLite synchronous=FULL",
        model.map_or("?", |(_, name)| name),
        sync_milliseconds()?,
        plan.rounds,
    );
    if let Some(url) = &plan.postgres {
        let settings = ["server_version", "fsync", "synchronous_commit"]
            .map(|name| format!("{name}={}", shown(url, name).unwrap_or_else(|| "?".into())));
        write!(out, "; PostgreSQL {}", settings.join(" "))?;
    }
    write!(
        out,
        ")\nSending: {} messages of {} bytes, {} connections, sender and smtp-sink on one core; CPU is that of \
         the server and, on PostgreSQL, of its backends\n\
         Import and pages: {} rows",
        plan.messages, plan.size, plan.connections, plan.rows
    )?;
    Ok(out)
}

fn shown(url: &str, name: &str) -> Option<String> {
    crate::peers::query(url, &format!("SHOW {name}")).ok()
}

/// What a commit costs at least, in the folder where the databases are.
fn sync_milliseconds() -> anyhow::Result<f64> {
    let mut file = tempfile::tempfile()?;
    let mut times = Vec::new();
    for _ in 0..50 {
        file.write_all(&[0; 4096])?;
        let began = Instant::now();
        file.sync_data()?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(&times))
}

fn kilobytes(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

/// MiB, as the system accounts for the process under this name.
fn memory(pid: u32, name: &str) -> anyhow::Result<f64> {
    let kilobytes = kilobytes(&format!("/proc/{pid}/status"), name).context("no /proc/…/status")?;
    Ok(kilobytes as f64 / 1024.0)
}

/// The most memory that the process had, in MiB.
pub fn peak_memory(pid: u32) -> anyhow::Result<f64> {
    memory(pid, "VmHWM:")
}

/// MiB that the process holds now and that are no pages of files: those are the system's to take back, and the program itself is most of them.
pub fn anonymous_memory(pid: u32) -> anyhow::Result<f64> {
    memory(pid, "RssAnon:")
}

/// User and system time of the process, its ended threads included.
pub fn cpu(pid: u32) -> Duration {
    ticks(pid, 2)
}

/// The same of the process and its children, those that ended included.
pub fn cpu_of_family(pid: u32) -> Duration {
    children(pid).into_iter().map(|child| ticks(child, 4)).sum::<Duration>() + ticks(pid, 4)
}

/// Waits until less than a fiftieth of a core is used for a second.
pub async fn at_rest(used: impl Fn() -> Duration) {
    loop {
        let before = used();
        tokio::time::sleep(Duration::from_secs(1)).await;
        if used() < before + Duration::from_millis(20) {
            return;
        }
    }
}

/// Of the times of a process, which are its own user and system time and those of its ended children, the first so many.
fn ticks(pid: u32, first: usize) -> Duration {
    // Ticks of 10 ms everywhere on Linux.
    let ticks: u64 =
        status(pid).iter().skip(11).take(first).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// What the system tells of a process behind its name: its state, its parent, and so on.
fn status(pid: u32) -> Vec<String> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    fields.map(str::to_owned).collect()
}

/// Who started the process.
pub fn parent(pid: u32) -> Option<u32> {
    status(pid).get(1)?.parse().ok()
}

/// The processes that it started and that have not ended.
pub fn children(pid: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|child| parent(*child) == Some(pid)).collect()
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub fn exists(program: &str) -> bool {
    let folders = ["/usr/sbin", "/sbin"].map(std::path::PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain(folders).any(|folder| folder.join(program).is_file())
}

/// The program, on the first core alone where the system can do that.
pub fn pinned(program: &std::path::Path) -> Command {
    pinned_to(0, program)
}

/// The program, on that core alone where the system can do that and has it.
pub fn pinned_to(core: usize, program: &std::path::Path) -> Command {
    if !exists("taskset") || core >= cores() {
        return Command::new(program);
    }
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]).arg(program);
    command
}

/// Keeps a running process on these cores.
pub fn keep_on(cores: &str, pid: u32) {
    // One that has ended meanwhile need not be kept anywhere.
    let _ = Command::new("taskset").args(["-a", "-p", "-c", cores, &pid.to_string()]).output();
}

/// A PostgreSQL server, by its processes.
pub struct Postgres {
    pub url: String,
    /// The process that starts all others.
    pid: u32,
    is_pinned: bool,
}

impl Postgres {
    pub fn of(url: &str) -> anyhow::Result<Self> {
        let sql = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'";
        let checkpointer: u32 = crate::peers::query(url, sql)?.parse()?;
        Ok(Self { url: url.to_owned(), pid: parent(checkpointer).unwrap_or(checkpointer), is_pinned: false })
    }

    /// On the first core while this lives.
    pub fn pinned(url: &str) -> anyhow::Result<Self> {
        let mut database = Self::of(url)?;
        database.is_pinned = true;
        database.keep_on("0");
        Ok(database)
    }

    fn keep_on(&self, cores: &str) {
        if exists("taskset") {
            // Those that it starts from now on stay where it is.
            keep_on(cores, self.pid);
            for child in children(self.pid) {
                keep_on(cores, child);
            }
        }
    }

    /// CPU seconds of all its processes, those that ended included.
    pub fn cpu(&self) -> f64 {
        cpu_of_family(self.pid).as_secs_f64()
    }

    /// Waits until it does nothing any more, or for as long as anybody would: what it clears up after one is not to burden the next.
    pub async fn rest(&self) {
        let at_rest = at_rest(|| cpu_of_family(self.pid));
        // Others may keep it busy.
        let _ = tokio::time::timeout(Duration::from_secs(60), at_rest).await;
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.is_pinned {
            self.keep_on(&format!("0-{}", cores() - 1));
        }
    }
}
