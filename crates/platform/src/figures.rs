//! Figures as people read them in English.

/// A number with its thousands apart: "1,234,567".
pub fn number(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::from(if n < 0 { "−" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many of something: "1 email", "2,400 emails".
pub fn count(n: i64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            [0, 999, 1000, 1_234_567, -12_345].map(number),
            ["0", "999", "1,000", "1,234,567", "−12,345"]
        );
        assert_eq!(
            [0, 1, 2400].map(|n| count(n, "email", "emails")),
            ["0 emails", "1 email", "2,400 emails"]
        );
    }
}
