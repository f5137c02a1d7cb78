//! From what the author saved to what is frozen with the campaign.

use crate::address::{Address, parse_ascii_address};
use crate::attachment::Attachment;
use crate::frame::Frame;
use crate::html::{Escape, outline};
use crate::merge::{Piece, Syntax, TagError, Variable, parse};
use crate::tracking::{Markup, Tracking, track};
use crate::{document, header, quoted_printable, schemes, text};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;

/// First byte of the stored form. Raise it when [`Compiled`] changes.
const FORMAT: u8 = 2;
/// Formats whose content reads the same. 2 added [`Variable::ReaderToken`] as the last variable, which 1 never has.
const READABLE: std::ops::RangeInclusive<u8> = 1..=FORMAT;
/// First of [`Compiled::last_headers`]; messages whose link is not https go without (RFC 8058 §3.1).
pub(crate) const ONE_CLICK: &str = "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";

/// The content of one campaign and what its headers need.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// May hold merge tags.
    pub subject: String,
    /// May hold merge tags; empty for none.
    pub preheader: String,
    /// A document or a fragment, with merge tags. `None` or blank: made from `text`.
    pub html: Option<String>,
    /// Plain text with merge tags. `None` or blank: made from `html`.
    pub text: Option<String>,
    pub newsletter_name: String,
    pub from_name: String,
    pub from_address: String,
    pub reply_to: Option<String>,
    /// `list.example.com` (RFC 2919 §2).
    pub list_id: Option<String>,
    /// Up to three identifiers and the sender that figures are collected for, with colons between: `c1:n1:a1:sender`.
    pub feedback_id: Option<String>,
    /// BCP 47 tag for a document made here; `en` when `None`.
    pub language: Option<String>,
    /// What the link says that is added where the content has none; `Unsubscribe` when `None`.
    pub unsubscribe: Option<String>,
    /// `None`: links stay as the author wrote them, and nothing tells that a message was shown.
    pub tracking: Option<Tracking>,
    /// The same for every reader.
    pub attachments: Vec<Attachment>,
    /// To one person for what they did, and to no list: without list headers and without a way to leave. Tags of a list's links
    /// are refused.
    pub personal: bool,
}

/// Why content was refused: the field of [`Source`] and the place in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {error}")]
pub struct CompileError {
    /// `subject`, `preheader`, `html`, `text`, `from_address` or `reply_to`.
    pub field: &'static str,
    pub error: TagError,
}

/// Why stored bytes could not be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlobError {
    #[error("the compiled content has format {0}, which this version does not know")]
    Version(u8),
    #[error("the compiled content is damaged")]
    Damaged,
}

/// A campaign ready to be rendered. Stored frozen with the campaign as [`Compiled::to_bytes`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiled {
    pub(crate) newsletter_name: String,
    /// Header lines before To.
    pub(crate) first_headers: String,
    /// Header lines after List-Unsubscribe, up to the content of the text part.
    pub(crate) last_headers: String,
    /// From the end of the text part to the content of the HTML part.
    pub(crate) between_parts: String,
    /// After the HTML part, with the attachments.
    pub(crate) end: String,
    /// Unencoded.
    pub(crate) subject: Vec<Segment>,
    /// The header line, when no tag is in it.
    pub(crate) subject_line: Option<String>,
    /// Unencoded; for the preview, the messages have it in their HTML.
    pub(crate) preheader: Vec<Segment>,
    pub(crate) text: Vec<Segment>,
    pub(crate) html: Vec<Segment>,
    /// How many kinds of slots the bodies have.
    #[serde(skip)]
    pub(crate) kinds: usize,
}

/// A literal and the value after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Segment {
    /// In the bodies quoted-printable, starting at the start of a line.
    pub literal: String,
    /// Octets in the line that the literal ends in.
    pub column: u8,
    pub slot: Option<Slot>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Slot {
    pub variable: Variable,
    pub default: Option<String>,
    pub escape: Escape,
    /// The same for all slots of the bodies that say the same.
    #[serde(skip)]
    pub kind: usize,
}

