//! What authors write: tags and their mistakes, parts made from each other, what is added.

use content::{Piece, Preview, Reader, Source, Stamp, Syntax, Variable, compile, is_too_deep, parse};
use std::collections::BTreeMap;

fn source() -> Source {
    Source {
        from_address: "news@example.com".into(),
        newsletter_name: "The Weekly".into(),
        ..Source::default()
    }
}

fn html(html: &str) -> Source {
    Source { html: Some(html.into()), subject: "S & s".into(), ..source() }
}

fn text(text: &str) -> Source {
    Source { text: Some(text.into()), ..source() }
}

fn preview_for(source: &Source, first_name: Option<&str>, attributes: &[(&str, &str)]) -> Preview {
    let attributes: BTreeMap<_, _> =
        attributes.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let reader =
        Reader { email: "ada@example.org", first_name, last_name: Some("L"), attributes: &attributes };
    let stamp = Stamp {
        message_id: "m@example.com",
        date_ms: 0,
        unsubscribe_url: "https://example.com/u?a=1&b=2",
        unsubscribe_mailto: None,
        preferences_url: "https://example.com/p",
        archive_url: "https://example.com/a",
        reader_token: "",
    };
    compile(source).expect("content without mistakes").preview(&reader, &stamp)
}

fn preview(source: &Source) -> Preview {
    preview_for(source, Some("Ada"), &[("city", "Köln")])
}

