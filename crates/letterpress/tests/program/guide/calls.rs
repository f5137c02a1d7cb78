//! The calls that pages name in their sentences: the document of the API has each, and each of its parameters.

use serde_json::Value;

use super::{
    blocks::{pages, pages_in, read},
    commands::code,
};

/// Whether a path as it is written, with numbers or names in capitals for ids, is this one of the document.
fn is(said: &str, path: &str) -> bool {
    let is_id = |part: &str| {
        part.starts_with('{') || part.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
    };
    let (said, path): (Vec<_>, Vec<_>) = (said.split('/').collect(), path.split('/').collect());
    said.len() == path.len()
        && said
            .iter()
            .zip(&path)
            .all(|(said, part)| said == part || part.starts_with('{') && (is_id(said) || said.contains('@')))
}

#[test]
fn calls_in_sentences_are_in_the_document() {
    let document: Value = serde_json::from_str(&read("api/openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let methods = ["GET", "POST", "PUT", "DELETE"];
    let (mut asked, mut wrong) = (0, Vec::new());
    for page in pages().into_iter().chain(pages_in("docs/guide/errors")) {
        for said in code(&page) {
            let (method, address) = said.split_once(' ').unwrap_or(("", &said));
            let address = address.trim_start_matches("$BASE");
            // An ellipsis in front is the newsletter.
            let address = address.replacen('…', "/api/newsletters/1", usize::from(address.starts_with("…/")));
            let is_call = methods.contains(&method) || method.is_empty();
            if !is_call || !address.starts_with("/api/") || address.contains('…') || address.contains(' ') {
                continue;
            }
            let (path, query) = address.split_once('?').unwrap_or((&address, ""));
            let found: Vec<&Value> =
                paths.iter().filter(|(there, _)| is(path, there)).map(|(_, calls)| calls).collect();
            let lower = method.to_lowercase();
            let call = found
                .iter()
                .find_map(|calls| if lower.is_empty() { Some(&calls["get"]) } else { calls.get(&lower) });
            asked += 1;
            let Some(call) = call else {
                // What stands at the head of several addresses, or at the end of the one that the sentence is about.
                let end = said.strip_prefix('…');
                let is_head = method.is_empty()
                    && paths.keys().any(|there| {
                        there.starts_with(&format!("{path}/")) || end.is_some_and(|end| there.ends_with(end))
                    });
                if !is_head && path != "/api/openapi.json" {
                    wrong.push(format!("{page}: {said}"));
                }
                continue;
            };
            for name in
                query.split('&').filter_map(|pair| pair.split('=').next()).filter(|name| !name.is_empty())
            {
                let is_there = call["parameters"]
                    .as_array()
                    .is_some_and(|all| all.iter().any(|one| one["name"] == name));
                if !is_there {
                    wrong.push(format!("{page}: {said}: {name}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 60, "{asked}");
}
