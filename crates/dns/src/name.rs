//! The name of a domain as a person types it, and the one form in which it is stored and compared.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// Octets of a name in text form, without the final dot (RFC 1035 §2.3.4, RFC 1123 §2.1).
const MAX_NAME: usize = 253;
/// Octets of one label (RFC 1035 §2.3.4).
const MAX_LABEL: usize = 63;
/// Bytes that are looked at. Nothing longer can become a name, and mapping Unicode costs time.
const MAX_INPUT: usize = 2048;

/// A domain a tenant can send from: ASCII A-labels (RFC 5890 §2.3.2.1), lower case, at least two labels, no
/// final dot, never an address, never a public suffix.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DomainName(String);

/// Why a text is no name of a sending domain. `Display` is one sentence for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("Enter the name of a domain, such as news.example.org.")]
    Blank,
    #[error("Enter only the name, such as news.example.org, without https:// or a path.")]
    NotOnlyName,
    #[error("Enter the name of a domain, such as news.example.org, and not an IP address.")]
    Address,
    #[error("Enter one domain, such as news.example.org: a wildcard (*) cannot be sent from.")]
    Wildcard,
    #[error(
        "A sending domain has no underscore: enter news.example.org and not the name of a record, such as \
         _dmarc.news.example.org."
    )]
    Underscore,
    #[error("The character {} cannot be part of a domain name.", shown(*.0))]
    Character(char),
    #[error("This is not a valid internationalised domain name: check its spelling.")]
    Unicode,
    #[error("The name has two dots in a row, or begins with a dot: remove the dot that is too many.")]
    EmptyLabel,
    #[error("The name is too long: a domain name has at most 253 characters.")]
    TooLong,
    #[error("One part of the name is too long: between two dots there are at most 63 characters.")]
    LabelTooLong,
    #[error("The part “{0}” begins or ends with a hyphen, which no domain name allows.")]
    Hyphen(String),
    #[error("Enter the whole name with its ending, such as news.example.org.")]
    SingleLabel,
    #[error("localhost names only the computer itself: enter a domain that can be reached from outside.")]
    Localhost,
    #[error("The ending “.{0}” consists of digits, and no domain ends like that.")]
    NumericEnding(String),
    #[error("“{0}” is an ending under which domains are registered: enter a domain of your own below it.")]
    PublicSuffix(String),
}

fn shown(character: char) -> String {
    if character == ' ' {
        "“ ” (a blank)".into()
    } else if character.is_control() || character.is_whitespace() {
        format!("U+{:04X}", u32::from(character))
    } else {
        format!("“{character}”")
    }
}

impl DomainName {
    /// Reads what a person typed: blanks around it, capitals, one final dot and Unicode (UTS #46,
    /// non-transitional) are accepted and normalised.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(NameError::Blank);
        }
        if text.len() > MAX_INPUT {
            return Err(NameError::TooLong);
        }
        refuse_more_than_a_name(text)?;
        let mapped = Uts46::new()
            .to_ascii(text.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore)
            .map_err(|_| NameError::Unicode)?
            .to_ascii_lowercase();
        // Mapping turns full-width letters and marks into ASCII ones, so everything is looked at again.
        refuse_more_than_a_name(&mapped)?;
        let name = mapped.strip_suffix('.').unwrap_or(&mapped);
        refuse_bad_labels(name)?;
        refuse_unusable(name)?;
        Ok(Self(name.to_owned()))
    }

    /// The name in A-labels, lower case, without a final dot.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name in U-labels, to be shown to people. A label that has no Unicode form stays as it is.
    pub fn unicode(&self) -> String {
        let (text, result) = Uts46::new().to_unicode(self.0.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
        if result.is_ok() { text.into_owned() } else { self.0.clone() }
    }

    /// The registrable domain by the public suffix list: `example.co.uk` of `news.example.co.uk`. Names with
    /// the same organizational domain are aligned in DMARC's relaxed mode (RFC 7489 §3.2).
    #[must_use]
    pub fn organizational(&self) -> Self {
        registrable(&self.0).map_or_else(|| self.clone(), |name| Self(name.to_owned()))
    }
}

impl fmt::Display for DomainName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for DomainName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::parse(text)
    }
}

impl AsRef<str> for DomainName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Addresses, URLs, mail addresses and wildcards: texts that are not wrongly spelt but something else.
fn refuse_more_than_a_name(text: &str) -> Result<(), NameError> {
    let bare = text.strip_suffix('.').unwrap_or(text);
    let inner = bare.strip_prefix('[').map_or(bare, |rest| rest.strip_suffix(']').unwrap_or(rest));
    let inner = inner.strip_prefix("IPv6:").unwrap_or(inner);
    let without_zone = inner.split('%').next().unwrap_or(inner);
    if inner.parse::<Ipv4Addr>().is_ok() || without_zone.parse::<Ipv6Addr>().is_ok() {
        return Err(NameError::Address);
    }
    if text.contains(['/', '\\', ':', '?', '#', '@', '&', '=']) {
        return Err(NameError::NotOnlyName);
    }
    if text.contains('*') {
        return Err(NameError::Wildcard);
    }
    Ok(())
}

/// The grammar of a host name: letters, digits and hyphens (RFC 952, RFC 1123 §2.1).
fn refuse_bad_labels(name: &str) -> Result<(), NameError> {
    for character in name.chars() {
        match character {
            'a'..='z' | '0'..='9' | '-' | '.' => {}
            '_' => return Err(NameError::Underscore),
            other => return Err(NameError::Character(other)),
        }
    }
    for label in name.split('.') {
        if label.is_empty() {
            return Err(NameError::EmptyLabel);
        }
        if label.len() > MAX_LABEL {
            return Err(NameError::LabelTooLong);
        }
        if label.starts_with('-') || label.ends_with('-') {
            return Err(NameError::Hyphen(label.to_owned()));
        }
    }
    if name.len() > MAX_NAME { Err(NameError::TooLong) } else { Ok(()) }
}

/// Well-formed names that nobody can own or send from.
fn refuse_unusable(name: &str) -> Result<(), NameError> {
    let ending = name.rsplit('.').next().unwrap_or(name);
    if ending == "localhost" {
        return Err(NameError::Localhost);
    }
    if ending == name {
        return Err(NameError::SingleLabel);
    }
    if ending.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NameError::NumericEnding(ending.to_owned()));
    }
    if registrable(name).is_none() {
        return Err(NameError::PublicSuffix(name.to_owned()));
    }
    Ok(())
}

/// The registrable domain of a name by the public suffix list.
///
/// The list is code, a thousand functions of it: inlined, they would be compiled again in each crate that calls this.
#[inline(never)]
pub(crate) fn registrable(name: &str) -> Option<&str> {
    psl::domain_str(name)
}

#[cfg(test)]
#[path = "name_tests.rs"]
mod tests;
