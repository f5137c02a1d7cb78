//! The data folder, the secret and the database.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use database::{Database, Engine, both_engines};

use super::{add_author, change, fail, home_on, installation, is_told, note, ok, shown, url_of};
use crate::harness::Home;

/// What begins an installation, or works on one. No server stays that is not refused: nobody here has its address.
const COMMANDS: [&[&str]; 6] = [
    &["serve", "--listen", "192.0.2.1:8080"],
    &["user", "add", "--email", "eve@example.com", "--name", "Eve"],
    &["user", "verify", "--email", "ada@example.com"],
    &["user", "set-password", "--email", "ada@example.com"],
    &["api-key", "create", "--email", "ada@example.com", "--name", "x"],
    &["backup", "x.tar.gz"],
];

/// Every one of these commands is refused with these words, and leaves no folder.
#[track_caller]
fn refuses(home: &Home, commands: &[&[&str]], flags: &[&str], folder: &str, words: &str) {
    for command in commands {
        let output = home.output(&[*command, flags].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{command:?}: {told}");
        assert!(told.contains(words), "{command:?}: {told}");
        assert!(!home.folder.path().join(folder).exists(), "{command:?} made {folder}");
    }
    assert!(!home.folder.path().join("x.tar.gz").exists());
}

#[tokio::test]
async fn a_folder_whose_name_is_nearly_an_installations() {
    let home = installation(Engine::Sqlite).await;
    let mistyped = ["--data-dir", "./dta"];
    home.doctor_says(
        &mistyped,
        &fail(
            "data",
            "there is no folder ./dta, and an installation in ./data: set LETTERPRESS_DATA_DIR (--data-dir) to ./data. To begin a new one, make the folder ./dta first",
        ),
    );
    let begin: [&[&str]; 3] = [COMMANDS[0], COMMANDS[1], &["migrate"]];
    refuses(
        &home,
        &begin,
        &mistyped,
        "dta",
        "an installation in ./data: give --data-dir ./data if you mean that",
    );
    refuses(&home, &COMMANDS[2..5], &mistyped, "dta", "there is no installation");
    refuses(
        &home,
        &COMMANDS[5..],
        &mistyped,
        "dta",
        "There is an installation in ./data: give --data-dir ./data",
    );

    // Somebody wants it.
    fs::create_dir(home.folder.path().join("dta")).unwrap();
    add_author(&home, &mistyped);
    // A row of folders is no slip.
    add_author(&home, &["--data-dir", "./data2"]);
}

#[tokio::test]
async fn a_folder_that_is_not_there() {
    let home = Home::new();
    home.doctor_says(
        &["--data-dir", "./dta"],
        &fail(
            "data",
            "there is no folder ./dta: correct LETTERPRESS_DATA_DIR (--data-dir). Only if nothing ran here before, let `letterpress serve` create it",
        ),
    );
    home.doctor_says(
        &["--listen", "127.0.0.1:0"],
        &note(
            "data",
            "there is no folder ./data here: `letterpress serve` creates it, for a new installation. If you have one, set LETTERPRESS_DATA_DIR (--data-dir) to its folder",
        ),
    );
    assert!(!home.folder.path().join("data").exists(), "a look is no start");
    // The first start needs no more than this.
    home.serve();
    fs::create_dir(home.folder.path().join("empty")).unwrap();
    home.doctor_says(
        &["--data-dir", "empty"],
        &note(
            "database",
            "sqlite:empty/letterpress.db doesn't exist yet: `letterpress serve` creates it, for a new installation. If you have one, correct LETTERPRESS_DATA_DIR or LETTERPRESS_DATABASE_URL",
        ),
    );
}

both_engines!(a_folder_without_the_secret_of_its_database, engine => {
    let home = installation(engine).await;
    let (flags, folder, url) = match engine {
        Engine::Sqlite => (vec!["--data-dir", "other", "--database-url", "sqlite:data/letterpress.db"], "other", "sqlite:data/letterpress.db".to_owned()),
        Engine::Postgres => (vec!["--data-dir", "other"], "other", shown(&home)),
    };
    let told = format!(
        "{url} has an installation, and its secret is not in {folder}: set LETTERPRESS_DATA_DIR (--data-dir) to the installation's folder, put its secret.key back into {folder}, or give it in LETTERPRESS_SECRET_KEY"
    );
    refuses(&home, &COMMANDS, &flags, folder, &told);
    home.doctor_says(&flags, &fail("secret", told));

    // A further node brings the secret in the environment, and its folder is new.
    let secret = fs::read(home.folder.path().join("data/secret.key")).unwrap();
    let hex = secret.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let node = home.with("LETTERPRESS_SECRET_KEY", hex);
    if engine == Engine::Postgres {
        node.doctor_says(&flags, &ok("data", "other doesn't exist yet. The first start of this node creates it"));
    }
    let mut command = node.command(&[&["serve", "--listen", "127.0.0.1:0"], flags.as_slice()].concat());
    command.stdin(std::process::Stdio::null());
    let log = fs::File::create(node.log()).unwrap();
    drop(node.begin(command, log.into()));
    assert!(!node.folder.path().join("other/secret.key").exists());
});

#[tokio::test]
async fn a_database_that_is_gone_from_its_folder() {
    let home = Home::new();
    home.serve().terminate();
    for file in ["letterpress.db", "letterpress.db-wal", "letterpress.db-shm"] {
        let _ = fs::remove_file(home.folder.path().join("data").join(file));
    }
    let told = "sqlite:./data/letterpress.db is missing, and a server ran on ./data before: set LETTERPRESS_DATABASE_URL if its database is elsewhere, or restore a backup. To begin anew, use another folder";
    home.doctor_says(&[], &fail("database", told));
    refuses(&home, &[COMMANDS[0], COMMANDS[1], &["migrate"]], &[], "data/letterpress.db", told);
    // Also where the secret is kept elsewhere.
    let home = home.with("LETTERPRESS_SECRET_KEY", "11".repeat(32));
    fs::remove_file(home.folder.path().join("data/secret.key")).unwrap();
    home.doctor_says(&[], &fail("database", told));
    refuses(&home, &[COMMANDS[0]], &[], "data/letterpress.db", told);
}

/// A secret that was put there first, and a port that was taken: nothing has begun.
#[tokio::test]
async fn a_start_that_came_to_nothing_is_repeated() {
    let home = Home::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    fs::create_dir(home.folder.path().join("data")).unwrap();
    fs::write(home.folder.path().join("data/secret.key"), [7; 32]).unwrap();
    assert_eq!(home.output(&["serve", "--listen", &listen]).status.code(), Some(1));
    home.serve();
    assert_eq!(fs::read(home.folder.path().join("data/secret.key")).unwrap(), [7; 32]);
}

#[tokio::test]
async fn the_secret_of_another_installation() {
    let home = installation(Engine::Sqlite).await;
    fs::write(home.folder.path().join("data/secret.key"), [7; 32]).unwrap();
    home.doctor_says(
        &[],
        &fail(
            "secret",
            "the secret in ./data/secret.key is not the one of sqlite:./data/letterpress.db: give the one that this database was first started with, or correct LETTERPRESS_DATABASE_URL",
        ),
    );
    let refused = home.output(&["backup", "x.tar.gz"]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("a backup without its own cannot be restored"), "{told}");
    fs::write(home.folder.path().join("data/secret.key"), "half").unwrap();
    home.doctor_says(
        &[],
        &fail(
            "secret",
            "./data/secret.key is damaged: it must have exactly 32 bytes. Run this as the user that runs the server, or put the file back from a backup",
        ),
    );
}

#[tokio::test]
async fn a_secret_that_others_can_read() {
    let home = installation(Engine::Sqlite).await;
    let secret = home.folder.path().join("data/secret.key");
    fs::set_permissions(secret, fs::Permissions::from_mode(0o640)).unwrap();
    home.doctor_says(&[], &fail("secret", "others can read ./data/secret.key: chmod 600 ./data/secret.key"));
}

both_engines!(a_migration_that_was_another_when_it_was_applied, engine => {
    let home = installation(engine).await;
    change(&home, match engine {
        Engine::Sqlite => "UPDATE _sqlx_migrations SET checksum = X'00' WHERE version = 7",
        Engine::Postgres => "UPDATE _sqlx_migrations SET checksum = '\\x00' WHERE version = 7",
    }).await;
    let told = format!(
        "{}: its schema 7 was made by another program than this one. Use the one that made it, or restore a backup",
        shown(&home)
    );
    home.doctor_says(&[], &fail("database", told));
});

both_engines!(a_database_of_a_newer_version, engine => {
    let home = installation(engine).await;
    change(&home, match engine {
        Engine::Sqlite => "INSERT INTO _sqlx_migrations VALUES (9999, 'newer', CURRENT_TIMESTAMP, 1, X'00', 0)",
        Engine::Postgres => "INSERT INTO _sqlx_migrations VALUES (9999, 'newer', now(), TRUE, '\\x00', 0)",
    }).await;
    let told = format!(
        "{} has schema 9999, and this version knows *: use the version that the database was last opened with, or a newer one",
        shown(&home)
    );
    home.doctor_says(&[], &fail("database", told));
});

#[tokio::test]
async fn a_database_that_does_not_answer() {
    let home = Home::new();
    let url = "postgres://me:hunter2@127.0.0.1:1/letters";
    home.doctor_says(
        &["--database-url", url],
        &fail(
            "database",
            "postgres://me:***@127.0.0.1:1/letters: *onnection refused*. Start the database, or correct LETTERPRESS_DATABASE_URL",
        ),
    );
    home.doctor_says(
        &["--database-url", url],
        &fail("campaigns", "not known while the database does not answer: see its line"),
    );
    fs::create_dir(home.folder.path().join("data")).unwrap();
    fs::write(home.folder.path().join("data/letterpress.db"), "dear diary".repeat(1000)).unwrap();
    home.doctor_says(
        &[],
        &fail(
            "database",
            "sqlite:./data/letterpress.db: *file is not a database*. See who owns it, or restore a backup",
        ),
    );
}

/// A role without rights, and the installation as it sees it.
async fn as_role(home: &Home, grants: &[&'static str]) -> (Home, String) {
    let url = match url_of(home) {
        database::Url::Postgres(url) => url,
        database::Url::Sqlite(_) => unreachable!(),
    };
    // The name of the database is this test's alone.
    let role = format!("role_of_{}", url.rsplit('/').next().unwrap());
    let db = Database::open(&url_of(home)).await.unwrap();
    let Database::Postgres { pool, .. } = &db else { unreachable!() };
    for statement in [
        format!("DROP ROLE IF EXISTS {role}"),
        format!("CREATE ROLE {role} LOGIN PASSWORD 'x'"),
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC".to_owned(),
    ]
    .into_iter()
    .chain(grants.iter().map(|grant| format!("{grant} TO {role}")))
    {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(pool).await.unwrap();
    }
    db.close().await;
    let (scheme, rest) = url.split_once("://").unwrap();
    let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
    let mut seen = Home::new().with("LETTERPRESS_DATABASE_URL", format!("{scheme}://{role}:x@{place}"));
    let secret = home.folder.path().join("data/secret.key");
    if secret.exists() {
        let data = seen.folder.path().join("data");
        fs::create_dir(&data).unwrap();
        fs::copy(secret, data.join("secret.key")).unwrap();
    }
    seen.variables.sort();
    (seen, role)
}

#[tokio::test]
async fn a_role_that_lacks_rights() {
    database::testing::on_postgres(async {
        let home = installation(Engine::Postgres).await;
        let (seen, role) =
            as_role(&home, &["GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public"]).await;
        let told = format!(
            "{}: its role {role} lacks rights on * tables, such as *: connect as the role that made them, or GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
            shown(&seen)
        );
        seen.doctor_says(&[], &fail("database", told));
        change_role(&home, &role, "GRANT DELETE ON ALL TABLES IN SCHEMA public").await;
        let told = format!("{} answers; schema *, which is this version's", shown(&seen));
        seen.doctor_says(&[], &ok("database", told));
        change_role(&home, &role, "").await;
    })
    .await;
}

#[tokio::test]
async fn a_role_that_cannot_make_tables() {
    database::testing::on_postgres(async {
        let home = home_on(Engine::Postgres).await;
        let (seen, role) = as_role(&home, &[]).await;
        let told = format!(
            "{}: its role {role} may not create tables and extensions, and this version needs some: make it the owner of the database (ALTER DATABASE … OWNER TO {role})",
            shown(&seen)
        );
        seen.doctor_says(&[], &fail("database", &told));
        // Extensions are the database's, and not the schema's.
        change_role(&home, &role, "GRANT CREATE ON SCHEMA public").await;
        seen.doctor_says(&[], &fail("database", &told));
        change_role(&home, &role, "").await;
    })
    .await;
}

/// Grants it something more; with nothing to grant, the role goes.
async fn change_role(home: &Home, role: &str, grant: &str) {
    let db = Database::open(&url_of(home)).await.unwrap();
    let Database::Postgres { pool, .. } = &db else { unreachable!() };
    let statement = if grant.is_empty() {
        format!("DROP OWNED BY {role}; DROP ROLE {role}")
    } else {
        format!("{grant} TO {role}")
    };
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(pool).await.unwrap();
    db.close().await;
}

/// A real file system with little room, in a mount namespace of its own.
#[test]
fn a_disk_with_little_room() {
    let home = Home::new();
    fs::create_dir(home.folder.path().join("data")).unwrap();
    let asked = |flags: &str| {
        let script = format!("mount -t tmpfs -o size=64m none data && exec \"$0\" doctor {flags}");
        let mut command = Command::new("unshare");
        command.args(["--mount", "--map-root-user", "sh", "-c", &script, env!("CARGO_BIN_EXE_letterpress")]);
        command.current_dir(home.folder.path()).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.output().unwrap()
    };
    let text = asked("");
    if text.stdout.is_empty() {
        return peers::not_run("letterpress/a small disk", "no file system can be mounted here");
    }
    let line =
        fail("data", "only 6* MiB are left in ./data: free some space, or nothing can be sent or saved");
    is_told(&line, &text, &asked("--json"));
}
