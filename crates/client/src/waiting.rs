//! Waiting for what the server does, with a bar where somebody looks.

use std::{io::IsTerminal as _, sync::Mutex, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::{
    api::{Api, Call, Failure},
    show,
};

/// What a program exits with that was interrupted from the keyboard.
pub const INTERRUPTED: u8 = 130;
const BAR: &str = "{msg}\n[{bar:40}] {percent}% ";
/// A line at each tenth, where nobody looks.
const TENTHS: i64 = 10;

/// Looks at `path` until `is_over` says so. None when somebody pressed Ctrl+C first: the server goes on.
pub async fn until(
    api: &Api,
    path: &str,
    every: Duration,
    mut is_over: impl FnMut(&Value) -> bool,
) -> Result<Option<Value>, Failure> {
    let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
    loop {
        let call = Call::get(path);
        let seen = tokio::select! {
            seen = api.json(&call) => seen?,
            _ = &mut interrupted => return Ok(None),
        };
        if is_over(&seen) {
            return Ok(Some(seen));
        }
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            _ = &mut interrupted => return Ok(None),
        }
    }
}

/// How far something is, on standard error.
pub struct Bar {
    /// None where standard error is no terminal.
    drawn: Option<ProgressBar>,
    what: &'static str,
    /// The last tenth that was told, and what held it up.
    told: Mutex<(i64, Option<String>)>,
}

impl Bar {
    pub fn new(what: &'static str) -> Self {
        let drawn = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(1);
            // The template is ours: one that is not understood would show in the first test.
            bar.set_style(ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Self { drawn, what, told: Mutex::default() }
    }

    /// `said` is a line of ours: foreign text in it is clean already. `trouble` is what holds it up.
    pub fn show(&self, done: i64, total: i64, said: &str, trouble: Option<&str>) {
        if let Some(bar) = &self.drawn {
            bar.set_message(said.to_owned());
            // Nothing of nothing is no hundred percent.
            bar.set_length(total.max(1) as u64);
            bar.set_position(done.max(0) as u64);
            return;
        }
        let tenth = if total > 0 { done * TENTHS / total } else { 0 };
        let mut told = self.told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_news = trouble.is_some() && trouble != told.1.as_deref();
        if tenth > told.0 || is_news {
            *told = (tenth, trouble.map(str::to_owned));
            show::note(&format!("{} {} %: {said}", self.what, tenth * 100 / TENTHS));
        }
    }
}

/// Off the screen, however it ended.
impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.drawn {
            bar.finish_and_clear();
        }
    }
}
