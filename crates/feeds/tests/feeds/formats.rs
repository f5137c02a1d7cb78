//! What is read of each kind of feed.

use feeds::{Feed, FeedError, MAX_BYTES, MAX_ITEMS, parse, summary};

use crate::samples::{ATOM, JSON, PREFIXED_ATOM, RSS1, RSS2};

const TIME: Option<i64> = Some(1_031_356_801_000);

fn read(text: &str, base: &str) -> Feed {
    parse(text.as_bytes(), base).unwrap()
}

#[expect(clippy::unnecessary_wraps, reason = "to be compared with what may be missing")]
fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn rss_2() {
    let feed = read(RSS2, "https://bread.test/feed.xml");
    assert_eq!((feed.title.as_str(), feed.link), ("Bread & Roses", some("https://bread.test/")));
    let [first, second, third] = feed.items.as_slice() else { panic!("{:?}", feed.items) };

    assert_eq!((first.id.as_str(), first.title.as_str()), ("urn:1", "Why <table> is back & well"));
    assert_eq!((first.url.clone(), first.published), (some("https://bread.test/2024/table"), TIME));
    assert_eq!(first.author, some("Ann Baker"));
    assert_eq!(first.image, some("https://bread.test/pic.jpg"));
    let html = first.content_html.clone().unwrap();
    assert!(html.contains("href=\"https://bread.test/x\"") && !html.contains("alert"), "{html}");
    // What a document type defines is not expanded.
    assert_eq!(summary(first, 100), "Short words &own;");

    assert_eq!((second.url.clone(), second.author.clone()), (some("https://bread.test/2"), some("Ann")));
    assert_eq!((second.title.as_str(), second.image.clone()), ("", some("https://bread.test/thumb.jpg")));
    assert_eq!((third.id.as_str(), third.url.clone()), ("Only a title", None));
}

#[test]
fn rss_1() {
    let latin1: Vec<u8> = RSS1.replace("First", "\u{e9}").chars().map(|c| c as u8).collect();
    let feed = parse(&latin1, "https://old.test/rdf").unwrap();
    assert_eq!((feed.title.as_str(), feed.link), ("Old", some("https://old.test/")));
    let item = &feed.items[0];
    assert_eq!((item.id.as_str(), item.title.as_str()), ("https://old.test/a", "\u{e9}"));
    assert_eq!((item.url.clone(), item.published), (some("https://old.test/a"), TIME));
}

#[test]
fn atom() {
    let feed = read(ATOM, "https://elsewhere.test/feed.xml");
    assert_eq!((feed.title.as_str(), feed.link), ("Atom <one>", some("https://atom.test/blog/")));
    let [first, second] = feed.items.as_slice() else { panic!("{:?}", feed.items) };
    assert_eq!((first.id.as_str(), first.title.as_str()), ("urn:one", "1 < 2"));
    assert_eq!((first.url.clone(), first.published), (some("https://atom.test/blog/2002/one"), TIME));
    assert_eq!(first.image, some("https://atom.test/blog/2002/one.png"));
    assert_eq!(
        (first.author.clone(), first.summary_html.as_deref()),
        (some("Ann"), Some("Plain &lt;b&gt; text"))
    );
    let html = first.content_html.clone().unwrap();
    assert!(html.contains("<p title=\"a&quot;b\">See <a href=\"https://atom.test/blog/2002/two\""), "{html}");
    assert!(html.contains("<br>&amp; more</p>"), "{html}");
    assert_eq!((second.title.as_str(), second.published), ("Bold title", TIME));
    assert_eq!((second.content_html.as_deref(), second.url.clone()), (Some("<p>HTML</p>"), None));

    let feed = read(PREFIXED_ATOM, "https://p.test/");
    assert_eq!((feed.title.as_str(), feed.items[0].url.clone()), ("Prefixed", some("https://p.test/p")));
}

