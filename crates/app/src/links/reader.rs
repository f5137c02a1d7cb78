//! The links that a mail to one reader carries, and the tokens in them.
//!
//! A token names a newsletter, a reader and a campaign and is signed, so that nobody can make one for somebody else.
//! It holds no address and does not end: an old mail's unsubscribe link must work.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::verp::Mailed;
use crate::{
    CampaignId, Core, NewsletterId, RunId, SubscriberId,
    secrets::{MacKey, same},
};

/// Octets of a number in a token, of the three, and of what signs them.
const NUMBER: usize = 6;
const PAYLOAD: usize = 3 * NUMBER;
const MAC: usize = 16;

/// The links that a mail to one reader carries.
#[derive(Clone, Debug)]
pub struct Links {
    pub unsubscribe_url: String,
    pub preferences_url: String,
    pub archive_url: String,
}

/// What a token names. `subscriber_id` 0 is the sample reader of previews and test mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderToken {
    pub newsletter_id: NewsletterId,
    pub subscriber_id: SubscriberId,
    pub campaign_id: CampaignId,
}

/// Makes links; the key is derived once.
#[derive(Clone)]
pub struct LinkMaker {
    base: String,
    key: MacKey,
}

impl LinkMaker {
    pub fn new(core: &Core) -> Self {
        Self {
            base: core.settings.public_url.clone(),
            key: MacKey::new(&core.settings.secret.derive("reader-links")),
        }
    }

    /// The same links below another base, such as `https://links.example.org`.
    #[must_use]
    pub fn with_base(self, base: String) -> Self {
        Self { base, ..self }
    }

    pub fn links(&self, newsletter_public_id: &str, token: ReaderToken) -> Links {
        let archive_url = self.archive_url(newsletter_public_id, token.campaign_id);
        let (unsubscribe_url, preferences_url) = self.own_pages(token);
        Links { unsubscribe_url, preferences_url, archive_url }
    }

    /// Where a campaign is read online, by whoever.
    pub fn archive_url(&self, newsletter_public_id: &str, campaign_id: CampaignId) -> String {
        format!("{}/n/{newsletter_public_id}/{campaign_id}", self.base)
    }

    /// What differs from reader to reader: where to unsubscribe, and the preferences.
    pub fn own_pages(&self, token: ReaderToken) -> (String, String) {
        let (base, text) = (self.base.as_str(), self.token(token));
        ([base, "/u/", &text].concat(), [base, "/p/", &text].concat())
    }

    pub fn token(&self, token: ReaderToken) -> String {
        let mut bytes = [0; PAYLOAD + MAC];
        let (payload, mac) = bytes.split_at_mut(PAYLOAD);
        let numbers = [token.newsletter_id.get(), token.subscriber_id.get(), token.campaign_id.get()];
        for (place, number) in payload.chunks_exact_mut(NUMBER).zip(numbers) {
            place.copy_from_slice(&number.to_be_bytes()[8 - NUMBER..]);
        }
        mac.copy_from_slice(&self.key.mac(&[payload])[..MAC]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// `None` for anything that is not a token of ours, unaltered.
    pub fn read(&self, text: &str) -> Option<ReaderToken> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|b| b.len() == PAYLOAD + MAC)?;
        let (payload, given) = bytes.split_at(PAYLOAD);
        if !same(&self.key.mac(&[payload])[..MAC], given) {
            return None;
        }
        let number =
            |i: usize| payload[i * NUMBER..][..NUMBER].iter().fold(0i64, |n, b| (n << 8) | i64::from(*b));
        Some(ReaderToken {
            newsletter_id: NewsletterId::new(number(0)),
            subscriber_id: SubscriberId::new(number(1)),
            campaign_id: CampaignId::new(number(2)),
        })
    }

    /// The Message-ID of a reader's mail in a run: the same on every attempt, not to be guessed,
    /// without angle brackets.
    pub fn message_id(&self, run_id: RunId, subscriber_id: SubscriberId, domain: &str) -> String {
        let mac =
            self.key.mac(&[b"message-id", &run_id.get().to_be_bytes(), &subscriber_id.get().to_be_bytes()]);
        format!("{run_id}.{subscriber_id}.{}@{domain}", URL_SAFE_NO_PAD.encode(&mac[..9]))
    }
}

impl LinkMaker {
    /// The mail that a Message-ID of ours names, with or without angle brackets; `None` for every other.
    pub fn read_message_id(&self, text: &str) -> Option<Mailed> {
        let (id, domain) = text.trim().trim_matches(['<', '>']).rsplit_once('@')?;
        let (run, rest) = id.split_once('.')?;
        let (reader, _) = rest.split_once('.')?;
        let mail = Mailed { run_id: run.parse().ok()?, subscriber_id: reader.parse().ok()? };
        let ours = self.message_id(mail.run_id, mail.subscriber_id, domain);
        same(ours.as_bytes(), format!("{id}@{domain}").as_bytes()).then_some(mail)
    }
}

/// The links of one mail below `base`, or the installation's own; for many, keep a [`LinkMaker`].
pub fn links(core: &Core, base: Option<String>, newsletter_public_id: &str, token: ReaderToken) -> Links {
    let maker = LinkMaker::new(core);
    let maker = match base {
        Some(base) => maker.with_base(base),
        None => maker,
    };
    maker.links(newsletter_public_id, token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_and_an_altered_one_is_not() {
        let maker = LinkMaker { base: String::new(), key: MacKey::new(&[3; 32]) };
        let token = ReaderToken {
            newsletter_id: NewsletterId::new(7),
            subscriber_id: SubscriberId::new(123_456_789),
            campaign_id: CampaignId::new(42),
        };
        let text = maker.token(token);
        assert_eq!(maker.read(&text), Some(token));
        for i in 0..text.len() {
            let mut altered = text.clone().into_bytes();
            altered[i] = if altered[i] == b'A' { b'B' } else { b'A' };
            assert_eq!(maker.read(std::str::from_utf8(&altered).unwrap()), None, "position {i}");
        }
        let other = LinkMaker { base: String::new(), key: MacKey::new(&[4; 32]) };
        assert_eq!(other.read(&text), None);
        assert_eq!(maker.read(""), None);
    }

    #[test]
    fn a_message_id_names_its_mail_and_cannot_be_made_up() {
        let maker = LinkMaker { base: String::new(), key: MacKey::new(&[3; 32]) };
        let id = maker.message_id(RunId::new(5), SubscriberId::new(77), "example.org");
        let mail = Some(Mailed { run_id: RunId::new(5), subscriber_id: SubscriberId::new(77) });
        assert_eq!(maker.read_message_id(&format!("<{id}>")), mail);
        assert_eq!(maker.read_message_id(&id), mail);
        for made_up in [
            id.replace("5.77", "5.78"),
            id.replacen("5.", "6.", 1),
            "5.77.@example.org".into(),
            String::new(),
        ] {
            assert_eq!(maker.read_message_id(&made_up), None, "{made_up}");
        }
    }
}
