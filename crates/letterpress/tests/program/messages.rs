//! Emails to one person each, while the server is killed again and again: none is lost, and none is sent twice unnamed.

use std::collections::BTreeMap;

use database::both_engines;
use serde_json::{Value, json};

use crate::{
    harness::{Api, Home, Sink},
    kill_dash_nine::installation,
};

const MESSAGES: usize = 200;
const KILLS: usize = 8;
/// Long enough that at any moment some are between their dot and its answer.
const DELAY_MS: u32 = 20;

both_engines!(none_is_lost_and_repeats_are_named, engine => {
    let home = Home::new();
    let sink = Sink::start(home.folder.path(), DELAY_MS);
    let home = installation(home, engine, &sink).await;
    let mut server = home.serve();
    let mut api = Api::sign_up(&server).await;
    let body = json!({ "name": "Shop", "from_name": "Shop", "from_prefix": "shop", "in_doubt_policy": "resend" });
    let newsletter = api.post("/api/newsletters", body).await["id"].clone();
    for at in 0..MESSAGES {
        let body = json!({ "newsletter_id": newsletter, "to": format!("m{at}@example.net"), "subject": "Ticket", "text_content": "x" });
        let made = api.post("/api/messages", body).await;
        assert_eq!(made["state"], "queued");
        if at % (MESSAGES / KILLS) == MESSAGES / KILLS - 1 {
            server.kill();
            server = home.serve();
            api.url.clone_from(&server.url);
        }
    }
    api.wait_for("/api/messages?limit=1000", |rows| {
        rows.as_array().unwrap().iter().all(|row| row["state"] == "sent" || row["state"] == "in_doubt")
    }).await;
    let rows = api.get("/api/messages?limit=1000").await;
    let rows: BTreeMap<String, Value> =
        rows.as_array().unwrap().iter().map(|row| (row["to"].as_str().unwrap().to_owned(), row.clone())).collect();
    assert_eq!(rows.len(), MESSAGES);
    let mut copies = BTreeMap::<String, Vec<_>>::new();
    for entry in sink.entries() {
        copies.entry(entry.recipient.clone()).or_default().push(entry);
    }
    for (to, row) in &rows {
        let copies = copies.get(to).map_or(&[][..], Vec::as_slice);
        let is_repeated = row["is_repeated"] == true;
        assert!(row["state"] == "in_doubt" || !copies.is_empty(), "lost: {row}");
        assert!(copies.len() <= 1 + usize::from(is_repeated), "{} copies: {row}", copies.len());
        assert!(row["state"] == "sent" || is_repeated, "held at the first doubt: {row}");
        for copy in copies {
            assert_eq!(copy.message_id, copies[0].message_id, "{row}");
            assert_eq!(copy.sha256, copies[0].sha256, "{row}");
        }
    }
});
