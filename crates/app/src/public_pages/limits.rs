//! How often a form may be posted and how much mail it may cause: in memory, of this node.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use crate::{
    NewsletterId, Timestamp,
    clock::{DAY, HOUR, MINUTE, SECOND},
    http::Peer,
    links::Wish,
    steady::Steady,
};

/// Posts of one peer in [`PEER_WINDOW`].
const PER_PEER: usize = 20;
const PEER_WINDOW: i64 = 10 * MINUTE;
/// Mails that a form sends to one address in a day, whatever newsletters they are about: more would be a way to flood somebody.
const PER_ADDRESS: usize = 3;
/// Idle entries are swept when there are this many.
const SWEEP_AT: usize = 4096;
/// Beyond this nothing is let through until entries become idle.
const MOST: usize = 200_000;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Peer(IpAddr),
    Address(String),
    Mail(NewsletterId, String),
    OwnData(Wish, NewsletterId, String),
}

#[derive(Default)]
struct Log {
    times: HashMap<Key, Vec<i64>>,
    sweep_at: usize,
    /// When entries were last swept.
    swept_at: i64,
    time: Steady,
}

/// When what happened, as far back as a limit looks.
#[derive(Default)]
pub struct Limits(Mutex<Log>);

impl Limits {
    /// Counts a post; false when this peer posts too often.
    pub fn post(&self, peer: Peer, now: Timestamp) -> bool {
        let Some(network) = peer.network() else { return true };
        self.with(now, |log, now| log.take(Key::Peer(network), PER_PEER, PEER_WINDOW, now))
    }

    /// Counts a confirmation mail; false when it must not be sent: once an hour per newsletter, three a day in all.
    pub fn mail(&self, newsletter_id: NewsletterId, email_key: &str, now: Timestamp) -> bool {
        self.of_address(Key::Mail(newsletter_id, email_key.into()), email_key, now)
    }

    /// The same for a link to the reader's own data, which is as unwelcome to who did not ask for it.
    pub fn own_data(&self, wish: Wish, newsletter_id: NewsletterId, email_key: &str, now: Timestamp) -> bool {
        self.of_address(Key::OwnData(wish, newsletter_id, email_key.into()), email_key, now)
    }

    fn of_address(&self, mail: Key, email_key: &str, now: Timestamp) -> bool {
        self.with(now, |log, now| {
            log.count(&mail, HOUR, now) == 0
                && log.take(Key::Address(email_key.into()), PER_ADDRESS, DAY, now)
                && log.take(mail, 1, HOUR, now)
        })
    }

    fn with(&self, now: Timestamp, act: impl FnOnce(&mut Log, i64) -> bool) -> bool {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = log.time.at(now);
        log.sweep(now);
        log.times.len() < MOST && act(&mut log, now)
    }
}

impl Log {
    fn count(&self, key: &Key, window: i64, now: i64) -> usize {
        self.times.get(key).map_or(0, |times| times.iter().filter(|t| **t > now - window).count())
    }

    fn take(&mut self, key: Key, most: usize, window: i64, now: i64) -> bool {
        let times = self.times.entry(key).or_default();
        times.retain(|t| *t > now - window);
        let fits = times.len() < most;
        if fits {
            times.push(now);
        }
        fits
    }

    fn sweep(&mut self, now: i64) {
        let is_due = self.times.len() >= self.sweep_at.max(SWEEP_AT) && now - self.swept_at >= SECOND;
        if !is_due {
            return;
        }
        self.times.retain(|key, times| {
            let window = if matches!(key, Key::Address(_)) { DAY } else { HOUR };
            times.last().is_some_and(|t| *t > now - window)
        });
        // Sweeping costs what it walks, so it waits until as much has come again; with no room for as much, for a second.
        self.sweep_at = (self.times.len() * 2).min(MOST);
        self.swept_at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000_000);

