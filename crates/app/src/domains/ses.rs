//! The domain's identity at Amazon SES, when that is how the installation sends.

use mailer::ses::{Identity, SesError};

use super::{Domain, model::Service, records::return_path_domain};
use crate::Core;

/// What SES says.
pub struct Found {
    pub service: Service,
    /// `None` when it did not answer.
    pub tokens: Option<Vec<String>>,
}

/// Asks SES about the domain's identity and makes it when there is none; `None` when mail leaves another way.
pub async fn refresh(core: &Core, domain: &Domain, is_asked: bool) -> Option<Found> {
    let client = core.ses.as_ref()?;
    let known = if domain.ses_verified { Service::Confirmed } else { Service::Pending };
    // The identity is the whole account's: a restored copy leaves it to the installation that sends.
    if !core.may_send().await.unwrap_or(false) {
        return Some(Found { service: known, tokens: None });
    }
    let answer = if domain.has_ses_identity {
        match client.get_identity(&domain.domain, core.now().0).await {
            // Somebody removed it there; whoever asks wants it back.
            Err(SesError::NotFound) if is_asked => create(core, client, domain).await,
            other => other,
        }
    } else {
        create(core, client, domain).await
    };
    Some(match answer {
        Ok(identity) => Found { service: service(&identity), tokens: Some(identity.dkim_tokens) },
        Err(error) => {
            tracing::warn!(domain = domain.id, %error, "Amazon SES did not answer about a domain");
            Found { service: known, tokens: None }
        }
    })
}

async fn create(core: &Core, client: &mailer::ses::Client, domain: &Domain) -> Result<Identity, SesError> {
    let identity = client.create_identity(&domain.domain, core.now().0).await?;
    if let Some(return_path) = return_path_domain(&core.settings, &domain.domain)
        && let Err(error) = client.put_mail_from(&domain.domain, &return_path, core.now().0).await
    {
        tracing::warn!(domain = domain.id, %error, "Amazon SES did not take the return path's domain");
    }
    Ok(identity)
}

fn service(identity: &Identity) -> Service {
    match identity.status.as_str() {
        _ if identity.verified => Service::Confirmed,
        "FAILED" => Service::Refused,
        _ => Service::Pending,
    }
}

/// Removes the identity; it is no error that there is none.
pub async fn remove(core: &Core, domain: &Domain) -> Result<(), String> {
    let Some(client) = core.ses.as_ref().filter(|_| domain.has_ses_identity) else { return Ok(()) };
    core.must_send().await?;
    client.delete_identity(&domain.domain, core.now().0).await.map_err(|error| error.to_string())
}
