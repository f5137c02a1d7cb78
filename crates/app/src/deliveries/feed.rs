//! What a feed brings into an issue of a repeating campaign: its new entries stand where the tags `feed.…` and `item.…`
//! are. They become part of the content before it is compiled, so nothing in them is a tag, and their HTML is escaped.

use std::fmt::Write as _;

use content::{Piece, Syntax, Variable};
use feeds::{Fetched, Item, Validators};
use serde::{Deserialize, Serialize};

use crate::{
    Core, Timestamp,
    campaigns::{self, Campaign, Draft},
    http::{ApiResult, Problem, ProblemCode},
};

/// Entries of one issue.
const MOST: usize = 20;
/// Entries that are remembered as read.
const REMEMBERED: usize = 500;
const SUMMARY: usize = 280;

/// What was read of a feed, kept with the campaign.
#[derive(Default, Serialize, Deserialize)]
struct Read {
    etag: Option<String>,
    last_modified: Option<String>,
    /// Ids of entries, newest last.
    seen: Vec<String>,
}

/// What becomes of the campaign's content in this issue.
#[derive(Default)]
pub struct Content(Option<News>);

struct News {
    title: String,
    items: Vec<Item>,
    read: Read,
}

/// The content of the issue of this occurrence; `None` when the campaign waits for a feed that has nothing new.
pub async fn content(core: &Core, campaign: &Campaign, at: Timestamp) -> ApiResult<Option<Content>> {
    let Some(repeat) = &campaign.repeat else { return Ok(Some(Content::default())) };
    let Some(url) = &repeat.feed_url else { return Ok(Some(Content::default())) };
    let mut tx = core.db.read().await?;
    let kept = campaigns::feed(&mut tx, campaign.id).await?;
    drop(tx);
    let read: Option<Read> = kept.and_then(|text| serde_json::from_str(&text).ok());
    let validators = read
        .as_ref()
        .map(|read| Validators { etag: read.etag.clone(), last_modified: read.last_modified.clone() });
    let fetched = feeds::fetch(&core.outbound, url, validators.as_ref()).await;
    let (feed, validators) = match fetched.map_err(|error| unreadable(url, &error))? {
        Fetched::NotModified => return Ok(None),
        Fetched::Feed { feed, validators, .. } => (feed, validators),
    };
    let since = at.0 - repeat.period();
    let mut seen = read.as_ref().map(|read| read.seen.clone()).unwrap_or_default();
    let mut items: Vec<Item> = feed.items.into_iter().filter(|item| !seen.contains(&item.id)).collect();
    seen.extend(items.iter().rev().map(|item| item.id.clone()));
    if read.is_none() {
        // The first issue does not tell the whole past.
        items.retain(|item| item.published.is_none_or(|published| published >= since));
    }
    items.truncate(MOST);
    if items.is_empty() {
        return Ok(None);
    }
    let forgotten = seen.len().saturating_sub(REMEMBERED);
    let read = Read {
        etag: validators.etag,
        last_modified: validators.last_modified,
        seen: seen.split_off(forgotten),
    };
    Ok(Some(Content(Some(News { title: feed.title, items, read }))))
}

fn unreadable(url: &str, error: &feeds::FeedError) -> Problem {
    Problem::conflict(ProblemCode::FeedUnreadable, format!("Couldn't read the feed {url}: {error}"))
}

impl Content {
    /// Puts it into the draft; answers what was read of the feed, to be kept.
    pub fn apply(self, draft: &mut Draft) -> Option<String> {
        let news = self.0?;
        news.put(&mut draft.subject, Syntax::Text);
        news.put(&mut draft.html_content, Syntax::Html);
        for text in [&mut draft.preheader, &mut draft.text_content].into_iter().flatten() {
            news.put(text, Syntax::Text);
        }
        for variant in draft.ab_test.iter_mut().flat_map(|test| &mut test.variants) {
            for text in [&mut variant.subject, &mut variant.preheader, &mut variant.text_content]
                .into_iter()
                .flatten()
            {
                news.put(text, Syntax::Text);
            }
            if let Some(html) = &mut variant.html_content {
                news.put(html, Syntax::Html);
            }
        }
        // The document that the HTML was made from knows nothing of the entries.
        draft.blocks = None;
        draft.theme = None;
        serde_json::to_string(&news.read).ok()
    }
}

