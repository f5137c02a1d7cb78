//! `letterpress` as a client: the commands of a script, with what they print, exit with and survive.

mod odd_servers;

use std::process::{Command, Output, Stdio};

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, Home, Server, Sink, free_port, send_signal};

/// A server, and a machine elsewhere that knows its address and a key.
struct Remote {
    server: Server,
    home: Home,
    sink: Sink,
    here: Home,
    api: Api,
}

impl Remote {
    async fn begin(rate: &str) -> Self {
        let home = Home::new();
        let sink = Sink::start(home.folder.path(), 0);
        let home = home
            .with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port))
            .with("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com")
            .with("LETTERPRESS_SEND_RATE", rate)
            .with("LETTERPRESS_PUBLIC_URL", "http://127.0.0.1:1")
            .with("LETTERPRESS_LISTEN", format!("127.0.0.1:{}", free_port()));
        let server = home.begin(home.command(&["serve"]), Stdio::null());
        let mut api = Api::sign_up(&server).await;
        api.token =
            home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "test"], "");
        let here = Home::new()
            .with("LETTERPRESS_SERVER", server.url.clone())
            .with("LETTERPRESS_API_KEY", api.token.clone());
        Self { server, home, sink, here, api }
    }

    fn answer(&self, arguments: &[&str]) -> String {
        self.here.answer(arguments, "")
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let arguments = [arguments, &["--json"]].concat();
        serde_json::from_str(&self.answer(&arguments)).unwrap()
    }

    /// A newsletter with so many subscribers; answers its number.
    fn newsletter(&self, subscribers: usize) -> String {
        let made =
            self.answer(&["call", "create_newsletter", "name=Letters", "from_name=Ada", "from_prefix=ada"]);
        let id = serde_json::from_str::<Value>(&made).unwrap()["id"].to_string();
        let lines: Vec<_> = (1..=subscribers).map(|n| format!("s{n}@example.net")).collect();
        std::fs::write(self.here.folder.path().join("list.csv"), format!("email\n{}\n", lines.join("\n")))
            .unwrap();
        let import = self.json(&["subscriber", "import", "--newsletter", &id, "list.csv", "--wait"]);
        assert_eq!(
            (&import["status"], &import["created"]),
            (&json!("done"), &json!(subscribers)),
            "{import}"
        );
        id
    }

    fn draft(&self, newsletter: &str) -> String {
        let create = ["campaign", "create", "--newsletter", newsletter, "--subject", "May", "--html", "-"];
        self.here.answer(&create, "<p>Hello</p>")
    }
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[tokio::test]
async fn a_script_imports_checks_sends_and_waits() {
    let remote = Remote::begin("unlimited").await;
    let newsletter = remote.newsletter(250);
    let put = [
        "subscriber",
        "put",
        "--newsletter",
        &newsletter,
        "bo@example.net",
        "--tag",
        "vip",
        "--attribute",
        "plan=x",
    ];
    assert_eq!(remote.answer(&put), "bo@example.net: active");
    assert_eq!(remote.answer(&put), "bo@example.net: active");
    let vip = remote.json(&["subscriber", "list", "--tag", "vip"]);
    assert_eq!((&vip["email"], &vip["attributes"]), (&json!("bo@example.net"), &json!({ "plan": "x" })));
    let lines = |arguments: &[&str]| remote.answer(arguments).lines().count();
    assert_eq!(lines(&["subscriber", "list"]), 1 + 50);
    assert_eq!(lines(&["subscriber", "list", "--limit", "120", "--json"]), 120);
    assert_eq!(lines(&["subscriber", "list", "--all", "--newsletter", &newsletter]), 1 + 251);
    assert_eq!(lines(&["subscriber", "export", "--newsletter", &newsletter]), 1 + 251);

    let campaign = remote.draft(&newsletter);
    assert_eq!(campaign, format!("{newsletter}/1"));
    let (code, checks, _) = told(&remote.here.output(&["campaign", "check", &campaign]));
    assert!(code == Some(0) && checks.contains("ok       "), "{checks}");
    let test = remote.answer(&["campaign", "test", &campaign, "--to", "ada@example.com"]);
    assert_eq!(test, "sent     ada@example.com");
    let (code, report, progress) = told(&remote.here.output(&["campaign", "send", &campaign, "--wait"]));
    assert_eq!(code, Some(0), "{report} {progress}");
    assert_eq!(report, format!("{campaign} is sent. 251 subscribers: 251 sent."));
    assert!(progress.lines().last().unwrap().starts_with("Sending 100 %"), "{progress}");
    let entries = remote.sink.entries();
    assert_eq!(entries.iter().filter(|entry| entry.recipient.ends_with("@example.net")).count(), 251);
    let report = remote.json(&["campaign", "report", &campaign]);
    assert_eq!(report["ledger"]["sent"], 251);
    let listed = remote.answer(&["campaign", "list", "--status", "sent"]);
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(
        listed.lines().nth(1).unwrap().starts_with(&format!("{campaign}       sent    Letters     May")),
        "{listed}"
    );
}

