//! What a failure means for the address.

use refusals::{Enhanced, Meaning, Refusal, meaning};

use super::{Action, Class};

/// The table at [`Class`]. `words` are those of the refusing server, as a reporter quotes them.
pub(super) fn classify(action: Action, status: Option<Enhanced>, words: &str) -> Class {
    if action != Action::Failed {
        return Class::None;
    }
    // A failure with the status of a success is a failure of which nothing is known.
    let status = status.filter(|status| status.class != 2);
    match meaning(&Refusal { text: words, status, ..Refusal::default() }) {
        Meaning::Gone => Class::Hard,
        Meaning::Away => Class::Soft,
        Meaning::OnTheWay => Class::OnTheWay,
        Meaning::AboutUs => Class::Policy,
        Meaning::Unclear => Class::Unclear,
    }
}

/// The same when there is a text for people beside the words of the server (which then are in `words`): what is quoted
/// in it decides before the status, and what it tells by itself last, for it lists what may be as often as what is.
pub(super) fn classify_with(action: Action, status: Option<Enhanced>, words: &str, notice: &str) -> Class {
    let quoted = quoted(notice);
    // Of the status only whether it is for good, until nothing else decides.
    let vague = status.map(|status| Enhanced { subject: 0, ..status });
    let tries = [(vague, words), (vague, quoted.as_str()), (status, ""), (vague, notice)];
    let mut classes = tries.into_iter().map(|(status, words)| classify(action, status, words));
    classes.find(|class| *class != Class::Unclear).unwrap_or(Class::Unclear)
}

/// The lines of a text for people in which a server is quoted: those with a code, and what is folded below them.
fn quoted(notice: &str) -> String {
    let mut kept = String::new();
    let mut inside = false;
    for line in notice.lines().map(str::trim) {
        let is_quote =
            line.starts_with("<<<") || refusals::reply_code(line).is_some() || Enhanced::find(line).is_some();
        inside = is_quote || (inside && !line.is_empty() && !line.starts_with(">>>"));
        if inside {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_text_for_people_what_a_server_said_is_quoted() {
        let notice = "Your mail to a friend\n could not go out.\n\n  550 5.1.1 no\n  such user\n\nWhat may be wrong:\n\
            is it full?\n<<< not now\nnor later\n>>> RCPT TO\nand so on\n(#5.2.2)\n";
        assert_eq!(quoted(notice), "550 5.1.1 no\nsuch user\n<<< not now\nnor later\n(#5.2.2)\n");
        assert_eq!(quoted("nobody said anything\n\nat all"), "");
    }
}
