//! Authenticator data (WebAuthn §6.1) and the attestation object around it (§6.5.4).

use minicbor::{Decoder, decode::Error};

use super::Refused;

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const ATTESTED: u8 = 1 << 6;
const EXTENSIONS: u8 = 1 << 7;

/// A passkey in authenticator data that tells of its making.
#[derive(Clone, Copy, Debug)]
pub struct Credential<'a> {
    pub id: &'a [u8],
    /// The COSE_Key's bytes.
    pub public_key: &'a [u8],
}

#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    pub rp_id_hash: &'a [u8],
    flags: u8,
    pub sign_count: u32,
    pub credential: Option<Credential<'a>>,
}

impl<'a> Data<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<Self, Refused> {
        let (rp_id_hash, rest) = bytes.split_at_checked(32).ok_or(Refused::Unreadable)?;
        let (&[flags], rest) = rest.split_first_chunk().ok_or(Refused::Unreadable)?;
        let (count, mut rest) = rest.split_first_chunk().ok_or(Refused::Unreadable)?;
        let mut credential = None;
        if flags & ATTESTED != 0 {
            // 16 octets say which make it is.
            let (_, after) = rest.split_at_checked(16).ok_or(Refused::Unreadable)?;
            let (length, after) = after.split_first_chunk().ok_or(Refused::Unreadable)?;
            let length = usize::from(u16::from_be_bytes(*length));
            let (id, after) = after.split_at_checked(length).ok_or(Refused::Unreadable)?;
            let public_key = item(after)?;
            rest = &after[public_key.len()..];
            credential = Some(Credential { id, public_key });
        }
        if flags & EXTENSIONS != 0 {
            rest = &rest[item(rest)?.len()..];
        }
        if !rest.is_empty() {
            return Err(Refused::Unreadable);
        }
        Ok(Self { rp_id_hash, flags, sign_count: u32::from_be_bytes(*count), credential })
    }

    pub fn user_present(&self) -> bool {
        self.flags & USER_PRESENT != 0
    }

    pub fn user_verified(&self) -> bool {
        self.flags & USER_VERIFIED != 0
    }

    pub fn may_be_backed_up(&self) -> bool {
        self.flags & BACKUP_ELIGIBLE != 0
    }

    pub fn is_backed_up(&self) -> bool {
        self.flags & BACKED_UP != 0
    }
}

/// The bytes of the CBOR item that comes first.
fn item(bytes: &[u8]) -> Result<&[u8], Refused> {
    let mut cbor = Decoder::new(bytes);
    cbor.skip().map_err(|_| Refused::Unreadable)?;
    bytes.get(..cbor.position()).ok_or(Refused::Unreadable)
}

/// The authenticator data in an attestation object; its statement is not looked at, because none was asked for.
pub fn attested(object: &[u8]) -> Result<&[u8], Refused> {
    let mut data = None;
    members(object, |cbor| {
        if cbor.str()? != "authData" {
            return cbor.skip();
        }
        match data.replace(cbor.bytes()?) {
            None => Ok(()),
            Some(_) => Err(Error::message("twice")),
        }
    })?;
    data.ok_or(Refused::Unreadable)
}

/// Calls for each member of the map that comes first. It has a length, as all that authenticators write (CTAP2's canonical form).
pub fn members<'a>(
    bytes: &'a [u8],
    mut each: impl FnMut(&mut Decoder<'a>) -> Result<(), Error>,
) -> Result<(), Refused> {
    let mut cbor = Decoder::new(bytes);
    let count = cbor.map().map_err(|_| Refused::Unreadable)?.ok_or(Refused::Unreadable)?;
    for _ in 0..count {
        each(&mut cbor).map_err(|_| Refused::Unreadable)?;
    }
    Ok(())
}
