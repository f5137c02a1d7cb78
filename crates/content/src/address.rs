//! E-mail addresses of readers.

/// An address that can be written into an SMTP command and a header as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// The address as typed, trimmed, with an international domain in its ASCII form. Case is kept.
    pub original: String,
    /// Lower case of `original`: two addresses with one key are the same reader.
    pub key: String,
}

/// Why an address was refused. The text of each variant is a sentence for the person who typed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Enter an e-mail address.")]
    Empty,
}

/// Checks an address against RFC 5321 §4.1.2 and §4.5.3.1.
pub fn parse_address(text: &str) -> Result<Address, AddressError> {
    let _ = text;
    unimplemented!()
}
