//! A disk that is full or fails, and comes back: sending waits, what is asked is refused in words, nothing is lost, and
//! nobody restarts anything. The disk is one of `faults.c`, which a file switches on and off.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::PathBuf, process::Command, time::Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, Home, PATIENCE, Sink};

const READERS: usize = 300;

/// An installation whose disk fails while a file says so.
pub struct Faulty {
    pub home: Home,
    flag: PathBuf,
}

impl Faulty {
    pub fn new(home: Home) -> Self {
        let folder = home.folder.path().canonicalize().unwrap();
        let (library, flag) = (folder.join("faults.so"), folder.join("fault"));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/faults.c");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .args([source, "-ldl"])
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let home = home
            .with("LD_PRELOAD", library.to_str().unwrap())
            .with("FAULT_PATH", folder.join("data").to_str().unwrap())
            .with("FAULT_FLAG", flag.to_str().unwrap());
        Self { home, flag }
    }

    /// From now on; see `faults.c`.
    pub fn fail(&self, how: &str) {
        // Never seen half written.
        let draft = self.flag.with_extension("draft");
        fs::write(&draft, how).unwrap();
        fs::rename(draft, &self.flag).unwrap();
    }

    pub fn mend(&self) {
        let _ = fs::remove_file(&self.flag);
    }
}

#[tokio::test]
async fn a_full_disk_is_told_and_sending_goes_on_when_there_is_space() {
    passes("ENOSPC", 507).await;
}

#[tokio::test]
async fn a_disk_that_fails_to_write_is_told_and_sending_goes_on_when_it_works() {
    passes("EIO", 503).await;
}

#[tokio::test]
async fn a_disk_that_fails_to_sync_is_told_and_sending_goes_on_when_it_works() {
    passes("SYNC", 503).await;
}

async fn passes(fault: &str, refused: u16) {
    let home = Home::new();
    let sink = Sink::keeping(home.folder.path());
    let home = home
        .with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port))
        .with("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com")
        .with("LETTERPRESS_SEND_RATE", "60");
    let faulty = Faulty::new(home);
    let server = faulty.home.serve();
    let api = Api::sign_up(&server).await;
    let (newsletter, campaign) = start(&api).await;
    wait_for(|| mails(&sink).len() >= 20);

    faulty.fail(fault);
    let (answer, text) = refusal(&api).await;
    assert_eq!(answer, refused, "{text}");
    let problem: Value = serde_json::from_str(&text).unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("disk"), "{problem}");
    let sign_in = json!({ "email": "author@example.com", "password": "correct horse battery" });
    let pause = format!("{campaign}/pause");
    let unsubscribe = one_click(&sink);
    // Again and again: it is not the first refusal that spoils the connection.
    for _ in 0..5 {
        let calls = [
            api.try_call(Method::POST, "/api/auth/sign-in", Some(sign_in.clone())).await,
            api.try_call(Method::POST, &pause, None).await,
            api.try_call(Method::POST, &unsubscribe, None).await,
        ];
        for (status, text) in calls {
            assert_eq!(status, refused, "{text}");
        }
        assert_eq!(api.get(&newsletter).await["name"], "Letters", "what is there can be read");
    }
    let doctor = faulty.home.output(&["doctor"]);
    let told = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(
        told.lines().any(|line| line.starts_with("FAIL") && line.contains("cannot be written")),
        "{told}"
    );

    faulty.mend();
    wait_until_written(&api).await;
    let session = api.post("/api/auth/sign-in", sign_in).await;
    assert!(session["access_token"].is_string());
    api.wait_for("/api/notices", |notices| {
        notices.as_array().unwrap().iter().any(|notice| notice["kind"] == "storage_failed")
    })
    .await;
    let report = api.wait_for(&format!("{campaign}/report"), |report| report["status"] == "sent").await;
    assert_eq!(report["ledger"]["intended"], READERS, "{report}");
    assert_eq!(report["ledger"]["sent"], READERS, "{report}");
    let entries = mails(&sink);
    let readers: BTreeSet<_> = entries.iter().map(|entry| entry.recipient.clone()).collect();
    assert_eq!((readers.len(), entries.len()), (READERS, READERS), "nobody is left out, nobody gets two");
    let (status, text) = api.try_call(Method::POST, &unsubscribe, None).await;
    assert_eq!(status, 200, "{text}");
    assert_eq!(server.terminate().0, Some(0));
}

/// Begins to send a campaign; answers the newsletter's path and its own.
async fn start(api: &Api) -> (String, String) {
    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    let csv = (0..READERS).fold("email".to_owned(), |mut csv, n| {
        let _ = write!(csv, "\nr{n}@example.net");
        csv
    });
    api.import(&newsletter, &csv).await;
    let draft = json!({ "subject": "May", "html_content": "<p>Hello</p>" });
    let campaign = api.post(&format!("{newsletter}/campaigns"), draft).await;
    let campaign = format!("{newsletter}/campaigns/{}", campaign["id"]);
    api.call(Method::POST, &format!("{campaign}/send"), None).await;
    (newsletter, campaign)
}

async fn refusal(api: &Api) -> (u16, String) {
    api.try_call(Method::POST, "/api/newsletters", Some(another())).await
}

fn another() -> Value {
    json!({ "name": "Another", "from_name": "Ada", "from_prefix": "ada" })
}

async fn wait_until_written(api: &Api) {
    let began = Instant::now();
    loop {
        let (status, text) = refusal(api).await;
        if status == 201 {
            return;
        }
        assert!([503, 507].contains(&status) && began.elapsed() < PATIENCE, "{status} {text}");
    }
}

/// The path with which a mail program unsubscribes the reader of the first mail.
fn one_click(sink: &Sink) -> String {
    let mail = String::from_utf8(sink.mail(&mails(sink)[0])).unwrap().replace("\r\n ", " ");
    let line = mail.lines().find(|line| line.to_lowercase().starts_with("list-unsubscribe:")).unwrap();
    let url = line.split(['<', '>']).find(|part| part.starts_with("http")).unwrap();
    format!("/u/{}", url.split_once("/u/").unwrap().1)
}

/// Those of the campaign: accounts get mail, too.
fn mails(sink: &Sink) -> Vec<sink::Entry> {
    sink.entries().into_iter().filter(|entry| entry.recipient.ends_with("@example.net")).collect()
}

fn wait_for(is_there: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_there() {
        assert!(began.elapsed() < PATIENCE);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
