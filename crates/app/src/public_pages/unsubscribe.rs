//! `/u/{token}`: GET shows a button and changes nothing, because link scanners follow every link; POST leaves. A POST
//! with `List-Unsubscribe=One-Click` answers 200 without a redirect (RFC 8058 §3.1).

use std::time::Duration;

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::Response,
};
use tokio::time::sleep;

use crate::{
    Core, Language, deliveries,
    events::{self, Event},
    html::{escape, p, page, sample, unknown_link},
    http::Problem,
    links::{LinkMaker, ReaderToken},
    newsletters::{self, Newsletter},
    runs, subscribers,
};

/// How long an answer waits for a message whose dot was allowed just before.
const DRAIN: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(20);

/// What a link leads to.
enum Found {
    Reader(ReaderToken, Box<Newsletter>),
    /// The link is ours, and what it was about is deleted.
    Gone,
    Unknown,
}

pub async fn show(State(core): State<Core>, Path(token): Path<String>) -> Result<Response, Problem> {
    let (token, newsletter) = match find(&core, &token).await? {
        Found::Reader(token, newsletter) => (token, newsletter),
        Found::Gone => return Ok(gone()),
        Found::Unknown => return Ok(unknown_link()),
    };
    if token.subscriber_id.get() == 0 {
        return Ok(sample(newsletter.language));
    }
    let words = &newsletter.language.words().unsubscribe;
    let body = format!(
        "{}<form method=\"post\"><button type=\"submit\">{}</button></form>",
        p(&(words.question)(&newsletter.name)),
        escape(words.button),
    );
    Ok(page(newsletter.language, StatusCode::OK, &(words.title)(&newsletter.name), &body))
}

pub async fn leave(State(core): State<Core>, Path(token): Path<String>) -> Result<Response, Problem> {
    let (token, newsletter) = match find(&core, &token).await? {
        Found::Reader(token, newsletter) => (token, newsletter),
        Found::Gone => return Ok(gone()),
        Found::Unknown => return Ok(unknown_link()),
    };
    if token.subscriber_id.get() == 0 {
        return Ok(sample(newsletter.language));
    }
    let ReaderToken { newsletter_id, subscriber_id, .. } = token;
    let now = core.now();
    let mut tx = core.db.begin().await?;
    // Runs before readers, as everywhere: counting opens holds both, too.
    runs::count_unsubscribed(&mut tx, newsletter_id, token.campaign_id).await?;
    if subscribers::unsubscribe(&mut tx, newsletter_id, subscriber_id, now).await?
        && let Some(reader) = subscribers::find_any(&mut tx, newsletter_id, subscriber_id).await?
    {
        let Newsletter { author_id, name, .. } = &*newsletter;
        let event = Event::SubscriberLeft { email: &reader.email, newsletter: name };
        events::record(&mut tx, *author_id, event, now).await?;
        tx.commit().await?;
    } else {
        // Nobody left, so nothing is counted.
        drop(tx);
    }
    drain(&core, token).await?;
    let words = &newsletter.language.words().unsubscribe;
    let body = format!("{}<p><small>{}</small></p>", p(&(words.done)(&newsletter.name)), escape(words.close));
    Ok(page(newsletter.language, StatusCode::OK, words.done_title, &body))
}

/// No message leaves after the answer: one that was past its commit point when the reader left is waited for.
async fn drain(core: &Core, token: ReaderToken) -> Result<(), Problem> {
    let mut waited = Duration::ZERO;
    while waited < DRAIN {
        let mut tx = core.db.read().await?;
        if !deliveries::is_in_flight(&mut tx, token.newsletter_id, token.subscriber_id).await? {
            return Ok(());
        }
        drop(tx);
        sleep(LOOK).await;
        waited += LOOK;
    }
    Ok(())
}

async fn find(core: &Core, token: &str) -> Result<Found, Problem> {
    let Some(token) = LinkMaker::new(core).read(token) else { return Ok(Found::Unknown) };
    let mut tx = core.db.read().await?;
    let newsletter = newsletters::find_any(&mut tx, token.newsletter_id).await?;
    Ok(newsletter.map_or(Found::Gone, |newsletter| Found::Reader(token, Box::new(newsletter))))
}

/// Whoever wants to leave what is not there any more has left.
fn gone() -> Response {
    let language = Language::default();
    let words = &language.words().unsubscribe;
    page(language, StatusCode::OK, words.done_title, &p(words.gone))
}
