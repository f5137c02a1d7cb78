//! Email addresses of readers.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

/// An address that can be written into an SMTP command and a header as it is, with SMTPUTF8 (RFC 6531) if it is not ASCII.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// The address as typed, trimmed, with an international domain in its ASCII form and the part before the @ in NFC
    /// (RFC 6532 §3.1). Case is kept.
    pub original: String,
    /// Lower case of `original`: two addresses with one key are the same reader.
    pub key: String,
}

impl Address {
    /// An address that [`parse_address`] gave once, from what was kept of it.
    pub fn kept(original: String) -> Self {
        let key = key(&original);
        Self { original, key }
    }
}

/// The part after the @, as it is written.
pub fn domain_of(address: &str) -> &str {
    address.rsplit_once('@').map_or(address, |(_, domain)| domain)
}

/// Why an address was refused, in a sentence for the person who typed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Enter an email address.")]
    Empty,
    #[error("An email address has exactly one @.")]
    At,
    #[error("The part before the @ is missing.")]
    NoLocalPart,
    #[error(
        "The part before the @ is longer than 64 characters (letters beyond ASCII count as two to four)."
    )]
    LocalPartTooLong,
    #[error("The part before the @ has a letter beyond ASCII, which many mail servers cannot answer to.")]
    LocalPartNotAscii,
    #[error("The part before the @ has a character that is not allowed there.")]
    LocalPart,
    #[error("The address is longer than 254 characters.")]
    TooLong,
    #[error("The part after the @ is not a domain name such as example.com.")]
    Domain,
    #[error("The part after the @ is an IP address; a domain name such as example.com is needed.")]
    IpAddress,
}

/// [`parse_address`] for what every mail server must be able to answer to: senders and their like.
pub fn parse_ascii_address(text: &str) -> Result<Address, AddressError> {
    let address = parse_address(text)?;
    if address.original.is_ascii() { Ok(address) } else { Err(AddressError::LocalPartNotAscii) }
}

/// Checks an address against RFC 5321 §4.1.2 and §4.5.3.1 as RFC 6531 §3.3 extends them. Quoted local parts and IP literals
/// are refused: no reader has one.
pub fn parse_address(text: &str) -> Result<Address, AddressError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    let (local, domain) = text.split_once('@').ok_or(AddressError::At)?;
    if domain.contains('@') {
        return Err(AddressError::At);
    }
    let local = nfc(local);
    check_local(&local)?;
    let domain = ascii_domain(domain)?;
    let original = format!("{local}@{domain}");
    if original.len() > 254 {
        return Err(AddressError::TooLong);
    }
    Ok(Address::kept(original))
}

fn key(original: &str) -> String {
    if original.is_ascii() {
        return original.to_ascii_lowercase();
    }
    // A lower-case letter may be written otherwise than in NFC.
    nfc(&original.to_lowercase()).into_owned()
}

fn nfc(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// A dot-atom of at most 64 octets.
fn check_local(local: &str) -> Result<(), AddressError> {
    if local.is_empty() {
        return Err(AddressError::NoLocalPart);
    }
    if local.len() > 64 {
        return Err(AddressError::LocalPartTooLong);
    }
    if local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atext)) {
        Ok(())
    } else {
        Err(AddressError::LocalPart)
    }
}

fn is_atext(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    }
    !(c.is_control() || c.is_whitespace() || is_invisible(c))
}

/// What comes along when an address is copied, or is there to deceive: it shows nothing, or turns what stands around it.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

