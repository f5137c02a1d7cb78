//! CSV that a spreadsheet shows as it is.

/// A field that no spreadsheet takes for a formula: one that starts like a formula gets an apostrophe in front.
pub fn safe(field: &str) -> std::borrow::Cow<'_, str> {
    match field.as_bytes().first() {
        Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r' | 0) => format!("'{field}").into(),
        _ => field.into(),
    }
}

/// The field as it was before [`safe`].
pub fn unsafe_again(field: &str) -> &str {
    match field.as_bytes() {
        [b'\'', b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r', ..] => &field[1..],
        _ => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_come_back() {
        for field in ["=1+1", "+x", "-5", "@sum", "\tx", "\rx"] {
            assert_eq!(safe(field), format!("'{field}"));
            assert_eq!(unsafe_again(&safe(field)), field);
        }
        assert_eq!(safe("\0x"), "'\0x");
        for field in ["", "a=b", "'quoted'", "1-2"] {
            assert_eq!(safe(field), field);
            assert_eq!(unsafe_again(field), field);
        }
    }
}
