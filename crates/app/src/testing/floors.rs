//! Where a room of this crate stands: a room uses the floors below it, and on its own floor the rooms named before it.
//! Why: docs/decisions/floors.md.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::sources::{SOURCES, Source};

/// The floors, lowest first, as ARCHITECTURE.md shows them.
const FLOORS: [(&str, &[&str]); 8] = [
    (
        "platform",
        &["migrations", "settings", "instance", "metrics", "core", "removal", "holding", "http", "links"],
    ),
    (
        "identity",
        &["author_settings", "account_mails", "notification_queue", "accounts", "rate_limit", "idempotency"],
    ),
    (
        "audience",
        &[
            "activities",
            "notices",
            "newsletters",
            "webhooks",
            "events",
            "domains",
            "senders",
            "newsletters_page",
            "suppressions",
            "subscribers",
            "imports",
        ],
    ),
    ("authoring", &["calendar", "templates", "saved_blocks", "media", "runs", "campaigns", "sample_data"]),
    ("delivery", &["tracking", "captured_mail", "deliveries", "messages", "bounces"]),
    (
        "reach",
        &[
            "public_pages",
            "analytics",
            "overview",
            "notifications",
            "search",
            "exports",
            "checks",
            "settings_page",
        ],
    ),
    ("operations", &["installation", "doctor", "metrics_page", "deletions"]),
    ("server", &["server"]),
];

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
    assert!(found.is_empty(), "arrows up: {found:#?}");
}

/// Why: docs/decisions/events.md.
#[test]
fn what_follows_from_an_event_stands_in_one_place() {
    const TELLERS: [(&str, &str); 6] = [
        ("activities", "record"),
        ("notices", "add"),
        ("notices", "clear"),
        ("notification_queue", "campaign_ended"),
        ("notification_queue", "campaign_paused"),
        ("webhooks", "emit"),
    ];
    let mut found = BTreeSet::new();
    for source in SOURCES.iter() {
        for path in &source.named {
            let (Some(room), Some(name)) = (path.first(), path.last()) else { continue };
            let (room, name) = (room.as_str(), name.as_str());
            if TELLERS.contains(&(room, name)) && source.room() != room {
                found.insert((source.room(), room, name));
            }
        }
    }
    let own: BTreeSet<_> = TELLERS.iter().map(|(room, name)| ("events", *room, *name)).collect();
    // A receiver that fails is told of where it is called.
    let own = &own | &BTreeSet::from([("webhooks", "notices", "add")]);
    assert_eq!(found, own, "rooms that tell authors, and what they call");
}

#[test]
fn only_the_server_takes_everything() {
    let rooms: BTreeSet<_> = SOURCES.iter().filter(|source| source.takes_app).map(Source::room).collect();
    assert_eq!(rooms, BTreeSet::from(["", "server"]), "rooms that name the whole `App`");
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
pub fn place(room: &str) -> usize {
    let mut rooms = FLOORS.iter().flat_map(|(_, rooms)| rooms.iter());
    rooms.position(|name| *name == room).unwrap_or_else(|| panic!("{room} stands on no floor"))
}
