//! Passwords, kept as argon2id hashes.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::{
    Algorithm, Argon2, Block, Params, RECOMMENDED_SALT_LEN, Version,
    password_hash::{
        Error, Result,
        phc::{Output, ParamsString, PasswordHash, Salt},
    },
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{http::Problem, secrets::random_bytes};

/// A hash of nothing with the parameters of [`Argon2::default`]: verifying against it takes as long as against a real
/// one, so that an unknown address cannot be told from a wrong password by the clock.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9ib2R5$sk9QpXE3VyQeM6zX0aXrjvPtnH0qlrNfcnBKTVhKHXk";

/// Hashes that are made at once.
const TURNS: usize = 2;

/// Hashing takes 19 MiB and one core for some 20 ms: a burst of sign-ins waits here instead of taking the machine. A turn
/// belongs to the work and not to the request: a client that hangs up ends the request, but work under way goes on. Its
/// memory is handed on to the next: blocks of that size that come and go between threads stay with the allocator.
pub struct Hashing {
    cost: Params,
    turns: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Vec<Block>>>>,
}

/// Leave to hash, and the memory to do it in; both are there for the next when it is dropped.
struct Turn {
    memory: Vec<Block>,
    idle: Arc<Mutex<Vec<Vec<Block>>>>,
    _permit: OwnedSemaphorePermit,
}

impl Hashing {
    pub fn new() -> Self {
        Self { cost: Params::DEFAULT, turns: Arc::new(Semaphore::new(TURNS)), idle: Arc::default() }
    }

    /// For tests of anything else, which sign hundreds of authors up: a new hash costs next to nothing.
    #[cfg(test)]
    pub fn cheap() -> Self {
        Self { cost: Params::new(8, 1, 1, None).unwrap(), ..Self::new() }
    }

    pub async fn hash(&self, password: String) -> std::result::Result<String, Problem> {
        let cost = self.cost.clone();
        self.run(move |turn| turn.hash(password.as_bytes(), cost))
            .await?
            .map(|hash| hash.to_string())
            .map_err(|e| Problem::internal(&e))
    }

    /// Whether the password is the one behind the hash; false for an author without one, after the same time.
    pub async fn verify(&self, password: String, hash: Option<String>) -> std::result::Result<bool, Problem> {
        self.run(move |turn| {
            let known = hash.is_some();
            let text = hash.unwrap_or_else(|| NOBODY.to_owned());
            let same =
                PasswordHash::new(&text).is_ok_and(|hash| turn.fits(password.as_bytes(), &hash) == Ok(true));
            known && same
        })
        .await
    }

    /// Every turn there is, until they are dropped.
    #[cfg(test)]
    pub async fn take_all(&self) -> tokio::sync::SemaphorePermit<'_> {
        self.turns.acquire_many(TURNS as u32).await.unwrap()
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Turn) -> T + Send + 'static,
    ) -> std::result::Result<T, Problem> {
        let permit = self.turns.clone().acquire_owned().await.map_err(|e| Problem::internal(&e))?;
        let memory = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let mut turn = Turn { memory, idle: self.idle.clone(), _permit: permit };
        tokio::task::spawn_blocking(move || work(&mut turn)).await.map_err(|e| Problem::internal(&e))
    }
}

impl Turn {
    fn hash(&mut self, password: &[u8], cost: Params) -> Result<PasswordHash> {
        let salt = random_bytes::<RECOMMENDED_SALT_LEN>();
        let argon2 = Argon2::from(cost);
        let hash = self.output(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN)?;
        Ok(PasswordHash {
            algorithm: Algorithm::default().ident(),
            version: Some(Version::default().into()),
            params: ParamsString::try_from(argon2.params())?,
            salt: Some(Salt::new(&salt)?),
            hash: Some(hash),
        })
    }

    /// Whether the password is the one behind the hash, by the hash's own parameters.
    fn fits(&mut self, password: &[u8], hash: &PasswordHash) -> Result<bool> {
        let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
        let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
        let version = hash.version.map(Version::try_from).transpose()?.unwrap_or_default();
        let argon2 = Argon2::new(algorithm, version, Params::try_from(hash)?);
        // Outputs are compared in constant time.
        Ok(self.output(&argon2, password, salt, expected.len())? == *expected)
    }

