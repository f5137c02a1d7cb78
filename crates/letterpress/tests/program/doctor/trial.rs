//! What works, and the email that `--send-to` sends.

use crate::harness::{Home, Sink};

#[tokio::test]
async fn doctor_tells_what_works_and_what_does_not() {
    let home = Home::new();
    let text = home.answer(&["doctor", "--listen", "127.0.0.1:0"], "");
    // That there is no folder yet is worth a word.
    assert_eq!(text.lines().filter(|line| line.starts_with("ok ")).count(), 12, "{text}");

    let server = home.serve();
    let text = home.answer(&["doctor", "--public-url", &server.url], "");
    assert!(text.contains("is a running Letterpress"), "{text}");
    assert!(
        text.contains("note  backup      there is no backup yet: run `letterpress backup FILE`"),
        "{text}"
    );
    let told: serde_json::Value =
        serde_json::from_str(&home.answer(&["doctor", "--json", "--public-url", &server.url], "")).unwrap();
    // How full the disk of this machine is, is not the test's.
    let checks = told["checks"].as_array().unwrap();
    assert_eq!(
        (
            checks.len(),
            checks.iter().filter(|check| check["level"] == "note" && check["name"] != "data").count()
        ),
        (13, 1),
        "{told}"
    );
    assert!(checks.iter().all(|check| check["ok"] == true), "{told}");

    let closed = "smtp://me:hunter2@127.0.0.1:1";
    let output = home.output(&["doctor", "--mail-url", closed, "--public-url", "http://127.0.0.1:1"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text.lines().filter(|line| line.starts_with("FAIL ")).count(), 2, "{text}");
    assert!(!text.contains("hunter2"), "{text}");
    assert!(text.contains("http://127.0.0.1:1 leads to this machine alone"), "{text}");
}

/// The line of the mail that `doctor` was told to send, and whether all was well.
fn trial(home: &Home, to: &str) -> (bool, String) {
    let output = home.output(&["doctor", "--listen", "127.0.0.1:0", "--send-to", to]);
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.contains("  trial  ")).unwrap_or_else(|| panic!("{text}"));
    (line.starts_with("ok "), line.to_owned())
}

#[test]
fn doctor_sends_a_mail_where_it_is_told_to() {
    let home = Home::new();
    let (_, nothing) = trial(&home, "op@example.net");
    assert!(nothing.starts_with("FAIL") && nothing.contains("there is no installation"), "{nothing}");
    assert!(!home.folder.path().join("data").exists(), "a look is no start");
    drop(home.serve());
    let (_, kept) = trial(&home, "op@example.net");
    assert!(kept.starts_with("FAIL") && kept.contains("set LETTERPRESS_MAIL_URL to send"), "{kept}");

    let sink = Sink::keeping(home.folder.path());
    let home = home.with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port));
    let (_, nobody) = trial(&home, "op@example.net");
    assert!(nobody.starts_with("FAIL") && nobody.contains("LETTERPRESS_MAIL_FROM"), "{nobody}");
    let home = home.with("LETTERPRESS_MAIL_FROM", "News <news@example.com>");
    let (_, bad) = trial(&home, "nobody");
    assert!(bad.starts_with("FAIL") && bad.contains("nobody is not an email address"), "{bad}");
    assert_eq!(sink.entries().len(), 0);
    let (ok, sent) = trial(&home, "op@example.net");
    assert!(ok && sent.contains("from news@example.com to op@example.net"), "{sent}");
    let entries = sink.entries();
    assert_eq!(entries.len(), 1);
    let mail = String::from_utf8(sink.mail(&entries[0])).unwrap();
    assert!(
        mail.contains("Subject: Email leaves Letterpress") && mail.contains("To: <op@example.net>"),
        "{mail}"
    );
    drop(sink);
    let (_, closed) = trial(&home, "op@example.net");
    assert!(closed.starts_with("FAIL") && !closed.contains("took an email"), "{closed}");
}
