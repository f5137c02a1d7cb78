//! HTML that would hide the way out, and links that lead to what nobody should follow.

use content::{Inspection, Reader, Source, Stamp, compile, inspect};
use mail_parser::MessageParser;

fn source(html: &str) -> Source {
    Source {
        subject: "S".into(),
        html: Some(html.into()),
        from_address: "news@example.com".into(),
        ..Source::default()
    }
}

fn told(html: &str) -> Inspection {
    inspect(&source(html))
}

/// HTML and text of the mail, as a mail parser that is not ours reads it.
fn mail(source: &Source) -> (String, String) {
    let reader = Reader { email: "a@b.example", first_name: Some("Ida"), last_name: None, attributes: &() };
    let stamp = Stamp {
        message_id: "m@example.com",
        date_ms: 0,
        unsubscribe_url: "https://example.com/u",
        unsubscribe_mailto: None,
        preferences_url: "https://example.com/p",
        archive_url: "https://example.com/a",
        reader_token: "",
    };
    let message =
        compile(source).unwrap_or_else(|error| panic!("{error}: {:?}", source.html)).message(&reader, &stamp);
    let parsed = MessageParser::default().parse(&message).expect("a message");
    let part = |part: Option<std::borrow::Cow<'_, str>>| part.expect("a part").replace("\r\n", "\n");
    (part(parsed.body_html(0)), part(parsed.body_text(0)))
}

const FOOTER: &str = "text-decoration:underline\">Unsubscribe</a></p>";

#[test]
fn html_that_would_hide_the_way_out_is_refused_with_its_line() {
    for (html, line, column, told_as) in [
        ("<p>Hi</p>\n<!-- a note", 2, 1, "comment"),
        ("<p>Hi</p>\n\n <!--[if mso]>only Outlook", 3, 2, "comment"),
        ("<p>Hi</p><style>p{color:red}", 1, 10, "</style>"),
        ("<textarea>", 1, 1, "</textarea>"),
        ("<p>\n<SELECT><option>one", 2, 1, "</select>"),
        ("<title>Hi", 1, 1, "</title>"),
        ("<script>x", 1, 1, "</script>"),
        ("<template><p>x</p>", 1, 1, "</template>"),
        ("<noscript>x", 1, 1, "</noscript>"),
        ("<iframe src='https://x.test'>x", 1, 1, "</iframe>"),
        ("<xmp>x", 1, 1, "</xmp>"),
        ("<object><p>x</p>", 1, 1, "</object>"),
        ("<video><p>x</p>", 1, 1, "</video>"),
        ("<details><summary>more</summary>x", 1, 1, "</details>"),
        ("<table><tr><td>\n<div style='Display : NONE'><b>x", 2, 1, "</div>"),
        ("<div hidden>x", 1, 1, "</div>"),
        ("<p>Hi</p>\n<p title='a>b", 2, 1, "tag"),
        ("<html><body>\n<select></body></html>", 2, 1, "</select>"),
        ("<!doctype html><html><head><title>x</title></head><body>\n\n<!-- </body></html>", 3, 1, "comment"),
        ("<html><head><title>x</head><body><p>x</p></body></html>", 1, 13, "</title>"),
    ] {
        let error = compile(&source(html)).expect_err(html);
        assert_eq!(
            (error.field, error.error.line, error.error.column),
            ("html", line, column),
            "{html}: {error}"
        );
        assert!(
            error.error.message.contains(told_as) && error.error.message.contains("hides"),
            "{html}: {error}"
        );
        let found = told(html);
        assert_eq!(found.hidden_unsubscribe, Some(error.error), "{html}: the checks say the same");
        assert!(!found.has_unsubscribe);
        assert_eq!(source(html).check(), Ok(()), "a draft may be saved while it is written: {html}");
    }
}

#[test]
fn a_way_out_of_the_authors_that_nobody_sees_is_none() {
    let link = "<a href='{{ unsubscribe_url }}'>Leave</a>";
    for html in [
        format!("<!-- {link} --><p>x</p>"),
        format!("<!-- {link} --!><p>x</p>"),
        format!("<!--[if mso]>{link}<![endif]--><p>x</p>"),
        format!("<div style='display: none'>{link}</div>"),
        format!("<div hidden><p>{link}</p></div>"),
        format!("<p style=\"visibility:hidden\">{link}</p>"),
        format!("<textarea>{link}</textarea>"),
        format!("<select><option>{link}</select>"),
        format!("<template>{link}</template>"),
        format!("<p>x</p><noscript>{link}</noscript>"),
        format!("<html><head><title>{link}</title></head><body><p>x</p></body></html>"),
        "<a href='{{ unsubscribe_url }}'> &nbsp; </a>".to_owned(),
        "<img src='{{ unsubscribe_url }}' alt=x>".to_owned(),
        "<p title='{{ unsubscribe_url }}'>x</p>".to_owned(),
        "<link href='{{ unsubscribe_url }}'>x".to_owned(),
    ] {
        assert!(!told(&html).has_unsubscribe, "{html}");
        let (sent, text) = mail(&source(&html));
        assert_eq!(sent.matches(FOOTER).count(), 1, "{html}: {sent}");
        assert!(text.contains("https://example.com/u"), "{html}: {text}");
    }
}

