//! Growing out of one machine, and back: a backup of one engine restored into the other has every row, every link that was sent and
//! every number that was given.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::{self, File},
    path::{Path, PathBuf},
};

use database::{Database, Engine, Url};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{
    AssertSqlSafe, Column as _, Connection as _, Row as _, SqliteConnection, TypeInfo as _, ValueRef as _,
    sqlite::SqliteConnectOptions,
};

use crate::{
    backup::{backup, home_on, refused, restore, with_manifest},
    harness::{Api, Home},
};

const SUBSCRIBERS: usize = 60;
/// With what has a meaning of its own in PostgreSQL's files.
const HTML: &str =
    "<p>Dear {{ subscriber.first_name }}</p>\n\\.\n\t\\N \\t <a href=\"https://example.org/\">a</a>";

/// An author with something of everything; answers the path of the campaign that was sent.
async fn furnish(api: &Api) -> String {
    api.call(Method::POST, "/api/me/sample-data", None).await;
    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada", "description": "a\tb\\c", "in_doubt_policy": "hold" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    let mut csv = String::from("email,first_name,tags,plan\n");
    for n in 0..SUBSCRIBERS {
        writeln!(csv, "reader{n}@example.net,\"N\\N {n} \u{e4} \u{1f4ee}\",letters,\"x: \"\"{n}\"\", y\"")
            .unwrap();
    }
    api.import(&newsletter, &csv).await;
    let made = api.post(&format!("{newsletter}/subscribers"), json!({ "email": "gone@example.net" })).await;
    api.call(Method::DELETE, &format!("{newsletter}/subscribers/{}", made["id"]), None).await;
    api.post("/api/suppressions", json!({ "email": "reader1@example.net" })).await;
    api.post("/api/domains", json!({ "domain": "news.example.org", "domain_type": "user" })).await;
    api.post(
        "/api/webhooks",
        json!({ "description": "Shop", "url": "https://example.org/hook", "events": ["email.bounced"] }),
    )
    .await;
    api.post("/api/templates", json!({ "name": "Plain", "html_content": HTML })).await;
    let sent = api.send(&newsletter, json!({ "subject": "First", "html_content": HTML })).await;
    let message = json!({ "newsletter_id": newsletter.rsplit('/').next().unwrap().parse::<i64>().unwrap(),
        "to": "one@example.net", "subject": "Ticket", "text_content": "x" });
    api.post("/api/messages", message).await;
    let draft = json!({ "subject": "Second", "html_content": HTML });
    let second =
        format!("{newsletter}/campaigns/{}", api.post(&format!("{newsletter}/campaigns"), draft).await["id"]);
    api.call(Method::POST, &format!("{second}/send"), None).await;
    api.wait_for(&format!("{second}/report"), |report| report["ledger"]["sent"].as_i64().unwrap() > 3).await;
    sent
}

/// Every row of every table that is not about the copy itself, as texts that the engines agree upon.
async fn rows(file: &Path) -> BTreeMap<String, Vec<String>> {
    let options = SqliteConnectOptions::new().filename(file).immutable(true);
    let mut db = SqliteConnection::connect_with(&options).await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .fetch_all(&mut db)
    .await
    .unwrap();
    let mut all = BTreeMap::new();
    for table in tables
        .into_iter()
        .filter(|table| !["_sqlx_migrations", "installation", "nodes"].contains(&table.as_str()))
    {
        let found = sqlx::query(AssertSqlSafe(format!("SELECT * FROM \"{table}\"")))
            .fetch_all(&mut db)
            .await
            .unwrap();
        let mut rows: Vec<String> = found.iter().map(shown).collect();
        rows.sort_unstable();
        all.insert(table, rows);
    }
    let given: Vec<(String, i64)> =
        sqlx::query_as("SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name")
            .fetch_all(&mut db)
            .await
            .unwrap();
    all.insert(
        "sqlite_sequence".into(),
        given.iter().map(|(table, last)| format!("{table} {last}")).collect(),
    );
    all
}

