//! The content of a message as it goes over the wire.

use std::borrow::Cow;

/// `message` with CRLF at the end of every line and, for DATA, a second dot before each line that starts
/// with one (RFC 5321 §4.5.2). Bare CR and LF become CRLF, because receivers disagree about whether they
/// end a line, and a message could otherwise smuggle an end of data past us.
pub(super) fn encode(message: &[u8], dots: bool) -> Cow<'_, [u8]> {
    let has_dots =
        dots && (message.first() == Some(&b'.') || memchr::memmem::find(message, b"\n.").is_some());
    if !has_dots && !has_bare_ends(message) {
        return Cow::Borrowed(message);
    }
    let mut out = Vec::with_capacity(message.len() + message.len() / 16 + 16);
    let mut rest = message;
    while !rest.is_empty() {
        if dots && rest[0] == b'.' {
            out.push(b'.');
        }
        let Some(end) = memchr::memchr2(b'\r', b'\n', rest) else {
            out.extend_from_slice(rest);
            break;
        };
        out.extend_from_slice(&rest[..end]);
        out.extend_from_slice(b"\r\n");
        let width = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = &rest[end + width..];
    }
    Cow::Owned(out)
}

/// Whether [`encode`] would change nothing of it, and it ends as a message has to.
pub(super) fn goes_as_it_is(message: &[u8]) -> bool {
    message.ends_with(b"\r\n") && !has_bare_ends(message)
}

/// Written without branches, so that the compiler makes vector code of it.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator would be a branch")]
fn has_bare_ends(message: &[u8]) -> bool {
    let (Some(first), Some(last)) = (message.first(), message.last()) else { return false };
    let pairs = message.iter().zip(&message[1..]);
    let bare = pairs.fold(false, |bare, (a, b)| bare | ((*a == b'\r') ^ (*b == b'\n')));
    bare || *first == b'\n' || *last == b'\r'
}

/// What has to be written after the encoded content, so that it ends with a line that is a lone dot.
pub(super) fn missing_end(encoded: &[u8]) -> &'static [u8] {
    if encoded.is_empty() || encoded.ends_with(b"\r\n") { b".\r\n" } else { b"\r\n.\r\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stuffs_dots_only_for_data() {
        assert_eq!(*encode(b".a\r\n..\r\nb.\r\n", true), *b"..a\r\n...\r\nb.\r\n");
        assert_eq!(*encode(b".a\r\n", false), *b".a\r\n");
        assert!(matches!(encode(b"a.b\r\n", true), Cow::Borrowed(_)));
    }

    #[test]
    fn leaves_no_bare_line_end() {
        assert_eq!(*encode(b"a\nb\rc\r\n\r\r\nd\r", true), *b"a\r\nb\r\nc\r\n\r\n\r\nd\r\n");
        assert_eq!(*encode(b"a\n.\nb", true), *b"a\r\n..\r\nb");
        assert_eq!(*encode(b"\n", false), *b"\r\n");
    }

    #[test]
    fn adds_only_the_missing_end() {
        assert_eq!(missing_end(b""), b".\r\n");
        assert_eq!(missing_end(b"a\r\n"), b".\r\n");
        assert_eq!(missing_end(b"a"), b"\r\n.\r\n");
    }
}
