//! The model that all formats are read into.

use url::Url;

use crate::{json, text, xml};

/// Longer documents are refused.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;
/// Items of a feed; those behind are not read. Feeds begin with the newest.
pub const MAX_ITEMS: usize = 200;
/// Bytes of a document in which its encoding is declared.
const PROLOGUE: usize = 256;

/// A feed, in the order of the document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Feed {
    /// Plain text, at most 500 characters; may be empty.
    pub title: String,
    /// The web page the feed belongs to, absolute.
    pub link: Option<String>,
    /// No two with the same id.
    pub items: Vec<Item>,
}

/// One entry of a feed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    /// What the feed tells its items apart by: `guid`, `id`, else the link, else the title. At most 1000
    /// characters, never empty.
    pub id: String,
    /// Plain text, at most 500 characters; may be empty.
    pub title: String,
    /// Absolute, http or https.
    pub url: Option<String>,
    /// Unix time in milliseconds.
    pub published: Option<i64>,
    /// Cleaned HTML with absolute links, from at most 64 KB.
    pub summary_html: Option<String>,
    /// Cleaned HTML with absolute links, from at most 256 KB.
    pub content_html: Option<String>,
    pub author: Option<String>,
    /// Absolute, http or https: the item's own picture, else the first of its HTML.
    pub image: Option<String>,
}

/// Why there is no feed. `Display` is a sentence for an author.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    #[error("The feed is larger than {} MB.", MAX_BYTES / 1024 / 1024)]
    TooLarge,
    /// With the feed the page itself names, if it names one.
    #[error("This is a web page, not a feed{}.", feed.as_ref().map_or(String::new(), |feed| format!("; its feed is {feed}")))]
    WebPage { feed: Option<String> },
    #[error("This is neither RSS nor Atom nor JSON Feed.")]
    NotAFeed,
    #[error("The feed cannot be read: {0}.")]
    Broken(String),
    /// An HTTP status other than 200 and 304.
    #[error("The server answers with {0} instead of a feed.")]
    Status(u16),
    #[error(transparent)]
    Outbound(#[from] outbound::Failure),
}

/// Reads a feed of any format. `base_url` is where it came from; relative addresses are resolved against it.
///
/// A document that breaks off or is malformed gives the items before that place; only one without any is
/// [`FeedError::Broken`]. Takes up to a second of CPU for a hostile document of the greatest size.
pub fn parse(bytes: &[u8], base_url: &str) -> Result<Feed, FeedError> {
    if bytes.len() > MAX_BYTES {
        return Err(FeedError::TooLarge);
    }
    let base = Url::parse(base_url)
        .map_err(|error| FeedError::Broken(format!("its address is no URL ({error})")))?;
    let decoded = decode(bytes);
    let document = decoded.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let mut feed = if document.starts_with('{') {
        json::parse(document, &base)
    } else if document.starts_with('<') {
        xml::parse(document, &base).map_err(|error| match error {
            FeedError::NotAFeed if is_html(document) => {
                FeedError::WebPage { feed: text::advertised_feed(document, &base) }
            }
            error => error,
        })
    } else {
        Err(FeedError::NotAFeed)
    }?;
    let mut seen = std::collections::HashSet::new();
    feed.items.retain(|item| seen.insert(item.id.clone()));
    Ok(feed)
}

/// By byte order mark, else by the XML declaration, else as UTF-8 (XML 1.0, appendix F). Wrong bytes become
/// replacement characters.
fn decode(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    let prologue = String::from_utf8_lossy(&bytes[..bytes.len().min(PROLOGUE)]);
    let declared = || {
        let declaration = prologue.trim_start().strip_prefix("<?xml")?.split("?>").next()?;
        let value = declaration.split("encoding").nth(1)?.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        encoding_rs::Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
    };
    // A declaration that could be read this far is not UTF-16, whatever it says; `decode` heeds the mark.
    let encoding = declared().filter(|encoding| encoding.is_ascii_compatible()).unwrap_or(encoding_rs::UTF_8);
    encoding.decode(bytes).0
}

fn is_html(document: &str) -> bool {
    let begin: String = document.chars().take(2000).collect::<String>().to_ascii_lowercase();
    begin.contains("<html") || begin.contains("<!doctype html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_declared() {
        let latin = b"<?xml version='1.0' encoding = 'iso-8859-1'?>\xe9";
        assert!(decode(latin).ends_with('\u{e9}'));
        assert!(decode(b"<?xml version=\"1.0\" encoding=\"utf-16\"?>\xc3\xa9").ends_with('\u{e9}'));
        let utf16: Vec<u8> = "\u{feff}<a>\u{e9}</a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16), "<a>\u{e9}</a>");
        assert_eq!(decode(b"\xff<"), "\u{fffd}<");
    }
}
