//! DKIM keys: made with the domain, sealed in the database, loaded to sign.

use database::{Tx, on_engine};
use mailer::dkim::{Algorithm, KeyError, PrivateKey, Signer};

use super::{Domain, store};
use crate::{
    Core, Timestamp,
    secrets::{self, SealError},
};

/// Letters of a selector after `lp`: 30 bits, so that two installations that sign for one domain do not meet.
const SELECTOR: usize = 6;

/// A key as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Key {
    pub id: i64,
    pub selector: String,
    pub algorithm: String,
    pub public_record: String,
    pub private_key: Vec<u8>,
    /// `next`, `active` or `retired`.
    pub state: String,
}

impl Key {
    /// Of the kind that every receiver checks (RFC 8301 §3.1); Ed25519 (RFC 8463) is extra.
    pub fn is_rsa(&self) -> bool {
        self.algorithm == Algorithm::RsaSha256.tag()
    }
}

/// A key that is not kept yet.
pub struct NewKey {
    pub selector: String,
    pub algorithm: Algorithm,
    pub public_record: String,
    pub pkcs8: Vec<u8>,
}

/// One key of each kind under selectors of their own. Takes a while: not on a thread that answers requests.
pub async fn generate() -> Result<Vec<NewKey>, KeyError> {
    tokio::task::spawn_blocking(|| {
        let name = random_letters();
        [(Algorithm::RsaSha256, 'r'), (Algorithm::Ed25519Sha256, 'e')]
            .into_iter()
            .map(|(algorithm, kind)| {
                let key = PrivateKey::generate(algorithm)?;
                Ok(NewKey {
                    selector: format!("lp{name}{kind}"),
                    algorithm,
                    public_record: key.record()?,
                    pkcs8: key.to_pkcs8()?,
                })
            })
            .collect()
    })
    .await
    .unwrap_or(Err(KeyError))
}

fn random_letters() -> String {
    secrets::base32(&secrets::random_bytes::<4>()).chars().take(SELECTOR).collect()
}

fn context(domain_id: i64, selector: &str) -> String {
    format!("{domain_id}:{selector}")
}

/// Keeps new keys, sealed to the domain and the selector.
pub async fn insert(
    core: &Core,
    tx: &mut Tx,
    domain_id: i64,
    keys: &[NewKey],
    now: Timestamp,
) -> database::Result<()> {
    let sealing = core.settings.secret.derive("domain-keys");
    for key in keys {
        let sealed = secrets::seal(&sealing, context(domain_id, &key.selector).as_bytes(), key.pkcs8.clone());
        on_engine!(&mut *tx, conn => sqlx::query(
            "INSERT INTO domain_keys (domain_id, selector, algorithm, public_record, private_key, state, created_at) \
             VALUES ($1, $2, $3, $4, $5, 'next', $6)")
            .bind(domain_id).bind(&key.selector).bind(key.algorithm.tag()).bind(&key.public_record).bind(sealed)
            .bind(now).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// Keys that sign or will, oldest first.
pub async fn present(tx: &mut Tx, domain_id: i64) -> database::Result<Vec<Key>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, selector, algorithm, public_record, private_key, state FROM domain_keys \
         WHERE domain_id = $1 AND state <> 'retired' ORDER BY id")
        .bind(domain_id).fetch_all(conn).await)
}

/// Which selectors' records a look found, and which are surely not there or not what they should be. What DNS did not
/// answer for is in neither.
#[derive(Debug, Default)]
pub struct Looked {
    pub found: Vec<String>,
    pub broken: Vec<String>,
}

/// Keys whose records are found sign from now on; once a present kind has such a key of the newest generation, the older
/// ones of that kind retire. An Ed25519 key whose record is gone waits for it again: the RSA signature is the one that
/// receivers go by, and one beside it that cannot be checked is of no use to anybody.
pub async fn settle(tx: &mut Tx, domain_id: i64, looked: &Looked, now: Timestamp) -> database::Result<()> {
    let keys = present(tx, domain_id).await?;
    let is_found = |key: &Key| looked.found.contains(&key.selector);
    for key in &keys {
        let state = match key.state.as_str() {
            "next" if is_found(key) => "active",
            "active" if !key.is_rsa() && looked.broken.contains(&key.selector) => "next",
            _ => continue,
        };
        set_state(tx, key.id, state, None).await?;
    }
    for key in &keys {
        let replaced =
            keys.iter().any(|other| other.algorithm == key.algorithm && other.id > key.id && is_found(other));
        if replaced {
            set_state(tx, key.id, "retired", Some(now)).await?;
        }
    }
    Ok(())
}

/// Keys that never came to sign, because newer ones take their place.
pub async fn retire_unused(tx: &mut Tx, domain_id: i64, now: Timestamp) -> database::Result<()> {
    for key in present(tx, domain_id).await?.iter().filter(|key| key.state == "next") {
        set_state(tx, key.id, "retired", Some(now)).await?;
    }
    Ok(())
}

async fn set_state(tx: &mut Tx, id: i64, state: &str, retired_at: Option<Timestamp>) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE domain_keys SET state = $2, retired_at = $3 WHERE id = $1")
        .bind(id).bind(state).bind(retired_at).execute(conn).await.map(drop))
}

/// Whether one of a domain's keys signs: those whose records were found, or all as long as no RSA key's was (mail of such a
/// domain goes nowhere but into the built-in mailbox). Ed25519 alone is no signature to the large receivers.
pub fn signs(keys: &[Key], key: &Key) -> bool {
    key.state == "active" || !keys.iter().any(|key| key.is_rsa() && key.state == "active")
}

/// Whether a domain needs this key's record: that of an RSA key that signs. Keys that wait for their first look while
/// another one of that kind signs hold nothing up.
pub fn is_needed(keys: &[Key], key: &Key) -> bool {
    key.is_rsa() && signs(keys, key)
}

/// What signs the domain's mail.
pub async fn signers(core: &Core, tx: &mut Tx, domain: &Domain) -> database::Result<Vec<Signer>> {
    let keys = present(tx, domain.id).await?;
    let sealing = core.settings.secret.derive("domain-keys");
    let mut signers = Vec::new();
    for key in keys.iter().filter(|key| signs(&keys, key)) {
        match open(&sealing, domain.id, key) {
            Ok(private) => {
                let (domain, selector) = (domain.domain.clone(), key.selector.clone());
                signers.push(Signer { domain, selector, key: private });
            }
            Err(error) => tracing::error!(domain = domain.id, %error, "a DKIM key cannot be used"),
        }
    }
    Ok(signers)
}

/// The same for a name that no newsletter chose: the operator's fallback domain, when it is registered as shared and
/// verified.
pub async fn signers_of_name(core: &Core, tx: &mut Tx, name: &str) -> database::Result<Vec<Signer>> {
    match store::find_shared(tx, name).await? {
        Some(domain) if domain.verification_status.is_verified() => signers(core, tx, &domain).await,
        _ => Ok(Vec::new()),
    }
}

fn open(sealing: &[u8; 32], domain_id: i64, key: &Key) -> Result<PrivateKey, SealError> {
    let der = secrets::open(sealing, context(domain_id, &key.selector).as_bytes(), key.private_key.clone())?;
    let algorithm = Algorithm::parse(&key.algorithm).ok_or(SealError)?;
    PrivateKey::from_pkcs8(algorithm, &der).map_err(|_| SealError)
}