/// The tags of the fields that are used more than once.
struct Parsed {
    subject: Vec<Piece>,
    preheader: Vec<Piece>,
    html: Option<Vec<Piece>>,
}

impl Source {
    /// Checks only the merge tags: enough to save a draft whose sender is not set up yet.
    pub fn check(&self) -> Result<(), CompileError> {
        self.parse().map(|_| ())
    }

    fn parse(&self) -> Result<Parsed, CompileError> {
        let html = self.html();
        let html_pieces = html.map(|html| {
            let pieces = parse(html, Syntax::Html)?;
            outline(html, &pieces)?;
            Ok(pieces)
        });
        let text = parse(self.text().unwrap_or_default(), Syntax::Text).map_err(in_field("text"))?;
        let parsed = Parsed {
            subject: parse(&self.subject, Syntax::Text).map_err(in_field("subject"))?,
            preheader: parse(&self.preheader, Syntax::Text).map_err(in_field("preheader"))?,
            html: html_pieces.transpose().map_err(in_field("html"))?,
        };
        if self.personal {
            let html = (self.html().unwrap_or_default(), parsed.html.as_deref().unwrap_or_default());
            for (field, (source, pieces)) in [
                ("subject", (self.subject.as_str(), parsed.subject.as_slice())),
                ("preheader", (&self.preheader, &parsed.preheader)),
                ("html", html),
                ("text", (self.text().unwrap_or_default(), &text)),
            ] {
                no_list_links(source, pieces).map_err(in_field(field))?;
            }
        }
        Ok(parsed)
    }

    /// The HTML without links that run something, if it has any.
    fn without_denied_links(&self) -> Result<Option<String>, CompileError> {
        let Some(html) = self.html() else { return Ok(None) };
        let pieces = parse(html, Syntax::Html).map_err(in_field("html"))?;
        let elements = outline(html, &pieces).map_err(in_field("html"))?.elements;
        let denied = schemes::denied(html, &pieces, &elements);
        Ok((!denied.is_empty()).then(|| schemes::without(html, &denied)))
    }

    /// What the link says that is added where there is none; `None` where none is.
    fn unsubscribe(&self) -> Option<&str> {
        (!self.personal).then(|| self.unsubscribe.as_deref().unwrap_or("Unsubscribe"))
    }

    fn html(&self) -> Option<&str> {
        self.html.as_deref().filter(|html| !html.trim().is_empty())
    }

    fn text(&self) -> Option<&str> {
        self.text.as_deref().filter(|text| !text.trim().is_empty())
    }

    /// The text part before anything is added; `html` has the pieces of the HTML, which it may be made from.
    fn plain_text(&self, html: Option<&[Piece]>) -> String {
        match (self.text(), self.html(), html) {
            (Some(text), ..) => text.to_owned(),
            (None, Some(html), Some(pieces)) => text::from_html(html, pieces),
            _ => String::new(),
        }
    }

    /// The HTML part with all that is added but tracking, its line breaks as they are stored here; and the byte where the author's
    /// part of its body starts.
    pub(crate) fn document(
        &self,
        html: &str,
        subject: &[Piece],
        preheader: &[Piece],
    ) -> Result<(String, usize), TagError> {
        let title = document::inline(&self.subject, subject);
        let preheader = document::inline(&self.preheader, preheader);
        // Before the document is made, so that places in it stay where they are.
        let [html, title, preheader] = [html, &title, &preheader].map(newlines);
        document::complete(
            &html,
            self.language.as_deref().unwrap_or("en"),
            self.unsubscribe(),
            &title,
            &preheader,
        )
    }

    /// Octets of the HTML part, with CRLF, its tags as they are written. When it cannot be made, of `html` alone.
    pub(crate) fn html_bytes(&self, html: &str) -> usize {
        let made = || {
            let subject = parse(&self.subject, Syntax::Text)?;
            let preheader = parse(&self.preheader, Syntax::Text)?;
            let (document, content) = self.document(html, &subject, &preheader)?;
            html_markup(&document, self.tracking.as_ref(), content)
        };
        let made: Result<Markup, TagError> = made();
        let html = made.map_or_else(|_| newlines(html), |markup| markup.source);
        html.len() + html.matches('\n').count()
    }