/// A server that is started anew is waited for; a pause ends the waiting, and so does Ctrl+C, which stops nothing.
#[tokio::test]
async fn waiting_survives_a_restart_and_tells_a_pause() {
    let mut remote = Remote::begin("20").await;
    let newsletter = remote.newsletter(100);
    let campaign = remote.draft(&newsletter);
    let wait = |remote: &Remote, arguments: &[&str]| {
        let mut command = remote.here.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let path = format!("/api/newsletters/{newsletter}/campaigns/1/report");
    let sent = |n: i64| move |report: &Value| report["ledger"]["sent"].as_i64().unwrap() >= n;

    let waiting = wait(&remote, &["campaign", "send", &campaign, "--wait"]);
    remote.api.wait_for(&path, sent(5)).await;
    remote.server.kill();
    remote.server = remote.home.begin(remote.home.command(&["serve"]), Stdio::null());
    remote.api.client = reqwest::Client::new();
    remote.api.wait_for(&path, sent(20)).await;
    assert_eq!(remote.answer(&["campaign", "pause", &campaign]), format!("{campaign}: paused"));
    let (code, report, _) = told(&waiting.wait_with_output().unwrap());
    assert!(report.starts_with(&format!("{campaign} is paused. 100 subscribers: ")), "{report}");
    assert_eq!(code, Some(3));

    assert_eq!(remote.answer(&["campaign", "resume", &campaign]), format!("{campaign}: sending"));
    let waiting = wait(&remote, &["campaign", "wait", &campaign]);
    let looked = remote.api.get(&path).await["ledger"]["sent"].as_i64().unwrap();
    remote.api.wait_for(&path, sent(looked + 10)).await;
    send_signal(&waiting, "INT");
    let (code, out, note) = told(&waiting.wait_with_output().unwrap());
    assert_eq!((code, out.as_str()), (Some(130), ""));
    assert!(note.ends_with(&format!("`letterpress campaign wait {campaign}` watches it again.")), "{note}");
    let (code, report, _) = told(&remote.here.output(&["campaign", "wait", &campaign, "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (code, &report["status"], &report["ledger"]["intended"]),
        (Some(0), &json!("sent"), &json!(100))
    );
    assert_eq!(report["ledger"]["sent"], 100);
}

#[tokio::test]
async fn what_is_refused_is_told_where_scripts_look() {
    let remote = Remote::begin("unlimited").await;
    let newsletter = remote.newsletter(1);
    let campaign = remote.draft(&newsletter);
    let refused = |arguments: &[&str]| told(&remote.here.output(arguments));

    let (code, out, error) =
        refused(&["call", "create_newsletter", "name=", "from_name=Ada", "from_prefix=a b"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    for line in ["  name: ", "  from_prefix: ", "  code: invalid_fields"] {
        assert!(error.contains(line), "{error}");
    }
    let (code, _, error) = refused(&["campaign", "report", "1/99", "--json"]);
    assert_eq!(code, Some(1));
    assert_eq!(serde_json::from_str::<Value>(&error).unwrap()["code"], "not_found");
    for (arguments, why) in [
        (&["call", "create_newsleter"][..], "there is no call \"create_newsleter\""),
        (
            &["call", "get_campaign", "newsletter_id=1"],
            "a part of its path is missing; get_campaign takes newsletter_id (needed)",
        ),
        (&["call", "create_newsletter", "nam=x"], "\"nam\" is none of its values"),
        (&["call", "create_newsletter", "domain_id=x"], "domain_id: \"x\" is not accepted; write it as JSON"),
        (&["campaign", "wait", &campaign], "is a draft: nothing sends it"),
        (
            &["campaign", "list", "--server", "news.example.org"],
            "--server: \"news.example.org\" is not accepted",
        ),
        // An unset variable, and what a browser would take for the folder above.
        (&["call", "get_campaign", "newsletter_id=1", "campaign_id="], "campaign_id: \"\" is not accepted"),
        (
            &["call", "delete_campaign", "newsletter_id=1", "campaign_id=.."],
            "campaign_id: \"..\" is not accepted",
        ),
        (&["call", "get_campaign", "newsletter_id=1", "campaign_id=one"], "it is a number"),
        (&["subscriber", "put", "--newsletter", "1", ".."], "is no address"),
        (&["call", "get_me", "--body", "x"], "it takes no body as a whole"),
        (&["call", "create_newsletter", "name=a", "name=b"], "name is given twice"),
        (&["campaign", "list", "--server", "http://a:b@127.0.0.1/"], "without a password"),
        (&["campaign", "list", "--limit", "0"], "0 is not in 1.."),
        (&["campaign", "list", "--api-key-file", "none"], "none: "),
    ] {
        let (code, out, error) = refused(arguments);
        assert_eq!(out, "", "{arguments:?}");
        assert!(error.starts_with("error: ") && error.contains(why), "{arguments:?}: {error}");
        assert_eq!(code, Some(if why == "none: " { 1 } else { 2 }), "{arguments:?}");
    }
    let nowhere = format!("http://127.0.0.1:{}", free_port());
    let (code, _, error) = refused(&["campaign", "list", "--server", &nowhere]);
    assert!(
        code == Some(1) && error.starts_with(&format!("error: nothing answers at {nowhere}/: ")),
        "{error}"
    );
    let (code, _, error) = told(&Home::new().output(&["campaign", "list"]));
    assert!(code == Some(2) && error.contains("LETTERPRESS_API_KEY"), "{error}");
    let wrong =
        Home::new().with("LETTERPRESS_SERVER", &remote.server.url).with("LETTERPRESS_API_KEY", "lp_wrong");
    let (code, _, error) = told(&wrong.output(&["campaign", "list"]));
    assert!(code == Some(1) && error.contains("code: unauthorized"), "{error}");
}

/// A campaign on the calendar goes on by itself, unless it is taken off, or has no end.
#[tokio::test]
async fn waiting_ends_with_the_calendar() {
    let remote = Remote::begin("unlimited").await;
    let newsletter = remote.newsletter(1);
    let campaign = remote.draft(&newsletter);
    let tomorrow = app::Timestamp(app::Clock::system().now().0 + 86_400_000).to_string();
    let at = ["campaign", "send", &campaign, "--at", &tomorrow];
    assert_eq!(remote.answer(&at), format!("{campaign} leaves at {tomorrow}."));
    let waiting =
        remote.here.command(&["campaign", "wait", &campaign]).stdout(Stdio::piped()).spawn().unwrap();
    let path = format!("/api/newsletters/{newsletter}/campaigns/1");
    remote.api.call(Method::POST, &format!("{path}/cancel"), None).await;
    let output = waiting.wait_with_output().unwrap();
    // It may have been too late to see it on the calendar.
    let (code, report, _) = told(&output);
    assert!(matches!(code, Some(3 | 2)), "{report}");

    let repeat =
        json!({ "local_time": tomorrow[..16], "time_zone": "UTC", "repeat": { "frequency": "daily" } });
    let (status, text) = remote.api.try_call(Method::POST, &format!("{path}/schedule"), Some(repeat)).await;
    assert_eq!(status, 200, "{text}");
    let (code, _, error) = told(&remote.here.output(&["campaign", "wait", &campaign]));
    assert!(code == Some(2) && error.contains("repeats and has no end"), "{error}");
}

/// Whose settings cannot be read is told so, and no other server is called with the key.
#[tokio::test]
async fn the_server_of_this_machine_is_asked_or_none() {
    let remote = Remote::begin("unlimited").await;
    remote.newsletter(1);
    let port = remote.server.url.rsplit(':').next().unwrap();
    let here = Home::new().with("LETTERPRESS_API_KEY", remote.api.token.clone());
    // A proxy is for others.
    let here = here.with("HTTP_PROXY", "http://127.0.0.1:1").with("http_proxy", "http://127.0.0.1:1");
    let file = here.folder.path().join("letterpress.toml");
    std::fs::write(&file, format!("listen = '127.0.0.1:{port}'")).unwrap();
    assert_eq!(here.answer(&["newsletter", "list"], "").lines().count(), 2);
    std::fs::write(&file, format!("listen = '127.0.0.1:{port}'\nnonsense = 1")).unwrap();
    let (code, _, error) = told(&here.output(&["newsletter", "list"]));
    assert!(code == Some(2) && error.contains("nonsense"), "{error}");
    assert_eq!(here.answer(&["newsletter", "list", "--server", &remote.server.url], "").lines().count(), 2);
}

/// The names are those of the document, and what others wrote cannot take the terminal over.
#[tokio::test]
async fn every_call_goes_by_its_name() {
    let remote = Remote::begin("unlimited").await;
    let names: Vec<_> =
        remote.answer(&["call"]).lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert!(names.contains(&"create_message".to_owned()) && !names.contains(&"change_password".to_owned()));
    let takes = remote.answer(&["call", "--json"]);
    let takes = takes.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let create = takes.into_iter().find(|call| call["name"] == "create_import").unwrap();
    assert_eq!(
        create["takes"],
        json!([
            "newsletter_id (needed)",
            "Idempotency-Key",
            "file (needed)",
            "mapping",
            "mode",
            "status_map"
        ])
    );

    let newsletter = remote.newsletter(2);
    let folder = remote.here.folder.path();
    std::fs::write(folder.join("body.json"), r#"{"subject":"\u202eMay","html_content":"<p>x</p>"}"#).unwrap();
    let newsletter_id = format!("newsletter_id={newsletter}");
    remote.answer(&["call", "create_campaign", &newsletter_id, "--body", "body.json"]);
    let listed = remote.answer(&["campaign", "list"]);
    assert!(listed.ends_with("   May"), "{listed:?}");

    std::fs::write(folder.join("more.csv"), "Adresse\nann@example.net\n").unwrap();
    let mapping = r#"mapping={"Adresse":"email"}"#;
    let import: Value = serde_json::from_str(&remote.answer(&[
        "call",
        "create_import",
        &newsletter_id,
        "file=@more.csv",
        mapping,
        "Idempotency-Key=once",
    ]))
    .unwrap();
    let import = remote
        .api
        .wait_for(&format!("/api/imports/{}", import["id"]), |import| import["status"] == "done")
        .await;
    assert_eq!(import["created"], 1, "{import}");
    let found = remote.answer(&["call", "list_subscribers", &newsletter_id, "email=ann@example.net"]);
    assert_eq!(serde_json::from_str::<Value>(&found).unwrap()[0]["email"], "ann@example.net");
    let changed = ["call", "update_newsletter", &newsletter_id, "description:=null", "name=@@ada"];
    let changed: Value = serde_json::from_str(&remote.answer(&changed)).unwrap();
    assert_eq!((&changed["description"], &changed["name"]), (&Value::Null, &json!("@ada")));
    let batch = r#"subscribers=[{"email":"bea@example.net"},{"email":"nobody"}]"#;
    let put: Value =
        serde_json::from_str(&remote.answer(&["call", "put_subscribers", &newsletter_id, batch])).unwrap();
    assert_eq!(put["results"].as_array().unwrap().len(), 2, "{put}");
}

/// Whoever closes the pipe has read enough.
#[tokio::test]
async fn a_closed_pipe_is_no_error() {
    let remote = Remote::begin("unlimited").await;
    remote.newsletter(300);
    let mut list = remote.here.command(&["subscriber", "list", "--all"]);
    let mut list = list.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let head = Command::new("head").args(["-n", "1"]).stdin(list.stdout.take().unwrap()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&head.stdout).trim(), "ID   NEWSLETTER  STATUS  EMAIL");
    let (code, _, error) = told(&list.wait_with_output().unwrap());
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

/// Whoever calls a server elsewhere may run one here too.
#[test]
fn a_server_passes_the_variables_of_a_client_over() {
    let home = Home::new()
        .with("LETTERPRESS_SERVER", "https://news.example.org")
        .with("LETTERPRESS_API_KEY", "lp_key")
        .with("LETTERPRESS_BINARY", "x");
    home.serve().terminate();
    let log = std::fs::read_to_string(home.log()).unwrap();
    assert!(log.contains("LETTERPRESS_BINARY"), "{log}");
    assert!(!log.contains("LETTERPRESS_SERVER") && !log.contains("LETTERPRESS_API_KEY"), "{log}");
}
