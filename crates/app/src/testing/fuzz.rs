//! What fuzzing reaches: readers of foreign input that have no reason to be public.

use std::io::Cursor;

use crate::{
    imports::testing::{Records, Step, read_mapping, utf8},
    tracking::{Tokens, Use},
};

/// Reads a list of readers to its end.
pub fn csv(bytes: Vec<u8>) {
    let most = bytes.len() as u64 + 1;
    let Ok(input) = utf8(Cursor::new(bytes)) else { return };
    let Ok(mut records) = Records::new(input) else { return };
    let mut count = 0;
    while let Ok(step) = records.next() {
        if step == Step::End {
            break;
        }
        for at in 0..records.len() {
            let _ = records.field(at);
        }
        count += 1;
        assert!(count <= most, "more records than bytes");
        assert!(records.line() <= most, "a line behind the end");
    }
}

/// Reads which column is what.
pub fn mapping(text: &str) {
    let _ = read_mapping(text);
}

/// Reads a token that nobody made.
pub fn token(text: &str) {
    let tokens = Tokens::with_key([7; 32]);
    for usage in [Use::Open, Use::Click] {
        assert_eq!(tokens.read(usage, text), None, "a token that was guessed");
    }
}
