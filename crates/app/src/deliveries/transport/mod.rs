//! Where mail goes: the built-in mailbox, a mail server, or Amazon SES.

mod capture;
mod metered;
mod ses;
mod smtp;

pub use capture::Capture;
pub use metered::Metered;
pub use ses::Ses;
pub use smtp::Smtp;

use database::{Tx, together};
use engine::ports::ReplyKind;
use mailer::{MailUrl, dkim};

use super::{
    Handed, OneOff,
    content::{return_address, signers},
};
use crate::{
    Core, NewsletterId, Timestamp,
    domains::{self, Domain, SendStats},
    links::Verp,
    newsletters::{self, Newsletter},
    suppressions,
};

/// Sends one mail outside a run and waits for its answer; the error is a sentence with the transport's reply. It is
/// signed, kept from suppressed addresses, held in a restored copy and counted as every other mail.
pub async fn send_one(core: &Core, mail: OneOff) -> Result<(), String> {
    send_committed(core, mail, async { true }).await.sent()
}

/// The same for a mail whose way is written down: `commit` is awaited when all but the end of the mail has been said. What it
/// does is durable before the mail can leave; where it answers false, nothing leaves.
pub async fn send_committed(core: &Core, mut mail: OneOff, commit: impl Future<Output = bool>) -> Handed {
    if let Err(reason) = core.must_send().await {
        return Handed::Unsent(reason);
    }
    let envelope = match prepare(core, &mut mail).await {
        Ok(envelope) => envelope,
        Err(handed) => return handed,
    };
    let handed = hand_over(core, mail, &envelope, commit).await;
    core.metrics.single_mail(handed == Handed::Sent);
    handed
}

/// Whoever was to write down that it leaves has not.
fn not_committed() -> Handed {
    Handed::Unsent("It was not to leave any more.".into())
}

async fn hand_over(core: &Core, mail: OneOff, envelope: &str, commit: impl Future<Output = bool>) -> Handed {
    match &core.settings.mail {
        MailUrl::Capture => {
            if !commit.await {
                return not_committed();
            }
            // Whether a failed commit took effect is not known, as with a server that does not answer.
            capture::keep(core, mail).await.map_or_else(Handed::Unknown, |()| Handed::Sent)
        }
        MailUrl::Smtp(url) => smtp::send_one(url, &mail, envelope, commit).await,
        MailUrl::Ses(_) => match &core.ses {
            Some(client) => {
                let token = mail.mailed.map(|(usage, mail)| Verp::new(core).token(usage, mail));
                ses::send_one(client, &mail, token.as_deref(), core.now().0, commit).await
            }
            None => Handed::Unsent("Amazon SES is not set up.".into()),
        },
    }
}

/// Signs the mail and answers the envelope's sender.
async fn prepare(core: &Core, mail: &mut OneOff) -> Result<String, Handed> {
    let failed = |error: database::Error| {
        tracing::error!(%error, "a mail could not be prepared");
        Handed::Unsent("The database does not answer; nothing was sent.".into())
    };
    let now = core.now();
    let mut tx = core.db.begin().await.map_err(failed)?;
    if let Ok(address) = content::parse_address(&mail.recipient)
        && let Some(reason) = suppressions::is_suppressed(&mut tx, &address.key).await.map_err(failed)?
    {
        return Err(Handed::Suppressed(reason.sentence()));
    }
    let newsletter = match mail.newsletter_id {
        Some(id) => newsletters::find_any(&mut tx, id).await.map_err(failed)?,
        None => None,
    };
    let domain_id = newsletter.as_ref().and_then(|newsletter| newsletter.domain_id);
    let domain = match domain_id {
        Some(id) => domains::find_any(&mut tx, id).await.map_err(failed)?,
        None => None,
    };
    let name = mail.sender.rsplit_once('@').map_or("localhost", |(_, name)| name).to_owned();
    if mail.mailed.is_some() {
        still_sends(core, newsletter.as_ref(), domain.as_ref(), &name)?;
    }
    let signers = signers(core, &mut tx, domain.as_ref(), &name).await.map_err(failed)?;
    if !signers.is_empty() {
        let mut fields = Vec::with_capacity(1024);
        dkim::sign(&signers, &mail.raw, now.0.div_euclid(1000), &mut fields);
        mail.raw.splice(0..0, fields);
    }
    if let Some(domain) = &domain {
        let left = domains::limits::left(&mut tx, &[domain.id], now).await.map_err(failed)?;
        if left.get(&domain.id) == Some(&0) {
            return Err(Handed::Unsent(format!("{} has sent all that it may today.", domain.domain)));
        }
        // What has a ledger of its own is counted there, once it has left.
        if mail.mailed.is_none() {
            count(&mut tx, domain.id, now).await.map_err(failed)?;
        }
    }
    tx.commit().await.map_err(failed)?;
    let registered = domain.as_ref().map(|domain| domain.domain.as_str());
    let named = mail.mailed.and_then(|named| return_address(core, registered, named));
    let unnamed = || {
        let return_path = domains::return_path_domain(&core.settings, registered?)?;
        Some(format!("postmaster@{return_path}"))
    };
    Ok(named.or_else(unnamed).unwrap_or_else(|| mail.sender.clone()))
}

/// What waited to be sent leaves only as it was meant to: its newsletter is there, and has the sender that it had.
fn still_sends(
    core: &Core,
    newsletter: Option<&Newsletter>,
    domain: Option<&Domain>,
    name: &str,
) -> Result<(), Handed> {
    let refused = |reason: &str| Err(Handed::Refused { reason: reason.into(), hard_bounce: false });
    if !newsletter.is_some_and(|newsletter| newsletter.is_active) {
        return refused("The newsletter was deactivated or deleted before the email left.");
    }
    let may_send = |domain: &Domain| {
        let is_kept = matches!(core.settings.mail, MailUrl::Capture);
        is_kept || domain.is_active && domain.verification_status.is_verified()
    };
    match domain {
        Some(domain) if domain.domain != name => {
            refused("The newsletter's domain was changed before the email left.")
        }
        Some(domain) if !may_send(domain) => {
            Err(Handed::Unsent(format!("{} can't send just now.", domain.domain)))
        }
        None if name != core.settings.fallback_or_example() => {
            refused("The newsletter's domain was removed before the email left.")
        }
        _ => Ok(()),
    }
}

async fn count(tx: &mut Tx, domain_id: i64, now: Timestamp) -> database::Result<()> {
    let one = SendStats { sent: 1, ..SendStats::default() };
    let counted = domains::limits::count(domain_id, 1, now).into_iter();
    together(tx, counted.chain(domains::send_stats(&[(domain_id, one)].into())).collect()).await.map(drop)
}

/// Counts an email that left for a newsletter to its domain's day and figures.
pub async fn count_one(tx: &mut Tx, newsletter_id: NewsletterId, now: Timestamp) -> database::Result<()> {
    match newsletters::find_any(tx, newsletter_id).await?.and_then(|newsletter| newsletter.domain_id) {
        Some(domain_id) => count(tx, domain_id, now).await,
        None => Ok(()),
    }
}

/// What an answer means for one mail.
fn answered(kind: ReplyKind, reason: String) -> Handed {
    match kind {
        ReplyKind::Accepted => Handed::Sent,
        ReplyKind::Refused { hard_bounce, .. } => Handed::Refused { reason, hard_bounce },
        // What is about us is the operator's to put right.
        ReplyKind::Later { .. } | ReplyKind::Trouble | ReplyKind::Blocked => Handed::Later(reason),
    }
}
