//! The alerts and the dashboard that operators get, held against Prometheus itself: its own program reads them, tries each
//! rule, and watches a real installation.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use database::{Database, Url, on_engine};
use serde_json::{Value, json};

use crate::harness::{Api, Home, PATIENCE, free_port};

const RULES: &str = "letterpress.rules.yml";

fn deployed(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy")).join(path)
}

/// One of Prometheus's programs; the part is counted as not run without it.
fn program(name: &str, part: &str) -> Option<Command> {
    let found = peers::program(name);
    if found.is_none() {
        peers::not_run(part, "Prometheus is not installed");
    }
    found
}

#[track_caller]
fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{told}");
    told
}

#[test]
fn prometheus_reads_the_rules_and_each_alert_fires_when_it_must() {
    let Some(mut check) = program("promtool", "letterpress/alert rules") else { return };
    succeeds(
        check.args(["check", "rules", "--lint=all", "--lint-fatal"]).arg(deployed("prometheus").join(RULES)),
    );
    let Some(mut tried) = program("promtool", "letterpress/alert rules") else { return };
    succeeds(tried.args(["test", "rules", "letterpress.test.yml"]).current_dir(deployed("prometheus")));

    // No alert without a case in which it fires: those name what is said.
    let named = |file: &str, key: &str| -> Vec<String> {
        let text = fs::read_to_string(deployed("prometheus").join(file)).unwrap();
        text.lines().filter_map(|line| Some(line.trim().strip_prefix(key)?.trim().to_owned())).collect()
    };
    let rules: BTreeSet<_> = named(RULES, "- alert:").into_iter().collect();
    // On a line of its own stands the name of one that is expected.
    let fired: BTreeSet<_> = named("letterpress.test.yml", "alertname:").into_iter().collect();
    assert!(!rules.is_empty());
    assert_eq!(rules, fired, "alerts, and those that a case expects");
}

/// Every query of the dashboard as a rule of its own, with what Grafana puts in the place of its variables.
#[test]
fn prometheus_reads_the_queries_of_the_dashboard() {
    let Some(mut check) = program("promtool", "letterpress/queries of the dashboard") else { return };
    let text = fs::read_to_string(deployed("grafana/letterpress.json")).unwrap();
    let mut queries = Vec::new();
    collect(&serde_json::from_str(&text).unwrap(), &mut queries);
    assert!(queries.len() > 20, "{queries:?}");
    let rules: Vec<Value> = queries
        .iter()
        .enumerate()
        .map(|(n, query)| {
            let expr = query.replace("$__rate_interval", "1m").replace("$instance", ".*");
            assert!(!expr.contains('$'), "{expr}");
            json!({ "record": format!("panel:{n}"), "expr": expr })
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dashboard.yml");
    fs::write(&file, json!({ "groups": [{ "name": "dashboard", "rules": rules }] }).to_string()).unwrap();
    let told = succeeds(check.args(["check", "rules"]).arg(&file));
    assert!(told.contains(&format!("{} rules found", queries.len())), "{told}");
}

fn collect(value: &Value, queries: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            queries.extend(fields.get("expr").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| collect(field, queries));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, queries)),
        _ => {}
    }
}

/// A Prometheus that asks a server each second; gone when dropped.
struct Prometheus {
    process: Child,
    url: String,
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Prometheus {
    fn watching(mut command: Command, folder: &Path, server: &str) -> Self {
        let address = format!("127.0.0.1:{}", free_port());
        let config = json!({
            "global": { "scrape_interval": "1s", "evaluation_interval": "1s" },
            "rule_files": [deployed("prometheus").join(RULES).canonicalize().unwrap()],
            "scrape_configs": [{
                "job_name": "letterpress",
                "static_configs": [{ "targets": [server.trim_start_matches("http://")] }],
            }],
        });
        let file = folder.join("prometheus.yml");
        fs::write(&file, config.to_string()).unwrap();
        let log = fs::File::create(folder.join("prometheus.log")).unwrap();
        let process = command
            .arg(format!("--config.file={}", file.display()))
            .arg(format!("--storage.tsdb.path={}", folder.join("prometheus").display()))
            .arg(format!("--web.listen-address={address}"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Self { process, url: format!("http://{address}") }
    }

    /// The alerts that fire or wait for their time, with their states.
    async fn alerts(&self) -> BTreeSet<(String, String)> {
        let Ok(answer) = reqwest::get(format!("{}/api/v1/alerts", self.url)).await else {
            return BTreeSet::new();
        };
        let Ok(told) = answer.json::<Value>().await else { return BTreeSet::new() };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let alerts = told["data"]["alerts"].as_array().cloned().unwrap_or_default();
        alerts.iter().map(|alert| (text(&alert["labels"]["alertname"]), text(&alert["state"]))).collect()
    }
}

#[tokio::test]
async fn prometheus_tells_of_an_installation_in_which_nobody_sends_and_a_campaign_paused_itself() {
    let Some(mut check) = program("promtool", "letterpress/alerts of an installation") else { return };
    let Some(prometheus) = program("prometheus", "letterpress/alerts of an installation") else { return };
    let home = Home::new();
    let log = fs::File::create(home.log()).unwrap();
    let server = home.begin(home.command(&["serve", "--role", "web", "--listen", "127.0.0.1:0"]), log.into());
    let api = Api::sign_up(&server).await;
    // What is read is in the format, and after the customs, of Prometheus.
    let metrics = reqwest::get(format!("{}/metrics", server.url)).await.unwrap().text().await.unwrap();
    let mut lint =
        check.args(["check", "metrics"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    lint.stdin.take().unwrap().write_all(metrics.as_bytes()).unwrap();
    let linted = lint.wait_with_output().unwrap();
    assert!(linted.status.success(), "{}", String::from_utf8_lossy(&linted.stderr));

    let watching = Prometheus::watching(prometheus, home.folder.path(), &server.url);
    let wait_for = async |wanted: &[(&str, &str)]| {
        let wanted: BTreeSet<_> =
            wanted.iter().map(|(name, state)| ((*name).to_owned(), (*state).to_owned())).collect();
        let began = Instant::now();
        loop {
            let alerts = watching.alerts().await;
            if alerts == wanted {
                return;
            }
            let log = fs::read_to_string(home.folder.path().join("prometheus.log")).unwrap();
            assert!(began.elapsed() < PATIENCE, "{alerts:?}\n{log}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    // "Pending": it fires when that lasts.
    let always = [("LetterpressSendsNothing", "pending"), ("LetterpressBackupMissing", "pending")];
    wait_for(&always).await;

    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    api.post(&format!("{newsletter}/campaigns"), json!({ "subject": "News" })).await;
    let db = Database::open(&Url::Sqlite(home.folder.path().join("data/letterpress.db"))).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(
        "UPDATE campaigns SET status = 'paused', pause_reason = 'Too many emails bounced.'").execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    wait_for(&[always[0], always[1], ("LetterpressCampaignStopped", "firing")]).await;

    home.answer(&["backup", "all.tar.gz"], "");
    wait_for(&[always[0], ("LetterpressCampaignStopped", "firing")]).await;
}
