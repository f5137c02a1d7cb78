//! Links that are counted: which they are, and that nothing but their addresses changes.

use content::{Compiled, Link, Preview, Reader, Source, Stamp, Tracking, compile, links};
use mail_parser::MessageParser;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const PIXEL: &str = "<img src=\"https://t.example/t/o/Rr-_opn.gif\" width=\"1\" height=\"1\" alt=\"\" style=\"display:block;width:1px;height:1px;border:0\">";
const TRAP: &str = "<a href=\"https://t.example/t/c/Rr-_trp\" style=\"display:none\" aria-hidden=\"true\" tabindex=\"-1\"></a>";

fn source(html: &str) -> Source {
    Source {
        subject: "S".into(),
        html: Some(html.into()),
        newsletter_name: "The Weekly".into(),
        from_address: "news@example.com".into(),
        ..Source::default()
    }
}

/// A token of its own for each link, as many letters as an address may need.
fn tracking(links: &[Link]) -> Tracking {
    Tracking {
        base: "https://t.example".into(),
        links: links.iter().map(|link| (link.url.clone(), format!("k{}x", link.number))).collect(),
        open_token: "opn".into(),
        trap_token: "trp".into(),
    }
}

fn stamp(reader_token: &str) -> Stamp<'_> {
    Stamp {
        message_id: "m@example.com",
        date_ms: 0,
        unsubscribe_url: "https://example.com/u",
        unsubscribe_mailto: None,
        preferences_url: "https://example.com/p",
        archive_url: "https://example.com/a",
        reader_token,
    }
}

fn show(compiled: &Compiled, reader_token: &str) -> Preview {
    let attributes = BTreeMap::from([("city".to_owned(), "Köln".to_owned())]);
    let reader =
        Reader { email: "ada@example.org", first_name: None, last_name: None, attributes: &attributes };
    let stamp = stamp(reader_token);
    let preview = compiled.preview(&reader, &stamp);
    let message = compiled.message(&reader, &stamp);
    let parsed = MessageParser::default().parse(&message).expect("a message");
    assert_eq!(
        parsed.body_html(0).expect("a part").replace("\r\n", "\n").trim_end(),
        preview.html.trim_end()
    );
    assert!(message.ends_with(b"--\r\n") && parsed.parts.len() == 3);
    preview
}

fn tracked(html: &str) -> Preview {
    let source = Source { tracking: Some(tracking(&links(html).expect("content"))), ..source(html) };
    show(&compile(&source).expect("content"), "Rr-_")
}

fn plain(html: &str) -> Preview {
    show(&compile(&source(html)).expect("content"), "Rr-_")
}

fn found(html: &str) -> Vec<(String, String)> {
    let links = links(html).expect("content");
    for (index, link) in links.iter().enumerate() {
        assert_eq!((link.number as usize, link.has_tags), (index + 1, false));
    }
    links.into_iter().map(|link| (link.url, link.label)).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(url, label)| ((*url).to_owned(), (*label).to_owned())).collect()
}

#[test]
fn links_are_found_as_a_browser_reads_them() {
    let html = "<A HREF=\"https://a.example/?x=1&amp;y=2&copy=3\">  One\n <b>t</b>wo &amp; <br>three </A>\
        <a class=x href='HTTP://b.example/ '><img src=i.png alt=\"Our &quot;shop&quot;\"></a>\
        <a href=https://c.example/?a=b/ >c</a><a href = \"https://d.example/\n d\">\u{200b}d</a>\
        <map><area alt='Spot' href=\"https://e.example/&#228;\"></map>\
        <a href=\"https://f.example\" href=\"https://g.example\">é{{ subscriber.first_name }}</a>";
    let expected = [
        ("https://a.example/?x=1&y=2&copy=3", "One two & three"),
        ("HTTP://b.example/", "Our \"shop\""),
        ("https://c.example/?a=b/", "c"),
        ("https://d.example/ d", "d"),
        ("https://e.example/ä", "Spot"),
        ("https://f.example", "é{{ subscriber.first_name }}"),
    ];
    assert_eq!(found(html), pairs(&expected));
    let long = found(&format!("<a href=https://x.example>{}</a>", "äb ".repeat(100)));
    assert_eq!(long[0].1.chars().count(), 80);
}

