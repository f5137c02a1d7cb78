//! Opens and clicks of people, told to the webhooks that want to know.

use std::collections::{BTreeSet, HashMap};

use database::Tx;

use super::verdict::{Act, EngagementKind};
use crate::{
    CampaignId, NewsletterId, RunId, SubscriberId, Timestamp, runs, subscribers,
    webhooks::{self, EmailClicked, EmailOpened, Event, EventSubscriber, Fact, Listener},
};

pub const EVENTS: [Event; 2] = [Event::EmailOpened, Event::EmailClicked];

/// Which mail it was.
#[derive(Clone, Copy)]
pub struct Of {
    pub run_id: RunId,
    pub campaign_id: CampaignId,
    pub newsletter_id: NewsletterId,
}

/// What a person did with it.
pub struct Told {
    pub subscriber_id: SubscriberId,
    pub act: Act,
}

/// Tells what was counted, in its order. Who was removed meanwhile is not told of.
pub async fn emit(
    tx: &mut Tx,
    listener: Listener,
    of: Of,
    counted: &[Told],
    now: Timestamp,
) -> database::Result<()> {
    let ids: BTreeSet<SubscriberId> = counted.iter().map(|told| told.subscriber_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<SubscriberId> = ids.into_iter().collect();
    let readers = subscribers::readers_by_ids(tx, of.newsletter_id, &ids).await?;
    let emails: HashMap<SubscriberId, String> =
        readers.into_iter().map(|reader| (reader.id, reader.email)).collect();
    let links = if counted.iter().any(|told| told.act.kind == EngagementKind::Click) {
        runs::urls(tx, of.newsletter_id, of.run_id).await?
    } else {
        HashMap::new()
    };
    for (event, kind) in
        [(Event::EmailOpened, EngagementKind::Open), (Event::EmailClicked, EngagementKind::Click)]
    {
        let mut facts = Vec::new();
        for told in counted.iter().filter(|told| told.act.kind == kind && listener.wants(event)) {
            let Some(email) = emails.get(&told.subscriber_id) else { continue };
            let Of { newsletter_id, campaign_id, .. } = of;
            let subscriber = EventSubscriber { id: told.subscriber_id, email: Some(email.clone()) };
            let at = Timestamp(told.act.at);
            facts.push(if kind == EngagementKind::Click {
                let link = links.get(&told.act.link_no).cloned();
                let data = EmailClicked { newsletter_id, campaign_id, subscriber, link, at };
                Fact::about(told.subscriber_id, &data)
            } else {
                let data = EmailOpened { newsletter_id, campaign_id, subscriber, at };
                Fact::about(told.subscriber_id, &data)
            });
        }
        webhooks::emit_all(tx, listener.author_id, event, &facts, now).await?;
    }
    Ok(())
}