    /// The HTML, or what is made of the text.
    pub(crate) fn made_html(&self) -> Result<Cow<'_, str>, CompileError> {
        if let Some(html) = self.html() {
            return Ok(Cow::Borrowed(html));
        }
        let text = self.text().unwrap_or_default();
        let pieces = parse(text, Syntax::Text).map_err(in_field("text"))?;
        Ok(Cow::Owned(text::to_html(text, &pieces)))
    }

    /// The header lines that are the same for every reader: those before To, and those after List-Unsubscribe.
    fn headers(&self) -> Result<(Vec<u8>, Vec<u8>), CompileError> {
        let from = mailbox("from_address", &self.from_address)?;
        let (mut first, mut last) = (Vec::new(), Vec::new());
        header::mailbox("From", &self.from_name, &from.original, &mut first);
        if let Some(reply_to) = self.reply_to.as_deref().filter(|address| !address.trim().is_empty()) {
            header::mailbox("Reply-To", "", &mailbox("reply_to", reply_to)?.original, &mut first);
        }
        if self.personal {
            // RFC 3834 §5: what answers by itself is not to answer this.
            last.extend_from_slice(b"Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n");
            return Ok((first, last));
        }
        last.extend_from_slice(ONE_CLICK.as_bytes());
        if let Some(list_id) = &self.list_id {
            header::identifier("List-Id", list_id, &mut last);
        }
        if let Some(feedback_id) = &self.feedback_id {
            header::unstructured("Feedback-ID", feedback_id, &mut last);
        }
        last.extend_from_slice(b"Precedence: bulk\r\nMIME-Version: 1.0\r\n");
        Ok((first, last))
    }
}

/// Compiles a campaign.
pub fn compile(source: &Source) -> Result<Compiled, CompileError> {
    let safe;
    let source = match source.without_denied_links()? {
        Some(html) => {
            safe = Source { html: Some(html), ..source.clone() };
            &safe
        }
        None => source,
    };
    let parsed = source.parse()?;
    let (first_headers, last_headers) = source.headers()?;
    let text = source.plain_text(parsed.html.as_deref());
    let text_pieces = parse(&text, Syntax::Text).map_err(in_field("text"))?;
    let made;
    let html = if let Some(html) = source.html() {
        html
    } else {
        made = text::to_html(&text, &text_pieces);
        &made
    };
    let (html, content) =
        source.document(html, &parsed.subject, &parsed.preheader).map_err(in_field("html"))?;
    let text = match source.unsubscribe() {
        Some(label) => with_unsubscribe(text, &text_pieces, label),
        None => text,
    };
    let text = text_body(&text).map_err(in_field("text"))?;
    let html = html_markup(&html, source.tracking.as_ref(), content).map_err(in_field("html"))?;
    let html = encoded(html);
    let subject = segments(&source.subject, parsed.subject, |_| Escape::None);
    let frame = Frame::new(&text, &html, &source.attachments);
    let compiled = Compiled {
        newsletter_name: source.newsletter_name.clone(),
        first_headers: ascii(first_headers),
        last_headers: ascii(last_headers) + &frame.start,
        between_parts: frame.between_parts,
        end: frame.end,
        subject_line: subject_line(&subject),
        subject,
        preheader: segments(&source.preheader, parsed.preheader, |_| Escape::None),
        text,
        html,
        kinds: 0,
    };
    Ok(compiled.with_kinds())
}

impl Compiled {
    /// The form stored with the campaign: a format byte, then the content.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_extend(self, vec![FORMAT]).expect("a vector takes any content")
    }

    /// Reads [`Compiled::to_bytes`] back.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BlobError> {
        match bytes.split_first() {
            Some((format, content)) if READABLE.contains(format) => {
                postcard::from_bytes(content).map(Self::with_kinds).map_err(|_| BlobError::Damaged)
            }
            Some((version, _)) => Err(BlobError::Version(*version)),
            None => Err(BlobError::Damaged),
        }
    }

    /// Numbers the slots, so that what occurs many times is made once for each reader.
    fn with_kinds(mut self) -> Self {
        let mut kinds = HashMap::new();
        for slot in self.text.iter_mut().chain(&mut self.html).filter_map(|segment| segment.slot.as_mut()) {
            let next = kinds.len();
            slot.kind =
                *kinds.entry((slot.variable.clone(), slot.default.clone(), slot.escape)).or_insert(next);
        }
        self.kinds = kinds.len();
        self
    }
}

