//! The installation's secret and what is derived from it.
//!
//! One 32-byte secret, kept beside the data or given by the operator, from which every key is derived with
//! HMAC-SHA256 and a label, so that nodes that share the secret share the keys.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

/// The installation's secret; never printed.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A key for one purpose.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        mac(&self.0, &[purpose.as_bytes()])
    }

    /// Tells two secrets apart without giving either away.
    pub fn fingerprint(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.derive("fingerprint")[..12])
    }
}

/// HMAC-SHA256 over the parts, each preceded by its length.
pub fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        unreachable!("HMAC takes a key of any length")
    };
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// Equal in constant time.
pub fn same(a: &[u8], b: &[u8]) -> bool {
    aws_lc_rs::constant_time::verify_slices_are_equal(a, b).is_ok()
}

/// SHA-256, for tokens that are random themselves (API keys, refresh tokens).
pub fn sha256(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// `bits` of randomness from the operating system, in unpadded base64url.
pub fn random_token(bits: usize) -> String {
    let mut bytes = vec![0u8; bits.div_ceil(8)];
    fill_random(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Fills the slice from the operating system's generator.
pub fn fill_random(bytes: &mut [u8]) {
    assert!(aws_lc_rs::rand::fill(bytes).is_ok(), "the operating system gives no randomness");
}
