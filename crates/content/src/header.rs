//! Header values: RFC 5322 syntax, RFC 2047 encoded words, folding. Whatever goes in, no line break comes out but our own.

use std::borrow::Cow;

/// Longest line of a folded header, without CRLF (RFC 5322 §2.1.1).
const LINE: usize = 78;
/// Longest encoded word, and longest line with one in it (RFC 2047 §2).
const WORD: usize = 75;
const LINE_OF_WORDS: usize = 76;
/// Longest URL or identifier written into a header: it cannot be folded, and a line has at most 998 octets.
const UNFOLDABLE: usize = 900;
const FOLD: &[u8] = b"\r\n ";
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
pub(crate) const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Whether a value may stand in a header: it holds no CR, LF, NUL or other control character.
pub fn is_safe_header_value(value: &str) -> bool {
    !value.chars().any(char::is_control)
}

/// One line: control characters are spaces, runs of blanks one space, none at the ends.
pub(crate) fn one_line(value: &str) -> Cow<'_, str> {
    let blank = |c: char| c.is_control() || matches!(c, ' ' | '\u{2028}' | '\u{2029}');
    let mut previous = ' ';
    let tidy = !value.ends_with(' ')
        && value.chars().all(|c| {
            let fine = !blank(c) || c == ' ' && previous != ' ';
            previous = c;
            fine
        });
    if tidy {
        return Cow::Borrowed(value);
    }
    Cow::Owned(value.split(blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// `name: value` for text such as a subject (RFC 5322 §2.2.1), folded, encoded where it must be.
pub(crate) fn unstructured(name: &str, value: &str, out: &mut Vec<u8>) {
    let value = one_line(value);
    let start = out.len();
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b": ");
    let foldable = value.split(' ').all(|word| word.len() < LINE - name.len() - 2);
    if is_printable(&value) && !value.contains("=?") && foldable {
        folded(&value, out.len() - start, out);
    } else {
        encoded_words(&value, out.len() - start, out);
    }
    out.extend_from_slice(b"\r\n");
}

/// `name: Display Name <address>`; the display name is left out when it is blank. What is beyond ASCII in the address stays UTF-8
/// (RFC 6532 §3.2): an encoded word there would be another address (RFC 2047 §5).
pub(crate) fn mailbox(name: &str, display_name: &str, address: &str, out: &mut Vec<u8>) {
    let display_name = one_line(display_name);
    let address = in_brackets(address);
    let length = address.len() + 2;
    if display_name.is_empty() {
        start(name, length, out);
    } else {
        let line = out.len();
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b": ");
        let (line, longest) = phrase(&display_name, line, out);
        let room = out.len() - line + 1 + length <= longest;
        out.extend_from_slice(if room { b" " } else { FOLD });
    }
    out.push(b'<');
    out.extend_from_slice(address.as_bytes());
    out.extend_from_slice(b">\r\n");
}

/// What of an address may stand between the brackets: nearly always all of it.
fn in_brackets(address: &str) -> Cow<'_, str> {
    if address.len() <= UNFOLDABLE && address.bytes().all(is_address_byte) {
        return Cow::Borrowed(address);
    }
    let mut kept = String::with_capacity(address.len());
    for c in address.chars().filter(|c| is_address_char(*c)) {
        if kept.len() + c.len_utf8() > UNFOLDABLE {
            break;
        }
        kept.push(c);
    }
    Cow::Owned(kept)
}

/// `name: `, or folded behind the colon when what follows, which cannot be folded, fits into a line only by itself.
pub(crate) fn start(name: &str, length: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    out.push(b':');
    let is_alone = name.len() + 2 + length > LINE && length < LINE;
    out.extend_from_slice(if is_alone { FOLD } else { b" " });
}

