//! Commands of RFC 5321 §4.1 and the answers to malformed ones.

/// RFC 5321 §4.5.3.1.3 has 256; return paths that carry tokens may be longer, and more is allowed.
const MAX_PATH: usize = 320;

/// How a session is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hello {
    Helo,
    Ehlo,
    Lhlo,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    Hello(Hello),
    /// The sender, empty for `<>`, and the size the client announces.
    Mail(String, Option<u64>),
    Rcpt(String),
    Data,
    Rset,
    Noop,
    Quit,
    Vrfy,
    Help,
}

type Refusal = &'static str;

const ARGUMENTS: Refusal = "501 5.5.4 Syntax: this command takes no arguments";
const PARAMETER: Refusal = "555 5.5.4 Parameter not recognised";
const NOT_ASCII: Refusal = "553 5.6.7 Addresses must be ASCII, SMTPUTF8 is not offered";

impl Command {
    /// `line` is without its CRLF.
    pub(super) fn parse(line: &[u8]) -> Result<Self, Refusal> {
        let line = match std::str::from_utf8(line) {
            Ok(line) if !line.bytes().any(|b| b.is_ascii_control() && b != b'\t') => line.trim_end(),
            _ => return Err("500 5.5.2 Syntax: the command holds octets that are no text"),
        };
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim_start();
        let plain = |command| if rest.is_empty() { Ok(command) } else { Err(ARGUMENTS) };
        match verb.to_ascii_uppercase().as_str() {
            "HELO" => hello(Hello::Helo, rest),
            "EHLO" => hello(Hello::Ehlo, rest),
            "LHLO" => hello(Hello::Lhlo, rest),
            "MAIL" => mail(rest),
            "RCPT" => rcpt(rest),
            "DATA" => plain(Self::Data),
            "RSET" => plain(Self::Rset),
            "QUIT" => plain(Self::Quit),
            "NOOP" => Ok(Self::Noop),
            "VRFY" => Ok(Self::Vrfy),
            "HELP" => Ok(Self::Help),
            "EXPN" | "STARTTLS" | "AUTH" | "BDAT" | "TURN" | "ETRN" => Err("502 5.5.1 Not implemented"),
            _ => Err("500 5.5.1 Command not recognised"),
        }
    }
}

/// The name is required, but says nothing we could rely on.
fn hello(kind: Hello, name: &str) -> Result<Command, Refusal> {
    if name.is_empty() || name.len() > 255 || !name.bytes().all(|b| b.is_ascii_graphic()) {
        return Err("501 5.5.4 Syntax: name yourself after the command");
    }
    Ok(Command::Hello(kind))
}

fn mail(rest: &str) -> Result<Command, Refusal> {
    const SYNTAX: Refusal = "501 5.5.4 Syntax: MAIL FROM:<address>";
    let (path, parameters) = path(after(rest, "FROM:").ok_or(SYNTAX)?).ok_or(SYNTAX)?;
    if !path.is_empty() && !path.is_ascii() {
        return Err(NOT_ASCII);
    }
    if !path.is_empty() && !is_mailbox(path) {
        return Err("501 5.1.7 Malformed address of the sender");
    }
    let mut size = None;
    for parameter in parameters.split_ascii_whitespace() {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name.to_ascii_uppercase().as_str() {
            // RFC 1870 §5: up to 20 digits, which u64 nearly holds; beyond it is too big in any case.
            "SIZE" if !value.is_empty() && value.len() <= 20 && value.bytes().all(|b| b.is_ascii_digit()) => {
                size = Some(value.parse().unwrap_or(u64::MAX));
            }
            "BODY" if value.eq_ignore_ascii_case("7BIT") || value.eq_ignore_ascii_case("8BITMIME") => {}
            "SIZE" | "BODY" => return Err("501 5.5.4 Malformed parameter"),
            _ => return Err(PARAMETER),
        }
    }
    Ok(Command::Mail(path.to_owned(), size))
}

fn rcpt(rest: &str) -> Result<Command, Refusal> {
    const SYNTAX: Refusal = "501 5.5.4 Syntax: RCPT TO:<address>";
    let (path, parameters) = path(after(rest, "TO:").ok_or(SYNTAX)?).ok_or(SYNTAX)?;
    if !path.is_ascii() {
        return Err(NOT_ASCII);
    }
    if !is_mailbox(path) && !path.eq_ignore_ascii_case("postmaster") {
        return Err("501 5.1.3 Malformed address of the recipient");
    }
    if parameters.is_empty() { Ok(Command::Rcpt(path.to_owned())) } else { Err(PARAMETER) }
}

/// What follows `word`, in any case; a space after it is forgiven.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let start = text.get(..word.len())?;
    start.eq_ignore_ascii_case(word).then(|| text[word.len()..].trim_start())
}

