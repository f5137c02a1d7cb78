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
/// Longest line, without CRLF (RFC 5322 §2.1.1).
const LINE: usize = 78;
const FOLD: &str = "\r\n ";

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
        let mut field = field(signer, &canonical.names, &body_hash, signed_at);
        let mut input = canonical.fields.clone();
        canonical::field(field.text.as_bytes(), &mut input);
        // The field itself is hashed without the line break at its end (RFC 6376 §3.7).
        input.truncate(input.len() - 2);
        field.divided(&STANDARD.encode(signer.key.sign(&input)));
        out.extend_from_slice(field.text.as_bytes());
        out.extend_from_slice(b"\r\n");
    }
}

/// The field up to `b=`, whose value is still empty. It is folded where RFC 6376 §3.2 and §3.5 allow it: between tags, between
/// the names of `h=`, and anywhere within `b=`.
fn field(signer: &Signer, names: &str, body_hash: &str, signed_at: i64) -> Field {
    let Signer { domain, selector, key } = signer;
    let mut field = Field::new("DKIM-Signature: v=1;");
    field.tag(&format!("a={};", key.algorithm().tag()));
    field.tag("c=relaxed/relaxed;");
    field.tag(&format!("d={domain};"));
    field.tag(&format!("s={selector};"));
    field.tag(&format!("t={signed_at};"));
    let names = format!("h={names};");
    for (at, name) in names.split_inclusive(':').enumerate() {
        if at == 0 { field.tag(name) } else { field.part(name) }
    }
    field.tag(&format!("bh={body_hash};"));
    field.fold();
    field.write("b=");
    field
}

/// A header field that is folded as it is written.
struct Field {
    text: String,
    /// Octets of the last line.
    column: usize,
}

impl Field {
    fn new(text: &str) -> Self {
        Self { text: text.to_owned(), column: text.len() }
    }

    /// After a blank.
    fn tag(&mut self, tag: &str) {
        if self.column + 1 + tag.len() > LINE {
            self.fold();
        } else {
            self.write(" ");
        }
        self.write(tag);
    }

    /// Right after what is there.
    fn part(&mut self, part: &str) {
        if self.column + part.len() > LINE {
            self.fold();
        }
        self.write(part);
    }

    /// The same, of ASCII that may be folded at every octet.
    fn divided(&mut self, mut rest: &str) {
        while !rest.is_empty() {
            if self.column >= LINE {
                self.fold();
            }
            let (part, after) = rest.split_at(rest.len().min(LINE - self.column));
            self.write(part);
            rest = after;
        }
    }

    fn fold(&mut self) {
        self.text.push_str(FOLD);
        self.column = 1;
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.len();
    }
}
