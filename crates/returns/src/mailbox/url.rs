//! Where the mailbox is.

use std::{fmt, net::IpAddr, str::FromStr};

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// How to talk to the mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// RFC 3501.
    Imap,
    /// RFC 1939.
    Pop3,
}

/// When the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tls {
    /// From the first octet (`imaps://`, `pop3s://`; RFC 8314 §3).
    Implicit,
    /// By STARTTLS or STLS (RFC 2595), or no session at all.
    Required,
    /// Not, since the server is this machine.
    Loopback,
    /// Not, since `?tls=none` asks for it.
    Never,
}

/// A mailbox and its sign-in. `Display` and `Debug` mask the password.
#[derive(Clone, PartialEq, Eq)]
pub struct MailboxUrl {
    /// By scheme.
    pub protocol: Protocol,
    /// Name or IP address, IPv6 without brackets.
    pub host: String,
    /// 993, 143, 995 and 110 for `imaps`, `imap`, `pop3s` and `pop3` when the URL names none.
    pub port: u16,
    /// When to encrypt.
    pub tls: Tls,
    /// Without control characters.
    pub user: String,
    /// Without control characters.
    pub password: String,
    /// The IMAP folder, `INBOX` when the URL names none.
    pub folder: String,
    /// Whether messages are deleted once the handler took them. Always with POP3.
    pub delete: bool,
}

/// Why a mailbox URL was refused; names what is accepted, never the password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailboxUrlError {
    /// No protocol has this name.
    #[error(
        "accepted are imaps://user:password@host[:port][/Folder][?delete=true], pop3s://user:password@host[:port], and imap:// and pop3:// likewise, with STARTTLS unless the host is this machine or ?tls=none is given"
    )]
    Scheme,
    /// There is no server to connect to.
    #[error("the host is missing or malformed; write imaps://user:password@host")]
    Host,
    /// Not a port number.
    #[error("the port must be a number from 1 to 65535")]
    Port,
    /// User or password are missing or do not decode.
    #[error("user and password are needed, as percent-encoded UTF-8 without control characters")]
    Credentials,
    /// Not the name of a folder, or one for POP3, which has none.
    #[error(
        "the folder must be percent-encoded UTF-8 without control characters; POP3 has one mailbox and takes no folder"
    )]
    Folder,
    /// A parameter nobody knows, or a wrong value.
    #[error(
        "after the ? only tls=none, tls=required (imap:// and pop3://) and delete=true, delete=false (imap:// and imaps://) are accepted"
    )]
    Parameter,
}

impl MailboxUrl {
    /// `raw` with everything that may be a password replaced by `***`; for messages about bad values.
    pub fn mask(raw: &str) -> String {
        let start = raw.find("://").map_or(0, |at| at + 3);
        let Some(end) = raw.rfind('@').filter(|end| *end >= start) else { return raw.to_owned() };
        match raw[start..end].find(':') {
            Some(colon) => format!("{}:***{}", &raw[..start + colon], &raw[end..]),
            None => raw.to_owned(),
        }
    }
}

impl FromStr for MailboxUrl {
    type Err = MailboxUrlError;

