//! `letterpress.toml`: the same keys in lower case.

use std::{collections::BTreeMap, path::Path};

use super::{
    Bad,
    sources::{KEYS, meant},
};

/// The file where nobody says which: in the working directory, else in the data folder, so that a command finds what the
/// server found wherever it is given.
pub fn find(here: &Path, data: &Path) -> Result<BTreeMap<&'static str, String>, Bad> {
    let [here, kept] = [here, data].map(|folder| folder.join("letterpress.toml"));
    if here.exists() {
        return read(&here);
    }
    if !kept.exists() {
        return Ok(BTreeMap::new());
    }
    let values = read(&kept)?;
    if values.contains_key("DATA_DIR") {
        return Err(Bad(vec![format!(
            "{}: it lies in the data folder, and cannot say where that is",
            kept.display()
        )]));
    }
    Ok(values)
}

pub fn read(path: &Path) -> Result<BTreeMap<&'static str, String>, Bad> {
    let one = |reason: String| Bad(vec![format!("{}: {reason}", path.display())]);
    let text = std::fs::read_to_string(path).map_err(|error| one(format!("cannot be read: {error}")))?;
    // The message of the parser quotes the line, which may hold a password.
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
        one(format!("line {line} is not TOML: {}", error.message()))
    })?;
    let mut values = BTreeMap::new();
    let mut bad = Vec::new();
    for (name, value) in &table {
        let Some(key) = KEYS.iter().find(|key| key.to_lowercase() == *name) else {
            let hint = match meant(name) {
                Some(key) => format!("did you mean {}?", key.to_lowercase()),
                None => format!("known are {}", KEYS.map(str::to_lowercase).join(", ")),
            };
            bad.push(format!("{}: there is no setting \"{name}\"; {hint}", path.display()));
            continue;
        };
        if let Some(text) = as_text(value) {
            values.insert(*key, text);
        } else {
            bad.push(format!("{}: {name} must be a text, a number or a list of texts", path.display()));
        }
    }
    if bad.is_empty() { Ok(values) } else { Err(Bad(bad)) }
}

fn as_text(value: &toml::Value) -> Option<String> {
    Some(match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(yes) => yes.to_string(),
        toml::Value::Array(items) => {
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()?.join(",")
        }
        toml::Value::Datetime(_) | toml::Value::Table(_) => return None,
    })
}
