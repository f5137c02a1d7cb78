//! E-mail addresses of readers.

/// An address that can be written into an SMTP command and a header as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// The address as typed, trimmed, with an international domain in its ASCII form. Case is kept.
    pub original: String,
    /// Lower case of `original`: two addresses with one key are the same reader.
    pub key: String,
}

/// Why an address was refused, in a sentence for the person who typed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Enter an e-mail address.")]
    Empty,
    #[error("An e-mail address has exactly one @.")]
    At,
    #[error("The part before the @ is missing.")]
    NoLocalPart,
    #[error("The part before the @ is longer than 64 characters.")]
    LocalPartTooLong,
    #[error("The part before the @ has a letter beyond ASCII, which most mail servers cannot deliver to.")]
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

/// Checks an address against RFC 5321 §4.1.2 and §4.5.3.1. Quoted local parts and IP literals are refused: no reader has one.
pub fn parse_address(text: &str) -> Result<Address, AddressError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    let (local, domain) = text.split_once('@').ok_or(AddressError::At)?;
    if domain.contains('@') {
        return Err(AddressError::At);
    }
    check_local(local)?;
    let domain = ascii_domain(domain)?;
    let original = format!("{local}@{domain}");
    if original.len() > 254 {
        return Err(AddressError::TooLong);
    }
    let key = original.to_ascii_lowercase();
    Ok(Address { original, key })
}

/// A dot-atom of at most 64 octets.
fn check_local(local: &str) -> Result<(), AddressError> {
    if local.is_empty() {
        return Err(AddressError::NoLocalPart);
    }
    if !local.is_ascii() {
        return Err(AddressError::LocalPartNotAscii);
    }
    if local.len() > 64 {
        return Err(AddressError::LocalPartTooLong);
    }
    let is_atom = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    if local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom)) {
        Ok(())
    } else {
        Err(AddressError::LocalPart)
    }
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
        }
    }

    #[test]
    fn refuses_the_rest_with_its_reason() {
        use AddressError as E;
        let long_local = format!("{}@example.com", "a".repeat(65));
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
            ("zoë@example.com", E::LocalPartNotAscii),
            (long_local.as_str(), E::LocalPartTooLong),
            (long.as_str(), E::TooLong),
        ] {
            assert_eq!(parse_address(text), Err(error), "{text:?}");
        }
    }
}
