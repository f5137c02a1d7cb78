//! Passwords, kept as argon2id hashes.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use tokio::sync::Semaphore;

use crate::http::Problem;

/// A hash of nothing with the parameters of [`Argon2::default`]: verifying against it takes as long as against a real
/// one, so that an unknown address cannot be told from a wrong password by the clock.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9ib2R5$sk9QpXE3VyQeM6zX0aXrjvPtnH0qlrNfcnBKTVhKHXk";

/// Hashes that are made at once.
const TURNS: usize = 2;

/// Hashing takes 19 MiB and one core for some 20 ms: a burst of sign-ins waits here instead of taking the machine.
pub struct Hashing(Semaphore);

impl Hashing {
    pub fn new() -> Self {
        Self(Semaphore::new(TURNS))
    }

    pub async fn hash(&self, password: String) -> Result<String, Problem> {
        self.run(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()))
            .await?
            .map_err(|e| Problem::internal(&e))
    }

    /// Whether the password is the one behind the hash; false for an author without one, after the same time.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Problem> {
        self.run(move || {
            let known = hash.is_some();
            let text = hash.unwrap_or_else(|| NOBODY.to_owned());
            let same = PasswordHash::new(&text)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
            known && same
        })
        .await
    }

    /// Every turn there is, until they are dropped.
    #[cfg(test)]
    pub async fn take_all(&self) -> tokio::sync::SemaphorePermit<'_> {
        self.0.acquire_many(TURNS as u32).await.unwrap()
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let _permit = self.0.acquire().await.map_err(|e| Problem::internal(&e))?;
        tokio::task::spawn_blocking(work).await.map_err(|e| Problem::internal(&e))
    }
}

#[cfg(test)]
mod tests {
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
        assert!(matches!(error, argon2::password_hash::Error::PasswordInvalid), "{error:?}");
    }

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let hashing = Hashing::new();
        let hash = hashing.hash("correct horse battery".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$"));
        assert!(hashing.verify("correct horse battery".into(), Some(hash.clone())).await.unwrap());
        assert!(!hashing.verify("correct horse batterY".into(), Some(hash)).await.unwrap());
        assert!(!hashing.verify("correct horse battery".into(), None).await.unwrap());
    }
}
