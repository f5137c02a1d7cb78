//! `LETTERPRESS_MAIL_URL`: which transport carries the mail.

use std::{fmt, str::FromStr};

use percent_encoding::percent_decode_str;

use crate::ses::SesUrl;

/// When the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TlsMode {
    /// From the first octet (`smtps://`, RFC 8314 §3.3).
    Implicit,
    /// STARTTLS, or no session at all (`?tls=required`).
    Required,
    /// STARTTLS when the server offers it (the default of `smtp://`); a password is not sent without.
    WhenOffered,
    /// Never (`?tls=none`); the password then travels in the clear.
    Never,
}

/// What the server asks for before it relays.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Never contains NUL.
    pub user: String,
    /// Never contains NUL; not shown by `Debug`.
    pub password: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).field("password", &"***").finish()
    }
}

/// A relay reached by SMTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpUrl {
    /// Name or IP address, IPv6 without brackets.
    pub host: String,
    /// 587 for `smtp://` (submission, RFC 6409 §3.1) and 465 for `smtps://` when the URL names none.
    pub port: u16,
    /// When to encrypt.
    pub tls: TlsMode,
    /// Sign-in, if the URL has a user.
    pub credentials: Option<Credentials>,
}

/// A transport, parsed. `Display` and `Debug` mask the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailUrl {
    /// `capture:` keeps every message in the built-in mailbox; nothing leaves the machine.
    Capture,
    /// `smtp://` and `smtps://`.
    Smtp(SmtpUrl),
    /// `ses://`: Amazon SES.
    Ses(SesUrl),
}

/// Why a mail URL was refused; names what is accepted, never the password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailUrlError {
    /// No transport has this name.
    #[error(
        "accepted are capture:, smtp://[user:password@]host[:port][?tls=required|none], smtps://[user:password@]host[:port] and \
         ses://REGION[?endpoint=URL&configuration_set=NAME]"
    )]
    Scheme,
    /// There is no server to connect to.
    #[error("the host is missing or malformed; write smtp://host:port")]
    Host,
    /// Not a port number.
    #[error("the port must be a number from 1 to 65535")]
    Port,
    /// User or password do not decode.
    #[error("user and password must be percent-encoded UTF-8 without NUL")]
    Credentials,
    /// A parameter nobody knows, or a wrong value.
    #[error("after the ? only tls=required or tls=none is accepted, and only for smtp://")]
    Parameter,
    /// No region of AWS.
    #[error(
        "after ses:// stands a region of AWS, such as eu-west-1, and nothing else; the key comes from AWS_ACCESS_KEY_ID"
    )]
    Region,
    /// A parameter nobody knows.
    #[error("after the ? of ses:// only endpoint=URL and configuration_set=NAME are accepted")]
    SesParameter,
}

impl MailUrl {
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

impl FromStr for MailUrl {
    type Err = MailUrlError;

    fn from_str(raw: &str) -> Result<Self, MailUrlError> {
        if raw == "capture:" {
            return Ok(Self::Capture);
        }
        let (scheme, rest) = raw.split_once("://").ok_or(MailUrlError::Scheme)?;
        if scheme == "ses" {
            return ses(rest).map(Self::Ses);
        }
        let (default_port, default_tls) = match scheme {
            "smtp" => (587, TlsMode::WhenOffered),
            "smtps" => (465, TlsMode::Implicit),
            _ => return Err(MailUrlError::Scheme),
        };
        let (authority, query) = rest.split_once('?').unwrap_or((rest, ""));
        let authority = authority.strip_suffix('/').unwrap_or(authority);
        let (user_info, server) = match authority.rsplit_once('@') {
            Some((user_info, server)) => (Some(user_info), server),
            None => (None, authority),
        };
        let (host, port) = host_and_port(server)?;
        let tls = match query {
            "" => default_tls,
            "tls=required" if scheme == "smtp" => TlsMode::Required,
            "tls=none" if scheme == "smtp" => TlsMode::Never,
            _ => return Err(MailUrlError::Parameter),
        };
        let credentials = user_info.map(credentials).transpose()?;
        Ok(Self::Smtp(SmtpUrl { host, port: port.unwrap_or(default_port), tls, credentials }))
    }
}

fn ses(rest: &str) -> Result<SesUrl, MailUrlError> {
    let (region, query) = rest.split_once('?').unwrap_or((rest, ""));
    let region = region.strip_suffix('/').unwrap_or(region);
    let good = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if region.is_empty() || region.len() > 32 || !region.bytes().all(good) {
        return Err(MailUrlError::Region);
    }
    let mut url = SesUrl { region: region.to_owned(), endpoint: None, configuration_set: None };
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or(MailUrlError::SesParameter)?;
        let value =
            percent_decode_str(value).decode_utf8().map_err(|_| MailUrlError::SesParameter)?.into_owned();
        match name {
            "endpoint" if value.starts_with("http://") || value.starts_with("https://") => {
                url.endpoint = Some(value);
            }
            "configuration_set" if !value.is_empty() => url.configuration_set = Some(value),
            _ => return Err(MailUrlError::SesParameter),
        }
    }
    Ok(url)
}

