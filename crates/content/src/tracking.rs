//! Links that lead through the server, so that a click can be counted.

use crate::compile::CompileError;
use crate::elements::{Anchor, Elements};
use crate::html::{Escape, Outline, escape, outline};
use crate::merge::{Piece, Syntax, TagError, Variable, parse};
use crate::references;
use std::collections::HashMap;
use std::ops::Range;

/// Longest label of a link, in characters.
const LABEL: usize = 80;

/// Where tracked links lead. Tokens have URL-safe characters only; in a message each stands directly behind the reader's
/// ([`crate::Stamp::reader_token`]): `{base}/t/c/{reader}{token}` and `{base}/t/o/{reader}{open_token}.gif`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tracking {
    /// `https://links.example.org`, without a slash at the end.
    pub base: String,
    /// [`Link::url`] and its token. Links that are not here stay as the author wrote them.
    pub links: Vec<(String, String)>,
    /// For the image that tells that a message was shown.
    pub open_token: String,
    /// For a link that no person sees: who follows it is a machine.
    pub trap_token: String,
}

/// A link to the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// From 1, in the order of the content; 0 in an [`crate::Inspection`] for a link that cannot be tracked.
    pub number: u32,
    /// As the author means it: `https://…` or `http://…`, character references decoded, without the blanks that browsers
    /// skip. Not percent-encoded: it may hold spaces and characters beyond ASCII.
    pub url: String,
    /// The words of the first link to this address that has any, or its image's `alt`; at most 80 characters on one line.
    pub label: String,
    /// Whether merge tags are in the address. It is another one for each reader then, and never tracked.
    pub has_tags: bool,
}

/// The links of `html` that can be tracked, each address once: `href` of `<a>`, `<area>` and of Outlook's shapes, absolute, http
/// or https, without merge tags and without `data-track="off"` (or `"false"`).
pub fn links(html: &str) -> Result<Vec<Link>, TagError> {
    let pieces = parse(html, Syntax::Html)?;
    Ok(trackable(html, &outline(html, &pieces)?.elements))
}

pub(crate) fn trackable(source: &str, elements: &Elements) -> Vec<Link> {
    let mut links = Links::default();
    for anchor in elements.anchors.iter().filter(|anchor| is_trackable(anchor)) {
        links.add(anchor, source, elements);
    }
    links.found
}

/// Links by their address.
#[derive(Default)]
pub(crate) struct Links {
    pub found: Vec<Link>,
    by_url: HashMap<String, usize>,
    numbers: u32,
}

impl Links {
    /// Takes a link to the web; answers its address.
    pub fn add(&mut self, anchor: &Anchor, source: &str, elements: &Elements) -> Option<&str> {
        let href = anchor.href.as_ref()?;
        let url = web_address(&source[href.range.clone()])?;
        let next = self.found.len();
        let index = *self.by_url.entry(url).or_insert_with_key(|url| {
            let (url, has_tags) = (url.clone(), href.has_tags);
            self.found.push(Link { number: 0, url, label: String::new(), has_tags });
            next
        });
        let link = &mut self.found[index];
        if link.number == 0 && is_trackable(anchor) {
            self.numbers += 1;
            link.number = self.numbers;
        }
        if link.label.is_empty() {
            link.label = elements.label(anchor, source, LABEL);
        }
        Some(&link.url)
    }
}

fn is_trackable(anchor: &Anchor) -> bool {
    !anchor.keep && anchor.href.as_ref().is_some_and(|href| !href.has_tags)
}

/// The address in an `href`, if it is one of the web. A browser ignores blanks around it, and line breaks and tabs in it (URL
/// standard §4.4).
fn web_address(raw: &str) -> Option<String> {
    let decoded = references::attribute(raw);
    let trimmed = decoded.trim_matches(|c: char| c <= ' ');
    let url = if trimmed.contains(['\n', '\r', '\t']) {
        trimmed.replace(['\n', '\r', '\t'], "")
    } else {
        trimmed.to_owned()
    };
    let starts =
        |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let host = ["https://", "http://"]
        .into_iter()
        .find(|scheme| starts(scheme))
        .map(|scheme| &url[scheme.len()..])?;
    let has_host = host.starts_with(|c| !matches!(c, '/' | '\\' | '?' | '#' | ' '));
    (has_host && !url.chars().any(char::is_control)).then_some(url)
}

