//! The plain-text part from the HTML part, and the other way round. Runs once per campaign.

use crate::html::{Escape, escape};
use crate::marks;
use crate::merge::{Piece, Syntax};
use html2text::render::TextDecorator;

/// Longest line of a made text part, in characters, where words allow it.
const WIDTH: usize = 78;
/// Wide enough that the converter breaks no line: lines are wrapped here, where tags and links count as one word.
const UNWRAPPED: usize = 10_000;
const LINK_OPEN: char = '\u{e002}';
const LINK_CLOSE: char = '\u{e003}';
/// A rule across the page. The converter would fill [`UNWRAPPED`] columns for each.
const RULE: char = '\u{e004}';

/// Plain text with the same merge tags; links are kept as `text <url>`.
pub(crate) fn from_html(html: &str, pieces: &[Piece]) -> String {
    let hidden = without_rules(marks::hide(html, pieces));
    let decorator = Decorator::default();
    let links = decorator.links.clone();
    let config =
        html2text::config::with_decorator(decorator).raw_mode(true).allow_width_overflow().use_doc_css();
    // The converter fails only when a width is too narrow, which is ruled out above.
    let text = config.string_from_read(hidden.as_bytes(), UNWRAPPED).unwrap_or_default();
    let text = place_links(&text, &links.borrow()).replace(RULE, "\n---\n");
    marks::restore(&tidy(&text), pieces, Syntax::Text)
}

/// A fragment with the same merge tags: paragraphs at blank lines, line breaks, and links where the text has URLs.
pub(crate) fn to_html(text: &str, pieces: &[Piece]) -> String {
    let hidden = marks::hide(text, pieces);
    let mut out = String::with_capacity(hidden.len() * 2);
    let mut open = false;
    for line in hidden.lines().map(str::trim_end) {
        if line.is_empty() {
            out.push_str(if open { "</p>\n" } else { "" });
            open = false;
            continue;
        }
        out.push_str(if open { "<br>\n" } else { "<p>" });
        open = true;
        for (index, word) in line.split(' ').enumerate() {
            out.push_str(if index > 0 { " " } else { "" });
            out.push_str(&linked(word, pieces));
        }
    }
    out.push_str(if open { "</p>\n" } else { "" });
    marks::restore(&out, pieces, Syntax::Html)
}

/// How each value is written into plain text: inside a URL percent-encoded, so that the link goes where the HTML's goes.
pub(crate) fn escapes(text: &str, pieces: &[Piece]) -> Vec<Escape> {
    let mut escapes = Vec::new();
    let mut in_url = false;
    for piece in pieces {
        match piece {
            Piece::Literal(range) => {
                let literal = &text[range.clone()];
                let word = literal.rfind(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"'));
                in_url &= word.is_none();
                let word = &literal[word.unwrap_or(0)..];
                in_url |= word.contains("https://") || word.contains("http://");
            }
            Piece::Variable { variable, .. } if variable.is_url() => {
                escapes.push(Escape::None);
                in_url = true;
            }
            Piece::Variable { .. } => escapes.push(if in_url { Escape::UrlPart } else { Escape::None }),
        }
    }
    escapes
}

/// The word in HTML, with the URL in it, if any, as a link.
fn linked(word: &str, pieces: &[Piece]) -> String {
    let is_url = |at: usize| {
        let rest = &word[at..];
        let scheme = rest.starts_with("https://") || rest.starts_with("http://");
        scheme || marks::variable_at(rest, pieces).is_some_and(crate::merge::Variable::is_url)
    };
    let Some(start) = word.char_indices().map(|(at, _)| at).find(|at| is_url(*at)) else {
        return escape(word);
    };
    let url = &word[start..];
    let end = url.find(['<', '>', '"']).unwrap_or(url.len());
    let url = url[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'']);
    let (before, after) = (escape(&word[..start]), escape(&word[start + url.len()..]));
    let url = escape(url);
    format!("{before}<a href=\"{url}\">{url}</a>{after}")
}

