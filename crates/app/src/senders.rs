//! The address that a newsletter's mail comes from, and whether mail may leave from it.

use database::Tx;

use crate::{
    Core,
    domains::{self, Domain},
    http::{Problem, ProblemCode},
    newsletters::Newsletter,
};

/// Who a newsletter's mail comes from.
#[derive(Clone, Debug)]
pub struct Sender {
    /// `from_prefix@domain`.
    pub address: String,
    /// The registered domain, when the newsletter chose one.
    pub domain: Option<Domain>,
}

impl Sender {
    /// Base of the links in its mails, when the domain has a host of its own for them.
    pub fn links_base(&self, core: &Core) -> Option<String> {
        let host =
            self.domain.as_ref().filter(|domain| domain.is_tracking_found)?.tracking_host.as_deref()?;
        let scheme = core.settings.public_url.split("://").next().unwrap_or("https");
        Some(format!("{scheme}://{host}"))
    }
}

/// The sender as it is shown and previewed, whether or not mail can leave from it.
pub async fn shown_sender(core: &Core, tx: &mut Tx, newsletter: &Newsletter) -> database::Result<Sender> {
    let domain = match newsletter.domain_id {
        Some(id) => domains::find_any(tx, id).await?,
        None => None,
    };
    let name = domain.as_ref().map_or(core.settings.fallback_or_example(), |domain| &domain.domain);
    Ok(Sender { address: format!("{}@{name}", newsletter.from_prefix), domain })
}

/// The sender that mail leaves from now; 409 says what is missing.
pub async fn sender(core: &Core, tx: &mut Tx, newsletter: &Newsletter) -> Result<Sender, Problem> {
    let sender = shown_sender(core, tx, newsletter).await?;
    if matches!(core.settings.mail, mailer::MailUrl::Capture) {
        return Ok(sender);
    }
    match &sender.domain {
        Some(domain) => usable(domain)?,
        None if core.settings.fallback_domain.is_none() => {
            return Err(Problem::conflict(
                ProblemCode::NoSendingDomain,
                "This newsletter has no sending domain, and the operator of this installation has set no fallback domain \
                 (LETTERPRESS_FALLBACK_DOMAIN) to send from instead.",
            ));
        }
        None => {}
    }
    Ok(sender)
}

fn usable(domain: &Domain) -> Result<(), Problem> {
    let name = &domain.domain;
    if !domain.is_active {
        return Err(Problem::conflict(
            ProblemCode::SendingDomainOff,
            format!(
                "The sending domain {name} is switched off: switch it on, or choose another one for the newsletter."
            ),
        ));
    }
    if !domain.verification_status.is_verified() {
        let reason = domain.status_reason.as_deref().unwrap_or("Its DNS records were not looked up yet.");
        return Err(Problem::conflict(
            ProblemCode::SendingDomainNotVerified,
            format!(
                "The sending domain {name} is not verified ({}). {reason} Put its records into the DNS and verify it on the \
             Domains page.",
                domain.verification_status.label()
            ),
        ));
    }
    Ok(())
}