/// HTML with the tags in it and how to write their values.
pub(crate) struct Markup {
    pub source: String,
    pub pieces: Vec<Piece>,
    pub escapes: Vec<Escape>,
}

/// The reader's token, between two literals, in the place of `range`.
struct Edit {
    range: Range<usize>,
    before: String,
    after: String,
}

/// Leads the known links through the server, and adds the trap at byte `start` and the image at the end of the body. All other
/// bytes stay.
pub(crate) fn track(
    source: &str,
    pieces: Vec<Piece>,
    outline: Outline,
    tracking: &Tracking,
    start: usize,
) -> Markup {
    let base = escape(&tracking.base);
    let click = format!("{base}/t/c/");
    let tokens: HashMap<&str, &str> = tracking.links.iter().map(|(url, token)| (&**url, &**token)).collect();
    let anchors = outline.elements.anchors.iter().filter(|anchor| is_trackable(anchor));
    let hrefs = anchors.filter_map(|anchor| {
        let range = anchor.href.as_ref()?.range.clone();
        let token = tokens.get(web_address(&source[range.clone()])?.as_str())?;
        Some(Edit { range, before: click.clone(), after: escape(token) })
    });
    let mut edits: Vec<Edit> = hrefs.collect();
    // A body ends with a line break, which stays the last.
    let last = source.trim_end_matches('\n').len();
    let start = start.min(last);
    let end = outline.body_end.clamp(start, last);
    edits.push(Edit {
        range: start..start,
        before: format!("<a href=\"{click}"),
        after: format!(
            "{}\" style=\"display:none\" aria-hidden=\"true\" tabindex=\"-1\"></a>",
            escape(&tracking.trap_token)
        ),
    });
    edits.push(Edit {
        range: end..end,
        before: format!("<img src=\"{base}/t/o/"),
        after: format!(
            "{}.gif\" width=\"1\" height=\"1\" alt=\"\" style=\"display:block;width:1px;height:1px;border:0\">",
            escape(&tracking.open_token)
        ),
    });
    // Stable: what starts at the same place stays in this order.
    edits.sort_by_key(|edit| edit.range.start);
    spliced(source, pieces, outline.escapes, edits)
}

fn spliced(source: &str, pieces: Vec<Piece>, escapes: Vec<Escape>, edits: Vec<Edit>) -> Markup {
    let mut out = Markup {
        source: String::with_capacity(source.len() + edits.len() * 64),
        pieces: Vec::with_capacity(pieces.len() + edits.len() * 3),
        escapes: Vec::with_capacity(escapes.len() + edits.len()),
    };
    let (mut edits, mut escapes) = (edits.into_iter().peekable(), escapes.into_iter());
    for piece in pieces {
        let range = match piece {
            Piece::Literal(range) => range,
            Piece::Variable { variable, default, range } => {
                let start = out.source.len();
                out.source.push_str(&source[range]);
                let range = start..out.source.len();
                out.pieces.push(Piece::Variable { variable, default, range });
                out.escapes.push(escapes.next().unwrap_or(Escape::Html));
                continue;
            }
        };
        let mut at = range.start;
        while let Some(edit) = edits.next_if(|edit| edit.range.end <= range.end) {
            // Links do not overlap and the additions stand between tags; should one ever not, it is left out.
            if edit.range.start >= at {
                out.literal(&source[at..edit.range.start]);
                at = edit.range.end;
                out.reader_token(&edit);
            }
        }
        out.literal(&source[at..range.end]);
    }
    out
}

impl Markup {
    fn literal(&mut self, text: &str) {
        let start = self.source.len();
        self.source.push_str(text);
        self.pieces.push(Piece::Literal(start..self.source.len()));
    }

    fn reader_token(&mut self, edit: &Edit) {
        self.literal(&edit.before);
        let at = self.source.len();
        self.pieces.push(Piece::Variable { variable: Variable::ReaderToken, default: None, range: at..at });
        // Tokens need no encoding; anything else cannot leave the URL.
        self.escapes.push(Escape::UrlPart);
        self.literal(&edit.after);
    }
}

impl crate::Source {
    /// [`links`] of the HTML part, also when it is made from the text.
    pub fn links(&self) -> Result<Vec<Link>, CompileError> {
        self.made_html().and_then(|html| links(&html).map_err(|error| CompileError { field: "html", error }))
    }
}
