//! What authors are told before they send.

use content::{Inspection, Preview, Reader, Source, Stamp, TagUse, Tracking, compile, inspect, links};

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

fn preview(source: &Source) -> Preview {
    let reader = Reader { email: "a@b.example", first_name: None, last_name: None, attributes: &() };
    let stamp = Stamp {
        message_id: "m@example.com",
        date_ms: 0,
        unsubscribe_url: "{{ unsubscribe_url }}",
        unsubscribe_mailto: None,
        preferences_url: "",
        archive_url: "",
        reader_token: "",
    };
    compile(source).expect("content").preview(&reader, &stamp)
}

#[test]
fn every_link_of_the_web_is_told() {
    let html = "<a href='https://off.test' data-track=off>off</a><a href='https://a.test/?x&amp;y'></a><a href='{{ archive_url }}'>r</a>\
        <a href='https://t.test/{{ subscriber.email }}'>tag</a><a href='mailto:a@b.test'>m</a><a href='https://a.test/?x&#38;y'>again</a>\
        <a href='http://b.test'><img alt='B'></a><a href='https://off.test'>on</a>";
    let found: Vec<_> =
        told(html).links.into_iter().map(|link| (link.number, link.url, link.label, link.has_tags)).collect();
    let expected = [
        (3, "https://off.test", "off", false),
        (1, "https://a.test/?x&y", "again", false),
        (0, "https://t.test/{{ subscriber.email }}", "tag", true),
        (2, "http://b.test", "B", false),
    ];
    let expected =
        expected.map(|(number, url, label, tags)| (number, url.to_owned(), label.to_owned(), tags));
    assert_eq!(found, expected);
    let numbers: Vec<_> = links(html).unwrap().into_iter().map(|link| (link.number, link.url)).collect();
    for (number, url, ..) in found.iter().filter(|link| link.0 > 0) {
        assert!(numbers.contains(&(*number, url.clone())), "{url}");
    }
}

#[test]
fn links_that_lead_nowhere_are_told() {
    let html = "<a>one</a><a href>two</a><a href=''>three</a><a href='#'>four</a><a href=' https:// '>five</a><a href=\"http://\"><img alt='six'></a>\
        <a name=top></a><a id=here>target</a><a href='#top'>up</a>\
        <a href='/shop'>path</a><a href='https://x.test'>x</a><a href='{{ unsubscribe_url }}'>u</a><!--[if mso]><a href='#'>outlook</a><![endif]-->";
    assert_eq!(told(html).empty_links, ["one", "two", "three", "four", "five", "six"]);
}

#[test]
fn images_without_words_are_told() {
    let long = format!("https://x.test/{}/name.png", "a".repeat(100));
    let html = format!(
        "<img src='a.png'><img src=b.png alt><img src='c.png' alt=''><img src='d.png' alt='D'><img src=e.gif width=1 height=\"1\">\
         <IMG SRC=\"https://x.test/?a&amp;b\"/><img src='{long}'><!--[if mso]><img src='o.png'><![endif]--><!-- <img src='n.png'> --><img>"
    );
    let told = told(&html);
    assert_eq!(told.images, 7);
    let [first, second, third, fourth] = &told.images_without_alt[..] else {
        panic!("{:?}", told.images_without_alt)
    };
    assert_eq!((&**first, &**second, &**fourth), ("a.png", "https://x.test/?a&b", ""));
    assert!(third.starts_with("…aaa") && third.ends_with("/name.png") && third.chars().count() == 80);
}

#[test]
fn the_values_of_readers_are_told() {
    let source = Source {
        subject: "{{ subscriber.first_name | default('you') }}: {{ newsletter.name }}".into(),
        preheader: "{{ subscriber.email }}".into(),
        text: Some("{{ subscriber.first_name }} {{ subscriber.last_name | default('') }}".into()),
        ..source(
            "<p title=\"{{ subscriber.attributes.city | default('x') }}\">{{ subscriber.first_name | default('y') }}</p>{{ unsubscribe_url }}",
        )
    };
    let tag = |name: &str, has_default, fields: &[&'static str]| TagUse {
        name: name.into(),
        has_default,
        fields: fields.to_vec(),
    };
    assert_eq!(
        inspect(&source).tags,
        [
            tag("subscriber.first_name", false, &["subject", "html", "text"]),
            tag("subscriber.email", false, &["preheader"]),
            tag("subscriber.attributes.city", true, &["html"]),
            tag("subscriber.last_name", true, &["text"]),
        ]
    );
}

