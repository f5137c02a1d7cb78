//! Character references in HTML, read as a browser reads them (HTML standard §13.2.5.72).

use markup5ever::data::NAMED_ENTITIES;
use std::borrow::Cow;

/// Longest name in the standard's table, with its semicolon.
const LONGEST_NAME: usize = 33;

/// The value of an attribute: references without a semicolon stay when a name or `=` goes on behind them, as in `?a=1&copy=2`.
pub(crate) fn attribute(raw: &str) -> Cow<'_, str> {
    decode(raw, true)
}

/// Text between tags.
pub(crate) fn text(raw: &str) -> Cow<'_, str> {
    decode(raw, false)
}

fn decode(raw: &str, in_attribute: bool) -> Cow<'_, str> {
    if !raw.contains('&') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let found =
            if rest.starts_with('#') { numeric(rest, &mut out) } else { named(rest, in_attribute, &mut out) };
        match found {
            Some(length) => rest = &rest[length..],
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Writes the character of `#38;` or `#x26;`; answers how many bytes that took.
fn numeric(rest: &str, out: &mut String) -> Option<usize> {
    let hex = rest[1..].starts_with(['x', 'X']);
    let start = 1 + usize::from(hex);
    let digits = &rest[start..];
    let end = digits.find(|c: char| !if hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() });
    let digits = &digits[..end.unwrap_or(digits.len())];
    if digits.is_empty() {
        return None;
    }
    let code = u32::from_str_radix(digits, if hex { 16 } else { 10 }).unwrap_or(0);
    out.push(char::from_u32(code).filter(|c| *c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER));
    let end = start + digits.len();
    Some(end + usize::from(rest[end..].starts_with(';')))
}

/// Writes the characters of the longest name that starts `rest`; answers how many bytes it took.
fn named(rest: &str, in_attribute: bool, out: &mut String) -> Option<usize> {
    let end = rest.bytes().take(LONGEST_NAME).take_while(u8::is_ascii_alphanumeric).count();
    let with_semicolon = end + usize::from(rest[end..].starts_with(';'));
    let (length, (first, second)) = (2..=with_semicolon).rev().find_map(|length| {
        NAMED_ENTITIES.get(&rest[..length]).filter(|found| found.0 != 0).map(|found| (length, *found))
    })?;
    let goes_on = rest[length..].starts_with(|c: char| c == '=' || c.is_ascii_alphanumeric());
    if in_attribute && goes_on && !rest[..length].ends_with(';') {
        return None;
    }
    out.extend([first, second].into_iter().filter(|code| *code != 0).filter_map(char::from_u32));
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_browsers_do() {
        for (raw, in_text, in_attribute) in [
            ("a&amp;b&#38;c&#x26;d&#X26g", "a&b&c&d&g", "a&b&c&d&g"),
            ("?a=1&copy=2&b", "?a=1©=2&b", "?a=1&copy=2&b"),
            ("&notit; &amp", "¬it; &", "&notit; &"),
            (
                "&nbsp;&ThickSpace;&nope;&#;&",
                "\u{a0}\u{205f}\u{200a}&nope;&#;&",
                "\u{a0}\u{205f}\u{200a}&nope;&#;&",
            ),
            ("&#0;&#xd800;&#99999999999;ü&ü", "\u{fffd}\u{fffd}\u{fffd}ü&ü", "\u{fffd}\u{fffd}\u{fffd}ü&ü"),
        ] {
            assert_eq!(text(raw), in_text);
            assert_eq!(attribute(raw), in_attribute);
        }
    }
}
