//! Documents made to do harm.

use feeds::{FeedError, MAX_BYTES, MAX_ITEMS, parse, summary};
use proptest::prelude::*;

use crate::samples::ALL;

/// Fills a document up to the greatest size.
fn filled(begin: &str, piece: &str) -> String {
    begin.to_owned() + &piece.repeat((MAX_BYTES - begin.len()) / piece.len())
}

#[test]
fn bombs_do_not_go_off() {
    let mut bomb = "<!DOCTYPE rss [<!ENTITY a0 \"lol\">".to_owned();
    for n in 1..30 {
        let before = format!("&a{};", n - 1).repeat(10);
        bomb.extend(["<!ENTITY a", &n.to_string(), " \"", &before, "\">"]);
    }
    bomb += "]><rss><channel><item><guid>&a29;</guid><title>&a29;</title></item></channel></rss>";
    assert_eq!(parse(bomb.as_bytes(), "https://a.test/").unwrap().items[0].title, "&a29;");
    let external =
        "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><rss><channel><item><guid>&x;</guid>";
    let external = format!("{external}</item></channel></rss>");
    assert_eq!(parse(external.as_bytes(), "https://a.test/").unwrap().items[0].id, "&x;");
}

#[test]
fn the_largest_documents_end() {
    let deep = [
        filled("<rss>", "<a>"),
        filled("<rss><channel>", "<a/>"),
        filled("<rss><channel><item><guid>1</guid>", "<a b=''/>"),
        filled("<rss ", "a='' "),
        filled("<rss><channel>", "</a>"),
        filled("<rss><channel><title>", "&lt;"),
        filled("<rss><channel><title>", "<![CDATA[<]]>"),
        filled("<rss><channel><title>", "&lt;x "),
        filled("<rss><channel><title>", "&lt;b "),
        filled("<rss><channel><title><![CDATA[", "<script>"),
        filled("<rss><channel><item><guid>1</guid><author>", "&amp;amp"),
        filled("<rss><channel><item><guid>1</guid><author>", "&lt;!--"),
        filled("<rss xml:base='http://a.test/'>", "<a xml:base='aaaaaaaaa/'>"),
        filled("<!DOCTYPE rss ", "["),
        filled("<html><", "a<"),
        filled("<html>", "<link rel='alternate' "),
        filled("{\"items\":", "["),
        filled("{\"items\":[", "{},"),
        filled("{\"title\":\"", "&amp;"),
    ];
    for document in deep {
        let result = parse(document.as_bytes(), "https://a.test/");
        assert!(result.as_ref().is_err_and(|error| *error != FeedError::TooLarge) || result.is_ok());
    }
}

#[test]
fn html_that_is_slow_to_read_is_cut() {
    for piece in
        ["<div>", "<b>", "<a href=x>", "<table>", "<p><b>", "<svg>", "</p>", "<font><p>", "<div></x>"]
    {
        let html = piece.repeat(25_000 / piece.len());
        let item =
            |n: usize| format!("<item><guid>{n}</guid><description><![CDATA[{html}]]></description></item>");
        let items: String = (0..MAX_ITEMS).map(item).collect();
        let feed = parse(format!("<rss><channel>{items}").as_bytes(), "https://a.test/").unwrap();
        assert!(feed.items.len() > 100, "{piece}");
    }
}

fn base() -> impl Strategy<Value = Vec<u8>> {
    proptest::sample::select(&ALL[..]).prop_map(|text| text.as_bytes().to_vec())
}

/// Pieces that parsers trip over.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "<",
        ">",
        "&",
        ";",
        "]]>",
        "<![CDATA[",
        "<!--",
        "\"",
        "'",
        "\0",
        "\u{feff}",
        "</item>",
        "<item>",
        "é",
        "{",
        "}",
        "[",
        "&#x110000;",
        "xml:base='http://'",
        "<!DOCTYPE",
    ];
    prop_oneof![
        proptest::sample::select(pieces.to_vec()).prop_map(|text| text.as_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 0..4),
    ]
}

fn check(bytes: &[u8], max_chars: usize) {
    let Ok(feed) = parse(bytes, "https://a.test/b/") else { return };
    assert!(feed.items.len() <= MAX_ITEMS);
    for item in &feed.items {
        assert!(!item.id.is_empty() && item.id.chars().count() <= 1000 && item.title.chars().count() <= 500);
        assert!(summary(item, max_chars).chars().count() <= max_chars);
        for url in [&item.url, &item.image].into_iter().flatten() {
            assert!(url.starts_with("http://") || url.starts_with("https://"), "{url}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..500), kind in 0..4usize) {
        let begin = ["", "<rss><channel><item><guid>1</guid><description>", "<feed><entry><id>1</id><content type='html'>", "{\"items\":["][kind];
        check(&[begin.as_bytes(), &bytes].concat(), 20);
    }

    #[test]
    fn mutated_feeds_are_survived(
        mut bytes in base(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..20usize, piece()), 1..12),
        max_chars in 0..50usize,
    ) {
        for (at, cut, new) in changes {
            let at = at.index(bytes.len() + 1).min(bytes.len());
            let end = (at + cut).min(bytes.len());
            bytes.splice(at..end, new);
        }
        check(&bytes, max_chars);
    }
}
