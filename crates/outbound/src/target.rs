//! The address somebody typed, or a server redirects to.

use url::{Host, Url};

use crate::Failure;

/// Longer ones are no addresses that a person meant (RFC 9110 §4.1 asks for 8000 octets).
const MAX_URL: usize = 8192;

/// Ports where a request could be taken for commands of another protocol. Sorted.
const BLOCKED_PORTS: [u16; 38] = [
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 110, 111, 119, 123, 135, 139, 143,
    161, 179, 389, 445, 465, 514, 587, 636, 993, 995, 2049, 6379, 11211,
];

/// Parses and checks all that can be known before the name is looked up.
pub(crate) fn parse(text: &str) -> Result<Url, Failure> {
    if text.len() > MAX_URL {
        return Err(Failure::BadUrl("it is too long".to_owned()));
    }
    check(Url::parse(text.trim()).map_err(bad)?)
}

/// Where a `Location` leads (RFC 9110 §10.2.2).
pub(crate) fn redirect(from: &Url, location: &[u8]) -> Result<Url, Failure> {
    let checked = || {
        if location.len() > MAX_URL {
            return Err(Failure::BadUrl("it is too long".to_owned()));
        }
        check(from.join(&String::from_utf8_lossy(location)).map_err(bad)?)
    };
    checked().map_err(|failure| Failure::Redirect(Box::new(failure)))
}

fn bad(error: url::ParseError) -> Failure {
    match error {
        url::ParseError::RelativeUrlWithoutBase => Failure::NotHttp,
        error => Failure::BadUrl(error.to_string()),
    }
}

fn check(mut url: Url) -> Result<Url, Failure> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Failure::NotHttp);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Failure::UserInfo);
    }
    match url.port_or_known_default() {
        Some(0) => return Err(Failure::Port(0)),
        Some(port) if BLOCKED_PORTS.binary_search(&port).is_ok() => return Err(Failure::Port(port)),
        _ => {}
    }
    if url.host().is_none_or(|host| matches!(host, Host::Domain(name) if name.is_empty())) {
        return Err(Failure::BadUrl("it names no server".to_owned()));
    }
    url.set_fragment(None);
    Ok(url)
}

/// The host as people read it, for sentences.
pub(crate) fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_web_addresses_only() {
        assert_eq!(parse(" https://Example.org:443/a?b#c ").unwrap().as_str(), "https://example.org/a?b");
        for text in ["ftp://a.test/", "file:///etc/passwd", "mailto:a@b.test", "javascript:1", "a.test/b"] {
            assert_eq!(parse(text), Err(Failure::NotHttp), "{text}");
        }
        for text in ["http://a@b.test/", "https://:secret@b.test/"] {
            assert_eq!(parse(text), Err(Failure::UserInfo), "{text}");
        }
        for text in ["http://", "https://a b/", "http://[::1", "http://1.2.3.4.5/"] {
            assert!(matches!(parse(text), Err(Failure::BadUrl(_))), "{text}");
        }
        assert!(matches!(parse(&format!("http://a.test/{}", "x".repeat(9000))), Err(Failure::BadUrl(_))));
    }

    #[test]
    fn ports_of_other_services_are_refused() {
        assert!(BLOCKED_PORTS.is_sorted());
        for port in [0, 22, 23, 25, 110, 143, 465, 587, 6379] {
            assert_eq!(parse(&format!("http://a.test:{port}/")), Err(Failure::Port(port)));
        }
        assert!(parse("http://a.test:8080/").is_ok() && parse("https://a.test:8443/").is_ok());
    }

    #[test]
    fn numbers_in_disguise_are_addresses() {
        for text in ["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/"] {
            assert_eq!(parse(text).unwrap().host_str(), Some("127.0.0.1"), "{text}");
        }
    }

    #[test]
    fn redirects_are_relative_and_checked() {
        let from = parse("https://a.test/b/c").unwrap();
        assert_eq!(redirect(&from, b"../d").unwrap().as_str(), "https://a.test/d");
        assert_eq!(redirect(&from, b"//e.test/").unwrap().as_str(), "https://e.test/");
        assert_eq!(redirect(&from, b"file:///x"), Err(Failure::Redirect(Box::new(Failure::NotHttp))));
        assert_eq!(
            redirect(&from, b"https://u:p@a.test"),
            Err(Failure::Redirect(Box::new(Failure::UserInfo)))
        );
    }
}