fn shown(row: &sqlx::sqlite::SqliteRow) -> String {
    let mut fields: Vec<String> = row
        .columns()
        .iter()
        .map(|column| {
            let at = column.ordinal();
            let raw = row.try_get_raw(at).unwrap();
            let value = match raw.type_info().name().to_owned().as_str() {
                _ if raw.is_null() => "null".to_owned(),
                "INTEGER" => row.try_get_unchecked::<i64, _>(at).unwrap().to_string(),
                "REAL" => format!("{:?}", row.try_get_unchecked::<f64, _>(at).unwrap()),
                "BLOB" => format!("{:?}", row.try_get_unchecked::<Vec<u8>, _>(at).unwrap()),
                _ => {
                    let text: String = row.try_get_unchecked(at).unwrap();
                    // PostgreSQL keeps JSON, not how it was written.
                    let json = text
                        .starts_with(['{', '['])
                        .then(|| serde_json::from_str::<BTreeMap<String, Value>>(&text).ok());
                    json.flatten().map_or_else(|| format!("{text:?}"), |json| format!("{json:?}"))
                }
            };
            format!("{}={value}", column.name())
        })
        .collect();
    fields.sort_unstable();
    fields.join(" ")
}

/// What stands beside the tables of an installation, and works: indexes and triggers.
async fn made(home: &Home) -> Vec<String> {
    let url = home.variables.iter().find(|(key, _)| *key == "LETTERPRESS_DATABASE_URL");
    let Some((_, url)) = url else {
        let path = home.folder.path().join("data/letterpress.db");
        let mut db =
            SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path).immutable(true))
                .await
                .unwrap();
        let all = "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_master ORDER BY 1";
        return sqlx::query_scalar(all).fetch_all(&mut db).await.unwrap();
    };
    let mut db = sqlx::PgConnection::connect(url).await.unwrap();
    let all = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' UNION ALL \
        SELECT pg_get_triggerdef(oid) || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1";
    sqlx::query_scalar(all).fetch_all(&mut db).await.unwrap()
}

/// The database in a backup of SQLite.
fn database_of(backup: &Path, to: &Path) -> PathBuf {
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(File::open(backup).unwrap()));
    let name = Path::new("database/letterpress.db");
    let mut entry =
        tar.entries().unwrap().map(Result::unwrap).find(|entry| entry.path().unwrap() == name).unwrap();
    entry.unpack(to).unwrap();
    to.to_owned()
}

#[track_caller]
fn same(was: &BTreeMap<String, Vec<String>>, is: &BTreeMap<String, Vec<String>>) {
    assert_eq!(was.keys().collect::<Vec<_>>(), is.keys().collect::<Vec<_>>());
    for (table, rows) in was {
        for (was, is) in rows.iter().zip(&is[table]) {
            assert_eq!(was, is, "{table}");
        }
        assert_eq!(rows.len(), is[table].len(), "{table}");
    }
}

/// What triggers keep beside a subscriber: tags, and the search.
async fn what_follows(api: &Api, newsletter: &str, made: &Value) {
    let path = format!("{newsletter}/subscribers/{}", made["id"]);
    let tagged = async |tag: &str| {
        api.get(&format!("{newsletter}/subscribers?tag={tag}")).await.as_array().unwrap().len()
    };
    api.call(Method::PUT, &path, Some(json!({ "email": "new@example.net", "tags": ["fresh"] }))).await;
    assert_eq!(tagged("fresh").await, 1);
    api.call(Method::PUT, &path, Some(json!({ "email": "other@example.net", "tags": ["ripe"] }))).await;
    assert_eq!((tagged("fresh").await, tagged("ripe").await), (0, 1));
    assert_eq!(api.get(&format!("{newsletter}/subscribers?q=new@ex")).await.as_array().unwrap().len(), 0);
    api.call(Method::DELETE, &path, None).await;
    assert_eq!(tagged("ripe").await, 0);
}

