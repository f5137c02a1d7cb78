#![no_main]
//! Addresses that authors and redirects name: what is let through is http, without a user, and of no blocked port.
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &[u8], [u8; 16])| {
    let (text, location, ip) = input;
    if let Some(url) = outbound::testing::target(text) {
        fuzz::assert_harmless(&url);
        if let Some(next) = outbound::testing::redirect(&url, location) {
            fuzz::assert_harmless(&next);
        }
    }
    let [.., a, b, c, d] = ip;
    let v4 = Ipv4Addr::new(a, b, c, d);
    let same = outbound::is_public(IpAddr::V4(v4));
    assert_eq!(outbound::is_public(IpAddr::V6(v4.to_ipv6_mapped())), same, "{v4} in either dress");
    let _ = outbound::is_public(IpAddr::V6(Ipv6Addr::from(ip)));
});
