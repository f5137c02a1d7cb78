//! A transport that takes connections and no message.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{sync::oneshot, time::sleep};
use tokio_util::sync::CancellationToken;

use super::{CONNECTIONS, calm};
use crate::{
    Stuck,
    ports::{Committed, Connection, Mail, Next, NoConnection, Obstacle, Reply, ReplyKind, Staged, Transport},
};

/// Counts the messages, and says this to each: before its dot, or after.
#[derive(Clone)]
struct Unwilling {
    messages: Arc<AtomicUsize>,
    staged: fn() -> Staged,
    committed: fn() -> Committed,
}

impl Transport for Unwilling {
    type Connection = Self;

    async fn connect(&self) -> Result<Self, NoConnection> {
        Ok(self.clone())
    }
}

impl Connection for Unwilling {
    async fn stage(&mut self, _mail: Mail<'_>) -> Staged {
        let staged = (self.staged)();
        if !matches!(staged, Staged::Ready) {
            self.messages.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(10)).await;
        }
        staged
    }

    async fn dot(&mut self, next: Option<Next<'_>>) -> bool {
        assert!(next.is_none_or(|next| next.message.is_none()), "a message that it does not carry");
        false
    }

    async fn answer(&mut self) -> Committed {
        self.messages.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_millis(10)).await;
        (self.committed)()
    }

    async fn close(self, _politely: bool) {}
}

/// Messages in the first minute of a campaign to so many, and what then keeps mail from leaving.
async fn first_minute(readers: i64, committed: fn() -> Committed) -> (usize, Option<Stuck>) {
    first_minute_of(readers, || Staged::Ready, committed).await
}

async fn first_minute_of(
    readers: i64,
    staged: fn() -> Staged,
    committed: fn() -> Committed,
) -> (usize, Option<Stuck>) {
    let messages = Arc::new(AtomicUsize::new(0));
    let (_, parts) = calm(readers, Unwilling { messages: messages.clone(), staged, committed });
    let stop = CancellationToken::new();
    let (tell, told) = oneshot::channel();
    let task = tokio::spawn(crate::run(parts, stop.clone(), |signs| tell.send(signs.trouble).ok().unwrap()));
    let trouble = told.await.unwrap();
    sleep(Duration::from_secs(60)).await;
    let stuck = trouble.look();
    stop.cancel();
    task.await.unwrap();
    (messages.load(Ordering::Relaxed), stuck)
}

fn slow_down() -> Reply {
    let text = "Maximum sending rate exceeded.".to_owned();
    Reply { kind: ReplyKind::Trouble, code: None, enhanced_code: None, text }
}

#[tokio::test(start_paused = true)]
async fn every_connection_waits_longer_and_longer() {
    let committed = || Committed::Answered(slow_down());
    for (sent, stuck) in [
        first_minute(500, committed).await,
        first_minute_of(500, || Staged::Refused(slow_down()), committed).await,
    ] {
        // At once, and after 0.5, 1, 2, 4, 8, 16 and 32 seconds.
        assert!((7..=7 * CONNECTIONS).contains(&sent), "{sent} messages in the first minute");
        assert_eq!(stuck.unwrap().reason, "Maximum sending rate exceeded.");
    }
}

fn later(throttled: bool) -> Reply {
    let text = "Try again later.".to_owned();
    Reply { kind: ReplyKind::Later { throttled }, code: Some(421), enhanced_code: None, text }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_asks_for_less_is_heard_before_the_dot_and_after() {
    let everybody = 500;
    for (sent, _) in [
        first_minute(everybody, || Committed::Answered(later(true))).await,
        first_minute_of(everybody, || Staged::Refused(later(true)), || Committed::Answered(later(true)))
            .await,
    ] {
        assert!((1..=everybody as usize / 2).contains(&sent), "{sent} messages in the first minute");
    }
    // Not so when it asks for nothing.
    let (sent, _) = first_minute(everybody, || Committed::Answered(later(false))).await;
    assert_eq!(sent, everybody as usize);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_takes_mails_in_between_is_given_no_pause() {
    static ANSWERS: AtomicUsize = AtomicUsize::new(0);
    let takes_every_other = || {
        let asks = ANSWERS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
        Committed::Answered(if asks {
            later(true)
        } else {
            Reply { kind: ReplyKind::Accepted, code: Some(250), ..later(false) }
        })
    };
    let (sent, _) = first_minute(100, takes_every_other).await;
    assert_eq!(sent, 100);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_breaks_the_connection_is_tried_again_at_once_and_then_by_the_schedule() {
    let (sent, _) = first_minute(1, || Committed::Unsent("connection reset".into())).await;
    assert_eq!(sent, 5);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_breaks_in_every_message_is_not_made_without_end() {
    let (sent, stuck) = first_minute(20, || Committed::Unsent("connection reset".into())).await;
    // At most five times each, and then by the schedule, whose clock stands still here; fewer, for all connections wait
    // once it looks like the server's trouble.
    assert!((CONNECTIONS..20 * 5).contains(&sent), "{sent}");
    assert_eq!(
        stuck.map(|stuck| (stuck.obstacle, stuck.reason)),
        Some((Obstacle::Refusing, "connection reset".into()))
    );
}