/// A restored installation that is looked at: what it answers, but the times of the copy itself.
async fn look(home: &Home, token: &str, sent: &str) -> BTreeMap<String, Value> {
    let server = home.serve();
    let api = Api { client: reqwest::Client::new(), url: server.url.clone(), token: token.to_owned() };
    let newsletter = sent.rsplit_once("/campaigns").unwrap().0;
    assert_eq!(api.get("/api/installation").await["sending_held"], true);
    let mut seen = BTreeMap::new();
    for path in [
        "/api/newsletters".to_owned(),
        format!("{newsletter}/subscribers?limit=1000"),
        format!("{newsletter}/subscribers?tag=letters&limit=1000"),
        format!("{newsletter}/subscribers?q=eader42"),
        sent.to_owned(),
        format!("{sent}/report"),
        format!("{sent}/deliveries?limit=1000"),
        "/api/domains".to_owned(),
        "/api/templates".to_owned(),
        "/api/webhooks".to_owned(),
        "/api/suppressions".to_owned(),
        "/api/campaigns".to_owned(),
    ] {
        let mut answer = api.get(&path).await;
        if path == "/api/campaigns" {
            assert_eq!(answer[0]["status"], "sending");
        }
        if path == "/api/domains" {
            // Its records are looked at again and again.
            let name = |domain: &Value| domain["domain"].clone();
            answer = answer.as_array().unwrap().iter().map(name).collect();
        }
        seen.insert(path, answer);
    }
    assert_eq!(seen[&format!("{newsletter}/subscribers?q=eader42")].as_array().unwrap().len(), 1);
    assert_eq!(
        seen[&format!("{newsletter}/subscribers?tag=letters&limit=1000")].as_array().unwrap().len(),
        SUBSCRIBERS
    );
    // A new one gets a number that nobody had before.
    let highest = seen[&format!("{newsletter}/subscribers?limit=1000")][0]["id"].as_i64().unwrap();
    let made = api.post(&format!("{newsletter}/subscribers"), json!({ "email": "new@example.net" })).await;
    assert!(made["id"].as_i64().unwrap() > highest + 1, "the number of one that was removed: {made}");
    assert_eq!(api.get(&format!("{newsletter}/subscribers?q=new@ex")).await.as_array().unwrap().len(), 1);
    what_follows(&api, newsletter, &made).await;
    // The links of emails that were sent work.
    let mail = api.get("/api/captured-mail?kind=campaign&limit=1").await;
    let mail = api.get(&format!("/api/captured-mail/{}?links=as_sent", mail[0]["id"])).await;
    let html = mail["html"].as_str().unwrap();
    for mark in ["/u/", "/t/c/"] {
        let link = html.split('"').find(|part| part.contains(mark)).unwrap();
        let link = format!("{}{}", server.url, &link[link.find(mark).unwrap()..]);
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let answer = client.get(&link).send().await.unwrap();
        assert!(
            answer.status().as_u16() < 400 && !answer.text().await.unwrap().contains("not valid"),
            "{link}"
        );
    }
    // Confirmed, the campaign goes on where it stood: everybody once.
    home.answer(&["confirm-sending"], "");
    let second = format!("{newsletter}/campaigns/{}", seen["/api/campaigns"][0]["id"]);
    let report = api.wait_for(&format!("{second}/report"), |report| report["status"] != "sending").await;
    let ledger = &report["ledger"];
    assert_eq!(
        ledger["sent"].as_i64().unwrap() + ledger["in_doubt"].as_i64().unwrap(),
        SUBSCRIBERS as i64 - 1,
        "{report}"
    );
    let kept = api
        .get(&format!("/api/captured-mail?campaign_id={}&limit=1000", seen["/api/campaigns"][0]["id"]))
        .await;
    let to: Vec<_> = kept.as_array().unwrap().iter().map(|mail| mail["to"].to_string()).collect();
    let different: std::collections::BTreeSet<_> = to.iter().collect();
    assert_eq!(different.len(), to.len(), "nobody twice: {to:?}");
    assert!(
        to.len() as i64 + ledger["in_doubt"].as_i64().unwrap() >= SUBSCRIBERS as i64 - 1,
        "nobody left out: {report}"
    );
    seen
}

