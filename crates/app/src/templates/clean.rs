//! What of rich text and themes is kept: what the mail would show of it, and nothing that runs. The editor's renderer lets
//! through no more (`web/src/email/sanitize.ts`); here it is taken out before anything is stored.

use std::{borrow::Cow, sync::LazyLock};

use ammonia::Builder;
use content::{Piece, Syntax};
use serde_json::{Map, Value};

/// Longest text of a theme, in characters.
const MAX_STYLE: usize = 300;
/// Around the number of a merge tag while HTML is cleaned.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// What an author is told of text that cannot be read in bounded time; follows the field's name.
pub const TOO_DEEP: &str = "has too many elements inside one another";

static BUILDER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(words(
            "span strong b em i u s strike code a sub sup p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li br div section article \
             center del ins tt table thead tbody tfoot tr td th hr dl dt dd address figure figcaption header footer main nav \
             aside",
        ))
        .clean_content_tags(words(
            "script style title textarea xmp iframe noembed noframes noscript svg math template object embed applet head \
             plaintext select option audio video canvas frameset",
        ))
        .generic_attributes(words("style dir lang"))
        .tag_attributes([("a", words("href target rel")), ("ol", words("start"))].into())
        .filter_style_properties(words("color background-color text-align font-size font-family"))
        .url_schemes(words("http https ftp ftps mailto tel callto sms cid xmpp"))
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter(|_, name, value| match name {
            "href" if scheme_is_open(value) => None,
            "style" if !is_harmless(value, &['<', '>', '{', '}', '\\']) => None,
            _ => Some(Cow::Borrowed(value)),
        });
    builder
});

fn words<T: FromIterator<&'static str>>(list: &'static str) -> T {
    list.split_ascii_whitespace().collect()
}

/// Rich text without what does not belong there, its merge tags byte for byte; `None` where it is nested too deep to be
/// read. Without a `<` nothing is HTML, and nothing changes.
pub fn rich_text(html: &str) -> Option<Cow<'_, str>> {
    if !html.contains('<') {
        return Some(Cow::Borrowed(html));
    }
    if content::is_too_deep(html) {
        return None;
    }
    let pieces = content::parse(html, Syntax::Html).unwrap_or_else(|_| vec![Piece::Literal(0..html.len())]);
    let mut tags = Vec::new();
    let mut hidden = String::with_capacity(html.len());
    for piece in &pieces {
        match piece {
            // Nobody's text has them; a stand-in could be forged with them.
            Piece::Literal(range) => {
                hidden.extend(html[range.clone()].chars().filter(|c| !matches!(*c, OPEN | CLOSE)));
            }
            Piece::Variable { range, .. } => {
                hidden.extend([OPEN.to_string(), tags.len().to_string(), CLOSE.to_string()]);
                tags.push(&html[range.clone()]);
            }
        }
    }
    let clean = BUILDER.clean(&hidden).to_string();
    let mut parts = clean.split(OPEN);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let tag = part
            .split_once(CLOSE)
            .and_then(|(number, rest)| Some((*tags.get(number.parse::<usize>().ok()?)?, rest)));
        let (tag, rest) = tag.unwrap_or(("", part));
        out.extend([tag, rest]);
    }
    Some(Cow::Owned(out))
}

/// Whether a reader's value could make the scheme of this address.
fn scheme_is_open(address: &str) -> bool {
    let start = address.split(['/', '?', '#']).next().unwrap_or_default();
    start.split_once(':').is_some_and(|(scheme, _)| scheme.contains(OPEN))
}

