//! This process, as Linux tells it; nothing elsewhere.

use prometheus::{Counter, IntGauge};

use super::{Maker, raise};

pub struct Gauges {
    cpu_seconds: Counter,
    resident_bytes: IntGauge,
    open_files: IntGauge,
    max_files: IntGauge,
    threads: IntGauge,
}

impl Gauges {
    pub fn new(r: &Maker) -> Self {
        Self {
            cpu_seconds: r.seconds("process_cpu_seconds_total", "CPU time in user and system mode."),
            resident_bytes: r.gauge("process_resident_memory_bytes", "Resident memory."),
            open_files: r.gauge("process_open_fds", "Open files and connections."),
            max_files: r.gauge("process_max_fds", "How many of them the system allows."),
            threads: r.gauge("process_threads", "Threads."),
        }
    }

    #[cfg(target_os = "linux")]
    pub fn read(&self) {
        use rustix::{param, process};

        if let Ok(stat) = std::fs::read_to_string("/proc/self/stat") {
            // The name of the program, in parentheses, may hold spaces. proc(5) counts from its number.
            let fields: Vec<&str> =
                stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
            let field =
                |number: usize| fields.get(number - 3).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
            let ticks = param::clock_ticks_per_second().max(1);
            raise(&self.cpu_seconds, (field(14) + field(15)) as f64 / ticks as f64);
            self.threads.set(field(20) as i64);
            self.resident_bytes.set((field(24) * param::page_size() as u64) as i64);
        }
        if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
            self.open_files.set(files.count() as i64);
        }
        let limit = process::getrlimit(process::Resource::Nofile).current;
        self.max_files.set(limit.map_or(-1, |limit| limit as i64));
    }

    #[cfg(not(target_os = "linux"))]
    pub fn read(&self) {}
}
