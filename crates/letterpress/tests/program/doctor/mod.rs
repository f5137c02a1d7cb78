//! `letterpress doctor` in situations that are broken in earnest: what it says of each, in text and in JSON, and how it exits.

mod installation;
mod outside;
mod trial;
mod work;

use std::process::Output;

use database::{Database, Engine, Url};
use serde_json::Value;

use crate::harness::Home;

/// What one line has to say. A `*` stands for what differs from run to run.
struct Line {
    level: &'static str,
    name: &'static str,
    text: String,
}

fn ok(name: &'static str, text: impl Into<String>) -> Line {
    Line { level: "ok", name, text: text.into() }
}

fn note(name: &'static str, text: impl Into<String>) -> Line {
    Line { level: "note", name, text: text.into() }
}

fn fail(name: &'static str, text: impl Into<String>) -> Line {
    Line { level: "fail", name, text: text.into() }
}

/// One of these stands in every line that does not say "ok": it says what to do.
const ADVICE: [&str; 22] = [
    "set ",
    "run ",
    "correct ",
    "see ",
    "put ",
    "give ",
    "start ",
    "restart ",
    "use ",
    "free ",
    "make ",
    "renew ",
    "chmod ",
    "connect as ",
    "let ",
    "resume ",
    "creates it",
    "move ",
    "mend ",
    "restore ",
    "did you mean ",
    "ask ",
];

impl Home {
    /// Asks with these flags, in text and in JSON, and finds the line in both.
    #[track_caller]
    fn doctor_says(&self, flags: &[&str], line: &Line) {
        let text = self.output(&[&["doctor"], flags].concat());
        let json = self.output(&[&["doctor", "--json"], flags].concat());
        is_told(line, &text, &json);
    }
}

#[track_caller]
fn is_told(line: &Line, text: &Output, json: &Output) {
    let told = String::from_utf8(text.stdout.clone()).unwrap();
    let mark = match line.level {
        "fail" => "FAIL",
        "note" => "note",
        _ => "ok  ",
    };
    let wanted = format!("{mark}  {:<10}  {}", line.name, line.text);
    assert!(told.lines().any(|said| is_like(&wanted, said)), "not said: {wanted}\n{told}");

    let said: Value = serde_json::from_slice(&json.stdout).unwrap();
    let checks = said["checks"].as_array().unwrap();
    let is_it = |check: &&Value| {
        check["name"] == line.name
            && check["level"] == line.level
            && check["ok"] == (line.level != "fail")
            && is_like(&line.text, check["text"].as_str().unwrap())
    };
    assert_eq!(checks.iter().filter(is_it).count(), 1, "not in JSON: {wanted}\n{said}");

    let fails = told.lines().any(|said| said.starts_with("FAIL"));
    assert_eq!(checks.iter().any(|check| check["level"] == "fail"), fails, "{told}\n{said}");
    for output in [text, json] {
        assert_eq!(output.status.code(), Some(i32::from(fails)), "{told}");
    }
    for said in told.lines().filter(|said| !said.starts_with("ok ")) {
        let said = said.to_lowercase();
        assert!(ADVICE.iter().any(|word| said.contains(word)), "what is there to do? {said}");
    }
}

/// Whether a text has the parts between the stars, in their order, from its beginning to its end.
fn is_like(pattern: &str, text: &str) -> bool {
    let parts: Vec<&str> = pattern.split('*').collect();
    let [first, middle @ .., last] = parts.as_slice() else { return pattern == text };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// A home with an empty database of that engine.
async fn home_on(engine: Engine) -> Home {
    match engine {
        Engine::Sqlite => Home::new(),
        Engine::Postgres => {
            Home::new().with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await)
        }
    }
}

/// An installation with its first author, on which no server ran yet.
async fn installation(engine: Engine) -> Home {
    let home = home_on(engine).await;
    add_author(&home, &[]);
    home
}

fn add_author(home: &Home, flags: &[&str]) {
    home.answer(&[&["user", "add", "--email", "ada@example.com", "--name", "Ada"], flags].concat(), "");
}

fn url_of(home: &Home) -> Url {
    match home.variables.iter().find(|(key, _)| *key == "LETTERPRESS_DATABASE_URL") {
        Some((_, url)) => Url::Postgres(url.clone()),
        None => Url::Sqlite(home.folder.path().join("data/letterpress.db")),
    }
}

/// How the database is called in a line.
fn shown(home: &Home) -> String {
    match url_of(home) {
        Url::Postgres(url) => mailer::MailUrl::mask(&url),
        Url::Sqlite(_) => "sqlite:./data/letterpress.db".to_owned(),
    }
}

async fn change(home: &Home, sql: &'static str) {
    let db = Database::open(&url_of(home)).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}
