//! Who receives for a domain, as DNS says: the provider whose hosts take its mail, or nobody (RFC 7505).
//!
//! Domains are looked up when their readers are fed, so that the answer is there when a worker comes to them. A mail
//! waits a moment for it, and never fails for want of it.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use content::domain_of;
use futures::{StreamExt as _, stream::FuturesUnordered};
use tokio::{
    sync::{Notify, mpsc},
    time::{Instant, timeout_at},
};

use super::ports::{Groups, Receiver};

/// Domains that are remembered.
const MAX_DOMAINS: usize = 100_000;
/// How long an answer is good for, and how long the lack of one.
const GOOD: Duration = Duration::from_secs(60 * 60);
const UNKNOWN: Duration = Duration::from_secs(10 * 60);
/// Look-ups at a time.
const AT_ONCE: usize = 32;
/// Domains that wait to be looked up; of more than these it is not found out whether they take mail.
const BACKLOG: usize = 4096;
/// A mail waits for the answer until this long after its reader was fed.
const PATIENCE: Duration = Duration::from_secs(1);
/// After so many late answers in a row DNS is in trouble, and nobody waits until one comes in time.
const DEAF: u32 = 20;

enum Known {
    /// Is looked up; waited for until then.
    Asked(Instant),
    /// Good until then.
    Told(Receiver, Instant),
}

/// What one node knows of domains.
pub struct Receivers {
    ports: Arc<dyn Groups>,
    domains: Mutex<HashMap<String, Known>>,
    ahead: mpsc::Sender<String>,
    /// One more domain is known.
    told: Notify,
    /// Late answers in a row.
    late: AtomicU32,
}

impl Receivers {
    /// The task does the look-ups of [`Receivers::foresee`].
    pub fn new(ports: Arc<dyn Groups>) -> (Arc<Self>, impl Future<Output = ()> + Send) {
        let (ahead, domains) = mpsc::channel(BACKLOG);
        let (told, late) = (Notify::new(), AtomicU32::new(0));
        let receivers = Arc::new(Self { ports, domains: Mutex::default(), ahead, told, late });
        (receivers.clone(), look_ahead(receivers, domains))
    }

