//! kill -9, twenty times in one campaign: nobody is left out, and nobody gets two but those the report names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    time::{Duration, Instant},
};

use database::{Engine, both_engines};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};
use sink::Entry;

use crate::harness::{Api, Home, PATIENCE, Server, Sink, setting};

const READERS: usize = 1000;
const KILLS: usize = 20;
const CONNECTIONS: usize = 8;
/// Long enough that at any moment some messages are between their last dot and its answer.
const DELAY_MS: u32 = 5;
/// Messages between two kills, at most: the campaign must outlast all of them.
const BETWEEN: usize = 2 * READERS / (3 * KILLS);

both_engines!(nobody_is_left_out_and_repeats_are_named, engine => {
    let campaign = Campaign::killed(engine, "resend").await;
    let log = campaign.sink.entries();
    let readers = campaign.readers().await;
    let copies = copies(&log);

    // A second kill in the moment of a reader's second copy leaves it to a person.
    let held = readers.values().filter(|reader| reader["state"] == "in_doubt").count();
    for (address, reader) in &readers {
        if reader["state"] == "in_doubt" {
            assert_eq!(reader["doubts"], 2, "{reader}");
        } else {
            assert_eq!(reader["state"], "sent", "{reader}");
            assert!(copies.contains_key(address), "no copy: {reader}");
        }
    }
    for (address, copies) in &copies {
        let reader = &readers[address];
        assert!(copies.len() == 1 || reader["doubts"].as_i64() >= Some(1), "unnamed repeat: {reader}");
        assert!(copies.len() as i64 <= 1 + reader["doubts"].as_i64().unwrap(), "more copies than doubts: {reader}");
        assert!(copies.len() <= 2, "{} copies: {reader}", copies.len());
        check_texts(address, copies, reader);
    }
    campaign.check_report(&readers, |ledger| {
        assert_eq!(ledger["in_doubt"], held);
        assert_eq!(ledger["sent"], READERS - held);
    }).await;
    campaign.check_repeats_per_kill(&log);
});

both_engines!(with_the_policy_hold_nobody_gets_two, engine => {
    let campaign = Campaign::killed(engine, "hold").await;
    let log = campaign.sink.entries();
    let readers = campaign.readers().await;
    let copies = copies(&log);

    for (address, copies) in &copies {
        assert_eq!(copies.len(), 1, "{address}");
        check_texts(address, copies, &readers[address]);
    }
    for (address, reader) in &readers {
        let expected = if copies.contains_key(address) { &["sent", "in_doubt"][..] } else { &["in_doubt"] };
        assert!(expected.contains(&reader["state"].as_str().unwrap()), "{reader}");
    }
    let held = readers.values().filter(|reader| reader["state"] == "in_doubt").count();
    assert!(held <= KILLS * CONNECTIONS, "{held} readers held");
    campaign.check_report(&readers, |ledger| {
        assert_eq!(ledger["in_doubt"], held);
        assert_eq!(ledger["sent"], READERS - held);
    }).await;
});

/// Everybody got the mail that was made for them, the same each time.
fn check_texts(address: &str, copies: &[&Entry], reader: &Value) {
    for copy in copies {
        let told = reader["message_id"].as_str().unwrap().trim_matches(['<', '>']);
        assert_eq!(copy.message_id.as_deref().map(|id| id.trim_matches(['<', '>'])), Some(told), "{address}");
        assert_eq!(copy.sha256, copies[0].sha256, "{address}: another text in a later attempt");
    }
}

/// A campaign whose server was killed again and again until it was sent.
struct Campaign {
    sink: Sink,
    api: Api,
    path: String,
    /// How many messages had arrived at each kill.
    arrived: Vec<usize>,
    /// Dropped last.
    _server: Server,
    _home: Home,
}

