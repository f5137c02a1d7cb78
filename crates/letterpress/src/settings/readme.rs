//! The table of settings in README.md has every setting once, with the default that it has here.

use std::collections::BTreeMap;

use super::{Settings, Sources, sources::KEYS};

/// What is made of something else, which the table says in words.
const DERIVED: [&str; 6] =
    ["BOUNCE_HOST", "ENGAGEMENT_DAYS", "MAIL_FROM", "OIDC_AUDIENCE", "SECRET_KEY", "SPF"];

/// What there must be where a provider signs people in.
const REQUIRED: [&str; 2] = ["OIDC_ISSUER", "OIDC_CLIENT_ID"];

/// Name and default of each row that is a setting.
fn rows() -> Vec<(String, String)> {
    let text = include_str!("../../../../README.md");
    let rows = text.lines().filter(|line| line.starts_with("| `LETTERPRESS_"));
    let cells = rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>());
    let names = |cell: &str| cell.split(", ").map(str::to_owned).collect::<Vec<_>>();
    let pairs =
        cells.flat_map(|cells| names(cells[0]).into_iter().map(move |name| (name, cells[1].to_owned())));
    let bare = |(name, default): (String, String)| {
        let name = name.trim_matches('`').trim_start_matches("LETTERPRESS_").to_owned();
        (name, default.trim_matches('`').to_owned())
    };
    pairs.map(bare).collect()
}

/// Everything that is settled, as text; `key` is given.
fn settled(key: &'static str, value: &str) -> String {
    // Where there is a provider, more is asked for.
    let base = [("AUTH", "oidc"), ("OIDC_ISSUER", "https://id.example.com"), ("OIDC_CLIENT_ID", "x")];
    let base =
        base.iter().filter(|_| key.starts_with("OIDC_")).map(|(key, value)| (*key, (*value).to_owned()));
    let mut environment: BTreeMap<_, _> = base.collect();
    if !value.is_empty() {
        environment.insert(key, value.to_owned());
    }
    let read = Settings::read(&Sources { environment, ..Sources::default() });
    let mut settings = read.unwrap_or_else(|bad| panic!("{key}={value}: {bad}"));
    // That somebody gave it is what differs.
    settings.is_listen_given = false;
    settings.is_data_dir_given = false;
    settings.public_url = Some(settings.public_url_on(settings.listen));
    format!("{settings:?}")
}

#[test]
fn every_setting_has_its_row_and_its_default() {
    let rows = rows();
    let mut names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
    let mut keys = KEYS.to_vec();
    names.sort_unstable();
    keys.sort_unstable();
    assert_eq!(names, keys);
    for (name, default) in &rows {
        let key = KEYS.into_iter().find(|key| key == name).unwrap();
        let value = match default.as_str() {
            "–" | "never" => "",
            "http://LISTEN" => "http://127.0.0.1:8080",
            "sqlite:DATA_DIR/letterpress.db" => "sqlite:./data/letterpress.db",
            _ if DERIVED.contains(&key) => "",
            value => value,
        };
        assert_eq!(settled(key, value), settled(key, ""), "{name} is not {default} by default");
        if default == "–" && !REQUIRED.contains(&key) {
            let field = key.trim_start_matches("OIDC_").trim_start_matches("BOUNCE_").to_lowercase();
            let none = ["None", "[]", "Proxies([])"].map(|none| format!(" {field}: {none}"));
            assert!(none.iter().any(|none| settled(key, "").contains(none.as_str())), "{name} has a default");
        }
    }
}
