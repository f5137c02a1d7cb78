//! Sends what waits, and finds what a node that died has left.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use tokio::{task::JoinSet, time::timeout};
use tokio_util::sync::CancellationToken;

use super::{
    model::Returned,
    returns,
    store::{self, Due, Lost, Outcome},
};
use crate::{
    Core, NewsletterId, Timestamp,
    captured_mail::{self, CapturedMailKind},
    clock::{DAY, HOUR, MINUTE},
    deliveries::{Handed, OneOff, retry_after, send_committed},
    links::{Mailed, Use},
    newsletters::{self, InDoubtPolicy},
};

/// Connections of one node.
const AT_ONCE: usize = 8;
/// What other nodes were given is looked for this often.
const EVERY: Duration = Duration::from_secs(1);
/// A node that dies before the dot is replaced after this. One that only took longer finds that it may not write the dot.
const LEASE: i64 = 2 * MINUTE;
/// One that dies after it is missed after this: longer than a mail server may take to answer (RFC 5321 §4.5.3.2.6).
const DOT_LEASE: i64 = 15 * MINUTE;
/// Nobody waits longer for a ticket.
const GIVE_UP: i64 = DAY;
const AGAIN: Duration = Duration::from_secs(1);
/// Rows that are pruned or found at once.
const PIECE: i64 = 500;

const BROKE: &str = "The server ended between the end of the email and the mail server's answer.";

/// Runs until it is told to stop; then what is on its way is waited for. `node` is this one's name, the same after each start.
pub async fn background(core: Core, node: String, stop: CancellationToken) {
    let mut on_the_way = JoinSet::new();
    let mut round = Round { node, is_fresh: true, pruned_at: None };
    while !stop.is_cancelled() {
        let room = AT_ONCE - on_the_way.len().min(AT_ONCE);
        let taken = round.take(&core, room).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "messages were not sent; it is tried again");
            Vec::new()
        });
        let is_full = !taken.is_empty() && taken.len() == room;
        for (due, lease) in taken {
            on_the_way.spawn(send(core.clone(), due, lease, stop.clone()));
        }
        if is_full && on_the_way.len() < AT_ONCE {
            continue;
        }
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            _ = on_the_way.join_next(), if !on_the_way.is_empty() => {}
            _ = timeout(EVERY, core.messages.notified()), if on_the_way.len() < AT_ONCE => {}
        }
    }
    while on_the_way.join_next().await.is_some() {}
}

/// What is remembered from one look to the next.
struct Round {
    node: String,
    /// It has just begun: what this node had is not on its way any more.
    is_fresh: bool,
    pruned_at: Option<Timestamp>,
}

impl Round {
    /// What is to be sent now, with the lease of each.
    async fn take(&mut self, core: &Core, room: usize) -> database::Result<Vec<(Due, Timestamp)>> {
        let now = core.now();
        if self.is_fresh {
            let mut tx = core.db.begin().await?;
            store::end_leases(&mut tx, &self.node, now).await?;
            tx.commit().await?;
            self.is_fresh = false;
        }
        recover(core).await?;
        if self.pruned_at.is_none_or(|at| now.0 - at.0 >= HOUR) {
            let mut tx = core.db.begin().await?;
            let gone = store::prune(&mut tx, now, PIECE).await?;
            tx.commit().await?;
            self.pruned_at = (gone < PIECE as u64).then_some(now);
        }
        if room == 0 || !core.may_send().await? || !store::any_due(&mut core.db.read().await?, now).await? {
            return Ok(Vec::new());
        }
        let lease = now.plus(LEASE);
        let mut tx = core.db.begin().await?;
        let taken = store::take(&mut tx, &self.node, (now, lease), room as i64).await?;
        tx.commit().await?;
        Ok(taken.into_iter().map(|due| (due, lease)).collect())
    }
}

