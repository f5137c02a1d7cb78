//! Sends the mails about accounts that wait.

mod trial;

use std::time::Duration;

pub use trial::send_trial;

use futures::future::join_all;
use tokio_util::sync::CancellationToken;

use super::{OneOff, send_one};
use crate::{
    AuthorId, Core, MailFrom,
    account_mails::{self, Waiting},
    accounts, captured_mail,
    clock::{DAY, HOUR, MINUTE},
    mime::Plain,
};

const EVERY: Duration = Duration::from_secs(2);
/// Mails of one round, sent side by side.
const AT_ONCE: i64 = 8;
/// A node that dies while it sends is replaced after this; longer than a mail server may take to answer.
const LEASE: i64 = 15 * MINUTE;
const FIRST_PAUSE: i64 = MINUTE;
const LONGEST_PAUSE: i64 = HOUR;
/// Nobody waits longer for a link or for news of a sign-in.
const GIVE_UP: i64 = DAY;

/// Runs until it is told to stop.
pub async fn send_account_mails(core: Core, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let sent = send_due_account_mails(&core).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "mails about accounts were not sent");
            0
        });
        if sent < AT_ONCE as usize {
            let _ = stop.run_until_cancelled(tokio::time::sleep(EVERY)).await;
        }
    }
}

/// One round; answers how many mails were tried.
pub async fn send_due_account_mails(core: &Core) -> database::Result<usize> {
    let now = core.now();
    let mut tx = core.db.read().await?;
    let due = account_mails::due(&mut tx, now, AT_ONCE).await?;
    drop(tx);
    if due.is_empty() {
        return Ok(0);
    }
    let mut tx = core.db.begin().await?;
    let late = account_mails::prune(&mut tx, now.plus(-GIVE_UP)).await?;
    tx.commit().await?;
    if late > 0 {
        tracing::warn!(mails = late, "mails about accounts could not be sent for a day and were given up");
    }
    let Some(from) = may_send(core).await? else { return Ok(0) };
    let due = due.iter().filter(|mail| now.0 - mail.created_at.0 <= GIVE_UP);
    let tried = join_all(due.map(|mail| send(core, &from, mail))).await;
    tried.into_iter().collect::<database::Result<Vec<bool>>>().map(|tried| {
        // A mail that another node took is no reason to look again at once.
        tried.into_iter().filter(|tried| *tried).count()
    })
}

/// Whom mails leave from, or `None` while none may leave. Whatever forbids sending is asked here and nowhere else.
async fn may_send(core: &Core) -> database::Result<Option<MailFrom>> {
    Ok(if core.may_send().await? { account_mails::sender(&core.settings) } else { None })
}

/// False when another node has the mail.
async fn send(core: &Core, from: &MailFrom, mail: &Waiting) -> database::Result<bool> {
    let mut tx = core.db.begin().await?;
    let is_taken = account_mails::take(&mut tx, mail, core.now().plus(LEASE)).await?;
    let author_id = match mail.author_id {
        None if is_taken => accounts::id_of_address(&mut tx, &mail.recipient).await?,
        known => known,
    };
    tx.commit().await?;
    if !is_taken {
        return Ok(false);
    }
    let is_kept = matches!(core.settings.mail, mailer::MailUrl::Capture);
    let sent = match author_id {
        // The built-in mailbox has a compartment per author: there is none for this one.
        None if is_kept => Ok(()),
        author_id => send_one(core, one_off(core, from, mail, author_id)).await,
    };
    let mut tx = core.db.begin().await?;
    match sent {
        Ok(()) => account_mails::delete(&mut tx, mail.id).await?,
        Err(error) => {
            tracing::warn!(id = mail.id, kind = mail.kind, %error, "a mail about an account was not sent; it is tried again");
            account_mails::put_off(&mut tx, mail.id, core.now().plus(retry_after(mail.attempts))).await?;
        }
    }
    tx.commit().await?;
    Ok(true)
}

/// How long a mail of its own waits after so many failures before this one, in milliseconds.
pub fn retry_after(attempts: i64) -> i64 {
    (FIRST_PAUSE << attempts.clamp(0, 10)).min(LONGEST_PAUSE)
}

fn one_off(core: &Core, from: &MailFrom, mail: &Waiting, author_id: Option<AuthorId>) -> OneOff {
    let domain = from.address.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
    let message_id = format!("account.{}@{domain}", mail.message_key);
    let raw = Plain {
        language: None,
        from_name: &from.name,
        from: &from.address,
        reply_to: None,
        to: &mail.recipient,
        subject: &mail.subject,
        message_id: &message_id,
        text: &mail.text_body,
        html: mail.html_body.as_deref(),
        date: core.now(),
    }
    .message();
    OneOff {
        mailed: None,
        // Only the built-in mailbox looks at it.
        author_id: author_id.unwrap_or(AuthorId::new(0)),
        newsletter_id: None,
        campaign_id: None,
        kind: captured_mail::CapturedMailKind::Account,
        message_id,
        sender: from.address.clone(),
        recipient: mail.recipient.clone(),
        subject: mail.subject.clone(),
        raw,
    }
}

#[cfg(test)]
mod tests;
