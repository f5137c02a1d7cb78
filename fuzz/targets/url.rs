#![no_main]
//! Settings that name mail servers and mailboxes: passwords never come back out.
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = text.parse::<mailer::MailUrl>();
    let _ = text.parse::<returns::mailbox::MailboxUrl>();
    let _ = mailer::MailUrl::mask(text);
});
