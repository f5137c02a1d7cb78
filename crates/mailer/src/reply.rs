//! What a server answered, and to which step.

use std::fmt;

pub use refusals::Enhanced;

/// The step of an SMTP session (RFC 5321 §3) a reply or an error belongs to, in the order they happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Name look-up and TCP connect.
    Connect,
    /// The server's first line.
    Greeting,
    /// EHLO or HELO.
    Hello,
    /// STARTTLS or the handshake of implicit TLS.
    Tls,
    /// AUTH.
    Auth,
    /// MAIL FROM.
    Mail,
    /// RCPT TO.
    Rcpt,
    /// The DATA command.
    Data,
    /// The content, before its end was marked.
    Body,
    /// The end of the content: the lone dot, or `BDAT 0 LAST`.
    Dot,
    /// QUIT.
    Quit,
}

impl Phase {
    /// The name of the step as an operator knows it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Connect => "connecting",
            Self::Greeting => "the greeting",
            Self::Hello => "EHLO",
            Self::Tls => "TLS",
            Self::Auth => "AUTH",
            Self::Mail => "MAIL FROM",
            Self::Rcpt => "RCPT TO",
            Self::Data => "DATA",
            Self::Body => "the content",
            Self::Dot => "the end of the content",
            Self::Quit => "QUIT",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A reply of the server (RFC 5321 §4.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// 200 to 599.
    pub code: u16,
    /// The enhanced code of the first line, when well-formed and of the same class as `code`.
    pub enhanced: Option<Enhanced>,
    /// The text as sent, without codes of three digits, lines joined by `\n`, at most 4,096 octets: printable ASCII
    /// and tabs, with `?` for every other octet.
    pub text: String,
}

impl Reply {
    /// A reply from its parts; the enhanced code is read from `text`.
    pub fn new(code: u16, text: impl Into<String>) -> Self {
        let text = text.into();
        let enhanced = Enhanced::parse(text.lines().next().unwrap_or_default())
            .filter(|enhanced| u16::from(enhanced.class) == code / 100);
        Self { code, enhanced, text }
    }

    /// 2xx: done.
    pub fn is_positive(&self) -> bool {
        self.code / 100 == 2
    }

    /// 4xx or 5xx.
    pub fn is_refusal(&self) -> bool {
        self.is_transient() || self.is_permanent()
    }

    /// 4xx: may work later.
    pub fn is_transient(&self) -> bool {
        self.code / 100 == 4
    }

    /// 5xx: will not work.
    pub fn is_permanent(&self) -> bool {
        self.code / 100 == 5
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.text.replace('\n', " "))
    }
}
