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
    let body =
        json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada", "description": "a\tb\\c" });
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
        if path == sent {
            answer["html_content"] = HTML.into();
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
    refused(&empty, &changed, "one engine alone has installation.");
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

/// What arrives is what left, or nothing arrives: PostgreSQL writes this number in other words.
#[tokio::test]
async fn a_row_that_does_not_come_back_as_it_left_is_refused() {
    let home = Home::new();
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    api.call(Method::POST, "/api/me/sample-data", None).await;
    server.terminate();
    let path = home.folder.path().join("data/letterpress.db");
    let db = Database::open(&Url::Sqlite(path)).await.unwrap();
    let Database::Sqlite { write, .. } = &db else { panic!("not SQLite") };
    let change =
        "UPDATE subscribers SET attributes = '{\"n\":1e400}' WHERE id = (SELECT MAX(id) FROM subscribers)";
    assert_eq!(sqlx::query(change).execute(write).await.unwrap().rows_affected(), 1);
    db.close().await;
    let there = home_on(Engine::Postgres).await;
    refused(&there, &backup(&home), "the rows of subscribers are not those that left");
}