/// The address between `<` and `>`, without a source route (RFC 5321 §4.1.1.3), and the parameters.
fn path(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('<')?;
    let (mut quoted, mut escaped) = (false, false);
    let end = inner.bytes().position(|b| {
        if escaped {
            escaped = false;
        } else if quoted && b == b'\\' {
            escaped = true;
        } else if b == b'"' {
            quoted = !quoted;
        } else {
            return b == b'>' && !quoted;
        }
        false
    })?;
    let (path, rest) = (&inner[..end], &inner[end + 1..]);
    let path = match path.strip_prefix('@').and_then(|route| route.split_once(':')) {
        Some((_, mailbox)) => mailbox,
        None => path,
    };
    (rest.is_empty() || rest.starts_with(' ')).then(|| (path, rest.trim()))
}

/// `local@domain`; looser than RFC 5321 §4.1.2 where nothing depends on it.
fn is_mailbox(path: &str) -> bool {
    let Some((local, domain)) = path.rsplit_once('@') else { return false };
    let quoted = local.len() > 2 && local.starts_with('"') && local.ends_with('"');
    let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'<' | b'>' | b'"' | b'\\' | b',' | b';');
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'[' | b']' | b':');
    path.len() <= MAX_PATH
        && (quoted || (!local.is_empty() && local.bytes().all(plain)))
        && !domain.is_empty()
        && domain.bytes().all(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, Refusal> {
        Command::parse(line.as_bytes())
    }

    #[test]
    fn reads_commands_in_any_case() {
        assert_eq!(parse("ehlo mx.example"), Ok(Command::Hello(Hello::Ehlo)));
        assert_eq!(parse("Mail From:<>"), Ok(Command::Mail(String::new(), None)));
        assert_eq!(
            parse("MAIL FROM:<a@b.example> SIZE=12 body=8bitmime"),
            Ok(Command::Mail("a@b.example".to_owned(), Some(12)))
        );
        assert_eq!(
            parse("MAIL FROM:<a@b> SIZE=99999999999999999999"),
            Ok(Command::Mail("a@b".to_owned(), Some(u64::MAX)))
        );
        assert_eq!(parse("RCPT TO: <@x,@y:a@b.example>"), Ok(Command::Rcpt("a@b.example".to_owned())));
        assert_eq!(parse("RCPT TO:<\"a> b\"@c>"), Ok(Command::Rcpt("\"a> b\"@c".to_owned())));
        assert_eq!(parse("RCPT TO:<Postmaster>"), Ok(Command::Rcpt("Postmaster".to_owned())));
        assert_eq!(parse("QUIT "), Ok(Command::Quit));
        assert_eq!(parse("NOOP hello"), Ok(Command::Noop));
    }

    #[test]
    fn refuses_what_is_malformed() {
        for (line, code) in [
            ("", "500 5.5.1"),
            ("MAILFROM:<a@b>", "500 5.5.1"),
            ("GET / HTTP/1.1", "500 5.5.1"),
            ("RCPT TO:<a@b>\0", "500 5.5.2"),
            ("RCPT TO:<a@b\rx>", "500 5.5.2"),
            ("EHLO", "501 5.5.4"),
            ("EHLO a b", "501 5.5.4"),
            ("MAIL a@b", "501 5.5.4"),
            ("MAIL FROM:a@b", "501 5.5.4"),
            ("MAIL FROM:<a@b", "501 5.5.4"),
            ("MAIL FROM:<a@b>x", "501 5.5.4"),
            ("MAIL FROM:<a@b> SIZE=x", "501 5.5.4"),
            ("MAIL FROM:<a@b> BODY=BINARYMIME", "501 5.5.4"),
            ("MAIL FROM:<a@b> SMTPUTF8", "555 5.5.4"),
            ("MAIL FROM:<a@b> RET=HDRS", "555 5.5.4"),
            ("MAIL FROM:<a>", "501 5.1.7"),
            ("MAIL FROM:<ä@b>", "553 5.6.7"),
            ("RCPT TO:<>", "501 5.1.3"),
            ("RCPT TO:<a>", "501 5.1.3"),
            ("RCPT TO:<a b@c>", "501 5.1.3"),
            ("RCPT TO:<a@b c>", "501 5.1.3"),
            ("RCPT TO:<a@b> NOTIFY=NEVER", "555 5.5.4"),
            ("DATA now", "501 5.5.4"),
            ("STARTTLS", "502 5.5.1"),
        ] {
            let refused = parse(line);
            assert!(refused.as_ref().is_err_and(|text| text.starts_with(code)), "{line}: {refused:?}");
        }
        assert!(Command::parse(b"NOOP \xff").is_err());
    }
}