#[test]
fn what_is_no_link_of_the_web_is_left_alone() {
    let html = "<a href=\"https://x.example/?c={{ subscriber.attributes.city }}\">tag</a><a href=\"{{ unsubscribe_url }}\">u</a>\
        <a href='mailto:a@example.com'>m</a><a href='tel:+49'>t</a><a href='#top'>#</a><a href='/path'>p</a><a href=\"//h.example\">h</a>\
        <a href=\"https://\">none</a><a href=\"https:///x\">none</a><a href=''>e</a><a>n</a><a href>n</a><a href=>n</a>\
        <a href='https://off.example' data-track=\"off\">o</a><a data-track=FALSE href='https://off.example'>o</a>\
        <!-- <a href=\"https://comment.example\">c</a> --><style>/* <a href=\"https://style.example\"> */</style>\
        <link href=\"https://link.example\"><img src=\"https://img.example/i.png\"><a-b href=\"https://custom.example\">c</a-b>\
        <p title='<a href=\"https://title.example\">'>x</p> < a href=\"https://text.example\">";
    assert_eq!(found(html), []);
    let (plain, tracked) = (plain(html), tracked(html));
    assert_eq!(tracked.html.replace(TRAP, "").replace(PIXEL, ""), plain.html);
    assert_eq!(tracked.text, plain.text);
}

#[test]
fn only_the_addresses_change() {
    let html = "<!doctype html><html><body class=b>\n<a  HREF = \"https://a.example/?x=1&amp;y=2\" title='{{ subscriber.attributes.city }}'>one</a>\
        <a href='https://b.example/'>{{ subscriber.attributes.city }}</a>\n<a id=q href=https://c.example/>c</a>\
        <a href=https://c.example/ data-track=off>c</a><a href=https://c.example/\tclass=x>c</a>\n<a href='https://a.example/?x=1&#38;y=2'>again</a>\
        <a href=\"{{ unsubscribe_url }}\">u</a></BODY></html>";
    let click = "https://t.example/t/c/Rr-_";
    let shown = tracked(html);
    assert_eq!(
        shown.html.trim_end(),
        format!(
            "<!doctype html><html><body class=b>{TRAP}\n<a  HREF = \"{click}k1x\" title='Köln'>one</a>\
             <a href='{click}k2x'>Köln</a>\n<a id=q href={click}k3x>c</a>\
             <a href=https://c.example/ data-track=off>c</a><a href={click}k3x\tclass=x>c</a>\n<a href='{click}k1x'>again</a>\
             <a href=\"https://example.com/u\">u</a>{PIXEL}</BODY></html>"
        )
    );
    assert_eq!(shown.text, plain(html).text);
    assert!(shown.text.contains("https://a.example/?x=1&y=2") && !shown.text.contains("t.example"));
}

#[test]
fn outlook_goes_through_the_server_too() {
    let html = "<!--[if mso]><v:roundrect href=\"https://a.example/?a&amp;b\" style=\"x\"><center>Outlook</center></v:roundrect><![endif]-->\
        <!--[if !mso]><!--><a href=\"https://a.example/?a&amp;b\">Go</a><!--<![endif]--><!--[if mso]><a href='https://b.example'>B</a><![endif]-->";
    assert_eq!(found(html), pairs(&[("https://a.example/?a&b", "Outlook"), ("https://b.example", "B")]));
    assert_eq!(tracked(html).html.matches("/t/c/Rr-_k1x\"").count(), 2);
}

#[test]
fn the_trap_follows_the_preheader_and_the_image_comes_last() {
    for html in [
        "<p>Hi",
        "<html><p>Hi",
        "<p>Hi</p></body>",
        "<html><body><p>Hi</p></html>",
        " ",
        "<p title=\"Hi",
        "</body><body>",
    ] {
        for unsubscribe in ["", "<a href='{{ unsubscribe_url }}'>u</a>", "{{ unsubscribe_url }}"] {
            let source = Source {
                preheader: "Soon\r\n&".into(),
                subject: "a\r\nb".into(),
                tracking: Some(tracking(&[])),
                ..source(&format!("{html}{unsubscribe}"))
            };
            let shown = show(&compile(&source).unwrap(), "Rr-_").html;
            assert!(shown.contains(&format!("</div>\n{TRAP}")), "{shown}");
            assert_eq!(shown.matches(PIXEL).count(), 1, "{shown}");
            assert!(shown.find(TRAP) < shown.find(PIXEL), "{shown}");
            let without = show(&compile(&Source { tracking: None, ..source }).unwrap(), "Rr-_").html;
            assert_eq!(shown.replace(TRAP, "").replace(PIXEL, ""), without);
        }
    }
}

#[test]
fn links_made_from_text_are_tracked() {
    let source = Source { html: None, text: Some("See https://a.example/?a=1&b=2.".into()), ..source("") };
    let links = source.links().unwrap();
    assert_eq!(links[0].url, "https://a.example/?a=1&b=2");
    let source = Source { tracking: Some(tracking(&links)), ..source };
    let shown = show(&compile(&source).unwrap(), "Rr-_");
    assert!(
        shown.html.contains("<a href=\"https://t.example/t/c/Rr-_k1x\">https://a.example/?a=1&amp;b=2</a>")
    );
    assert!(shown.text.starts_with("See https://a.example/?a=1&b=2.\n"));
}

