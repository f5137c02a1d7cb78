//! The links in the captured mails of a campaign.

use std::collections::BTreeSet;

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use reqwest::Method;
use serde_json::Value;

use crate::server::Site;

/// Characters of the half of a token that names the reader.
const READER: usize = 28;
/// The link that no person sees.
const TRAP: u64 = 0xffff;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    pub path: String,
    pub reader: u64,
    /// 0 for a picture and for leaving.
    pub number: u64,
}

pub struct Mails {
    pub clicks: Vec<Link>,
    pub opens: Vec<Link>,
    pub leaves: Vec<Link>,
}

impl Mails {
    pub async fn read(site: &Site) -> anyhow::Result<Self> {
        let (mut clicks, mut opens, mut leaves) = (Vec::new(), Vec::new(), Vec::new());
        for mail in list(site).await? {
            let mail = site.get(&format!("/api/captured-mail/{}?links=as_sent", mail["id"])).await?;
            let (html, text) = (mail["html"].as_str().unwrap_or(""), mail["text"].as_str().unwrap_or(""));
            for token in tokens(html, "/t/c/") {
                let link = tracked(format!("/t/c/{token}"), &token)?;
                if link.number != TRAP {
                    clicks.push(link);
                }
            }
            for token in tokens(html, "/t/o/") {
                opens.push(tracked(format!("/t/o/{token}.gif"), &token)?);
            }
            for token in tokens(text, "/u/").into_iter().take(1) {
                let bytes = URL_SAFE_NO_PAD.decode(&token)?;
                leaves.push(Link { path: format!("/u/{token}"), reader: number(&bytes, 6..12)?, number: 0 });
            }
        }
        ensure!(!clicks.is_empty() && !opens.is_empty() && !leaves.is_empty(), "the mails have no links");
        Ok(Self { clicks: mixed(clicks), opens: mixed(opens), leaves })
    }
}

/// All captured mails, without what is in them.
async fn list(site: &Site) -> anyhow::Result<Vec<Value>> {
    let (mut all, mut next) = (Vec::new(), Some("/api/captured-mail?limit=1000".to_owned()));
    while let Some(path) = next {
        let page = site.call(Method::GET, &path, None).await?;
        let link = page.headers().get("link").and_then(|link| link.to_str().ok());
        next = link.and_then(|link| Some(link.split_once('<')?.1.split_once('>')?.0.to_owned()));
        all.extend(page.json::<Vec<Value>>().await?);
    }
    Ok(all)
}

/// What follows the prefix, each once, up to what no token has.
fn tokens(text: &str, prefix: &str) -> BTreeSet<String> {
    let is_token = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    text.split(prefix).skip(1).map(|rest| rest.chars().take_while(is_token).collect()).collect()
}

fn tracked(path: String, token: &str) -> anyhow::Result<Link> {
    let (reader, link) = token.split_at_checked(READER).context("a token is short")?;
    let (reader, link) = (URL_SAFE_NO_PAD.decode(reader)?, URL_SAFE_NO_PAD.decode(link)?);
    Ok(Link { path, reader: number(&reader, 5..11)?, number: number(&link, 0..2)? })
}

fn number(bytes: &[u8], range: std::ops::Range<usize>) -> anyhow::Result<u64> {
    let part = bytes.get(range).context("a token is short")?;
    Ok(part.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// One reader's links far apart from each other.
fn mixed(links: Vec<Link>) -> Vec<Link> {
    let mut keyed: Vec<(usize, Link)> = links
        .into_iter()
        .enumerate()
        .map(|(at, link)| (at.wrapping_mul(2_654_435_761) % 4_294_967_291, link))
        .collect();
    keyed.sort();
    keyed.into_iter().map(|(_, link)| link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_read() {
        let mut reader = [0; 21];
        reader[4] = 7;
        reader[9..11].copy_from_slice(&[1, 2]);
        let token = URL_SAFE_NO_PAD.encode(reader) + &URL_SAFE_NO_PAD.encode([0, 9, 1, 1, 1, 1, 1, 1, 1]);
        let html = format!("<a href=\"http://x.example/t/c/{token}\">a</a> <a href='/t/c/{token}'>b</a>");
        let found: Vec<_> = tokens(&html, "/t/c/").into_iter().collect();
        assert_eq!(found, [token.as_str()]);
        let link = tracked(String::new(), &token).unwrap();
        assert_eq!((link.reader, link.number), (258, 9));
        assert!(tracked(String::new(), "short").is_err());
    }
}
