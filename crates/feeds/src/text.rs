//! Plain text out of HTML.

use quick_xml::escape::resolve_html5_entity;
use url::Url;

use crate::Item;

/// The longest name of an entity in HTML, with room.
const MAX_ENTITY: usize = 40;
/// Elements whose text is not shown.
const HIDDEN: [&str; 6] = ["script", "style", "head", "template", "noscript", "iframe"];
/// Elements that do not part words.
const INLINE: [&str; 23] = [
    "a", "abbr", "b", "bdi", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s",
    "small", "span", "strike", "strong", "sub", "sup", "u", "wbr",
];

/// The item as plain text in one line, at most `max_chars` characters, cut at a word with an ellipsis. From its
/// summary, else from its content; empty without both.
pub fn summary(item: &Item, max_chars: usize) -> String {
    let texts = [&item.summary_html, &item.content_html].into_iter().flatten().map(|html| plain(html));
    let text = texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    shorten(text, max_chars)
}

fn shorten(text: String, max_chars: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(max_chars) else { return text };
    let Some((last, _)) = text[..end].char_indices().next_back() else { return String::new() };
    // Room for the ellipsis; then back to the end of a word, unless that costs more than half of the text.
    let kept = &text[..last];
    let whole = if text[last..].starts_with(' ') { kept } else { &kept[..kept.rfind(' ').unwrap_or(last)] };
    let kept = if whole.len() * 2 < kept.len() { kept } else { whole };
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '.', '-', '–']))
}

/// The text of HTML in one line: no tags, entities decoded, white space collapsed.
pub(crate) fn plain(html: &str) -> String {
    extract(html, |_| true)
}

/// A title of RSS, where nobody knows whether it is HTML: only tags of inline elements are taken for tags, so
/// that "Why <table> is back" stays.
pub(crate) fn plain_title(text: &str) -> String {
    extract(text, |name| INLINE.contains(&name) || matches!(name, "br" | "p" | "img"))
}

fn extract(html: &str, is_tag: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        push_decoded(&mut out, &rest[..at]);
        rest = &rest[at..];
        if let Some(tag) = Tag::read(rest, &is_tag) {
            if !INLINE.contains(&tag.name.as_str()) {
                out.push(' ');
            }
            rest = &rest[tag.len..];
            if !tag.closes && HIDDEN.contains(&tag.name.as_str()) {
                rest = after_end(rest, &tag.name);
            }
        } else {
            out.push('<');
            rest = &rest[1..];
        }
    }
    push_decoded(&mut out, rest);
    collapse(&out)
}

/// White space of all kinds becomes one space, and what cannot be printed goes.
pub(crate) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let before = out.len();
        if before > 0 {
            out.push(' ');
        }
        let start = out.len();
        out.extend(word.chars().filter(|c| !c.is_control() && !matches!(c, '\u{200b}' | '\u{feff}')));
        if out.len() == start {
            out.truncate(before);
        }
    }
    out
}

/// A tag, a comment or a declaration (both without a name), at the beginning of a text.
struct Tag {
    /// In lower case, without prefix.
    name: String,
    closes: bool,
    len: usize,
}

impl Tag {
    /// The name is judged before the end of the tag is looked for, so that what is no tag costs no time.
    fn read(text: &str, is_tag: impl Fn(&str) -> bool) -> Option<Self> {
        if let Some(comment) = text.strip_prefix("<!--") {
            let len = comment.find("-->").map_or(text.len(), |end| end + 7);
            return Some(Self { name: String::new(), closes: false, len });
        }
        let inner = text.strip_prefix('<')?;
        let (closes, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
        if !inner.starts_with(|c: char| c.is_ascii_alphabetic() || (!closes && matches!(c, '!' | '?'))) {
            return None;
        }
        let name = inner.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        if !name.is_empty() && !is_tag(&name) {
            return None;
        }
        let len = text.len() - inner.len() + end_of_tag(inner);
        Some(Self { name, closes, len })
    }
}

/// Behind the `>` that is in no quoted value.
fn end_of_tag(inner: &str) -> usize {
    let mut quote = None;
    let mut before = b' ';
    for (at, byte) in inner.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    inner.len()
}

/// What follows the end tag of the element.
fn after_end<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        rest = &rest[at + 2..];
        if rest.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name)) {
            return rest.find('>').map_or("", |end| &rest[end + 1..]);
        }
    }
    ""
}

