//! Authors and their keys, for the operator.

use std::{io, process::ExitCode};

use app::{App, accounts, http::Problem, secrets};

use crate::{data_dir::DataDir, node, place, say, settings::Settings};

pub async fn add(
    settings: &Settings,
    email: &str,
    name: &str,
    admin: bool,
    password_stdin: bool,
) -> anyhow::Result<ExitCode> {
    let password = Password::get(password_stdin)?;
    let app = open(settings).await?;
    let author = accounts::add_author(&app.with(), email, name, admin, Some(password.text.clone()))
        .await
        .map_err(sentence)?;
    app.db.close().await;
    say(&format!("Added {} <{}>.", author.name, author.email))?;
    password.tell()?;
    Ok(ExitCode::SUCCESS)
}

pub async fn verify(settings: &Settings, email: &str) -> anyhow::Result<ExitCode> {
    node::must_exist(settings)?;
    let app = open(settings).await?;
    let author = accounts::verify_author(&app.with(), email).await.map_err(sentence)?;
    app.db.close().await;
    let role = author.role.title();
    say(&format!("The address of {} <{}> is verified. Role: {role}.", author.name, author.email))?;
    Ok(ExitCode::SUCCESS)
}

pub async fn set_password(
    settings: &Settings,
    email: &str,
    only_password: bool,
    password_stdin: bool,
) -> anyhow::Result<ExitCode> {
    node::must_exist(settings)?;
    let password = Password::get(password_stdin)?;
    let app = open(settings).await?;
    let author = accounts::set_password(&app.with(), email, password.text.clone(), only_password)
        .await
        .map_err(sentence)?;
    app.db.close().await;
    say(&format!("{} <{}> has another password and is signed out everywhere.", author.name, author.email))?;
    password.tell()?;
    Ok(ExitCode::SUCCESS)
}

/// A password, given or made up.
struct Password {
    text: String,
    is_made: bool,
}

impl Password {
    fn get(from_stdin: bool) -> io::Result<Self> {
        if !from_stdin {
            return Ok(Self { text: secrets::random_token(120), is_made: true });
        }
        let mut line = String::new();
        io::stdin().read_line(&mut line)?;
        Ok(Self { text: line.trim_end_matches(['\r', '\n']).to_owned(), is_made: false })
    }

    /// Prints one that nobody knows yet.
    fn tell(&self) -> anyhow::Result<()> {
        if self.is_made {
            say(&format!("Password: {}", self.text))?;
        }
        Ok(())
    }
}

pub async fn create_key(settings: &Settings, email: &str, name: &str) -> anyhow::Result<ExitCode> {
    node::must_exist(settings)?;
    let app = open(settings).await?;
    let author = accounts::find_author(&app.with(), email).await.map_err(sentence)?;
    let key = accounts::create_api_key(&app, author.id, name).await.map_err(sentence)?;
    app.db.close().await;
    say(&key)?;
    Ok(ExitCode::SUCCESS)
}

async fn open(settings: &Settings) -> anyhow::Result<App> {
    place::accept(settings).await?;
    let folder = DataDir::open(&settings.data_dir)?;
    node::app(settings, &folder, settings.listen).await
}

fn sentence(problem: Problem) -> anyhow::Error {
    anyhow::anyhow!(problem.detail)
}