impl News {
    /// Replaces the tags of the feed in one text.
    fn put(&self, text: &mut String, syntax: Syntax) {
        let Ok(pieces) = content::parse(text, syntax) else { return };
        let mut out = String::with_capacity(text.len());
        for piece in pieces {
            match piece {
                Piece::Literal(range) => out.push_str(&text[range]),
                Piece::Variable { variable, default, range } => match self.value(&variable, syntax) {
                    Some(value) if value.is_empty() => out.push_str(&default.unwrap_or_default()),
                    Some(value) => out.push_str(&value),
                    None => out.push_str(&text[range]),
                },
            }
        }
        *text = out;
    }

    /// `None` for what is not the feed's.
    fn value(&self, variable: &Variable, syntax: Syntax) -> Option<String> {
        let newest = self.items.first();
        let words = match variable {
            Variable::FeedTitle => self.title.clone(),
            Variable::ItemTitle => newest.map(|item| item.title.clone()).unwrap_or_default(),
            Variable::ItemUrl => newest.and_then(|item| item.url.clone()).unwrap_or_default(),
            Variable::ItemSummary => newest.map(|item| feeds::summary(item, SUMMARY)).unwrap_or_default(),
            Variable::FeedItems => {
                return Some(match syntax {
                    Syntax::Html => self.html(),
                    Syntax::Text => self.text(),
                });
            }
            _ => return None,
        };
        Some(match syntax {
            Syntax::Html => escaped(&words),
            Syntax::Text => plain(&words),
        })
    }

    fn html(&self) -> String {
        let mut out = String::new();
        for item in &self.items {
            let title = escaped(if item.title.is_empty() { "Untitled" } else { &item.title });
            let title = match &item.url {
                Some(url) => format!("<a href=\"{}\">{title}</a>", escaped(url)),
                None => title,
            };
            let _ = write!(out, "<h2 style=\"margin:24px 0 8px\">{title}</h2>");
            let summary = feeds::summary(item, SUMMARY);
            if !summary.is_empty() {
                let _ = write!(out, "<p style=\"margin:0 0 16px\">{}</p>", escaped(&summary));
            }
        }
        out
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for item in &self.items {
            let _ = writeln!(out, "{}", plain(&item.title));
            for line in [Some(feeds::summary(item, SUMMARY)), item.url.clone()].into_iter().flatten() {
                if !line.is_empty() {
                    let _ = writeln!(out, "{}", plain(&line));
                }
            }
            out.push('\n');
        }
        out
    }
}

/// One line in which nothing is a tag: the second pass finds what the first made of three in a row.
fn plain(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ").replace("{{", "{ {").replace("{{", "{ {")
}

fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 16);
    for c in words.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '{' => out.push_str("&#123;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn news() -> News {
        let item = |title: &str, url: &str| Item {
            id: url.into(),
            title: title.into(),
            url: Some(url.into()),
            summary_html: Some("<p>More &amp; more</p>".into()),
            ..Item::default()
        };
        let items = vec![
            item("A <b> & {{ subscriber.email }}", "https://example.org/a?x=1&y=\"2"),
            item("B", "https://example.org/b"),
        ];
        News { title: "The blog".into(), items, read: Read::default() }
    }

    #[test]
    fn entries_stand_where_their_tags_are_and_hold_none() {
        let mut html =
            "<h1>{{ feed.title }}</h1>{{ feed.items }}<p>{{ subscriber.first_name | default(\"you\") }}</p>"
                .to_owned();
        news().put(&mut html, Syntax::Html);
        assert!(html.starts_with("<h1>The blog</h1><h2"), "{html}");
        assert!(html.contains("<a href=\"https://example.org/a?x=1&amp;y=&quot;2\">A &lt;b&gt; &amp; &#123;&#123; subscriber.email }}</a>"), "{html}");
        assert!(html.contains("More &amp; more") && html.contains(">B</a>"), "{html}");
        assert!(html.ends_with("<p>{{ subscriber.first_name | default(\"you\") }}</p>"), "{html}");
        assert!(content::parse(&html, Syntax::Html).is_ok());
        let mut subject = "New: {{ item.title }}".to_owned();
        news().put(&mut subject, Syntax::Text);
        assert_eq!(subject, "New: A <b> & { { subscriber.email }}");
        for braces in ["{{{ x }}", "{{{{ x }}", "{{{{{ x }}"] {
            assert!(!plain(braces).contains("{{"), "{braces}");
        }
        assert_eq!(escaped("it's"), "it&#39;s");
    }
}
