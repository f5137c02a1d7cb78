//! A unit of work: what happens and what is said of it become durable together, or neither does.
//!
//! Who answers a call knows the answer only after the work committed; a crash between the two leaves work that nobody
//! remembers having been asked for. Within a unit a commit is therefore held: the transaction stays open, whoever reads
//! within the unit reads through it, and when the call is answered, the answer is written into it and it commits.
//!
//! A unit holds one transaction. Work in several transactions commits all but the last of them as it goes; each of
//! these is handed to the unit's `note` first, which can write down that the work has begun.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures::future::BoxFuture;

use crate::{Database, Error, Result, Tx};

tokio::task_local! {
    static UNIT: Option<Unit>;
}

type Note = dyn for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, Result<()>> + Send + Sync;

/// A handle of one; cheap to clone.
#[derive(Clone)]
pub struct Unit(Arc<Inner>);

struct Inner {
    held: Mutex<Held>,
    note: Box<Note>,
}

#[derive(Default)]
enum Held {
    #[default]
    Nothing,
    Work(Tx),
    /// Somebody reads through it.
    Lent,
}

/// Whoever began another transaction now would wait for themselves on SQLite, and not see their own work elsewhere.
const LENT: &str = "a transaction of this unit is still being read through";

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unit").finish_non_exhaustive()
    }
}

