//! The HTML document around what the author wrote.

use crate::html::{Unclosed, escape, outline};
use crate::merge::{Piece, Syntax, TagError, Variable, parse};
use crate::{marks, visible};

const BODY_STYLE: &str = "margin:0 auto;padding:24px;max-width:600px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',\
     Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2328";

const HIDDEN: &str = "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all";

/// How often the invisible filler stands after a preheader: without it, mail programs go on with the first words of the body.
const FILLER: usize = 90;

const FOOTER: &str = "<p style=\"margin:32px 0 16px;text-align:center;font-family:sans-serif;font-size:12px;color:#6e7781\">\
     <a href=\"{{ unsubscribe_url }}\" style=\"color:#6e7781;text-decoration:underline\">";
const FOOTER_END: &str = "</a></p>\n";

/// A whole document with preheader and unsubscribe link, and the byte where the author's part of its body starts. `title` and
/// `preheader` are HTML; all three may hold merge tags. Refused is HTML in which no reader would see a way out; without a label
/// for it there is to be none.
pub(crate) fn complete(
    html: &str,
    language: &str,
    unsubscribe: Option<&str>,
    title: &str,
    preheader: &str,
) -> Result<(String, usize), TagError> {
    let author = html;
    let pieces = parse(html, Syntax::Html)?;
    let frame = outline(html, &pieces)?;
    let wrapped;
    let (html, start, end) = if frame.is_document {
        (html, frame.body_start, frame.body_end.max(frame.body_start))
    } else {
        let (document, start) = wrap(html, language, title);
        let end = start + html.len();
        wrapped = document;
        (wrapped.as_str(), start, end)
    };
    let mut out = String::with_capacity(html.len() + 2048);
    out.push_str(&html[..start]);
    if !preheader.trim().is_empty() {
        let filler = "&#847;&zwnj;&nbsp;".repeat(FILLER);
        out.extend(["\n<div style=\"", HIDDEN, "\">", preheader, &filler, "</div>\n"]);
    }
    let content = out.len();
    out.push_str(&html[start..end]);
    let footer = out.len();
    out.push_str(&html[end..]);
    if let Some(unsubscribe) = unsubscribe
        && !(has_unsubscribe(&pieces) && shows_unsubscribe(&out)?)
    {
        out.insert_str(footer, &[FOOTER, &escape(unsubscribe), FOOTER_END].concat());
        if !shows_unsubscribe(&out)? {
            return Err(no_way_out(author, frame.unclosed.as_ref()));
        }
    }
    Ok((out, content))
}

fn shows_unsubscribe(html: &str) -> Result<bool, TagError> {
    Ok(visible::shows_unsubscribe(html, &parse(html, Syntax::Html)?))
}

fn no_way_out(html: &str, unclosed: Option<&Unclosed>) -> TagError {
    match unclosed {
        Some(unclosed) => TagError::at(html, unclosed.at, unclosed.sentence()),
        None => TagError::at(
            html,
            0,
            "Nobody would see the unsubscribe link at the end of this HTML, because something in it is never closed.",
        ),
    }
}

/// Whether the content has the unsubscribe link itself, be it seen or not.
pub(crate) fn has_unsubscribe(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Variable { variable: Variable::UnsubscribeUrl, .. }))
}

/// One line of text with tags as HTML with the same tags.
pub(crate) fn inline(text: &str, pieces: &[Piece]) -> String {
    marks::restore(&escape(&marks::hide(text, pieces)), pieces, Syntax::Html)
}

/// The fragment in a document, and where in it the fragment starts.
fn wrap(fragment: &str, language: &str, title: &str) -> (String, usize) {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n</head>\n<body style=\"{BODY_STYLE}\">\n",
        escape(language)
    );
    let start = out.len();
    out.push_str(fragment);
    out.push_str("\n</body>\n</html>\n");
    (out, start)
}
