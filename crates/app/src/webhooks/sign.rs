//! Secrets of webhooks and what they sign (Standard Webhooks, "Signature scheme").

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{
    AuthorId, Core, Timestamp,
    secrets::{self, SealError},
};

/// Before the base64 of the secret's bytes.
pub const PREFIX: &str = "whsec_";
/// Bytes of a secret; the specification asks for 24 to 64.
const LENGTH: usize = 32;

/// A secret that is not kept yet.
pub struct NewSecret {
    /// `whsec_…`, as it is shown once.
    pub text: String,
    /// As it is kept.
    pub sealed: Vec<u8>,
}

/// Makes a secret for a webhook of the author.
pub fn generate(core: &Core, author_id: AuthorId) -> NewSecret {
    let bytes = secrets::random_bytes::<LENGTH>();
    let text = format!("{PREFIX}{}", STANDARD.encode(bytes));
    NewSecret {
        text,
        sealed: secrets::seal(&sealing_key(core), context(author_id).as_bytes(), bytes.to_vec()),
    }
}

/// The bytes of a kept secret.
pub fn open(core: &Core, author_id: AuthorId, sealed: Vec<u8>) -> Result<Vec<u8>, SealError> {
    secrets::open(&sealing_key(core), context(author_id).as_bytes(), sealed)
}

fn sealing_key(core: &Core) -> [u8; 32] {
    core.settings.secret.derive("webhook-secrets")
}

fn context(author_id: AuthorId) -> String {
    format!("webhook of {author_id}")
}

/// The header `webhook-signature`: one signature per secret, with a space between.
pub fn signatures(secrets: &[Vec<u8>], id: &str, at: Timestamp, body: &[u8]) -> String {
    let all: Vec<String> = secrets.iter().map(|secret| signature(secret, id, at, body)).collect();
    all.join(" ")
}

fn signature(secret: &[u8], id: &str, at: Timestamp, body: &[u8]) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else {
        unreachable!("HMAC takes a key of any length")
    };
    mac.update(format!("{id}.{}.", seconds(at)).as_bytes());
    mac.update(body);
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// The header `webhook-timestamp`.
pub fn seconds(at: Timestamp) -> i64 {
    at.0.div_euclid(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_that_of_the_specification() {
        // The example of the reference libraries.
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = signatures(
            &[secret.clone(), secret],
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            Timestamp(1_614_265_330_000),
            br#"{"test": 2432232314}"#,
        );
        let one = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signed, format!("{one} {one}"));
    }
}
