//! Strings of a feed, made harmless and short.

use std::borrow::Cow;

use ammonia::UrlRelative;
use url::Url;

use crate::text;

pub(crate) const MAX_TITLE: usize = 500;
pub(crate) const MAX_ID: usize = 1000;
const MAX_URL: usize = 2000;
pub(crate) const MAX_AUTHOR: usize = 200;
pub(crate) const MAX_SUMMARY: usize = 64 * 1024;
pub(crate) const MAX_CONTENT: usize = 256 * 1024;
/// Tags that are read of one piece of HTML, and open ones within each other: the time to read those grows with
/// the square of their number.
const MAX_TAGS: usize = 8000;
const MAX_OPEN: usize = 300;
/// Elements without an end tag, or whose end tag may be left out.
const UNCLOSED: [&str; 22] = [
    "area", "br", "col", "colgroup", "dd", "dt", "embed", "hr", "img", "input", "li", "option", "p", "param",
    "source", "tbody", "td", "th", "thead", "tr", "track", "wbr",
];

/// One line of at most `max` characters; `None` when nothing is left.
pub(crate) fn line(text: &str, max: usize) -> Option<String> {
    let text: String = text::collapse(text).chars().take(max).collect();
    (!text.is_empty()).then_some(text)
}

/// An absolute http or https URL.
pub(crate) fn absolute(url: &str, base: &Url) -> Option<String> {
    let url = url.trim();
    if url.is_empty() || url.len() > MAX_URL {
        return None;
    }
    let url = base.join(url).ok()?;
    let fits = matches!(url.scheme(), "http" | "https") && url.has_host() && url.as_str().len() <= MAX_URL;
    fits.then(|| url.into())
}

/// HTML that cannot run anything, with absolute links; `None` when nothing is left.
pub(crate) fn html(dirty: &str, max: usize, base: &Url) -> Option<String> {
    let dirty = cut(dirty, max);
    if dirty.trim().is_empty() {
        return None;
    }
    let clean = ammonia::Builder::default()
        .url_schemes(["http", "https", "mailto"].into())
        .url_relative(UrlRelative::RewriteWithBase(base.clone()))
        .clean(&dirty)
        .to_string();
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.to_owned())
}

/// At most `max` bytes, [`MAX_TAGS`] tags and [`MAX_OPEN`] open ones, not ending within a tag.
fn cut(html: &str, max: usize) -> Cow<'_, str> {
    let by_tags = too_many_tags(html).unwrap_or(html.len());
    let mut kept = &html[..html.floor_char_boundary(max.min(by_tags))];
    if kept.len() < html.len()
        && let Some(open) = kept.rfind('<')
        && !kept[open..].contains('>')
    {
        kept = &kept[..open];
    }
    // Not for XML and not for eyes, but HTML would show it.
    if kept.contains('\0') { kept.replace('\0', "").into() } else { kept.into() }
}

/// Where there is one tag too many. An end tag counts only for the element opened last, so that none can make
/// others look closed.
fn too_many_tags(html: &str) -> Option<usize> {
    let mut open: Vec<&str> = Vec::new();
    for (count, (at, _)) in html.match_indices('<').enumerate() {
        if count >= MAX_TAGS || open.len() > MAX_OPEN {
            return Some(at);
        }
        let rest = &html[at + 1..];
        let (closes, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
        let name = &rest[..rest.bytes().take_while(u8::is_ascii_alphanumeric).count()];
        let is = |other: &&str| name.eq_ignore_ascii_case(other);
        if name.is_empty() || UNCLOSED.iter().any(is) {
            continue;
        }
        if !closes {
            open.push(name);
        } else if open.last().is_some_and(is) {
            open.pop();
        }
    }
    None
}

/// The first picture of cleaned HTML that is none of the invisible ones that count readers.
pub(crate) fn first_image(html: &str, base: &Url) -> Option<String> {
    html.split("<img ").skip(1).find_map(|rest| {
        let tag = format!("<img {}", rest.split('>').next()?);
        let tiny = |name| text::attribute(&tag, name).is_some_and(|size| matches!(size.as_str(), "0" | "1"));
        if tiny("width") || tiny("height") {
            return None;
        }
        absolute(&text::attribute(&tag, "src")?, base)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        Url::parse("https://a.test/blog/").unwrap()
    }

    #[test]
    fn html_is_harmless_and_its_links_absolute() {
        let dirty = "<p onclick=x>Hi <a href='../b'>b</a><img src=c.png><script>1</script>\
                     <a href='javascript:1'>j</a></p>";
        let clean = html(dirty, MAX_CONTENT, &base()).unwrap();
        assert!(
            clean.contains("href=\"https://a.test/b\"")
                && clean.contains("src=\"https://a.test/blog/c.png\"")
        );
        assert!(!clean.contains("script") && !clean.contains("onclick"), "{clean}");
        assert_eq!(html("<script>1</script> ", MAX_CONTENT, &base()), None);
    }

    #[test]
    fn long_html_ends_before_a_tag() {
        assert_eq!(cut("one <b>two</b>", 6), "one ");
        assert_eq!(cut("one é", 5), "one ");
        assert_eq!(cut("a<b>", 9), "a<b>");
        assert_eq!(cut(&"<br>".repeat(9000), usize::MAX).len(), 4 * MAX_TAGS);
        assert_eq!(cut(&"<b></i>".repeat(9000), usize::MAX).len(), 7 * MAX_OPEN + 3);
        assert_eq!(cut(&"<P><b>x</B>".repeat(2000), usize::MAX).len(), 11 * 2000);
    }

    #[test]
    fn urls_are_of_the_web() {
        assert_eq!(absolute(" c?d ", &base()).as_deref(), Some("https://a.test/blog/c?d"));
        for url in ["", "javascript:1", "data:image/png,1", "http://", &format!("/{}", "x".repeat(3000))] {
            assert_eq!(absolute(url, &base()), None, "{url}");
        }
    }

    #[test]
    fn pictures_that_count_readers_are_passed_over() {
        let html = "<img width=\"1\" src=\"https://t.test/\"><p><img alt=\"\" src=\"/x.png?a=1&amp;b\"></p>";
        assert_eq!(first_image(html, &base()).as_deref(), Some("https://a.test/x.png?a=1&b"));
    }
}
