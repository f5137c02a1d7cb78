//! What a newsletter is and the rules of its fields.

use serde::{Deserialize, Serialize};

use crate::{
    AuthorId, Language, NewsletterId, Timestamp,
    http::{FieldCode, Fields},
    percent::percent,
};

pub const MAX_NAME: usize = 200;
pub const MAX_DESCRIPTION: usize = 2000;

/// RFC 5321 §4.5.3.1.1.
const MAX_LOCAL_PART: usize = 64;

/// What becomes of an email when nobody knows whether the receiving server took it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InDoubtPolicy {
    /// It is sent once more, with the same Message-ID.
    Resend,
    /// It waits for a person to decide.
    Hold,
}

impl InDoubtPolicy {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Resend => "resend",
            Self::Hold => "hold",
        }
    }
}

impl TryFrom<String> for InDoubtPolicy {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "resend" => Ok(Self::Resend),
            "hold" => Ok(Self::Hold),
            _ => Err(name),
        }
    }
}

/// What is counted of what subscribers do with an email.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tracking {
    /// Opens and clicks, per reader.
    #[default]
    Full,
    /// How often was opened and clicked, and nothing of who did.
    Anonymous,
    None,
}

impl Tracking {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Anonymous => "anonymous",
            Self::None => "none",
        }
    }

    /// An open rate or a click rate, the same on every screen: readers who did it, each counted once, in percent of the mails
    /// that were sent. Campaigns that do not count per reader have none: 0, and none of their mails in an average.
    pub fn rate(self, readers: i64, sent: i64) -> f64 {
        if self == Self::Full { percent(readers, sent) } else { 0.0 }
    }
}

impl TryFrom<String> for Tracking {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        [Self::Full, Self::Anonymous, Self::None].into_iter().find(|kind| kind.as_str() == name).ok_or(name)
    }
}

/// A newsletter as other features see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newsletter {
    pub id: NewsletterId,
    pub author_id: AuthorId,
    pub name: String,
    pub description: Option<String>,
    pub from_name: String,
    /// The part of the sending address before the @.
    pub from_prefix: String,
    pub domain_id: Option<i64>,
    pub reply_to: Option<String>,
    /// An inactive one takes no reader and no campaign, and sends nothing.
    pub is_active: bool,
    /// Made to look around in: it sends no campaign, and nobody can subscribe to it.
    pub is_sample: bool,
    /// 128 random bits, in the address of its public page.
    pub public_id: String,
    pub double_opt_in: bool,
    pub in_doubt_policy: InDoubtPolicy,
    pub tracking: Tracking,
    pub language: Language,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Newsletter {
    /// Whether its page has a form.
    pub fn takes_subscribers(&self) -> bool {
        self.is_active && !self.is_sample
    }
}

/// A newsletter to be.
#[derive(Clone, Debug)]
pub struct NewNewsletter {
    pub name: String,
    pub description: Option<String>,
    pub from_name: String,
    pub from_prefix: String,
    pub domain_id: Option<i64>,
    pub reply_to: Option<String>,
    pub double_opt_in: bool,
    pub in_doubt_policy: InDoubtPolicy,
    pub tracking: Tracking,
    pub language: Language,
}

/// What changes in a newsletter; `None` stays, `Some(None)` is cleared.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub name: Option<String>,
    pub description: Option<Option<String>>,
    pub from_name: Option<String>,
    pub from_prefix: Option<String>,
    pub domain_id: Option<Option<i64>>,
    pub reply_to: Option<Option<String>>,
    pub is_active: Option<bool>,
    pub double_opt_in: Option<bool>,
    pub in_doubt_policy: Option<InDoubtPolicy>,
    pub tracking: Option<Tracking>,
    pub language: Option<Language>,
}

/// A dot-atom (RFC 5321 §4.1.2, RFC 5322 §3.2.3) of at most 64 characters: it is written into SMTP commands and
/// headers as it is.
pub fn is_local_part(text: &str) -> bool {
    let is_atext = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b);
    text.len() <= MAX_LOCAL_PART && text.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atext))
}

pub fn check_from_prefix(fields: &mut Fields, prefix: &str) {
    // Absent is reported as required already.
    if !prefix.is_empty() && !is_local_part(prefix) {
        fields.error(
            "from_prefix",
            FieldCode::Malformed,
            "From prefix is the part of an email address before the @: up to 64 letters, digits and signs such as . - _ +",
        );
    }
}

/// The address as it was typed, when it is one.
pub fn reply_to(fields: &mut Fields, value: Option<String>) -> Option<String> {
    let text = fields.line("reply_to", value, 320)?;
    fields.ascii_email("reply_to", &text).map(|address| address.original)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn without_readers_there_is_no_rate_of_readers() {
        assert!((Tracking::Full.rate(1, 8) - 12.5).abs() < 1e-9);
        assert!(Tracking::Anonymous.rate(9, 8).abs() < 1e-9);
        assert!(Tracking::None.rate(0, 8).abs() < 1e-9);
    }

    #[test]
    fn a_local_part_is_a_dot_atom() {
        for good in [
            "newsletter",
            "news.letter",
            "a",
            "A+b",
            "o'neil",
            "x_y-z",
            "!#$%&'*+-/=?^_`{|}~",
            &"a".repeat(64),
        ] {
            assert!(is_local_part(good), "{good}");
        }
        for bad in [
            "",
            ".",
            ".a",
            "a.",
            "a..b",
            "a b",
            "a@b",
            "\"a\"",
            "a,b",
            "a;b",
            "a<b",
            "ü",
            "a\r\nb",
            &"a".repeat(65),
        ] {
            assert!(!is_local_part(bad), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn what_is_accepted_makes_an_address(prefix in "\\PC{1,70}") {
            if is_local_part(&prefix) {
                prop_assert!(content::parse_address(&format!("{prefix}@example.com")).is_ok(), "{}", prefix);
            }
        }
    }
}