#[tokio::test]
async fn an_installation_goes_to_postgresql_and_back() {
    let home = Home::new().with("LETTERPRESS_SEND_RATE", "60");
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    let sent = furnish(&api).await;
    let key = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "test"], "");
    let first = backup(&home);
    server.kill();

    let there = home_on(Engine::Postgres).await;
    assert!(
        restore(&there, &first).starts_with("Every row was read back and compared with the one that left.")
    );
    let second = backup(&there);
    let back = Home::new();
    restore(&back, &second);
    // Straight back to the engine that it came from, for comparison.
    let straight = Home::new();
    restore(&straight, &first);
    let folder = home.folder.path();
    let was = rows(&straight.folder.path().join("data/letterpress.db")).await;
    same(&was, &rows(&back.folder.path().join("data/letterpress.db")).await);
    let unmarked = rows(&database_of(&first, &folder.join("first.db"))).await;
    assert!(unmarked.len() > 40 && unmarked["subscribers"].len() > SUBSCRIBERS, "{:?}", unmarked.keys());
    assert_eq!(unmarked["delivery_marks"], was["delivery_marks"]);
    assert_eq!(made(&straight).await, made(&back).await, "indexes and triggers");
    let fresh = home_on(Engine::Postgres).await;
    fresh.answer(&["migrate"], "");
    assert_eq!(made(&fresh).await, made(&there).await, "indexes and triggers");
    for home in [&there, &back] {
        assert_eq!(
            fs::read(home.folder.path().join("data/secret.key")).unwrap(),
            fs::read(folder.join("data/secret.key")).unwrap()
        );
    }
    let seen = look(&straight, &key, &sent).await;
    for home in [&there, &back] {
        for (path, answer) in look(home, &key, &sent).await {
            assert_eq!(seen[&path], answer, "{path}");
        }
    }
}

#[tokio::test]
async fn what_cannot_cross_is_refused_and_leaves_nothing() {
    let home = home_on(Engine::Postgres).await;
    home.serve().terminate();
    let file = backup(&home);
    let changed = home.folder.path().join("changed");
    let empty = Home::new();
    with_manifest(&file, &changed, |manifest| manifest["schema_version"] = 1.into());
    refused(&empty, &changed, "Run `letterpress migrate` on the installation that it came from");
    with_manifest(&file, &changed, |manifest| {
        manifest.as_object_mut().unwrap().remove("columns");
    });
    refused(&empty, &changed, "back it up again");
    with_manifest(&file, &changed, |manifest| manifest["rows"]["installation"] = 2.into());
    refused(&empty, &changed, "installation got 1 rows instead of 2");
    with_manifest(&file, &changed, |manifest| {
        manifest["columns"]["installation"].as_array_mut().unwrap().swap(0, 1);
    });
    refused(&empty, &changed, "holds a value that the other engine does not take");
    with_manifest(&file, &changed, |manifest| {
        manifest["columns"]["installation"][0]["name"] = "nobody".into();
    });
    refused(&empty, &changed, "one side alone has installation.");
    restore(&empty, &file);
    empty.serve();
}

/// SQLite takes any value in any column; PostgreSQL does not.
#[tokio::test]
async fn a_value_that_postgresql_does_not_take_is_named() {
    let home = Home::new();
    home.serve().terminate();
    let path = home.folder.path().join("data/letterpress.db");
    for (change, back, named) in [
        (
            "UPDATE installation SET created_at = 'x'",
            "UPDATE installation SET created_at = 1",
            "installation.created_at",
        ),
        (
            "UPDATE installation SET instance_id = 'a' || char(0) || 'b'",
            "UPDATE installation SET instance_id = 'a'",
            "installation.instance_id",
        ),
    ] {
        for (statement, is_refused) in [(change, true), (back, false)] {
            let db = Database::open(&Url::Sqlite(path.clone())).await.unwrap();
            let Database::Sqlite { write, .. } = &db else { panic!("not SQLite") };
            sqlx::query(statement).execute(write).await.unwrap();
            db.close().await;
            let there = home_on(Engine::Postgres).await;
            let file = backup(&home);
            if is_refused {
                refused(&there, &file, &format!("{named} holds a value that the other engine does not take"));
            } else {
                restore(&there, &file);
            }
        }
    }
}

