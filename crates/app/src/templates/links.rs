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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_somewhere_is_taken() {
        for good in [
            "",
            "#",
            "#top",
            "/path?q=a:b",
            "//example.com/x",
            "example.com/a",
            "page.html",
            "?a:b",
            "./a:b",
            "http://a",
            "HTTPS://a",
            " https://a ",
            "mailto:a@b",
            "tel:+49",
            "sms:1",
            "callto:x",
            "cid:x",
            "xmpp:a@b",
            "ftp://a",
            "FTPS://a",
            "{{ unsubscribe_url }}",
            "{{unsubscribe_url}}?x=javascript:1",
            "1a:b",
            "ü:b",
            "https://example.com/?email={{ subscriber.email }}",
            &"x".repeat(4096),
        ] {
            assert_eq!(check(good, Use::Link), Ok(()), "{good}");
        }
        for good in ["", "https://a/b.png", "http://a", "cid:logo", "/media/a.png", "{{ x }}"] {
            assert_eq!(check(good, Use::Image), Ok(()), "{good}");
        }
    }

    #[test]
    fn what_runs_or_cannot_be_a_link_is_refused() {
        for bad in [
            "javascript:alert(1)",
            " JavaScript:alert(1)",
            "vbscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "blob:x",
            "about:blank",
            "java\tscript:x",
            "java\nscript:x",
            "\u{1}javascript:x",
            "a\u{0}b",
            "a\u{7f}b",
            "java{{ subscriber.first_name }}script:x",
            "javascript{{ x }}:x",
            "intent://x",
            "x-y.z+1:2",
            &"x".repeat(4097),
        ] {
            assert!(check(bad, Use::Link).is_err(), "{bad:?}");
        }
        for bad in ["mailto:a@b", "ftp://a", "javascript:x", "data:image/png;base64,AA"] {
            assert!(check(bad, Use::Image).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn the_message_names_what_is_allowed() {
        let told = check("javascript:x", Use::Link).unwrap_err();
        let links = "http, https, ftp, ftps, mailto, tel, callto, sms, cid, xmpp";
        assert_eq!(told, format!("must be a link with {links}; javascript is not allowed"));
        let told = check("DATA:image/png,x", Use::Image).unwrap_err();
        assert!(told.contains("upload the image"), "{told}");
    }
}