fn ascii_domain(domain: &str) -> Result<String, AddressError> {
    let bare = domain.trim_start_matches('[').trim_end_matches(']');
    if domain.starts_with('[') || bare.parse::<std::net::IpAddr>().is_ok() {
        return Err(AddressError::IpAddress);
    }
    // ASCII stays as typed; the conversion would lower its case.
    let ascii = if domain.is_ascii() {
        domain.to_owned()
    } else {
        idna::domain_to_ascii(domain).map_err(|_| AddressError::Domain)?
    };
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = ascii.rsplit('.').next().unwrap_or_default();
    let is_name = ascii.contains('.') && ascii.split('.').all(is_label);
    if is_name && !top.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(ascii)
    } else {
        Err(AddressError::Domain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_what_can_be_delivered() {
        let long = format!("{}@{}.example", "a".repeat(64), "b".repeat(63));
        for (text, original, key) in [
            (
                "  Ada.Lovelace+news@Example.COM ",
                "Ada.Lovelace+news@Example.COM",
                "ada.lovelace+news@example.com",
            ),
            ("o'neil@mail.example.org", "o'neil@mail.example.org", "o'neil@mail.example.org"),
            ("info@bücher.example", "info@xn--bcher-kva.example", "info@xn--bcher-kva.example"),
            ("Info@BÜCHER.example", "Info@xn--bcher-kva.example", "info@xn--bcher-kva.example"),
            (long.as_str(), long.as_str(), long.as_str()),
        ] {
            let address = parse_address(text).unwrap();
            assert_eq!((address.original.as_str(), address.key.as_str()), (original, key));
            assert_eq!(parse_ascii_address(text), Ok(address));
        }
    }

    #[test]
    fn accepts_international_addresses_in_one_form() {
        let long = format!("{}@example.com", "ü".repeat(32));
        for (text, original, key) in [
            (" 用户@例え.jp ", "用户@xn--r8jz45g.jp", "用户@xn--r8jz45g.jp"),
            ("用户@xn--r8jz45g.JP", "用户@xn--r8jz45g.JP", "用户@xn--r8jz45g.jp"),
            ("Zoë.Ω+news@example.com", "Zoë.Ω+news@example.com", "zoë.ω+news@example.com"),
            // Composed from a letter and its mark; the Kelvin sign and Å's twin are letters.
            ("ZOE\u{308}@example.com", "ZOË@example.com", "zoë@example.com"),
            ("\u{212a}\u{212b}@example.com", "KÅ@example.com", "kå@example.com"),
            ("İ@example.com", "İ@example.com", "i\u{307}@example.com"),
            ("अजय@डाटामेल.भारत", "अजय@xn--c2bd4bq1db8d.xn--h2brj9c", "अजय@xn--c2bd4bq1db8d.xn--h2brj9c"),
            (long.as_str(), long.as_str(), long.as_str()),
        ] {
            let address = parse_address(text).unwrap();
            assert_eq!((address.original.as_str(), address.key.as_str()), (original, key), "{text}");
            assert_eq!(Address::kept(address.original.clone()), address, "what is kept gives the same key");
            if !original.is_ascii() {
                assert_eq!(parse_ascii_address(text), Err(AddressError::LocalPartNotAscii));
            }
        }
    }

    #[test]
    fn a_domain_stands_behind_the_last_at() {
        for (address, domain) in
            [("ada@Example.com", "Example.com"), ("\"a@b\"@x.test", "x.test"), ("ada", "ada")]
        {
            assert_eq!(domain_of(address), domain);
        }
    }

    #[test]
    fn refuses_the_rest_with_its_reason() {
        use AddressError as E;
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long_utf8 = format!("{}a@example.com", "ü".repeat(32));
        let label = "b".repeat(60);
        let long = format!("{}@{label}.{label}.{label}.example", "a".repeat(64));
        for (text, error) in [
            ("", E::Empty),
            (" \t", E::Empty),
            ("ada", E::At),
            ("ada@b@example.com", E::At),
            ("@example.com", E::NoLocalPart),
            ("ada@", E::Domain),
            ("ada@localhost", E::Domain),
            ("ada@example.com.", E::Domain),
            ("ada@-a.example", E::Domain),
            ("ada@a_b.example", E::Domain),
            ("ada@ex ample.com", E::Domain),
            ("ada@exam\r\nple.com", E::Domain),
            ("ada@example.123", E::Domain),
            ("ada@[192.0.2.1]", E::IpAddress),
            ("ada@192.0.2.1", E::IpAddress),
            ("\"ada l\"@example.com", E::LocalPart),
            ("ada..l@example.com", E::LocalPart),
            (".ada@example.com", E::LocalPart),
            ("ada\r\nBcc: x@example.com", E::LocalPart),
            ("zo\u{200b}e@example.com", E::LocalPart),
            ("zo\u{a0}e@example.com", E::LocalPart),
            ("zo\u{85}e@example.com", E::LocalPart),
            ("zoë\u{2028}@example.com", E::LocalPart),
            ("\u{202e}zoë@example.com", E::LocalPart),
            ("zoë@例え", E::Domain),
            ("zoë\u{fffd}@example.com", E::LocalPart),
            ("用户＠example.com", E::At),
            (long_utf8.as_str(), E::LocalPartTooLong),
            (long_local.as_str(), E::LocalPartTooLong),
            (long.as_str(), E::TooLong),
        ] {
            assert_eq!(parse_address(text), Err(error), "{text:?}");
        }
    }
}