    /// Mails to these addresses come soon.
    pub fn foresee<'a>(&self, addresses: impl Iterator<Item = &'a str>) {
        if !self.ports.finds_nobody() {
            return;
        }
        let now = Instant::now();
        for domain in addresses.map(receiver_of) {
            self.with(|domains| {
                let is_known = match domains.get(&*domain) {
                    Some(Known::Asked(_)) => true,
                    Some(Known::Told(_, until)) => *until > now,
                    None => false,
                };
                if !is_known && self.ahead.try_send(domain.clone().into_owned()).is_ok() {
                    insert(domains, domain.into_owned(), Known::Asked(now + PATIENCE));
                }
            });
        }
    }

    /// Whether the domain of the address takes no mail, as far as that is known, or is within the patience.
    pub async fn is_nobody(&self, address: &str) -> bool {
        if !self.ports.finds_nobody() {
            return false;
        }
        let domain = receiver_of(address);
        loop {
            let told = self.told.notified();
            tokio::pin!(told);
            told.as_mut().enable();
            let until = match self.with(|domains| domains.get(&*domain).map(Known::nobody)) {
                None | Some(Ok(false)) => return false,
                Some(Ok(true)) => return true,
                Some(Err(until)) => until,
            };
            if self.late.load(Ordering::Relaxed) >= DEAF || timeout_at(until, told).await.is_err() {
                return false;
            }
        }
    }

    /// What [`Receivers::is_nobody`] answers, if it does at once.
    pub fn is_known_nobody(&self, address: &str) -> Option<bool> {
        if !self.ports.finds_nobody() {
            return Some(false);
        }
        let domain = receiver_of(address);
        self.with(|domains| domains.get(&*domain).map_or(Ok(false), Known::nobody)).ok()
    }

    /// The group of the address: the domain of its mail hosts, its own domain if that cannot be known.
    pub async fn group(&self, address: &str) -> String {
        let domain = receiver_of(address);
        let now = Instant::now();
        let known = self.with(|domains| match domains.get(&*domain) {
            Some(Known::Told(receiver, until)) if *until > now => Some(receiver.group(&domain)),
            _ => None,
        });
        match known {
            Some(group) => group,
            None => self.ask(domain.clone().into_owned()).await.group(&domain),
        }
    }

    /// [`Receivers::group`] of an address that was asked for before.
    pub fn known_group(&self, address: &str) -> Option<String> {
        let domain = receiver_of(address);
        self.with(|domains| match domains.get(&*domain) {
            Some(Known::Told(receiver, _)) => Some(receiver.group(&domain)),
            _ => None,
        })
    }

    async fn ask(&self, domain: String) -> Receiver {
        let began = Instant::now();
        let receiver = self.ports.receiver(&domain).await;
        if receiver == Receiver::Unknown && began.elapsed() >= PATIENCE {
            self.late.fetch_add(1, Ordering::Relaxed);
        } else {
            self.late.store(0, Ordering::Relaxed);
        }
        let good_for = if receiver == Receiver::Unknown { UNKNOWN } else { GOOD };
        let known = Known::Told(receiver.clone(), Instant::now() + good_for);
        self.with(|domains| insert(domains, domain, known));
        self.told.notify_waiters();
        receiver
    }

    fn with<T>(&self, f: impl FnOnce(&mut HashMap<String, Known>) -> T) -> T {
        f(&mut self.domains.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

async fn look_ahead(receivers: Arc<Receivers>, mut domains: mpsc::Receiver<String>) {
    let mut asking = FuturesUnordered::new();
    loop {
        tokio::select! {
            biased;
            Some(_) = asking.next(), if !asking.is_empty() => {}
            Some(domain) = domains.recv(), if asking.len() < AT_ONCE => asking.push(receivers.ask(domain)),
            else => return,
        }
    }
}

fn insert(domains: &mut HashMap<String, Known>, domain: String, known: Known) {
    if domains.len() >= MAX_DOMAINS && !domains.contains_key(&domain) {
        domains.clear();
    }
    domains.insert(domain, known);
}

impl Known {
    /// Whether nobody receives; the end of the wait for the answer.
    fn nobody(&self) -> Result<bool, Instant> {
        match self {
            Self::Asked(until) => Err(*until),
            Self::Told(receiver, _) => Ok(*receiver == Receiver::Nobody),
        }
    }
}

impl Receiver {
    fn group(&self, domain: &str) -> String {
        match self {
            Self::Group(group) => group.clone(),
            Self::Nobody | Self::Unknown => domain.to_owned(),
        }
    }
}

/// The domain of an address, lower case: who takes its mail, as windows and stops count.
pub fn receiver_of(address: &str) -> Cow<'_, str> {
    let domain = domain_of(address);
    if domain.bytes().any(|octet| octet.is_ascii_uppercase()) {
        Cow::Owned(domain.to_ascii_lowercase())
    } else {
        Cow::Borrowed(domain)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use tokio::{
        task::yield_now,
        time::{sleep, sleep_until},
    };

    use super::{
        super::ports::{Boxed, Pause},
        *,
    };

    /// Answers after a while by the first label of the domain.
    #[derive(Default)]
    struct Dns {
        asked: AtomicUsize,
    }

    impl Groups for Dns {
        fn receiver<'a>(&'a self, domain: &'a str) -> Boxed<'a, Receiver> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move {
                let (label, _) = domain.split_once('.').unwrap();
                let (wait, receiver) = match label {
                    "null" => (500, Receiver::Nobody),
                    "slow" => (3000, Receiver::Nobody),
                    "broken" => (10, Receiver::Unknown),
                    label if label.starts_with("dead") => (5000, Receiver::Unknown),
                    label => (20, Receiver::Group(format!("mx-{label}.example"))),
                };
                sleep(Duration::from_millis(wait)).await;
                receiver
            })
        }

        fn finds_nobody(&self) -> bool {
            true
        }

        fn load(&self) -> Boxed<'_, Vec<Pause>> {
            Box::pin(async { Vec::new() })
        }

        fn keep<'a>(&'a self, _pause: Pause, _reason: &'a str) -> Boxed<'a, ()> {
            Box::pin(async {})
        }
    }

    fn receivers() -> (Arc<Receivers>, Arc<Dns>, tokio::task::JoinHandle<()>) {
        let dns = Arc::new(Dns::default());
        let (receivers, looking_ahead) = Receivers::new(dns.clone());
        (receivers, dns, tokio::spawn(looking_ahead))
    }

    #[tokio::test(start_paused = true)]
    async fn a_mail_waits_for_what_was_asked_ahead_and_no_longer_than_it_may() {
        let (r, dns, _task) = receivers();
        r.foresee(
            ["a@Null.example", "b@null.example", "c@x.example", "d@broken.example", "e@slow.example"]
                .into_iter(),
        );
        let began = Instant::now();
        assert_eq!(r.is_known_nobody("a@null.example"), None);
        assert!(r.is_nobody("a@null.EXAMPLE").await);
        assert_eq!(r.is_known_nobody("a@null.example"), Some(true));
        assert_eq!(began.elapsed(), Duration::from_millis(500));
        assert!(!r.is_nobody("c@x.example").await && !r.is_nobody("d@broken.example").await);
        assert!(!r.is_nobody("e@slow.example").await, "nothing is known of it in time");
        assert_eq!(began.elapsed(), PATIENCE);
        // Nobody foresaw it.
        assert!(!r.is_nobody("f@null2.example").await);
        assert_eq!(r.is_known_nobody("f@null2.example"), Some(false));
        assert_eq!(began.elapsed(), PATIENCE);
        sleep(Duration::from_secs(3)).await;
        assert!(r.is_nobody("e@slow.example").await);
        assert_eq!(dns.asked.load(Ordering::Relaxed), 4, "each domain is asked for once");
        r.foresee(["g@null.example", "h@broken.example"].into_iter());
        sleep(UNKNOWN).await;
        r.foresee(["g@null.example", "h@broken.example"].into_iter());
        sleep(GOOD).await;
        r.foresee(["g@null.example"].into_iter());
        sleep(PATIENCE).await;
        assert_eq!(dns.asked.load(Ordering::Relaxed), 6, "what is not known is asked for again sooner");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_dns_that_does_not_answer() {
        let (r, _dns, _task) = receivers();
        let dead: Vec<String> = (0..2 * DEAF).map(|n| format!("a@dead{n}.example")).collect();
        r.foresee(dead.iter().map(String::as_str));
        sleep(Duration::from_secs(6)).await;
        r.foresee(["a@null.example"].into_iter());
        let began = Instant::now();
        assert!(!r.is_nobody("a@null.example").await);
        assert_eq!(began.elapsed(), Duration::ZERO);
        // It answers again.
        sleep(Duration::from_secs(30)).await;
        assert!(r.is_nobody("a@null.example").await);
        r.foresee(["a@null.two.example"].into_iter());
        assert!(r.is_nobody("a@null.two.example").await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_domain_is_of_the_group_of_its_hosts_or_its_own() {
        let (r, dns, _task) = receivers();
        assert_eq!(r.known_group("a@x.example"), None);
        for _ in 0..2 {
            assert_eq!(r.group("a@X.example").await, "mx-x.example");
        }
        assert_eq!(dns.asked.load(Ordering::Relaxed), 1);
        assert_eq!(r.known_group("b@x.example").as_deref(), Some("mx-x.example"));
        assert_eq!(r.group("a@broken.example").await, "broken.example");
        assert_eq!(r.group("a@null.example").await, "null.example");
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_good_for_its_time() {
        let (r, dns, _task) = receivers();
        let asked = || dns.asked.swap(0, Ordering::Relaxed);
        r.group("a@x.example").await;
        let known = Instant::now();
        r.foresee(["a@broken.example"].into_iter());
        sleep(Duration::from_millis(10)).await;
        let unknown = Instant::now();
        assert_eq!(asked(), 2);
        sleep_until(unknown + UNKNOWN - Duration::from_millis(1)).await;
        r.foresee(["a@broken.example"].into_iter());
        r.group("a@x.example").await;
        yield_now().await;
        assert_eq!(asked(), 0);
        sleep_until(unknown + UNKNOWN).await;
        r.foresee(["a@broken.example"].into_iter());
        r.group("a@x.example").await;
        sleep(Duration::from_millis(10)).await;
        assert_eq!(asked(), 1, "not to be known is not known for long");
        sleep_until(known + GOOD).await;
        r.group("a@x.example").await;
        assert_eq!(asked(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_dns_that_says_at_once_what_it_does_not_know_is_waited_for() {
        let (r, _dns, _task) = receivers();
        for n in 0..2 * DEAF {
            r.group(&format!("a@broken.{n}.example")).await;
            r.group(&format!("a@slow.{n}.example")).await;
        }
        r.foresee(["a@null.example"].into_iter());
        assert!(r.is_nobody("a@null.example").await);
    }

    #[test]
    fn what_is_remembered_has_a_bound() {
        let told = || Known::Told(Receiver::Unknown, Instant::now());
        let mut domains = (0..MAX_DOMAINS).map(|n| (n.to_string(), told())).collect();
        insert(&mut domains, "7".into(), told());
        assert_eq!(domains.len(), MAX_DOMAINS, "it was there");
        insert(&mut domains, "new".into(), told());
        assert!(domains.len() == 1 && domains.contains_key("new"));
    }
}
