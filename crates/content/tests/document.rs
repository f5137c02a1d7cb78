//! What a block editor writes: a whole document for all mail programs, Outlook's own dialects included. It must arrive as it
//! was written.

use content::{Preview, Reader, Source, Stamp, compile};
use mail_parser::MessageParser;
use std::collections::BTreeMap;

/// A document of about 80 KB with everything that mail programs are told each by themselves.
fn document() -> String {
    let row = r##"<!--[if mso | IE]><table role="presentation" width="600"><tr><td width="300" style="vertical-align:top;"><![endif]-->
<div class="col" style="display:inline-block;font-family:'Segoe UI',Arial,sans-serif">&#847;&zwnj; Grüße — “{{ subscriber.first_name | default('there') }}” 😀 = 100% &amp; more</div>
<!--[if mso | IE]></td><td width="300"><![endif]-->
<!--[if mso]>
<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="https://example.com/?c={{ subscriber.attributes.city }}&amp;x=1" style="height:44px;v-text-anchor:middle;width:180px;" arcsize="14%" stroke="f" fillcolor="#c93f25"><w:anchorlock/><center style="color:#ffffff;">Go</center></v:roundrect>
<![endif]-->
<!--[if !mso]><!-->
<a href="https://example.com/?c={{ subscriber.attributes.city }}&amp;x=1" style="background:#c93f25">Go</a>
<a href="{{ subscriber.attributes.site }}">Site</a>
<!--<![endif]-->
<!--[if mso | IE]></td></tr></table><![endif]-->
<!-- a note > with signs < in it -->
<p	class="tab">trailing tab	
trailing blank 
.a line that starts with a dot</p>
"##;
    let head = r##"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="en" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<title>Hello {{ subscriber.first_name | default("there") }}</title>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->
<style>
@media (max-width:600px){.col{width:100%!important}} a>b{c:d} /* <body> </body> */
@media (prefers-color-scheme:dark){.bg{background:#111!important}}
</style>
<!--[if gte mso 9]><style>td{font-family:Arial,sans-serif!important}</style><![endif]-->
</head>
<body class="bg" data-note="a > b" style="margin:0;padding:0;background-color:#faf8f4;" bgcolor="#faf8f4">
"##;
    let end = r#"<p><a href="{{ unsubscribe_url }}" style="color:#666">Unsubscribe</a> · <a href="{{ archive_url }}">In a browser</a></p>
</body>
</html>"#;
    let document = [head, &row.repeat(75), end].concat();
    assert!((75_000..100_000).contains(&document.len()), "{}", document.len());
    document
}

fn source(html: &str) -> Source {
    Source {
        subject: "S".into(),
        html: Some(html.into()),
        newsletter_name: "The Weekly".into(),
        from_address: "news@example.com".into(),
        ..Source::default()
    }
}

/// What the reader gets: as the preview shows it, and as a mail parser that is not ours reads the message.
fn deliver(source: &Source) -> (Preview, String) {
    let attributes = BTreeMap::from([
        ("city".to_owned(), "Köln & \"Bonn\"".to_owned()),
        ("site".to_owned(), "javascript:alert(1)".to_owned()),
    ]);
    let reader = Reader {
        email: "a@example.org",
        first_name: Some("<Ada>"),
        last_name: None,
        attributes: &attributes,
    };
    let stamp = Stamp {
        message_id: "m@example.com",
        date_ms: 0,
        unsubscribe_url: "https://example.com/u/abc?a=1&b=2",
        unsubscribe_mailto: None,
        preferences_url: "https://example.com/p",
        archive_url: "https://example.com/a",
        reader_token: "",
    };
    let compiled = compile(source).expect("content without mistakes");
    let message = compiled.message(&reader, &stamp);
    let parsed = MessageParser::default().parse(&message).expect("a message");
    let html = parsed.body_html(0).expect("a part").replace("\r\n", "\n");
    (compiled.preview(&reader, &stamp), html)
}

/// The document with its tags replaced by hand.
fn expected() -> String {
    document()
        .replace("{{ subscriber.first_name | default('there') }}", "&lt;Ada&gt;")
        .replace("{{ subscriber.first_name | default(\"there\") }}", "&lt;Ada&gt;")
        .replace("{{ subscriber.attributes.city }}", "K%C3%B6ln%20%26%20%22Bonn%22")
        .replace("{{ subscriber.attributes.site }}", "")
        .replace("{{ unsubscribe_url }}", "https://example.com/u/abc?a=1&amp;b=2")
        .replace("{{ archive_url }}", "https://example.com/a")
}

#[test]
fn a_document_arrives_as_it_was_written() {
    let (preview, html) = deliver(&source(&document()));
    assert_eq!(html, expected());
    assert_eq!(preview.html.trim_end(), html);
}

#[test]
fn a_preheader_stands_first_in_the_body_and_nothing_else_changes() {
    let (_, html) = deliver(&Source { preheader: "Soon".into(), ..source(&document()) });
    let body = "bgcolor=\"#faf8f4\">\n";
    let (before, after) = html.split_once(body).unwrap();
    let hidden = after.split_once("</div>\n").unwrap().0;
    assert!(hidden.starts_with("<div style=\"display:none;") && hidden.contains(">Soon&#847;"), "{hidden}");
    let rest = html.replace(&format!("\n{hidden}</div>\n"), "");
    assert_eq!(rest, expected());
    assert!(before.ends_with("background-color:#faf8f4;\" "));
}

#[test]
fn a_footer_stands_last_in_the_body_when_there_is_no_way_out() {
    let (_, html) = deliver(&source(&document().replace("{{ unsubscribe_url }}", "#")));
    let (_, end) = html.rsplit_once("In a browser</a></p>\n").unwrap();
    assert!(
        end.starts_with("<p style=") && end.contains("href=\"https://example.com/u/abc?a=1&amp;b=2\""),
        "{end}"
    );
    assert!(end.ends_with("Unsubscribe</a></p>\n</body>\n</html>"), "{end}");
}

#[test]
fn the_text_part_has_nothing_that_only_outlook_reads() {
    let text = deliver(&source(&document())).0.text;
    assert!(text.contains("<Ada>") && text.contains("https://example.com/u/abc?a=1&b=2"), "{text}");
    for hidden in ["roundrect", "endif", "mso", "PixelsPerInch", "font-family", "a note"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
    assert_eq!(text.matches("Go <https").count(), 75, "once, not twice: {text}");
}
