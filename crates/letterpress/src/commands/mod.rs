//! What each command does.

mod backup;
mod crossing;
mod doctor;
mod healthcheck;
mod people;
mod restore;
mod serve;

use std::process::ExitCode;

use anyhow::Context as _;

use crate::{
    cli::{ApiKey, Cli, Command, User},
    data_dir::DataDir,
    log, node, place, say,
    settings::{Settings, Sources, for_client, local_server},
};

pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    if let Command::Openapi = cli.command {
        say(app::http::DOCUMENT.trim_end())?;
        return Ok(ExitCode::SUCCESS);
    }
    let sources = Sources::of_process(&cli.common);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime does not start")?;
    if let Command::Client(command) = cli.command {
        let [server, api_key] = for_client();
        let local = local_server(sources.as_ref());
        let given = client::Given { server, api_key, local, document: app::http::DOCUMENT };
        return Ok(runtime.block_on(client::run(command, given)));
    }
    let read = sources.and_then(|sources| Settings::read(&sources));
    if let Command::Upgrade { json, .. } = cli.command {
        return runtime.block_on(doctor::upgrade(read, json));
    }
    if let Command::Doctor { json, send_to } = cli.command {
        return runtime.block_on(doctor::run(read, json, send_to));
    }
    let settings = read?;
    log::start(&settings);
    let code = runtime.block_on(async {
        match cli.command {
            Command::Serve { role, open } => serve::run(settings, role, open).await,
            Command::Migrate => migrate(&settings).await,
            Command::Backup { file } => backup::run(&settings, &file).await,
            Command::Restore { file, check: true } => restore::check(&file).await,
            Command::Restore { file, check: false } => restore::run(&settings, &file).await,
            Command::ConfirmSending => restore::confirm(&settings).await,
            Command::Healthcheck => healthcheck::run(&settings).await,
            Command::User(User::Add { email, name, admin, password_stdin }) => {
                people::add(&settings, &email, &name, admin, password_stdin).await
            }
            Command::User(User::Verify { email }) => people::verify(&settings, &email).await,
            Command::User(User::SetPassword { email, only_password, password_stdin }) => {
                people::set_password(&settings, &email, only_password, password_stdin).await
            }
            Command::ApiKey(ApiKey::Create { email, name }) => {
                people::create_key(&settings, &email, &name).await
            }
            Command::Doctor { .. } | Command::Upgrade { .. } | Command::Openapi | Command::Client(_) => {
                Ok(ExitCode::SUCCESS)
            }
        }
    })?;
    // What still runs was given its time; a blocked thread must not hold the exit.
    runtime.shutdown_background();
    Ok(code)
}

async fn migrate(settings: &Settings) -> anyhow::Result<ExitCode> {
    // Another database than SQLite's needs no folder here, nor a secret.
    if let database::Url::Sqlite(path) = &settings.database {
        if !path.exists() {
            place::accept(settings).await?;
        }
        DataDir::open(&settings.data_dir)?;
    }
    let db = node::database(settings).await?;
    db.close().await;
    say(&format!("The database {} has this version's schema.", settings.database_shown))?;
    Ok(ExitCode::SUCCESS)
}
