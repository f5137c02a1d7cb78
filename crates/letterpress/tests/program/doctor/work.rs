//! What servers do, what they are told, and what waits for a person.

use std::{fs, io::Write as _, net::TcpListener};

use database::{Engine, both_engines};
use reqwest::Method;
use serde_json::json;

use super::{change, fail, home_on, installation, note, ok};
use crate::harness::{Api, Home, Sink};

both_engines!(a_server_that_answers_while_nobody_sends, engine => {
    let home = home_on(engine).await;
    let log = fs::File::create(home.log()).unwrap();
    let server = home.begin(home.command(&["serve", "--role", "web", "--listen", "127.0.0.1:0"]), log.into());
    let flags = ["--public-url", &server.url];
    home.doctor_says(&flags, &fail("workers", "a server answers and no node sends, so no email leaves: run `letterpress serve` with --role worker, or without --role"));
    let api = Api::sign_up(&server).await;
    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    api.import(&newsletter, "email\nreader@example.net").await;
    let draft = json!({ "subject": "News", "html_content": "<p>Hello</p>" });
    let campaign = api.post(&format!("{newsletter}/campaigns"), draft).await;
    api.call(Method::POST, &format!("{newsletter}/campaigns/{}/send", campaign["id"]), None).await;
    server.terminate();
    home.doctor_says(&[], &fail("workers", "no node sends, and campaigns wait (1): run `letterpress serve`, with --role worker beside nodes of --role web"));
});

both_engines!(an_installation_that_nobody_started, engine => {
    installation(engine).await.doctor_says(&[], &note("workers", "no server runs at the moment: run `letterpress serve`"));
});

both_engines!(a_campaign_that_paused_itself, engine => {
    let home = home_on(engine).await;
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    api.post(&format!("{newsletter}/campaigns"), json!({ "subject": "News" })).await;
    server.terminate();
    change(&home, "UPDATE campaigns SET status = 'paused', pause_reason = 'Too many emails bounced.'").await;
    home.doctor_says(&[], &fail("campaigns", "1 paused automatically. campaign 1: Too many emails bounced. Mend what is named, then resume or cancel each on its page"));
});

both_engines!(a_copy_that_was_restored, engine => {
    let home = installation(engine).await;
    home.answer(&["backup", "all.tar.gz"], "");
    let copy = home_on(engine).await;
    copy.answer(&["restore", home.folder.path().join("all.tar.gz").to_str().unwrap()], "");
    copy.doctor_says(&[], &fail("sending", "This copy of Letterpress was restored from a backup. It sends nothing until an administrator confirms it should. Run `letterpress confirm-sending`, or confirm it in the dashboard."));
});

both_engines!(a_backup_that_was_never_made_is_old_or_failed, engine => {
    let home = installation(engine).await;
    let (never, failed) = ("there is no backup yet: run `letterpress backup FILE` each day", "nowhere/all.tar.gz");
    home.doctor_says(&[], &note("backup", never));
    assert_eq!(home.output(&["backup", failed]).status.code(), Some(1));
    home.doctor_says(&[], &fail("backup", "the last backup failed 0 minutes ago: *nowhere*. Mend that, and run `letterpress backup FILE`"));
    home.answer(&["backup", "all.tar.gz"], "");
    home.doctor_says(&[], &ok("backup", "the last backup was made 0 minutes ago"));
    change(&home, "UPDATE installation SET backed_up_at = 1").await;
    home.doctor_says(&[], &note("backup", "the last backup was made * days ago: run `letterpress backup FILE` each day"));
});

#[test]
fn bounces_that_find_no_way_back() {
    let home = Home::new();
    let sink = Sink::start(home.folder.path(), 0);
    let mail = format!("smtp://127.0.0.1:{}?tls=none", sink.port);
    home.doctor_says(
        &["--mail-url", &mail],
        &note(
            "bounces",
            "bounces that come later are not seen, only what servers answer at once: set LETTERPRESS_BOUNCE_LISTEN or LETTERPRESS_BOUNCE_MAILBOX",
        ),
    );
}

#[test]
fn a_port_for_bounces_that_another_mail_server_has() {
    let home = Home::new();
    let sink = Sink::start(home.folder.path(), 0);
    let at = format!("127.0.0.1:{}", sink.port);
    let told = format!(
        "another mail server answers at {at} (\"220 *\"): set LETTERPRESS_BOUNCE_LISTEN to a free port, or stop what listens there"
    );
    home.with("LETTERPRESS_BOUNCE_LISTEN", at).doctor_says(&[], &fail("bounces", told));
}

#[test]
fn a_port_for_bounces_that_something_else_has() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    // Not a mail server, for as often as it is asked.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.unwrap().write_all(b"SSH-2.0-OpenSSH_9.2\r\n");
        }
    });
    let told = format!(
        "something other than Letterpress answers at {at}: set LETTERPRESS_BOUNCE_LISTEN to a free port, or stop what listens there"
    );
    Home::new().with("LETTERPRESS_BOUNCE_LISTEN", at.to_string()).doctor_says(&[], &fail("bounces", told));
}

#[tokio::test]
async fn bounces_that_are_received() {
    let at = format!("127.0.0.1:{}", crate::harness::free_port());
    let home = installation(Engine::Sqlite).await.with("LETTERPRESS_BOUNCE_LISTEN", &at);
    home.doctor_says(
        &[],
        &ok("bounces", format!("reports will be received at {at}; no server runs at the moment")),
    );
    let _server = home.serve();
    home.doctor_says(&[], &ok("bounces", format!("reports are received at {at}")));
}

#[test]
fn a_variable_that_is_no_setting() {
    let home = Home::new().with("LETTERPRESS_PORT_8080_TCP", "tcp://10.0.0.1:8080");
    home.doctor_says(
        &["--listen", "127.0.0.1:0"],
        &note(
            "settings",
            "no such setting, so nothing follows from it: LETTERPRESS_PORT_8080_TCP. Correct the name, or take it out of the environment",
        ),
    );
    Home::new().with("LETTERPRESS_MAIL_URI", "smtp://mail.example.com").doctor_says(
        &[],
        &fail(
            "settings",
            "LETTERPRESS_MAIL_URI: there is no such setting; did you mean LETTERPRESS_MAIL_URL?",
        ),
    );
}

#[test]
fn a_setting_that_is_not_understood() {
    Home::new().with("LETTERPRESS_SEND_RATE", "many").doctor_says(
        &["--database-url", "mysql://me:hunter2@db/x"],
        &fail(
            "settings",
            "--database-url: \"mysql://me:***@db/x\" is not accepted; give sqlite:PATH or postgres://user:password@host:port/database",
        ),
    );
}