#[test]
fn leftovers_are_told() {
    for (html, expected) in [
        ("<p>Lorem <b>ipsum</b> dolor</p>", "Lorem ipsum"),
        ("<p>lorem\n ipsum</p>", "lorem ipsum"),
        ("<h1>New Heading</h1>", "New Heading"),
        ("<title>x</title>Untitled Template", "Untitled Template"),
        ("Dear [Insert name here],", "[Insert name here]"),
        ("Dear [insert", "[insert"),
        ("TODO: write", "TODO"),
        ("(TKTK)", "TKTK"),
        ("price: xxx Euro", "xxx"),
        ("Hi *|FNAME|*", "*|FNAME|*"),
        ("<a href='*|ARCHIVE|*'>x</a>", "*|ARCHIVE|*"),
        ("Hi %%first_name%%", "%%first_name%%"),
        ("Hi [[first name]]", "[[first name]]"),
        ("Hi {{{ first_name }}}", "{{{ first_name }}}"),
        ("{% if x %}", "{% if x %}"),
        ("Hi %recipient.name%", "%recipient.name%"),
        ("Hi <%= name %>", "<%= name %>"),
        ("Hi &lt;%= name %&gt;", "<%= name %>"),
        ("<img src='https://via.placeholder.com/150'>", "https://via.placeholder.com/150"),
        ("<img src='//placehold.co/1x2' alt=''>", "//placehold.co/1x2"),
        ("<a href='https://www.Example.com/x'>x</a>", "https://www.Example.com/x"),
        ("<a href='#'>Click here</a>", "Click here"),
    ] {
        assert_eq!(told(html).leftovers, [expected], "{html}");
    }
    for fine in [
        "Todo para ti: a new heading for xxxl and 100%% of 50%% or 5% and 6%",
        "<a href='https://x.test'>Click Here</a>",
        "<p>lorem</p><p>ipsum</p>",
        "<style>/* TODO */ a{{}</style><!-- TODO --><!--[if mso]>TODO<![endif]-->",
        "a [[1]] b [] c <a href='https://notexample.com'>x</a><img src='https://x.test/placehold.co' alt=''>",
        "{{ subscriber.first_name | default('xxx') }}",
        "<p data-x='TODO'>x</p>",
        // Named as a link that is taken out.
        "<a href='javascript:%recipient.name%'>x</a>",
    ] {
        assert_eq!(told(fine).leftovers, [""; 0], "{fine}");
    }
    let lines = Source {
        subject: "TODO".into(),
        preheader: "Lorem ipsum".into(),
        text: Some("*|X|* TODO".into()),
        ..source("x")
    };
    assert_eq!(inspect(&lines).leftovers, ["TODO", "Lorem ipsum", "*|X|*"]);
}

#[test]
fn the_size_is_that_of_the_message() {
    let link = "<a href='https://a.test/a/long/address'>a</a>\r\n";
    let tracking = Tracking {
        base: "https://t.test".into(),
        links: vec![("https://a.test/a/long/address".into(), "abc".into())],
        open_token: "o".into(),
        trap_token: "t".into(),
    };
    for html in ["<p>Hällo</p>\n", link, "<html><body>x</body></html>"] {
        for tracking in [None, Some(tracking.clone())] {
            let source = Source { preheader: "Pre".into(), tracking, ..source(html) };
            let html = preview(&source).html.replace('\n', "\r\n");
            assert_eq!(inspect(&source).html_bytes, html.len());
        }
    }
}

#[test]
fn words_and_characters_are_counted() {
    let told = inspect(&Source {
        subject: "Grüße, {{ subscriber.first_name | default('du') }}".into(),
        ..source(
            "<title>no</title><style>p{a:b}</style><p>One <b>t</b>wo — {{ subscriber.first_name }}<br>three&nbsp;four</p><!-- no -->\
             <!--[if mso]>no<![endif]--><!--[if !mso]><!-->five<!--<![endif]--><img alt='no'>",
        )
    });
    assert_eq!((told.subject_characters, told.text_words), (9, 6));
    assert!(!told.has_unsubscribe && self::told("<a href='{{ unsubscribe_url }}'>x</a>").has_unsubscribe);
}

#[test]
fn text_is_inspected_as_the_html_made_of_it() {
    let text = Source {
        text: Some("Hi {{ subscriber.first_name }}\n\nhttps://a.test {{ unsubscribe_url }}".into()),
        ..source(" ")
    };
    let told = inspect(&text);
    assert_eq!((told.links.len(), told.has_unsubscribe, told.text_words), (1, true, 4));
    assert_eq!(told.tags[0].fields, ["text"]);
}

#[test]
fn content_with_mistakes_is_inspected_as_far_as_it_goes() {
    let told = told("<a href='https://a.test/?{{ nope }}'>TODO</a><img src=a.png>{{ unsubscribe_url");
    assert_eq!(
        (told.links[0].has_tags, told.images, &told.leftovers[..]),
        (true, 1, &["TODO".to_owned()][..])
    );
    let loose = self::told("<a href='https://a.test'>a</a><a href={{ archive_url }}>b</a>");
    assert_eq!(loose.links.len(), 1);
    for part in [
        "<div>",
        "{{",
        "<a>",
        "[insert",
        "*|",
        "<%",
        "[[",
        "xxx ",
        "<img src=//placehold.co/>",
        "&",
        "\u{e000}",
    ] {
        inspect(&source(&part.repeat(20_000)));
    }
    assert_eq!(
        inspect(&Source::default()),
        Inspection { html_bytes: inspect(&Source::default()).html_bytes, ..Inspection::default() }
    );
}
