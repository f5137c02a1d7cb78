//! Public keys as authenticators write them (RFC 9052 §7, RFC 9053, RFC 8230), and their signatures.

use std::collections::BTreeMap;

use aws_lc_rs::{
    rsa::PublicKeyComponents,
    signature::{
        ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
    },
};
use minicbor::{Decoder, decode::Error};

use super::{Refused, authenticator::members};

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;
/// What is offered, the best known first.
pub const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];

/// A key of one of [`ALGORITHMS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicKey {
    /// An uncompressed point on P-256.
    Es256(Vec<u8>),
    Ed25519(Vec<u8>),
    Rs256 {
        n: Vec<u8>,
        e: Vec<u8>,
    },
}

impl PublicKey {
    pub fn read(cose: &[u8]) -> Result<Self, Refused> {
        let mut values = BTreeMap::new();
        members(cose, |cbor| {
            let label = integer(cbor);
            cbor.skip()?;
            let value = (integer(cbor), cbor.probe().bytes().ok());
            cbor.skip()?;
            match label.and_then(|label| values.insert(label, value)) {
                None => Ok(()),
                Some(_) => Err(Error::message("twice")),
            }
        })?;
        let number = |label: i64| values.get(&label)?.0;
        let bytes = |label: i64| {
            values.get(&label).and_then(|(_, bytes)| *bytes).map(<[u8]>::to_vec).ok_or(Refused::Key)
        };
        let exactly = |label: i64, length: usize| {
            bytes(label).and_then(|bytes| if bytes.len() == length { Ok(bytes) } else { Err(Refused::Key) })
        };
        // Kind of key, algorithm, curve.
        match (number(1), number(3), number(-1)) {
            (Some(2), Some(ES256), Some(1)) => {
                let mut point = vec![4];
                point.extend(exactly(-2, 32)?);
                point.extend(exactly(-3, 32)?);
                Ok(Self::Es256(point))
            }
            (Some(1), Some(EDDSA), Some(6)) => exactly(-2, 32).map(Self::Ed25519),
            (Some(3), Some(RS256), None) => Ok(Self::Rs256 { n: bytes(-1)?, e: bytes(-2)? }),
            _ => Err(Refused::Key),
        }
    }

    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), Refused> {
        let plain = |algorithm: &'static dyn VerificationAlgorithm, key: &[u8]| {
            UnparsedPublicKey::new(algorithm, key).verify(message, signature)
        };
        let verified = match self {
            Self::Es256(point) => plain(&ECDSA_P256_SHA256_ASN1, point),
            Self::Ed25519(key) => plain(&ED25519, key),
            Self::Rs256 { n, e } => {
                PublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        };
        verified.map_err(|_| Refused::Signature)
    }
}

/// The number that comes next, which is not passed over; `None`: something else, or one that no label or value here is.
fn integer(cbor: &mut Decoder) -> Option<i64> {
    i64::try_from(cbor.probe().int().ok()?).ok()
}
