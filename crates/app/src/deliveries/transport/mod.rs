//! Where mail goes: the built-in mailbox, a mail server, or Amazon SES.

mod capture;
mod metered;
mod ses;
mod smtp;

pub use capture::Capture;
pub use metered::Metered;
pub use ses::Ses;
pub use smtp::Smtp;

use database::together;
use mailer::{MailUrl, dkim};

use super::{OneOff, content::signers};
use crate::{
    Core,
    domains::{self, SendStats},
    newsletters, suppressions,
};

/// Sends one mail outside a run and waits for its answer; the error is a sentence with the transport's reply. It is
/// signed, kept from suppressed addresses, held in a restored copy and counted as every other mail.
pub async fn send_one(core: &Core, mut mail: OneOff) -> Result<(), String> {
    core.must_send().await?;
    let envelope = prepare(core, &mut mail).await?;
    let sent = hand_over(core, mail, &envelope).await;
    core.metrics.single_mail(sent.is_ok());
    sent
}

async fn hand_over(core: &Core, mail: OneOff, envelope: &str) -> Result<(), String> {
    match &core.settings.mail {
        MailUrl::Capture => capture::keep(core, mail).await,
        MailUrl::Smtp(url) => smtp::send_one(url, &mail, envelope).await,
        MailUrl::Ses(_) => match &core.ses {
            Some(client) => ses::send_one(client, &mail, core.now().0).await,
            None => Err("Amazon SES is not set up.".into()),
        },
    }
}

/// Signs the mail and answers the envelope's sender.
async fn prepare(core: &Core, mail: &mut OneOff) -> Result<String, String> {
    let failed = |error: database::Error| {
        tracing::error!(%error, "a mail could not be prepared");
        "The database does not answer; nothing was sent.".to_owned()
    };
    let now = core.now();
    let mut tx = core.db.begin().await.map_err(failed)?;
    if let Ok(address) = content::parse_address(&mail.recipient)
        && let Some(reason) = suppressions::is_suppressed(&mut tx, &address.key).await.map_err(failed)?
    {
        return Err(reason.sentence().to_owned());
    }
    let newsletter = match mail.newsletter_id {
        Some(id) => newsletters::find_any(&mut tx, id).await.map_err(failed)?,
        None => None,
    };
    let domain = match newsletter.and_then(|newsletter| newsletter.domain_id) {
        Some(id) => domains::find_any(&mut tx, id).await.map_err(failed)?,
        None => None,
    };
    let name = mail.sender.rsplit_once('@').map_or("localhost", |(_, name)| name).to_owned();
    let signers = signers(core, &mut tx, domain.as_ref(), &name).await.map_err(failed)?;
    if !signers.is_empty() {
        let mut fields = Vec::with_capacity(1024);
        dkim::sign(&signers, &mail.raw, now.0.div_euclid(1000), &mut fields);
        mail.raw.splice(0..0, fields);
    }
    let mut envelope = mail.sender.clone();
    if let Some(domain) = &domain {
        let left = domains::limits::left(&mut tx, &[domain.id], now).await.map_err(failed)?;
        if left.get(&domain.id) == Some(&0) {
            return Err(format!("{} has sent all that it may today.", domain.domain));
        }
        let one = SendStats { sent: 1, ..SendStats::default() };
        let counted = domains::limits::count(domain.id, 1, now).into_iter();
        let counted = counted.chain(domains::send_stats(&[(domain.id, one)].into())).collect();
        together(&mut tx, counted).await.map_err(failed)?;
        if let Some(return_path) = domains::return_path_domain(&core.settings, &domain.domain) {
            envelope = format!("postmaster@{return_path}");
        }
    }
    tx.commit().await.map_err(failed)?;
    Ok(envelope)
}
