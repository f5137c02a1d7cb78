#![no_main]
//! A whole message: HTML to text and text to HTML, links rewritten, made for a reader.
use content::{Reader, Source, Stamp, Tracking, compile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, Option<&str>, Option<&str>, bool)| {
    let (subject, preheader, html, text, is_tracked) = input;
    let mut source = Source {
        subject: subject.to_owned(),
        preheader: preheader.to_owned(),
        html: html.map(str::to_owned),
        text: text.map(str::to_owned),
        ..fuzz::source()
    };
    if is_tracked && let Ok(links) = source.links() {
        source.tracking = Some(Tracking {
            base: "https://links.example.com".to_owned(),
            links: links.into_iter().map(|link| (link.url, "abcdefghijkl".to_owned())).collect(),
            open_token: "opened".to_owned(),
            trap_token: "trap".to_owned(),
        });
    }
    let Ok(compiled) = compile(&source) else { return };
    let bytes = compiled.to_bytes();
    let compiled = content::Compiled::from_bytes(&bytes).expect("what was written is read");
    let reader = Reader {
        email: "reader@example.net",
        first_name: Some("Ida\r\nBcc: all@example.net"),
        last_name: None,
        attributes: &(),
    };
    let stamp: Stamp<'_> = fuzz::stamp();
    let message = compiled.message(&reader, &stamp);
    let head = message.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head ends");
    let head = String::from_utf8_lossy(&message[..head]);
    assert!(!head.lines().any(|line| line.starts_with("Bcc:")), "no value begins a header: {head}");
    for line in message.split(|byte| *byte == b'\n') {
        assert!(line.len() <= 999, "a line is longer than RFC 5322 allows");
    }
    let _ = compiled.preview(&reader, &stamp);
});
