#![no_main]
//! Bodies of calls: what is read is read the same once more.
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = app::http::parse_json::<Map<String, Value>>(bytes) else { return };
    let text = serde_json::to_vec(&read).expect("JSON");
    assert!(app::http::parse_json::<Map<String, Value>>(&text).is_ok_and(|again| again == read));
});
