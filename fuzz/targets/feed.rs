#![no_main]
//! RSS, Atom and JSON feeds of others.
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(feed) = feeds::parse(bytes, "https://example.com/feed") else { return };
    assert!(feed.items.len() <= feeds::MAX_ITEMS);
    for item in &feed.items {
        if let Some(url) = &item.url {
            assert!(url.starts_with("http://") || url.starts_with("https://"), "{url}");
        }
    }
});
