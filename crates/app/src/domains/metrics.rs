//! How mail from a domain fares: counters moved with the sends, and the brake when they go bad.

use std::collections::BTreeMap;

use database::{Tx, on_engine};

use super::{check::concerned, store};
use crate::{App, Timestamp, campaigns, notices};

/// Below this many mails a rate says little.
const ENOUGH: i64 = 500;
/// Percent of hard bounces above which a domain is at risk.
pub const MAX_BOUNCE_RATE: f64 = 5.0;
/// Percent of complaints above which a domain is at risk.
pub const MAX_COMPLAINT_RATE: f64 = 1.0;

/// What is added to a domain's counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fared {
    /// Mails that the next server took, or refused for their address.
    pub sent: i64,
    pub bounced: i64,
    pub soft_bounced: i64,
    pub complained: i64,
}

/// Moves the counters, domains in ascending order.
pub async fn fared(tx: &mut Tx, domains: &BTreeMap<i64, Fared>) -> database::Result<()> {
    for (id, f) in domains.iter().filter(|(_, f)| **f != Fared::default()) {
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE domains SET metrics_sent = metrics_sent + $2, metrics_bounced = metrics_bounced + $3, \
             metrics_soft_bounced = metrics_soft_bounced + $4, metrics_complained = metrics_complained + $5 WHERE id = $1")
            .bind(id).bind(f.sent).bind(f.bounced).bind(f.soft_bounced).bind(f.complained)
            .execute(conn).await.map(drop))?;
    }
    Ok(())
}

pub async fn reset(tx: &mut Tx, id: i64, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE domains SET metrics_since = $2, metrics_sent = 0, metrics_bounced = 0, metrics_soft_bounced = 0, \
         metrics_complained = 0, updated_at = $2 WHERE id = $1").bind(id).bind(now).execute(conn).await.map(drop))
}

/// Why nothing more should be sent from the domain for now, if so.
pub fn risk(domain: &super::Domain) -> Option<String> {
    if domain.metrics_sent < ENOUGH {
        return None;
    }
    let (bounces, complaints) = (domain.bounce_rate(), domain.complaint_rate());
    if bounces > MAX_BOUNCE_RATE {
        return Some(format!(
            "{bounces:.1} % of the mails from {} bounced, which is more than {MAX_BOUNCE_RATE} %. Receivers soon refuse \
             such a sender: clean the list, then resume.",
            domain.domain
        ));
    }
    (complaints > MAX_COMPLAINT_RATE).then(|| {
        format!(
            "{complaints:.1} % of the readers of mails from {} complained, which is more than {MAX_COMPLAINT_RATE} %. \
             Receivers soon refuse such a sender: find out why, then resume.",
            domain.domain
        )
    })
}

/// Pauses the campaigns that are being sent from domains at risk. A campaign that its author resumed after the counters
/// were reset goes on.
pub async fn brake(app: &App) -> database::Result<()> {
    let mut tx = app.db.read().await?;
    let sending: Vec<(i64, i64)> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT DISTINCT r.domain_id, c.id FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.state <> 'done' AND r.domain_id IS NOT NULL AND c.status = 'sending'").fetch_all(conn).await?);
    // Looked at before the writer is taken: as a rule there is nothing to write.
    let mut braked = Vec::new();
    for (domain_id, campaign_id) in sending {
        let domain = store::find_any(&mut tx, domain_id).await?;
        if domain.is_some_and(|domain| risk(&domain).is_some()) {
            braked.push((domain_id, campaign_id));
        }
    }
    drop(tx);
    for (domain_id, campaign_id) in braked {
        let mut tx = app.db.begin().await?;
        let Some(domain) = store::find_any(&mut tx, domain_id).await? else { continue };
        let Some(reason) = risk(&domain) else { continue };
        let now = app.now();
        if let Some(campaign) = campaigns::pause_by_itself(&mut tx, campaign_id, None, &reason, now).await? {
            // Its author knows by now.
            let title = format!("A campaign from {} was paused", domain.domain);
            let kind = notices::Kind::CampaignPaused;
            for author_id in concerned(&mut tx, &domain).await? {
                if author_id != campaign.author_id {
                    notices::add(&mut tx, author_id, kind, &title, Some(&reason), Some("/domains"), now)
                        .await?;
                }
            }
        }
        tx.commit().await?;
    }
    Ok(())
}
