#![no_main]
//! Answers of mail servers, and what they mean.
use libfuzzer_sys::fuzz_target;
use mailer::{Enhanced, Reply};

fuzz_target!(|input: (u16, &str)| {
    let (code, text) = input;
    let _ = Enhanced::parse(text);
    for phase in fuzz::phases() {
        let reply = Reply::new(200 + code % 400, text);
        let _ = mailer::classify(phase, &reply);
    }
});
