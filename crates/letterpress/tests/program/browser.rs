//! The browser of whoever starts it.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Stdio, thread, time::Duration};

use crate::harness::{Home, PATIENCE, Server};

/// Its folder comes first in the search for programs; what is opened is kept in a file there.
fn browser(folder: &Path) {
    let program = folder.join("xdg-open");
    fs::write(
        &program,
        "#!/bin/sh\nprintf %s \"$1\" >\"${0%/*}/asked\" && mv \"${0%/*}/asked\" \"${0%/*}/opened\"\n",
    )
    .unwrap();
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
}

fn start(home: &Home, arguments: &[&str]) -> Server {
    let arguments = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
    home.begin(home.command(&arguments), Stdio::null())
}

#[test]
fn the_dashboard_is_opened_where_there_is_a_screen() {
    let home = Home::new();
    let folder = home.folder.path().to_owned();
    browser(&folder);
    let home = home.with("PATH", format!("{}:/usr/bin:/bin", folder.display()));
    let opened = folder.join("opened");
    // Not asked to, and asked to where nobody looks: both have started to the end.
    start(&home, &[]).terminate();
    start(&home, &["--open"]).terminate();
    assert!(!opened.exists());

    let home = home.with("DISPLAY", ":0");
    let server = start(&home, &["--open"]);
    let began = std::time::Instant::now();
    while !opened.exists() {
        assert!(began.elapsed() < PATIENCE, "nothing was opened");
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(fs::read_to_string(opened).unwrap(), server.url);
}
