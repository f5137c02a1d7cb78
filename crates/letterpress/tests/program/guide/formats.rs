//! Blocks that are put into a file, or come over the wire: each is given to whoever reads it.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use super::{
    blocks::{Block, read},
    page::{Page, parsed, starts_and_stops},
};
use crate::harness::setting;

/// A settings file: `letterpress.toml`, or the environment as systemd and Docker read it. The real server starts with it.
pub fn settings(page: &Page, block: &Block, place: &str) {
    let text = page.fill(&block.text);
    let mut command = page.home.command(&["serve", "--listen", "127.0.0.1:0"]);
    if block.language == "toml" {
        assert!(text.starts_with("# letterpress.toml\n"), "{place}: a file has its name in its first line");
        fs::write(page.file("letterpress.toml"), text).unwrap();
    } else {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once('=').unwrap_or_else(|| panic!("{place}: {line}"));
            // Neither of the two takes a comment behind a value, or a second one.
            assert!(!value.is_empty() && !value.contains([' ', '\t']), "{place}: {line}");
            command.env(name, value);
        }
    }
    starts_and_stops(page, command, place);
}

/// JSON that a reader gives to somebody else.
pub async fn json(page: &Page, block: &Block, place: &str) {
    let said = parsed(&page.fill(&block.text), place);
    if let Some(server) = said["mcpServers"]["letterpress"].as_object() {
        return assistant(&page.api.client, server, place).await;
    }
    assert!(said["Statement"].is_array(), "{place}: it stands after no call, and nobody knows whose it is");
    rights(&said, place);
}

pub fn is_for_others(block: &Block) -> bool {
    block.text.contains("\"mcpServers\"") || block.text.contains("\"Statement\"")
}

/// Address and headers are those that an assistant's program sends.
async fn assistant(client: &reqwest::Client, server: &serde_json::Map<String, Value>, place: &str) {
    assert_eq!(server["type"], "http", "{place}");
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } });
    let mut request = client.post(server["url"].as_str().unwrap()).json(&hello);
    for (name, value) in server["headers"].as_object().unwrap() {
        request = request.header(name, value.as_str().unwrap());
    }
    let answer = request.header("accept", "application/json, text/event-stream").send().await.unwrap();
    let (status, text) = (answer.status(), answer.text().await.unwrap());
    assert!(status == StatusCode::OK && text.contains("\"serverInfo\""), "{place}: {status} {text}");
}

/// What the program calls at Amazon SES, and the right that this takes. Amazon's imitation asks for none.
const RIGHTS: [(&str, &str); 7] = [
    ("ses:SendEmail", "Method::POST, \"/v2/email/outbound-emails\""),
    // As the same call takes it whose content is raw.
    ("ses:SendRawEmail", "Method::POST, \"/v2/email/outbound-emails\""),
    ("ses:GetAccount", "Method::GET, \"/v2/email/account\""),
    ("ses:CreateEmailIdentity", "Method::POST, \"/v2/email/identities\""),
    ("ses:GetEmailIdentity", "Method::GET, &path"),
    ("ses:DeleteEmailIdentity", "Method::DELETE, &path"),
    ("ses:PutEmailIdentityMailFromAttributes", "Method::PUT, &path"),
];

fn rights(policy: &Value, place: &str) {
    let [statement] = policy["Statement"].as_array().unwrap().as_slice() else { panic!("{place}") };
    assert_eq!(
        (&policy["Version"], &statement["Effect"]),
        (&json!("2012-10-17"), &json!("Allow")),
        "{place}"
    );
    let said: BTreeSet<&str> =
        statement["Action"].as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect();
    assert_eq!(said, RIGHTS.iter().map(|(right, _)| *right).collect(), "{place}");
    let source = ["identity", "send"].map(|file| read(&format!("crates/mailer/src/ses/{file}.rs"))).concat();
    let calls: BTreeSet<&str> = RIGHTS.iter().map(|(_, call)| *call).collect();
    for call in &calls {
        assert_eq!(source.matches(call).count(), 1, "{place}: {call}");
    }
    let own = source.split("#[cfg(test)]").map(|part| part.matches("(Method::").count());
    assert_eq!(own.sum::<usize>(), calls.len(), "{place}: a call that no right is told for");
}

/// What an administrator of the database runs.
pub async fn sql(page: &Page, block: &Block) {
    let server = setting("LETTERPRESS_TEST_POSTGRES").expect("tools/with-postgres starts one");
    let mut connection = PgConnection::connect(&server).await.unwrap();
    for statement in page.fill(&block.text).split_inclusive(";\n") {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
    }
}

