//! Is it from SNS?

use aws_lc_rs::signature::{
    RSA_PKCS1_1024_8192_SHA1_FOR_LEGACY_USE_ONLY, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use x509_parser::{certificate::X509Certificate, oid_registry::OID_PKCS1_RSAENCRYPTION, prelude::FromDer};

use super::{Message, SnsError};

/// The longest certificate that is read, in octets.
const PEM: usize = 64 * 1024;

/// Whether a certificate may be fetched from here: HTTPS, the host of SNS in some region, the default port
/// left out, a path to a `.pem` without anything to decode or to resolve, and nothing else. Host and scheme
/// in lower case, as SNS writes them.
pub fn certificate_url_is_aws(url: &str) -> bool {
    let Some((host, path)) = host_and_path(url) else { return false };
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/');
    host_is_sns(host)
        && path.bytes().all(good)
        && !path.contains("..")
        && !path.starts_with('/')
        && !path.contains("//")
        && path.strip_suffix(".pem").is_some_and(|stem| !stem.is_empty() && !stem.ends_with('/'))
}

/// Whether a subscription may be confirmed by a visit here: HTTPS and the host of SNS in some region, with
/// any query.
pub fn subscribe_url_is_aws(url: &str) -> bool {
    let Some((host, path)) = host_and_path(url) else { return false };
    let graphic = path.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'#' | b'\\'));
    host_is_sns(host) && graphic && (path.is_empty() || path.starts_with('?'))
}

/// The path is without its first slash.
fn host_and_path(url: &str) -> Option<(&str, &str)> {
    if url.len() > 2048 {
        return None;
    }
    url.strip_prefix("https://")?.split_once('/')
}

/// Lower case, no user, no port, no final dot: every character is looked at.
fn host_is_sns(host: &str) -> bool {
    let region = host.strip_prefix("sns.").and_then(|rest| {
        rest.strip_suffix(".amazonaws.com").or_else(|| rest.strip_suffix(".amazonaws.com.cn"))
    });
    region.is_some_and(|region| {
        let mut parts = region.split('-');
        let number = parts.next_back().unwrap_or_default();
        let words: Vec<&str> = parts.collect();
        (2..=4).contains(&words.len())
            && words
                .iter()
                .all(|word| (2..=12).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase()))
            && (1..=2).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Checks the signature of `message` with the first certificate in `pem`, which the caller has fetched from
/// [`Message::signing_cert_url`] over HTTPS after [`certificate_url_is_aws`]: that the certificate is of AWS
/// follows from where it came from. `now_ms` is in milliseconds since 1970.
pub fn verify(message: &Message, pem: &[u8], now_ms: i64) -> Result<(), SnsError> {
    let algorithm = match message.signature_version.as_str() {
        "1" => &RSA_PKCS1_1024_8192_SHA1_FOR_LEGACY_USE_ONLY,
        "2" => &RSA_PKCS1_2048_8192_SHA256,
        _ => return Err(SnsError::Version),
    };
    let signature = STANDARD.decode(&message.signature).map_err(|_| SnsError::Field("Signature"))?;
    if pem.len() > PEM {
        return Err(SnsError::Certificate("it is longer than 64 KiB"));
    }
    let der =
        CertificateDer::from_pem_slice(pem).map_err(|_| SnsError::Certificate("no certificate in PEM"))?;
    let key = rsa_key(&der, now_ms)?;
    UnparsedPublicKey::new(algorithm, key)
        .verify(message.string_to_sign().as_bytes(), &signature)
        .map_err(|_| SnsError::Signature)
}

/// The RSAPublicKey (RFC 8017 appendix A.1.1) of a certificate that is valid at `now_ms`.
fn rsa_key(der: &[u8], now_ms: i64) -> Result<Vec<u8>, SnsError> {
    let (rest, certificate) =
        X509Certificate::from_der(der).map_err(|_| SnsError::Certificate("not an X.509 certificate"))?;
    if !rest.is_empty() {
        return Err(SnsError::Certificate("not an X.509 certificate"));
    }
    // Both bounds belong to the time (RFC 5280 §4.1.2.5), which is given in seconds.
    let now = now_ms.div_euclid(1000);
    let validity = certificate.validity();
    if now < validity.not_before.timestamp() || now > validity.not_after.timestamp() {
        return Err(SnsError::Expired);
    }
    let key = certificate.public_key();
    if key.algorithm.algorithm != OID_PKCS1_RSAENCRYPTION {
        return Err(SnsError::Certificate("its key is not an RSA key"));
    }
    Ok(key.subject_public_key.data.to_vec())
}