/// Writes a display name; answers where its last line starts in `out`, and how long that line may be.
fn phrase(name: &str, start: usize, out: &mut Vec<u8>) -> (usize, usize) {
    let is_atom = |byte: u8| {
        byte.is_ascii_graphic()
            && !matches!(
                byte,
                b'"' | b'(' | b')' | b',' | b'.' | b':' | b';' | b'<' | b'>' | b'@' | b'[' | b'\\' | b']'
            )
            || byte == b' '
    };
    let escapes = |byte: u8| matches!(byte, b'"' | b'\\');
    let quoted = name.len() + 2 + name.bytes().filter(|byte| escapes(*byte)).count();
    if !is_printable(name) || name.contains("=?") || out.len() - start + quoted > LINE {
        let line = encoded_words(name, out.len() - start, out).unwrap_or(start);
        return (line, LINE_OF_WORDS);
    }
    if name.bytes().all(is_atom) {
        out.extend_from_slice(name.as_bytes());
        return (start, LINE);
    }
    out.push(b'"');
    for byte in name.bytes() {
        if escapes(byte) {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b'"');
    (start, LINE)
}

/// A URL between angle brackets (RFC 2369 §2). What may not stand there is percent-encoded.
pub(crate) fn bracketed_url(url: &str, out: &mut Vec<u8>) {
    let url = url.trim();
    out.push(b'<');
    // Nearly all go as they are, so they are copied and not looked at octet by octet.
    if url.len() <= UNFOLDABLE - 3 && url.bytes().all(is_unbracketed) {
        out.extend_from_slice(url.as_bytes());
    } else {
        let end = out.len() - 1 + UNFOLDABLE;
        for byte in url.bytes().filter(|byte| !byte.is_ascii_control()) {
            if out.len() + 3 > end {
                break;
            }
            if is_unbracketed(byte) {
                out.push(byte);
            } else {
                out.extend_from_slice(&[b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            }
        }
    }
    out.push(b'>');
}

/// `name: <id>` (RFC 5322 §3.6.4, RFC 2919 §2), whether or not the brackets were given.
pub(crate) fn identifier(name: &str, id: &str, out: &mut Vec<u8>) {
    let id = if id.len() <= UNFOLDABLE && id.bytes().all(is_unbracketed) {
        Cow::Borrowed(id.as_bytes())
    } else {
        Cow::Owned(id.bytes().filter(|byte| is_unbracketed(*byte)).take(UNFOLDABLE).collect())
    };
    start(name, id.len() + 2, out);
    out.push(b'<');
    out.extend_from_slice(&id);
    out.extend_from_slice(b">\r\n");
}

/// `Date: Sat, 21 Nov 2026 02:46:13 +0000` (RFC 5322 §3.3) for milliseconds since 1970, UTC.
pub(crate) fn date(epoch_ms: i64, out: &mut Vec<u8>) {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    // Years 0 to 9999, the only ones with four digits.
    let seconds = epoch_ms.div_euclid(1000).clamp(-62_167_219_200, 253_402_300_799);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil_date(days);
    let weekday = DAYS[days.rem_euclid(7) as usize];
    let month = MONTHS[month as usize - 1];
    out.extend_from_slice(b"Date: ");
    out.extend_from_slice(weekday.as_bytes());
    out.extend_from_slice(b", ");
    two_digits(day, out);
    out.push(b' ');
    out.extend_from_slice(month.as_bytes());
    out.push(b' ');
    two_digits(year / 100, out);
    two_digits(year % 100, out);
    for (sign, number) in [(b' ', second / 3600), (b':', second / 60 % 60), (b':', second % 60)] {
        out.push(sign);
        two_digits(number, out);
    }
    out.extend_from_slice(b" +0000\r\n");
}

/// Of a number from 0 to 99.
fn two_digits(number: i64, out: &mut Vec<u8>) {
    let number = number as u8;
    out.extend_from_slice(&[b'0' + number / 10, b'0' + number % 10]);
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
fn civil_date(days: i64) -> (i64, i64, i64) {
    // Counted in 400-year cycles of years that begin in March, so that the leap day is the last one.
    let days = days + 719_468;
    let cycle = days.div_euclid(146_097);
    let day_of_cycle = days.rem_euclid(146_097);
    let year_of_cycle =
        (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_cycle + cycle * 400 + i64::from(month <= 2), month, day)
}

fn is_printable(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// What neither ends what stands in brackets nor has to be encoded there.
fn is_unbracketed(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>')
}

fn is_address_byte(byte: u8) -> bool {
    is_unbracketed(byte) && !matches!(byte, b'(' | b')' | b'[' | b']' | b',' | b';' | b':' | b'\\' | b'"')
}

/// What may stand in an address without quotes (RFC 5322 §3.2.3, RFC 6532 §3.2), and `@`.
fn is_address_char(c: char) -> bool {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => is_address_byte(byte),
        _ => !(c.is_control() || c.is_whitespace()),
    }
}

/// Words that are short enough, broken at spaces before they pass the line's end.
fn folded(value: &str, mut column: usize, out: &mut Vec<u8>) {
    if column + value.len() <= LINE {
        out.extend_from_slice(value.as_bytes());
        return;
    }
    for (index, word) in value.split(' ').enumerate() {
        if index > 0 && column + 1 + word.len() > LINE {
            out.extend_from_slice(FOLD);
            column = 1;
        } else if index > 0 {
            out.push(b' ');
            column += 1;
        }
        out.extend_from_slice(word.as_bytes());
        column += word.len();
    }
}

/// RFC 2047 §4, in the shorter of its two encodings; a character is never divided. Answers where the last line starts if the
/// text was folded.
fn encoded_words(value: &str, column: usize, out: &mut Vec<u8>) -> Option<usize> {
    let quoted_length: usize = value.bytes().map(|byte| if is_word_byte(byte) { 1 } else { 3 }).sum();
    let base64 = quoted_length > value.len().div_ceil(3) * 4;
    let mut rest = value;
    let mut room = LINE_OF_WORDS.saturating_sub(column).min(WORD);
    let mut line = None;
    while !rest.is_empty() {
        let length = word_length(rest, room.saturating_sub("=?utf-8?q??=".len()), base64);
        if length > 0 {
            let (word, after) = rest.split_at(length);
            out.extend_from_slice(if base64 { b"=?utf-8?b?" } else { b"=?utf-8?q?" });
            if base64 {
                encode_base64(word.as_bytes(), out);
            } else {
                encode_q(word, out);
            }
            out.extend_from_slice(b"?=");
            rest = after;
        }
        if !rest.is_empty() {
            out.extend_from_slice(FOLD);
            line = Some(out.len() - 1);
            room = WORD;
        }
    }
    line
}

/// How many bytes of `text`, in whole characters, fit into `room` octets once encoded.
fn word_length(text: &str, room: usize, base64: bool) -> usize {
    let mut used = 0;
    let budget = if base64 { room / 4 * 3 } else { room };
    for (index, c) in text.char_indices() {
        let single = c.is_ascii() && is_word_byte(c as u8);
        used += if base64 || single { c.len_utf8() } else { 3 * c.len_utf8() };
        if used > budget {
            return index;
        }
    }
    text.len()
}

/// Octets that stand for themselves in every place an encoded word may have (RFC 2047 §5 (3)); a space becomes `_`.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'!' | b'*' | b'+' | b'-' | b'/' | b' ')
}

fn encode_q(word: &str, out: &mut Vec<u8>) {
    for byte in word.bytes() {
        match byte {
            b' ' => out.push(b'_'),
            _ if is_word_byte(byte) => out.push(byte),
            _ => out.extend_from_slice(&[b'=', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
        }
    }
}

pub(crate) fn encode_base64(bytes: &[u8], out: &mut Vec<u8>) {
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..4 {
            let digit = BASE64[(group >> (18 - 6 * index) & 63) as usize];
            out.push(if index <= chunk.len() { digit } else { b'=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_name_that_fits_into_its_line_stays_readable_wherever_the_line_starts() {
        for (length, is_plain) in [(70, true), (71, false)] {
            let name = "n".repeat(length);
            let line = written(|out| {
                out.extend_from_slice(b"Subject: before\r\n");
                mailbox("From", &name, "a@example.org", out);
            });
            assert_eq!(line.contains(&format!("From: {name}")), is_plain, "{line}");
        }
    }

    #[test]
    fn controls_are_unsafe() {
        assert!(is_safe_header_value("Zoë <z@example.com>, \"x\""));
        for value in ["a\rb", "a\nb", "a\0b", "a\tb", "a\u{7f}b", "a\u{85}b"] {
            assert!(!is_safe_header_value(value), "{value:?}");
        }
    }

    #[test]
    fn display_names_are_quoted_or_encoded() {
        let from = |name: &str| written(|out| mailbox("From", name, "a@example.com", out));
        assert_eq!(from(""), "From: <a@example.com>\r\n");
        assert_eq!(from("The Weekly"), "From: The Weekly <a@example.com>\r\n");
        assert_eq!(
            from("Doe, \"J\" <x@y.example>"),
            "From: \"Doe, \\\"J\\\" <x@y.example>\" <a@example.com>\r\n"
        );
        assert_eq!(from("Zoë\r\nBcc: x"), "From: =?utf-8?b?Wm/DqyBCY2M6IHg=?= <a@example.com>\r\n");
        assert_eq!(from("東京"), "From: =?utf-8?b?5p2x5Lqs?= <a@example.com>\r\n");
        for line in from(&"Very Long Name ".repeat(20)).split("\r\n") {
            assert!(line.len() <= LINE_OF_WORDS, "{line:?}");
        }
        let quotes = "\"".repeat(34);
        assert_eq!(from(&quotes), format!("From: \"{}\"\r\n <a@example.com>\r\n", "\\\"".repeat(34)));
        assert!(
            from(&format!("{quotes}\"\"")).starts_with("From: =?utf-8?b?IiIi"),
            "quoted, it is longer than a line"
        );
    }

    #[test]
    fn an_international_address_stands_as_it_is() {
        let to = |address: &str| written(|out| mailbox("To", "", address, out));
        assert_eq!(to("用户@xn--r8jz45g.jp"), "To: <用户@xn--r8jz45g.jp>\r\n");
        assert_eq!(to("zoë\r\n\u{85}>,<@b.example"), "To: <zoë@b.example>\r\n");
        assert_eq!(to(&"ü".repeat(1000)).len(), UNFOLDABLE + "To: <>\r\n".len());
        let named = written(|out| mailbox("To", "Zoë", "zoë@b.example", out));
        assert_eq!(named, "To: =?utf-8?q?Zo=C3=AB?= <zoë@b.example>\r\n");
    }

    #[test]
    fn what_cannot_be_folded_is_cut() {
        let kept = "a".repeat(UNFOLDABLE);
        for length in [UNFOLDABLE, UNFOLDABLE + 1] {
            let long = "a".repeat(length);
            let to = written(|out| mailbox("To", "", &long, out));
            assert_eq!(to, format!("To: <{kept}>\r\n"));
            let id = written(|out| identifier("Message-ID", &long, out));
            assert_eq!(id, format!("Message-ID: <{kept}>\r\n"));
        }
        let kept = "u".repeat(UNFOLDABLE - 3);
        for length in [UNFOLDABLE - 3, UNFOLDABLE - 2] {
            for before in ["", "Name: "] {
                let line = written(|out| {
                    out.extend_from_slice(before.as_bytes());
                    bracketed_url(&"u".repeat(length), out);
                });
                assert_eq!(line, format!("{before}<{kept}>"), "{length}");
            }
        }
        // Longer than that only once it is encoded.
        let encoded = written(|out| bracketed_url(&"ü".repeat(UNFOLDABLE / 4), out));
        assert!(encoded.len() <= UNFOLDABLE && encoded.len() > UNFOLDABLE - 6, "{}", encoded.len());
    }

    #[test]
    fn in_brackets_stands_what_may() {
        assert_eq!(
            written(|out| bracketed_url(" https://a.example/<b> \u{7f}\tö~! ", out)),
            "<https://a.example/%3Cb%3E%20%C3%B6~!>"
        );
        assert_eq!(written(|out| identifier("List-Id", "<a b>@c\r\n.d~", out)), "List-Id: <ab@c.d~>\r\n");
    }

    #[test]
    fn long_subjects_are_folded_at_spaces() {
        let subject =
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
        let line = written(|out| unstructured("Subject", subject, out));
        assert!(line.split("\r\n").all(|line| line.len() <= LINE));
        assert_eq!(line.replace("\r\n ", " "), format!("Subject: {subject}\r\n"));
        assert_eq!(written(|out| unstructured("Subject", "=?x?=", out)), "Subject: =?utf-8?b?PT94Pz0=?=\r\n");
    }

    #[test]
    fn addresses_go_to_a_line_where_they_fit() {
        let to = |name: &str, length: usize| {
            let address = format!("{}@example.com", "a".repeat(length - "@example.com".len()));
            written(|out| mailbox("To", name, &address, out)).replace(&address, "*")
        };
        assert_eq!(
            (to("", 72), to("", 73), to("", 75)),
            ("To: <*>\r\n".into(), "To:\r\n <*>\r\n".into(), "To:\r\n <*>\r\n".into())
        );
        assert_eq!(to("", 76), "To: <*>\r\n", "as long by itself");
        assert_eq!((to("Ada", 68), to("Ada", 69)), ("To: Ada <*>\r\n".into(), "To: Ada\r\n <*>\r\n".into()));
        let zoe = "To: =?utf-8?q?Zo=C3=AB?=";
        assert_eq!((to("Zoë", 49), to("Zoë", 50)), (format!("{zoe} <*>\r\n"), format!("{zoe}\r\n <*>\r\n")));
    }

    #[test]
    fn addresses_lose_what_would_end_them() {
        let to = |address: &str| written(|out| mailbox("To", "", address, out));
        assert_eq!(to("zoë@example.com"), "To: <zoë@example.com>\r\n");
        assert_eq!(to("z\u{85}o\u{2028}ë\u{a0}>\r\n<@x"), "To: <zoë@x>\r\n");
        assert_eq!(
            to(&"ë".repeat(1000)).len(),
            UNFOLDABLE + "To: <>\r\n".len(),
            "cut between two characters"
        );
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, line) in [
            (0, "Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"),
            (1_795_229_173, "Date: Sat, 21 Nov 2026 02:46:13 +0000\r\n"),
            (951_782_399, "Date: Mon, 28 Feb 2000 23:59:59 +0000\r\n"),
            (951_782_400, "Date: Tue, 29 Feb 2000 00:00:00 +0000\r\n"),
            (1_767_225_599, "Date: Wed, 31 Dec 2025 23:59:59 +0000\r\n"),
            (4_107_542_400, "Date: Mon, 01 Mar 2100 00:00:00 +0000\r\n"),
            (-1, "Date: Wed, 31 Dec 1969 23:59:59 +0000\r\n"),
            (i64::MAX / 1000, "Date: Fri, 31 Dec 9999 23:59:59 +0000\r\n"),
        ] {
            assert_eq!(written(|out| date(seconds * 1000, out)), line);
        }
    }
}
