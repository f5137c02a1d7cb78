//! Private keys and their records.

use aws_lc_rs::{
    encoding::{AsDer as _, PublicKeyX509Der},
    rand::SystemRandom,
    rsa::{KeyPair as RsaKeyPair, KeySize},
    signature::{Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};

/// How a key signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// 2048 bits (RFC 8301 §3.2 asks for at least 1024).
    RsaSha256,
    /// RFC 8463.
    Ed25519Sha256,
}

impl Algorithm {
    /// `a=`
    pub fn tag(self) -> &'static str {
        match self {
            Self::RsaSha256 => "rsa-sha256",
            Self::Ed25519Sha256 => "ed25519-sha256",
        }
    }

    pub fn parse(tag: &str) -> Option<Self> {
        [Self::RsaSha256, Self::Ed25519Sha256].into_iter().find(|a| a.tag() == tag)
    }
}

/// A key could not be made or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the DKIM key cannot be made or read")]
pub struct KeyError;

enum Pair {
    Rsa(RsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

/// A key that signs; not shown by `Debug`.
pub struct PrivateKey {
    pair: Pair,
    random: SystemRandom,
}

impl std::fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PrivateKey({})", self.algorithm().tag())
    }
}

impl PrivateKey {
    /// A new key. RSA takes a tenth of a second and more: not on a thread that answers requests.
    pub fn generate(algorithm: Algorithm) -> Result<Self, KeyError> {
        let pair = match algorithm {
            Algorithm::RsaSha256 => Pair::Rsa(RsaKeyPair::generate(KeySize::Rsa2048).map_err(|_| KeyError)?),
            Algorithm::Ed25519Sha256 => Pair::Ed25519(Ed25519KeyPair::generate().map_err(|_| KeyError)?),
        };
        Ok(Self { pair, random: SystemRandom::new() })
    }

    /// Reads [`PrivateKey::to_pkcs8`].
    pub fn from_pkcs8(algorithm: Algorithm, der: &[u8]) -> Result<Self, KeyError> {
        let pair = match algorithm {
            Algorithm::RsaSha256 => Pair::Rsa(RsaKeyPair::from_pkcs8(der).map_err(|_| KeyError)?),
            Algorithm::Ed25519Sha256 => Pair::Ed25519(Ed25519KeyPair::from_pkcs8(der).map_err(|_| KeyError)?),
        };
        Ok(Self { pair, random: SystemRandom::new() })
    }

    /// The key as PKCS #8 (DER), to be kept sealed.
    pub fn to_pkcs8(&self) -> Result<Vec<u8>, KeyError> {
        Ok(match &self.pair {
            Pair::Rsa(pair) => {
                let der: aws_lc_rs::encoding::Pkcs8V1Der<'_> = pair.as_der().map_err(|_| KeyError)?;
                der.as_ref().to_vec()
            }
            Pair::Ed25519(pair) => pair.to_pkcs8v1().map_err(|_| KeyError)?.as_ref().to_vec(),
        })
    }

    pub fn algorithm(&self) -> Algorithm {
        match &self.pair {
            Pair::Rsa(_) => Algorithm::RsaSha256,
            Pair::Ed25519(_) => Algorithm::Ed25519Sha256,
        }
    }

    /// The value of the TXT record at `<selector>._domainkey.<domain>` (RFC 6376 §3.6.1; RFC 8463 §4: the bare 32
    /// octets for Ed25519).
    pub fn record(&self) -> Result<String, KeyError> {
        Ok(match &self.pair {
            Pair::Rsa(pair) => {
                let der: PublicKeyX509Der<'_> = pair.public_key().as_der().map_err(|_| KeyError)?;
                format!("v=DKIM1; k=rsa; p={}", STANDARD.encode(der.as_ref()))
            }
            Pair::Ed25519(pair) => {
                format!("v=DKIM1; k=ed25519; p={}", STANDARD.encode(pair.public_key().as_ref()))
            }
        })
    }

    /// RFC 8463 §3 signs the SHA-256 of the input with Ed25519; RSA hashes it itself.
    pub(super) fn sign(&self, input: &[u8]) -> Vec<u8> {
        match &self.pair {
            Pair::Ed25519(pair) => {
                let hash = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, input);
                pair.sign(hash.as_ref()).as_ref().to_vec()
            }
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                let signed = pair.sign(&RSA_PKCS1_SHA256, &self.random, input, &mut signature);
                // A signature of a loaded key fails only for a buffer of the wrong size.
                assert!(signed.is_ok(), "the buffer has the size of the modulus");
                signature
            }
        }
    }
}
