//! `/n/{public_id}/feed.xml`: the latest issues as RSS 2.0.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse as _, Response},
};

use super::newsletter::subject;
use crate::{
    Core, Timestamp,
    campaigns::{self, Issue},
    html::missing,
    http::{Path, Problem},
    newsletters::{self, Newsletter},
};

const ITEMS: i64 = 20;

pub async fn show(State(core): State<Core>, Path(public_id): Path<String>) -> Result<Response, Problem> {
    let mut tx = core.db.read().await?;
    let Some(newsletter) = newsletters::find_public(&mut tx, &public_id).await? else { return Ok(missing()) };
    let issues = campaigns::issues(&mut tx, newsletter.id, None, ITEMS).await?;
    drop(tx);
    let headers = [
        (header::CONTENT_TYPE, "application/rss+xml; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=300"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    ];
    Ok((headers, rss(&core.settings.public_url, &newsletter, &issues)).into_response())
}

fn rss(base: &str, newsletter: &Newsletter, issues: &[Issue]) -> String {
    let home = xml(&format!("{base}/n/{}", newsletter.public_id));
    let items: String = issues.iter().map(|issue| item(&home, newsletter, issue)).collect();
    let description = newsletter.description.as_deref().unwrap_or(&newsletter.name);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel>\
         <title>{}</title><link>{home}</link><description>{}</description><language>{}</language>\
         <atom:link href=\"{home}/feed.xml\" rel=\"self\" type=\"application/rss+xml\"/>{items}</channel></rss>\n",
        xml(&newsletter.name),
        xml(description),
        newsletter.language.tag(),
    )
}

fn item(home: &str, newsletter: &Newsletter, issue: &Issue) -> String {
    let preheader = issue.preheader.as_deref().map(|text| campaigns::for_nobody(text, newsletter));
    let description = preheader
        .filter(|text| !text.is_empty())
        .map(|text| format!("<description>{}</description>", xml(&text)))
        .unwrap_or_default();
    format!(
        "<item><title>{}</title><link>{home}/{id}</link><guid isPermaLink=\"true\">{home}/{id}</guid>\
         <pubDate>{}</pubDate>{description}</item>",
        xml(&subject(newsletter, &issue.subject)),
        date(issue.started_at),
        id = issue.id,
    )
}

fn date(time: Timestamp) -> String {
    chrono::DateTime::from_timestamp_millis(time.0).unwrap_or_default().to_rfc2822()
}

/// Text as XML 1.0, which has no way to write most control characters (§2.2): they are left out.
fn xml(text: &str) -> String {
    let is_char = |c: char| {
        (!c.is_control() || matches!(c, '\t' | '\n' | '\r')) && !matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    crate::html::escape(&text.chars().filter(|c| is_char(*c)).collect::<String>())
}
