//! Sends what waits, and finds what a node that died has left.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    task::{Id, JoinError, JoinSet},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    model::Returned,
    returns,
    store::{self, Due, Lost, Outcome},
};
use crate::{
    Core, NewsletterId, Timestamp,
    captured_mail::{self, CapturedMailKind},
    clock::{HOUR, MINUTE, SECOND},
    deliveries::{Handed, OneOff, count_one, retry_after, send_committed},
    links::{Mailed, Use},
    newsletters::{self, InDoubtPolicy},
};

/// Connections of one node.
pub(super) const AT_ONCE: usize = 8;
/// What other nodes were given is looked for this often.
const EVERY: Duration = Duration::from_secs(1);
/// Another node takes what one has that has not come to the dot after this. One that only took longer finds that it may not
/// write it.
const LEASE: i64 = 5 * MINUTE;
/// So a mail server that says nothing for this long is another time's.
const STAGING: Duration = Duration::from_mins(4);
/// A node that dies after the dot is missed after this: longer than a mail server may take to answer (RFC 5321 §4.5.3.2.6).
const DOT_LEASE: i64 = 15 * MINUTE;
/// Amazon's word that it took what is in doubt comes within seconds.
const PROOF: i64 = 15 * SECOND;
const AGAIN: Duration = Duration::from_secs(1);
/// Rows that are pruned or found at once.
pub(super) const PIECE: i64 = 500;

const BROKE: &str = "The server ended between the end of the email and the mail server's answer.";

/// Runs until it is told to stop; then what is on its way is waited for. `node` is this one's name, the same after each start.
pub async fn background(core: Core, node: String, stop: CancellationToken) {
    let mut on_the_way = OnTheWay::default();
    let mut round = Round { node, is_fresh: true, pruned_at: None };
    while !stop.is_cancelled() {
        let room = AT_ONCE - on_the_way.tasks.len().min(AT_ONCE);
        let taken = round.take(&core, room, &on_the_way).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "messages were not sent; it is tried again");
            Vec::new()
        });
        for due in taken {
            let id = due.id;
            let task = on_the_way.tasks.spawn(send(core.clone(), due, stop.clone()));
            on_the_way.messages.insert(task.id(), id);
        }
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            Some(ended) = on_the_way.tasks.join_next_with_id() => on_the_way.end(ended, &core, &round.node).await,
            _ = timeout(EVERY, core.messages.notified()), if on_the_way.tasks.len() < AT_ONCE => {}
        }
    }
    while let Some(ended) = on_the_way.tasks.join_next_with_id().await {
        on_the_way.end(ended, &core, &round.node).await;
    }
}

/// What this node sends now, each by its task.
#[derive(Default)]
pub(super) struct OnTheWay {
    pub(super) tasks: JoinSet<()>,
    pub(super) messages: HashMap<Id, i64>,
}

impl OnTheWay {
    /// Nobody else looks after what this node has: a sending that broke off is let go.
    async fn end(&mut self, ended: Result<(Id, ()), JoinError>, core: &Core, node: &str) {
        let (task, error) = match ended {
            Ok((task, ())) => (task, None),
            Err(error) => (error.id(), Some(error)),
        };
        let Some(message_id) = self.messages.remove(&task) else { return };
        let Some(error) = error else { return };
        tracing::error!(%error, message_id, "the sending of a message broke off");
        let let_go = async {
            let mut tx = core.db.begin().await?;
            store::let_go(&mut tx, node, Some(message_id), core.now().plus(retry_after(0))).await?;
            tx.commit().await
        };
        if let Err(error) = let_go.await {
            tracing::error!(%error, message_id, "it goes on when its lease ends");
        }
    }
}

/// What is remembered from one look to the next.
pub(super) struct Round {
    pub(super) node: String,
    /// It has just begun: what this node had is not on its way any more.
    pub(super) is_fresh: bool,
    pub(super) pruned_at: Option<Timestamp>,
}

impl Round {
    /// What is to be sent now.
    pub(super) async fn take(
        &mut self,
        core: &Core,
        room: usize,
        had: &OnTheWay,
    ) -> database::Result<Vec<Due>> {
        let now = core.now();
        if self.is_fresh {
            let mut tx = core.db.begin().await?;
            store::let_go(&mut tx, &self.node, None, now).await?;
            tx.commit().await?;
            self.is_fresh = false;
        }
        // Taken in a transaction whose answer was lost, or left by a sending that broke off: nobody else has it.
        for id in store::overdue(&mut core.db.read().await?, &self.node, now).await? {
            if !had.messages.values().any(|there| *there == id) {
                let mut tx = core.db.begin().await?;
                store::let_go(&mut tx, &self.node, Some(id), now).await?;
                tx.commit().await?;
            }
        }
        recover(core, &self.node).await?;
        if self.pruned_at.is_none_or(|at| now.0 - at.0 >= HOUR) {
            let mut tx = core.db.begin().await?;
            let gone = store::prune(&mut tx, now, PIECE).await?;
            tx.commit().await?;
            self.pruned_at = (gone < PIECE as u64).then_some(now);
        }
        if room == 0 || !core.may_send().await? || !store::any_due(&mut core.db.read().await?, now).await? {
            return Ok(Vec::new());
        }
        let mut tx = core.db.begin().await?;
        let taken = store::take(&mut tx, &self.node, (now, now.plus(LEASE)), room as i64).await?;
        tx.commit().await?;
        Ok(taken)
    }
}