#[test]
fn a_way_out_that_is_seen_stands_alone() {
    for html in [
        "<a href='{{ unsubscribe_url }}'>Leave</a>",
        "<p><a href=\"{{ unsubscribe_url }}&amp;x\"><span><b>Leave</b></span></a>",
        "<a href='{{ unsubscribe_url }}'><img src='x.png' alt='Leave'></a>",
        "<img usemap='#m'><map name=m><area href='{{ unsubscribe_url }}' alt='Leave'></map>",
        "<p>Leave: {{ unsubscribe_url }}</p>",
        "<table><tr><td><a href='{{ unsubscribe_url }}'>Leave</a>",
        "<div style='display:none'>soon</div><a href='{{ unsubscribe_url }}'>Leave</a>",
        "<a href='{{ unsubscribe_url }}'>Leave</a><!-- no end",
    ] {
        let found = told(html);
        assert!(found.has_unsubscribe && found.hidden_unsubscribe.is_none(), "{html}");
        assert!(!mail(&source(html)).0.contains(FOOTER), "{html}");
    }
    for html in [
        "<p>x",
        "<div><table><tr><td>x",
        "<b><i>x</b>",
        "<ul><li>x",
        "<o:p><o:p>x",
        "<p>1 < 2 & 3 > 2",
        "<!-->x",
        // The next quotation mark ends the attribute, a paragraph the drawing.
        "<p title=\"a>b",
        "<svg><g>x",
        "a --> b",
    ] {
        let found = told(html);
        assert!(!found.has_unsubscribe && found.hidden_unsubscribe.is_none(), "{html}");
        assert!(mail(&source(html)).0.contains(FOOTER), "{html}");
    }
    let deep = "<o:p>".repeat(20_000);
    assert!(mail(&source(&deep)).0.contains(FOOTER), "foreign elements at any depth");
}

#[test]
fn links_that_run_something_are_taken_out_and_told() {
    for address in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " \n javascript:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript:\nalert(1)",
        "javascript&colon;alert(1)",
        "&#106;avascript:alert(1)",
        "&#x6A;&#x61vascript:alert(1)",
        "java&Tab;script&#58;alert(1)",
        "java&NewLine;script:alert(1)",
        "&#1;javascript:alert(1)",
        "java\u{ad}script:alert(1)",
        "java{{ subscriber.first_name }}script:alert(1)",
        "{{ subscriber.first_name }}:alert(1)",
        "vbscript:msgbox(1)",
        "VBScript:x",
        "data:text/html;base64,PHNjcmlwdD4=",
        "file:///etc/passwd",
        "FILE:x",
    ] {
        for link in [
            format!("<a href=\"{address}\">Click</a>"),
            format!("<area alt='Click' href='{address}'>"),
            format!("<!--[if mso]><v:rect href='{address}'>Click</v:rect><![endif]-->"),
        ] {
            let html = format!("<p>before</p>{link}<p>after</p>");
            let (sent, text) = mail(&source(&html));
            let lower = format!("{sent}{text}").to_lowercase();
            for left in ["alert", "msgbox", "script:", "data:", "file:", "passwd", "&colon;"] {
                assert!(!lower.contains(left), "{html}: {left} is left in {sent} {text}");
            }
            assert!(sent.contains("href=\"#") || sent.contains("href='#"), "{html}: {sent}");
            assert!(sent.contains("Click") && sent.contains("before") && sent.contains("after"), "{sent}");
            let found = told(&html);
            assert_eq!(found.removed_links.len(), 1, "{html}");
            assert_eq!((&*found.removed_links[0].label, found.empty_links.len()), ("Click", 0), "{html}");
        }
    }
    for html in [
        "<form action='javascript:x'><button formaction=data:x>b</button></form>",
        "<svg><a xlink:href='javascript:x'>x</a></svg>",
    ] {
        let sent = mail(&source(html)).0;
        assert!(!sent.contains("javascript") && !sent.contains("data:"), "{sent}");
    }
}

