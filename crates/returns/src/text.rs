//! Text of strangers, made safe to keep and to show.

/// `text` as one line: control characters and runs of white space become one space, at most `max`
/// characters are kept. `None` if nothing is left.
pub(crate) fn one_line(text: &str, max: usize) -> Option<String> {
    let mut line = String::new();
    let mut kept = 0;
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() || is_invisible(c) {
            gap = kept > 0;
            continue;
        }
        let room = max.saturating_sub(kept);
        if room < 1 + usize::from(gap) {
            break;
        }
        if gap {
            line.push(' ');
            kept += 1;
            gap = false;
        }
        line.push(c);
        kept += 1;
    }
    (!line.is_empty()).then_some(line)
}

/// Characters that change the order or the place of what is shown, or show nothing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// An address as reports write them: `user@host`, `<user@host>`, `user@host (comment)`. At most the
/// 320 octets of RFC 3696 §3; a name without `@` is kept, for local users have none.
pub(crate) fn address(text: &str) -> Option<String> {
    let text = text.trim();
    let text = match text.strip_prefix('<') {
        Some(rest) => rest.split('>').next().unwrap_or_default(),
        // A quoted local part may hold spaces (RFC 5321 §4.1.2).
        None if text.starts_with('"') => text,
        None => text.split_ascii_whitespace().next().unwrap_or_default(),
    };
    let text = text.trim().trim_end_matches([',', ';', '.']);
    let good = !text.is_empty()
        && text.len() <= 320
        && !text.chars().any(|c| c.is_control() || is_invisible(c) || matches!(c, '<' | '>'));
    good.then(|| text.to_owned())
}

/// A Message-ID without its angle brackets, at most the 998 octets of a line (RFC 5322 §2.1.1).
pub(crate) fn message_id(text: &str) -> Option<String> {
    let text = text.trim();
    let text = match text.split_once('<') {
        Some((_, rest)) => rest.split('>').next().unwrap_or_default(),
        None => text.split_ascii_whitespace().next().unwrap_or_default(),
    };
    let good = !text.is_empty()
        && text.len() <= 998
        && !text.chars().any(|c| c.is_control() || c.is_whitespace() || is_invisible(c));
    good.then(|| text.to_owned())
}

/// The words of HTML: tags become line breaks, the commonest character references characters.
pub(crate) fn without_tags(html: &str) -> String {
    let mut words = String::new();
    let mut hidden = false;
    for piece in html.split('<') {
        let (tag, rest) = piece.split_once('>').unwrap_or(("", piece));
        let name = tag.split([' ', '\t', '\r', '\n']).next().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "style" | "script" => hidden = true,
            "/style" | "/script" => hidden = false,
            _ => {}
        }
        if !hidden {
            words.push('\n');
            words.push_str(rest);
        }
    }
    [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&rsquo;", "'"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(words, |words, (reference, c)| words.replace(reference, c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_one_line_of_anything() {
        assert_eq!(one_line(" a\r\n\tb \u{7}\u{202e}c ", 300).as_deref(), Some("a b c"));
        assert_eq!(one_line("\r\n \0", 300), None);
        assert_eq!(one_line("äöü äöü", 4).as_deref(), Some("äöü"));
        assert_eq!(one_line("äöü äöü", 5).as_deref(), Some("äöü ä"));
        assert_eq!(one_line("x", 0), None);
    }

    #[test]
    fn reads_addresses_as_reports_write_them() {
        for text in ["a@b.example", "<a@b.example>", " a@b.example (gone)", "<a@b.example>:", "a@b.example,"]
        {
            assert_eq!(address(text).as_deref(), Some("a@b.example"), "{text}");
        }
        assert_eq!(address("\"a b\"@c.example").as_deref(), Some("\"a b\"@c.example"));
        for text in ["", "<>", " ", "a\u{202e}b@c", &"x".repeat(321)] {
            assert_eq!(address(text), None, "{text}");
        }
    }

    #[test]
    fn of_html_the_words_are_kept_and_no_style_or_script() {
        let html = "<STYLE type='text/css'>p{a}</style><p>Bob&#39;s &lt;box&gt;&nbsp;is</p><script>b</script ><b\nc>full";
        let words: Vec<String> = without_tags(html).lines().map(str::trim).map(str::to_owned).collect();
        assert_eq!(words.concat(), "Bob's <box> isfull");
    }

    #[test]
    fn reads_message_ids() {
        assert_eq!(message_id(" <a@b> (x)").as_deref(), Some("a@b"));
        assert_eq!(message_id("a@b").as_deref(), Some("a@b"));
        assert_eq!(message_id("<a@b> <c@d>").as_deref(), Some("a@b"));
        for text in ["", "<>", "<a b>"] {
            assert_eq!(message_id(text), None, "{text}");
        }
    }
}
