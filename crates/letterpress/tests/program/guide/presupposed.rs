//! What pages take for granted, and what their words mean here.

use std::fs;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use super::{blocks::Block, page::Page, receiver::Receiver, shell::Shell};
use crate::harness::{Api, Home, setting};

/// The author of every page.
const ADA: &str = "ada@example.com";

/// Pages that set up or start what they are about themselves.
const BARE: [&str; 8] = [
    "README.md",
    "docs/guide/amazon-ses.md",
    "docs/guide/bounces.md",
    "docs/guide/getting-started.md",
    "docs/guide/scaling.md",
    "docs/guide/self-hosting.md",
    "docs/guide/sign-in-providers.md",
    "docs/guide/upgrading.md",
];

/// An installation as the page expects it when it begins.
pub async fn installation(name: &str, shell: Shell) -> Page {
    let mut home = Home::new();
    if name == "docs/guide/webhooks.md" {
        // Its receiver is on this machine.
        home = home.with("LETTERPRESS_ALLOW_PRIVATE_WEBHOOKS", "true");
    }
    let api = Api { client: Client::new(), url: String::new(), token: String::new() };
    let mut page = Page {
        name: name.to_owned(),
        home,
        api,
        server: None,
        shell,
        words: Vec::new(),
        calls: Vec::new(),
        nodes: Vec::new(),
        receiver: None,
        secret: None,
    };
    if BARE.contains(&name) {
        bare(&mut page).await;
    } else {
        served(&mut page).await;
    }
    page
}

async fn bare(page: &mut Page) {
    match page.name.as_str() {
        "docs/guide/amazon-ses.md" => page.say("=…", "=testing"),
        "docs/guide/bounces.md" => page.say("127.0.0.1:2525", format!("127.0.0.1:{}", peers::free_port())),
        "docs/guide/scaling.md" => {
            let server = setting("LETTERPRESS_TEST_POSTGRES").expect("tools/with-postgres starts one");
            let address = server.split_once('@').unwrap().1.split('/').next().unwrap().to_owned();
            let name = role();
            remove(&server, &name).await;
            page.say(
                "postgres://letterpress:password@db.internal/letterpress",
                format!("postgres://{name}:password@{address}/{name}"),
            );
            page.say("ROLE letterpress", format!("ROLE {name}"));
            page.say("DATABASE letterpress", format!("DATABASE {name}"));
            page.say("OWNER letterpress", format!("OWNER {name}"));
            // One machine that is outgrown, with the secret that the page goes on with.
            let home = std::mem::replace(&mut page.home, Home::new());
            page.home = home.with("LETTERPRESS_SECRET_KEY", "5a".repeat(32));
            page.home.serve().terminate();
            page.say("/backups", page.folder().to_str().unwrap().to_owned());
            page.say("/var/lib/letterpress-2", page.file("second").to_str().unwrap().to_owned());
            page.say("LETTERPRESS_SECRET_KEY=…", format!("LETTERPRESS_SECRET_KEY={}", "5a".repeat(32)));
            page.say("0.0.0.0:8080", "127.0.0.1:0");
        }
        _ => {}
    }
}

/// Roles are the whole server's, which other tests share.
fn role() -> String {
    format!("guide_{}", std::process::id())
}

/// Nothing of a page stays.
pub async fn after(page: &Page) {
    if page.name == "docs/guide/scaling.md" {
        remove(&setting("LETTERPRESS_TEST_POSTGRES").unwrap(), &role()).await;
    }
}

/// Takes away a role and its database.
pub async fn remove(server: &str, name: &str) {
    let mut connection = PgConnection::connect(server).await.unwrap();
    for statement in
        [format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"), format!("DROP ROLE IF EXISTS {name}")]
    {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    }
}

async fn served(page: &mut Page) {
    page.serve();
    let server = page.server.as_ref().unwrap();
    page.api = Api::sign_up_as(server, ADA).await;
    let key = page.home.answer(&["api-key", "create", "--email", ADA, "--name", "guide"], "");
    page.api.token.clone_from(&key);
    page.say("lp_…", key.clone());
    page.shell.know("KEY", &key);
    let api = &page.api;
    let newsletters = if page.name.starts_with("clients/") { 3 } else { 1 };
    for n in 1..=newsletters {
        let body = json!({ "name": format!("Letters {n}"), "from_name": "Ada", "from_prefix": "ada" });
        assert_eq!(api.post("/api/newsletters", body).await["id"], n);
    }
    let newsletter = format!("/api/newsletters/{newsletters}");
    for (email, tag) in [(ADA, "shop"), ("bea@example.com", "press")] {
        api.post(&format!("{newsletter}/subscribers"), json!({ "email": email, "tags": [tag] })).await;
    }
    match page.name.as_str() {
        // The page's own campaign is the seventh.
        "docs/guide/api.md" => drafts(api, &newsletter, 6).await,
        "docs/guide/command-line.md" => {
            fs::write(page.file("list.csv"), "email\nrea@example.com\n").unwrap();
            fs::write(page.file("may.html"), "<p>Hello</p>").unwrap();
            let picture = super::blocks::at("docs/guide/images");
            let picture = fs::read_dir(picture).unwrap().map(|entry| entry.unwrap().path());
            let picture = picture.into_iter().find(|path| path.extension().is_some_and(|end| end == "png"));
            fs::copy(picture.unwrap(), page.file("logo.png")).unwrap();
        }
        "docs/guide/backup.md" => {
            fs::create_dir(page.file("backups")).unwrap();
            let folder = page.file("backups").to_str().unwrap().to_owned();
            page.say("/backups", folder);
        }
        "docs/guide/importing.md" => {
            fs::write(page.file("readers.csv"), "email,first name,town,notes\nrea@example.com,Rea,Porto,x\n")
                .unwrap();
        }
        "docs/guide/webhooks.md" => {
            let receiver = Receiver::start();
            page.say("https://hooks.example.com", receiver.url.clone());
            page.receiver = Some(receiver);
        }
        // They speak of the ninth, and of what became of it.
        "clients/python/README.md" | "clients/typescript/README.md" => {
            drafts(api, &newsletter, 8).await;
            let draft = json!({ "subject": "May", "html_content": "<p>Hello</p>" });
            assert_eq!(api.send(&newsletter, draft).await, format!("{newsletter}/campaigns/9"));
        }
        _ => {}
    }
}

async fn drafts(api: &Api, newsletter: &str, count: usize) {
    for n in 1..=count {
        let made =
            api.post(&format!("{newsletter}/campaigns"), json!({ "subject": format!("Draft {n}") })).await;
        assert_eq!(made["id"], n);
    }
}

/// What happens between two blocks, as the page tells it.
pub async fn before(page: &mut Page, block: &Block) {
    match (page.name.as_str(), block.first_line()) {
        // "The target must be empty: no database, no uploads, no server running."
        ("docs/guide/backup.md", "letterpress restore /backups/letterpress.tar.gz") => {
            assert_eq!(page.server.take().unwrap().terminate().0, Some(0));
            fs::rename(page.file("data"), page.file("data.before")).unwrap();
        }
        ("docs/guide/webhooks.md", "POST /letterpress") => {
            let made: Value = serde_json::from_str(&page.calls[0].body).unwrap();
            page.secret = made["secret"].as_str().map(str::to_owned);
            let found = page.api.get("/api/subscribers?email=bea@example.com").await;
            let body = json!({ "action": "unsubscribe", "ids": [found[0]["id"]] });
            page.api.call(Method::POST, "/api/newsletters/1/subscribers/bulk", Some(body)).await;
        }
        _ => {}
    }
}