fn host_and_port(server: &str) -> Result<(String, Option<u16>), MailUrlError> {
    let (host, port) = if let Some(rest) = server.strip_prefix('[') {
        let (host, after) = rest.split_once(']').ok_or(MailUrlError::Host)?;
        host.parse::<std::net::Ipv6Addr>().map_err(|_| MailUrlError::Host)?;
        let port =
            if after.is_empty() { None } else { Some(after.strip_prefix(':').ok_or(MailUrlError::Host)?) };
        (host, port)
    } else {
        let (host, port) = server.split_once(':').map_or((server, None), |(host, port)| (host, Some(port)));
        let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
        if host.is_empty() || !host.bytes().all(good) {
            return Err(MailUrlError::Host);
        }
        (host, port)
    };
    let port = port.map(|port| match port.parse() {
        Ok(0) | Err(_) => Err(MailUrlError::Port),
        Ok(port) => Ok(port),
    });
    Ok((host.to_owned(), port.transpose()?))
}

fn credentials(user_info: &str) -> Result<Credentials, MailUrlError> {
    let (user, password) = user_info.split_once(':').unwrap_or((user_info, ""));
    let decode = |part: &str| match percent_decode_str(part).decode_utf8() {
        Ok(text) if !text.contains('\0') => Ok(text.into_owned()),
        _ => Err(MailUrlError::Credentials),
    };
    let (user, password) = (decode(user)?, decode(password)?);
    if user.is_empty() {
        return Err(MailUrlError::Credentials);
    }
    Ok(Credentials { user, password })
}

impl fmt::Display for MailUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = match self {
            Self::Capture => return f.write_str("capture:"),
            Self::Ses(url) => return show_ses(url, f),
            Self::Smtp(url) => url,
        };
        let scheme = if url.tls == TlsMode::Implicit { "smtps" } else { "smtp" };
        write!(f, "{scheme}://")?;
        if let Some(credentials) = &url.credentials {
            let user =
                percent_encoding::utf8_percent_encode(&credentials.user, percent_encoding::NON_ALPHANUMERIC);
            write!(f, "{user}:***@")?;
        }
        if url.host.contains(':') {
            write!(f, "[{}]", url.host)?;
        } else {
            f.write_str(&url.host)?;
        }
        write!(f, ":{}", url.port)?;
        match url.tls {
            TlsMode::Required => f.write_str("?tls=required"),
            TlsMode::Never => f.write_str("?tls=none"),
            TlsMode::Implicit | TlsMode::WhenOffered => Ok(()),
        }
    }
}

