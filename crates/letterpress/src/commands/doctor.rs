//! `letterpress doctor`: does what is configured work from here?

use std::process::ExitCode;

use app::{
    Clock, Secret,
    doctor::{Check, Patient, examine},
};
use database::Database;

use crate::{
    data_dir::DataDir,
    say,
    settings::{Bad, Settings},
};

pub async fn run(read: Result<Settings, Bad>) -> anyhow::Result<ExitCode> {
    let settings = match read {
        Ok(settings) => settings,
        Err(bad) => {
            for text in bad.0 {
                tell(&Check { name: "settings", ok: false, text })?;
            }
            return Ok(ExitCode::FAILURE);
        }
    };
    let patient = patient(&settings).await;
    let checks = Box::pin(examine(&patient)).await;
    if let Ok(Some(db)) = &patient.db {
        db.close().await;
    }
    checks.iter().try_for_each(tell)?;
    Ok(if checks.iter().all(|check| check.ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes nothing: a look must not be a start.
async fn patient(settings: &Settings) -> Patient {
    let secret = match &settings.secret_key {
        Some(secret) => Ok(Some(secret.clone())),
        None if settings.data_dir.exists() => DataDir::open(&settings.data_dir)
            .and_then(|folder| folder.secret())
            .map_err(|error| format!("{error:#}")),
        None => Ok(None),
    };
    let db = match &settings.database {
        database::Url::Sqlite(path) if !path.exists() => Ok(None),
        url => Database::open(url).await.map(Some).map_err(|error| error.to_string()),
    };
    // Nothing is signed or opened here, so any secret will do where there is none.
    let any = secret.clone().ok().flatten().unwrap_or_else(|| Secret::new([0; 32]));
    Patient {
        settings: settings.for_app(settings.listen, any),
        db,
        secret,
        clock: Clock::system(),
        unchosen: settings.public_url.is_none().then_some(settings.listen),
        is_serving: false,
    }
}

fn tell(check: &Check) -> anyhow::Result<()> {
    let mark = if check.ok { "ok  " } else { "FAIL" };
    say(&format!("{mark}  {:<10}  {}", check.name, check.text.lines().collect::<Vec<_>>().join(" ")))
}
