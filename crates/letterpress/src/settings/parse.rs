//! One function per kind of value; the error says what is accepted.

use std::net::{Ipv4Addr, SocketAddr};

use app::{Secret, SignUp};
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
        .map_err(|error| format!("give e-mail addresses with commas between them. {error}"))
}

pub fn is_hosted(text: &str) -> Parsed<bool> {
    match text {
        "local" => Ok(false),
        "oidc" => Ok(true),
        _ => Err("give local or oidc".into()),
    }
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

pub fn filter(text: &str) -> Parsed<String> {
    let filter = EnvFilter::builder().parse(text);
    filter.map(|_| text.to_owned()).map_err(|_| {
        "give a level (error, warn, info, debug, trace) or a filter such as info,app=debug".into()
    })
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
