//! An item or entry of XML, whatever dialect it is written in.

use url::Url;

use crate::{Item, clean, date, text, xml::Element};

/// Reads an `<item>` or `<entry>`; `None` when nothing tells it apart from others.
pub(crate) fn read(element: &Element, base: &Url) -> Option<Item> {
    let title = title(element);
    let guid = first(element, &["guid", "id", "atom:id"])
        .or_else(|| element.attribute("rdf:about").map(str::to_owned));
    let url = link(element, base).or_else(|| permalink(element, base));
    let id = guid.or_else(|| url.clone()).or_else(|| Some(title.clone()))?;
    let summary = html(element, &["description", "summary", "media:description", "itunes:summary"], base);
    let summary_html = summary.and_then(|(html, base)| clean::html(&html, clean::MAX_SUMMARY, base));
    let content = html(element, &["content:encoded", "content", "xhtml:body", "body"], base);
    let content_html = content.and_then(|(html, base)| clean::html(&html, clean::MAX_CONTENT, base));
    let shown = || [&content_html, &summary_html].into_iter().flatten();
    let image = image(element, base).or_else(|| shown().find_map(|html| clean::first_image(html, base)));
    Some(Item {
        id: clean::line(&id, clean::MAX_ID)?,
        title,
        url,
        published: published(element),
        author: author(element),
        image,
        summary_html,
        content_html,
    })
}

/// The text of the first of these that is there and not empty.
fn first(element: &Element, names: &[&str]) -> Option<String> {
    let texts = names.iter().flat_map(|name| element.named(name)).map(Element::text);
    texts.map(|text| text.trim().to_owned()).find(|text| !text.is_empty())
}

/// As plain text; empty without one.
pub(crate) fn title(element: &Element) -> String {
    let found =
        ["title", "atom:title", "dc:title", "media:title"].iter().flat_map(|name| element.named(name));
    let texts = found.map(|title| match (title.attribute("type"), title.children().next()) {
        (_, Some(_)) => text::plain(&title.inner_html()),
        (Some("html" | "text/html"), None) => text::plain(&title.text()),
        (Some("text"), None) => text::collapse(&title.text()),
        _ => text::plain_title(&title.text()),
    });
    let found = texts.into_iter().find(|title| !title.is_empty());
    found.and_then(|title| clean::line(&title, clean::MAX_TITLE)).unwrap_or_default()
}

/// Where the page is: `<link>text</link>` (RSS) or `<link href rel="alternate">` (RFC 4287 §4.2.7).
pub(crate) fn link(element: &Element, base: &Url) -> Option<String> {
    let links = || ["link", "atom:link", "a10:link"].into_iter().flat_map(|name| element.named(name));
    let href = |wanted: fn(&Element) -> bool| {
        links()
            .filter(|link| matches!(link.attribute("rel"), None | Some("alternate")) && wanted(link))
            .find_map(|link| clean::absolute(link.attribute("href")?, link.base(base)))
    };
    let is_html = |link: &Element| link.attribute("type").is_none_or(|kind| kind.contains("html"));
    let text = || links().find_map(|link| clean::absolute(&link.text(), link.base(base)));
    text().or_else(|| href(is_html)).or_else(|| href(|_| true))
}

/// A `guid` that is an address (RSS 2.0, `isPermaLink` is true by default).
fn permalink(element: &Element, base: &Url) -> Option<String> {
    let guid = element.named("guid").find(|guid| guid.attribute("ispermalink") != Some("false"))?.text();
    guid.trim().starts_with("http").then(|| clean::absolute(&guid, base))?
}

fn published(element: &Element) -> Option<i64> {
    let names = [
        "pubdate",
        "published",
        "atom:published",
        "dc:date",
        "dcterms:created",
        "dcterms:issued",
        "updated",
        "atom:updated",
        "issued",
        "modified",
    ];
    names.iter().flat_map(|name| element.named(name)).find_map(|found| date::parse(&found.text()))
}

/// The first of these as HTML, with the base of its links.
fn html<'a>(element: &'a Element, names: &[&str], base: &'a Url) -> Option<(String, &'a Url)> {
    let found = names.iter().flat_map(|name| element.children().filter(move |child| child.name == *name));
    let texts = found.map(|child| (as_html(child), child.base(base)));
    texts.into_iter().find(|(text, _)| !text.trim().is_empty())
}

/// Text is HTML in RSS; in Atom only when it says so (RFC 4287 §3.1.1, §4.1.3.3).
fn as_html(element: &Element) -> String {
    let is_atom = matches!(element.name.as_str(), "summary" | "content");
    if element.children().next().is_some() {
        return element.inner_html();
    }
    match element.attribute("type") {
        Some("text" | "text/plain") => text::escape(&element.text()),
        None if is_atom => text::escape(&element.text()),
        // Neither text nor HTML: a picture in base64, say.
        Some(kind) if is_atom && kind.contains('/') && !kind.contains("html") => String::new(),
        _ => element.text(),
    }
}

fn author(element: &Element) -> Option<String> {
    let names = ["dc:creator", "author", "atom:author", "itunes:author"];
    let found = names.iter().flat_map(|name| element.named(name)).map(|author| {
        let name = author.named("name").chain(author.named("atom:name")).next();
        let text = name.unwrap_or(author).text();
        // RSS wants `address (Name)`; the address is nobody's business.
        let inner = text.split_once('(').filter(|(before, _)| before.contains('@'));
        inner.map_or(text.clone(), |(_, name)| name.trim_end().trim_end_matches(')').to_owned())
    });
    found.into_iter().find_map(|name| clean::line(&text::plain(&name), clean::MAX_AUTHOR))
}

fn image(element: &Element, base: &Url) -> Option<String> {
    let groups = || std::iter::once(element).chain(element.named("media:group"));
    let all = |name| groups().flat_map(move |group| group.named(name));
    let is_image = |found: &&Element| {
        found.attribute("medium") == Some("image")
            || found.attribute("type").is_some_and(|kind| kind.starts_with("image/"))
    };
    let enclosures = || element.named("link").filter(|link| link.attribute("rel") == Some("enclosure"));
    let urls = all("media:content")
        .filter(is_image)
        .chain(all("media:thumbnail"))
        .chain(element.named("enclosure").filter(is_image))
        .filter_map(|found| found.attribute("url"))
        .chain(enclosures().filter(is_image).filter_map(|link| link.attribute("href")))
        .chain(element.named("itunes:image").filter_map(|image| image.attribute("href")));
    urls.into_iter().find_map(|url| clean::absolute(url, base))
}
