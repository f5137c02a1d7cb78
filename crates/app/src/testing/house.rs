//! Who may use whom, read from the sources: Cargo keeps the crates apart, this keeps the rooms of this crate apart.

use std::{fs, path::Path};

/// (path below `src`, text) of every source that is not a test.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                let text = fs::read_to_string(&path).unwrap();
                // Tests may reach into anything.
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
                found.push((name, code));
            }
        }
    }
    assert!(found.len() > 50, "the sources were not found");
    found
}

fn is_test(name: &str) -> bool {
    ["test", "simulation/"].iter().any(|part| name.contains(part))
}

/// The part of a feature that a file is: `http`, `store`, `model` or something else.
fn part(name: &str) -> &str {
    let mut pieces = name.split('/').skip(1);
    pieces.next().map_or("", |piece| piece.trim_end_matches(".rs"))
}

fn feature(name: &str) -> &str {
    name.split(['/', '.']).next().unwrap_or_default()
}

fn offenders(rule: impl Fn(&str, &str) -> bool) -> Vec<String> {
    sources()
        .into_iter()
        .filter(|(name, code)| !is_test(name) && rule(name, code))
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn handlers_hold_no_sql() {
    let found = offenders(|name, code| {
        part(name) == "http"
            && !name.starts_with("http/")
            && (code.contains("on_engine!(") || code.contains("sqlx::query"))
    });
    assert_eq!(found, Vec::<String>::new(), "SQL belongs into the feature's store");
}

#[test]
fn stores_know_nothing_of_http() {
    let found = offenders(|name, code| matches!(part(name), "store" | "ledger") && code.contains("use axum"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn models_wait_for_nothing() {
    let found = offenders(|name, code| {
        part(name) == "model"
            && (code.contains("async fn") || code.contains("tokio::") || code.contains("use axum"))
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn no_feature_reaches_into_another_ones_store() {
    let found = offenders(|name, code| {
        code.match_indices("crate::").any(|(at, _)| {
            let path = &code[at + "crate::".len()..];
            let (other, rest) = path.split_once("::").unwrap_or_default();
            other.chars().all(|c| c.is_ascii_lowercase() || c == '_')
                && other != feature(name)
                && (rest.starts_with("store::") || rest.starts_with("http::") && other != "http")
        })
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn nobody_reads_the_clock_in_sql() {
    let found = offenders(|name, code| {
        name != "testing/house.rs" && (code.contains("CURRENT_TIMESTAMP") || code.contains("now()\""))
    });
    assert_eq!(found, Vec::<String>::new(), "bind the time: SQLite's does not compare with bound times");
}

/// Of two types of one name the API's document would hold the last one, and say so of both.
#[test]
fn schemas_have_names_of_their_own() {
    let mut names = Vec::new();
    for (file, code) in sources() {
        let mut lines = code.lines();
        while let Some(line) = lines.next() {
            if !(line.starts_with("#[derive(") && line.contains("ToSchema")) {
                continue;
            }
            let mut name = None;
            for line in lines.by_ref() {
                if let Some((_, rest)) = line.split_once("schema(as = ") {
                    name = rest.split(')').next().map(str::to_owned);
                }
                let mut words = line.split([' ', '<', '(', '{', ';']);
                if words.any(|word| word == "struct" || word == "enum") {
                    names.push((
                        name.or_else(|| words.next().map(str::to_owned)).unwrap_or_default(),
                        file.clone(),
                    ));
                    break;
                }
            }
        }
    }
    assert!(names.len() > 100, "the schemas were not found");
    names.sort();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
