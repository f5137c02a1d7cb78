//! The model of a mail server: it refuses, breaks, hangs, accepts and forgets to say so.
//!
//! It is also the witness: every dot is checked against the ledger at the moment it is written.

use std::{sync::Arc, time::Duration};

use tokio::time::sleep;

use crate::{
    State,
    model::{Accepted, Shared},
    ports::{
        Boxed, Committed, Connection, Groups, Job, Mail, Next, NoConnection, Obstacle, Pause, Receiver,
        Reply, ReplyKind, Staged, Transport,
    },
};

pub struct ModelTransport(pub Arc<Shared>);

impl Transport for ModelTransport {
    type Connection = ModelConnection;

    async fn connect(&self) -> Result<ModelConnection, NoConnection> {
        sleep(Duration::from_millis(self.0.below(20))).await;
        if self.0.fault(0.1) {
            return Err(NoConnection {
                reason: "refused".into(),
                obstacle: Obstacle::Unreachable,
                blocked: self.0.fault(0.05),
            });
        }
        Ok(ModelConnection {
            shared: self.0.clone(),
            staged: None,
            last: None,
            carries: self.0.below(2) == 0,
            is_ended: false,
            carried: None,
            announced: None,
            broken: false,
        })
    }
}

pub struct ModelConnection {
    shared: Arc<Shared>,
    staged: Option<Job>,
    /// The job whose dot was written before.
    last: Option<(i64, i64)>,
    carries: bool,
    /// There is a dot that is not answered yet.
    is_ended: bool,
    /// What travelled with it.
    carried: Option<Carried>,
    /// What travelled with the last one.
    announced: Option<Carried>,
    broken: bool,
}

struct Carried {
    /// The recipient.
    to: String,
    message: Option<Vec<u8>>,
    /// The connection said that it has all of the message.
    is_whole: bool,
}

fn reply(kind: ReplyKind) -> Reply {
    Reply { kind, code: Some(250), enhanced_code: None, text: format!("{kind:?}") }
}

