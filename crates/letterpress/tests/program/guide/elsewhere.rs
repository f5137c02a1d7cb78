//! What cannot be typed where the tests run, block by block and by its first line. That these name files, units, services
//! and flags that there are is held in `deploying.rs`.

/// Page, first line, why.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    (
        "README.md",
        "make run     # builds everything and opens http://127.0.0.1:8080 (make run OPEN=no leaves your browser alone)",
        "it builds what is tried here, and runs this very test",
    ),
    (
        "docs/guide/backup.md",
        "sudo systemctl stop letterpress",
        "systemd, as the first process of the machine",
    ),
    ("docs/guide/backup.md", "docker compose down", "Docker"),
    (
        "docs/guide/monitoring.md",
        "sudo install -D -m 0644 -t /etc/systemd/system/letterpress-failed@.service.d deploy/systemd/letterpress-failed@.service.d/email.conf",
        "systemd, as the first process of the machine",
    ),
    (
        "docs/guide/self-hosting.md",
        "sha256sum --check --ignore-missing letterpress-*.sha256",
        "apt, of a system of its own; the package is installed in `deploying.rs`",
    ),
    (
        "docs/guide/self-hosting.md",
        "tar xzf letterpress-*-linux-\"$(uname -m)\".tar.gz && cd letterpress-*/",
        "it writes into the system, and needs systemd",
    ),
    (
        "docs/guide/self-hosting.md",
        "sudo letterpressctl doctor",
        "systemd, as the first process of the machine",
    ),
    (
        "docs/guide/self-hosting.md",
        "sudo install -D -m 0644 -t /etc/systemd/system/letterpress.service.d deploy/systemd/letterpress.service.d/bounces.conf",
        "systemd, as the first process of the machine",
    ),
    ("docs/guide/self-hosting.md", "cd deploy/docker", "Docker"),
    (
        "docs/guide/upgrading.md",
        "sudo letterpressctl backup backups/before-upgrade.tar.gz",
        "apt, of a system of its own",
    ),
    (
        "docs/guide/upgrading.md",
        "sudo letterpressctl backup backups/before-upgrade.tar.gz",
        "it writes into the system, and needs systemd",
    ),
    ("docs/guide/upgrading.md", "git pull", "Docker"),
];

/// The first lines of the blocks of a page that are passed over.
pub fn of(page: &str) -> Vec<&'static str> {
    ELSEWHERE.iter().filter(|(name, ..)| *name == page).map(|(_, line, _)| *line).collect()
}

#[test]
fn only_pages_that_are_walked_are_named() {
    for (page, line, _) in ELSEWHERE {
        assert!(super::PAGES.contains(page), "{page}: {line}");
    }
}
