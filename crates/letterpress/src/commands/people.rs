//! Authors and their keys, for the operator.

use std::{io, process::ExitCode};

use app::{App, accounts, http::Problem, secrets};

use crate::{data_dir::DataDir, node, say, settings::Settings};

pub async fn add(
    settings: &Settings,
    email: &str,
    name: &str,
    admin: bool,
    password_stdin: bool,
) -> anyhow::Result<ExitCode> {
    let (password, made) = if password_stdin {
        let mut line = String::new();
        io::stdin().read_line(&mut line)?;
        (line.trim_end_matches(['\r', '\n']).to_owned(), false)
    } else {
        (secrets::random_token(120), true)
    };
    let app = open(settings).await?;
    let author =
        accounts::add_author(&app, email, name, admin, Some(password.clone())).await.map_err(sentence)?;
    app.db.close().await;
    say(&format!("Added {} <{}>.", author.name, author.email))?;
    if made {
        say(&format!("Password: {password}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn create_key(settings: &Settings, email: &str, name: &str) -> anyhow::Result<ExitCode> {
    let app = open(settings).await?;
    let author = accounts::find_author(&app, email).await.map_err(sentence)?;
    let key = accounts::create_api_key(&app, author.id, name).await.map_err(sentence)?;
    app.db.close().await;
    say(&key)?;
    Ok(ExitCode::SUCCESS)
}

async fn open(settings: &Settings) -> anyhow::Result<App> {
    let folder = DataDir::open(&settings.data_dir)?;
    node::app(settings, &folder, settings.listen).await
}

fn sentence(problem: Problem) -> anyhow::Error {
    anyhow::anyhow!(problem.detail)
}
