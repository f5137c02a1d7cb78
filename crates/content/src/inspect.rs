//! What an author should see before content goes out to everybody.

use crate::compile::Source;
use crate::elements::{Anchor, Elements, Image, shortened};
use crate::html::scan;
use crate::leftovers::Leftovers;
use crate::merge::{Piece, Syntax, TagError, parse};
use crate::tracking::{Link, Links};
use crate::{document, header, references, schemes, text, visible};
use std::borrow::Cow;
use std::ops::Range;

/// Longest label and address shown, in characters.
const SHOWN: usize = 80;
/// How many links that are taken out are told.
const MOST_REMOVED: usize = 50;
/// How many different values of readers are told.
const MOST_TAGS: usize = 200;

/// Facts about the content of a campaign. What only Outlook reads counts for its links alone: it repeats the rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inspection {
    /// Each address of the web once, those that are not tracked included; numbers are those of [`crate::links`].
    pub links: Vec<Link>,
    /// Labels of links that lead nowhere: without an address, or with `#` or `https://`. A label may be empty.
    pub empty_links: Vec<String>,
    /// Links that are taken out of the mail, because they would run something or reach into the reader's files.
    pub removed_links: Vec<RemovedLink>,
    /// Their addresses, shortened. `alt=""` is an answer, and images of one pixel need none.
    pub images_without_alt: Vec<String>,
    pub images: usize,
    /// The values of readers, in the order of their first use: subject, preheader, HTML, text; at most 200.
    pub tags: Vec<TagUse>,
    /// What was left from a template, a draft or another newsletter system, as it stands there; at most 50.
    pub leftovers: Vec<String>,
    /// Whether the author wrote an unsubscribe link that is seen; one is added otherwise.
    pub has_unsubscribe: bool,
    /// Why nobody would see the one that is added either; sending is refused then.
    pub hidden_unsubscribe: Option<TagError>,
    /// Octets of the HTML part as a mail program gets it, with all that is added; values count as long as their tags, and the
    /// reader's token in tracked links as nothing. Gmail cuts at 102 kB.
    pub html_bytes: usize,
    /// Words that are seen in the HTML part, hidden preheaders of the author's included.
    pub text_words: usize,
    /// Of the subject, values as their defaults.
    pub subject_characters: usize,
}

/// A link with `javascript:`, `vbscript:`, `data:` or `file:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedLink {
    /// May be empty.
    pub label: String,
    /// Shortened.
    pub address: String,
}

/// A value of readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagUse {
    /// `subscriber.first_name`
    pub name: String,
    /// Whether it has a default wherever it is used.
    pub has_default: bool,
    /// Of [`Source`]: `subject`, `preheader`, `html`, `text`.
    pub fields: Vec<&'static str>,
}

/// Looks through content. Of content with mistakes it says what can be said: a field whose tags cannot be read has none.
pub fn inspect(source: &Source) -> Inspection {
    let written = source.html.as_deref().is_some_and(|html| !html.trim().is_empty());
    let text = source.text.as_deref().unwrap_or_default();
    let text_pieces = pieces(text, Syntax::Text);
    let html = match source.html.as_deref() {
        Some(html) if written => Cow::Borrowed(html),
        _ => Cow::Owned(text::to_html(text, &text_pieces)),
    };
    let html_pieces = pieces(&html, Syntax::Html);
    let [subject, preheader] = [&source.subject, &source.preheader].map(|line| pieces(line, Syntax::Text));
    let elements = scan(&html, &html_pieces).0.elements;
    let mut tags = Tags::default();
    tags.add("subject", &subject);
    tags.add("preheader", &preheader);
    if written {
        tags.add("html", &html_pieces);
    }
    tags.add("text", &text_pieces);

    let seen = seen(&elements, &html);
    let mut leftovers = Leftovers::default();
    leftovers.in_text(&literals(&source.subject, &subject));
    leftovers.in_text(&literals(&source.preheader, &preheader));
    leftovers.in_text(&seen);
    if written {
        leftovers.in_text(&literals(text, &text_pieces));
    }
    let (links, empty_links) = links(&elements, &html, &html_pieces, &mut leftovers);
    let images: Vec<&Image> =
        elements.images.iter().filter(|image| !(image.is_tiny || image.outlook)).collect();
    for src in images.iter().filter_map(|image| image.src.as_ref()) {
        leftovers.in_address(&references::attribute(&html[src.range.clone()]));
    }
    let without_alt = images.iter().filter(|image| image.alt.is_none());
    Inspection {
        links,
        empty_links,
        removed_links: removed_links(&elements, &html, &html_pieces),
        images_without_alt: without_alt.map(|image| address(image, &html)).collect(),
        images: images.len(),
        tags: tags.0,
        leftovers: leftovers.found,
        has_unsubscribe: document::has_unsubscribe(&html_pieces)
            && visible::shows_unsubscribe(&html, &html_pieces),
        hidden_unsubscribe: hidden_unsubscribe(source, &html, &subject, &preheader),
        html_bytes: source.html_bytes(&html),
        text_words: seen.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count(),
        subject_characters: characters(&source.subject, &subject),
    }
}

/// Content with other mistakes is refused for those.
fn hidden_unsubscribe(
    source: &Source,
    html: &str,
    subject: &[Piece],
    preheader: &[Piece],
) -> Option<TagError> {
    source.check().ok()?;
    source.document(html, subject, preheader).err()
}