fn show_ses(url: &SesUrl, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "ses://{}", url.region)?;
    let endpoint = url.endpoint.as_ref().map(|endpoint| format!("endpoint={endpoint}"));
    let set = url.configuration_set.as_ref().map(|set| format!("configuration_set={set}"));
    for (at, parameter) in endpoint.into_iter().chain(set).enumerate() {
        write!(f, "{}{parameter}", if at == 0 { '?' } else { '&' })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smtp(raw: &str) -> SmtpUrl {
        match raw.parse() {
            Ok(MailUrl::Smtp(url)) => url,
            other => panic!("{raw}: {other:?}"),
        }
    }

    #[test]
    fn parses_what_the_contract_names() {
        assert_eq!("capture:".parse(), Ok(MailUrl::Capture));
        let url = smtp("smtp://me%40here:p%3Aq%2F%C3%BC@mail.example:2525?tls=required");
        assert_eq!((url.host.as_str(), url.port, url.tls), ("mail.example", 2525, TlsMode::Required));
        let credentials = url.credentials.unwrap();
        assert_eq!((credentials.user.as_str(), credentials.password.as_str()), ("me@here", "p:q/ü"));
        assert_eq!(smtp("smtp://mail.example").port, 587);
        assert_eq!(smtp("smtp://mail.example/").tls, TlsMode::WhenOffered);
        assert_eq!(smtp("smtp://127.0.0.1:25?tls=none").tls, TlsMode::Never);
        assert_eq!((smtp("smtps://x").port, smtp("smtps://x").tls), (465, TlsMode::Implicit));
        assert_eq!((smtp("smtp://[::1]:26").host.as_str(), smtp("smtp://[::1]:26").port), ("::1", 26));
        assert_eq!(smtp("smtp://u@x").credentials.unwrap().password, "");
    }

    #[test]
    fn parses_amazon() {
        let ses = |raw: &str| match raw.parse() {
            Ok(MailUrl::Ses(url)) => url,
            other => panic!("{raw}: {other:?}"),
        };
        assert_eq!(ses("ses://eu-west-1").region, "eu-west-1");
        let raw = "ses://us-east-1?endpoint=http://127.0.0.1:5000&configuration_set=main";
        let url = ses(raw);
        assert_eq!(
            (url.endpoint.as_deref(), url.configuration_set.as_deref()),
            (Some("http://127.0.0.1:5000"), Some("main"))
        );
        assert_eq!(MailUrl::Ses(url).to_string(), raw);
    }

    #[test]
    fn refuses_the_rest_with_a_reason() {
        for (raw, error) in [
            ("capture", MailUrlError::Scheme),
            ("capture:x", MailUrlError::Scheme),
            ("http://x", MailUrlError::Scheme),
            ("ses://", MailUrlError::Region),
            ("ses://EU", MailUrlError::Region),
            ("ses://key:secret@eu-west-1", MailUrlError::Region),
            ("ses://eu-west-1?x=1", MailUrlError::SesParameter),
            ("ses://eu-west-1?endpoint=ftp://x", MailUrlError::SesParameter),
            ("ses://eu-west-1?endpoint", MailUrlError::SesParameter),
            ("smtp://", MailUrlError::Host),
            ("smtp://:25", MailUrlError::Host),
            ("smtp://a b", MailUrlError::Host),
            ("smtp://[::1", MailUrlError::Host),
            ("smtp://x/y", MailUrlError::Host),
            ("smtp://x:0", MailUrlError::Port),
            ("smtp://x:99999", MailUrlError::Port),
            ("smtp://x:", MailUrlError::Port),
            ("smtp://:p@x", MailUrlError::Credentials),
            ("smtp://u:%00@x", MailUrlError::Credentials),
            ("smtp://u:%ff@x", MailUrlError::Credentials),
            ("smtp://x?tls=maybe", MailUrlError::Parameter),
            ("smtps://x?tls=none", MailUrlError::Parameter),
        ] {
            assert_eq!(raw.parse::<MailUrl>(), Err(error), "{raw}");
        }
        assert!(MailUrlError::Scheme.to_string().contains("capture:"));
    }

    #[test]
    fn never_shows_the_password() {
        let url: MailUrl = "smtp://u:s3cret@x?tls=none".parse().unwrap();
        assert_eq!(url.to_string(), "smtp://u:***@x:587?tls=none");
        assert!(!format!("{url:?}").contains("s3cret"));
        assert_eq!(MailUrl::mask("smtq://u:s3@cret@x:1"), "smtq://u:***@x:1");
        assert_eq!(MailUrl::mask("smtp://x:1"), "smtp://x:1");
    }
}
