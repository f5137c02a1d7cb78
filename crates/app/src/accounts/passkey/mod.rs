//! Passkeys: what browsers and authenticators send, checked as WebAuthn (Level 2, and 3 where it adds) tells a relying
//! party to. Attestation is not asked for: which make an authenticator is tells nothing that we would act on.

mod authenticator;
mod cose;
#[cfg(test)]
mod tests;

use aws_lc_rs::digest::{SHA256, digest};
use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::URL_SAFE_NO_PAD},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::model;
use crate::{
    AuthorId, Core, Settings,
    clock::MINUTE,
    http::{Problem, ProblemCode},
    secrets::mac,
};
use authenticator::Data;
pub use cose::{ALGORITHMS, PublicKey};

/// How long somebody may take to touch an authenticator.
pub const CHALLENGE_LIFE: i64 = 5 * MINUTE;
/// WebAuthn §4, "credential ID".
const MAX_CREDENTIAL_ID: usize = 1023;
const TRANSPORTS: [&str; 6] = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"];

/// Bytes that stand in JSON as base64url (RFC 4648 §5), with or without padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const LENIENT: GeneralPurpose = GeneralPurpose::new(
            &alphabet::URL_SAFE,
            GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
        );
        let text = String::deserialize(deserializer)?;
        LENIENT.decode(text).map(Self).map_err(|_| serde::de::Error::custom("expected base64url"))
    }
}

impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&URL_SAFE_NO_PAD.encode(&self.0))
    }
}

#[cfg(test)]
impl utoipa::PartialSchema for Bytes {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(test)]
impl utoipa::ToSchema for Bytes {}

/// WebAuthn Level 3 §5.1 `RegistrationResponseJSON`, as far as it is read.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationResponse {
    raw_id: Bytes,
    response: AttestationResponse,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttestationResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: Bytes,
    attestation_object: Bytes,
    #[serde(default)]
    transports: Vec<String>,
}

/// WebAuthn Level 3 §5.1 `AuthenticationResponseJSON`, as far as it is read.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticationResponse {
    pub raw_id: Bytes,
    pub response: AssertionResponse,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssertionResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: Bytes,
    authenticator_data: Bytes,
    signature: Bytes,
    #[serde(default)]
    pub user_handle: Option<Bytes>,
}

/// What a browser says about a ceremony (WebAuthn §5.8.1).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    r#type: String,
    challenge: Bytes,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// Whom authenticators make passkeys for.
#[derive(Clone, Debug)]
pub struct RelyingParty {
    /// A host name.
    pub id: String,
    /// Scheme, host and port of the pages that may ask.
    pub origin: String,
}

/// A passkey that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskey {
    pub credential_id: Vec<u8>,
    /// A COSE_Key as the authenticator wrote it.
    pub public_key: Vec<u8>,
    pub sign_count: u32,
    pub transports: Vec<String>,
}

/// A passkey's use, proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    pub sign_count: u32,
    /// The authenticator saw more than a touch: a finger, a face or a PIN.
    pub user_verified: bool,
}

/// Why a ceremony is not believed; for tests and logs, the person is told one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("it cannot be read")]
    Unreadable,
    #[error("it is of another kind")]
    Kind,
    #[error("it answers another challenge")]
    Challenge,
    #[error("it was made at another site")]
    Origin,
    #[error("it was made for another relying party")]
    RelyingParty,
    #[error("nobody touched the authenticator")]
    Presence,
    #[error("its flags contradict each other")]
    Flags,
    #[error("its key is of a kind that was not offered")]
    Key,
    #[error("its signature is wrong")]
    Signature,
    #[error("its counter went back: there may be a copy")]
    Counter,
}

impl RelyingParty {
    /// 409 when passkeys cannot work at the installation's public URL.
    pub fn of(settings: &Settings) -> Result<Self, Problem> {
        let id = model::relying_party(settings).ok_or_else(|| {
            Problem::conflict(
                ProblemCode::PasskeysUnavailable,
                "Passkeys need a host name and https (or localhost): ask the operator (LETTERPRESS_PUBLIC_URL).",
            )
        })?;
        let url = &settings.public_url;
        let scheme = url.split("://").next().unwrap_or_default();
        let port = match model::host_of(url).rsplit_once(':') {
            Some((_, "443")) if scheme == "https" => String::new(),
            Some((_, "80")) if scheme == "http" => String::new(),
            Some((_, port)) => format!(":{port}"),
            None => String::new(),
        };
        let id = id.to_ascii_lowercase();
        Ok(Self { origin: format!("{scheme}://{id}{port}"), id })
    }

