//! One function per kind of value; the error says what is accepted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use app::{AdminClaim, MailFrom, Proxies, Secret, SignUp};
use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use tracing_subscriber::EnvFilter;

use super::LogFormat;

type Parsed<T> = Result<T, String>;

pub fn listen(text: &str) -> Parsed<SocketAddr> {
    let local = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
    if let Some(port) = local {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.parse().map_err(|_| "give an address and a port, such as 127.0.0.1:8080 or [::]:80".to_owned())
}

/// A base for paths: no query, no slash at its end.
pub fn url(text: &str) -> Parsed<String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let host = rest.split('/').next().unwrap_or_default();
    let is_plain =
        text.bytes().all(|b| b.is_ascii_graphic()) && !text.contains(['?', '#', '"', '<', '>', '\\']);
    if host.is_empty() || host.contains('@') || !is_plain {
        return Err(
            "give a URL that starts with https:// or http://, such as https://news.example.com".into()
        );
    }
    Ok(text.trim_end_matches('/').to_owned())
}

pub fn database(text: &str) -> Parsed<database::Url> {
    text.parse().map_err(|_| "give sqlite:PATH or postgres://user:password@host:port/database".to_owned())
}

pub fn mail(text: &str) -> Parsed<mailer::MailUrl> {
    text.parse().map_err(|error: mailer::MailUrlError| error.to_string())
}

pub fn domain(text: &str) -> Parsed<String> {
    let address = content::parse_address(&format!("postmaster@{text}"));
    let domain = address.ok().and_then(|a| a.key.split_once('@').map(|(_, domain)| domain.to_owned()));
    domain.ok_or_else(|| "give a domain name, such as news.example.com".into())
}

pub fn addresses(text: &str) -> Parsed<Vec<String>> {
    let parts = text.split([',', ' ', ';']).map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| content::parse_address(part).map(|a| a.key))
        .collect::<Result<_, _>>()
        .map_err(|error| format!("give email addresses with commas between them. {error}"))
}

pub fn is_hosted(text: &str) -> Parsed<bool> {
    match text {
        "local" => Ok(false),
        "oidc" => Ok(true),
        _ => Err("give local or oidc".into()),
    }
}

/// Scope tokens (RFC 6749 §3.3), of which one makes it OpenID Connect.
pub fn scopes(text: &str) -> Parsed<String> {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let fine =
        words.contains(&"openid") && text.bytes().all(|b| (0x20..0x7f).contains(&b) && !b"\"\\".contains(&b));
    fine.then(|| words.join(" ")).ok_or_else(|| {
        "give scopes with spaces between them, openid among them, such as openid profile email".into()
    })
}

/// `path.to.claim=value`
pub fn admin_claim(text: &str) -> Parsed<AdminClaim> {
    let parts = text.split_once('=').map(|(path, value)| (path.trim(), value.trim()));
    let parts = parts.filter(|(path, value)| !path.is_empty() && !value.is_empty());
    parts.map(|(path, value)| AdminClaim { path: path.into(), value: value.into() }).ok_or_else(|| {
        "give a claim and its value for administrators, such as realm_access.roles=letterpress-admin".into()
    })
}

pub fn sign_up(text: &str) -> Parsed<SignUp> {
    match text {
        "open" => Ok(SignUp::Open),
        "closed" => Ok(SignUp::Closed),
        "auto" => Ok(SignUp::Auto),
        _ => Err("give open, closed or auto".into()),
    }
}

pub fn rate(text: &str) -> Parsed<Option<f64>> {
    if text == "unlimited" {
        return Ok(None);
    }
    let rate: Option<f64> = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.map(Some).ok_or_else(|| "give messages per second, such as 50 or 0.5, or unlimited".into())
}

pub fn concurrency(text: &str) -> Parsed<usize> {
    let number = text.parse().ok().filter(|number| (1..=1000).contains(number));
    number.ok_or_else(|| "give a whole number from 1 to 1000".into())
}

/// Requests a minute.
pub fn rate_limit(text: &str) -> Parsed<u32> {
    let number = text.parse().ok().filter(|number| (1..=60_000_000).contains(number));
    number.ok_or_else(|| "give requests a minute, a whole number from 1 to 60000000".into())
}

/// Days after a campaign's end.
pub fn engagement_days(text: &str) -> Parsed<u16> {
    let days = text.parse().ok().filter(|days| (30..=3650).contains(days));
    days.ok_or_else(|| "give days, a whole number from 30 to 3650".into())
}

pub fn filter(text: &str) -> Parsed<String> {
    const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];
    // A word that is no level would be taken for the name of a part, of which everything is written.
    let is_level = |word: &str| LEVELS.contains(&word.to_lowercase().as_str());
    let mut words = text.split(',').map(str::trim).filter(|part| !part.contains(['=', '[']));
    let filter = EnvFilter::builder().parse(text);
    let is_good = filter.is_ok() && words.all(|word| word.is_empty() || is_level(word));
    is_good.then(|| text.to_owned()).ok_or_else(|| {
        "give a level (error, warn, info, debug, trace, off) or a filter such as info,app=debug".into()
    })
}

pub fn dns(text: &str) -> Parsed<app::Dns> {
    if text == "system" {
        return Ok(app::Dns::System);
    }
    // A bare address is a resolver on the usual port.
    let address = text.parse().ok().or_else(|| Some(SocketAddr::new(text.parse().ok()?, 53)));
    address
        .map(app::Dns::At)
        .ok_or_else(|| "give system, or the address of a resolver, such as 127.0.0.1:53".into())
}