    fn from_str(raw: &str) -> Result<Self, MailboxUrlError> {
        let (scheme, rest) = raw.split_once("://").ok_or(MailboxUrlError::Scheme)?;
        let (protocol, default_port, implicit) = match scheme {
            "imaps" => (Protocol::Imap, 993, true),
            "imap" => (Protocol::Imap, 143, false),
            "pop3s" => (Protocol::Pop3, 995, true),
            "pop3" => (Protocol::Pop3, 110, false),
            _ => return Err(MailboxUrlError::Scheme),
        };
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (user_info, rest) = rest.rsplit_once('@').ok_or(MailboxUrlError::Credentials)?;
        let (server, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = host_and_port(server)?;
        let (user, password) = user_info.split_once(':').ok_or(MailboxUrlError::Credentials)?;
        let decoded = |text: &str| decode(text).filter(|text| !text.is_empty());
        let user = decoded(user).ok_or(MailboxUrlError::Credentials)?;
        let password = decoded(password).ok_or(MailboxUrlError::Credentials)?;
        let folder = match (protocol, path) {
            (_, "") => "INBOX".to_owned(),
            (Protocol::Imap, path) => decoded(path).ok_or(MailboxUrlError::Folder)?,
            (Protocol::Pop3, _) => return Err(MailboxUrlError::Folder),
        };
        let (mut tls, mut delete) = match (implicit, is_loopback(&host)) {
            (true, _) => (Tls::Implicit, protocol == Protocol::Pop3),
            (false, true) => (Tls::Loopback, protocol == Protocol::Pop3),
            (false, false) => (Tls::Required, protocol == Protocol::Pop3),
        };
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter {
                "tls=none" if !implicit => tls = Tls::Never,
                "tls=required" if !implicit => tls = Tls::Required,
                "delete=true" if protocol == Protocol::Imap => delete = true,
                "delete=false" if protocol == Protocol::Imap => delete = false,
                _ => return Err(MailboxUrlError::Parameter),
            }
        }
        Ok(Self { protocol, host, port: port.unwrap_or(default_port), tls, user, password, folder, delete })
    }
}

fn decode(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?;
    (!text.chars().any(char::is_control)).then(|| text.into_owned())
}

fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn host_and_port(server: &str) -> Result<(String, Option<u16>), MailboxUrlError> {
    let (host, port) = if let Some(rest) = server.strip_prefix('[') {
        let (host, after) = rest.split_once(']').ok_or(MailboxUrlError::Host)?;
        host.parse::<std::net::Ipv6Addr>().map_err(|_| MailboxUrlError::Host)?;
        match after {
            "" => (host, None),
            after => (host, Some(after.strip_prefix(':').ok_or(MailboxUrlError::Host)?)),
        }
    } else {
        let (host, port) = server.split_once(':').map_or((server, None), |(host, port)| (host, Some(port)));
        let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
        if host.is_empty() || !host.bytes().all(good) {
            return Err(MailboxUrlError::Host);
        }
        (host, port)
    };
    let port = port.map(|port| match port.parse() {
        Ok(0) | Err(_) => Err(MailboxUrlError::Port),
        Ok(port) => Ok(port),
    });
    Ok((host.to_owned(), port.transpose()?))
}

