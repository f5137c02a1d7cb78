//! A kept mail as the dashboard shows it: whoever looks at it is not its reader. The picture that tells of opens is an
//! empty one, links lead straight to their targets, and what belongs to the reader (unsubscribing, preferences,
//! confirming) is the sample's. What was sent stays as it was in the raw message.

use crate::{
    CampaignId, Core, SubscriberId,
    links::{ConfirmToken, LinkMaker, ReaderToken},
    tracking::{TRAP, Targets, Tokens, Tracking, Use},
};

/// One transparent pixel that is asked of nobody.
const EMPTY_PICTURE: &str = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
/// Leads nowhere.
const NOWHERE: &str = "#";
/// Characters of the shortest token: 30 octets in base64url.
const SHORTEST: usize = 40;

/// How texts write an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    Html,
    Text,
}

/// Takes tokens out of texts. A token is known by its signature, wherever it stands.
pub struct Harmless<'a> {
    core: &'a Core,
    tokens: Tokens,
    links: LinkMaker,
    /// Of the mail's campaign; empty when there is none.
    targets: Targets,
}

/// What stands for a token.
enum Instead {
    /// The token alone: its link leads to the same page, where nothing can happen.
    Token(String),
    /// The whole address.
    Address(String),
}

impl<'a> Harmless<'a> {
    pub async fn of_campaign(
        tracking: &'a Tracking,
        campaign_id: Option<CampaignId>,
    ) -> database::Result<Self> {
        let targets = match campaign_id {
            Some(id) => tracking.own.targets(tracking, id).await?,
            None => Targets::default(),
        };
        Ok(Self { core: tracking, tokens: Tokens::new(tracking), links: LinkMaker::new(tracking), targets })
    }

    pub fn text(&self, text: &str, syntax: Syntax) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((start, end)) = next_run(rest) {
            match self.instead(&rest[start..end], syntax) {
                Some((length, Instead::Token(token))) => {
                    out.push_str(&rest[..end - length]);
                    out.push_str(&token);
                    rest = &rest[end..];
                }
                Some((length, Instead::Address(address))) => {
                    out.push_str(&rest[..address_start(rest, end - length)]);
                    out.push_str(&address);
                    rest = rest[end..].strip_prefix(".gif").unwrap_or(&rest[end..]);
                }
                None => {
                    out.push_str(&rest[..end]);
                    rest = &rest[end..];
                }
            }
        }
        out.push_str(rest);
        out
    }

    /// What stands for the token at the end of a run of its characters (`%2F` before it belongs to the run), with its
    /// length.
    fn instead(&self, run: &str, syntax: Syntax) -> Option<(usize, Instead)> {
        let last = |length: usize| run.len().checked_sub(length).map(|at| &run[at..]);
        if let Some(token) = last(40) {
            if self.tokens.read(Use::Open, token).is_some() {
                return Some((40, Instead::Address(EMPTY_PICTURE.to_owned())));
            }
            if let Some(tracked) = self.tokens.read(Use::Click, token) {
                return Some((40, Instead::Address(self.target(tracked.link_no, syntax))));
            }
        }
        if let Some(token) = last(46).and_then(|token| self.links.read(token)) {
            return Some((
                46,
                Instead::Token(
                    self.links.token(ReaderToken { subscriber_id: SubscriberId::new(0), ..token }),
                ),
            ));
        }
        last(54)
            .filter(|token| ConfirmToken::read(self.core, token).is_some())
            .map(|_| (54, Instead::Address(NOWHERE.to_owned())))
    }

    fn target(&self, link_no: u16, syntax: Syntax) -> String {
        if link_no == TRAP {
            return NOWHERE.to_owned();
        }
        let url =
            usize::from(link_no).checked_sub(1).and_then(|at| self.targets.get(at)).map(|target| &target.url);
        match (url, syntax) {
            (None, _) => NOWHERE.to_owned(),
            (Some(url), Syntax::Text) => url.clone(),
            (Some(url), Syntax::Html) => {
                url.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;")
            }
        }
    }
}

/// The next run of characters of base64url that is long enough for a token.
fn next_run(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let length = bytes[start..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
            .count();
        if length >= SHORTEST {
            return Some((start, start + length));
        }
        start += length + 1;
    }
    None
}

/// Where the address begins that holds what is at `at`.
fn address_start(text: &str, at: usize) -> usize {
    let delimiter = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '(');
    let from = text[..at]
        .rfind(delimiter)
        .map_or(0, |found| found + text[found..].chars().next().map_or(1, char::len_utf8));
    let scheme = ["https://", "http://"].iter().filter_map(|scheme| text[from..at].rfind(scheme)).max();
    // Without a scheme the token stands by itself and is all that goes.
    scheme.map_or(at, |found| from + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_begins_at_its_scheme_and_ends_with_its_token() {
        let text = "see <a href=\"https://a.example/?to=https://b.example/t/c/TOKEN\">";
        let at = text.find("TOKEN").unwrap();
        assert_eq!(&text[address_start(text, at)..at], "https://b.example/t/c/");
        assert_eq!(address_start("TOKEN", 0), 0);
        assert_eq!(address_start("\"TOKEN", 1), 1);
        assert_eq!(address_start("https://a.example/ TOKEN", 19), 19, "another address");
        assert_eq!(address_start("über\u{a0}TOKEN", 7), 7);
        let token = "A".repeat(40);
        assert_eq!(next_run(&format!("ab ä {token}.gif")), Some((6, 46)));
        assert_eq!(next_run(&token[1..]), None);
        assert_eq!(next_run(""), None);
    }
}
