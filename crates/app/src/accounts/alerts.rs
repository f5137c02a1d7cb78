//! Mails about what an intruder would do.

use database::Tx;

use super::{
    Origin,
    audit::AuditKind,
    origin::device,
    store::{self, audit},
};
use crate::{
    AuthorId,
    account_mails::{self, Letter},
    author_settings,
};

/// Queues a mail about the act when it is one to be told of, and the author wants to know. Before the act is noted.
pub async fn queue_alert(
    tx: &mut Tx,
    author_id: AuthorId,
    kind: AuditKind,
    detail: Option<&str>,
    origin: &Origin,
) -> database::Result<()> {
    let Some(subject) = subject(kind) else { return Ok(()) };
    if kind == AuditKind::SignedIn && !is_new_device(tx, author_id, origin).await? {
        return Ok(());
    }
    if !author_settings::wants_security_alerts(tx, author_id).await? {
        return Ok(());
    }
    let Some(author) = store::by_id(tx, author_id).await? else { return Ok(()) };
    let letter = Letter {
        author_id: Some(author_id),
        kind: "security_alert",
        recipient: author.email,
        subject: subject.to_owned(),
        text: text(subject, detail, origin),
        html: None,
    };
    account_mails::queue(tx, letter, origin.at).await
}

fn subject(kind: AuditKind) -> Option<&'static str> {
    Some(match kind {
        AuditKind::SignedIn => "New sign-in to your account",
        AuditKind::PasswordChanged => "Your password was changed",
        AuditKind::PasswordReset => "Your password was reset",
        AuditKind::EmailChanged => "Your email address was changed",
        AuditKind::TotpEnabled => "Two-factor authentication was switched on",
        AuditKind::TotpDisabled => "Two-factor authentication was switched off",
        AuditKind::PasskeyAdded => "A passkey was added to your account",
        AuditKind::PasskeyRemoved => "A passkey was removed from your account",
        AuditKind::ApiKeyRegenerated => "An API key of your account was regenerated",
        AuditKind::ApiKeyDeleted => "An API key of your account was deleted",
        AuditKind::ApiKeyCreated => "An API key was created for your account",
        AuditKind::WebhookCreated => "A webhook was created for your account",
        AuditKind::SecurityAlertsOff => "Security alerts were switched off",
        _ => return None,
    })
}

/// Whether none of the earlier sign-ins came from this kind of program at this address. The first one ever is nothing new.
async fn is_new_device(tx: &mut Tx, author_id: AuthorId, origin: &Origin) -> database::Result<bool> {
    let earlier = audit::sign_ins(tx, author_id).await?;
    let here = (device(origin.user_agent.as_deref()), origin.ip.as_deref());
    let is_known = earlier
        .iter()
        .any(|(agent, ip)| (device(agent.as_deref()), ip.as_deref()) == (here.0.clone(), here.1));
    Ok(!earlier.is_empty() && !is_known)
}

fn text(subject: &str, detail: Option<&str>, origin: &Origin) -> String {
    let device = device(origin.user_agent.as_deref()).unwrap_or_else(|| "an unknown program".into());
    let ip = origin.ip.as_ref().map(|ip| format!(", address {ip}")).unwrap_or_default();
    let detail = detail.map(|detail| format!("What:  {detail}\n")).unwrap_or_default();
    let at = origin.at.to_string();
    let (day, time) = at.split_once('T').unwrap_or((&at, ""));
    format!(
        "Hello,\n\n{subject}.\n\n{detail}When:  {day} {} UTC\nFrom:  {device}{ip}\n\n\
         If this was you, there is nothing to do. If it was not, open\n\n{}/settings\n\n\
         change your password there, end the sessions you do not know, and remove the passkeys, API keys and webhooks that \
         are not yours.\n",
        time.get(..5).unwrap_or_default(),
        origin.site,
    )
}
