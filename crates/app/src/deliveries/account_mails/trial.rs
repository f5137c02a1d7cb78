//! One mail that shows whether mail leaves.

use futures::future::BoxFuture;
use mailer::MailUrl;

use super::{one_off, send_one};
use crate::{
    Core,
    account_mails::{self, Waiting},
    secrets::random_token,
};

const SUBJECT: &str = "Email leaves Letterpress";

/// Sends a mail to an address and waits for the answer, as mails about accounts are sent. Answers where to look for it, or
/// what failed and what to do, in a line.
pub fn send_trial<'a>(core: &'a Core, to: &'a str) -> BoxFuture<'a, Result<String, String>> {
    Box::pin(async move {
        let address =
            content::parse_address(to).map_err(|error| format!("{to} is not an email address: {error}"))?;
        if matches!(core.settings.mail, MailUrl::Capture) {
            return Err("capture: keeps every email: set LETTERPRESS_MAIL_URL to send".into());
        }
        let from = account_mails::sender(&core.settings).ok_or(
            "there is no address to write from: set LETTERPRESS_MAIL_FROM or LETTERPRESS_FALLBACK_DOMAIN",
        )?;
        let now = core.now();
        let mail = Waiting {
            id: 0,
            author_id: None,
            kind: "trial".into(),
            message_key: random_token(128),
            recipient: address.original.clone(),
            subject: SUBJECT.into(),
            text_body: format!(
                "`letterpress doctor` sent this from {}.\n\nYou read it, so email leaves there and arrives here.\n",
                core.settings.public_url
            ),
            html_body: None,
            created_at: now,
            attempts: 0,
            due_at: now,
        };
        send_one(core, one_off(core, &from, &mail, None)).await?;
        Ok(format!(
            "the mail server took an email from {} to {}: look for “{SUBJECT}” there, among spam too",
            from.address, address.original
        ))
    })
}
