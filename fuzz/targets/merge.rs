#![no_main]
//! Merge tags in text and in HTML.
use content::Syntax;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for syntax in [Syntax::Text, Syntax::Html] {
        match content::parse(text, syntax) {
            Ok(_) => {}
            Err(error) => {
                let lines = text.matches('\n').count() + 1;
                assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
            }
        }
    }
});
