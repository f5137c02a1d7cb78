//! `letterpress upgrade --check`: what this version would do to an installation of an earlier one, told and not done.

use std::fs;

use database::{Database, Engine, Url, both_engines, on_engine};
use sqlx::{AssertSqlSafe, migrate::Migrator};

use crate::{
    backup::{backup, home_on},
    harness::Home,
};

/// What stands behind each note of a backup.
const FIRST: &str = "make one with the old program before the upgrade";

/// The exit code, and the lines by their names.
fn check(home: &Home) -> (Option<i32>, Vec<(String, String)>) {
    let output = home.output(&["upgrade", "--check"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    let line = |line: &str| {
        let (name, text) = line[6..].split_once("  ").unwrap();
        (format!("{} {name}", &line[..4]), text.trim().to_owned())
    };
    (output.status.code(), lines.lines().map(line).collect())
}

#[track_caller]
fn says<'a>(lines: &'a [(String, String)], name: &str) -> &'a str {
    let found = lines.iter().find(|(found, _)| found == name);
    &found.unwrap_or_else(|| panic!("no {name} in {lines:?}")).1
}

async fn open(home: &Home) -> (Database, &'static Migrator) {
    let data = home.folder.path().join("data");
    match home.variables.iter().find(|(key, _)| *key == "LETTERPRESS_DATABASE_URL") {
        Some((_, url)) => {
            (Database::open(&Url::Postgres(url.clone())).await.unwrap(), &app::POSTGRES_MIGRATIONS)
        }
        None => (
            Database::open(&Url::Sqlite(data.join("letterpress.db"))).await.unwrap(),
            &app::SQLITE_MIGRATIONS,
        ),
    }
}

/// An installation of an earlier version, as far as its schema goes.
async fn earlier(engine: Engine, last: i64) -> Home {
    let home = home_on(engine).await.with("LETTERPRESS_SECRET_KEY", "11".repeat(32));
    fs::create_dir(home.folder.path().join("data")).unwrap();
    let (db, migrations) = open(&home).await;
    match &db {
        Database::Sqlite { write, .. } => migrations.run_to(last, write).await.unwrap(),
        Database::Postgres { pool, .. } => migrations.run_to(last, pool).await.unwrap(),
    }
    let mut tx = db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO installation (id, instance_id, secret_fingerprint, created_at) VALUES (1, 'x', $1, 0)")
        .bind(app::Secret::new([0x11; 32]).fingerprint()).execute(conn).await.map(drop))
    .unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    home
}

async fn change(home: &Home, sql: &str) {
    let (db, _) = open(home).await;
    let mut tx = db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(AssertSqlSafe(sql.to_owned())).execute(conn).await.map(drop))
        .unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

both_engines!(what_an_upgrade_would_do_is_told_and_not_done, engine => {
    let newest = app::SQLITE_MIGRATIONS.iter().map(|migration| migration.version).max().unwrap();
    let home = earlier(engine, newest - 2).await;
    for _ in 0..2 {
        let (code, lines) = check(&home);
        assert_eq!(code, Some(0), "{lines:?}");
        let changes = says(&lines, "ok   changes");
        assert!(changes.starts_with("2 changes of the schema by the next start"), "{changes}");
        let last: Vec<_> = app::SQLITE_MIGRATIONS.iter().rev().take(2).collect();
        let named = |of: &sqlx::migrate::Migration| format!("{} {}", of.version, of.description);
        assert!(changes.contains(&format!("{}, {}.", named(last[1]), named(last[0]))), "{changes}");
        let backup = says(&lines, "note backup");
        assert!(backup.contains("there is no backup yet") && backup.ends_with(FIRST), "{backup}");
        match engine {
            Engine::Sqlite => assert_eq!(says(&lines, "ok   nodes"), "none runs that sends"),
            Engine::Postgres => assert!(says(&lines, "note nodes").contains("stop those of --role web too")),
        }
        assert!(says(&lines, "ok   room").contains("the database takes "));
    }
    let file = backup(&home);
    assert!(says(&check(&home).1, "ok   backup").contains("0 minutes ago"));
    drop(file);
    // Of this morning, and of last year.
    for age in [2 * 3_600_000, 365 * 86_400_000_i64] {
        let at = app::Clock::system().now().0 - age;
        change(&home, &format!("UPDATE installation SET backed_up_at = {at}")).await;
        let lines = check(&home).1;
        assert!(says(&lines, "note backup").ends_with(FIRST), "{lines:?}");
    }
    // A node of the old version that still runs.
    change(&home, "INSERT INTO nodes (instance, started_at, heartbeat_at) VALUES ('old', 1, 9000000000000000)").await;
    assert!(says(&check(&home).1, "note nodes").starts_with("1 node runs that sends: stop all nodes before"));

    home.answer(&["migrate"], "");
    let (code, lines) = check(&home);
    assert_eq!((code, says(&lines, "ok   changes")), (Some(0), "none: the schema is this version's"));
    assert!(says(&lines, "ok   nodes").contains("being restarted one by one"));
});

both_engines!(what_cannot_be_upgraded_is_told, engine => {
    let newest = app::SQLITE_MIGRATIONS.iter().map(|migration| migration.version).max().unwrap();
    let home = earlier(engine, newest - 1).await;
    // Made by a program of another branch.
    let other = match engine {
        Engine::Sqlite => "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 3",
        Engine::Postgres => "UPDATE _sqlx_migrations SET checksum = '\\x00' WHERE version = 3",
    };
    change(&home, other).await;
    let (code, lines) = check(&home);
    assert_eq!(code, Some(1));
    assert!(says(&lines, "FAIL changes").starts_with("its schema 3 was made by another program"), "{lines:?}");
    assert!(says(&lines, "FAIL database").contains("its schema 3 was made by another program"), "{lines:?}");

    let home = earlier(engine, newest).await;
    change(&home, "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 29").await;
    let (code, lines) = check(&home);
    assert_eq!(code, Some(1));
    assert!(says(&lines, "FAIL database").contains("has schema 9999"), "{lines:?}");
});

#[test]
fn where_nothing_is_there_is_nothing_to_upgrade() {
    let home = Home::new();
    let (code, lines) = check(&home);
    assert_eq!(
        (code, says(&lines, "FAIL changes").split(':').next().unwrap()),
        (Some(1), "there is no installation here")
    );
    assert!(!home.folder.path().join("data").exists(), "a look makes nothing");
    let output = home.output(&["upgrade"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--check"));
}
