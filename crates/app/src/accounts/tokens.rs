//! Access tokens: what signs ours, and the one way any of them is checked.

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use database::Tx;
use futures::future::BoxFuture;
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, Validation,
    jwk::{Jwk, JwkSet, KeyAlgorithm, PublicKeyUse, ThumbprintHash},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::task::TaskTracker;

use super::{
    jwks::{Remote, Source, UserInfo, truth},
    model::Author,
    password::Hashing,
    store,
    throttle::Throttle,
};
use crate::{Auth, AuthorId, OidcClient, Secret, Settings, Timestamp, core::With, http::Problem};

/// How long an access token of ours is good for, in seconds.
pub const LIFETIME: i64 = 900;
/// How far another machine's clock may be off, in seconds.
const LEEWAY: f64 = 30.0;
/// What our own tokens are for.
const AUDIENCE: &str = "letterpress";
/// Nothing symmetric and not `none`: what is checked with a public key must have been signed with a private one.
const ALGORITHMS: [Algorithm; 3] = [Algorithm::EdDSA, Algorithm::RS256, Algorithm::ES256];

/// What the calls about accounts take.
pub type Accounts = With<Keys>;

/// What a feature does in the transaction in which an account is shut to whoever made it: the author's id.
pub type ShutOut = for<'a> fn(&'a mut Tx, AuthorId) -> BoxFuture<'a, database::Result<()>>;

impl Accounts {
    /// Takes from whoever made the account all that lets them in or tells them of it. What is in it stays.
    pub async fn shut_out(&self, tx: &mut Tx, id: AuthorId) -> database::Result<()> {
        store::shut_out(tx, id, self.now()).await?;
        for shut_out in self.own.on_shut_out {
            shut_out(tx, id).await?;
        }
        Ok(())
    }
}

/// What signs and checks tokens, and what guards the calls that do.
pub struct Keys {
    pub(super) verifier: Verifier,
    /// None when a hosted provider signs authors in.
    pub(super) signer: Option<Signer>,
    pub(super) throttle: Throttle,
    pub(super) hashing: Hashing,
    /// What goes on after its call was answered.
    pub(super) later: TaskTracker,
    pub(super) on_shut_out: &'static [ShutOut],
}

impl Keys {
    /// # Panics
    /// When no TLS client can be made for a hosted provider.
    pub fn new(settings: &Settings, on_shut_out: &'static [ShutOut]) -> Self {
        let (verifier, signer) = match &settings.auth {
            Auth::Local => {
                let signer = Signer::new(&settings.secret, &settings.public_url);
                let verifier = Verifier {
                    issuer: settings.public_url.clone(),
                    audience: AUDIENCE.into(),
                    client_id: None,
                    source: Source::Own(signer.jwks.clone()),
                };
                (verifier, Some(signer))
            }
            Auth::Oidc(OidcClient { issuer, client_id, audience, .. }) => {
                let verifier = Verifier {
                    issuer: issuer.clone(),
                    audience: audience.clone().unwrap_or_else(|| client_id.clone()),
                    client_id: Some(client_id.clone()),
                    source: Source::Remote(Box::new(Remote::new(issuer))),
                };
                (verifier, None)
            }
        };
        Self {
            verifier,
            signer,
            throttle: Throttle::default(),
            #[cfg(not(test))]
            hashing: Hashing::new(),
            #[cfg(test)]
            hashing: Hashing::cheap(),
            later: TaskTracker::new(),
            on_shut_out,
        }
    }
}

/// What a token says; times in seconds since the Unix epoch (RFC 7519 §4.1).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub sub: String,
    pub aud: Audience,
    /// A NumericDate may have a fraction.
    pub exp: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "truth")]
    pub email_verified: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The client that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub azp: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The session's family, in a token of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
}

impl Claims {
    /// Completed with what the provider tells elsewhere about the same person.
    #[must_use]
    pub fn with(&self, info: &UserInfo) -> Self {
        let mut claims = self.clone();
        if claims.email.is_none() {
            claims.email.clone_from(&info.email);
            claims.email_verified = info.email_verified;
        } else if claims.email == info.email {
            claims.email_verified = claims.email_verified.or(info.email_verified);
        }
        claims.name = claims.name.or_else(|| info.name.clone());
        claims
    }
}

/// Whom a token is for (RFC 7519 §4.1.3).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Audience {
    One(String),
    Many(Vec<String>),
}

impl Audience {
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::One(one) => one == name,
            Self::Many(many) => many.iter().any(|one| one == name),
        }
    }

    fn is_shared(&self) -> bool {
        matches!(self, Self::Many(many) if many.len() > 1)
    }
}

/// What a token says that was checked, read and as it came.
pub struct Checked {
    pub claims: Claims,
    pub raw: Value,
}

#[derive(Serialize)]
struct OwnClaims<'a> {
    iss: &'a str,
    aud: &'a str,
    sub: String,
    iat: i64,
    nbf: i64,
    exp: i64,
    sid: &'a str,
    email: &'a str,
}

/// The built-in provider's key: Ed25519, derived from the installation's secret, so that every node signs with it.
pub struct Signer {
    issuer: String,
    kid: String,
    key: EncodingKey,
    pub jwks: JwkSet,
}

