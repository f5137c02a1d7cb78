//! Leaving by mail: what `mailto:` of `List-Unsubscribe` leads to (RFC 2369 §3.2).

use crate::{
    Core,
    events::{self, Event},
    links::Mailed,
    newsletters, runs, subscribers,
};

/// The reader of this mail leaves the newsletter. A mail that is gone changes nothing.
pub async fn unsubscribe(core: &Core, mail: Mailed) -> database::Result<()> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let Some(run) = runs::find(&mut tx, mail.run_id).await? else { return Ok(()) };
    // Runs before readers, as everywhere: counting opens holds both, too.
    runs::count_unsubscribed(&mut tx, run.newsletter_id, run.campaign_id).await?;
    if subscribers::unsubscribe(&mut tx, run.newsletter_id, mail.subscriber_id, now).await?
        && let Some(reader) = subscribers::find_any(&mut tx, run.newsletter_id, mail.subscriber_id).await?
        && let Some(newsletter) = newsletters::find_any(&mut tx, run.newsletter_id).await?
    {
        let event = Event::SubscriberLeft { email: &reader.email, newsletter: &newsletter.name };
        events::record(&mut tx, newsletter.author_id, event, now).await?;
        tx.commit().await?;
    }
    // Nobody left, so nothing is counted.
    Ok(())
}
