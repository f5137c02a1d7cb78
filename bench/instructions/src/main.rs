//! Sends a campaign through the real engine to nobody, for `tools/instructions` to count what it executes:
//! `instructions mail|rendering READERS`.
//!
//! Nothing in it depends on how busy the machine is: one thread, a clock that stands still, numbers in a row for random
//! ones, a transport and a ledger that have no network and no disk behind them.

mod ledger;
mod letter;
mod transport;

use std::{
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use engine::{
    Ceiling, Parts,
    ports::{Job, Origin, Random},
};
use platform::{Clock, Timestamp};
use tokio_util::sync::CancellationToken;

use ledger::Memory;
use letter::Letter;
use transport::{Nobody, Nowhere};

const CONNECTIONS: usize = 32;
/// Milliseconds; on a day of 2026.
const NOW: i64 = 1_795_229_173_000;

/// Numbers in a row.
#[derive(Default)]
struct Row(AtomicU64);

impl Random for Row {
    fn next(&self) -> u64 {
        self.0.fetch_add(2, Ordering::Relaxed)
    }
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let readers = given.get(1).and_then(|readers| readers.parse().ok()).filter(|readers| *readers > 0);
    let done = match (given.first().map(String::as_str), readers) {
        (Some("mail"), Some(readers)) => mail(readers),
        (Some("rendering"), Some(readers)) => rendering(readers),
        _ => Err("usage: instructions mail|rendering READERS".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// A whole campaign: from the chunks of its audience to the outcome of each reader.
fn mail(readers: i64) -> Result<(), String> {
    let stop = CancellationToken::new();
    let ledger = Arc::new(Memory::new(readers, Letter::new()?, stop.clone()));
    let parts = Parts {
        ledger: ledger.clone(),
        transport: Nowhere,
        clock: Clock::fixed(Timestamp(NOW)),
        random: Arc::new(Row::default()),
        retry_delay: |_, _| None,
        concurrency: CONNECTIONS,
        rate: None,
        ceiling: Arc::new(Ceiling::default()),
        groups: Arc::new(Nobody),
        throttles: Vec::new(),
        wake: Arc::default(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.map_err(|error| error.to_string())?.block_on(engine::run(parts, stop, drop));
    let sent = ledger.sent();
    if sent == readers { Ok(()) } else { Err(format!("{sent} of {readers} were sent to")) }
}

/// The same mails, rendered and thrown away.
fn rendering(readers: i64) -> Result<(), String> {
    let run = Arc::new(ledger::run(Letter::new()?));
    let mut out = Vec::new();
    for id in 1..=readers {
        let job = Job {
            run: run.clone(),
            reader: letter::reader(id),
            origin: Origin::Row,
            attempt_id: 1,
            attempt: 1,
            dated_at: NOW,
            broken: 0,
        };
        out.clear();
        run.content.render(&job, &mut out)?;
        std::hint::black_box(&out);
    }
    Ok(())
}
