//! What stops the start, and what it says then.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Output};

use crate::harness::Home;

#[track_caller]
fn refused(output: &Output, code: i32, parts: &[&str]) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn a_wrong_command_line_is_told_in_one_line() {
    let home = Home::new();
    for arguments in [&["serve", "--lisen", "x"][..], &["fly"], &[], &["user", "add", "--name", "x"]] {
        let output = home.output(arguments);
        refused(&output, 2, &["error:"]);
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim().lines().count(), 1, "{arguments:?}");
    }
}

#[test]
fn a_bad_setting_stops_the_start() {
    let home = Home::new()
        .with("LETTERPRESS_SEND_CONCURRENCY", "many")
        .with("LETTERPRESS_MAIL_URL", "smtp://u:hunter2@");
    let output = home.output(&["serve"]);
    refused(&output, 1, &["LETTERPRESS_SEND_CONCURRENCY: \"many\"", "1 to 1000", "LETTERPRESS_MAIL_URL"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("hunter2"));
    assert!(!home.folder.path().join("data").exists());
}

#[test]
fn an_unknown_key_in_the_file_is_named() {
    let home = Home::new();
    fs::write(home.folder.path().join("letterpress.toml"), "listn = \"127.0.0.1:1\"\n").unwrap();
    refused(&home.output(&["serve"]), 1, &["letterpress.toml", "\"listn\"", "listen"]);
    refused(&home.output(&["serve", "--config", "none.toml"]), 1, &["none.toml"]);
}

#[test]
fn a_taken_port_is_told() {
    let home = Home::new();
    let server = home.serve();
    let other = Home::new();
    let address = server.url.trim_start_matches("http://");
    refused(&other.output(&["serve", "--listen", address]), 1, &["cannot listen", address]);
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let home = Home::new();
    let server = home.serve();
    refused(
        &home.output(&["serve", "--listen", "127.0.0.1:0"]),
        1,
        &["another letterpress is running", "data"],
    );
    server.kill();
    home.serve();
}

#[test]
fn another_secret_is_refused() {
    let home = Home::new();
    home.serve().terminate();
    let data = home.folder.path().join("data");
    assert_eq!(fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(fs::metadata(data.join("secret.key")).unwrap().permissions().mode() & 0o777, 0o600);

    let other =
        Home { folder: home.folder, variables: Vec::new() }.with("LETTERPRESS_SECRET_KEY", "00".repeat(32));
    refused(&other.output(&["serve"]), 1, &["another secret", "LETTERPRESS_SECRET_KEY"]);

    // A lost key is not silently replaced by a new one.
    let home = Home { folder: other.folder, variables: Vec::new() };
    fs::remove_file(data.join("secret.key")).unwrap();
    refused(&home.output(&["serve"]), 1, &["secret.key"]);
    assert!(!data.join("secret.key").exists());
}