#[test]
fn json() {
    let feed = read(&format!("\u{feff}{JSON}"), "https://json.test/feed.json");
    assert_eq!((feed.title.as_str(), feed.link), ("Json", some("https://json.test/")));
    let [first, second] = feed.items.as_slice() else { panic!("{:?}", feed.items) };
    assert_eq!((first.id.as_str(), first.url.clone()), ("17", some("https://json.test/17")));
    assert_eq!((first.published, first.author.clone()), (TIME, some("Ann")));
    assert_eq!(
        (first.summary_html.as_deref(), first.image.clone()),
        (Some("a &lt; b"), some("https://json.test/i.png"))
    );
    let html = first.content_html.clone().unwrap();
    assert!(html.contains("https://json.test/x") && !html.contains("script"), "{html}");
    assert_eq!((second.author.clone(), second.content_html.as_deref()), (some("Old Ann"), Some("1 &lt; 2")));
    assert_eq!((second.title.as_str(), second.url.clone()), ("", None));
}

#[test]
fn a_broken_feed_gives_what_is_before_the_break() {
    let cut = &RSS2[..RSS2.find("<guid>https").unwrap()];
    let feed = read(cut, "https://bread.test/");
    assert_eq!((feed.title.as_str(), feed.items.len()), ("Bread & Roses", 1));
    let sloppy = "<rss><channel><title>A & B</title><item><guid>1</guid><description><p>x<br></description>\
                  <title>T</b></title></item><item><guid>2</guid><title>U</title></channel>";
    let feed = read(sloppy, "https://bread.test/");
    assert_eq!((feed.title.as_str(), feed.items.len()), ("A & B", 2));
    assert_eq!((feed.items[0].title.as_str(), feed.items[1].title.as_str()), ("T", "U"));
    let empty = parse(b"<rss><channel><item>", "https://a.test/");
    assert!(matches!(empty, Err(FeedError::Broken(_))), "{empty:?}");
}

#[test]
fn other_documents_are_named() {
    let page = "<!DOCTYPE html><html><head><link rel=stylesheet href=x><link rel='alternate' \
                type=\"application/rss+xml\" href=/feed.xml></head><body><br></html>";
    let error = parse(page.as_bytes(), "https://a.test/b").unwrap_err();
    assert_eq!(error, FeedError::WebPage { feed: some("https://a.test/feed.xml") });
    assert_eq!(error.to_string(), "This is a web page, not a feed; its feed is https://a.test/feed.xml.");
    for text in ["", "hello", "<svg/>", "{}", "{\"a\": 1}", "<?xml version='1.0'?>"] {
        assert_eq!(parse(text.as_bytes(), "https://a.test/").unwrap_err(), FeedError::NotAFeed, "{text}");
    }
    assert_eq!(parse(&vec![b' '; MAX_BYTES + 1], "https://a.test/").unwrap_err(), FeedError::TooLarge);
}

#[test]
fn everything_is_bounded() {
    let long = "x".repeat(400_000);
    let item = format!("<item><guid>G</guid><title>{long}</title><link>/{long}</link></item>");
    let feed = read(&format!("<rss><channel><title>{long}</title>{item}"), "https://a.test/");
    assert_eq!((feed.title.len(), feed.items[0].title.len(), feed.items[0].url.clone()), (500, 500, None));
    let many = (0..1000).fold(String::from("<rss><channel><title>T</title>"), |text, n| {
        text + &format!("<item><guid>{n}</guid></item>")
    });
    let feed = read(&many, "https://a.test/");
    assert_eq!((feed.items.len(), feed.title.as_str()), (MAX_ITEMS, "T"));
    let items: Vec<String> = (0..1000).map(|n| format!("{{\"id\": {n}}}")).collect();
    let feed = read(&format!("{{\"items\": [{}]}}", items.join(",")), "https://a.test/");
    assert_eq!(feed.items.len(), MAX_ITEMS);
}