/// Puts those right whose node ended after the dot.
async fn recover(core: &Core) -> database::Result<()> {
    let now = core.now();
    let lost = store::lost(&mut core.db.read().await?, now, PIECE).await?;
    for Lost { id, newsletter_id, is_repeated, due_at } in lost {
        let mut tx = core.db.begin().await?;
        let outcome = in_doubt(core, newsletter_id, is_repeated, BROKE).await?;
        if store::settle(&mut tx, id, due_at, &outcome, now).await? {
            tx.then(move || tracing::warn!(message_id = id, "a message may have left when a node ended"));
        }
        tx.commit().await?;
    }
    Ok(())
}

/// As the newsletter's author chose; once more at most.
async fn in_doubt<'a>(
    core: &Core,
    newsletter_id: NewsletterId,
    is_repeated: bool,
    reason: &'a str,
) -> database::Result<Outcome<'a>> {
    let newsletter = newsletters::find_any(&mut core.db.read().await?, newsletter_id).await?;
    let resends = newsletter.is_some_and(|it| it.in_doubt_policy == InDoubtPolicy::Resend);
    Ok(if resends && !is_repeated {
        Outcome { state: "queued", reason: Some(reason), due_at: Some(core.now()), is_repeated: true }
    } else {
        Outcome { state: "in_doubt", reason: Some(reason), due_at: None, is_repeated }
    })
}

async fn send(core: Core, due: Due, lease: Timestamp, stop: CancellationToken) {
    let held = Arc::new(AtomicI64::new(lease.0));
    let handed = send_committed(&core, one_off(&due), commit(&core, due.id, held.clone())).await;
    let lease = Timestamp(held.load(Ordering::Relaxed));
    // Until it is written down nobody else sends it, and after a dot nobody may.
    while let Err(error) = settle(&core, &due, lease, &handed).await {
        tracing::error!(%error, message_id = due.id, "what became of a message cannot be written down; it is tried again");
        if stop.run_until_cancelled(tokio::time::sleep(AGAIN)).await.is_none() {
            return;
        }
    }
}

/// Writes down that it may leave from now on.
async fn commit(core: &Core, id: i64, held: Arc<AtomicI64>) -> bool {
    let until = core.now().plus(DOT_LEASE);
    let committed = async {
        let mut tx = core.db.begin().await?;
        let is_ours = store::commit(&mut tx, id, Timestamp(held.load(Ordering::Relaxed)), until).await?;
        tx.commit().await?;
        database::Result::Ok(is_ours)
    };
    let is_ours = committed.await.unwrap_or_else(|error| {
        tracing::error!(%error, message_id = id, "that a message leaves cannot be written down, so it does not");
        false
    });
    if is_ours {
        held.store(until.0, Ordering::Relaxed);
    }
    is_ours
}

async fn settle(core: &Core, due: &Due, lease: Timestamp, handed: &Handed) -> database::Result<()> {
    let now = core.now();
    let (over, again) = (None, Some(now.plus(retry_after(due.attempts))));
    let is_repeated = due.is_repeated;
    let outcome = match handed {
        Handed::Sent => Outcome { state: "sent", reason: None, due_at: over, is_repeated },
        Handed::Suppressed(reason) => {
            Outcome { state: "suppressed", reason: Some(reason), due_at: over, is_repeated }
        }
        Handed::Later(reason) | Handed::Unsent(reason) if now.0 - due.created_at.0 < GIVE_UP => {
            Outcome { state: "deferred", reason: Some(reason), due_at: again, is_repeated }
        }
        Handed::Later(reason) | Handed::Unsent(reason) | Handed::Refused { reason, .. } => {
            Outcome { state: "failed", reason: Some(reason), due_at: over, is_repeated }
        }
        Handed::Unknown(reason) => in_doubt(core, due.newsletter_id, is_repeated, reason).await?,
    };
    let mut tx = core.db.begin().await?;
    let is_ours = store::settle(&mut tx, due.id, lease, &outcome, now).await?;
    if is_ours && let Handed::Refused { reason, hard_bounce: true } = handed {
        returns::record(&mut tx, due.id, Returned::Bounced, ("smtp", Some(reason)), now).await?;
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
