#![no_main]
//! What anybody can post to the hook of Amazon SNS.
use libfuzzer_sys::fuzz_target;
use mailer::sns;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = sns::event(text);
        assert!(!(sns::certificate_url_is_aws(text) || sns::subscribe_url_is_aws(text)) || text.starts_with("https://sns."));
    }
    if let Ok(message) = sns::parse(bytes) {
        let _ = message.string_to_sign();
        let _ = message.age(1_800_000_000_000);
        assert!(sns::verify(&message, bytes, 1_800_000_000_000).is_err(), "nobody signed it");
    }
});
