//! Backup while it sends, restore elsewhere, and nothing sent from there until somebody confirms.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{Read as _, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Stdio,
};

use database::{Database, Engine, Url, both_engines, on_engine};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, Home, PATIENCE, Sink, send_signal};

const READERS: usize = 400;
/// With what has a meaning of its own in the files of a backup.
const HTML: &str = "<p>Dear {{ subscriber.first_name }}</p>\n\\.\n\t\\N \\t";

pub async fn home_on(engine: Engine) -> Home {
    match engine {
        Engine::Sqlite => Home::new(),
        Engine::Postgres => {
            Home::new().with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await)
        }
    }
}

async fn sending(engine: Engine, delay_ms: u32) -> (Home, Sink) {
    let home = home_on(engine).await;
    let sink = Sink::start(home.folder.path(), delay_ms);
    let home = home
        .with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port))
        .with("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com")
        .with("LETTERPRESS_SEND_CONCURRENCY", "2")
        .with("LETTERPRESS_PUBLIC_URL", "http://127.0.0.1:1");
    (home, sink)
}

/// Begins to send a campaign; answers its path.
async fn start(api: &Api) -> String {
    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
    let newsletter = api.post("/api/newsletters", body).await;
    let newsletter = format!("/api/newsletters/{}", newsletter["id"]);
    let mut csv = String::from("email,first_name,tags\n");
    for n in 0..READERS {
        writeln!(csv, "reader{n}@example.net,\"Reader {n}\\N \u{e4}\",letters").unwrap();
    }
    api.import(&newsletter, &csv).await;
    campaign(api, &newsletter).await
}

async fn campaign(api: &Api, newsletter: &str) -> String {
    let draft = json!({ "subject": "Hello", "html_content": HTML });
    let made = api.post(&format!("{newsletter}/campaigns"), draft).await;
    let path = format!("{newsletter}/campaigns/{}", made["id"]);
    api.call(Method::POST, &format!("{path}/send"), None).await;
    path
}

fn manifest(file: &Path) -> Value {
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(File::open(file).unwrap()));
    let mut first = tar.entries().unwrap().next().unwrap().unwrap();
    assert_eq!(first.path().unwrap().to_str(), Some("manifest.json"));
    let mut text = String::new();
    first.read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The same files under another manifest.
pub fn with_manifest(file: &Path, to: &Path, change: impl FnOnce(&mut Value)) {
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(File::open(file).unwrap()));
    let mut out = tar::Builder::new(flate2::write::GzEncoder::new(
        File::create(to).unwrap(),
        flate2::Compression::fast(),
    ));
    let mut change = Some(change);
    for entry in tar.entries().unwrap() {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        if path == Path::new("manifest.json") {
            let mut manifest: Value = serde_json::from_slice(&bytes).unwrap();
            change.take().unwrap()(&mut manifest);
            bytes = serde_json::to_vec(&manifest).unwrap();
        }
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        out.append_data(&mut header, path, bytes.as_slice()).unwrap();
    }
    out.into_inner().unwrap().finish().unwrap();
}

#[track_caller]
pub fn restore(home: &Home, file: &Path) -> String {
    home.answer(&["restore", file.to_str().unwrap()], "")
}

/// The restore is refused with these words, and nothing is left of it.
#[track_caller]
pub fn refused(home: &Home, file: &Path, words: &str) {
    let output = home.output(&["restore", file.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(words) && !text.contains("panicked"), "{text}");
    let data = home.folder.path().join("data");
    let left: Vec<PathBuf> = fs::read_dir(data).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.ends_with("instance")), "{left:?}");
}

