//! Does what is configured work from here? One line for each thing that can be wrong, for `letterpress doctor` and for
//! administrators.

mod backups;
mod certificates;
mod data;
mod http;
mod outside;
mod returns;
mod schema;
#[cfg(test)]
mod tests;
mod upgrade;
mod work;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

pub use backups::{forget_failure, record_failure};
pub use schema::{lost, missing_secret};
pub use upgrade::rehearse;

use database::Database;
use futures::{FutureExt as _, future::BoxFuture};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Clock, Secret, Settings,
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

/// A check that takes longer has failed.
const TIME_OUT: Duration = Duration::from_secs(12);

/// The first schema there was.
const FIRST_SCHEMA: i64 = 1;

/// What a check found, in one line: that all is well, or what is not and what to do.
type Found = Result<String, Trouble>;

/// What is not as it should be, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Trouble {
    /// It works, and somebody may want it otherwise.
    Note(String),
    /// It does not work.
    Fail(String),
}

impl<T: Into<String>> From<T> for Trouble {
    fn from(text: T) -> Self {
        Self::Fail(text.into())
    }
}

fn note(text: impl Into<String>) -> Found {
    Err(Trouble::Note(text.into()))
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DoctorLevel)]
pub enum Level {
    Ok,
    /// It works, and somebody may want it otherwise.
    Note,
    /// It does not work.
    Fail,
}

/// One thing that was looked at.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DoctorCheck)]
pub struct Check {
    #[schema(example = "database")]
    pub name: &'static str,
    /// False when it failed.
    pub ok: bool,
    pub level: Level,
    /// What was found and, unless all is well, what to do, in one line.
    #[schema(example = "sqlite:data/letterpress.db answers; schema 8, which is this version's")]
    pub text: String,
}

/// What is known of a data folder in which there is no installation.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Somebody chose the folder: it is not the default.
    pub is_given: bool,
    /// An installation lies under nearly the same name.
    pub meant: Option<PathBuf>,
    /// A server ran on the folder, and the file of the database is not there.
    pub was_used: bool,
}

/// What is looked at.
pub struct Patient {
    pub settings: Settings,
    pub place: Place,
    /// `None`: a file that is not there yet.
    pub db: Result<Option<Database>, String>,
    /// The secret from outside or from the data folder, if there is one.
    pub secret: Result<Option<Secret>, String>,
    pub clock: Clock,
    /// The public URL was not chosen: it is this address, which may be free.
    pub unchosen: Option<SocketAddr>,
    /// Asked by a server, which must find what only servers do.
    pub is_serving: bool,
}

impl Patient {
    /// The database, or the word for why nothing can be said without it.
    fn need_database(&self) -> Result<Option<&Database>, String> {
        let unknown = "not known while the database does not answer: see its line";
        self.db.as_ref().map(Option::as_ref).map_err(|_| unknown.to_owned())
    }

    /// The same, once its schema is at least that new.
    async fn database_since(&self, schema: i64) -> Result<Option<&Database>, String> {
        let Some(db) = self.need_database()? else { return Ok(None) };
        Ok((db.schema_version().await.unwrap_or(0) >= schema).then_some(db))
    }
}

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new().merge(routes!(http::run_doctor))
}

/// Looks at everything, at once.
pub fn examine(patient: &Patient) -> BoxFuture<'_, Vec<Check>> {
    all(patient).boxed()
}

async fn all(p: &Patient) -> Vec<Check> {
    let (
        settings,
        data,
        secret,
        database,
        clock,
        mail,
        dns,
        bounces,
        workers,
        campaigns,
        backup,
        sending,
        url,
    ) = tokio::join!(
        named("settings", async { data::settings(p) }),
        named("data", async { data::folder(p) }),
        named("secret", schema::secret(p)),
        named("database", schema::database(p)),
        named("clock", data::clock(p)),
        named("mail", outside::mail(p)),
        named("DNS", outside::dns(p)),
        named("bounces", returns::bounces(p)),
        named("workers", work::workers(p)),
        named("campaigns", work::campaigns(p)),
        named("backup", backups::backup(p)),
        named("sending", work::sending(p)),
        named("public URL", outside::public_url(p)),
    );
    vec![
        settings, data, secret, database, clock, mail, dns, bounces, workers, campaigns, backup, sending, url,
    ]
}

async fn named<E: Into<Trouble>>(
    name: &'static str,
    check: impl Future<Output = Result<String, E>>,
) -> Check {
    let found = tokio::time::timeout(TIME_OUT, check).await;
    match found.map(|found| found.map_err(Into::into)) {
        Ok(Ok(text)) => Check::new(name, Level::Ok, &text),
        Ok(Err(Trouble::Note(text))) => Check::new(name, Level::Note, &text),
        Ok(Err(Trouble::Fail(text))) => Check::new(name, Level::Fail, &text),
        Err(_) => Check::new(
            name,
            Level::Fail,
            &format!(
                "no answer within {} seconds: see whether what it asks is up, and ask again",
                TIME_OUT.as_secs()
            ),
        ),
    }
}

impl Check {
    pub fn new(name: &'static str, level: Level, text: &str) -> Self {
        Self { name, ok: level != Level::Fail, level, text: text.lines().collect::<Vec<_>>().join(" ") }
    }
}
