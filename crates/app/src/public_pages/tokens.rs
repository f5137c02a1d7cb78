//! What a form and a confirmation mail carry: signed, each with a key of its own, so that none of them passes for a
//! reader's link or for the other.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{
    App, Timestamp,
    clock::{DAY, SECOND},
    secrets::{mac, same, sha256},
};

const MAC: usize = 16;
/// Nobody fills a form in faster.
const FASTEST: i64 = 2 * SECOND;
const FORM_LIFE: i64 = DAY;
/// How long a confirmation link works.
pub const CONFIRM_LIFE: i64 = 7 * DAY;

/// When a newsletter's form was shown.
pub fn form_token(app: &App, newsletter_id: i64) -> String {
    let key = app.settings.secret.derive("form-time");
    let mut bytes = app.now().0.to_be_bytes().to_vec();
    let mac = mac(&key, &[&newsletter_id.to_be_bytes(), &bytes]);
    bytes.extend_from_slice(&mac[..MAC]);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Whether the form was shown by us, at a time that a person's post can come from.
pub fn is_human(app: &App, newsletter_id: i64, token: &str) -> bool {
    let key = app.settings.secret.derive("form-time");
    let Some(bytes) = URL_SAFE_NO_PAD.decode(token).ok().filter(|b| b.len() == 8 + MAC) else { return false };
    let (shown, given) = bytes.split_at(8);
    let signed = same(&mac(&key, &[&newsletter_id.to_be_bytes(), shown])[..MAC], given);
    let age = app.now().0.saturating_sub(i64::from_be_bytes(shown.try_into().unwrap_or_default()));
    signed && (FASTEST..=FORM_LIFE).contains(&age)
}

/// Who asked for a subscription, and when. The address is in it as a fingerprint: if the author changes the address, the
/// owner of the old one confirms nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfirmToken {
    pub newsletter_id: i64,
    pub subscriber_id: i64,
    pub asked_at: Timestamp,
    address: [u8; 6],
}

impl ConfirmToken {
    pub fn new(newsletter_id: i64, subscriber_id: i64, email: &str, asked_at: Timestamp) -> Self {
        Self { newsletter_id, subscriber_id, asked_at, address: fingerprint(email) }
    }

    pub fn is_for(&self, email: &str) -> bool {
        self.address == fingerprint(email)
    }

    pub fn has_ended(&self, now: Timestamp) -> bool {
        now > self.asked_at.plus(CONFIRM_LIFE)
    }

    pub fn text(&self, app: &App) -> String {
        let mut bytes = Vec::with_capacity(24 + MAC);
        for number in [self.newsletter_id, self.subscriber_id, self.asked_at.0] {
            bytes.extend_from_slice(&number.to_be_bytes()[2..]);
        }
        bytes.extend_from_slice(&self.address);
        let mac = mac(&app.settings.secret.derive("confirm-links"), &[&bytes]);
        bytes.extend_from_slice(&mac[..MAC]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// `None` for anything that is not a token of ours, unaltered.
    pub fn read(app: &App, text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|b| b.len() == 24 + MAC)?;
        let (payload, given) = bytes.split_at(24);
        let key = app.settings.secret.derive("confirm-links");
        if !same(&mac(&key, &[payload])[..MAC], given) {
            return None;
        }
        let number = |i: usize| payload[i * 6..i * 6 + 6].iter().fold(0i64, |n, b| (n << 8) | i64::from(*b));
        let address = payload[18..].try_into().ok()?;
        Some(Self {
            newsletter_id: number(0),
            subscriber_id: number(1),
            asked_at: Timestamp(number(2)),
            address,
        })
    }
}

fn fingerprint(email: &str) -> [u8; 6] {
    let hash = sha256(email.to_ascii_lowercase().as_bytes());
    std::array::from_fn(|i| hash[i])
}