/// The keys of Prometheus that a page may use.
const SCRAPE_KEYS: [&str; 6] =
    ["scrape_configs", "job_name", "authorization", "credentials", "static_configs", "targets"];

fn keys(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(map) => {
            map.iter().flat_map(|(key, value)| [vec![key.as_str()], keys(value)].concat()).collect()
        }
        Value::Array(list) => list.iter().flat_map(keys).collect(),
        _ => Vec::new(),
    }
}

/// `prometheus.yml`: every target of a job is asked as Prometheus asks it, with the token that the page had one make.
pub async fn scrape(page: &mut Page, block: &Block, place: &str) {
    let Some(mut python) = peers::python("python") else {
        return peers::not_run("letterpress/the guide's prometheus.yml", "a reader of YAML was not brought");
    };
    let token = page.shell.variable(&page.home, "LETTERPRESS_METRICS_TOKEN");
    drop(page.server.take());
    page.home.variables.push(("LETTERPRESS_METRICS_TOKEN", token.clone()));
    page.serve();
    let address = page.url().trim_start_matches("http://").to_owned();
    page.say("the token", token);
    for target in ["news-1.internal:8080", "news-2.internal:8080"] {
        page.say(target, address.clone());
    }
    python.args(["-c", "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"]);
    let said = parsed(&output(&mut python, &page.fill(&block.text)), place);
    for key in keys(&said) {
        assert!(SCRAPE_KEYS.contains(&key), "{place}: {key}");
    }
    let mut asked = 0;
    for job in said["scrape_configs"].as_array().unwrap() {
        let token = job["authorization"]["credentials"].as_str().unwrap();
        for target in job["static_configs"][0]["targets"].as_array().unwrap() {
            let url = format!("http://{}/metrics", target.as_str().unwrap());
            let ask = |token: &str| page.api.client.get(&url).bearer_auth(token).send();
            assert_eq!(ask(token).await.unwrap().status(), StatusCode::OK, "{place}");
            assert_eq!(ask("another token").await.unwrap().status(), StatusCode::UNAUTHORIZED, "{place}");
            asked += 1;
        }
    }
    assert!(asked > 0, "{place}");
}

/// What a program prints that reads `input` to its end.
pub fn output(command: &mut Command, input: &str) -> String {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}{errors}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

/// A request as it comes to the reader's own server: the same headers, the same keys, and what `…` leaves out.
pub fn post(page: &Page, block: &Block, place: &str) {
    let receiver = page.receiver.as_ref().unwrap();
    let post = receiver.next();
    let (head, body) = block.text.split_once("\n\n").unwrap();
    let mut lines = head.lines();
    assert_eq!(lines.next(), Some(post.what.as_str()), "{place}");
    for (name, said) in lines.map(|line| line.split_once(": ").unwrap()) {
        let real = post.headers.get(name).unwrap_or_else(|| panic!("{place}: {name} does not come"));
        // An id begins with its kind, a signature with its version.
        let start = |text: &str| text.split(['_', ',']).next().unwrap().to_owned();
        let is_number = |text: &str| text.parse::<u64>().is_ok();
        let is_alike = is_number(said) && is_number(real) || start(said) == start(real);
        assert!(is_alike && said.len() == real.len(), "{place}: {name}: {real}");
    }
    let (mut said, real) = (parsed(&body.replace("{…}", "{}"), place), parsed(&post.body, place));
    assert_eq!(said["type"], real["type"], "{place}");
    said["data"] = real["data"].clone();
    assert_eq!(super::answers::difference(&said, &real, "event"), None, "{place}: {real}");
    // What comes next checks this very request.
    fs::write(page.file("headers.json"), json!(post.headers).to_string()).unwrap();
    fs::write(page.file("body"), post.body).unwrap();
}

/// A link that is not counted, beside one that is.
pub async fn html(page: &Page, block: &Block, place: &str) {
    let api = &page.api;
    let other = "https://example.com/counted";
    let html = format!("<p>{} <a href=\"{other}\">Counted</a></p>", block.text);
    api.send("/api/newsletters/1", json!({ "subject": "May", "html_content": html })).await;
    let mails = api.get("/api/captured-mail").await;
    let mail = api.text(&format!("/api/captured-mail/{}/raw", mails[0]["id"])).await;
    // Quoted-printable.
    let mail = mail.replace("=\r\n", "").replace("=3D", "=");
    let link = block.text.split('"').nth(1).unwrap();
    assert!(mail.contains(&format!("<a href=\"{link}\"")), "{place}: {mail}");
    assert!(mail.contains("/t/c/") && !mail.contains(&format!("<a href=\"{other}\"")), "{place}: {mail}");
}