    fn output(&mut self, argon2: &Argon2, password: &[u8], salt: &[u8], length: usize) -> Result<Output> {
        let blocks = argon2.params().block_count();
        if self.memory.len() < blocks {
            // Not grown, which would copy what is overwritten anyway.
            self.memory = vec![Block::new(); blocks];
        }
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or(Error::OutputSize)?;
        argon2.hash_password_into_with_memory(password, salt, output, &mut self.memory)?;
        Ok(Output::new(output)?)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let memory = std::mem::take(&mut self.memory);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    #[test]
    fn the_hash_of_nobody_costs_what_a_real_one_costs() {
        let nobody = PasswordHash::new(NOBODY).unwrap();
        let real = Argon2::default().hash_password(b"correct horse battery").unwrap();
        assert_eq!(nobody.algorithm, real.algorithm);
        assert_eq!(nobody.version, real.version);
        assert_eq!(nobody.params.to_string(), real.params.to_string());
        assert_eq!(nobody.hash.unwrap().as_bytes().len(), real.hash.unwrap().as_bytes().len());
        let error = Argon2::default().verify_password(b"x", &nobody).unwrap_err();
        assert!(matches!(error, Error::PasswordInvalid), "{error:?}");
    }

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let hashing = Hashing::new();
        let hash = hashing.hash("correct horse battery".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(hashing.verify("correct horse battery".into(), Some(hash.clone())).await.unwrap());
        assert!(!hashing.verify("correct horse batterY".into(), Some(hash)).await.unwrap());
        assert!(!hashing.verify("correct horse battery".into(), None).await.unwrap());
        assert!(!hashing.verify("correct horse battery".into(), Some("nonsense".into())).await.unwrap());
    }

    /// In memory that another password was hashed in, with more and with less of it.
    #[tokio::test]
    async fn hashes_are_those_of_everybody_else() {
        let hashing = Hashing::new();
        let ours = hashing.hash("correct horse battery".into()).await.unwrap();
        let ours = PasswordHash::new(&ours).unwrap();
        Argon2::default().verify_password(b"correct horse battery", &ours).unwrap();
        for (memory, passes, lanes) in [(64, 3, 2), (19_456, 2, 1), (30_000, 1, 4), (8, 1, 1)] {
            let argon2 = Argon2::from(Params::new(memory, passes, lanes, None).unwrap());
            let theirs = argon2.hash_password(b"another password").unwrap().to_string();
            assert!(
                hashing.verify("another password".into(), Some(theirs.clone())).await.unwrap(),
                "{theirs}"
            );
            assert!(
                !hashing.verify("another passworD".into(), Some(theirs.clone())).await.unwrap(),
                "{theirs}"
            );
        }
    }

    #[tokio::test]
    async fn a_turn_ends_with_its_work_and_not_with_its_request() {
        let hashing = Arc::new(Hashing::new());
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let request = {
            let hashing = hashing.clone();
            tokio::spawn(async move {
                let work = move |turn: &mut Turn| {
                    turn.memory = vec![Block::new()];
                    begun.send(()).unwrap();
                    wait.recv().unwrap();
                };
                hashing.run(work).await
            })
        };
        begins.await.unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        assert_eq!(hashing.turns.available_permits(), TURNS - 1, "the work goes on");
        go.send(()).unwrap();
        drop(hashing.take_all().await);
        assert_eq!(hashing.idle.lock().unwrap().len(), 1, "its memory is there for the next");
        hashing.run(|turn| assert_eq!(turn.memory.len(), 1)).await.unwrap();
    }

    #[tokio::test]
    async fn the_next_hash_is_made_in_the_memory_of_the_last() {
        let hashing = Hashing::new();
        let mut places = Vec::new();
        for password in ["correct horse battery", "another password"] {
            let work = move |turn: &mut Turn| {
                let hash = turn.hash(password.as_bytes(), Params::DEFAULT);
                hash.map(|_| turn.memory.as_ptr() as usize)
            };
            places.push(hashing.run(work).await.unwrap().unwrap());
        }
        assert_eq!(places[0], places[1]);
    }
}