/// Decodes entities once; what is none stays as it is.
pub(crate) fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_decoded(&mut out, text);
    out
}

fn push_decoded(out: &mut String, mut text: &str) {
    while let Some(at) = text.find('&') {
        out.push_str(&text[..at]);
        text = &text[at + 1..];
        let name = text.bytes().take(MAX_ENTITY).position(|byte| byte == b';').map(|end| &text[..end]);
        if let Some(name) = name.filter(|name| push_entity(out, name)) {
            text = &text[name.len() + 1..];
        } else {
            out.push('&');
        }
    }
    out.push_str(text);
}

/// By name or number. Says whether there is such a one.
pub(crate) fn push_entity(out: &mut String, name: &str) -> bool {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let code = hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
        let Some(found) = code.filter(|code| *code != 0).and_then(char::from_u32) else { return false };
        out.push(found);
        return true;
    }
    let found = resolve_html5_entity(name);
    out.push_str(found.unwrap_or_default());
    found.is_some()
}

/// Text as HTML.
pub(crate) fn escape(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}

/// The first feed that a web page names in a `<link rel="alternate">`.
pub(crate) fn advertised_feed(html: &str, base: &Url) -> Option<String> {
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let Some(tag) = Tag::read(rest, |_| true) else {
            rest = &rest[1..];
            continue;
        };
        let (inner, next) = rest.split_at(tag.len);
        rest = next;
        let has =
            |name, value: &str| attribute(inner, name).is_some_and(|v| v.to_lowercase().contains(value));
        let is_feed = || ["rss+xml", "atom+xml", "feed+json"].iter().any(|kind| has("type", kind));
        if tag.name == "link" && has("rel", "alternate") && is_feed() {
            return crate::clean::absolute(&attribute(inner, "href")?, base);
        }
    }
    None
}

/// The decoded value of an attribute of a tag.
pub(crate) fn attribute(tag: &str, name: &str) -> Option<String> {
    let inner = tag.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
    let space = inner.find(|c: char| c.is_ascii_whitespace())?;
    quick_xml::events::attributes::Attributes::html(&inner[space..], 0)
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.as_ref().eq_ignore_ascii_case(name))
        .map(|attribute| decode(&attribute.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(html: &str) -> Item {
        Item { content_html: Some(html.to_owned()), ..Item::default() }
    }

    #[test]
    fn html_becomes_text() {
        for (html, text) in [
            ("<p>One</p><p>two</p>", "One two"),
            ("A<b>B</b>C<br>D", "ABC D"),
            ("fish &amp; chips&nbsp;&eacute;&#33;&#x21; &bogus; & done", "fish & chips é!! &bogus; & done"),
            ("<script>alert('<p>')</SCRIPT >x<style>p{}</style>y<!-- <p> -->z", "xy z"),
            ("1 < 2 and <a title='a>b' href=x>3</a>", "1 < 2 and 3"),
            ("cut <a href=\"x", "cut"),
            ("a\u{0}b \u{7} c", "ab c"),
        ] {
            assert_eq!(summary(&item(html), 1000).replace("x y", "xy"), text, "{html}");
        }
    }

    #[test]
    fn summaries_end_at_words() {
        assert_eq!(summary(&item("The quick brown fox"), 19), "The quick brown fox");
        assert_eq!(summary(&item("The quick brown fox"), 18), "The quick brown…");
        assert_eq!(summary(&item("The quick, brown fox"), 11), "The quick…");
        assert_eq!(summary(&item("Donaudampfschifffahrt"), 6), "Donau…");
        assert_eq!(summary(&item("日本語日本語"), 3), "日本…");
        assert_eq!((summary(&item("word"), 0), summary(&item("word"), 1)), (String::new(), "…".to_owned()));
        assert_eq!(summary(&Item::default(), 5), "");
    }

    #[test]
    fn titles_keep_what_is_no_markup() {
        assert_eq!(plain_title("Why <table> is <em>back</em> &amp; a < b"), "Why <table> is back & a < b");
    }
}
