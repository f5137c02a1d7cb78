#![no_main]
//! E-mail addresses as people type and import them.
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(address) = content::parse_address(text) else { return };
    let again = content::parse_address(&address.original).expect("what was accepted is accepted again");
    assert_eq!(again.key, address.key, "and means the same");
    for part in [&address.original, &address.key] {
        assert!(content::is_safe_header_value(part), "no header begins in an address");
        assert!(part.contains('@') && !part.contains(char::is_whitespace));
    }
});
