//! What travels with a dot, and when nothing may.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::time::{Duration, sleep};
use tokio_util::sync::CancellationToken;

use super::calm;
use crate::{
    Parts, State,
    model::{Campaign, ModelLedger, Shared, World},
    ports::{
        Committed, Connection, Content, Job, Ledger as _, Mail, Next, NoConnection, Reply, ReplyKind, Staged,
        Transport,
    },
};

const READERS: i64 = 20;

/// Takes everything, and counts the envelopes and messages that came with a dot.
#[derive(Clone, Default)]
struct Willing {
    carries: bool,
    /// After the dot.
    takes: Duration,
    envelopes: Arc<AtomicUsize>,
    messages: Arc<AtomicUsize>,
    /// Messages that came with no dot.
    staged: Arc<AtomicUsize>,
}

impl Transport for Willing {
    type Connection = Self;

    async fn connect(&self) -> Result<Self, NoConnection> {
        Ok(self.clone())
    }
}

impl Connection for Willing {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        self.staged.fetch_add(usize::from(mail.message.is_some()), Ordering::Relaxed);
        Staged::Ready
    }

    fn carries_message(&self) -> bool {
        self.carries
    }

    async fn dot(&mut self, next: Option<Next<'_>>) -> bool {
        let Some(next) = next else { return false };
        self.envelopes.fetch_add(1, Ordering::Relaxed);
        self.messages.fetch_add(usize::from(next.message.is_some()), Ordering::Relaxed);
        next.message.is_some()
    }

    async fn answer(&mut self) -> Committed {
        sleep(self.takes).await;
        let text = "queued".to_owned();
        Committed::Answered(Reply { kind: ReplyKind::Accepted, code: Some(250), enhanced_code: None, text })
    }

    async fn close(self, _politely: bool) {}
}

/// Sends until this is so; answers how often it was looked what there is to send, and how long that took.
async fn send_until(
    shared: &Shared,
    parts: Parts<ModelLedger, Willing>,
    is_so: impl Fn(&World) -> bool,
) -> (usize, Duration) {
    let began = tokio::time::Instant::now();
    let stop = CancellationToken::new();
    let task = tokio::spawn(crate::run(parts, stop.clone(), drop));
    while !is_so(&shared.world()) {
        sleep(Duration::from_millis(1)).await;
    }
    let answer = (shared.world().looks, began.elapsed());
    stop.cancel();
    task.await.unwrap();
    answer
}

fn is_sent(world: &World) -> bool {
    world.campaign == Campaign::Sent
}

/// The envelopes and messages that came with a dot in a campaign over one connection.
async fn ahead(carries: bool, rate: Option<f64>, throttles: Vec<(String, f64)>) -> (usize, usize) {
    let transport = Willing { carries, ..Willing::default() };
    let (shared, parts) = calm(READERS, transport.clone());
    let parts = Parts { concurrency: 1, rate, throttles, ..parts };
    send_until(&shared, parts, is_sent).await;
    let [envelopes, messages, staged] = [transport.envelopes, transport.messages, transport.staged]
        .map(|count| count.load(Ordering::Relaxed));
    assert_eq!(messages + staged, READERS as usize, "each is given once");
    (envelopes, messages)
}

