//! Which links a block may hold: nothing that runs, whatever a mail program makes of it.

/// Longest link, in characters.
const MAX_LINK: usize = 4096;

/// Where a link stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Link,
    Image,
}

impl Use {
    fn schemes(self) -> &'static [&'static str] {
        match self {
            Self::Link => &["http", "https", "ftp", "ftps", "mailto", "tel", "callto", "sms", "cid", "xmpp"],
            Self::Image => &["http", "https", "cid"],
        }
    }
}

/// Checks a link; an error is what follows the field's name in a sentence, without its full stop.
pub fn check(link: &str, of: Use) -> Result<(), String> {
    if link.chars().any(char::is_control) {
        return Err("must not have control characters".into());
    }
    if link.chars().count() > MAX_LINK {
        return Err(format!("has more than {MAX_LINK} characters"));
    }
    if link.trim().starts_with("{{") {
        return Ok(());
    }
    let bare = without_tags(link);
    let Some(scheme) = scheme(bare.trim()) else { return Ok(()) };
    if of.schemes().iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
        return Ok(());
    }
    if of == Use::Image && scheme.eq_ignore_ascii_case("data") {
        return Err("must not hold the picture itself: upload the image and use its address".into());
    }
    let shown: String = scheme.chars().take(40).collect();
    Err(format!("must be a link with {}; {shown} is not allowed", of.schemes().join(", ")))
}

/// The scheme of a URL (RFC 3986 §3.1), if it has one.
fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then_some(scheme)
}

/// The link as it is for a reader whose values are empty: a tag must not hide the rest of a scheme.
fn without_tags(link: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(link.len()), link);
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((_, after)) = after.split_once("}}") else { return out };
        rest = after;
    }
    out + rest
}
