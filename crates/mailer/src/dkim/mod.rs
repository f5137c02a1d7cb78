//! DKIM signatures (RFC 6376): RSA-2048 and Ed25519 (RFC 8463), relaxed/relaxed.
//!
//! A message is read once, whatever the number of keys: the canonical header fields and the hash of the body are the
//! same for all of them.

mod canonical;
mod key;
#[cfg(test)]
mod tests;

use base64::{Engine as _, engine::general_purpose::STANDARD};

use canonical::Canonical;
pub use key::{Algorithm, KeyError, PrivateKey};

/// Fields that are signed wherever they stand (RFC 6376 §5.4.1; RFC 8058 §4 wants both list fields). Those marked are
/// signed once more than they stand there, so that nobody can add a second one (RFC 6376 §8.15).
const SIGNED: [(&str, bool); 14] = [
    ("from", true),
    ("to", true),
    ("subject", true),
    ("date", true),
    ("reply-to", true),
    ("message-id", false),
    ("mime-version", false),
    ("content-type", true),
    ("list-id", false),
    ("list-unsubscribe", true),
    ("list-unsubscribe-post", true),
    ("feedback-id", false),
    ("precedence", false),
    ("auto-submitted", false),
];
/// Longest line of `b=` and `h=`, within the 78 of RFC 5322 §2.1.1.
const LINE: usize = 72;

/// A key under its name in the DNS: `<selector>._domainkey.<domain>`.
#[derive(Debug)]
pub struct Signer {
    /// `d=`: the domain of the From address, or one above it.
    pub domain: String,
    pub selector: String,
    pub key: PrivateKey,
}

/// Writes a `DKIM-Signature` field for each key, ready to stand before `message`, into `out`. The same arguments give
/// the same bytes.
///
/// `message` has CRLF line ends; `signed_at` is in seconds since 1970-01-01 UTC.
pub fn sign(signers: &[Signer], message: &[u8], signed_at: i64, out: &mut Vec<u8>) {
    if signers.is_empty() {
        return;
    }
    let canonical = Canonical::of(message, &SIGNED);
    let body_hash = STANDARD.encode(canonical.body_hash);
    for signer in signers {
        let field = field(signer, &canonical.names, &body_hash, signed_at);
        let mut input = canonical.fields.clone();
        canonical::field(field.as_bytes(), &mut input);
        // The field itself is hashed without the line break at its end (RFC 6376 §3.7).
        input.truncate(input.len() - 2);
        let signature = STANDARD.encode(signer.key.sign(&input));
        out.extend_from_slice(field.as_bytes());
        for (at, part) in signature.as_bytes().chunks(LINE).enumerate() {
            out.extend_from_slice(if at == 0 { b"" } else { b"\r\n " });
            out.extend_from_slice(part);
        }
        out.extend_from_slice(b"\r\n");
    }
}

/// The field up to `b=`, whose value is still empty.
fn field(signer: &Signer, names: &str, body_hash: &str, signed_at: i64) -> String {
    let Signer { domain, selector, key } = signer;
    let algorithm = key.algorithm().tag();
    let mut field = format!(
        "DKIM-Signature: v=1; a={algorithm}; c=relaxed/relaxed; d={domain}; s={selector};\r\n t={signed_at};\r\n h="
    );
    let mut column = 3;
    for (at, name) in names.split(':').enumerate() {
        if at > 0 {
            field.push(':');
            column += 1;
        }
        if column + name.len() > LINE {
            field.push_str("\r\n ");
            column = 1;
        }
        field.push_str(name);
        column += name.len();
    }
    field.push_str(";\r\n bh=");
    field.push_str(body_hash);
    field.push_str(";\r\n b=");
    field
}
