//! Header values (RFC 5322, RFC 2047).

/// Whether a value may stand in a header: it holds no CR, LF, NUL or other control character.
pub fn is_safe_header_value(value: &str) -> bool {
    !value.chars().any(char::is_control)
}
