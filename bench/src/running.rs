//! A server's process while it runs; ended when dropped.

use std::process::{Child, Command};

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