impl Connection for ModelConnection {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        assert_eq!(mail.envelope.to, mail.job.reader.email, "a mail by another's envelope");
        assert!(!self.broken, "a broken connection was used again");
        assert!(!self.is_ended, "a mail before the last dot was answered");
        assert!(mail.job.dated_at > 0, "a mail without a date");
        let letter = format!("{} {}", mail.job.reader.id, mail.job.dated_at);
        if let Some(announced) = self.announced.take() {
            assert_eq!(announced.to, mail.envelope.to, "another message than the announced one was staged");
            let travelled = announced.message.as_deref();
            assert!(
                travelled.is_none_or(|travelled| travelled == letter.as_bytes()),
                "another message travelled"
            );
            assert!(announced.is_whole || mail.message.is_some(), "a message that it does not have");
            if mail.message.is_none() && self.shared.fault(0.1) {
                return Staged::Again;
            }
        } else {
            assert!(mail.message.is_some(), "a message that never travelled");
        }
        assert!(mail.message.is_none_or(|message| message == letter.as_bytes()), "another's message");
        sleep(Duration::from_millis(self.shared.below(60))).await;
        if self.shared.fault(0.03) {
            self.broken = true;
            return Staged::Broken("reset".into());
        }
        if self.shared.fault(0.01) {
            sleep(Duration::from_secs(300)).await;
            self.broken = true;
            return Staged::Broken("timed out".into());
        }
        for (probability, kind) in [
            (0.03, ReplyKind::Later { throttled: self.shared.fault(0.5) }),
            (0.02, ReplyKind::Refused { hard_bounce: true, soft_bounce: false }),
            (0.01, ReplyKind::Trouble),
            (0.002, ReplyKind::Blocked),
        ] {
            if self.shared.fault(probability) {
                return Staged::Refused(reply(kind));
            }
        }
        self.staged = Some(mail.job.clone());
        Staged::Ready
    }

    fn carries_message(&self) -> bool {
        self.carries
    }

    async fn dot(&mut self, next: Option<Next<'_>>) -> bool {
        let Some(job) = &self.staged else { panic!("a dot without a message") };
        assert!(!self.is_ended, "two dots for one mail");
        self.is_ended = true;
        self.witness(job);
        sleep(Duration::from_millis(self.shared.below(5))).await;
        self.carried = next.map(|Next { envelope, message }| {
            assert!(self.carries || message.is_none(), "a message that it does not carry");
            let is_whole = message.is_some() && self.shared.fault(0.7);
            Carried { to: envelope.to.clone(), message: message.map(<[u8]>::to_vec), is_whole }
        });
        self.carried.as_ref().is_some_and(|carried| carried.is_whole)
    }

    async fn answer(&mut self) -> Committed {
        let Some(job) = self.staged.take() else { panic!("an answer without a message") };
        assert!(std::mem::take(&mut self.is_ended), "an answer without a dot");
        if self.shared.fault(0.02) {
            self.broken = true;
            return Committed::Unsent("closed before the dot".into());
        }
        self.last = Some((job.reader.id, job.attempt_id));
        let lost = self.shared.fault(0.04);
        let accepted = !self.shared.fault(if lost { 0.5 } else { 0.04 });
        sleep(Duration::from_millis(self.shared.below(30))).await;
        if accepted {
            let mut world = self.shared.world();
            let mail = Accepted { attempt_id: job.attempt_id, dated_at: job.dated_at };
            world.note(format!("accepted {} attempt {}", job.reader.id, job.attempt_id));
            world.arrived.entry(job.reader.id).or_default().push(mail);
        }
        sleep(Duration::from_millis(self.shared.below(30))).await;
        if !lost && self.shared.fault(0.04) {
            // Long enough for the next reader to be given to another connection.
            sleep(Duration::from_secs(self.shared.below(60))).await;
        }
        if lost {
            if self.shared.fault(0.3) {
                sleep(Duration::from_secs(600)).await;
            }
            self.broken = true;
            return Committed::Lost("reset".into());
        }
        self.announced = self.carried.take();
        let refusal = if self.shared.fault(0.5) {
            ReplyKind::Later { throttled: false }
        } else {
            ReplyKind::Refused { hard_bounce: false, soft_bounce: false }
        };
        Committed::Answered(reply(if accepted { ReplyKind::Accepted } else { refusal }))
    }

    async fn close(self, _politely: bool) {}
}

impl ModelConnection {
    fn witness(&self, job: &Job) {
        let world = self.shared.world();
        let taken_back = world.taken_back.contains(&(job.reader.id, job.attempt_id));
        assert!(!taken_back, "a dot for {} who had left before it was granted", job.reader.id);
        let row = world.rows.get(&job.reader.id);
        // The epoch may have risen since, and another node may have given this one up after its silence: what counts is
        // that this attempt was durably allowed.
        let Some(row) = row else { panic!("I2: a dot for {} without a row", job.reader.id) };
        let fenced = row.attempt_id != job.attempt_id || row.doubts > 0;
        assert!(
            matches!(row.state, State::Committing | State::CommittingAgain) || fenced,
            "I2: a dot for {} in state {:?}",
            job.reader.id,
            row.state
        );
        assert_eq!(row.dated_at, job.dated_at, "I6: another date than on the first attempt");
        if let Some((reader, attempt)) = self.last
            && let Some(before) = world.rows.get(&reader)
        {
            let unrecorded = before.attempt_id == attempt
                && matches!(before.state, State::Committing | State::CommittingAgain);
            assert!(!unrecorded, "I3: the outcome for {reader} was not durable before the next dot");
        }
    }
}

/// Every domain receives for itself, and nobody remembers what was asked.
pub struct NoGroups;

impl Groups for NoGroups {
    fn receiver<'a>(&'a self, _domain: &'a str) -> Boxed<'a, Receiver> {
        Box::pin(async { Receiver::Unknown })
    }

    fn load(&self) -> Boxed<'_, Vec<Pause>> {
        Box::pin(async { Vec::new() })
    }

    fn keep<'a>(&'a self, _pause: Pause, _reason: &'a str) -> Boxed<'a, ()> {
        Box::pin(async {})
    }
}