pub fn mailbox(text: &str) -> Parsed<returns::mailbox::MailboxUrl> {
    text.parse().map_err(|error: returns::mailbox::MailboxUrlError| error.to_string())
}

/// `Name <address>`, or the address alone.
pub fn mail_from(text: &str) -> Parsed<MailFrom> {
    let (name, written) = match text.split_once('<') {
        Some((name, rest)) => {
            (name.trim().trim_matches('"').trim(), rest.strip_suffix('>').unwrap_or_default())
        }
        None => ("", text),
    };
    let fine = !name.chars().any(char::is_control) && !name.contains(['<', '>', '"']);
    let address = address(written).ok().filter(|_| fine);
    let name = if name.is_empty() { "Letterpress" } else { name };
    address.map(|address| MailFrom { name: name.to_owned(), address }).ok_or_else(|| {
        "give an address, such as no-reply@news.example.com or Letterpress <no-reply@news.example.com>".into()
    })
}

pub fn address(text: &str) -> Parsed<String> {
    content::parse_ascii_address(text).map(|address| address.original).map_err(|error| error.to_string())
}

/// Mechanisms of an SPF record (RFC 7208 §5), without its version and its end.
pub fn spf(text: &str) -> Parsed<String> {
    let is_mechanism = |word: &str| {
        let name = word.split([':', '/']).next().unwrap_or_default();
        matches!(name, "include" | "a" | "mx" | "ip4" | "ip6" | "exists")
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let fine =
        !words.is_empty() && words.iter().all(|w| is_mechanism(w)) && text.is_ascii() && !text.contains('"');
    fine.then(|| words.join(" ")).ok_or_else(|| {
        "give what an SPF record must allow, such as include:_spf.example.net or ip4:192.0.2.1 (without v=spf1 and ~all)".into()
    })
}

pub fn topics(text: &str) -> Parsed<Vec<String>> {
    let topics: Vec<String> = text
        .split([',', ' ', ';'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    let fine = topics.iter().all(|topic| topic.starts_with("arn:aws") && topic.matches(':').count() == 5);
    fine.then_some(topics).ok_or_else(|| {
        "give ARNs of SNS topics with commas between them, such as arn:aws:sns:eu-west-1:123456789012:letterpress".into()
    })
}

/// As many as the footer has room for.
const MOST_SOCIAL_LINKS: usize = 8;

/// `https://github.com/example, https://example.social/@example`
pub fn social_links(text: &str) -> Parsed<Vec<String>> {
    let links: Vec<String> =
        text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let fine = links.len() <= MOST_SOCIAL_LINKS && links.iter().all(|link| is_web_address(link));
    fine.then_some(links).ok_or_else(|| {
        format!("give at most {MOST_SOCIAL_LINKS} addresses that start with https://, with commas between them, such as https://github.com/example")
    })
}

/// Over https, at a host with a name and without a port.
fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let is_plain =
        text.bytes().all(|b| b.is_ascii_graphic()) && !text.contains(['"', '\'', '<', '>', '\\', '`']);
    is_plain && host.contains('.') && host.split('.').all(is_label)
}

/// `google.com=50, outlook.com=20`
pub fn throttles(text: &str) -> Parsed<Vec<(String, f64)>> {
    let parts = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    let one = |part: &str| {
        let (group, rate) = part.split_once('=')?;
        let rate: f64 =
            rate.trim().trim_end_matches("/s").parse().ok().filter(|r: &f64| r.is_finite() && *r > 0.0)?;
        Some((group.trim().to_ascii_lowercase(), rate))
    };
    parts.map(one).collect::<Option<Vec<_>>>().ok_or_else(|| {
        "give the domain of a provider's mail hosts and messages per second, such as google.com=50, outlook.com=20".into()
    })
}

/// `127.0.0.1, 172.16.0.0/12, fd00::/8`
pub fn proxies(text: &str) -> Parsed<Proxies> {
    let parts = text.split([',', ' ', ';']).map(str::trim).filter(|part| !part.is_empty());
    let one = |part: &str| part.parse().or_else(|_| part.parse::<IpAddr>().map(Into::into));
    parts.map(one).collect::<Result<_, _>>().map(Proxies).map_err(|_| {
        "give addresses and ranges of addresses with commas between them, such as 127.0.0.1, 172.16.0.0/12 or fd00::/8".into()
    })
}

pub fn flag(text: &str) -> Parsed<bool> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("true or false".into()),
    }
}

/// What a bearer token may be (RFC 6750 §2.1), and too long to be guessed.
pub fn token(text: &str) -> Parsed<String> {
    let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~+/=".contains(&b));
    let fine = is_plain && text.len() >= 16;
    fine.then(|| text.to_owned())
        .ok_or_else(|| "give at least 16 letters and digits (openssl rand -hex 16)".into())
}

pub fn log_format(text: &str) -> Parsed<LogFormat> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("give text or json".into()),
    }
}

/// 32 bytes as 64 hexadecimal digits or in base64 of either alphabet.
pub fn secret(text: &str) -> Parsed<Secret> {
    let bytes = if text.len() == 64 { hexadecimal(text) } else { either_base64(text) };
    let bytes: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes.map(Secret::new).ok_or_else(|| {
        "give 32 random bytes as 64 hexadecimal digits or in base64 (openssl rand -hex 32)".into()
    })
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.bytes().all(|b| b.is_ascii_hexdigit()).then(|| text.as_bytes().chunks(2).map(pair).collect())?
}

fn either_base64(text: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    [alphabet::STANDARD, alphabet::URL_SAFE]
        .iter()
        .find_map(|alphabet| GeneralPurpose::new(alphabet, config).decode(text).ok())
}
