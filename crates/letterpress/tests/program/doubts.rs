//! A mail server that takes a mail and closes before it has said so: nobody gets more than two copies, and whoever is held
//! gets one.

use std::{collections::BTreeMap, fs};

use database::{Engine, both_engines};
use reqwest::Method;
use serde_json::{Value, json};
use sink::Entry;

use crate::{
    harness::{Api, Home, Server, Sink},
    kill_dash_nine::installation,
};

/// Readers whose mail is answered.
const ANSWERED: usize = 20;
/// The earliest second copy: a minute, less a fifth.
const FIRST_WAIT_MS: u64 = 48_000;

struct Scene {
    sink: Sink,
    api: Api,
    home: Home,
    _server: Server,
}

/// A campaign with its copies by address.
struct Sent {
    path: String,
    report: Value,
    readers: BTreeMap<String, Value>,
    copies: BTreeMap<String, Vec<Entry>>,
}

impl Scene {
    /// Begins to send to addresses of its own; answers the campaign's path.
    async fn send(&self, policy: &str) -> String {
        let newsletter = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
        let newsletter = self.api.post("/api/newsletters", newsletter).await;
        let newsletter = format!("/api/newsletters/{}", newsletter["id"]);
        let mut csv: Vec<String> = vec!["email".into()];
        csv.extend((0..ANSWERED).map(|n| format!("reader{n}@{policy}.example.net")));
        let silent = ["drop-after-dot", "rst-after-dot", "drop-after-dot-once"];
        csv.extend(silent.map(|rule| format!("{rule}+reader@{policy}.example.net")));
        self.api.import(&newsletter, &csv.join("\n")).await;
        let draft =
            json!({ "subject": "News", "html_content": "<p>A letter</p>", "in_doubt_policy": policy });
        let campaign = self.api.post(&format!("{newsletter}/campaigns"), draft).await;
        let path = format!("{newsletter}/campaigns/{}", campaign["id"]);
        self.api.call(Method::POST, &format!("{path}/send"), None).await;
        path
    }

    async fn sent(&self, path: String, policy: &str) -> Sent {
        let report = self.api.wait_for(&format!("{path}/report"), |report| report["status"] == "sent").await;
        let rows = self.api.get(&format!("{path}/deliveries?limit=100")).await;
        let email = |row: &Value| row["email"].as_str().unwrap().to_owned();
        let readers: BTreeMap<String, Value> =
            rows.as_array().unwrap().iter().map(|row| (email(row), row.clone())).collect();
        let mut copies: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for entry in self.sink.entries() {
            if entry.recipient.ends_with(&format!("@{policy}.example.net")) {
                copies.entry(entry.recipient.clone()).or_default().push(entry);
            }
        }
        assert_eq!((readers.len(), copies.len()), (ANSWERED + 3, ANSWERED + 3));
        Sent { path, report, readers, copies }
    }
}

impl Sent {
    /// Copies, state and doubts of the reader with this rule, after the copies were found to be one mail.
    fn story(&self, rule: &str) -> (usize, &str, i64) {
        let (address, row) =
            self.readers.iter().find(|(address, _)| address.starts_with(&format!("{rule}+"))).unwrap();
        let copies = &self.copies[address];
        for copy in copies {
            assert_eq!(
                (&copy.message_id, &copy.sha256),
                (&copies[0].message_id, &copies[0].sha256),
                "{address}"
            );
            assert_eq!(copy.code, 250);
        }
        (copies.len(), row["state"].as_str().unwrap(), row["doubts"].as_i64().unwrap())
    }

    fn check_the_rest(&self, in_doubt: usize) {
        for (address, copies) in self.copies.iter().filter(|(address, _)| address.starts_with("reader")) {
            assert_eq!((copies.len(), &self.readers[address]["state"]), (1, &json!("sent")), "{address}");
        }
        let ledger = &self.report["ledger"];
        assert_eq!(ledger["in_doubt"], in_doubt, "{ledger}");
        assert_eq!(ledger["sent"], ANSWERED + 3 - in_doubt, "{ledger}");
    }
}

both_engines!(a_lost_answer_makes_one_more_copy_or_none, engine => {
    let home = Home::new();
    // Each engine meets one of the two ways in which a message ends.
    let start_sink = if engine == Engine::Postgres { Sink::chunking } else { Sink::start };
    let sink = start_sink(home.folder.path(), 0);
    let home = installation(home, engine, &sink).await;
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    let scene = Scene { sink, api, home, _server: server };
    let (resend, hold) = (scene.send("resend").await, scene.send("hold").await);

    let held = scene.sent(hold, "hold").await;
    for rule in ["drop-after-dot", "rst-after-dot", "drop-after-dot-once"] {
        assert_eq!(held.story(rule), (1, "in_doubt", 1), "{rule}");
    }
    held.check_the_rest(3);

    let sent = scene.sent(resend, "resend").await;
    assert_eq!(sent.story("drop-after-dot"), (2, "in_doubt", 2));
    assert_eq!(sent.story("rst-after-dot"), (2, "in_doubt", 2));
    assert_eq!(sent.story("drop-after-dot-once"), (2, "sent", 1));
    sent.check_the_rest(2);
    for copies in sent.copies.values().filter(|copies| copies.len() > 1) {
        assert!(copies[1].at_ms - copies[0].at_ms >= FIRST_WAIT_MS, "{copies:?}");
    }

    // A person has it sent again: one copy more.
    let row = &sent.readers["drop-after-dot+reader@resend.example.net"];
    let resolve = format!("{}/deliveries/{}/resolve", sent.path, row["subscriber_id"]);
    scene.api.post(&resolve, json!({ "as": "resend" })).await;
    let again = scene.sent(sent.path, "resend").await;
    assert_eq!(again.story("drop-after-dot"), (3, "in_doubt", 3));
    assert_eq!(again.story("rst-after-dot"), (2, "in_doubt", 2));
    again.check_the_rest(2);

    // The operator's log names them by their numbers.
    let log = fs::read_to_string(scene.home.log()).unwrap();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("nobody knows whether a mail arrived")).collect();
    assert_eq!(lines.len(), 3 + 5 + 1, "{lines:#?}");
    assert!(lines.iter().all(|line| line.contains("subscriber_id") && !line.contains('@')), "{lines:#?}");
});