/// A theme without values that could end a style or an attribute, or fetch something; the editor has its own for those.
pub fn theme(theme: &Value) -> Value {
    match theme {
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, value)| is_kept(key) && value.as_str().is_none_or(is_kept));
            Value::Object(kept.map(|(key, value)| (key.clone(), self::theme(value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.iter().map(self::theme).collect()),
        Value::String(text) if !is_kept(text) => Value::String(String::new()),
        value => value.clone(),
    }
}

fn is_kept(text: &str) -> bool {
    text.chars().count() <= MAX_STYLE && is_harmless(text, &['<', '>', '{', '}', ';', '\\', '`'])
}

fn is_harmless(text: &str, forbidden: &[char]) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    let runs = ["url(", "expression(", "javascript:", "vbscript:", "@import", "behavior:", "-moz-binding"];
    !text.contains(|c: char| c.is_control() || forbidden.contains(&c))
        && !runs.iter().any(|run| bare.contains(run))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn clean(html: &str) -> String {
        rich_text(html).expect("text of usual depth").into_owned()
    }

    #[test]
    fn what_authors_write_stays_byte_for_byte() {
        for html in [
            "",
            "Fish & chips > 1 \u{e000}",
            "{{ subscriber.first_name | default(\"<b>\") }}",
            "<p>Hi {{ subscriber.first_name | default(\"you & 'me'\") }}, <strong>so</strong> <em>it</em> is.</p>",
            "<p style=\"text-align:center\">a<br>b</p><ul><li>c</li></ul><ol start=\"3\"><li>d</li></ol>",
            "<p><a href=\"https://example.com/?a=1&amp;b=2\" target=\"_blank\">x</a></p>",
            "<p><a href=\"{{ unsubscribe_url }}\">x</a> <a href=\"mailto:a@b.test\">y</a> <a href=\"#top\">z</a></p>",
            "<p><span style=\"color:#ff0000;font-size:18px\">red</span> &amp; &lt;script&gt;</p>",
            "<h2 dir=\"rtl\" lang=\"he\">x</h2><blockquote><p>y</p></blockquote><pre><code>z</code></pre>",
        ] {
            assert_eq!(clean(html), html);
        }
    }

    #[test]
    fn what_runs_is_taken_out_and_its_words_stay() {
        for (html, expected) in [
            ("a<script>alert(1)</script>b", "ab"),
            ("<p onclick=\"x()\">a</p>", "<p>a</p>"),
            ("<img src=x onerror=alert(1)>a", "a"),
            ("<p><a href=\"JavaScript:alert(1)\">a</a></p>", "<p><a>a</a></p>"),
            ("<p><a href=\"java&Tab;script:alert(1)\">a</a></p>", "<p><a>a</a></p>"),
            (
                "<p><a href=\"data:text/html,x\">a</a> <a href=\"file:///x\">b</a></p>",
                "<p><a>a</a> <a>b</a></p>",
            ),
            ("<a href=\"java{{ subscriber.first_name }}script:x\">a</a>", "<a>a</a>"),
            ("<p style=\"position:fixed;color:#ff0000\">a</p>", "<p style=\"color:#ff0000\">a</p>"),
            ("<p style=\"color:url(https://x.test)\">a</p>", "<p>a</p>"),
            ("<style>p{}</style><iframe src=x></iframe><svg onload=x><a>b</a></svg>c<!-- d -->", "c"),
            ("<form action=x><button>a</button></form>", "a"),
            ("<textarea>a", ""),
            ("<b>a", "<b>a</b>"),
        ] {
            assert_eq!(clean(html), expected, "{html}");
            assert_eq!(clean(expected), expected, "once is enough: {html}");
        }
        assert_eq!(rich_text(&"<b>".repeat(5000)), None);
    }

    #[test]
    fn a_theme_keeps_what_styles_are_made_of() {
        let good = json!({ "fontFamily": "'Segoe UI', \"Arial\"", "textColor": "#ff0000", "contentWidth": 600, "lang": "en",
            "button": { "bold": true, "primaryColor": "rgb(0, 0, 0)" }, "z": [1.5, null] });
        assert_eq!(theme(&good), good);
        let long = "x".repeat(301);
        for bad in [
            "red;}</style><script>",
            "</style>",
            "a;b",
            "a{b",
            "URL (https://x.test)",
            "expression(alert(1))",
            "java script:x",
            "@import 'x'",
            "a\\62",
            "a\nb",
            &long,
        ] {
            let told = theme(&json!({ "a": bad, "b": { "c": bad, "d": 1 }, "e": [bad], bad: 1 }));
            assert_eq!(told, json!({ "b": { "d": 1 }, "e": [""] }), "{bad}");
        }
    }
}
