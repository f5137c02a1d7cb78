//! Tokens in links and pictures: who (or nobody) got which campaign, and which link it is. Both halves are signed, so
//! that neither can be made up; the second is the same for every reader and is written into the mail once per campaign.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{
    CampaignId, Core, SubscriberId,
    secrets::{MacKey, same},
};

const READER_MAC: usize = 10;
const LINK_MAC: usize = 7;
/// Characters of the reader's half: 11 + 10 octets in base64url without padding.
const READER_TEXT: usize = 28;
/// 2 + 7 octets.
const LINK_TEXT: usize = 12;

/// The number of the link that no person sees.
pub const TRAP: u16 = u16::MAX;

/// What a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Open,
    Click,
}

/// What a token names. `subscriber_id` 0: nobody in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracked {
    pub campaign_id: CampaignId,
    pub subscriber_id: SubscriberId,
    pub link_no: u16,
}

/// Makes and reads tokens; the key is derived once.
#[derive(Clone)]
pub struct Tokens {
    key: MacKey,
}

impl Tokens {
    pub fn new(core: &Core) -> Self {
        Self { key: MacKey::new(&core.settings.secret.derive("tracking")) }
    }

    /// With a key of its own.
    #[cfg(any(test, feature = "testing"))]
    pub fn with_key(key: [u8; 32]) -> Self {
        Self { key: MacKey::new(&key) }
    }

    /// The half that differs from reader to reader: 28 characters of base64url.
    pub fn reader(&self, campaign_id: CampaignId, subscriber_id: SubscriberId) -> String {
        let payload = reader_payload(campaign_id, subscriber_id);
        let tag = self.key.mac(&[b"reader", &payload]);
        let mut bytes = [0; 11 + READER_MAC];
        bytes[..11].copy_from_slice(&payload);
        bytes[11..].copy_from_slice(&tag[..READER_MAC]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The half that is the same for all readers: 12 characters.
    pub fn link(&self, usage: Use, campaign_id: CampaignId, link_no: u16) -> String {
        let mut bytes = [0; 2 + LINK_MAC];
        bytes[..2].copy_from_slice(&link_no.to_be_bytes());
        bytes[2..].copy_from_slice(&self.link_mac(usage, campaign_id, link_no));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    fn link_mac(&self, usage: Use, campaign_id: CampaignId, link_no: u16) -> [u8; LINK_MAC] {
        let name: &[u8] = if usage == Use::Open { b"open" } else { b"click" };
        let tag = self.key.mac(&[name, &campaign_id.get().to_be_bytes(), &link_no.to_be_bytes()]);
        std::array::from_fn(|i| tag[i])
    }

    /// `None` for anything that is not a token of ours, unaltered.
    pub fn read(&self, usage: Use, text: &str) -> Option<Tracked> {
        if text.len() != READER_TEXT + LINK_TEXT || !text.is_ascii() {
            return None;
        }
        let (reader, link) = text.split_at(READER_TEXT);
        let reader = URL_SAFE_NO_PAD.decode(reader).ok()?;
        let link = URL_SAFE_NO_PAD.decode(link).ok()?;
        let (payload, tag) = reader.split_at_checked(11)?;
        if !same(&self.key.mac(&[b"reader", payload])[..READER_MAC], tag) {
            return None;
        }
        let number = |part: &[u8]| part.iter().fold(0i64, |n, byte| n << 8 | i64::from(*byte));
        let campaign_id = CampaignId::new(number(&payload[..5]));
        let link_no = u16::from_be_bytes([*link.first()?, *link.get(1)?]);
        same(&self.link_mac(usage, campaign_id, link_no), &link[2..]).then_some(Tracked {
            campaign_id,
            subscriber_id: SubscriberId::new(number(&payload[5..])),
            link_no,
        })
    }
}

fn reader_payload(campaign_id: CampaignId, subscriber_id: SubscriberId) -> [u8; 11] {
    let mut bytes = [0; 11];
    bytes[..5].copy_from_slice(&campaign_id.get().to_be_bytes()[3..]);
    bytes[5..].copy_from_slice(&subscriber_id.get().to_be_bytes()[2..]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_and_an_altered_one_is_not() {
        let tokens = Tokens { key: MacKey::new(&[3; 32]) };
        let text = tokens.reader(CampaignId::new(77), SubscriberId::new(123_456_789))
            + &tokens.link(Use::Click, CampaignId::new(77), 5);
        let tracked = Tracked {
            campaign_id: CampaignId::new(77),
            subscriber_id: SubscriberId::new(123_456_789),
            link_no: 5,
        };
        assert_eq!(tokens.read(Use::Click, &text), Some(tracked));
        assert_eq!(tokens.read(Use::Open, &text), None, "one use is not the other");
        for at in 0..text.len() {
            let mut altered = text.clone().into_bytes();
            altered[at] = if altered[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(
                tokens.read(Use::Click, std::str::from_utf8(&altered).unwrap()),
                None,
                "position {at}"
            );
        }
        let other = tokens.reader(CampaignId::new(78), SubscriberId::new(123_456_789))
            + &tokens.link(Use::Click, CampaignId::new(77), 5);
        assert_eq!(tokens.read(Use::Click, &other), None, "halves of two campaigns");
        assert_eq!(Tokens { key: MacKey::new(&[4; 32]) }.read(Use::Click, &text), None);
        for nothing in ["", "x", &"é".repeat(20), &"A".repeat(40), &"A".repeat(10_000)] {
            assert_eq!(tokens.read(Use::Click, nothing), None, "{nothing}");
        }
    }
}
