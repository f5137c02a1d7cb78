//! How often somebody may try to sign in or up: in memory, per address and per client.
//!
//! Only the calls that take a password ask here; no other call is ever held up. A client at a loopback address may be a
//! proxy for everybody: all such are one client, and the limit per client over all addresses does not hold for it.
//!
//! Whoever tries passwords out must not keep the author out. So tries at an address are counted for each client by itself;
//! those of all clients together have a wider limit, which a browser that the author signed in from before
//! ([`devices`](super::devices)) does not come under, and neither does an author who is signed in.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use axum::http::{HeaderValue, StatusCode, header};

use crate::{
    AuthorId, Timestamp,
    clock::{HOUR, MINUTE, SECOND},
    http::{Peer, Problem},
    steady::Steady,
};

/// So often, in so many milliseconds.
type Rate = (i64, i64);

/// Of one client at one address, of one known browser, and of one author who is signed in.
const PER_CLIENT: Rate = (10, MINUTE);
/// Of all clients that are not known, at one address: as many as six of them have.
const PER_ADDRESS: Rate = (60, MINUTE);
const SIGN_UPS: Rate = (10, MINUTE);
const PER_PEER: Rate = (30, MINUTE);
/// Mails that anybody may cause at one address.
const MAILS: Rate = (5, HOUR);
/// Wrong codes of an author, who has a million to choose from and gave the right password before.
const WRONG_CODES: Rate = (10, HOUR);
/// A meter with this many buckets, or twice as many as were in use at its last sweep, forgets those that are full again.
const SWEEP_AT: usize = 4096;
/// Buckets of one meter, some 15 MB: beyond that nobody new is let through until others are full again. To let them
/// through uncounted would be a way around the limits.
const MOST: usize = 50_000;

/// Each kind of call has a meter of its own, so that a flood of one does not shut out the others.
pub struct Throttle {
    clients: Meter<(String, Option<IpAddr>)>,
    strangers: Meter<String>,
    devices: Meter<String>,
    signed_in: Meter<AuthorId>,
    sign_ups: Meter<String>,
    mails: Meter<String>,
    wrong_codes: Meter<AuthorId>,
    peers: Meter<IpAddr>,
}

impl Default for Throttle {
    fn default() -> Self {
        Self {
            clients: Meter::new(PER_CLIENT),
            strangers: Meter::new(PER_ADDRESS),
            devices: Meter::new(PER_CLIENT),
            signed_in: Meter::new(PER_CLIENT),
            sign_ups: Meter::new(SIGN_UPS),
            mails: Meter::new(MAILS),
            wrong_codes: Meter::new(WRONG_CODES),
            peers: Meter::new(PER_PEER),
        }
    }
}

impl Throttle {
    /// A password for the address, from a client that is not known.
    pub fn sign_in(&self, email_key: &str, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        self.secret(peer, now)?;
        // First: what one client has too many takes nothing from the others.
        self.clients.take((email_key.to_owned(), peer.network()), now)?;
        self.strangers.take(email_key.to_owned(), now)
    }

    /// The same from a browser that the author has signed in from.
    pub fn known_device(&self, name: &str, now: Timestamp) -> Result<(), Problem> {
        self.devices.take(name.to_owned(), now)
    }

    /// A password once more, of an author who is signed in.
    pub fn confirm(&self, author_id: AuthorId, now: Timestamp) -> Result<(), Problem> {
        self.signed_in.take(author_id, now)
    }

    pub fn sign_up(&self, email_key: &str, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        self.secret(peer, now)?;
        self.sign_ups.take(email_key.to_owned(), now)
    }

    /// Calls that take something only one person knows: a link, a passkey.
    pub fn secret(&self, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        peer.network().map_or(Ok(()), |network| self.peers.take(network, now))
    }

    /// A call that sends mail to the address.
    pub fn mail(&self, email_key: &str, peer: Peer, now: Timestamp) -> Result<(), Problem> {
        self.secret(peer, now)?;
        self.mails.take(email_key.to_owned(), now)
    }

    /// Before a code is looked at.
    pub fn code(&self, author_id: AuthorId, now: Timestamp) -> Result<(), Problem> {
        self.wrong_codes.ask(author_id, now, false)
    }

    /// After it was wrong.
    pub fn wrong_code(&self, author_id: AuthorId, now: Timestamp) {
        let _ = self.wrong_codes.take(author_id, now);
    }
}

/// Leaky buckets that all leak alike.
struct Meter<K> {
    rate: Rate,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    /// When each is full again (the "theoretical arrival time" of the leaky bucket as a meter), in milliseconds of
    /// `time`. Who is not in it has a full one.
    full_at: HashMap<K, i64>,
    sweep_at: usize,
    swept_at: i64,
    time: Steady,
}

impl<K: Eq + Hash> Meter<K> {
    fn new(rate: Rate) -> Self {
        let buckets =
            Buckets { full_at: HashMap::new(), sweep_at: SWEEP_AT, swept_at: 0, time: Steady::default() };
        Self { rate, buckets: Mutex::new(buckets) }
    }