impl Unit {
    /// `note` writes into every transaction that commits before the end of the unit.
    pub fn new(
        note: impl for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, Result<()>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner { held: Mutex::default(), note: Box::new(note) }))
    }

    /// Runs the work. It must write one transaction after the other, and wait for no other task that writes: SQLite has
    /// one writer, and the unit may hold it.
    pub async fn scope<T>(&self, work: impl Future<Output = T>) -> T {
        UNIT.scope(Some(self.clone()), work).await
    }

    /// What the unit holds, for its end; dropped it rolls back.
    pub fn take(&self) -> Result<Option<Tx>> {
        let mut held = self.held();
        match std::mem::take(&mut *held) {
            Held::Nothing => Ok(None),
            Held::Work(tx) => Ok(Some(tx)),
            Held::Lent => {
                *held = Held::Lent;
                Err(Error::Protocol(LENT.into()))
            }
        }
    }

    pub(crate) fn keep(&self, tx: Tx) {
        *self.held() = Held::Work(tx);
    }

    fn lend(&self) -> Option<Tx> {
        let tx = self.take().ok()??;
        *self.held() = Held::Lent;
        Some(tx.lent(self))
    }

    async fn settle(&self) -> Result<()> {
        match self.take()? {
            Some(tx) => self.write_down(tx).await,
            None => Ok(()),
        }
    }

    async fn write_down(&self, mut tx: Tx) -> Result<()> {
        (self.0.note)(&mut tx).await?;
        tx.commit_now().await
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs work in no unit: its transactions commit as they say.
pub async fn apart<T>(work: impl Future<Output = T>) -> T {
    UNIT.scope(None, work).await
}

fn current() -> Option<Unit> {
    UNIT.try_with(Clone::clone).ok().flatten()
}

/// Keeps a transaction that is to be committed; answers it back where there is no unit.
pub fn hold(mut tx: Tx) -> Option<Tx> {
    if tx.is_lent() {
        return None;
    }
    let Some(unit) = current() else { return Some(tx) };
    unit.keep(tx);
    None
}

/// What is held, for reading.
pub fn lend() -> Option<Tx> {
    current()?.lend()
}

/// Commits what is held, with the unit's note. Outside of units it costs nobody's future its room.
pub async fn settle() -> Result<()> {
    match current() {
        Some(unit) => Box::pin(unit.settle()).await,
        None => Ok(()),
    }
}

impl Database {
    /// Commits the unit's note, and what it holds: before something that no transaction can take back, such as a mail
    /// that leaves, and before something that takes long. Does nothing where there is no unit.
    pub async fn begun(&self) -> Result<()> {
        let Some(unit) = current() else { return Ok(()) };
        let tx = match unit.take()? {
            Some(tx) => tx,
            None => self.begin().await?,
        };
        unit.write_down(tx).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Database, both_engines, on_engine, testing};

    async fn database(engine: crate::Engine, folder: &std::path::Path) -> Database {
        let db = testing::empty(engine, folder).await;
        let mut tx = db.begin().await.unwrap();
        execute(&mut tx, "CREATE TABLE words (word TEXT NOT NULL)").await.unwrap();
        tx.commit().await.unwrap();
        db
    }

    async fn execute(tx: &mut Tx, sql: &'static str) -> Result<()> {
        on_engine!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
    }

    async fn say(db: &Database, word: &'static str) -> Result<()> {
        let mut tx = db.begin().await?;
        on_engine!(&mut tx, conn => sqlx::query("INSERT INTO words (word) VALUES ($1)")
            .bind(word).execute(conn).await.map(drop))?;
        tx.commit().await
    }

    async fn words(db: &Database) -> Vec<String> {
        let mut tx = db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT word FROM words ORDER BY word")
            .fetch_all(conn).await)
        .unwrap()
    }

    fn noted() -> Unit {
        Unit::new(|tx| Box::pin(execute(tx, "INSERT INTO words (word) VALUES ('note')")))
    }

    both_engines!(work_is_held_until_the_unit_ends, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = database(engine, folder.path()).await;
        let unit = noted();
        unit.scope(Box::pin(async {
            say(&db, "work").await.unwrap();
            assert_eq!(words(&db).await, ["work"], "the unit sees its own work");
            assert_eq!(words(&db).await, ["work"], "again");
            assert_eq!(apart(words(&db)).await, [""; 0], "nobody else does");
        })).await;
        let mut tx = unit.take().unwrap().unwrap();
        execute(&mut tx, "INSERT INTO words (word) VALUES ('answer')").await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(words(&db).await, ["answer", "work"], "one transaction needs no note");
        assert!(unit.take().unwrap().is_none());

        let unit = noted();
        unit.scope(Box::pin(async { say(&db, "lost").await.unwrap() })).await;
        drop(unit);
        assert_eq!(words(&db).await, ["answer", "work"], "a unit that does not end leaves nothing");
    });

    both_engines!(what_follows_a_commit_waits_for_it, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = database(engine, folder.path()).await;
        let (tell, told) = std::sync::mpsc::channel();
        let work = async |word: &'static str| {
            let mut tx = db.begin().await.unwrap();
            let tell = tell.clone();
            tx.then(move || tell.send(word).unwrap());
            tx
        };
        drop(work("dropped").await);
        work("rolled back").await.rollback().await.unwrap();
        let tx = work("committed").await;
        assert_eq!(told.try_iter().count(), 0);
        tx.commit().await.unwrap();
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["committed"]);
        // Within a unit, at its end, whoever reads through it meanwhile.
        let unit = noted();
        unit.scope(Box::pin(async {
            work("held").await.commit().await.unwrap();
            words(&db).await;
        })).await;
        assert_eq!(told.try_iter().count(), 0);
        unit.take().unwrap().unwrap().commit().await.unwrap();
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["held"]);
    });

    both_engines!(what_is_committed_before_the_end_is_noted, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = database(engine, folder.path()).await;
        let unit = noted();
        unit.scope(Box::pin(async {
            say(&db, "one").await.unwrap();
            say(&db, "two").await.unwrap();
        })).await;
        assert_eq!(words(&db).await, ["note", "one"]);
        unit.take().unwrap().unwrap().commit().await.unwrap();
        assert_eq!(words(&db).await, ["note", "one", "two"]);

        let unit = noted();
        unit.scope(Box::pin(async {
            db.begun().await.unwrap();
            assert_eq!(apart(words(&db)).await, ["note", "note", "one", "two"]);
            say(&db, "three").await.unwrap();
            db.begun().await.unwrap();
            assert_eq!(apart(words(&db)).await, ["note", "note", "note", "one", "three", "two"]);
        })).await;
        db.begun().await.unwrap();
        assert_eq!(words(&db).await.len(), 6, "nothing to note outside");
    });

    both_engines!(nobody_writes_while_the_work_is_read_through, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = database(engine, folder.path()).await;
        let unit = noted();
        unit.scope(Box::pin(async {
            say(&db, "one").await.unwrap();
            let reading = db.read().await.unwrap();
            assert!(db.begin().await.is_err(), "on SQLite it would wait for itself");
            drop(reading);
            say(&db, "two").await.unwrap();
        })).await;
        unit.take().unwrap().unwrap().commit().await.unwrap();
        assert_eq!(words(&db).await, ["note", "one", "two"]);
    });
}
