//! The installation's secret and what is derived from it.
//!
//! One 32-byte secret, kept beside the data or given by the operator, from which every key is derived with
//! HMAC-SHA256 and a label, so that nodes that share the secret share the keys.

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
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
    /// From the bytes that are kept or were given.
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
    MacKey::new(key).mac(parts)
}

/// A key for many message authentication codes: what depends on it alone is half of a short one's work, and done once.
#[derive(Clone)]
pub struct MacKey(Hmac<Sha256>);

impl MacKey {
    pub fn new(key: &[u8; 32]) -> Self {
        let Ok(started) = Hmac::new_from_slice(key) else { unreachable!("HMAC takes a key of any length") };
        Self(started)
    }

    /// As [`mac`] with this key.
    pub fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
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

/// Randomness from the operating system's generator.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    fill_random(&mut bytes);
    bytes
}

fn fill_random(bytes: &mut [u8]) {
    assert!(aws_lc_rs::rand::fill(bytes).is_ok(), "the operating system gives no randomness");
}

/// The letters of [`base32`].
const BASE32: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// RFC 4648 §6 in lower case, without padding: for names and local parts, where case gets lost.
pub fn base32(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut held, mut bits) = (0u32, 0);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            out.push(char::from(BASE32[(held >> bits & 31) as usize]));
        }
        held &= (1 << bits) - 1;
    }
    if bits > 0 {
        out.push(char::from(BASE32[(held << (5 - bits) & 31) as usize]));
    }
    out
}

/// The reverse of [`base32`], whatever the case; `None` for anything else.
pub fn from_base32(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 5 / 8);
    let (mut held, mut bits) = (0u32, 0);
    for byte in text.bytes() {
        let digit = BASE32.iter().position(|b| *b == byte.to_ascii_lowercase())?;
        held = held << 5 | digit as u32;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    // One text for each value: what is left over is zero and less than a digit.
    (held == 0 && bits < 5).then_some(out)
}

/// A sealed value cannot be opened: it was altered, or sealed with another secret or for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the sealed value cannot be opened")]
pub struct SealError;

/// Encrypts with AES-256-GCM, tied to `context`; the random nonce stands first.
pub fn seal(key: &[u8; 32], context: &[u8], mut plain: Vec<u8>) -> Vec<u8> {
    let (key, nonce) = (sealing_key(key), random_bytes::<NONCE_LEN>());
    let sealed =
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(context), &mut plain);
    assert!(sealed.is_ok(), "a value of a few kilobytes is sealed");
    [nonce.as_slice(), &plain].concat()
}

/// The reverse of [`seal`].
pub fn open(key: &[u8; 32], context: &[u8], sealed: Vec<u8>) -> Result<Vec<u8>, SealError> {
    let (nonce, rest) = sealed.split_first_chunk::<NONCE_LEN>().ok_or(SealError)?;
    let mut buffer = rest.to_vec();
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let plain =
        sealing_key(key).open_in_place(nonce, Aad::from(context), &mut buffer).map_err(|_| SealError)?;
    Ok(plain.to_vec())
}

fn sealing_key(key: &[u8; 32]) -> LessSafeKey {
    match UnboundKey::new(&AES_256_GCM, key) {
        Ok(key) => LessSafeKey::new(key),
        Err(_) => unreachable!("a key of 32 bytes is one of AES-256"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links of old mails have such a code.
    #[test]
    fn a_code_is_hmac_sha256_over_parts_with_their_lengths() {
        let code = mac(&[3; 32], &[b"reader", &[1, 2]]);
        assert_eq!(code[..8], [0x8E, 0xEC, 0xE1, 0x37, 0x2C, 0xB0, 0x31, 0x17]);
        let key = MacKey::new(&[3; 32]);
        assert_eq!([key.mac(&[b"reader", &[1, 2]]), key.mac(&[b"reader", &[1, 2]])], [code; 2]);
    }

    #[test]
    fn base32_is_that_of_the_rfc_and_is_read_back() {
        for (plain, text) in
            [("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foobar", "mzxw6ytboi")]
        {
            assert_eq!(base32(plain.as_bytes()), text);
            assert_eq!(from_base32(&text.to_uppercase()).unwrap(), plain.as_bytes());
        }
        for bad in ["m", "mz1", "mz=", "mb", "ü"] {
            assert_eq!(from_base32(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_sealed_opens_only_unaltered_and_in_its_place() {
        let key = [9; 32];
        let sealed = seal(&key, b"1:a", b"private".to_vec());
        assert!(!sealed.windows(7).any(|part| part == b"private"));
        assert_eq!(open(&key, b"1:a", sealed.clone()).unwrap(), b"private");
        assert_eq!(open(&key, b"2:a", sealed.clone()), Err(SealError));
        assert_eq!(open(&[8; 32], b"1:a", sealed.clone()), Err(SealError));
        for at in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[at] ^= 1;
            assert_eq!(open(&key, b"1:a", altered), Err(SealError));
        }
        assert_eq!(open(&key, b"1:a", Vec::new()), Err(SealError));
        assert_ne!(seal(&key, b"1:a", b"private".to_vec()), sealed);
    }
}