    #[test]
    fn an_address_gets_one_mail_an_hour_and_three_a_day() {
        let limits = Limits::default();
        let sent = (0..24 * 60)
            .filter(|m| limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(m * MINUTE)))
            .count();
        assert_eq!(sent, 3);
        assert!(
            !limits.mail(NewsletterId::new(2), "a@x.example", NOW.plus(5 * HOUR)),
            "another newsletter does not help"
        );
        assert!(limits.mail(NewsletterId::new(1), "b@x.example", NOW));
        assert!(limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(DAY + HOUR)));
    }

    #[test]
    fn a_clock_that_is_set_back_neither_shuts_out_nor_forgives() {
        let limits = Limits::default();
        assert!(limits.mail(NewsletterId::new(1), "a@x.example", NOW));
        assert!(!limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(-3 * HOUR)));
        assert!(limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(-2 * HOUR)));
    }

    #[test]
    fn two_newsletters_may_ask_within_the_hour() {
        let limits = Limits::default();
        assert!(limits.mail(NewsletterId::new(1), "a@x.example", NOW));
        assert!(!limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(59 * MINUTE)));
        assert!(limits.mail(NewsletterId::new(2), "a@x.example", NOW));
        assert!(limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(HOUR)));
    }

    #[test]
    fn ten_thousand_attempts_from_a_thousand_peers_are_three_mails() {
        let limits = Limits::default();
        let mails = (0..10_000i64).filter(|n| {
            let ip = IpAddr::from([198, 51, (n % 1000 / 250) as u8, (n % 250) as u8]);
            let now = NOW.plus(n * 8_000);
            limits.post(Peer(Some(ip)), now) && limits.mail(NewsletterId::new(n % 7), "a@x.example", now)
        });
        assert_eq!(mails.count(), 3);
    }

    #[test]
    fn a_flood_ends_with_its_entries() {
        let limits = Limits::default();
        let mut n = 0;
        while limits.mail(NewsletterId::new(n), &format!("{n}@x.example"), NOW) {
            n += 1;
        }
        assert_eq!(n as usize, MOST / 2, "two entries for each mail");
        assert!(!limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(MINUTE)));
        assert!(limits.mail(NewsletterId::new(1), "a@x.example", NOW.plus(DAY)));
    }

    #[test]
    fn idle_entries_are_forgotten() {
        let limits = Limits::default();
        for n in 0..10_000i64 {
            limits.mail(NewsletterId::new(1), &format!("{n}@x.example"), NOW.plus(n * HOUR));
        }
        assert!(limits.0.lock().unwrap().times.len() < 2 * SWEEP_AT);
    }

    #[test]
    fn a_peer_posts_twenty_times_in_ten_minutes() {
        let limits = Limits::default();
        let peer = Peer(Some(IpAddr::from([198, 51, 100, 7])));
        assert_eq!((0..25).filter(|_| limits.post(peer, NOW)).count(), PER_PEER);
        assert!(!limits.post(peer, NOW.plus(PEER_WINDOW - 1)));
        assert!(limits.post(peer, NOW.plus(PEER_WINDOW)));
        assert_eq!((0..25).filter(|_| limits.post(Peer(None), NOW)).count(), 25);
    }

    #[test]
    fn what_no_limit_looks_at_is_swept_where_there_is_much_and_once_a_second() {
        let (address, mail) =
            (Key::Address("a@x.example".into()), Key::Mail(NewsletterId::new(1), "a@x.example".into()));
        let now = NOW.0;
        let swept = |many: usize, sweep_at: usize, swept_at: i64| {
            let mut times: HashMap<Key, Vec<i64>> = (0..many as i64 - 4)
                .map(|n| (Key::Mail(NewsletterId::new(n + 2), String::new()), vec![now]))
                .collect();
            times.insert(address.clone(), vec![now - 2 * DAY, now - DAY + 1]);
            times.insert(mail.clone(), vec![now - HOUR]);
            times.insert(Key::Mail(NewsletterId::new(1), "b@x.example".into()), vec![now - HOUR + 1]);
            times.insert(Key::Address("b@x.example".into()), vec![now - DAY]);
            let mut log = Log { times, sweep_at, swept_at, time: Steady::default() };
            log.sweep(now);
            assert!(log.times.contains_key(&address));
            (many - log.times.len(), log.sweep_at)
        };
        assert_eq!(swept(SWEEP_AT, 0, now - SECOND), (2, 2 * (SWEEP_AT - 2)));
        assert_eq!(swept(SWEEP_AT + 9, SWEEP_AT + 9, now - SECOND).0, 2);
        assert_eq!(swept(SWEEP_AT - 1, 0, now - SECOND), (0, 0), "few");
        assert_eq!(swept(SWEEP_AT + 8, SWEEP_AT + 9, now - SECOND).0, 0, "fewer than twice as many");
        assert_eq!(swept(SWEEP_AT, 0, now - SECOND + 1), (0, 0), "just swept");
    }
}