impl Campaign {
    async fn killed(engine: Engine, policy: &str) -> Self {
        let seed = seed();
        println!("{engine:?}, {policy}: LETTERPRESS_TEST_SEED={seed}");
        let mut random = StdRng::seed_from_u64(seed);
        let home = Home::new();
        // Each policy and each engine meets both ways in which a message ends.
        let in_chunks = (policy == "hold") == (engine == Engine::Sqlite);
        let start_sink = if in_chunks { Sink::chunking } else { Sink::start };
        let sink = start_sink(home.folder.path(), DELAY_MS);
        let home = installation(home, engine, &sink).await;
        let mut server = home.serve();
        let mut api = Api::sign_up(&server).await;
        // An access token is good for minutes; a test on a slow machine may take longer.
        api.token =
            home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "test"], "");
        let path = start(&api, policy).await;
        let mut arrived = Vec::new();
        for _ in 0..KILLS {
            let until = arrived.last().copied().unwrap_or(0) + random.random_range(1..=BETWEEN);
            wait_for_messages(&sink, until);
            std::thread::sleep(Duration::from_micros(random.random_range(0..20_000)));
            server.kill();
            arrived.push(sink.entries().len());
            server = home.serve();
            api.url.clone_from(&server.url);
        }
        assert_eq!(
            api.get(&path).await["status"],
            "sending",
            "the last kill came too late to prove anything"
        );
        let campaign = Self { sink, api, path, arrived, _server: server, _home: home };
        let report = format!("{}/report", campaign.path);
        campaign.api.wait_for(&report, |report| report["status"] == "sent").await;
        campaign
    }

    /// Every intended reader by address.
    async fn readers(&self) -> BTreeMap<String, Value> {
        let rows = self.api.get(&format!("{}/deliveries?limit=1000", self.path)).await;
        let readers: BTreeMap<String, Value> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["email"].as_str().unwrap().to_owned(), row.clone()))
            .collect();
        assert_eq!(readers.len(), READERS);
        readers
    }

    /// The ledger adds up, and the report names exactly the readers who were in doubt.
    async fn check_report(&self, readers: &BTreeMap<String, Value>, check: impl FnOnce(&Value)) {
        let report = self.api.get(&format!("{}/report", self.path)).await;
        let ledger = &report["ledger"];
        let groups = ledger.as_object().unwrap().iter().filter(|(name, _)| *name != "intended");
        let sum: i64 = groups.map(|(_, count)| count.as_i64().unwrap()).sum();
        assert_eq!((ledger["intended"].as_i64(), sum), (Some(READERS as i64), READERS as i64), "{ledger}");
        check(ledger);
        let named: BTreeSet<&str> = report["uncertain"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["email"].as_str().unwrap())
            .collect();
        let doubted: BTreeSet<&str> = readers
            .iter()
            .filter(|(_, row)| row["doubts"].as_i64() > Some(0))
            .map(|(address, _)| address.as_str())
            .collect();
        assert!(
            named.len() == 100.min(doubted.len()) && named.is_subset(&doubted),
            "{named:?} of {doubted:?}"
        );
        println!("{} readers were in doubt after {KILLS} kills", doubted.len());
    }

    /// A kill can repeat no more messages than there were connections.
    fn check_repeats_per_kill(&self, log: &[Entry]) {
        let mut last_copy: BTreeMap<&str, usize> = BTreeMap::new();
        let mut repeats = vec![0; KILLS];
        for (at, entry) in log.iter().enumerate().filter(|(_, entry)| is_to_reader(entry)) {
            if let Some(before) = last_copy.insert(&entry.recipient, at) {
                // The kill that came between the two copies.
                let kill = self.arrived.iter().position(|kill| before < *kill).unwrap();
                repeats[kill] += 1;
            }
        }
        println!("repeats per kill: {repeats:?}");
        // What a killed server had handed over may be in the sink's log only after the messages of that kill were counted.
        let late = |at: usize| at > 0 && repeats[at - 1] + repeats[at] <= 2 * CONNECTIONS;
        let is_bounded = |(at, count): (usize, &usize)| *count <= CONNECTIONS || late(at);
        assert!(repeats.iter().enumerate().all(is_bounded), "{repeats:?}");
    }
}

pub async fn installation(home: Home, engine: Engine, sink: &Sink) -> Home {
    let home = home
        .with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port))
        .with("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com")
        .with("LETTERPRESS_SEND_CONCURRENCY", CONNECTIONS.to_string())
        .with("LETTERPRESS_SIGN_UP", "open")
        // Links are part of the text, and the port is another after each start.
        .with("LETTERPRESS_PUBLIC_URL", "http://letterpress.example.com");
    match engine {
        Engine::Sqlite => home,
        Engine::Postgres => home.with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await),
    }
}

/// Makes a newsletter with its readers and begins to send; answers the campaign's path.
async fn start(api: &Api, policy: &str) -> String {
    let newsletter = api
        .post("/api/newsletters", json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" }))
        .await;
    let newsletter = format!("/api/newsletters/{}", newsletter["id"]);
    let mut csv = String::from("email,first_name\n");
    for n in 0..READERS {
        writeln!(csv, "reader{n}@example.net,Reader {n}").unwrap();
    }
    api.import(&newsletter, &csv).await;
    let draft = json!({
        "subject": "For {{ subscriber.first_name }}",
        "html_content": "<p>Dear {{ subscriber.first_name }}, this is a letter.</p>",
        "in_doubt_policy": policy,
    });
    let campaign = api.post(&format!("{newsletter}/campaigns"), draft).await;
    let path = format!("{newsletter}/campaigns/{}", campaign["id"]);
    assert_eq!(api.call(Method::POST, &format!("{path}/send"), None).await["status"], "sending");
    path
}

fn wait_for_messages(sink: &Sink, count: usize) {
    let began = Instant::now();
    while sink.entries().len() < count {
        assert!(began.elapsed() < PATIENCE, "{} of {count} messages", sink.entries().len());
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Authors get mails about their accounts.
fn is_to_reader(entry: &Entry) -> bool {
    entry.recipient.starts_with("reader")
}

/// What was accepted, by reader.
fn copies(log: &[Entry]) -> BTreeMap<String, Vec<&Entry>> {
    let mut copies: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in log.iter().filter(|entry| is_to_reader(entry)) {
        assert_eq!(entry.code, 250);
        copies.entry(entry.recipient.clone()).or_default().push(entry);
    }
    copies
}

/// That of a failed run, to see it again.
fn seed() -> u64 {
    setting("LETTERPRESS_TEST_SEED").and_then(|seed| seed.parse().ok()).unwrap_or_else(rand::random)
}
