//! A server that takes a message and says nothing for ten minutes.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

use super::calm;
use crate::{
    Parts,
    model::Campaign,
    ports::{Committed, Connection, Mail, Next, NoConnection, Reply, ReplyKind, Staged, Transport},
};

const SILENCE: Duration = Duration::from_secs(600);
const READERS: usize = 3;

/// What the mailboxes saw.
#[derive(Default)]
struct Seen {
    connections: AtomicUsize,
    /// Connection, reader, since the start.
    dots: Mutex<Vec<(usize, String, Duration)>>,
    /// An envelope travelled with the first dot: the second connection may be made.
    announced: Notify,
}

/// Its first connection answers late, the others at once.
struct Silent(Arc<Seen>, Instant);

struct Line {
    number: usize,
    seen: Arc<Seen>,
    began: Instant,
    staged: String,
    announced: Option<String>,
}

impl Transport for Silent {
    type Connection = Line;

    async fn connect(&self) -> Result<Line, NoConnection> {
        let number = self.0.connections.fetch_add(1, Ordering::SeqCst);
        if number == 1 {
            // Its worker has a reader of its own; the first one announces another.
            self.0.announced.notified().await;
        }
        let (seen, began) = (self.0.clone(), self.1);
        Ok(Line { number, seen, began, staged: String::new(), announced: None })
    }
}

impl Connection for Line {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        assert_eq!(mail.envelope.to, mail.job.reader.email, "a mail by another's envelope");
        if let Some(announced) = self.announced.take() {
            assert_eq!(announced, mail.envelope.to, "another message than the announced one was staged");
        }
        self.staged.clone_from(&mail.envelope.to);
        Staged::Ready
    }

    fn carries_message(&self) -> bool {
        true
    }

    async fn dot(&mut self, next: Option<Next<'_>>) -> bool {
        self.seen.dots.lock().unwrap().push((self.number, self.staged.clone(), self.began.elapsed()));
        self.announced = next.as_ref().map(|next| next.envelope.to.clone());
        if self.number == 0 {
            let message =
                next.and_then(|next| next.message).expect("the next message travels with the first dot");
            assert!(!message.is_empty());
            self.seen.announced.notify_one();
        }
        true
    }

    async fn answer(&mut self) -> Committed {
        if self.number == 0 {
            sleep(SILENCE).await;
        }
        let text = "queued".to_owned();
        Committed::Answered(Reply { kind: ReplyKind::Accepted, code: Some(250), enhanced_code: None, text })
    }

    async fn close(self, _politely: bool) {}
}

#[tokio::test(start_paused = true)]
async fn the_next_reader_does_not_wait_for_a_silent_server() {
    let seen = Arc::new(Seen::default());
    let (shared, parts) = calm(READERS as i64, Silent(seen.clone(), Instant::now()));
    // One worker that is silent, one that has nothing to do.
    let parts = Parts { concurrency: 2, ..parts };
    let stop = CancellationToken::new();
    let task = tokio::spawn(crate::run(parts, stop.clone(), drop));
    while shared.world().campaign != Campaign::Sent {
        sleep(Duration::from_secs(1)).await;
    }
    let dots = seen.dots.lock().unwrap().clone();
    let mut readers: Vec<&str> = dots.iter().map(|(_, to, _)| to.as_str()).collect();
    readers.sort_unstable();
    readers.dedup();
    assert_eq!(
        (readers.len(), dots.len()),
        (READERS, READERS),
        "nobody is left out and nobody gets two: {dots:?}"
    );
    assert_eq!(dots.iter().filter(|(line, ..)| *line == 0).count(), 1, "{dots:?}");
    assert!(dots.iter().all(|(.., at)| *at < SILENCE / 2), "a reader waited for the silent server: {dots:?}");
    stop.cancel();
    task.await.unwrap();
}
