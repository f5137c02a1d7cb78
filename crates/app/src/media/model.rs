//! What an image of the library is called and where it is found.

use super::image::MediaFormat;

/// Longest name, in characters.
pub const MAX_NAME: usize = 200;

/// The last part of a path, without control characters, at most 200 characters.
pub fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}'))
        .take(MAX_NAME)
        .collect();
    let name = name.trim();
    if name.is_empty() { "image".into() } else { name.to_owned() }
}

/// `{digest}.{extension}`, as public addresses end.
pub fn address(digest: &[u8], kind: &str) -> String {
    use std::fmt::Write as _;
    let kind = MediaFormat::ALL.into_iter().find(|known| known.content_type() == kind);
    let mut out = String::with_capacity(68);
    for byte in digest {
        let _ = write!(out, "{byte:02x}");
    }
    let _ = write!(out, ".{}", kind.map_or("bin", MediaFormat::extension));
    out
}

/// What [`address`] made: one spelling for each file.
pub fn parse_address(name: &str) -> Option<(Vec<u8>, MediaFormat)> {
    let (hex, extension) = name.split_once('.')?;
    let kind = MediaFormat::ALL.into_iter().find(|known| known.extension() == extension)?;
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let digest: Option<Vec<u8>> =
        hex.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect();
    digest.filter(|digest| digest.len() == 32).map(|digest| (digest, kind))
}

/// Whether one of the tags of `If-None-Match` is this one (RFC 9110 §13.1.2).
pub fn is_known(if_none_match: &str, tag: &str) -> bool {
    let mut tags = if_none_match.split(',').map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_back_and_has_one_spelling() {
        let digest = crate::secrets::sha256(b"x");
        for kind in MediaFormat::ALL {
            let name = address(&digest, kind.content_type());
            assert_eq!(parse_address(&name), Some((digest.clone(), kind)));
            assert_eq!(parse_address(&name.to_uppercase()), None);
            assert_eq!(parse_address(&name[1..]), None);
            assert_eq!(parse_address(&format!("00{name}")), None);
        }
        for bad in
            ["", ".", ".png", "x.png", "é.png", "0.png", "../../etc/passwd", &address(&digest, "image/webp")]
        {
            assert_eq!(parse_address(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_name_is_the_last_part_of_a_path() {
        assert_eq!(file_name("C:\\Users\\me\\cat.png"), "cat.png");
        assert_eq!(file_name("/tmp/a\r\nb.png"), "ab.png");
        assert_eq!(file_name(" / "), "image");
        assert_eq!(file_name(&"ü".repeat(300)).chars().count(), MAX_NAME);
    }

    #[test]
    fn tags_are_compared_weakly() {
        assert!(is_known("\"a\", W/\"b\"", "\"b\""));
        assert!(is_known("*", "\"b\""));
        assert!(!is_known("\"a\"", "\"b\""));
        assert!(!is_known("", "\"b\""));
    }
}