#[test]
fn a_token_cannot_leave_its_address() {
    let html = "<a href=https://a.example>a</a>";
    let source = Source { tracking: Some(tracking(&links(html).unwrap())), ..source(html) };
    let compiled = compile(&source).unwrap();
    assert!(show(&compiled, "a\" b>/").html.contains("/t/c/a%22%20b%3E%2Fk1x>"));
    assert!(show(&compiled, "").html.contains("href=https://t.example/t/c/k1x>"));
}

#[test]
fn no_tag_writes_the_internal_value() {
    for name in ["reader token", "reader_token", "ReaderToken", "reader&nbsp;token", "reader&#32;token"] {
        assert!(links(&format!("<p>{{{{ {name} }}}}</p>")).is_err(), "{name}");
    }
}

#[test]
fn the_stored_form_keeps_it_and_the_former_one_is_read() {
    let html = "<a href=https://a.example>a</a>";
    let compiled =
        compile(&Source { tracking: Some(tracking(&links(html).unwrap())), ..source(html) }).unwrap();
    let read = Compiled::from_bytes(&compiled.to_bytes()).unwrap();
    assert_eq!(read, compiled);
    let plain = compile(&source(html)).unwrap();
    let mut former = plain.to_bytes();
    former[0] = 1;
    assert_eq!(Compiled::from_bytes(&former).unwrap(), plain);
}

#[test]
fn many_links_take_no_time() {
    let mut many = String::new();
    for n in 0..20_000 {
        let _ = writeln!(many, "<a href='https://x.example/{n}?a&amp;b'>L{n}</a>");
    }
    assert_eq!(tracked(&many).html.matches("/t/c/Rr-_k").count(), 20_000);
    let same = "<a href=https://x.example/></a><area href='https://x.example/'>".repeat(20_000);
    assert_eq!(found(&same).len(), 1);
    let deep = "<a href='https://x.example/'><!--[if mso]>x<![endif]--></a>".repeat(20_000);
    assert_eq!(found(&deep).len(), 1);
}

/// Pieces that documents are made of, whole and broken; `#` becomes a number of its own.
fn part() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "<a href=\"https://x.example/#?a=1&amp;b=2\">l</a>",
        "<A class='c' HREF='http://y.example/#'>é\r\n</A>",
        "<a href=https://z.example/#>",
        "</a>",
        "<a data-track=off href=\"https://off.example/#\">",
        "<a href=\"https://x.example/#?{{ subscriber.email }}\">",
        "<area href = \"https://q.example/#\"/>",
        "<!-- <a href=\"https://c.example/#\"> -->",
        "<!--[if mso]><a href=\"https://m.example/#\">",
        "<![endif]-->",
        "<!--",
        "-->",
        "<body>",
        "</body>",
        "<html>",
        "<title>",
        "</title>",
        "<p title=\"",
        "'",
        "\"",
        ">",
        "<",
        "{{ unsubscribe_url }}",
        "text & \n",
        "<img src='https://i.example/#.png' alt='x'>",
        "=",
    ])
    .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn what_was_rewritten_can_be_undone(parts in prop::collection::vec(part(), 0..24), preheader in "[a-z\r\n]{0,4}") {
        let html: String =
            parts.iter().enumerate().map(|(index, part)| part.replace('#', &format!("n{index}"))).collect();
        let Ok(found) = links(&html) else { return Ok(()) };
        let original = Source { preheader, ..source(&html) };
        // What would hide the way out is refused.
        let Ok(compiled) = compile(&original) else { return Ok(()) };
        let original_shown = show(&compiled, "Rr-_");
        let shown = show(&compile(&Source { tracking: Some(tracking(&found)), ..original }).unwrap(), "Rr-_");
        prop_assert_eq!(&shown.text, &original_shown.text);
        let mut undone = shown.html.replacen(TRAP, "", 1).replacen(PIXEL, "", 1);
        for link in &found {
            let token = format!("https://t.example/t/c/Rr-_k{}x", link.number);
            prop_assert!(undone.contains(&token));
            let raw = link.url.replace("a=1&b=2", "a=1&amp;b=2");
            let raw = if original_shown.html.contains(&raw) { raw } else { link.url.clone() };
            undone = undone.replace(&token, &raw);
        }
        prop_assert_eq!(undone, original_shown.html);
    }
}