#[test]
fn links_that_lead_somewhere_and_pictures_in_place_stay() {
    for html in [
        "<a href='https://x.test/?q=javascript:1'>x</a>",
        "<a href='mailto:a@b.test?subject=file:x'>x</a>",
        "<a href='tel:+49'>x</a><a href='sms:1'>x</a><a href='webcal://x.test'>x</a>",
        "<a href='#data:x'>x</a><a href='/file:x'>x</a><a href='?javascript:x'>x</a><a href='dataset'>x</a>",
        "<a href='{{ subscriber.first_name }}'>x</a>",
        "<a href='{{ archive_url }}#a:b'>x</a><a href='{{ preferences_url }}:x'>x</a>",
        "<a href='mailto:{{ subscriber.email }}'>x</a>",
        "<img src='data:image/png;base64,AAAA' alt='x'>",
        "<p>javascript:alert(1) is no link</p><!-- <a href='javascript:x'> -->",
    ] {
        assert_eq!(told(html).removed_links, [], "{html}");
        let (sent, _) = mail(&source(html));
        let written = html.split("{{").next().unwrap_or_default();
        assert!(sent.contains(written), "{html}: {sent}");
    }
    let told = told(&"<a href=javascript:x>y</a>".repeat(200));
    assert_eq!(told.removed_links.len(), 50, "bounded");
}

#[test]
fn what_is_told_of_a_line_stays_true_when_a_link_is_taken_out() {
    let html = "<a href=\"java\nscript:\nx\">x</a>\n<textarea>";
    let error = compile(&source(html)).expect_err("hidden").error;
    assert_eq!((error.line, error.column), (4, 1));
}

#[test]
fn a_document_without_a_body_tag_gets_its_additions_inside() {
    let html = "<html>\n<head><title>t</title></head>\n<p>Hi</p>\n</html>";
    let (sent, _) = mail(&Source { preheader: "Soon".into(), ..source(html) });
    let place = |text: &str| sent.find(text).unwrap_or_else(|| panic!("{text} in {sent}"));
    let places = ["</head>", ">Soon&#847;", "<p>Hi</p>", FOOTER, "</html>"].map(place);
    assert!(places.is_sorted(), "{places:?} in {sent}");
    let (sent, _) = mail(&Source { preheader: "Soon".into(), ..source("<html><p>Hi</p>") });
    let place = |text: &str| sent.find(text).unwrap_or_else(|| panic!("{text} in {sent}"));
    let places = ["<html>", ">Soon&#847;", "<p>Hi</p>", FOOTER].map(place);
    assert!(places.is_sorted(), "{places:?} in {sent}");
}

#[test]
fn lists_and_apostrophes_are_text_in_the_text_part() {
    let html = "<p>It&apos;s &lsquo;so&rsquo; &amp; &ldquo;so&rdquo;</p><ol><li>one</li><li>two</li></ol>\
        <ol start='9'><li>nine</li><li>ten</li></ol><ul><li>dot</li></ul>";
    let (_, text) = mail(&source(html));
    assert!(text.starts_with("It's ‘so’ & “so”\n"), "{text}");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines[1..6], ["1. one", "2. two", "9. nine", "10. ten", "* dot"], "{text}");
    let long = format!("<ol><li>{}</li></ol>", "word ".repeat(40));
    let (_, text) = mail(&source(&long));
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("1. word word") && line.len() <= 78), "{text}");
    assert!(lines.next().is_some_and(|line| line.starts_with("   word word")), "set under it: {text}");
}

#[test]
fn a_value_right_after_one_of_our_links_stays_inside_it() {
    let text = |text: &str| mail(&Source { html: None, text: Some(text.into()), ..source("") }).1;
    let plain = |name: &str| Source { html: None, text: Some(name.into()), ..source("") };
    let reader = |first_name| Reader {
        email: "a@b.example",
        first_name: Some(first_name),
        last_name: None,
        attributes: &(),
    };
    let stamp = Stamp {
        message_id: "m@example.com",
        date_ms: 0,
        unsubscribe_url: "https://example.com/u",
        unsubscribe_mailto: None,
        preferences_url: "https://example.com/p",
        archive_url: "https://example.com/a",
        reader_token: "",
    };
    let shown =
        |written: &str| compile(&plain(written)).expect("content").preview(&reader("A b&c"), &stamp).text;
    assert!(
        shown("{{ unsubscribe_url }}?n={{ subscriber.first_name }}")
            .starts_with("https://example.com/u?n=A%20b%26c")
    );
    assert!(
        shown("{{ unsubscribe_url }}{{ subscriber.first_name }}")
            .starts_with("https://example.com/uA%20b%26c")
    );
    assert!(
        shown("{{ unsubscribe_url }} {{ subscriber.first_name }}").starts_with("https://example.com/u A b&c")
    );
    assert!(
        shown("<{{ unsubscribe_url }}>{{ subscriber.first_name }}")
            .starts_with("<https://example.com/u>A b&c")
    );
    assert!(text("{{ archive_url }}\n{{ subscriber.first_name }}").contains("https://example.com/a\nIda"));
}