impl fmt::Display for MailboxUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match (self.protocol, self.tls) {
            (Protocol::Imap, Tls::Implicit) => "imaps",
            (Protocol::Imap, _) => "imap",
            (Protocol::Pop3, Tls::Implicit) => "pop3s",
            (Protocol::Pop3, _) => "pop3",
        };
        write!(f, "{scheme}://{}:***@", utf8_percent_encode(&self.user, NON_ALPHANUMERIC))?;
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)?;
        } else {
            write!(f, "{}:{}", self.host, self.port)?;
        }
        if self.protocol == Protocol::Imap {
            write!(f, "/{}", utf8_percent_encode(&self.folder, NON_ALPHANUMERIC))?;
        }
        let tls = match self.tls {
            Tls::Never => Some("tls=none"),
            Tls::Required if is_loopback(&self.host) => Some("tls=required"),
            Tls::Implicit | Tls::Required | Tls::Loopback => None,
        };
        let delete = (self.delete && self.protocol == Protocol::Imap).then_some("delete=true");
        for (separator, parameter) in ["?", if tls.is_some() { "&" } else { "?" }].iter().zip([tls, delete]) {
            if let Some(parameter) = parameter {
                write!(f, "{separator}{parameter}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for MailboxUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailboxUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(raw: &str) -> MailboxUrl {
        raw.parse().unwrap_or_else(|error| panic!("{raw}: {error}"))
    }

    #[test]
    fn parses_what_is_accepted() {
        let one = url("imaps://me%40here:p%3Aq%2F%C3%BC@mail.example:1993/Bounces%2FNew?delete=true");
        assert_eq!(
            (one.protocol, one.tls, one.port, one.delete),
            (Protocol::Imap, Tls::Implicit, 1993, true)
        );
        assert_eq!((one.user.as_str(), one.password.as_str()), ("me@here", "p:q/ü"));
        assert_eq!((one.host.as_str(), one.folder.as_str()), ("mail.example", "Bounces/New"));
        let one = url("imap://u:p@mail.example");
        assert_eq!(
            (one.tls, one.port, one.folder.as_str(), one.delete),
            (Tls::Required, 143, "INBOX", false)
        );
        assert_eq!(url("imap://u:p@mail.example?tls=none").tls, Tls::Never);
        for host in ["localhost", "127.0.0.1", "127.8.9.1", "[::1]"] {
            assert_eq!(url(&format!("imap://u:p@{host}")).tls, Tls::Loopback);
            assert_eq!(url(&format!("pop3://u:p@{host}?tls=required")).tls, Tls::Required);
        }
        let one = url("pop3s://u:p@x/");
        assert_eq!((one.protocol, one.tls, one.port, one.delete), (Protocol::Pop3, Tls::Implicit, 995, true));
        assert_eq!(url("pop3://u@home:p@x").user, "u@home");
        assert_eq!(url("pop3://u:p@x").port, 110);
    }

    #[test]
    fn refuses_the_rest_with_a_reason() {
        use MailboxUrlError::{Credentials, Folder, Host, Parameter, Port, Scheme};
        for (raw, error) in [
            ("", Scheme),
            ("imaps:u:p@x", Scheme),
            ("smtp://u:p@x", Scheme),
            ("imaps://x", Credentials),
            ("imaps://u@x", Credentials),
            ("imaps://:p@x", Credentials),
            ("imaps://u:@x", Credentials),
            ("imaps://u:p%0d%0aA1 LOGOUT@x", Credentials),
            ("imaps://u:%ff@x", Credentials),
            ("imaps://u:p@", Host),
            ("imaps://u:p@a b", Host),
            ("imaps://u:p@[::1", Host),
            ("imaps://u:p@x:0", Port),
            ("imaps://u:p@x:70000", Port),
            ("imaps://u:p@x/%0a", Folder),
            ("pop3s://u:p@x/INBOX", Folder),
            ("imaps://u:p@x?tls=none", Parameter),
            ("imap://u:p@x?tls=maybe", Parameter),
            ("pop3://u:p@x?delete=false", Parameter),
        ] {
            assert_eq!(raw.parse::<MailboxUrl>(), Err(error), "{raw}");
        }
        assert!(Scheme.to_string().contains("imaps://") && Scheme.to_string().contains("pop3s://"));
    }

    #[test]
    fn never_shows_the_password() {
        for (raw, shown) in [
            ("imaps://me%40x:secret@h", "imaps://me%40x:***@h:993/INBOX"),
            ("imap://u:secret@h/A?tls=none&delete=true", "imap://u:***@h:143/A?tls=none&delete=true"),
            ("imap://u:secret@[::1]:9?tls=required", "imap://u:***@[::1]:9/INBOX?tls=required"),
            ("imaps://u:secret@h/A?delete=true", "imaps://u:***@h:993/A?delete=true"),
            ("pop3://u:secret@h", "pop3://u:***@h:110"),
        ] {
            assert_eq!(url(raw).to_string(), shown);
            assert_eq!(format!("{:?}", url(raw)), format!("MailboxUrl({shown})"));
            // What is shown says the same, save the password.
            let again = url(&shown.replace("***", "secret"));
            assert_eq!(again, url(raw));
        }
        assert_eq!(MailboxUrl::mask("imap://u:se:cr@et@h"), "imap://u:***@h");
        assert_eq!(MailboxUrl::mask("nothing"), "nothing");
    }
}
