//! What a form and a confirmation mail carry: signed, each with a key of its own, so that none of them passes for a
//! reader's link or for the other.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{
    Core, NewsletterId, SubscriberId, Timestamp,
    clock::{DAY, SECOND},
    secrets::{mac, same, sha256},
};

const MAC: usize = 16;
/// Nobody fills a form in faster.
const FASTEST: i64 = 2 * SECOND;
const FORM_LIFE: i64 = DAY;
/// How long a confirmation link works.
pub const CONFIRM_LIFE: i64 = 7 * DAY;
/// How long a link to one's own data works.
const OWN_LIFE: i64 = DAY;

/// When a newsletter's form was shown.
pub fn form_token(core: &Core, newsletter_id: NewsletterId) -> String {
    let key = core.settings.secret.derive("form-time");
    let mut bytes = core.now().0.to_be_bytes().to_vec();
    let mac = mac(&key, &[&newsletter_id.get().to_be_bytes(), &bytes]);
    bytes.extend_from_slice(&mac[..MAC]);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Whether the form was shown by us, at a time that a person's post can come from.
pub fn is_human(core: &Core, newsletter_id: NewsletterId, token: &str) -> bool {
    let key = core.settings.secret.derive("form-time");
    let Some(bytes) = URL_SAFE_NO_PAD.decode(token).ok().filter(|b| b.len() == 8 + MAC) else { return false };
    let (shown, given) = bytes.split_at(8);
    let signed = same(&mac(&key, &[&newsletter_id.get().to_be_bytes(), shown])[..MAC], given);
    let age = core.now().0.saturating_sub(i64::from_be_bytes(shown.try_into().unwrap_or_default()));
    signed && (FASTEST..=FORM_LIFE).contains(&age)
}

/// What somebody wants done with their own data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wish {
    Export,
    Erase,
}

impl Wish {
    /// As it stands in links.
    pub fn path(self) -> &'static str {
        match self {
            Self::Export => "data",
            Self::Erase => "erase",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Export => "export-links",
            Self::Erase => "erase-links",
        }
    }
}

/// Who was sent a link, and when. The address is in it as a fingerprint: if the author changes the address, the owner of
/// the old one can do nothing with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sent {
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
    at: Timestamp,
    address: [u8; 6],
}

impl Sent {
    fn new(newsletter_id: NewsletterId, subscriber_id: SubscriberId, email: &str, at: Timestamp) -> Self {
        Self { newsletter_id, subscriber_id, at, address: fingerprint(email) }
    }

    fn text(&self, core: &Core, key: &str) -> String {
        let mut bytes = Vec::with_capacity(24 + MAC);
        for number in [self.newsletter_id.get(), self.subscriber_id.get(), self.at.0] {
            bytes.extend_from_slice(&number.to_be_bytes()[2..]);
        }
        bytes.extend_from_slice(&self.address);
        let mac = mac(&core.settings.secret.derive(key), &[&bytes]);
        bytes.extend_from_slice(&mac[..MAC]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// `None` for anything that is not a token of ours for this use, unaltered.
    fn read(core: &Core, text: &str, key: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|b| b.len() == 24 + MAC)?;
        let (payload, given) = bytes.split_at(24);
        let key = core.settings.secret.derive(key);
        if !same(&mac(&key, &[payload])[..MAC], given) {
            return None;
        }
        let number = |i: usize| payload[i * 6..i * 6 + 6].iter().fold(0i64, |n, b| (n << 8) | i64::from(*b));
        let address = payload[18..].try_into().ok()?;
        Some(Self {
            newsletter_id: NewsletterId::new(number(0)),
            subscriber_id: SubscriberId::new(number(1)),
            at: Timestamp(number(2)),
            address,
        })
    }
}

/// Who asked for a subscription, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfirmToken {
    pub newsletter_id: NewsletterId,
    pub subscriber_id: SubscriberId,
    pub asked_at: Timestamp,
    sent: Sent,
}

impl ConfirmToken {
    const KEY: &str = "confirm-links";

    pub fn new(
        newsletter_id: NewsletterId,
        subscriber_id: SubscriberId,
        email: &str,
        asked_at: Timestamp,
    ) -> Self {
        Sent::new(newsletter_id, subscriber_id, email, asked_at).into()
    }

    pub fn is_for(&self, email: &str) -> bool {
        self.sent.address == fingerprint(email)
    }

    pub fn has_ended(&self, now: Timestamp) -> bool {
        now > self.asked_at.plus(CONFIRM_LIFE)
    }

    pub fn text(&self, core: &Core) -> String {
        self.sent.text(core, Self::KEY)
    }

    /// `None` for anything that is not a token of ours, unaltered.
    pub fn read(core: &Core, text: &str) -> Option<Self> {
        Sent::read(core, text, Self::KEY).map(Self::from)
    }
}

impl From<Sent> for ConfirmToken {
    fn from(sent: Sent) -> Self {
        let Sent { newsletter_id, subscriber_id, at, .. } = sent;
        Self { newsletter_id, subscriber_id, asked_at: at, sent }
    }
}

/// Who was sent the way to their own data, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnToken {
    pub newsletter_id: NewsletterId,
    pub subscriber_id: SubscriberId,
    sent: Sent,
}

impl OwnToken {
    pub fn new(newsletter_id: NewsletterId, subscriber_id: SubscriberId, email: &str, at: Timestamp) -> Self {
        Self { newsletter_id, subscriber_id, sent: Sent::new(newsletter_id, subscriber_id, email, at) }
    }

    pub fn is_for(&self, email: &str) -> bool {
        self.sent.address == fingerprint(email)
    }

    pub fn has_ended(&self, now: Timestamp) -> bool {
        now > self.sent.at.plus(OWN_LIFE)
    }

    pub fn text(&self, core: &Core, wish: Wish) -> String {
        self.sent.text(core, wish.key())
    }

    /// `None` for anything that is not a token of ours for this wish, unaltered.
    pub fn read(core: &Core, text: &str, wish: Wish) -> Option<Self> {
        let sent = Sent::read(core, text, wish.key())?;
        Some(Self { newsletter_id: sent.newsletter_id, subscriber_id: sent.subscriber_id, sent })
    }
}

fn fingerprint(email: &str) -> [u8; 6] {
    let hash = sha256(email.to_ascii_lowercase().as_bytes());
    std::array::from_fn(|i| hash[i])
}
