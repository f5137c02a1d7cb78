//! What the guide promises in sentences, asked of a server: lists and their totals, what an import takes, what a worker answers.
//!
//! Held elsewhere: where `letterpress.toml` is found (`settings::tests`), what is done once although it is asked twice
//! (`repeating.rs`, `app::idempotency`), how long a stop takes (`stopping.rs`), when clicks count (`app::tracking`).

use std::{
    fmt::Write as _,
    io::{BufRead as _, BufReader},
    process::Stdio,
};

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Api, Home, Server, free_port, send_signal};

async fn with_newsletter() -> (Home, Server, Api) {
    let home = Home::new();
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    api.post("/api/newsletters", json!({ "name": "L", "from_name": "Ada", "from_prefix": "ada" })).await;
    (home, server, api)
}

/// Rows of a list, its total, and whether counting stopped there.
async fn list(api: &Api, path: &str) -> (Vec<Value>, u64, bool) {
    let answer = api.client.get(format!("{}{path}", api.url)).bearer_auth(&api.token).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let total = header("x-total-count").unwrap().parse().unwrap();
    let is_capped = header("x-total-count-capped").is_some_and(|value| value == "true");
    (answer.json().await.unwrap(), total, is_capped)
}

#[tokio::test]
async fn lists_are_newest_first_and_counted_as_far_as_they_say() {
    let (_home, _server, api) = with_newsletter().await;
    let csv = (0..1_001).fold("email,tags\n".to_owned(), |mut csv, n| {
        let _ = writeln!(csv, "r{n}@example.com,shop");
        csv
    });
    api.import("/api/newsletters/1", &csv).await;
    let newest = json!({ "email": "zoe@example.com", "tags": ["Shop"] });
    api.post("/api/newsletters/1/subscribers", newest).await;
    let all = "/api/newsletters/1/subscribers?limit=1000";
    let (rows, total, is_capped) = list(&api, all).await;
    assert_eq!((rows[0]["email"].as_str(), total, is_capped), (Some("zoe@example.com"), 1_002, false));
    let ids: Vec<_> = rows.iter().map(|row| row["id"].as_i64().unwrap()).collect();
    assert!(ids.is_sorted_by(|a, b| a > b), "newest first");
    for (filter, wanted) in [
        ("&tag=shop", (1_000, true)),
        ("&tag=shop&q=example", (1_000, true)),
        ("&tag=shop&status=pending", (0, false)),
        ("&tag=Shop", (1, false)),
        ("&tag=Shop&status=active&q=zoe", (1, false)),
        ("&tag=sho", (0, false)),
        ("&q=example", (1_000, true)),
        ("&email=R7@example.com", (1, false)),
    ] {
        let (_, total, is_capped) = list(&api, &format!("{all}{filter}")).await;
        assert_eq!((total, is_capped), wanted, "{filter}");
    }
    let (rows, ..) = list(&api, "/api/newsletters/1/subscribers").await;
    assert_eq!(rows.len(), 100, "without a limit");
    for (limit, status) in [("0", 400), ("1001", 400), ("1000", 200)] {
        let path = format!("/api/subscribers?limit={limit}");
        assert_eq!(api.try_call(reqwest::Method::GET, &path, None).await.0, status, "{limit}");
    }
}

/// A file as a spreadsheet writes it.
fn written(text: &str, encoding: &str) -> Vec<u8> {
    let utf_16 = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| {
        mark.into_iter().chain(text.encode_utf16().flat_map(bytes)).collect()
    };
    match encoding {
        "UTF-8" => text.into(),
        "UTF-8 with its mark" => format!("\u{feff}{text}").into_bytes(),
        "UTF-16, little end first" => utf_16([0xff, 0xfe], u16::to_le_bytes),
        "UTF-16, big end first" => utf_16([0xfe, 0xff], u16::to_be_bytes),
        // Of these letters alone.
        "Windows-1252" => {
            text.chars().map(|c| if c == '€' { 0x80 } else { u8::try_from(u32::from(c)).unwrap() }).collect()
        }
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn an_import_takes_what_spreadsheets_write() {
    let (_home, _server, api) = with_newsletter().await;
    let encodings =
        ["UTF-8", "UTF-8 with its mark", "UTF-16, little end first", "UTF-16, big end first", "Windows-1252"];
    let separators = [",", ";", "\t"];
    let mut wanted = Vec::new();
    for (n, (encoding, separator)) in
        encodings.iter().flat_map(|one| separators.map(|other| (one, other))).enumerate()
    {
        let text = format!("email,name\nzo{n}@example.com,Zoë van Dam €\ncher{n}@example.com,Cher\n")
            .replace(',', separator);
        let file = upload(&api, written(&text, encoding)).await;
        let import = api.wait_for(&format!("/api/imports/{file}"), |import| import["status"] == "done").await;
        assert_eq!(import["created"], 2, "{encoding} {separator:?}: {import}");
        wanted.push((format!("zo{n}@example.com"), ("Zoë van Dam", Some("€"))));
        wanted.push((format!("cher{n}@example.com"), ("Cher", None)));
    }
    for (email, (first, last)) in wanted {
        let (found, ..) = list(&api, &format!("/api/subscribers?email={email}")).await;
        assert_eq!(
            (found[0]["first_name"].as_str(), found[0]["last_name"].as_str()),
            (Some(first), last),
            "{email}"
        );
    }
    // Without a line of names nobody is lost.
    let file = upload(&api, b"dora@example.com\nemil@example.com\n".to_vec()).await;
    let import = api.wait_for(&format!("/api/imports/{file}"), |import| import["status"] == "done").await;
    assert_eq!(import["created"], 2, "{import}");
}

/// Uploads bytes as they are; answers the import's id.
async fn upload(api: &Api, bytes: Vec<u8>) -> i64 {
    let head = b"--limit\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n";
    let body = [head, bytes.as_slice(), b"\r\n--limit--\r\n"].concat();
    let request =
        api.client.post(format!("{}/api/newsletters/1/subscribers/import", api.url)).bearer_auth(&api.token);
    let answer = request
        .header("content-type", "multipart/form-data; boundary=limit")
        .body(body)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    answer.json::<Value>().await.unwrap()["id"].as_i64().unwrap()
}

#[tokio::test]
async fn a_worker_answers_health_and_figures_alone_and_only_where_it_is_told() {
    let address = format!("127.0.0.1:{}", free_port());
    let home = Home::new();
    let log = std::fs::File::create(home.log()).unwrap();
    let worker = home.begin(home.command(&["serve", "--role", "worker", "--listen", &address]), log.into());
    for (path, status) in [
        ("/healthz", 200),
        ("/readyz", 200),
        ("/metrics", 200),
        ("/", 404),
        ("/api/me", 404),
        ("/n/x", 404),
        ("/t/o/x", 404),
    ] {
        let answer = reqwest::get(format!("{}{path}", worker.url)).await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{path}");
    }
    assert_eq!(worker.terminate().0, Some(0));

    // Not told, it says where its data is, and nothing of an address.
    let mut silent = home.command(&["serve", "--role", "worker"]);
    let mut silent = silent.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(silent.stdout.take().unwrap()).lines().map(Result::unwrap);
    let told: Vec<String> = lines.take_while(|line| !line.trim_start().starts_with("Mail ")).collect();
    send_signal(&silent, "TERM");
    assert_eq!(silent.wait().unwrap().code(), Some(0));
    assert!(told.iter().any(|line| line.contains("Data ")), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("Listens")), "{told:?}");
}
