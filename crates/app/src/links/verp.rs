//! Addresses that only a mail of ours carries: a report sent to one names its mail, and nobody can make one up.
//!
//! The envelope's sender (VERP) and the mailbox of `List-Unsubscribe` are `b+<token>@…` and `u+<token>@…`. The token is
//! in base32, because mail servers change the case of addresses.

use crate::{
    Core, RunId, SubscriberId,
    secrets::{MacKey, base32, from_base32, same},
};

const MAC: usize = 10;

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Reports about the mail.
    Bounce,
    /// Unsubscribing by mail.
    Unsubscribe,
    /// Reports about a mail that no campaign sent.
    Message,
}

impl Use {
    fn prefix(self) -> &'static str {
        match self {
            Self::Bounce => "b",
            Self::Unsubscribe => "u",
            Self::Message => "m",
        }
    }
}

/// The mail that an address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailed {
    pub run_id: RunId,
    pub subscriber_id: SubscriberId,
}

impl Mailed {
    /// One that no campaign sent, by its number.
    pub fn message(id: i64) -> Self {
        Self { run_id: RunId::new(0), subscriber_id: SubscriberId::new(id) }
    }

    /// The number of what [`Mailed::message`] made.
    pub fn message_id(self) -> i64 {
        self.subscriber_id.get()
    }
}

/// Makes and reads addresses; the key is derived once.
#[derive(Clone)]
pub struct Verp {
    key: MacKey,
}

impl Verp {
    pub fn new(core: &Core) -> Self {
        Self { key: MacKey::new(&core.settings.secret.derive("return-path")) }
    }

    /// The token alone, for transports that take tags instead of addresses.
    pub fn token(&self, usage: Use, mail: Mailed) -> String {
        let payload = payload(mail);
        let tag = self.key.mac(&[usage.prefix().as_bytes(), &payload]);
        base32(&[payload.as_slice(), &tag[..MAC]].concat())
    }

    /// `b+<token>@domain`, 36 characters before the @.
    pub fn address(&self, usage: Use, mail: Mailed, domain: &str) -> String {
        format!("{}+{}@{domain}", usage.prefix(), self.token(usage, mail))
    }

    /// Below a mailbox that takes subaddresses (RFC 5233): `bounces+<token>@example.org`.
    pub fn subaddress(&self, usage: Use, mail: Mailed, mailbox: &str) -> String {
        let (local, domain) = mailbox.rsplit_once('@').unwrap_or((mailbox, "localhost"));
        format!("{local}+{}@{domain}", self.token(usage, mail))
    }

    pub fn read_token(&self, usage: Use, token: &str) -> Option<Mailed> {
        let bytes = from_base32(token).filter(|bytes| bytes.len() == 11 + MAC)?;
        let (payload, given) = bytes.split_at(11);
        if !same(&self.key.mac(&[usage.prefix().as_bytes(), payload])[..MAC], given) {
            return None;
        }
        let number = |part: &[u8]| part.iter().fold(0i64, |n, byte| n << 8 | i64::from(*byte));
        Some(Mailed {
            run_id: RunId::new(number(&payload[..5])),
            subscriber_id: SubscriberId::new(number(&payload[5..])),
        })
    }

    /// What an address of ours is for and which mail it names; `None` for every other. The token says so by itself: what stands
    /// before it may be the name of a mailbox.
    pub fn read(&self, address: &str) -> Option<(Use, Mailed)> {
        let (local, _) = address.rsplit_once('@')?;
        let (_, token) = local.rsplit_once('+')?;
        let usages = [Use::Bounce, Use::Unsubscribe, Use::Message];
        usages.into_iter().find_map(|usage| Some((usage, self.read_token(usage, token)?)))
    }
}

fn payload(mail: Mailed) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(11 + MAC);
    bytes.extend_from_slice(&mail.run_id.get().to_be_bytes()[3..]);
    bytes.extend_from_slice(&mail.subscriber_id.get().to_be_bytes()[2..]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_back_and_an_altered_one_is_not() {
        let verp = Verp { key: MacKey::new(&[3; 32]) };
        let mail = Mailed { run_id: RunId::new(77), subscriber_id: SubscriberId::new(123_456_789) };
        let address = verp.address(Use::Bounce, mail, "bounces.example.org");
        assert!(address.split('@').next().unwrap().len() <= 64, "RFC 5321 §4.5.3.1.1: {address}");
        assert_eq!(verp.read(&address.to_uppercase()), Some((Use::Bounce, mail)));
        let leave = verp.address(Use::Unsubscribe, mail, "x.example");
        assert_eq!(verp.read(&leave), Some((Use::Unsubscribe, mail)));
        for usage in [Use::Bounce, Use::Unsubscribe, Use::Message] {
            for mailbox in ["returns@example.net", "u@example.net", "b@example.net"] {
                assert_eq!(
                    verp.read(&verp.subaddress(usage, mail, mailbox)),
                    Some((usage, mail)),
                    "{mailbox}"
                );
            }
        }
        let token = verp.token(Use::Unsubscribe, mail);
        assert_eq!(verp.read_token(Use::Bounce, &token), None, "one use is not the other");
        assert_eq!(verp.read_token(Use::Bounce, &verp.token(Use::Bounce, mail)), Some(mail));
        for at in 2..address.find('@').unwrap() {
            let mut altered = address.clone().into_bytes();
            altered[at] = if altered[at] == b'a' { b'b' } else { b'a' };
            assert_eq!(verp.read(std::str::from_utf8(&altered).unwrap()), None, "position {at}");
        }
        let other = Verp { key: MacKey::new(&[4; 32]) };
        assert_eq!(other.read(&address), None);
        for nothing in ["", "b+@x", "b+aaaa@x", "@", "b@x", "news@example.org"] {
            assert_eq!(verp.read(nothing), None, "{nothing}");
        }
    }
}
