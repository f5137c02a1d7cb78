#![no_main]
//! Tokens of tracked links and of unsubscribing.
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| app::testing::fuzz::token(text));