/// Puts those right whose node ended after the dot.
pub(super) async fn recover(core: &Core, node: &str) -> database::Result<()> {
    let now = core.now();
    let lost = store::lost(&mut core.db.read().await?, node, now, PIECE).await?;
    for Lost { id, newsletter_id, is_repeated, attempts } in lost {
        let outcome = in_doubt(core, newsletter_id, is_repeated, BROKE).await?;
        let mut tx = core.db.begin().await?;
        if store::doubt(&mut tx, id, attempts, &outcome).await? {
            tx.then(move || tracing::warn!(message_id = id, "a message may have left when a node ended"));
        }
        tx.commit().await?;
    }
    Ok(())
}

/// As the newsletter's author chose; once more at most, and not before proof that it left had its time.
async fn in_doubt<'a>(
    core: &Core,
    newsletter_id: NewsletterId,
    is_repeated: bool,
    reason: &'a str,
) -> database::Result<Outcome<'a>> {
    let newsletter = newsletters::find_any(&mut core.db.read().await?, newsletter_id).await?;
    let resends = newsletter.is_some_and(|it| it.in_doubt_policy == InDoubtPolicy::Resend);
    Ok(if resends && !is_repeated {
        let due_at = Some(core.now().plus(PROOF));
        Outcome { state: "queued", reason: Some(reason), due_at, is_repeated: true }
    } else {
        Outcome { state: "in_doubt", reason: Some(reason), due_at: None, is_repeated }
    })
}

async fn send(core: Core, due: Due, stop: CancellationToken) {
    let handed = hand_over(&core, &due, &stop).await;
    // Until it is written down nobody else sends it, and after a dot nobody may.
    while let Err(error) = settle(&core, &due, &handed, &stop).await {
        tracing::error!(%error, message_id = due.id, "what became of a message cannot be written down; it is tried again");
        if stop.run_until_cancelled(sleep(AGAIN)).await.is_none() {
            return;
        }
    }
}

pub(super) async fn hand_over(core: &Core, due: &Due, stop: &CancellationToken) -> Handed {
    let committing = Arc::new(AtomicBool::new(false));
    let sending = send_committed(core, one_off(due), commit(core, due, committing.clone(), stop));
    let mut sending = std::pin::pin!(sending);
    match stop.run_until_cancelled(timeout(STAGING, sending.as_mut())).await {
        Some(Ok(handed)) => handed,
        // The server may have the end of it, or is about to.
        _ if committing.load(Ordering::Relaxed) => sending.await,
        _ => Handed::Unsent("The mail server took too long to answer.".into()),
    }
}

/// Writes down that it may leave from now on.
async fn commit(core: &Core, due: &Due, committing: Arc<AtomicBool>, stop: &CancellationToken) -> bool {
    // The process may end before the answer is there.
    if stop.is_cancelled() {
        return false;
    }
    committing.store(true, Ordering::Relaxed);
    let committed = async {
        let mut tx = core.db.begin().await?;
        let is_ours = store::commit(&mut tx, due.id, due.attempts, core.now().plus(DOT_LEASE)).await?;
        tx.commit().await?;
        database::Result::Ok(is_ours)
    };
    committed.await.unwrap_or_else(|error| {
        tracing::error!(%error, message_id = due.id, "that a message leaves cannot be written down, so it does not");
        false
    })
}

async fn settle(core: &Core, due: &Due, handed: &Handed, stop: &CancellationToken) -> database::Result<()> {
    let now = core.now();
    let (over, again) = (None, Some(now.plus(retry_after(due.attempts - 1))));
    let is_repeated = due.is_repeated;
    let outcome = match handed {
        Handed::Sent => Outcome { state: "sent", reason: None, due_at: over, is_repeated },
        Handed::Suppressed(reason) => {
            Outcome { state: "suppressed", reason: Some(reason), due_at: over, is_repeated }
        }
        // Nobody is to blame: the next start goes on with it.
        Handed::Unsent(_) if stop.is_cancelled() => {
            Outcome { state: "queued", reason: None, due_at: Some(now), is_repeated }
        }
        Handed::Later(reason) | Handed::Unsent(reason) if now < due.give_up_at => {
            Outcome { state: "deferred", reason: Some(reason), due_at: again, is_repeated }
        }
        Handed::Later(reason) | Handed::Unsent(reason) | Handed::Refused { reason, .. } => {
            // The copy before may have arrived.
            let state = if is_repeated { "in_doubt" } else { "failed" };
            Outcome { state, reason: Some(reason), due_at: over, is_repeated }
        }
        Handed::Unknown(reason) => in_doubt(core, due.newsletter_id, is_repeated, reason).await?,
    };
    let mut tx = core.db.begin().await?;
    if store::settle(&mut tx, due.id, due.attempts, &outcome, now).await? {
        if matches!(handed, Handed::Sent | Handed::Unknown(_) | Handed::Refused { hard_bounce: true, .. }) {
            count_one(&mut tx, due.newsletter_id, now).await?;
        }
        if let Handed::Refused { reason, hard_bounce: true } = handed {
            returns::record(&mut tx, due.id, Returned::Bounced, ("smtp", Some(reason)), now).await?;
        }
    } else {
        tracing::warn!(
            message_id = due.id,
            ?handed,
            "another attempt had begun before a message's outcome was known"
        );
    }
    tx.commit().await
}

fn one_off(due: &Due) -> OneOff {
    let (message_id, _) = captured_mail::identify(&due.raw);
    OneOff {
        author_id: due.author_id,
        newsletter_id: Some(due.newsletter_id),
        campaign_id: None,
        kind: CapturedMailKind::Message,
        message_id,
        sender: due.sender.clone(),
        recipient: due.recipient.clone(),
        subject: due.subject.clone(),
        raw: due.raw.clone(),
        mailed: Some((Use::Message, Mailed::message(due.id))),
    }
}
