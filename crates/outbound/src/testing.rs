//! What fuzzing reaches: the judgement of addresses before any name is looked up.

use url::Url;

/// The address as it would be asked, if it may be.
pub fn target(text: &str) -> Option<String> {
    crate::target::parse(text).ok().map(String::from)
}

/// The same for a redirect from an address that [`target`] let through.
pub fn redirect(from: &str, location: &[u8]) -> Option<String> {
    crate::target::redirect(&Url::parse(from).ok()?, location).ok().map(String::from)
}
