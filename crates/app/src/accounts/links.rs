//! Links in mails that prove who reads them: to set a new password, to verify or change an address.

use database::Tx;

use super::{
    Origin,
    store::{
        self,
        mail_tokens::{self, Purpose},
    },
};
use crate::{
    AuthorId, Core, Settings, Timestamp,
    account_mails::{self, Letter},
    clock::{DAY, HOUR},
    http::{FieldCode, Problem, ProblemCode},
    secrets::{random_token, sha256},
};

const RESET_LIFE: i64 = HOUR;
const VERIFY_LIFE: i64 = 3 * DAY;

/// Refuses what needs a mail where none can be sent.
pub fn require_mail(core: &Core) -> Result<(), Problem> {
    if account_mails::can_send(&core.settings) {
        return Ok(());
    }
    Err(Problem::conflict(
        ProblemCode::NoMailSender,
        "This installation has no address to send mail from. Ask its operator (LETTERPRESS_MAIL_FROM).",
    ))
}

/// Whether a link that is mailed now proves who opens it: an author reads in the built-in mailbox what went to any address
/// of theirs, be it whose it may.
pub fn mail_leaves(settings: &Settings) -> bool {
    !matches!(settings.mail, mailer::MailUrl::Capture)
}

/// Keeps a new token and answers the link to it.
async fn link(
    core: &Core,
    tx: &mut Tx,
    (author_id, email): (AuthorId, &str),
    purpose: Purpose,
    now: Timestamp,
) -> database::Result<String> {
    let (page, life) = match purpose {
        Purpose::PasswordReset => ("reset-password", RESET_LIFE),
        Purpose::VerifyEmail => ("verify-email", VERIFY_LIFE),
    };
    let token = random_token(256);
    let kept = mail_tokens::Link {
        author_id,
        email: email.to_owned(),
        is_proof: mail_leaves(&core.settings),
        expires_at: now.plus(life),
    };
    mail_tokens::insert(tx, &sha256(token.as_bytes()), purpose, &kept).await?;
    // Behind the #: it reaches no server, no log and no Referer but by the page's own script.
    Ok(format!("{}/{page}#token={token}", core.settings.public_url))
}

/// Queues the mail that verifies the author's address; earlier links stop working.
pub async fn send_verification(
    core: &Core,
    tx: &mut Tx,
    author_id: AuthorId,
    email: &str,
) -> database::Result<()> {
    let now = core.now();
    mail_tokens::forget(tx, author_id, Purpose::VerifyEmail).await?;
    let link = link(core, tx, (author_id, email), Purpose::VerifyEmail, now).await?;
    let letter = Letter {
        author_id: Some(author_id),
        kind: "verify_email",
        recipient: email.to_owned(),
        subject: "Please verify your email address".into(),
        text: format!(
            "Hello,\n\nsomebody, we hope you, uses this address for an account at\n{}.\n\
             To verify that it is yours, open this page:\n\n{link}\n\n\
             The link works once, for 3 days. If you did not ask for it, do nothing.\n",
            core.settings.public_url
        ),
        html: None,
    };
    account_mails::queue(tx, letter, now).await
}

/// Queues the link to a new address, and tells the old one.
pub async fn send_change(
    core: &Core,
    tx: &mut Tx,
    author: &store::Row,
    email: &str,
    origin: &Origin,
) -> database::Result<()> {
    send_verification(core, tx, author.id, email).await?;
    let letter = Letter {
        author_id: Some(author.id),
        kind: "email_change",
        recipient: author.email.clone(),
        subject: "A change of your email address was asked for".into(),
        text: format!(
            "Hello,\n\nsomebody signed in to your account at {} asked to change its email address\n\
             to {email}. It changes when the link sent there is opened.\n\n\
             If this was not you, change your password now:\n\n{}/settings\n",
            origin.site, origin.site
        ),
        html: None,
    };
    account_mails::queue(tx, letter, origin.at).await
}

/// Queues a link to set a new password when there is such an account with a password or without; nothing otherwise.
pub async fn send_reset(core: &Core, email_key: &str) -> database::Result<()> {
    // Anybody may ask for any address: what is unknown does not wait for the write lock, and holds nobody up.
    if store::by_email(&mut core.db.read().await?, email_key).await?.is_none() {
        return Ok(());
    }
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let Some(author) = store::by_email(&mut tx, email_key).await? else { return Ok(()) };
    let to = (author.id, author.email.as_str());
    let link = link(core, &mut tx, to, Purpose::PasswordReset, now).await?;
    let letter = Letter {
        author_id: Some(author.id),
        kind: "password_reset",
        recipient: author.email.clone(),
        subject: "Set a new password".into(),
        text: format!(
            "Hello,\n\nsomebody, we hope you, asked for a new password for your account at\n{}.\n\
             To set one, open this page:\n\n{link}\n\n\
             The link works once, for one hour. If you did not ask for it, do nothing:\n\
             your password stays as it is.\n",
            core.settings.public_url
        ),
        html: None,
    };
    account_mails::queue(&mut tx, letter, now).await?;
    tx.commit().await
}

/// Whether a link is good still, without using it up.
pub async fn look(tx: &mut Tx, token: &str, purpose: Purpose, now: Timestamp) -> Result<(), Problem> {
    let expires_at = mail_tokens::expires_at(tx, &sha256(token.as_bytes()), purpose).await?;
    expires_at.filter(|at| *at > now).map(drop).ok_or_else(spent)
}

/// Uses a link up. One that was used, has run out or was never made is answered alike.
pub async fn take(
    tx: &mut Tx,
    token: &str,
    purpose: Purpose,
    now: Timestamp,
) -> Result<mail_tokens::Link, Problem> {
    let hash = sha256(token.as_bytes());
    let link = mail_tokens::take(tx, &hash, purpose).await?;
    link.filter(|link| link.expires_at > now).ok_or_else(spent)
}

pub fn spent() -> Problem {
    Problem::field(
        "token",
        FieldCode::Expired,
        "This link was used already or has expired. Ask for a new one.",
    )
}
