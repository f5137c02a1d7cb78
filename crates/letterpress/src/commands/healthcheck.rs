//! `letterpress healthcheck`: for containers, which have no other program to ask with.

use std::{process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};

use crate::{
    say,
    settings::{Settings, local_url},
};

const TIME_OUT: Duration = Duration::from_secs(5);

pub async fn run(settings: &Settings) -> anyhow::Result<ExitCode> {
    let url = format!("{}/readyz", local_url(settings.listen));
    let answer = reqwest::Client::builder().timeout(TIME_OUT).no_proxy().build()?.get(&url).send().await;
    let answer = answer.with_context(|| format!("nothing answers at {url}"))?;
    if !answer.status().is_success() {
        bail!("{url} answers {}", answer.status());
    }
    say("ready")?;
    Ok(ExitCode::SUCCESS)
}
