//! A server's process while it runs, ended when dropped; waiting for what it does.

use std::{
    process::{Child, Command},
    time::{Duration, Instant},
};

use anyhow::ensure;

#[derive(Default)]
pub struct Running(Option<Child>);

impl Running {
    pub fn is(process: Child) -> Self {
        Self(Some(process))
    }

    /// Ends it in good order; the data stays.
    pub fn stop(&mut self) -> anyhow::Result<()> {
        if let Some(mut process) = self.0.take() {
            Command::new("kill").arg(process.id().to_string()).status()?;
            process.wait()?;
        }
        Ok(())
    }

    /// Ends it as a power cut would, except that the system keeps what it was given to write.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        if let Some(mut process) = self.0.take() {
            process.kill()?;
            process.wait()?;
        }
        Ok(())
    }

    pub fn pid(&self) -> u32 {
        self.0.as_ref().map_or(0, Child::id)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Nobody is left to tell.
        let _ = self.kill();
    }
}

/// Until it is so; an error after that long.
pub async fn wait(
    patience: Duration,
    mut is_so: impl AsyncFnMut() -> anyhow::Result<bool>,
    or: &str,
) -> anyhow::Result<()> {
    let began = Instant::now();
    while !is_so().await? {
        ensure!(began.elapsed() < patience, "{or}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}
