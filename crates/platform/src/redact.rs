//! Log lines carry no addresses, and what other servers say of a mail may.

/// The text with every word that holds an `@` replaced.
pub fn addresses(text: &str) -> String {
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        if !word.contains('@') {
            return word.to_owned();
        }
        let end = word.len() - word.trim_end().len();
        format!("<address>{}", &word[word.len() - end..])
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_address_is_not_repeated_in_whatever_signs_it_stands() {
        for (text, redacted) in [
            ("451 4.7.1 <ada@example.com>: greylisted", "451 4.7.1 <address> greylisted"),
            ("to=ada@example.com\nnext ", "<address>\nnext "),
            ("nothing here", "nothing here"),
            ("", ""),
        ] {
            assert_eq!(super::addresses(text), redacted);
        }
    }
}