pub fn backup(home: &Home) -> PathBuf {
    let file = home.folder.path().join("backup.tar.gz");
    let output = home.output(&["backup", file.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    file
}

both_engines!(a_backup_made_while_sending_is_restored_whole_and_sends_nothing_until_confirmed, engine => {
    let (home, sink) = sending(engine, 5).await;
    let server = home.serve();
    let mut api = Api::sign_up(&server).await;
    api.token = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "test"], "");
    let path = start(&api).await;
    let began = std::time::Instant::now();
    while sink.entries().len() < 30 {
        assert!(began.elapsed() < PATIENCE);
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let file = backup(&home);
    assert_eq!(api.get(&format!("{path}/report")).await["status"], "sending", "the backup came too late to prove anything");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!file.with_extension("gz.part").exists() && !file.with_extension("gz.parts").exists());
    let told = manifest(&file);
    assert_eq!((&told["product"], &told["has_secret"]), (&json!("letterpress"), &json!(true)));
    assert_eq!(told["rows"]["subscribers"], READERS);
    // It fails for the address, which only this machine can follow.
    let doctor = String::from_utf8(home.output(&["doctor", "--public-url", &server.url]).stdout).unwrap();
    assert!(doctor.lines().any(|line| line.starts_with("ok") && line.contains("last backup")), "{doctor}");
    server.kill();

    let (copy, copied) = sending(engine, 0).await;
    assert!(restore(&copy, &file).contains("Sending is held"));
    let server = copy.serve();
    assert!(fs::read_to_string(copy.log()).unwrap().contains("confirm-sending"), "told at the start");
    let mut again = Api { client: reqwest::Client::new(), url: server.url.clone(), token: api.token.clone() };
    assert_eq!(again.text("/readyz").await, "ready");
    let installation = again.get("/api/installation").await;
    assert_eq!((&installation["sending_held"], installation["restored_at"].is_string()), (&json!(true), true));
    assert_eq!(again.get(&path).await["html_content"], HTML);
    let report = again.get(&format!("{path}/report")).await;
    let (intended, sent) = (report["ledger"]["intended"].as_u64().unwrap(), report["ledger"]["sent"].as_u64().unwrap());
    assert_eq!(intended as usize, READERS);
    assert!(sent >= 20 && sent < intended, "{report}");
    let subscribers = format!("{}/subscribers?limit=1000", path.rsplit_once("/campaigns").unwrap().0);
    assert_eq!(again.get(&format!("{subscribers}&tag=letters")).await.as_array().unwrap().len(), READERS);
    let readers = again.get(&subscribers).await;
    assert_eq!(readers.as_array().unwrap().len(), READERS);
    assert!(readers.as_array().unwrap().iter().any(|reader| reader["first_name"] == "Reader 7\\N \u{e4}"), "{}", readers[0]);

    // New rows come after the old ones, and the engine has looked for work: it freezes what is new.
    let second = campaign(&again, path.rsplit_once("/campaigns").unwrap().0).await;
    again.wait_for(&format!("{second}/report"), |report| report["ledger"]["intended"] == READERS).await;
    let test = again.post(&format!("{second}/test"), json!({ "to": ["me@example.com"] })).await;
    assert!(test["failed"][0]["reason"].as_str().unwrap().contains("restored from a backup"), "{test}");
    let doctor = String::from_utf8(copy.output(&["doctor", "--public-url", &server.url]).stdout).unwrap();
    assert!(doctor.lines().any(|line| line.starts_with("FAIL") && line.contains("confirm-sending")), "{doctor}");
    assert_eq!(copied.entries().len(), 0);

    let told = copy.answer(&["confirm-sending"], "");
    assert!(told.contains("Campaigns that go on: 2"), "{told}");
    again.url.clone_from(&server.url);
    let report = again.wait_for(&format!("{path}/report"), |report| report["status"] != "sending").await;
    let ledger = &report["ledger"];
    // Dots of the old server without a known answer are held for a person or repeated, as the newsletter says.
    assert_eq!(ledger["sent"].as_u64().unwrap() + ledger["in_doubt"].as_u64().unwrap(), intended, "{report}");
    again.wait_for(&format!("{second}/report"), |report| report["status"] == "sent").await;
    assert!(copied.entries().len() as u64 >= 2 * intended - sent - ledger["in_doubt"].as_u64().unwrap());
    assert!(copy.answer(&["confirm-sending"], "").contains("was not held"));
});