fn removed_links(elements: &Elements, html: &str, pieces: &[Piece]) -> Vec<RemovedLink> {
    let label = |range: &Range<usize>| {
        let anchor =
            elements.anchors.iter().find(|a| a.href.as_ref().is_some_and(|href| href.range == *range));
        anchor.map(|anchor| elements.label(anchor, html, SHOWN)).unwrap_or_default()
    };
    let removed = |range: &Range<usize>| RemovedLink {
        label: label(range),
        address: shortened(&references::attribute(&html[range.clone()]), SHOWN),
    };
    schemes::denied(html, pieces, elements).iter().take(MOST_REMOVED).map(removed).collect()
}

/// The tags of `source`, or none when they cannot be read.
fn pieces(source: &str, syntax: Syntax) -> Vec<Piece> {
    parse(source, syntax).unwrap_or_else(|_| vec![Piece::Literal(0..source.len())])
}

/// `source` without its tags.
fn literals(source: &str, pieces: &[Piece]) -> String {
    let literal = |piece: &Piece| match piece {
        Piece::Literal(range) => source[range.clone()].to_owned(),
        Piece::Variable { .. } => "_".to_owned(),
    };
    pieces.iter().map(literal).collect()
}

/// What is read in a mail program: a line for each block, blanks as one space, tags as one letter.
fn seen(elements: &Elements, html: &str) -> String {
    let mut out = String::new();
    let mut breaks = false;
    for text in &elements.texts {
        breaks |= text.breaks;
        if text.outlook {
            continue;
        }
        if std::mem::take(&mut breaks) && !out.ends_with('\n') {
            out.push('\n');
        }
        if text.is_tag {
            out.push('x');
            continue;
        }
        for c in references::text(&html[text.range.clone()]).chars() {
            match c {
                _ if c.is_whitespace() => {
                    if !out.ends_with([' ', '\n']) {
                        out.push(' ');
                    }
                }
                '\u{200b}'..='\u{200d}' | '\u{34f}' | '\u{feff}' | '\u{ad}' => {}
                _ => out.push(c),
            }
        }
    }
    out
}

/// The links of the web, and the labels of those that lead nowhere.
fn links(
    elements: &Elements,
    html: &str,
    pieces: &[Piece],
    leftovers: &mut Leftovers,
) -> (Vec<Link>, Vec<String>) {
    let mut links = Links::default();
    let mut empty = Vec::new();
    for anchor in &elements.anchors {
        if let Some(url) = links.add(anchor, html, elements) {
            leftovers.in_link(url);
            continue;
        }
        let href = anchor.href.as_ref().map(|href| references::attribute(&html[href.range.clone()]));
        if schemes::is_denied_link(html, pieces, anchor) {
            continue;
        }
        if leads_nowhere(anchor, href.as_deref()) && !anchor.outlook {
            let label = elements.label(anchor, html, SHOWN);
            if label.eq_ignore_ascii_case("click here") {
                leftovers.add(&label);
            }
            empty.push(label);
        } else if let Some(href) = href {
            leftovers.in_link(&href);
        }
    }
    // Merge tags stand in the address even where they could not be read.
    for link in &mut links.found {
        link.has_tags |= link.url.contains("{{");
    }
    (links.found, empty)
}

fn leads_nowhere(anchor: &Anchor, href: Option<&str>) -> bool {
    let Some(href) = href else { return !anchor.is_target };
    let href: String = href.chars().filter(|c| !c.is_control() && !c.is_whitespace()).take(12).collect();
    let href = href.to_ascii_lowercase();
    matches!(&*href, "" | "#" | "http://" | "https://" | "http:" | "https:")
}

/// Of a long address the end, which has the file's name.
fn address(image: &Image, html: &str) -> String {
    let Some(src) = &image.src else { return String::new() };
    let src = references::attribute(&html[src.range.clone()]);
    let length = src.chars().count();
    if length <= SHOWN || src.starts_with("data:") {
        return shortened(&src, SHOWN);
    }
    format!("…{}", src.chars().skip(length - SHOWN + 1).collect::<String>())
}

fn characters(subject: &str, pieces: &[Piece]) -> usize {
    let mut shown = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(range) => shown.push_str(&subject[range.clone()]),
            Piece::Variable { default, .. } => shown.push_str(default.as_deref().unwrap_or_default()),
        }
    }
    header::one_line(&shown).chars().count()
}

#[derive(Default)]
struct Tags(Vec<TagUse>);

impl Tags {
    fn add(&mut self, field: &'static str, pieces: &[Piece]) {
        for piece in pieces {
            let Piece::Variable { variable, default, .. } = piece else { continue };
            if !variable.is_readers() {
                continue;
            }
            let (name, has_default) = (variable.to_string(), default.is_some());
            let room = self.0.len() < MOST_TAGS;
            match self.0.iter_mut().find(|tag| tag.name == name) {
                Some(tag) => {
                    tag.has_default &= has_default;
                    if !tag.fields.contains(&field) {
                        tag.fields.push(field);
                    }
                }
                None if room => {
                    self.0.push(TagUse { name, has_default, fields: vec![field] });
                }
                None => {}
            }
        }
    }
}