fn tag(source: &str, syntax: Syntax) -> (Variable, Option<String>) {
    match parse(source, syntax).expect("a tag").as_slice() {
        [Piece::Variable { variable, default, range }] => {
            assert_eq!(*range, 0..source.len());
            (variable.clone(), default.clone())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_tag_is_known() {
    for (path, variable) in [
        ("subscriber.first_name", Variable::FirstName),
        ("subscriber.last_name", Variable::LastName),
        ("subscriber.email", Variable::Email),
        ("subscriber.attributes.city", Variable::Attribute("city".into())),
        ("newsletter.name", Variable::NewsletterName),
        ("unsubscribe_url", Variable::UnsubscribeUrl),
        ("preferences_url", Variable::PreferencesUrl),
        ("archive_url", Variable::ArchiveUrl),
    ] {
        assert_eq!(tag(&format!("{{{{{path}}}}}"), Syntax::Text), (variable.clone(), None));
        assert_eq!(tag(&format!("{{{{\n {path}\t}}}}"), Syntax::Html), (variable, None));
    }
}

#[test]
fn defaults_are_read_in_any_quotes() {
    let there = (Variable::FirstName, Some("there".to_owned()));
    for argument in ["\"there\"", "'there'", "“there”", " \"there\" "] {
        assert_eq!(
            tag(&format!("{{{{ subscriber.first_name | default({argument}) }}}}"), Syntax::Text),
            there
        );
    }
    for argument in ["&quot;there&quot;", "&#34;there&#x22;", "&#39;there'", "&ldquo;there&rdquo;"] {
        let source = format!("{{{{&nbsp;subscriber.first_name&nbsp;|default({argument})}}}}");
        assert_eq!(tag(&source, Syntax::Html), there);
    }
    let escaped = tag(r#"{{ subscriber.email | default("a \"b\" }} \\") }}"#, Syntax::Text);
    assert_eq!(escaped.1.as_deref(), Some(r#"a "b" }} \"#));
    assert_eq!(tag("{{ archive_url | default('a &amp; b') }}", Syntax::Html).1.as_deref(), Some("a & b"));
}

#[test]
fn lone_braces_are_text() {
    let css = "@media x{a{b:c}} { } }} {";
    assert_eq!(parse(css, Syntax::Html).unwrap(), [Piece::Literal(0..css.len())]);
    assert_eq!(parse("", Syntax::Text).unwrap(), []);
}

#[test]
fn mistakes_are_told_with_line_and_column() {
    let mut told = String::new();
    for source in [
        "Hi {{ subscriber.first_name",
        "Hi {{ subscriber.first_name }\n{{ archive_url }}",
        "äö {{ }}",
        "one\r\ntwo ü {{ subscriber.nickname }}",
        "{{ subscriber.attributes. }}",
        "{{ subscriber.first_name | upper }}",
        "{{ subscriber.first_name | default }}",
        "{{ subscriber.first_name | default(there) }}",
        "{{ subscriber.first_name | default(\"there) }}",
        "{{ subscriber.first_name | default(\"there\" }}",
        "{{ subscriber.first_name | default('a') | default('b') }}",
        "{{ subscriber.first_name subscriber.last_name }}",
        "{{{ archive_url }}}",
    ] {
        let error = parse(source, Syntax::Text).unwrap_err();
        told.extend([format!("{source:?}\n"), format!("    {error}\n")]);
    }
    insta::assert_snapshot!(told);
}

#[test]
fn the_field_of_a_mistake_is_named() {
    let bad = "x {{ nope }}".to_owned();
    for (source, field) in [
        (Source { subject: bad.clone(), ..source() }, "subject"),
        (Source { preheader: bad.clone(), ..source() }, "preheader"),
        (html(&bad), "html"),
        (text(&bad), "text"),
        (html("<a href={{ archive_url }}>x</a>"), "html"),
    ] {
        assert_eq!(compile(&source).unwrap_err().field, field);
        assert_eq!(source.check().unwrap_err().field, field);
    }
    let no_sender = Source { from_address: "nobody".into(), ..source() };
    assert_eq!(compile(&no_sender).unwrap_err().field, "from_address");
    assert_eq!(no_sender.check(), Ok(()));
    let reply_to = Source { reply_to: Some("a@b\r\nBcc: c".into()), ..source() };
    assert_eq!(compile(&reply_to).unwrap_err().field, "reply_to");
}

#[test]
fn a_default_stands_in_for_missing_and_blank() {
    let source = Source {
        subject: "Hi {{ subscriber.first_name | default('you') }}".into(),
        ..html("<p>{{ subscriber.first_name | default('<you>') }} {{ subscriber.attributes.x }}!</p>")
    };
    for missing in [None, Some(""), Some(" \n ")] {
        let preview = preview_for(&source, missing, &[]);
        assert_eq!(preview.subject, "Hi you");
        assert!(preview.html.contains("<p>&lt;you&gt; !</p>"), "{}", preview.html);
    }
    assert!(preview(&source).html.contains("<p>Ada !</p>"));
}

#[test]
fn values_fit_the_place_they_stand_in() {
    let source = html(
        "<a href=\"https://x.example/?n={{ subscriber.attributes.v }}&amp;e={{ subscriber.email }}\" title='{{ subscriber.attributes.v }}'>\
         {{ subscriber.attributes.v }}</a><a href=\"{{ subscriber.attributes.u }}\">u</a><a href = \"{{ subscriber.attributes.u }}\">blanks</a>\
         <!--[if mso]><v:roundrect href=\"{{ unsubscribe_url }}\"><![endif]--><style>a{b:c}</style>",
    );
    let html = preview_for(&source, None, &[("v", "a&b \"ü'"), ("u", "https://y.example/?a&b")]).html;
    assert!(html.contains(
        "?n=a%26b%20%22%C3%BC%27&amp;e=ada@example.org\" title='a&amp;b &quot;ü&#39;'>a&amp;b &quot;ü&#39;<"
    ));
    assert!(html.contains("<a href=\"https://y.example/?a&amp;b\">"));
    assert!(html.contains("href=\"https://example.com/u?a=1&amp;b=2\""));
    for harmful in ["javascript:alert(1)", " java\nscript:alert(1)", "DATA:text/html,x"] {
        let html = preview_for(&source, None, &[("u", harmful)]).html;
        assert!(html.contains("<a href=\"\">u") && html.contains("<a href = \"\">blanks"), "{html}");
    }
}

#[test]
fn a_fragment_becomes_a_document() {
    let source = Source { preheader: "Pre & {{ subscriber.first_name }}".into(), ..html("<p>Body</p>") };
    let html = preview(&source).html;
    assert!(
        html.starts_with("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"),
        "{html}"
    );
    assert!(html.contains("<title>S &amp; s</title>"));
    let (hidden, body, link) =
        (html.find("Pre &amp; Ada&#847;"), html.find("<p>Body</p>"), html.find(">Unsubscribe</a>"));
    assert!(hidden.is_some() && hidden < body && body < link && link < html.find("</body>"), "{html}");
}

#[test]
fn a_document_keeps_its_shape() {
    let document = "<!DOCTYPE html><HTML><head><title>T</title><style>p{}</style></head><BODY class=\"x>y\"><p>Hi</p></BODY></HTML>";
    let source = Source { preheader: "Pre".into(), ..html(document) };
    let html = preview(&source).html;
    assert!(html.starts_with(
        "<!DOCTYPE html><HTML><head><title>T</title><style>p{}</style></head><BODY class=\"x>y\">\n<div"
    ));
    assert!(html.contains("</div>\n<p>Hi</p><p style"), "{html}");
    assert!(html.trim_end().ends_with("Unsubscribe</a></p>\n</BODY></HTML>"), "{html}");
    assert_eq!(html.matches("<html").count() + html.matches("<title>").count(), 1);
}

#[test]
fn an_unsubscribe_link_is_added_only_where_there_is_none() {
    let own = html("<p>Hi <a href=\"{{ unsubscribe_url }}\">leave</a></p>");
    let shown = preview(&own);
    assert_eq!(shown.html.matches("https://example.com/u?").count(), 1);
    assert_eq!(shown.text.trim_end(), "Hi leave <https://example.com/u?a=1&b=2>");
    let none = preview(&html("<p>Hi</p>"));
    assert_eq!(none.text.trim_end(), "Hi\n\nUnsubscribe: https://example.com/u?a=1&b=2");
    let empty = preview(&source());
    assert_eq!(empty.text.trim_end(), "Unsubscribe: https://example.com/u?a=1&b=2");
    assert_eq!(empty.html.matches("https://example.com/u?").count(), 1);
}

#[test]
fn text_becomes_html() {
    let source = text(
        "Hi {{ subscriber.first_name | default(\"a \\\"b\\\"\") }},\nsee (https://x.example/?a=1&b=2).\n\n<2nd>\n\nLeave: {{ unsubscribe_url }}\n",
    );
    let html = preview(&source).html;
    let link = "https://x.example/?a=1&amp;b=2";
    let leave = "https://example.com/u?a=1&amp;b=2";
    let body = format!(
        "<p>Hi Ada,<br>\nsee (<a href=\"{link}\">{link}</a>).</p>\n<p>&lt;2nd&gt;</p>\n<p>Leave: <a href=\"{leave}\">{leave}</a></p>"
    );
    assert!(html.contains(&body), "{html}");
    assert!(preview_for(&source, None, &[]).html.contains("Hi a &quot;b&quot;,"));
}

#[test]
fn html_becomes_text() {
    let source = html(
        "<html><head><title>T</title><style>p{color:red}</style></head><body>\
         <div style=\"display:none\">hidden</div>\
         <table><tr><td><img src=\"x.png\" alt=\"Logo\"></td><td><h1>Big &amp; bold</h1></td></tr></table>\
         <p>Hello {{ subscriber.first_name | default(&quot;dear reader&quot;) }}, this is a <b>long</b> paragraph that goes on for a while, \
         so that it has to be wrapped somewhere, with <a href=\"https://x.example/a/very/long/link/that/is/kept?whole=yes&amp;x={{ subscriber.email }}\">a link</a> in it.</p>\
         <ul><li>One</li><li>Two, which is so long that it has to go on in the next line, set under its own beginning</li></ul>\
         <blockquote>Said</blockquote><hr><p><a href=\"https://x.example/\">x.example</a> <a href=\"#top\">top</a></p>\
         <p><a href=\"{{ unsubscribe_url }}\">Leave</a></p></body></html>",
    );
    insta::assert_snapshot!(preview_for(&source, None, &[]).text);
}

#[test]
fn a_value_in_a_url_is_encoded_in_text_too() {
    let source = text(
        "{{ subscriber.attributes.v }} <https://x.example/?a={{ subscriber.attributes.v }}&b={{ subscriber.attributes.v }}> {{ subscriber.attributes.v }}",
    );
    let text = preview_for(&source, None, &[("v", "a b&c")]).text;
    assert!(text.starts_with("a b&c <https://x.example/?a=a%20b%26c&b=a%20b%26c> a b&c\n"), "{text}");
}

#[test]
fn hostile_html_neither_overflows_nor_swells() {
    for part in ["<hr>", "<a></a>", "<p>", "{{ archive_url }}", "\u{e000}", "{ <", "<p", "&"] {
        assert!(compile(&html(&part.repeat(20_000))).unwrap().to_bytes().len() < 10_000_000, "{part}");
    }
    for part in ["<div>", "<b></i>", "<table><tr><td>", "<ul><li>", "<blockquote/>", "<DIV\n>"] {
        let error = compile(&html(&part.repeat(20_000))).unwrap_err();
        assert!(error.error.message.contains("nested"), "{error}");
        compile(&html(&part.repeat(400))).unwrap();
        assert!(is_too_deep(&part.repeat(20_000)) && !is_too_deep(&part.repeat(400)), "{part}");
    }
    // Another mistake is told by another.
    assert!(!is_too_deep("<a href=x{{ y }}>x</a><!--"));
}

#[test]
fn nothing_comes_before_a_doctype() {
    let source = Source { preheader: "Pre".into(), ..html("<!doctype html><p>Hi") };
    assert!(preview(&source).html.starts_with("<!doctype html>\n<div"));
}
