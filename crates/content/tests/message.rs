//! Whole messages, read back with a mail parser that is not ours.

use content::{Attachment, Attributes, Reader, Source, Stamp, compile};
use mail_parser::{HeaderName, MessageParser, MimeHeaders};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn source() -> Source {
    Source {
        subject: "News for {{ subscriber.first_name | default(\"you\") }}".into(),
        preheader: "What {{ newsletter.name }} has for {{ subscriber.attributes.city | default('your town') }}".into(),
        html: Some("<h1>Hello {{ subscriber.first_name | default(&quot;there&quot;) }}</h1>\n<p>.dots & more at <a href=\"https://example.com/?c={{ subscriber.attributes.city }}\">our place</a></p>".into()),
        newsletter_name: "The Weekly".into(),
        from_name: "Anna".into(),
        from_address: "news@letters.example.com".into(),
        reply_to: Some("anna@example.com".into()),
        list_id: Some("weekly.letters.example.com".into()),
        feedback_id: Some("c1:n1:a1:letterpress".into()),
        ..Source::default()
    }
}

fn stamp() -> Stamp<'static> {
    Stamp {
        message_id: "c1.s1@letters.example.com",
        date_ms: 1_795_229_173_123,
        unsubscribe_url: "https://letters.example.com/u/abc?t=1&v=2",
        unsubscribe_mailto: Some("unsubscribe+abc@letters.example.com"),
        preferences_url: "https://letters.example.com/p/abc",
        archive_url: "https://letters.example.com/a/abc",
        reader_token: "",
    }
}

fn reader(attributes: &dyn Attributes) -> Reader<'_> {
    Reader { email: "zoe@example.org", first_name: Some("Zoë"), last_name: None, attributes }
}

fn attributes(city: &str) -> BTreeMap<String, String> {
    BTreeMap::from([("city".to_owned(), city.to_owned())])
}

fn render(source: &Source, reader: &Reader<'_>) -> Vec<u8> {
    compile(source).expect("content without mistakes").message(reader, &stamp())
}

/// The rules of every message: ASCII but for a reader's address, CRLF only, no line too long, none that would need dot-stuffing.
fn assert_wire_rules(message: &[u8]) {
    let text = std::str::from_utf8(message).expect("UTF-8");
    assert!(text.ends_with("--\r\n"));
    let (mut in_body, mut field) = (false, "");
    for line in text.split_inclusive('\n') {
        let line = line.strip_suffix("\r\n").expect("CRLF only");
        in_body |= line.is_empty();
        if !in_body && !line.starts_with(' ') {
            field = line.split(':').next().unwrap_or_default();
        }
        let in_address = |c: char| field == "To" && !in_body && !(c.is_ascii() || c.is_control());
        assert!(line.chars().all(|c| matches!(c, ' '..='~' | '\t') || in_address(c)), "{line:?}");
        if in_body {
            assert!(line.len() <= 76 || is_part_header(line) && line.len() <= 78, "{line:?}");
        } else {
            assert_header_line(line);
        }
        assert!(!line.starts_with('.'), "{line:?}");
        assert!(!line.ends_with([' ', '\t']) || !in_body, "{line:?}");
    }
}

/// 78 octets, 76 with an encoded word; longer only for an address, an identifier or a URL, which cannot be folded.
fn assert_header_line(line: &str) {
    let value = line.split_once(": ").map_or(line, |(_, value)| value).trim_start();
    let is_whole = value.starts_with('<') && !value.contains(' ');
    assert!(line.len() <= 78 || is_whole && line.len() <= 998, "{line:?}");
    let mut words = line.split(' ').filter(|word| word.starts_with("=?utf-8?")).peekable();
    assert!(words.peek().is_none() || line.len() <= 76, "{line:?}");
    assert!(words.all(|word| word.len() <= 75 && is_whole_text(word)), "{line:?}");
}

fn is_part_header(line: &str) -> bool {
    line.starts_with(" filename") || line.starts_with("Content-Type:") || line.starts_with(' ')
}

