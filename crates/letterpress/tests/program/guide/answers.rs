//! What a page says that a call answers: the same keys and kinds of values as the real answer has.

use serde_json::Value;

use super::{
    blocks::{self, Block},
    page::{Page, parsed},
};

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Where two values differ in more than what stands in them.
pub fn difference(said: &Value, real: &Value, place: &str) -> Option<String> {
    match (said, real) {
        (Value::Object(said), Value::Object(real)) => {
            let missing = said.keys().find(|key| !real.contains_key(*key));
            let untold = real.keys().find(|key| !said.contains_key(*key));
            if let Some(key) = missing {
                return Some(format!("{place}.{key} is not answered"));
            }
            if let Some(key) = untold {
                return Some(format!("{place}.{key} is answered and not told"));
            }
            said.iter().find_map(|(key, value)| difference(value, &real[key], &format!("{place}.{key}")))
        }
        (Value::Array(said), Value::Array(real)) => {
            if said.len() != real.len() {
                return Some(format!("{place} has {} entries, not {}", real.len(), said.len()));
            }
            said.iter().zip(real).find_map(|(said, real)| difference(said, real, &format!("{place}[]")))
        }
        (said, real) if kind(said) == kind(real) => None,
        (said, real) => Some(format!("{place} is {}, not {}", kind(real), kind(said))),
    }
}

/// Compares a block with what the last call was answered. The words of programs are the same, not only of the same kind.
pub fn compare(page: &mut Page, block: &Block, place: &str) {
    let calls = std::mem::take(&mut page.calls);
    let last = calls.last().unwrap_or_else(|| panic!("{place}: JSON that no call stands before"));
    let (said, real) = (parsed(&block.text, place), parsed(&last.body, place));
    if let Some(wrong) = difference(&said, &real, "answer") {
        panic!("{place}: {wrong}: {real}");
    }
    for key in ["type", "title", "status", "code", "detail"] {
        assert!(real.get("code").is_none() || said[key] == real[key], "{place}: {key}: {real}");
    }
}

#[test]
fn values_are_free_and_keys_are_not() {
    let said = serde_json::json!({ "a": [{ "b": 1 }], "c": null });
    let with = |real| difference(&said, &real, "answer");
    assert_eq!(with(serde_json::json!({ "a": [{ "b": 9 }], "c": null })), None);
    for (real, wrong) in [
        (serde_json::json!({ "a": [{ "b": "1" }], "c": null }), "answer.a[].b is a text, not a number"),
        (serde_json::json!({ "a": [], "c": null }), "answer.a has 0 entries, not 1"),
        (serde_json::json!({ "a": [{ "b": 1 }] }), "answer.c is not answered"),
        (serde_json::json!({ "a": [{ "b": 1 }], "c": null, "d": 1 }), "answer.d is answered and not told"),
    ] {
        assert_eq!(with(real).as_deref(), Some(wrong));
    }
}

/// What pages about errors show has the form of every problem, and the title that belongs to its status. That each has its
/// own code and status is seen to beside the dashboard's guide.
#[test]
fn the_answers_of_errors_are_problems() {
    for page in blocks::pages_in("docs/guide/errors") {
        let blocks = blocks::blocks_of(&page, &blocks::read(&page));
        let [block] = blocks.as_slice() else { panic!("{page} shows one answer") };
        assert_eq!(block.language, "json", "{page}");
        let said = parsed(&block.text, &page);
        let status = u16::try_from(said["status"].as_u64().unwrap()).unwrap();
        let title = reqwest::StatusCode::from_u16(status).unwrap().canonical_reason();
        assert_eq!(said["title"].as_str(), title, "{page}");
        let mut keys = vec!["type", "title", "status", "code", "detail"];
        keys.extend((status == 422 && said["code"] == "invalid_fields").then_some("errors"));
        let found: Vec<&str> = said.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut found = found;
        found.sort_unstable();
        assert_eq!(found, keys, "{page}");
    }
}
