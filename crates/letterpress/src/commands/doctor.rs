//! `letterpress doctor`: does what is configured work from here?

use std::process::ExitCode;

use app::{
    App, Clock, Secret,
    doctor::{Check, Level, Patient, examine, rehearse},
    instance,
};
use database::Database;
use serde_json::json;

use crate::{
    data_dir::DataDir,
    place, say,
    settings::{Bad, Settings},
};

pub async fn run(
    read: Result<Settings, Bad>,
    as_json: bool,
    send_to: Option<String>,
) -> anyhow::Result<ExitCode> {
    let checks = match read {
        Ok(settings) => {
            let patient = patient(&settings).await;
            let mut checks = examine(&patient).await;
            if let Some(to) = send_to {
                let sent = Box::pin(send(&settings, &patient, &checks, &to)).await;
                let level = if sent.is_ok() { Level::Ok } else { Level::Fail };
                checks.push(Check::new("trial", level, &sent.unwrap_or_else(|reason| reason)));
            }
            if let Ok(Some(db)) = &patient.db {
                db.close().await;
            }
            checks
        }
        Err(bad) => refused(&bad),
    };
    report(&checks, as_json)
}

/// `letterpress upgrade --check`: what would this version do to the installation?
pub async fn upgrade(read: Result<Settings, Bad>, as_json: bool) -> anyhow::Result<ExitCode> {
    let checks = match read {
        Ok(settings) => {
            let patient = patient(&settings).await;
            let checks = rehearse(&patient).await;
            if let Ok(Some(db)) = &patient.db {
                db.close().await;
            }
            checks
        }
        Err(bad) => refused(&bad),
    };
    report(&checks, as_json)
}

fn refused(bad: &Bad) -> Vec<Check> {
    bad.0.iter().map(|text| Check::new("settings", Level::Fail, text)).collect()
}

fn report(checks: &[Check], as_json: bool) -> anyhow::Result<ExitCode> {
    if as_json {
        say(&serde_json::to_string(&json!({ "version": app::VERSION, "checks": checks }))?)?;
    } else {
        checks.iter().try_for_each(tell)?;
    }
    Ok(if checks.iter().all(|check| check.ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What became of a mail to that address, in a line. It takes an installation as it is: a schema is not brought to this
/// version's, and nothing is claimed.
async fn send(settings: &Settings, patient: &Patient, checks: &[Check], to: &str) -> Result<String, String> {
    let nothing = |reason: &str| format!("nothing was sent: {reason}");
    let (Ok(Some(db)), Ok(Some(secret))) = (&patient.db, &patient.secret) else {
        return Err(nothing("there is no installation here yet"));
    };
    if !checks.iter().all(|check| check.ok || !["secret", "database"].contains(&check.name)) {
        return Err(nothing("put the lines above right first"));
    }
    let is_ours = db.schema_version().await.is_ok_and(|schema| schema == app::newest_schema(db.engine()))
        && matches!(instance::recognise(db, secret).await, Ok(instance::Known::Same));
    if !is_ours {
        return Err(nothing("this version has not been started here yet"));
    }
    let settings = settings.for_app(settings.listen, secret.clone());
    let app = App::new(db.clone(), patient.clock.clone(), settings).map_err(|error| nothing(&error))?;
    app::deliveries::send_trial(&app, to).await
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
        place: place::look(settings),
        db,
        secret,
        clock: Clock::system(),
        unchosen: settings.public_url.is_none().then_some(settings.listen),
        is_serving: false,
    }
}

fn tell(check: &Check) -> anyhow::Result<()> {
    let mark = match check.level {
        Level::Ok => "ok  ",
        Level::Note => "note",
        Level::Fail => "FAIL",
    };
    say(&format!("{mark}  {:<10}  {}", check.name, check.text))
}
