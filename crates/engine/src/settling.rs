//! What an answer, or the lack of one, means for the reader.

use super::{
    ports::{Job, Ledger, Obstacle, Reply, ReplyKind, Settled, Transport},
    receivers::receiver_of,
    worker::{MAX_BROKEN, Worker},
};
use crate::State;

/// An international address where the server takes none (RFC 6531 §4): nobody's fault, however many of them a list has.
const NO_UTF8: &str = "5.6.7";

impl<L: Ledger, T: Transport> Worker<'_, L, T> {
    pub(super) fn settled_by(&self, job: &Job, reply: Reply) -> Settled {
        let Reply { kind, code, enhanced_code, text } = reply;
        let settled = match kind {
            ReplyKind::Accepted => Settled { reason: None, ..Settled::because(State::Sent, "") },
            ReplyKind::Refused { hard_bounce, soft_bounce } => {
                let is_of_the_address = enhanced_code.as_deref() == Some(NO_UTF8);
                let about_us = !hard_bounce && !soft_bounce && !is_of_the_address;
                let failed = Settled::because(State::Failed, text);
                Settled { hard_bounce, soft_bounce, about_us, ..failed }
            }
            ReplyKind::Later { .. } | ReplyKind::Trouble | ReplyKind::Blocked => self.later(job, &text),
        };
        Settled { code, enhanced_code, ..settled }
    }

    /// When the retry schedule has the next attempt, if it has one.
    fn due(&self, job: &Job) -> Option<i64> {
        let delay = (self.shared.retry_delay)(job.attempt, self.shared.random.unit())?;
        Some(self.shared.clock.now().0 + delay.as_millis() as i64)
    }

    /// Nobody knows whether it arrived. A person decides where the retry schedule has no further attempt.
    pub(super) fn in_doubt(&self, job: &Job, reason: &str) -> Settled {
        let reason = format!("The connection was lost before the server answered: {reason}");
        match self.due(job) {
            Some(not_before) => Settled { not_before, ..Settled::because(State::InDoubt, reason) },
            None => Settled::because(State::Held, reason),
        }
    }

    /// Certain not delivered although it was begun: at once again, and by the schedule where it goes on like that.
    pub(super) fn unsent(&self, job: &Job, reason: String) -> Settled {
        if job.attempt > i16::from(MAX_BROKEN) {
            self.shared.trouble.raise(Obstacle::Refusing, &reason);
            return self.later(job, &reason);
        }
        let not_before = self.shared.clock.now().0;
        Settled { not_before, ..Settled::because(State::Deferred, reason) }
    }

    /// Deferred by the retry schedule, failed at its end.
    pub(super) fn later(&self, job: &Job, reason: &str) -> Settled {
        match self.due(job) {
            Some(not_before) => Settled { not_before, ..Settled::because(State::Deferred, reason) },
            None => {
                Settled::because(State::Failed, format!("Given up after {} attempts: {reason}", job.attempt))
            }
        }
    }
}

/// RFC 7505 §4.1: such a mail is not to be tried at all.
pub(super) fn nobody(address: &str) -> Settled {
    let domain = receiver_of(address);
    let reason = format!("{domain} takes no email at all, its DNS says (a null MX record, RFC 7505).");
    Settled {
        enhanced_code: Some("5.1.10".into()),
        hard_bounce: true,
        ..Settled::because(State::Failed, reason)
    }
}