    fn take(&self, key: K, now: Timestamp) -> Result<(), Problem> {
        self.ask(key, now, true)
    }

    fn ask(&self, key: K, now: Timestamp, taken: bool) -> Result<(), Problem> {
        let (times, window) = self.rate;
        let each = window / times;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let now = buckets.time.at(now);
        buckets.sweep(now);
        let before = buckets.full_at.get(&key).copied();
        if before.is_none() && buckets.full_at.len() >= MOST {
            return Err(too_many(each));
        }
        let full_at = before.unwrap_or(now).max(now) + each;
        let wait = full_at - now - window;
        if wait > 0 {
            return Err(too_many(wait));
        }
        if taken {
            buckets.full_at.insert(key, full_at);
        }
        Ok(())
    }
}

impl<K: Eq + Hash> Buckets<K> {
    /// Costs what it walks, so it waits until as many have come again; with no room for as many, for a second.
    fn sweep(&mut self, now: i64) {
        if self.full_at.len() >= self.sweep_at && now - self.swept_at >= SECOND {
            self.full_at.retain(|_, full_at| *full_at > now);
            self.sweep_at = (self.full_at.len() * 2).clamp(SWEEP_AT, MOST);
            self.swept_at = now;
        }
    }
}

fn too_many(wait_millis: i64) -> Problem {
    let seconds = wait_millis.div_euclid(1000) + 1;
    Problem::new(StatusCode::TOO_MANY_REQUESTS, format!("Too many attempts. Try again in {seconds} seconds."))
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
    fn who_tries_passwords_out_uses_nobody_elses_tries_up() {
        let throttle = Throttle::default();
        let now = Timestamp(1_000_000);
        let try_from = |ip: &str| throttle.sign_in("a@example.com", peer(ip), now).is_ok();
        let tries = |ip: &str| (0..20).filter(|_| try_from(ip)).count();
        assert_eq!(tries("203.0.113.7"), 10);
        assert_eq!(tries("198.51.100.7"), 10);
        assert_eq!(
            (3..10).map(|n| tries(&format!("192.0.2.{n}"))).sum::<usize>(),
            40,
            "all of them together"
        );
        assert!(!try_from("198.51.100.8"));
        assert_eq!((0..20).filter(|_| throttle.known_device("x", now).is_ok()).count(), 10);
        throttle.known_device("y", now).unwrap();
        throttle.confirm(AuthorId::new(1), now).unwrap();
    }

    #[test]
    fn a_clock_that_is_set_back_neither_shuts_out_nor_forgives() {
        let throttle = Throttle::default();
        let now = Timestamp(10 * HOUR);
        for _ in 0..9 {
            throttle.sign_in("a@example.com", Peer(None), now).unwrap();
        }
        let back = now.plus(-HOUR);
        throttle.sign_in("a@example.com", Peer(None), back).unwrap();
        throttle.sign_in("a@example.com", Peer(None), back).unwrap_err();
        throttle.sign_in("a@example.com", Peer(None), back.plus(MINUTE / 10)).unwrap();
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

    #[test]
    fn a_flood_of_addresses_has_an_end_and_is_forgotten() {
        let throttle = Throttle::default();
        let now = Timestamp(1_000_000);
        throttle.sign_in("early@example.com", Peer(None), now).unwrap();
        let flood =
            |now| (0..2 * MOST).filter(|n| throttle.mail(&n.to_string(), Peer(None), now).is_ok()).count();
        assert_eq!(flood(now), MOST);
        assert_eq!(throttle.mails.buckets.lock().unwrap().full_at.len(), MOST);
        throttle.mail("0", Peer(None), now).unwrap();
        throttle.sign_in("late@example.com", Peer(None), now).unwrap();
        // As soon as those buckets are full again there is room.
        let later = now.plus(HOUR / 5 + 1);
        throttle.mail("late@example.com", Peer(None), later).unwrap();
        assert!(throttle.mails.buckets.lock().unwrap().full_at.len() < 3);
    }

    #[test]
    fn a_flood_is_not_walked_at_each_call() {
        let meter = Meter::new(MAILS);
        let mut sweeps = 0;
        for n in 0..MOST as i64 + 1_000 {
            let before = meter.buckets.lock().unwrap().swept_at;
            // A hundred in a second, none of them full again before the end.
            let _ = meter.take(n, Timestamp(1_000_000 + n * 10));
            sweeps += usize::from(meter.buckets.lock().unwrap().swept_at != before);
        }
        assert!((4..20).contains(&sweeps), "{sweeps}");
    }

    #[test]
    fn only_full_buckets_go_and_only_where_there_are_many_or_a_second_has_passed() {
        let swept = |sweep_at: usize, swept_at: i64| {
            let full_at = [(1, 4_999), (2, 5_000), (3, 5_001)].into();
            let mut buckets = Buckets { full_at, sweep_at, swept_at, time: Steady::default() };
            buckets.sweep(5_000);
            buckets.full_at.len()
        };
        assert_eq!(swept(3, 4_000), 1);
        assert_eq!(swept(4, 4_000), 3, "few");
        assert_eq!(swept(3, 4_001), 3, "just swept");
    }
}