both_engines!(a_restore_refuses_what_it_must_not_take, engine => {
    let home = home_on(engine).await;
    let server = home.serve();
    Api::sign_up(&server).await;
    let file = backup(&home);

    let output = home.output(&["restore", file.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("another letterpress is running"));
    server.terminate();
    let output = home.output(&["restore", file.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not empty"), "{}", String::from_utf8_lossy(&output.stderr));

    let empty = home_on(engine).await;
    let changed = home.folder.path().join("changed");
    let bytes = fs::read(&file).unwrap();
    for length in [0, 10, bytes.len() / 2, bytes.len() - 5] {
        fs::write(&changed, &bytes[..length]).unwrap();
        refused(&empty, &changed, "backup");
    }
    let mut flipped = bytes.clone();
    // One bit may say the same in other words: a run of zeros can be copied from any distance.
    flipped[bytes.len() / 3..bytes.len() * 2 / 3].iter_mut().for_each(|byte| *byte ^= 0x11);
    fs::write(&changed, &flipped).unwrap();
    refused(&empty, &changed, "damaged");
    fs::write(&changed, "dear diary").unwrap();
    refused(&empty, &changed, "backup");
    with_manifest(&file, &changed, |manifest| manifest["schema_version"] = 9999.into());
    refused(&empty, &changed, "Restore it with the newer version");
    with_manifest(&file, &changed, |manifest| manifest["format"] = 2.into());
    refused(&empty, &changed, "newer Letterpress");
    with_manifest(&file, &changed, |manifest| manifest["product"] = "other".into());
    refused(&empty, &changed, "no backup of Letterpress");
    with_manifest(&file, &changed, |manifest| manifest["files"][0]["sha256"] = "00".into());
    refused(&empty, &changed, "is not what its manifest says");
    with_manifest(&file, &changed, |manifest| manifest["files"][0]["name"] = "../secret.key".into());
    refused(&empty, &changed, "names a file");
    assert!(!empty.folder.path().join("data/instance").exists(), "nothing is left behind");
    // After all that it still takes the good one.
    restore(&empty, &file);
});

both_engines!(a_backup_is_checked_without_restoring_it, engine => {
    let home = home_on(engine).await;
    let server = home.serve();
    Api::sign_up(&server).await;
    let file = backup(&home);
    let elsewhere = Home::new();
    let folder = elsewhere.folder.path().join("tmp");
    fs::create_dir(&folder).unwrap();
    let elsewhere = elsewhere.with("TMPDIR", folder.to_str().unwrap());
    let told = elsewhere.answer(&["restore", "--check", file.to_str().unwrap()], "");
    let engine = if engine == Engine::Sqlite { "SQLite" } else { "PostgreSQL" };
    assert!(told.starts_with("The backup is whole: ") && told.contains(engine) && told.ends_with("secret key is in it."), "{told}");

    let changed = home.folder.path().join("changed");
    let refused = |because: &str| {
        let output = elsewhere.output(&["restore", "--check", changed.to_str().unwrap()]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && told.contains(because), "{told}");
    };
    let bytes = fs::read(&file).unwrap();
    fs::write(&changed, &bytes[..bytes.len() / 2]).unwrap();
    refused("backup");
    with_manifest(&file, &changed, |manifest| manifest["files"][0]["sha256"] = "00".into());
    refused("is not what its manifest says");
    with_manifest(&file, &changed, |manifest| manifest["schema_version"] = 9999.into());
    refused("Restore it with the newer version");
    with_manifest(&file, &changed, |manifest| manifest["engine"] = "oracle".into());
    refused("does not know");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing stays");
    assert!(!elsewhere.folder.path().join("data").exists(), "a look makes no installation");
});

both_engines!(a_secret_from_outside_is_asked_for, engine => {
    let home = home_on(engine).await.with("LETTERPRESS_SECRET_KEY", "11".repeat(32));
    let server = home.serve();
    Api::sign_up(&server).await;
    let file = home.folder.path().join("backup.tar.gz");
    let told = String::from_utf8(home.output(&["backup", file.to_str().unwrap()]).stderr).unwrap();
    assert!(told.contains("NOT in it"), "{told}");
    assert_eq!(manifest(&file)["has_secret"], false);

    refused(&home_on(engine).await, &file, "LETTERPRESS_SECRET_KEY");
    let wrong = home_on(engine).await.with("LETTERPRESS_SECRET_KEY", "22".repeat(32));
    refused(&wrong, &file, "not the one of this backup");
    let right = home_on(engine).await.with("LETTERPRESS_SECRET_KEY", "11".repeat(32));
    restore(&right, &file);
    assert!(!right.folder.path().join("data/secret.key").exists());
    right.serve();
});

both_engines!(a_backup_of_an_earlier_schema_is_brought_to_this_one, engine => {
    let home = home_on(engine).await.with("LETTERPRESS_SECRET_KEY", "11".repeat(32));
    let data = home.folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let url = match home.variables.iter().find(|(key, _)| *key == "LETTERPRESS_DATABASE_URL") {
        Some((_, url)) => Url::Postgres(url.clone()),
        None => Url::Sqlite(data.join("letterpress.db")),
    };
    let db = Database::open(&url).await.unwrap();
    match &db {
        Database::Sqlite { write, .. } => app::SQLITE_MIGRATIONS.run_to(1, write).await.unwrap(),
        Database::Postgres { pool, .. } => app::POSTGRES_MIGRATIONS.run_to(1, pool).await.unwrap(),
    }
    let mut tx = db.begin().await.unwrap();
    let fingerprint = app::Secret::new([0x11; 32]).fingerprint();
    on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO installation (id, instance_id, secret_fingerprint, created_at) VALUES (1, 'x', $1, 0)")
        .bind(fingerprint).execute(conn).await.map(drop)).unwrap();
    on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO authors (id, email, email_key, name, time_zone, role, created_at, updated_at) \
         VALUES (1, 'a@example.com', 'a@example.com', 'A', 'UTC', 'admin', 0, 0)").execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    db.close().await;

    // Through a pipe, as to another machine.
    let made = home.command(&["backup", "-"]).stderr(Stdio::piped()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let copy = home_on(engine).await.with("LETTERPRESS_SECRET_KEY", "11".repeat(32));
    let mut restoring = copy.command(&["restore", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    restoring.stdin.take().unwrap().write_all(&made.stdout).unwrap();
    assert!(restoring.wait().unwrap().success());
    let key = copy.answer(&["api-key", "create", "--email", "a@example.com", "--name", "test"], "");
    let server = copy.serve();
    let api = Api { client: reqwest::Client::new(), url: server.url.clone(), token: key };
    assert_eq!(api.get("/api/me").await["email"], "a@example.com");
    assert_eq!(api.get("/api/installation").await["sending_held"], true);
});

#[test]
fn there_is_nothing_to_back_up_where_nothing_is() {
    let home = Home::new();
    let output = home.output(&["backup", "x.tar.gz"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to back up"));
    assert!(!home.folder.path().join("x.tar.gz").exists());
}

/// A backup through a pipe that nobody reads is cut short at a known place.
#[test]
fn what_a_killed_backup_left_holds_no_secret_and_goes_with_the_next() {
    let home = Home::new();
    home.serve().terminate();
    let data = home.folder.path().join("data");
    // More than a pipe holds, and not to be made smaller.
    let mut noise = vec![0; 1 << 20];
    rand::Rng::fill(&mut rand::rng(), noise.as_mut_slice());
    fs::create_dir_all(data.join("imports")).unwrap();
    fs::write(data.join("imports/1.csv"), &noise).unwrap();
    let secret = fs::read(data.join("secret.key")).unwrap();
    let stuck = || {
        let mut process =
            home.command(&["backup", "-"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        // The first bytes are the archive's: everything is gathered.
        let mut first = [0; 2];
        process.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        process
    };

    let left = data.join("backup.parts");
    let mut process = stuck();
    assert!(left.join("imports/1.csv").exists());
    let refused = home.output(&["backup", "-"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another letterpress"), "{refused:?}");
    send_signal(&process, "TERM");
    assert_eq!(process.wait().unwrap().code(), Some(1));
    assert!(!left.exists(), "it was told to stop, and left nothing");

    let mut process = stuck();
    process.kill().unwrap();
    process.wait().unwrap();
    let mut open = vec![left.clone()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                open.push(entry);
            } else {
                let bytes = fs::read(&entry).unwrap();
                assert!(!bytes.windows(secret.len()).any(|part| part == secret), "{}", entry.display());
            }
        }
    }
    // One that was killed beside another file, on another day.
    let earlier = home.folder.path().join("yesterday.tar.gz.parts");
    fs::rename(&left, &earlier).unwrap();
    let not_ours = home.folder.path().join("spare.parts");
    fs::create_dir(&not_ours).unwrap();
    let file = backup(&home);
    assert!(!earlier.exists() && not_ours.exists());
    assert_eq!(manifest(&file)["has_secret"], true);
}