/// What PostgreSQL itself refuses is told with its place.
#[tokio::test]
async fn a_row_that_postgresql_refuses_is_named() {
    let home = Home::new();
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    api.call(Method::POST, "/api/me/sample-data", None).await;
    server.terminate();
    let path = home.folder.path().join("data/letterpress.db");
    for (change, named) in [
        (
            "UPDATE subscribers SET attributes = '{\"n\":\"\\u0000\"}'",
            "the rows of subscribers do not go in: unsupported Unicode escape sequence (JSON data, line 1:",
        ),
        (
            "UPDATE subscribers SET attributes = '{}', newsletter_id = 77",
            "the rows of subscribers do not go in: insert or update on table",
        ),
    ] {
        let db = Database::open(&Url::Sqlite(path.clone())).await.unwrap();
        let Database::Sqlite { write, .. } = &db else { panic!("not SQLite") };
        sqlx::query("PRAGMA foreign_keys = off").execute(write).await.unwrap();
        sqlx::query(AssertSqlSafe(format!("{change} WHERE id = (SELECT MAX(id) FROM subscribers)")))
            .execute(write)
            .await
            .unwrap();
        db.close().await;
        refused(&home_on(Engine::Postgres).await, &backup(&home), named);
    }
}

/// A column that one side alone has would be lost, or made up.
#[tokio::test]
async fn other_columns_and_tables_are_refused() {
    let home = Home::new();
    home.serve().terminate();
    let path = home.folder.path().join("data/letterpress.db");
    let change = async |statement: &'static str| {
        let db = Database::open(&Url::Sqlite(path.clone())).await.unwrap();
        let Database::Sqlite { write, .. } = &db else { panic!("not SQLite") };
        sqlx::query(statement).execute(write).await.unwrap();
        db.close().await;
    };
    change("ALTER TABLE authors RENAME COLUMN company TO firm").await;
    let there = home_on(Engine::Postgres).await;
    refused(&there, &backup(&home), "one side alone has authors.");
    change("ALTER TABLE authors RENAME COLUMN firm TO company").await;
    change("CREATE TABLE diary (day TEXT)").await;
    refused(&there, &backup(&home), "one side alone has the table diary");
    change("DROP TABLE diary").await;
    // Other programs' own.
    change("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)").await;
    restore(&there, &backup(&home));
    let whole = backup(&there);
    let changed = home.folder.path().join("changed");
    for (add, words) in [
        ("pg_description", "one side alone has the table pg_description"),
        ("authors", "one side alone has the table authors"),
    ] {
        with_manifest(&whole, &changed, |manifest| {
            let files = manifest["files"].as_array_mut().unwrap();
            let at = files.iter().position(|file| file["name"] == "database/authors.copy").unwrap();
            if add == "authors" {
                files[at]["name"] = "database/nobody.copy".into();
            } else {
                manifest["sequences"][0]["table"] = add.into();
            }
        });
        for empty in [Home::new(), home_on(Engine::Postgres).await] {
            if add == "authors" {
                // The archive has it under its own name still.
                refused(&empty, &changed, "is missing");
            } else {
                refused(&empty, &changed, words);
            }
        }
    }
}

/// Stopped while PostgreSQL keeps it waiting: nothing is left, and the same command goes through.
#[tokio::test]
async fn an_interrupted_restore_leaves_nothing() {
    let home = Home::new();
    home.serve().terminate();
    fs::create_dir_all(home.folder.path().join("data/imports")).unwrap();
    fs::write(home.folder.path().join("data/imports/7.csv"), "email\n").unwrap();
    let file = backup(&home);
    let there = home_on(Engine::Postgres).await;
    let url = there.variables.iter().find(|(key, _)| *key == "LETTERPRESS_DATABASE_URL").unwrap().1.clone();
    let mut held = sqlx::PgConnection::connect(&url).await.unwrap();
    // What sqlx takes while it migrates.
    let name: String =
        sqlx::query_scalar("SELECT current_database()::text").fetch_one(&mut held).await.unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(name.as_bytes());
    let lock = 0x3d32_ad9e * i64::from(crc.sum());
    sqlx::query("SELECT pg_advisory_lock($1)").bind(lock).execute(&mut held).await.unwrap();
    let mut process = there
        .command(&["restore", file.to_str().unwrap()])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut held).await.unwrap() {
        assert!(process.try_wait().unwrap().is_none(), "it did not wait");
    }
    crate::harness::send_signal(&process, "INT");
    let output = process.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(1) && told.ends_with("error: interrupted; nothing was restored\n"),
        "{told}"
    );
    let left: Vec<_> = fs::read_dir(there.folder.path().join("data")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    held.close().await.unwrap();
    restore(&there, &file);
    assert!(there.folder.path().join("data/imports/7.csv").exists());
}
