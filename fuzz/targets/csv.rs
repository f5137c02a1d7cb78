#![no_main]
//! Lists of readers, in any encoding and of any shape, and which column is what.
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    app::testing::fuzz::csv(bytes.to_vec());
    if let Ok(text) = std::str::from_utf8(bytes) {
        app::testing::fuzz::mapping(text);
    }
});
