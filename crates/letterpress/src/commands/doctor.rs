//! `letterpress doctor`: does what is configured work from here?

use std::{process::ExitCode, time::Duration};

use database::Database;
use mailer::MailUrl;
use tokio::net::TcpListener;

use crate::{
    say,
    settings::{Bad, Settings},
};

const TIME_OUT: Duration = Duration::from_secs(10);

/// What a check found, in one line.
type Found = Result<String, String>;

pub async fn run(read: Result<Settings, Bad>) -> anyhow::Result<ExitCode> {
    let settings = match read {
        Ok(settings) => settings,
        Err(bad) => {
            for reason in bad.0 {
                tell("settings", &Err(reason))?;
            }
            return Ok(ExitCode::FAILURE);
        }
    };
    let checks = [
        ("settings", config(&settings)),
        ("database", database(&settings).await),
        ("mail", mail(&settings).await),
        ("DNS", dns(&settings).await),
        ("public URL", public_url(&settings).await),
    ];
    let mut code = ExitCode::SUCCESS;
    for (name, found) in checks {
        tell(name, &found)?;
        if found.is_err() {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

fn tell(name: &str, found: &Found) -> anyhow::Result<()> {
    let (mark, text) = match found {
        Ok(text) => ("ok  ", text),
        Err(text) => ("FAIL", text),
    };
    say(&format!("{mark}  {name:<10}  {}", text.lines().collect::<Vec<_>>().join(" ")))
}

fn config(settings: &Settings) -> Found {
    let data = &settings.data_dir;
    if data.exists() && std::fs::read_dir(data).is_err() {
        return Err(format!("the data folder {} cannot be read", data.display()));
    }
    Ok(format!("every value is accepted; data folder {}", data.display()))
}

async fn database(settings: &Settings) -> Found {
    let shown = &settings.database_shown;
    if let database::Url::Sqlite(path) = &settings.database
        && !path.exists()
    {
        return Ok(format!("{shown} is not there yet; the first start makes it"));
    }
    let failed = |error: &dyn std::fmt::Display| format!("{shown}: {error}");
    let db = Database::open(&settings.database).await.map_err(|error| failed(&error))?;
    let answer = db.ping().await.map_err(|error| failed(&error));
    db.close().await;
    answer.map(|()| format!("{shown} answers"))
}

async fn mail(settings: &Settings) -> Found {
    match &settings.mail {
        MailUrl::Capture => Ok("capture: keeps every mail in the built-in mailbox; nothing leaves".into()),
        url @ MailUrl::Smtp(smtp) => match mailer::probe(&mailer::smtp::Settings::from(smtp)).await {
            Ok(line) if settings.fallback_domain.is_none() => Ok(format!(
                "{line}; LETTERPRESS_FALLBACK_DOMAIN is not set, so a newsletter needs a domain of its own"
            )),
            Ok(line) => Ok(line),
            Err(error) => Err(format!("{url}: {error}")),
        },
        url @ MailUrl::Ses(ses) => amazon(settings, ses).await.map_err(|error| format!("{url}: {error}")),
    }
}

async fn amazon(settings: &Settings, url: &mailer::ses::SesUrl) -> Found {
    let key = settings.aws.clone().ok_or("no key")?;
    let client = mailer::ses::Client::new(url.clone(), key)?;
    let now = app::Clock::system().now().0;
    match client.account(now).await {
        Ok(quota) if !quota.sending_enabled => Err("Amazon has stopped sending for this account".into()),
        Ok(quota) => Ok(format!(
            "Amazon SES in {}: {} of {} mails sent in the last 24 hours, {} a second{}",
            url.region,
            quota.sent_last_24_hours,
            quota.max_24_hour_send,
            quota.max_send_rate,
            if quota.production_access { "" } else { "; in the sandbox: only to verified addresses" }
        )),
        Err(mailer::ses::SesError::Unsupported) => Ok(format!("Amazon SES in {} answers", url.region)),
        Err(error) => Err(error.to_string()),
    }
}

fn stays_here(mail: &MailUrl) -> bool {
    match mail {
        MailUrl::Capture => true,
        MailUrl::Smtp(url) => {
            url.host == "localhost" || url.host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
        }
        MailUrl::Ses(_) => false,
    }
}

/// Any name will do: that there is none is an answer too.
async fn dns(settings: &Settings) -> Found {
    let resolver = match settings.dns {
        app::Dns::System => dns::Resolver::system(),
        app::Dns::At(address) => dns::Resolver::at(address),
    };
    let resolver = resolver.map_err(|error| error.to_string())?;
    let shown = match settings.dns {
        app::Dns::System => "the system's resolver".to_owned(),
        app::Dns::At(address) => address.to_string(),
    };
    let name = settings.fallback_domain.as_deref().unwrap_or("example.com");
    match resolver.lookup(dns::RecordType::Txt, name).await {
        // Nothing leaves this machine, so nothing depends on names.
        dns::Answer::Failed(_) if settings.dns == app::Dns::System && stays_here(&settings.mail) => {
            Ok(format!("{shown} does not answer; it is needed to verify sending domains"))
        }
        dns::Answer::Failed(reason) => Err(format!("{shown}: {reason}")),
        _ => Ok(format!("{shown} answers")),
    }
}

async fn public_url(settings: &Settings) -> Found {
    let url = settings.public_url_on(settings.listen);
    let answer = reqwest::Client::builder()
        .timeout(TIME_OUT)
        .build()
        .map_err(|error| error.to_string())?
        .get(format!("{url}/healthz"))
        .send()
        .await;
    match answer {
        Ok(answer) => {
            let is_ours = answer.status().is_success() && answer.text().await.is_ok_and(|text| text == "ok");
            if is_ours {
                Ok(format!("{url} leads to a running Letterpress"))
            } else {
                Err(format!("{url} leads to something else than Letterpress"))
            }
        }
        // Before the first start nothing can answer; that the port is free is all there is to know.
        Err(_) if settings.public_url.is_none() && TcpListener::bind(settings.listen).await.is_ok() => {
            Ok(format!("{url} is free; nothing runs there yet"))
        }
        Err(error) => {
            let reason = if error.is_timeout() { "no answer in time" } else { "nothing answers there" };
            Err(format!("{url}: {reason} (is the server running, and does the address lead here?)"))
        }
    }
}