/// Line breaks as they are stored here.
fn newlines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A body ends with one line break, which becomes the boundary's.
fn ended(source: &str) -> String {
    source.trim_end().to_owned() + "\n"
}

fn text_body(source: &str) -> Result<Vec<Segment>, TagError> {
    let source = ended(&newlines(source));
    let pieces = parse(&source, Syntax::Text)?;
    let escapes = text::escapes(&source, &pieces);
    Ok(encoded(Markup { source, pieces, escapes }))
}

/// `content` is the byte where the author's part of the body starts.
fn html_markup(source: &str, tracking: Option<&Tracking>, content: usize) -> Result<Markup, TagError> {
    let source = ended(source);
    let pieces = parse(&source, Syntax::Html)?;
    let outline = outline(&source, &pieces)?;
    Ok(match tracking {
        Some(tracking) => track(&source, pieces, outline, tracking, content),
        None => Markup { source, pieces, escapes: outline.escapes },
    })
}

/// A body in quoted-printable.
fn encoded(Markup { source, pieces, escapes }: Markup) -> Vec<Segment> {
    let mut segments = segments(&source, pieces, |index| escapes.get(index).copied().unwrap_or(Escape::None));
    for segment in &mut segments {
        let mut encoded = Vec::with_capacity(segment.literal.len() * 11 / 10 + 4);
        segment.column = quoted_printable::literal(&segment.literal, &mut encoded) as u8;
        segment.literal = ascii(encoded);
    }
    segments
}

/// Pairs each literal with the value after it. `escape` is asked with the number of the value.
fn segments(source: &str, pieces: Vec<Piece>, escape: impl Fn(usize) -> Escape) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut literal = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(range) => literal.push_str(&source[range]),
            Piece::Variable { variable, default, .. } => {
                let slot = Some(Slot { variable, default, escape: escape(segments.len()), kind: 0 });
                segments.push(Segment { literal: std::mem::take(&mut literal), column: 0, slot });
            }
        }
    }
    if !literal.is_empty() {
        segments.push(Segment { literal, column: 0, slot: None });
    }
    segments
}

fn subject_line(subject: &[Segment]) -> Option<String> {
    if subject.iter().any(|segment| segment.slot.is_some()) {
        return None;
    }
    let mut line = Vec::new();
    header::unstructured("Subject", subject.first().map_or("", |segment| &segment.literal), &mut line);
    Some(ascii(line))
}

fn with_unsubscribe(text: String, pieces: &[Piece], label: &str) -> String {
    if document::has_unsubscribe(pieces) {
        return text;
    }
    let text = text.trim_end();
    let gap = if text.is_empty() { "" } else { "\n\n" };
    format!("{text}{gap}{label}: {{{{ unsubscribe_url }}}}\n")
}

/// Nobody leaves a list by what no list sent.
fn no_list_links(source: &str, pieces: &[Piece]) -> Result<(), TagError> {
    for piece in pieces {
        if let Piece::Variable { variable, range, .. } = piece
            && variable.is_list_link()
        {
            let message =
                format!("An email to one person has no {{{{ {variable} }}}}: it was sent by no list.");
            return Err(TagError::at(source, range.start, message));
        }
    }
    Ok(())
}

fn mailbox(field: &'static str, text: &str) -> Result<Address, CompileError> {
    parse_ascii_address(text).map_err(|error| in_field(field)(TagError::at(text, 0, error.to_string())))
}

fn in_field(field: &'static str) -> impl Fn(TagError) -> CompileError {
    move |error| CompileError { field, error }
}

/// Everything made here is ASCII; this is the one place that relies on it.
fn ascii(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("encoded text is ASCII")
}
