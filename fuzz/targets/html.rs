#![no_main]
//! Links of HTML, and what inspecting it says.
use content::{Source, inspect, links};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|html: &str| {
    let _ = links(html);
    let source = Source { html: Some(html.to_owned()), ..fuzz::source() };
    let _ = inspect(&source);
    let _ = source.check();
    let _ = source.links();
});
