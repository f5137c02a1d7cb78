#![no_main]
//! Mails that came back: delivery reports (RFC 3464), complaints (RFC 5965) and everything else that arrives.
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = returns::report::read(bytes);
});
