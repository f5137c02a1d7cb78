//! Where a room of this crate stands: a room uses the floors below it, and on its own floor the rooms named before it.
//! Why: docs/decisions/floors.md.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::sources::SOURCES;

/// The floors, lowest first, as ARCHITECTURE.md shows them.
const FLOORS: [(&str, &[&str]); 7] = [
    ("platform", &["clock", "redact", "secrets", "steady", "percent", "mime", "settings", "http"]),
    ("identity", &["author_settings", "account_mails", "accounts"]),
    (
        "audience",
        &[
            "activities",
            "notices",
            "webhooks",
            "domains",
            "newsletters",
            "suppressions",
            "subscribers",
            "imports",
        ],
    ),
    ("authoring", &["templates", "saved_blocks", "media", "campaigns"]),
    ("delivery", &["tracking", "captured_mail", "bounces", "deliveries"]),
    ("reach", &["public_pages", "analytics", "overview", "notifications", "search", "exports", "checks"]),
    ("operations", &["installation", "doctor", "metrics"]),
];

/// The arrows that lead up today: from, to. This list only shrinks.
const LEFT: [(&str, &str); 51] = [
    ("account_mails", "accounts"),
    ("account_mails", "captured_mail"),
    ("account_mails", "deliveries"),
    ("accounts", "imports"),
    ("accounts", "media"),
    ("accounts", "newsletters"),
    ("accounts", "notifications"),
    ("author_settings", "accounts"),
    ("author_settings", "domains"),
    ("author_settings", "notifications"),
    ("bounces", "deliveries"),
    ("campaigns", "captured_mail"),
    ("campaigns", "deliveries"),
    ("campaigns", "notifications"),
    ("captured_mail", "deliveries"),
    ("captured_mail", "public_pages"),
    ("deliveries", "notifications"),
    ("domains", "campaigns"),
    ("domains", "deliveries"),
    ("domains", "newsletters"),
    ("http", "accounts"),
    ("http", "analytics"),
    ("http", "author_settings"),
    ("http", "bounces"),
    ("http", "campaigns"),
    ("http", "captured_mail"),
    ("http", "checks"),
    ("http", "deliveries"),
    ("http", "doctor"),
    ("http", "domains"),
    ("http", "exports"),
    ("http", "imports"),
    ("http", "installation"),
    ("http", "media"),
    ("http", "metrics"),
    ("http", "newsletters"),
    ("http", "notices"),
    ("http", "overview"),
    ("http", "public_pages"),
    ("http", "saved_blocks"),
    ("http", "search"),
    ("http", "subscribers"),
    ("http", "suppressions"),
    ("http", "templates"),
    ("http", "tracking"),
    ("http", "webhooks"),
    ("newsletters", "deliveries"),
    ("percent", "newsletters"),
    ("settings", "accounts"),
    ("tracking", "deliveries"),
    ("tracking", "public_pages"),
];

/// How many files take the whole `App` today. This number only shrinks.
const TAKE_APP: usize = 242;

#[test]
fn every_room_stands_on_one_floor() {
    let mut named: Vec<_> = FLOORS.iter().flat_map(|(_, rooms)| rooms.iter().copied()).collect();
    named.sort_unstable();
    assert_eq!(named, SOURCES.rooms(), "rooms that have a floor, and rooms that there are");
}

#[test]
fn no_arrow_leads_up() {
    let mut found = BTreeMap::<_, BTreeSet<_>>::new();
    for source in SOURCES.iter().filter(|source| !source.room().is_empty()) {
        for path in &source.named {
            let other = SOURCES.home(path).room();
            if !other.is_empty() && place(source.room()) < place(other) {
                let names = found.entry((source.room(), other)).or_default();
                names.insert(format!("{} names {}", source.path, path.join("::")));
            }
        }
    }
    let mut left = LEFT.to_vec();
    left.sort_unstable();
    let gone: Vec<_> = left.iter().filter(|arrow| !found.contains_key(arrow)).collect();
    assert!(gone.is_empty(), "no longer there, strike them: {gone:?}");
    found.retain(|arrow, _| !left.contains(arrow));
    assert!(found.is_empty(), "new arrows up: {found:#?}");
}

#[test]
fn fewer_and_fewer_files_take_everything() {
    assert_eq!(SOURCES.iter().filter(|source| source.takes_app).count(), TAKE_APP);
}

/// One line for each floor, highest first; lines further in go on with it.
#[test]
fn the_map_shows_the_floors() {
    let text = document();
    let picture = text.split("## Floors").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let mut shown = Vec::<(&str, Vec<&str>)>::new();
    for line in picture.lines().filter(|line| line.starts_with("    ")) {
        let mut words = line.split([' ', ',']).filter(|word| !word.is_empty());
        if !line.starts_with("     ") {
            shown.push((words.next().unwrap(), Vec::new()));
        }
        shown.last_mut().unwrap().1.extend(words);
    }
    let floors: Vec<_> = FLOORS.iter().rev().map(|(name, rooms)| (*name, rooms.to_vec())).collect();
    assert_eq!(shown, floors, "ARCHITECTURE.md, and FLOORS");
}

#[test]
fn the_map_names_every_crate() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut there: Vec<_> = fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    there.sort_unstable();
    let text = document();
    let mut named: Vec<_> =
        text.lines().filter_map(|line| line.strip_prefix("    crates/")?.split_whitespace().next()).collect();
    named.sort_unstable();
    assert_eq!(named, there, "crates that ARCHITECTURE.md names, and crates that there are");
}

fn document() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md")).unwrap()
}

/// How high a room stands.
fn place(room: &str) -> usize {
    let mut rooms = FLOORS.iter().flat_map(|(_, rooms)| rooms.iter());
    rooms.position(|name| *name == room).unwrap_or_else(|| panic!("{room} stands on no floor"))
}