/// No character is divided between two words (RFC 2047 §5).
fn is_whole_text(word: &str) -> bool {
    let (encoding, text) =
        word["=?utf-8?".len()..].strip_suffix("?=").and_then(|word| word.split_once('?')).expect("a word");
    let bytes = if encoding == "b" {
        mail_parser::decoders::base64::base64_decode(text.as_bytes()).expect("base64")
    } else {
        let mut parts = text.split('=');
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
            bytes.extend_from_slice(&part.as_bytes()[2..]);
        }
        bytes
    };
    !bytes.is_empty() && String::from_utf8(bytes).is_ok()
}

fn header_names(message: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(message).expect("UTF-8");
    let head = text.split("\r\n\r\n").next().unwrap_or_default();
    let lines = head.split("\r\n").filter(|line| !line.starts_with(' '));
    lines.map(|line| line.split_once(':').expect("a header line").0.to_owned()).collect()
}

const HEADERS: [&str; 13] = [
    "From",
    "Reply-To",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "List-Id",
    "Feedback-ID",
    "Precedence",
    "MIME-Version",
    "Content-Type",
];

#[test]
fn a_small_message_is_exactly_this() {
    let city = attributes("Köln & Umgebung");
    let message = String::from_utf8(render(&source(), &reader(&city))).unwrap();
    let filler = "&#847;&zwnj;&nbsp;".repeat(90);
    assert!(compile(&source()).unwrap().preview(&reader(&city), &stamp()).html.contains(&filler));
    insta::assert_snapshot!(message.replace("\r\n", "\n"));
}

#[test]
fn a_parser_reads_every_header() {
    let city = attributes("Bonn");
    let message = render(&source(), &reader(&city));
    assert_wire_rules(&message);
    assert_eq!(header_names(&message), HEADERS);
    let parsed = MessageParser::default().parse(&message).unwrap();
    let from = parsed.from().unwrap().first().unwrap();
    assert_eq!((from.name(), from.address()), (Some("Anna"), Some("news@letters.example.com")));
    assert_eq!(parsed.reply_to().unwrap().first().unwrap().address(), Some("anna@example.com"));
    let to = parsed.to().unwrap().first().unwrap();
    assert_eq!((to.name(), to.address()), (Some("Zoë"), Some("zoe@example.org")));
    assert_eq!(parsed.subject(), Some("News for Zoë"));
    assert_eq!(parsed.date().unwrap().to_timestamp(), 1_795_229_173);
    assert_eq!(parsed.message_id(), Some("c1.s1@letters.example.com"));
    let raw = |name: HeaderName<'static>| parsed.header_raw(name).unwrap().trim().to_owned();
    let links =
        "<https://letters.example.com/u/abc?t=1&v=2>,\r\n <mailto:unsubscribe+abc@letters.example.com>";
    assert_eq!(raw(HeaderName::ListUnsubscribe), links);
    assert_eq!(raw(HeaderName::ListUnsubscribePost), "List-Unsubscribe=One-Click");
    assert_eq!(raw(HeaderName::ListId), "<weekly.letters.example.com>");
    assert_eq!(raw(HeaderName::Other("Feedback-ID".into())), "c1:n1:a1:letterpress");
    assert_eq!(raw(HeaderName::Other("Precedence".into())), "bulk");
    assert_eq!((parsed.text_body_count(), parsed.html_body_count()), (1, 1));
}

#[test]
fn preview_says_what_the_message_says() {
    let city = attributes("Bonn");
    let compiled = compile(&source()).unwrap();
    let message = compiled.message(&reader(&city), &stamp());
    let preview = compiled.preview(&reader(&city), &stamp());
    let parsed = MessageParser::default().parse(&message).unwrap();
    assert_eq!(preview.subject, parsed.subject().unwrap());
    assert_eq!(preview.preheader, "What The Weekly has for Bonn");
    assert_eq!(preview.html.trim_end(), parsed.body_html(0).unwrap().replace("\r\n", "\n").trim_end());
    assert_eq!(preview.text.trim_end(), parsed.body_text(0).unwrap().replace("\r\n", "\n").trim_end());
    assert_eq!(preview.size_bytes, message.len());
    assert_eq!(preview.headers.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), HEADERS);
}