/// Turns marked links into `text <url>`, or the text alone where it says the same as the URL.
fn place_links(text: &str, links: &[String]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut label_start = 0;
    let mut rest = text;
    while let Some(at) = rest.find([LINK_OPEN, LINK_CLOSE]) {
        out.push_str(&rest[..at]);
        let opens = rest[at..].starts_with(LINK_OPEN);
        rest = &rest[at + LINK_OPEN.len_utf8()..];
        if opens {
            label_start = out.len();
        } else if let Some((index, length)) = marks::number(rest) {
            rest = &rest[length..];
            let url = links.get(index).map_or("", |url| url.trim());
            let label = out[label_start..].trim();
            if !(url.is_empty() || url.starts_with('#') || says_url(label, url)) {
                out.push_str(if label.is_empty() { "<" } else { " <" });
                out.push_str(url);
                out.push('>');
            }
        }
    }
    out.push_str(rest);
    out
}

/// Each `<hr>` as an image with [`RULE`] for its text.
fn without_rules(mut html: String) -> String {
    for tag in ["<hr>", "<hr ", "<hr/", "<HR>", "<HR ", "<HR/"] {
        if html.contains(tag) {
            let image = format!("<img src=\"-\" alt=\"{RULE}\"{}", &tag[3..]);
            html = html.replace(tag, &image);
        }
    }
    html
}

fn says_url(label: &str, url: &str) -> bool {
    let bare = |text: &str| {
        let text = ["https://", "http://", "mailto:", "tel:"]
            .iter()
            .find_map(|scheme| text.strip_prefix(scheme))
            .unwrap_or(text)
            .to_owned();
        text.trim_end_matches('/').to_owned()
    };
    bare(label) == bare(url)
}

/// Wraps long lines and removes what only layout needed: blank runs and invisible characters.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = true;
    for line in text.lines() {
        let line: String = line
            .chars()
            .filter(|c| !matches!(c, '\u{200b}' | '\u{34f}' | '\u{feff}' | '\u{ad}'))
            .map(|c| if c == '\u{a0}' { ' ' } else { c })
            .collect();
        let line = line.trim_end_matches(|c: char| c.is_whitespace() || c == '\u{200c}');
        if line.chars().all(|c| c.is_whitespace() || matches!(c, '>' | '\u{200c}')) {
            out.push_str(if blank { "" } else { "\n" });
            blank = true;
            continue;
        }
        blank = false;
        wrap(line, &mut out);
    }
    out.trim_end().to_owned()
}

/// Greedy; what continues a list item or a quotation is set under it.
fn wrap(line: &str, out: &mut String) {
    let body = line.trim_start_matches([' ', '>']);
    let mut indent = line[..line.len() - body.len()].to_owned();
    out.push_str(&indent);
    let marker = body.split(' ').next().unwrap_or_default();
    let numbered = marker.strip_suffix('.').is_some_and(|digits| digits.parse::<u32>().is_ok());
    if marker == "*" || numbered {
        indent.push_str(&" ".repeat(marker.chars().count() + 1));
    }
    let mut column = line.len() - body.len();
    for (index, word) in body.split(' ').filter(|word| !word.is_empty()).enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > WIDTH {
            out.push('\n');
            out.push_str(&indent);
            column = indent.chars().count();
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}

/// Marks the links; everything else is left bare, as it reads best in a mail.
#[derive(Default)]
struct Decorator {
    links: std::rc::Rc<std::cell::RefCell<Vec<String>>>,
}

impl TextDecorator for Decorator {
    type Annotation = ();

    fn decorate_link_start(&mut self, url: &str) -> (String, ()) {
        self.links.borrow_mut().push(url.to_owned());
        (LINK_OPEN.to_string(), ())
    }

    fn decorate_link_end(&mut self) -> String {
        marks::mark(LINK_CLOSE, self.links.borrow().len().saturating_sub(1))
    }

    fn decorate_em_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_em_end(&self) -> String {
        String::new()
    }

    fn decorate_strong_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strong_end(&self) -> String {
        String::new()
    }

    fn decorate_strikeout_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }

    fn decorate_code_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_code_end(&self) -> String {
        String::new()
    }

    fn decorate_preformat_first(&self) {}

    fn decorate_preformat_cont(&self) {}

    fn decorate_image(&mut self, _src: &str, title: &str) -> (String, ()) {
        (title.to_owned(), ())
    }

    fn header_prefix(&self, _level: usize) -> String {
        String::new()
    }

    fn quote_prefix(&self) -> String {
        "> ".to_owned()
    }

    fn unordered_item_prefix(&self) -> String {
        "* ".to_owned()
    }

    fn ordered_item_prefix(&self, index: i64) -> String {
        format!("{index}. ")
    }

    fn make_subblock_decorator(&self) -> Self {
        Self { links: self.links.clone() }
    }
}