/// How often it is looked what there is to send, and how long a campaign takes whose mails take so long each.
async fn looks(readers: i64, takes: Duration) -> (usize, Duration) {
    let (shared, parts) = calm(readers, Willing { takes, ..Willing::default() });
    shared.world().chunk = 300;
    send_until(&shared, parts, is_sent).await
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_runs_low_asks_for_readers_and_for_nothing_else() {
    for chunks in 1..9 {
        let (looks, took) = looks(300 * chunks, Duration::ZERO).await;
        // While the audience is frozen and at the end; and now and then.
        let now_and_then = took.as_millis() / crate::TICK.as_millis();
        let freezing = chunks / 2 + 1;
        assert!(
            looks as i64 <= freezing + 2 + now_and_then as i64,
            "{looks} looks in {took:?} for {chunks} chunks"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn while_it_is_sent_others_are_looked_for_now_and_then() {
    // A lane runs low shortly before it is time to look.
    let (looks, took) = looks(300 * 10, crate::TICK * 4 / 500).await;
    let freezing = 6;
    let now_and_then = took.as_millis() / crate::TICK.as_millis();
    assert!(looks as u128 + 1 >= freezing + now_and_then, "{looks} looks in {took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_campaign_all_of_whose_readers_have_left_ends_at_once() {
    let (shared, parts) = calm(900, Willing::default());
    shared.world().chunk = 300;
    while parts.ledger.freeze().await.unwrap() {}
    shared.world().readers.values_mut().for_each(|is_active| *is_active = false);
    let (_, took) = send_until(&shared, parts, is_sent).await;
    assert!(took < crate::TICK, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn an_audience_is_frozen_without_a_pause() {
    let (shared, parts) = calm(2_400, Willing::default());
    shared.world().chunk = 300;
    let (_, took) = send_until(&shared, parts, |world| !world.preparing).await;
    assert!(took < crate::TICK / 2, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_last_chunk_is_the_campaigns() {
    let (_, took) = looks(2 * super::CONNECTIONS as i64, crate::TICK / 4).await;
    assert!(took < crate::TICK, "{took:?}");
}

/// Notes, of each message, whether the dot of the one before was allowed when it was made, and where it was made.
struct Noting {
    shared: Arc<Shared>,
    takes_long: bool,
    made: Mutex<Vec<bool>>,
    places: Mutex<HashSet<usize>>,
}

impl Content for Noting {
    fn render(&self, job: &Job, out: &mut Vec<u8>) -> Result<(), String> {
        let state = self.shared.world().rows.get(&(job.reader.id - 1)).map(|row| row.state);
        self.made.lock().unwrap().push(state == Some(State::Committing));
        out.push(b'x');
        self.places.lock().unwrap().insert(out.as_ptr().addr());
        Ok(())
    }

    fn takes_long(&self) -> bool {
        self.takes_long
    }

    fn sender(&self, _: &Job) -> String {
        String::new()
    }
}

/// A campaign over so many connections.
async fn noted(transport: Willing, concurrency: usize, takes_long: bool) -> Arc<Noting> {
    let (shared, parts) = calm(READERS, transport);
    let (made, places) = (Mutex::default(), Mutex::default());
    let content = Arc::new(Noting { shared: shared.clone(), takes_long, made, places });
    shared.world().content = content.clone();
    send_until(&shared, Parts { concurrency, ..parts }, is_sent).await;
    content
}

#[tokio::test(start_paused = true)]
async fn a_message_is_made_in_memory_of_one_that_is_with_its_server() {
    for carries in [false, true] {
        let content = noted(Willing { carries, ..Willing::default() }, 3, false).await;
        assert_eq!(content.places.lock().unwrap().len(), 1, "each is taken at once: {carries}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_takes_long_is_made_before_a_dot_is_allowed() {
    for takes_long in [false, true] {
        let transport = Willing { carries: true, ..Willing::default() };
        let content = noted(transport.clone(), 1, takes_long).await;
        let made = content.made.lock().unwrap().clone();
        assert_eq!(made.len(), READERS as usize, "each is made once");
        assert!(!made[0] && made[1..].iter().all(|was_allowed| *was_allowed != takes_long), "{made:?}");
        assert_eq!(
            transport.messages.load(Ordering::Relaxed),
            READERS as usize - 1,
            "all but the first travel"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn what_travels_with_a_dot() {
    let throttles = || vec![("example.net".to_owned(), 1.0)];
    for carries in [false, true] {
        let (envelopes, messages) = ahead(carries, None, Vec::new()).await;
        // All but the last of a chunk have a next one.
        assert!(envelopes > READERS as usize / 2, "{envelopes}");
        assert_eq!(messages, if carries { envelopes } else { 0 });
        // A rate, or what a provider asked for, holds the next one back.
        assert_eq!(ahead(carries, Some(1.0), Vec::new()).await, (0, 0));
        assert_eq!(ahead(carries, None, throttles()).await, (0, 0));
    }
}