#[test]
fn what_is_stored_renders_the_same_bytes() {
    let compiled = compile(&source()).unwrap();
    let bytes = compiled.to_bytes();
    let read = content::Compiled::from_bytes(&bytes).unwrap();
    assert_eq!(read.message(&reader(&()), &stamp()), compiled.message(&reader(&()), &stamp()));
    assert_eq!(content::Compiled::from_bytes(&[9, 1, 2]), Err(content::BlobError::Version(9)));
    assert_eq!(content::Compiled::from_bytes(&[]), Err(content::BlobError::Damaged));
    assert_eq!(content::Compiled::from_bytes(&bytes[..bytes.len() / 2]), Err(content::BlobError::Damaged));
}

#[test]
fn only_a_name_becomes_a_display_name() {
    for (first, last, shown) in [
        (Some("Ada"), Some("Lovelace"), Some("Ada Lovelace")),
        (Some("Jean-Luc"), Some("O'Neil"), Some("Jean-Luc O'Neil")),
        (Some("WIN $$$ www.spam.example"), None, None),
        (Some("Ada\r\nBcc: x@example.com"), None, None),
        (None, None, None),
        (Some("  "), Some(" "), None),
    ] {
        let reader = Reader { first_name: first, last_name: last, ..reader(&()) };
        let message = render(&source(), &reader);
        let parsed = MessageParser::default().parse(&message).unwrap();
        let to = parsed.to().unwrap().first().unwrap();
        assert_eq!((to.name(), to.address()), (shown, Some("zoe@example.org")));
    }
}

fn file(file_name: &str, content_type: &str, bytes: &[u8]) -> Attachment {
    Attachment { file_name: file_name.into(), content_type: content_type.into(), bytes: bytes.to_vec() }
}

#[test]
fn attachments_arrive_as_they_are() {
    let all: Vec<u8> = (0..=255).cycle().take(100_001).collect();
    let long = format!("{}.pdf", "Größe 文".repeat(50));
    let files = [
        file("report.pdf", "application/pdf", &all),
        file("../Jahres\"bericht\" Größe 文.pdf", "application/pdf", b"%PDF"),
        file("notes.txt", "text/plain; charset=utf-8", "Grüße\n.\n--=_\n".as_bytes()),
        file("", "nonsense", b""),
        file(&long, "image/png", &[0; 57]),
    ];
    let with = Source { attachments: files.to_vec(), ..source() };
    let message = render(&with, &reader(&()));
    let parsed = MessageParser::default().parse(&message).unwrap();
    assert_eq!(parsed.content_type().unwrap().subtype(), Some("mixed"));
    let without = render(&source(), &reader(&()));
    let alone = MessageParser::default().parse(&without).unwrap();
    assert_eq!((parsed.body_text(0), parsed.body_html(0)), (alone.body_text(0), alone.body_html(0)));
    assert_eq!((parsed.text_body_count(), parsed.html_body_count()), (1, 1));
    let found: Vec<_> = parsed.attachments().collect();
    assert_eq!(
        found.iter().map(|part| part.contents()).collect::<Vec<_>>(),
        files.each_ref().map(|file| &*file.bytes)
    );
    let names: Vec<_> = found.iter().map(|part| part.attachment_name().unwrap_or_default()).collect();
    assert_eq!(names[..4], ["report.pdf", "Jahres_bericht_ Größe 文.pdf", "notes.txt", "attachment"]);
    assert!(
        names[4].len() <= 240
            && names[4].starts_with("Größe 文")
            && names[4].rsplit('.').next() == Some("pdf")
    );
    let kinds: Vec<_> = found.iter().map(|part| part.content_type().unwrap().subtype().unwrap()).collect();
    assert_eq!(kinds, ["pdf", "pdf", "plain", "octet-stream", "png"]);
    assert_wire_rules(&message);
    let text = String::from_utf8(message).unwrap();
    let stored = content::Compiled::from_bytes(&compile(&with).unwrap().to_bytes()).unwrap();
    assert_eq!(stored.message(&reader(&()), &stamp()), text.as_bytes());
}

/// The header of the part that carries a file of this name.
fn file_header(name: &str) -> String {
    let with =
        Source { attachments: vec![file(name, "application/pdf; name=\"a.pdf\"", b"%PDF")], ..source() };
    let message = String::from_utf8(render(&with, &reader(&()))).expect("ASCII");
    let parsed = MessageParser::default().parse(message.as_bytes()).expect("a message");
    assert_eq!(parsed.attachments().next().expect("a file").attachment_name(), Some(name));
    let part = message.split_once("Content-Type: application/pdf").expect("the part").1;
    part.split("\r\n\r\n").next().unwrap_or_default().to_owned()
}

