//! What commands have in common: an open database with this version's schema and its own secret.

use std::net::SocketAddr;

use anyhow::{Context as _, bail};
use app::{
    App, Clock, Secret,
    instance::{self, Known},
};
use database::Database;

use crate::{
    data_dir::{DataDir, private},
    settings::Settings,
};

/// Refuses a place where nothing was ever started, so that a mistyped folder is told instead of made.
pub fn must_exist(settings: &Settings) -> anyhow::Result<()> {
    if let database::Url::Sqlite(path) = &settings.database
        && !path.exists()
    {
        bail!("there is no installation: {} is not there; --data-dir says where one is", path.display());
    }
    Ok(())
}

/// Opens the database and brings it to this version's schema. A new file is its owner's alone: it holds every address.
pub async fn database(settings: &Settings) -> anyhow::Result<Database> {
    if let database::Url::Sqlite(path) = &settings.database
        && !path.exists()
    {
        private().open(path).with_context(|| format!("{} cannot be made", path.display()))?;
    }
    let db = Database::open(&settings.database).await.with_context(|| settings.database_shown.clone())?;
    app::migrate(&db).await.with_context(|| settings.database_shown.clone())?;
    Ok(db)
}

/// The product over its database, for commands and for the server.
pub async fn app(settings: &Settings, folder: &DataDir, bound: SocketAddr) -> anyhow::Result<App> {
    let db = database(settings).await?;
    let clock = Clock::system();
    let secret = secret(settings, folder, &db, &clock).await?;
    folder.mark_begun()?;
    App::new(db, clock, settings.for_app(bound, secret)).map_err(anyhow::Error::msg)
}

/// The secret that belongs to the database, made when neither has one.
async fn secret(
    settings: &Settings,
    folder: &DataDir,
    db: &Database,
    clock: &Clock,
) -> anyhow::Result<Secret> {
    let path = folder.secret_path();
    let (given, from) = match &settings.secret_key {
        Some(secret) => (Some(secret.clone()), "LETTERPRESS_SECRET_KEY".to_owned()),
        None => (folder.secret()?, path.display().to_string()),
    };
    // Asked first: a secret made for a database that has one already would only be in the way.
    let known = instance::recognise(db, given.as_ref().unwrap_or(&Secret::new([0; 32]))).await?;
    match (given, known) {
        (Some(secret), Known::Same) => Ok(secret),
        (Some(secret), Known::Nobody) => begin(settings, db, clock, secret).await,
        (None, Known::Nobody) => begin(settings, db, clock, folder.make_secret()?).await,
        (Some(_), Known::Other) => bail!(
            "the database {} belongs to another secret than the one in {from}: links in mails already sent and API \
             sign-ins would stop working. Give the secret that this database was first started with",
            settings.database_shown
        ),
        (None, _) => bail!(app::doctor::missing_secret(&settings.database_shown, folder.path())),
    }
}

/// Says where a new installation begins: whoever expected the old one sees that it is elsewhere.
async fn begin(settings: &Settings, db: &Database, clock: &Clock, secret: Secret) -> anyhow::Result<Secret> {
    let secret = claim(db, clock, secret).await?;
    let folder = settings.data_dir.canonicalize().unwrap_or_else(|_| settings.data_dir.clone());
    tracing::info!(data = %folder.display(), database = %settings.database_shown, "a new installation begins here");
    Ok(secret)
}

async fn claim(db: &Database, clock: &Clock, secret: Secret) -> anyhow::Result<Secret> {
    instance::claim(db, clock, &secret).await?;
    match instance::recognise(db, &secret).await? {
        Known::Same => Ok(secret),
        Known::Nobody | Known::Other => {
            bail!(
                "another node has just started on this database with another secret; give both the same secret.key"
            )
        }
    }
}