    /// The ceremony's client data, for the challenge and from a page of ours (§7.1 steps 5 to 11, §7.2 steps 9 to 14).
    fn check_client(&self, bytes: &[u8], kind: &str, challenge: &[u8]) -> Result<(), Refused> {
        let data: ClientData = serde_json::from_slice(bytes).map_err(|_| Refused::Unreadable)?;
        if data.r#type != kind {
            return Err(Refused::Kind);
        }
        if data.challenge.0 != challenge {
            return Err(Refused::Challenge);
        }
        if data.origin != self.origin || data.cross_origin {
            return Err(Refused::Origin);
        }
        Ok(())
    }

    /// For us, and touched by somebody (§7.1 steps 14 to 18, §7.2 steps 15 to 19).
    fn check_data(&self, data: &Data<'_>) -> Result<(), Refused> {
        if data.rp_id_hash != digest(&SHA256, self.id.as_bytes()).as_ref() {
            return Err(Refused::RelyingParty);
        }
        if !data.user_present() {
            return Err(Refused::Presence);
        }
        if data.is_backed_up() && !data.may_be_backed_up() {
            return Err(Refused::Flags);
        }
        Ok(())
    }

    /// Checks a new passkey (§7.1).
    pub fn register(&self, given: &RegistrationResponse, challenge: &[u8]) -> Result<NewPasskey, Refused> {
        self.check_client(&given.response.client_data.0, "webauthn.create", challenge)?;
        let object = authenticator::attested(&given.response.attestation_object.0)?;
        let data = Data::read(object)?;
        self.check_data(&data)?;
        let made = data.credential.ok_or(Refused::Unreadable)?;
        let is_named = made.id == given.raw_id.0 && (1..=MAX_CREDENTIAL_ID).contains(&made.id.len());
        if !is_named {
            return Err(Refused::Unreadable);
        }
        PublicKey::read(made.public_key)?;
        let known = |name: &String| TRANSPORTS.contains(&name.as_str());
        Ok(NewPasskey {
            credential_id: made.id.to_vec(),
            public_key: made.public_key.to_vec(),
            sign_count: data.sign_count,
            transports: given
                .response
                .transports
                .iter()
                .filter(|name| known(name))
                .take(6)
                .cloned()
                .collect(),
        })
    }

    /// Checks the use of a passkey (§7.2), of which key and counter are known.
    pub fn authenticate(
        &self,
        given: &AssertionResponse,
        challenge: &[u8],
        public_key: &[u8],
        last_count: i64,
    ) -> Result<Used, Refused> {
        self.check_client(&given.client_data.0, "webauthn.get", challenge)?;
        let bytes = &given.authenticator_data.0;
        let data = Data::read(bytes)?;
        self.check_data(&data)?;
        let signed = [bytes.as_slice(), digest(&SHA256, &given.client_data.0).as_ref()].concat();
        PublicKey::read(public_key)?.verify(&signed, &given.signature.0)?;
        // §6.1.1: authenticators that do not count say zero, always.
        let counts = data.sign_count != 0 || last_count != 0;
        if counts && i64::from(data.sign_count) <= last_count {
            return Err(Refused::Counter);
        }
        Ok(Used { sign_count: data.sign_count, user_verified: data.user_verified() })
    }
}

/// What an authenticator calls the author: tells nobody who that is (§14.6.1).
pub fn user_handle(core: &Core, author_id: AuthorId) -> Vec<u8> {
    mac(&core.settings.secret.derive("passkey-user"), &[&author_id.get().to_be_bytes()]).to_vec()
}

fn descriptor(credential_id: &[u8], transports: &[String]) -> Value {
    json!({ "type": "public-key", "id": Bytes(credential_id.to_vec()), "transports": transports })
}

/// `PublicKeyCredentialCreationOptionsJSON`; `known`: passkeys that the author has.
pub fn creation_options(
    party: &RelyingParty,
    (handle, email, name): (Vec<u8>, &str, &str),
    challenge: &[u8],
    known: &[(Vec<u8>, Vec<String>)],
) -> Value {
    json!({
        "rp": { "id": party.id, "name": "Letterpress" },
        "user": { "id": Bytes(handle), "name": email, "displayName": name },
        "challenge": Bytes(challenge.to_vec()),
        "pubKeyCredParams": ALGORITHMS.map(|alg| json!({ "type": "public-key", "alg": alg })),
        "timeout": CHALLENGE_LIFE,
        "excludeCredentials": known.iter().map(|(id, transports)| descriptor(id, transports)).collect::<Vec<_>>(),
        "authenticatorSelection": {
            "residentKey": "required", "requireResidentKey": true, "userVerification": "preferred",
        },
        "attestation": "none",
    })
}

/// `PublicKeyCredentialRequestOptionsJSON`, for whichever passkey the browser finds.
pub fn request_options(party: &RelyingParty, challenge: &[u8]) -> Value {
    json!({
        "challenge": Bytes(challenge.to_vec()),
        "timeout": CHALLENGE_LIFE,
        "rpId": party.id,
        "allowCredentials": [],
        "userVerification": "preferred",
    })
}