#[test]
fn a_file_has_one_name_in_one_form() {
    let start = "\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment;\r\n ";
    let fits = format!("{}.pdf", "a".repeat(62));
    for name in ["Report 2026.pdf", "100%'s (1).pdf", &fits] {
        assert_eq!(file_header(name), format!("{start}filename=\"{name}\""));
    }
    for (name, written) in [
        ("Größe 文.pdf", "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E6%96%87.pdf".to_owned()),
        (&format!("é{}", "a".repeat(54)), format!("filename*=UTF-8''%C3%A9{}", "a".repeat(54))),
        (&format!("a{fits}"), format!("filename*0*=UTF-8''{};\r\n filename*1*=aaaaaa.pdf", "a".repeat(57))),
        (
            &format!("{}.pdf", "文".repeat(8)),
            format!(
                "filename*0*=UTF-8''{};\r\n filename*1*={}.pdf",
                "%E6%96%87".repeat(6),
                "%E6%96%87".repeat(2)
            ),
        ),
    ] {
        assert_eq!(file_header(name), format!("{start}{written}"));
    }
}

#[test]
fn an_address_beyond_ascii_is_never_encoded() {
    let reader = Reader { email: "zoë.文@xn--bcher-kva.example", ..reader(&()) };
    let message = render(&source(), &reader);
    assert_wire_rules(&message);
    let text = std::str::from_utf8(&message).unwrap();
    assert!(text.contains("\r\nTo: =?utf-8?q?Zo=C3=AB?= <zoë.文@xn--bcher-kva.example>\r\n"), "{text}");
    let long = format!("{}@xn--bcher-kva.example", "文".repeat(21));
    let message = render(&source(), &Reader { email: &long, ..reader });
    assert_wire_rules(&message);
    let parsed = MessageParser::default().parse(&message).unwrap();
    let to = parsed.to().unwrap().first().unwrap();
    assert_eq!((to.name(), to.address()), (Some("Zoë"), Some(long.as_str())));
}

#[test]
fn one_click_is_offered_with_https_alone() {
    let compiled = compile(&source()).unwrap();
    let headers = |url: &str| {
        let stamp = Stamp { unsubscribe_url: url, unsubscribe_mailto: None, ..stamp() };
        let headers = compiled.preview(&reader(&()), &stamp).headers;
        let value = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone());
        (value("List-Unsubscribe"), value("List-Unsubscribe-Post"), value("List-Id").is_some())
    };
    let one_click = Some("List-Unsubscribe=One-Click".to_owned());
    for (url, post) in [
        ("https://letters.example.com/u/abc", one_click.clone()),
        ("HTTPS://letters.example.com/u/abc", one_click),
        ("http://letters.example.com/u/abc", None),
        ("http://127.0.0.1:8080/u/abc", None),
    ] {
        assert_eq!(headers(url), (Some(format!("<{url}>")), post, true), "{url}");
    }
}

#[test]
fn what_cannot_be_folded_gets_a_line_of_its_own() {
    let url = format!("https://letters.example.com/u/{}", "a".repeat(45));
    let id = format!("{}@letters.example.com", "1".repeat(50));
    let stamp = Stamp { unsubscribe_url: &url, message_id: &id, unsubscribe_mailto: None, ..stamp() };
    let message = compile(&source()).unwrap().message(&reader(&()), &stamp);
    assert_wire_rules(&message);
    let text = String::from_utf8(message).unwrap();
    assert!(
        text.contains(&format!("\r\nMessage-ID:\r\n <{id}>\r\nList-Unsubscribe:\r\n <{url}>\r\n")),
        "{text}"
    );
    let parsed = MessageParser::default().parse(&text).unwrap();
    assert_eq!(parsed.message_id(), Some(id.as_str()));
    // 78 octets, and one more with the comma.
    let url = format!("https://letters.example.com/u/{}", "a".repeat(28));
    let message = |mailto| {
        let stamp = Stamp { unsubscribe_url: &url, unsubscribe_mailto: mailto, ..stamp };
        String::from_utf8(compile(&source()).unwrap().message(&reader(&()), &stamp)).unwrap()
    };
    assert!(message(None).contains(&format!("\r\nList-Unsubscribe: <{url}>\r\n")));
    let both = format!("\r\nList-Unsubscribe:\r\n <{url}>,\r\n <mailto:u@example.com>\r\n");
    assert!(message(Some("u@example.com")).contains(&both));
}

