//! How often somebody may try to sign in or up: in memory, per address and per client.
//!
//! Only the calls that take a password ask here; no other call is ever held up. A client at a loopback address may be a
//! proxy for everybody: for it only the limit per address holds.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use axum::http::{HeaderValue, StatusCode, header};

use super::peer::Peer;
use crate::{
    Timestamp,
    clock::{HOUR, MINUTE},
    http::Problem,
};

/// So often, in so many milliseconds.
type Rate = (i64, i64);

const PER_ADDRESS: Rate = (10, MINUTE);
const PER_PEER: Rate = (30, MINUTE);
/// Mails that anybody may cause at one address.
const MAILS: Rate = (5, HOUR);
/// Wrong codes of an author, who has a million to choose from and gave the right password before.
const WRONG_CODES: Rate = (10, HOUR);
/// Buckets that have filled up again are swept when there are this many.
const SWEEP_AT: usize = 4096;

/// Whose requests are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Bucket {
    SignIn(String),
    SignUp(String),
    Mail(String),
    Code(i64),
    Peer(IpAddr),
}

/// Per bucket the time at which it is full again (the "theoretical arrival time" of the leaky bucket as a meter).
#[derive(Default)]
pub struct Throttle(Mutex<HashMap<Bucket, i64>>);

impl Throttle {
    pub fn sign_in(&self, email_key: &str, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        self.peer(peer, now)?;
        self.take(Bucket::SignIn(email_key.to_owned()), PER_ADDRESS, now)
    }

    pub fn sign_up(&self, email_key: &str, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        self.peer(peer, now)?;
        self.take(Bucket::SignUp(email_key.to_owned()), PER_ADDRESS, now)
    }

    /// Calls that take something only one person knows: a link, a passkey.
    pub fn secret(&self, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        self.peer(peer, now)
    }

    /// A call that sends mail to the address.
    pub fn mail(&self, email_key: &str, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        self.peer(peer, now)?;
        self.take(Bucket::Mail(email_key.to_owned()), MAILS, now)
    }

    /// Before a code is looked at.
    pub fn code(&self, author_id: i64, now: Timestamp) -> Result<(), Problem> {
        self.ask(Bucket::Code(author_id), WRONG_CODES, now, false)
    }

    /// After it was wrong.
    pub fn wrong_code(&self, author_id: i64, now: Timestamp) {
        let _ = self.take(Bucket::Code(author_id), WRONG_CODES, now);
    }

    fn peer(&self, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        peer.network().map_or(Ok(()), |network| self.take(Bucket::Peer(network), PER_PEER, now))
    }

    fn take(&self, bucket: Bucket, rate: Rate, now: Timestamp) -> Result<(), Problem> {
        self.ask(bucket, rate, now, true)
    }

    fn ask(&self, bucket: Bucket, rate: Rate, now: Timestamp, taken: bool) -> Result<(), Problem> {
        let (times, window) = rate;
        let each = window / times;
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= SWEEP_AT {
            buckets.retain(|_, full_at| *full_at > now.0);
        }
        let full_at = buckets.get(&bucket).copied().unwrap_or(0).max(now.0) + each;
        let wait = full_at - now.0 - window;
        if wait > 0 {
            return Err(too_many(wait));
        }
        if taken {
            buckets.insert(bucket, full_at);
        }
        Ok(())
    }
}

fn too_many(wait_millis: i64) -> Problem {
    let seconds = wait_millis.div_euclid(1000) + 1;
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many attempts. Please try again in {seconds} seconds."),
    )
    .with_header(header::RETRY_AFTER, HeaderValue::from(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(ip: &str) -> Peer {
        Peer(Some(ip.parse().unwrap()))
    }

    #[test]
    fn an_address_has_ten_tries_a_minute_and_earns_them_back() {
        let throttle = Throttle::default();
        let now = Timestamp(1_000_000);
        for _ in 0..10 {
            throttle.sign_in("a@example.com", Peer(None), now).unwrap();
        }
        let problem = throttle.sign_in("a@example.com", Peer(None), now).unwrap_err();
        assert_eq!(problem.status, StatusCode::TOO_MANY_REQUESTS);
        let (_, seconds) = problem.headers.iter().find(|(name, _)| name == header::RETRY_AFTER).unwrap();
        let seconds: i64 = seconds.to_str().unwrap().parse().unwrap();
        throttle.sign_in("b@example.com", Peer(None), now).unwrap();
        throttle.sign_up("a@example.com", Peer(None), now).unwrap();
        throttle.sign_in("a@example.com", Peer(None), now.plus(seconds * 1000)).unwrap();
        throttle.sign_in("a@example.com", Peer(None), now.plus(seconds * 1000)).unwrap_err();
    }

    #[test]
    fn a_peer_has_thirty_unless_it_is_this_machine() {
        let throttle = Throttle::default();
        let now = Timestamp(1_000_000);
        let try_all = |ip: &str| {
            (0..40).filter(|n| throttle.sign_in(&format!("{ip}-{n}"), peer(ip), now).is_ok()).count()
        };
        assert_eq!(try_all("203.0.113.7"), 30);
        assert_eq!(try_all("127.0.0.1"), 40);
        assert_eq!(try_all("::ffff:127.0.0.1"), 40);
        assert_eq!(try_all("2001:db8::1"), 30);
        assert_eq!(try_all("2001:db8::2"), 0, "the same /64");
    }
}