impl Signer {
    fn new(secret: &Secret, issuer: &str) -> Self {
        let seed = secret.derive("jwt-ed25519");
        let Ok(pair) = Ed25519KeyPair::from_seed_unchecked(&seed) else {
            unreachable!("32 bytes are a seed")
        };
        let public = DecodingKey::from_ed_der(pair.public_key().as_ref());
        let jwk = Jwk::from_decoding_key(&public, Some(Algorithm::EdDSA))
            .and_then(|jwk| jwk.thumbprint(ThumbprintHash::SHA256).map(|kid| (jwk, kid)));
        let Ok((mut jwk, kid)) = jwk else { unreachable!("an Ed25519 key is a JWK (RFC 8037)") };
        jwk.common.key_id = Some(kid.clone());
        jwk.common.public_key_use = Some(PublicKeyUse::Signature);
        Self {
            issuer: issuer.to_owned(),
            kid,
            key: EncodingKey::from_ed_der(&pkcs8(&seed)),
            jwks: JwkSet { keys: vec![jwk] },
        }
    }

    /// A token for the author, good for [`LIFETIME`] seconds or until its session ends.
    pub fn sign(&self, author: &Author, session: &str, now: Timestamp) -> Result<String, Problem> {
        let iat = now.0.div_euclid(1000);
        let claims = OwnClaims {
            iss: &self.issuer,
            aud: AUDIENCE,
            sub: author.id.to_string(),
            iat,
            nbf: iat,
            exp: iat + LIFETIME,
            sid: session,
            email: &author.email,
        };
        let header = Header { kid: Some(self.kid.clone()), ..Header::new(Algorithm::EdDSA) };
        jsonwebtoken::encode(&header, &claims, &self.key).map_err(|e| Problem::internal(&e))
    }
}

/// The seed in its PKCS#8 wrapping (RFC 8410 §7).
fn pkcs8(seed: &[u8; 32]) -> Vec<u8> {
    const HEADER: [u8; 16] =
        [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
    [&HEADER[..], seed].concat()
}

/// Checks a token, whoever issued it: signature by a key of the issuer's set, algorithm, issuer, audience, times.
pub struct Verifier {
    issuer: String,
    audience: String,
    /// What a hosted provider knows us as: its ID tokens are for that.
    client_id: Option<String>,
    pub(super) source: Source,
}

impl Verifier {
    pub async fn verify(&self, token: &str, now: Timestamp) -> Result<Claims, Problem> {
        self.check(token, now).await.map(|checked| checked.claims)
    }

    /// Whether the token is meant for our API, and not an ID token.
    pub fn is_for_us(&self, claims: &Claims) -> bool {
        claims.aud.has(&self.audience)
    }

    /// Checks an ID token (OpenID Connect Core §3.1.3.7); `nonce`: that of the request, or `None` for a renewed one.
    pub async fn check_id(
        &self,
        token: &str,
        nonce: Option<&str>,
        now: Timestamp,
    ) -> Result<Checked, Problem> {
        let checked = self.check(token, now).await?;
        let (claims, client) = (&checked.claims, self.client_id.as_deref().ok_or_else(refused)?);
        let is_ours = claims.aud.has(client) && claims.azp.as_deref().is_none_or(|azp| azp == client);
        let is_named = !claims.aud.is_shared() || claims.azp.is_some();
        let is_asked = nonce.is_none() || claims.nonce.as_deref() == nonce;
        if is_ours && is_named && is_asked { Ok(checked) } else { Err(refused()) }
    }

    pub async fn check(&self, token: &str, now: Timestamp) -> Result<Checked, Problem> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| refused())?;
        if !ALGORITHMS.contains(&header.alg) {
            return Err(refused());
        }
        let kid = header.kid.as_deref().ok_or_else(refused)?;
        let jwk = self.source.find(kid, now).await?.ok_or_else(refused)?;
        if !may_verify(&jwk, header.alg) {
            return Err(refused());
        }
        let key = DecodingKey::from_jwk(&jwk).map_err(|_| refused())?;
        let raw = jsonwebtoken::decode::<Value>(token, &key, &self.rules(header.alg))
            .map_err(|_| refused())?
            .claims;
        let claims = Claims::deserialize(&raw).map_err(|_| refused())?;
        check_times(&claims, now)?;
        Ok(Checked { claims, raw })
    }

    fn rules(&self, alg: Algorithm) -> Validation {
        let mut rules = Validation::new(alg);
        // By our own clock, below.
        rules.validate_exp = false;
        rules.validate_nbf = false;
        // Some providers' issuer ends in a slash that operators leave out.
        let issuer = self.issuer.trim_end_matches('/');
        rules.set_issuer(&[issuer.to_owned(), format!("{issuer}/")]);
        rules.set_audience(&[&self.audience, self.client_id.as_ref().unwrap_or(&self.audience)]);
        rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        rules
    }
}

/// A key that says what it is for is used for nothing else.
fn may_verify(jwk: &Jwk, alg: Algorithm) -> bool {
    let for_signing = jwk.common.public_key_use.as_ref().is_none_or(|u| *u == PublicKeyUse::Signature);
    for_signing && jwk.common.key_algorithm.is_none_or(|of_key| of_key == KeyAlgorithm::from(alg))
}

fn check_times(claims: &Claims, now: Timestamp) -> Result<(), Problem> {
    let now = now.0 as f64 / 1000.0;
    let expired = claims.exp + LEEWAY <= now;
    let early = claims.nbf.is_some_and(|nbf| nbf - LEEWAY > now);
    if expired || early { Err(refused()) } else { Ok(()) }
}

/// One answer for every reason: a forger learns nothing.
pub fn refused() -> Problem {
    Problem::unauthorized("The token is not valid or has expired. Please sign in again.")
}