/// Any text, with line breaks, header-like lines, and long words more often than chance would have them.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-zäöü=?_.\r\n\t ]{0,300}",
        "[^ ]{80,200}",
        Just("x\r\nBcc: victim@example.com\r\n\r\nbody".to_owned()),
        Just("=?utf-8?q?=0D=0ABcc:_x?=".to_owned()),
        Just("\n.\r\n..\r.".to_owned()),
    ]
}

fn without_tags(text: &str) -> String {
    text.replace('{', "(")
}

fn one_line(text: &str) -> String {
    let blank = |c: char| c.is_control() || matches!(c, ' ' | '\u{2028}' | '\u{2029}');
    text.split(blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn no_value_reaches_the_structure(values in proptest::collection::vec(hostile(), 10)) {
        // 2,000 cases with ten values each, one in every place that ends in a header.
        let source = Source {
            subject: format!("{} {{{{ subscriber.first_name }}}} {{{{ subscriber.attributes.city }}}}", without_tags(&values[0])),
            newsletter_name: values[1].clone(),
            from_name: values[2].clone(),
            list_id: Some(values[3].clone()),
            feedback_id: Some(values[4].clone()),
            ..source()
        };
        let city = attributes(&values[5]);
        let reader = Reader { email: &values[6], first_name: Some(&values[7]), last_name: Some(&values[8]), attributes: &city };
        let stamp = Stamp { message_id: &values[9], unsubscribe_url: &values[0], unsubscribe_mailto: Some(&values[1]), ..stamp() };
        let compiled = compile(&source).unwrap();
        let message = compiled.message(&reader, &stamp);
        assert_wire_rules(&message);
        prop_assert_eq!(&message, &compiled.message(&reader, &stamp));
        let parsed = MessageParser::default().parse(&message).unwrap();
        let subject = one_line(&format!("{} {} {}", without_tags(&values[0]), values[7], values[5]).replace("  ", " "));
        let blank_first = values[7].trim().is_empty();
        let blank_city = values[5].trim().is_empty();
        if !blank_first && !blank_city && !subject.is_empty() {
            prop_assert_eq!(parsed.subject().unwrap_or_default(), subject);
        }
        let from = parsed.from().unwrap().first().unwrap();
        prop_assert_eq!(from.address(), Some("news@letters.example.com"));
        let name = one_line(&values[2]);
        prop_assert_eq!(from.name().unwrap_or_default(), name);
    }

    #[test]
    fn values_come_back_exactly(before in hostile(), value in hostile(), after in hostile()) {
        prop_assume!(!value.trim().is_empty());
        let (before, after) = (without_tags(&before), without_tags(&after));
        let text = format!("{before}{{{{ subscriber.attributes.city }}}}{after}|{{{{ unsubscribe_url }}}}");
        let html = "<body><p>{{ subscriber.attributes.city }}</p><i title=\"{{subscriber.attributes.city}}\">{{unsubscribe_url}}</i></body>";
        let source = Source { text: Some(text), html: Some(html.to_owned()), preheader: String::new(), ..source() };
        let city = attributes(&value);
        let message = render(&source, &reader(&city));
        assert_wire_rules(&message);
        let parsed = MessageParser::default().parse(&message).unwrap();
        // Line breaks of the literals are those of mail; a value keeps its own.
        let mail = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n");
        let url = stamp().unsubscribe_url;
        let expected = format!("{}{value}{}|{url}", mail(&before), mail(&after));
        let found = parsed.body_text(0).unwrap();
        prop_assert_eq!(found.trim_end(), expected.trim_end());
        let escaped = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;");
        let url = url.replace('&', "&amp;");
        let expected = format!("<body><p>{escaped}</p><i title=\"{escaped}\">{url}</i></body>");
        let found = parsed.body_html(0).unwrap();
        prop_assert_eq!(found.trim_end(), expected.trim_end());
    }

    #[test]
    fn any_html_compiles_and_parses(html in hostile(), text in hostile()) {
        let source = Source { html: Some(without_tags(&html)), text: Some(without_tags(&text)), ..source() };
        let compiled = match compile(&source) {
            Ok(compiled) => compiled,
            // The one refusal: what would hide the way out.
            Err(refused) => {
                prop_assert!(refused.error.message.contains("hides what follows it"), "{:?}", refused);
                return Ok(());
            }
        };
        let message = compiled.message(&reader(&()), &stamp());
        assert_wire_rules(&message);
        prop_assert_eq!(MessageParser::default().parse(&message).unwrap().parts.len(), 3);
        let made_text = Source { text: None, ..source.clone() };
        assert_wire_rules(&render(&made_text, &reader(&())));
        let made_html = Source { html: None, ..source };
        assert_wire_rules(&render(&made_html, &reader(&())));
    }

    #[test]
    fn any_attachment_parses(name in hostile(), kind in hostile(), bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let source = Source { attachments: vec![file(&name, &kind, &bytes); 2], ..source() };
        let message = render(&source, &reader(&()));
        let parsed = MessageParser::default().parse(&message).unwrap();
        prop_assert_eq!(parsed.attachments().count(), 2);
        for part in parsed.attachments() {
            prop_assert_eq!(part.contents(), &bytes[..]);
            prop_assert!(part.attachment_name().is_some_and(|name| !name.is_empty() && !name.contains(['/', '\\', '"'])));
        }
        assert_wire_rules(&message);
    }

    #[test]
    fn damaged_bytes_never_panic(at in any::<proptest::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = compile(&source()).unwrap().to_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(compiled) = content::Compiled::from_bytes(&bytes) {
            compiled.preview(&reader(&()), &stamp());
        }
    }
}

#[test]
fn what_no_list_sent_has_no_list_headers_and_no_way_to_leave() {
    let personal = Source { personal: true, ..source() };
    let stamp = Stamp { unsubscribe_url: "", unsubscribe_mailto: None, ..stamp() };
    let attributes = attributes("Köln");
    let compiled = compile(&personal).expect("content without mistakes");
    let message = compiled.message(&reader(&attributes), &stamp);
    assert_wire_rules(&message);
    let head = String::from_utf8(message.clone()).unwrap();
    let head = head.split("\r\n\r\n").next().unwrap();
    for name in ["List-", "Precedence", "Feedback-ID"] {
        assert!(!head.contains(name), "{head}");
    }
    assert!(head.contains("\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"), "{head}");
    let mail = MessageParser::default().parse(&message).unwrap();
    let (html, text) = (mail.body_html(0).unwrap(), mail.body_text(0).unwrap());
    for body in [&html, &text] {
        assert!(body.contains("Zoë") && !body.to_lowercase().contains("unsubscribe"), "{body}");
    }
    // The same content to a list has all of them.
    let listed = String::from_utf8(render(&source(), &reader(&attributes))).unwrap();
    for name in
        ["List-Unsubscribe: ", "List-Unsubscribe-Post: ", "List-Id: ", "Precedence: bulk", "Feedback-ID: "]
    {
        assert!(listed.contains(&format!("\r\n{name}")), "{name}");
    }
    assert!(!listed.contains("Auto-Submitted"));
}

#[test]
fn what_no_list_sent_cannot_name_a_lists_links() {
    for tag in ["unsubscribe_url", "preferences_url", "archive_url"] {
        let with = |field: &str| {
            let content = format!("A\nb {{{{ {tag} }}}}");
            let mut source = Source { personal: true, ..source() };
            match field {
                "subject" => source.subject = content,
                "preheader" => source.preheader = content,
                "html" => source.html = Some(content),
                _ => source.text = Some(content),
            }
            source
        };
        for field in ["subject", "preheader", "html", "text"] {
            let refused = compile(&with(field)).expect_err(field);
            assert_eq!((refused.field, refused.error.line, refused.error.column), (field, 2, 3), "{tag}");
            assert!(refused.error.message.contains(tag), "{}", refused.error);
            assert!(with(field).check().is_err(), "{field}");
            assert!(compile(&Source { personal: false, ..with(field) }).is_ok(), "{tag} in {field}");
        }
    }
}
