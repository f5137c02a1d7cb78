//! `letterpress healthcheck`: for containers, which have no other program to ask with.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, bail};

use crate::{say, settings::Settings};

const TIME_OUT: Duration = Duration::from_secs(5);

pub async fn run(settings: &Settings) -> anyhow::Result<ExitCode> {
    let mut at = settings.listen;
    match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => at.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => at.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let url = format!("http://{at}/readyz");
    let answer = reqwest::Client::builder().timeout(TIME_OUT).no_proxy().build()?.get(&url).send().await;
    let answer = answer.with_context(|| format!("nothing answers at {url}"))?;
    if !answer.status().is_success() {
        bail!("{url} answers {}", answer.status());
    }
    say("ready")?;
    Ok(ExitCode::SUCCESS)
}
