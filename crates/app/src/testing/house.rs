//! Who may use whom, read from the sources: Cargo keeps the crates apart, this keeps the rooms of this crate apart.

use super::sources::{SOURCES, Source};

fn offenders(rule: impl Fn(&Source) -> bool) -> Vec<String> {
    SOURCES.iter().filter(|source| rule(source)).map(|source| source.path.clone()).collect()
}

#[test]
fn handlers_hold_no_sql() {
    let found = offenders(|source| {
        source.part() == "http"
            && source.room() != "http"
            && (source.code.contains("on_engine!(") || source.code.contains("sqlx::query"))
    });
    assert_eq!(found, Vec::<String>::new(), "SQL belongs into the feature's store");
}

#[test]
fn stores_know_nothing_of_http() {
    let found =
        offenders(|source| matches!(source.part(), "store" | "ledger") && source.code.contains("use axum"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn models_wait_for_nothing() {
    let found = offenders(|source| {
        let waits = ["async fn", "tokio::", "use axum"];
        source.part() == "model" && waits.iter().any(|word| source.code.contains(word))
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn no_feature_reaches_into_another_ones_store() {
    let found = offenders(|source| {
        source.named.iter().any(|path| {
            let [room, part, ..] = &path[..] else { return false };
            room != source.room() && (part == "store" || part == "http" && room != "http")
        })
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn nobody_reads_the_clock_in_sql() {
    let found = offenders(|source| {
        source.code.contains("CURRENT_TIMESTAMP") || source.texts.iter().any(|text| text.contains("now()"))
    });
    assert_eq!(found, Vec::<String>::new(), "bind the time: SQLite's does not compare with bound times");
}

/// Of two types of one name the API's document would hold the last one, and say so of both.
#[test]
fn schemas_have_names_of_their_own() {
    let mut names = Vec::new();
    for source in SOURCES.iter() {
        let mut lines = source.code.lines();
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
                        source.path.as_str(),
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
