//! `/confirm/{token}`: GET shows a button and changes nothing, because link scanners follow every link; POST confirms.

use axum::{extract::State, http::StatusCode, response::Response};

use super::subscribe::closed;
use crate::{
    Core,
    html::{escape, p, page, unknown_link},
    http::{Path, Problem},
    links::ConfirmToken,
    newsletters::{self, Newsletter},
    subscribers::{self, Confirmed},
};

enum Link {
    Good(ConfirmToken, Newsletter),
    /// Too old, or about a reader who is not there any more.
    Ended(Option<Newsletter>),
    Unknown,
}

pub async fn show(State(core): State<Core>, Path(token): Path<String>) -> Result<Response, Problem> {
    Ok(match find(&core, &token).await? {
        Link::Good(_, newsletter) if !newsletter.takes_subscribers() => closed(&newsletter),
        Link::Good(_, newsletter) => question(&newsletter),
        Link::Ended(newsletter) => ended(newsletter.as_ref()),
        Link::Unknown => unknown_link(),
    })
}

pub async fn confirm(State(core): State<Core>, Path(token): Path<String>) -> Result<Response, Problem> {
    let (token, newsletter) = match find(&core, &token).await? {
        Link::Good(_, newsletter) if !newsletter.takes_subscribers() => return Ok(closed(&newsletter)),
        Link::Good(token, newsletter) => (token, newsletter),
        Link::Ended(newsletter) => return Ok(ended(newsletter.as_ref())),
        Link::Unknown => return Ok(unknown_link()),
    };
    let mut tx = core.db.begin().await?;
    let confirmed =
        subscribers::confirm(&mut tx, &newsletter, token.subscriber_id, token.asked_at, core.now()).await?;
    tx.commit().await?;
    if confirmed == Confirmed::Not {
        return Ok(ended(Some(&newsletter)));
    }
    let words = &newsletter.language.words().confirm;
    let body = format!(
        "{}<p><a href=\"/n/{}\">{}</a></p>",
        p(&(words.done)(&newsletter.name)),
        newsletter.public_id,
        escape(words.earlier),
    );
    Ok(page(newsletter.language, StatusCode::OK, words.done_title, &body))
}

fn question(newsletter: &Newsletter) -> Response {
    let words = &newsletter.language.words().confirm;
    let body = format!(
        "{}<form method=\"post\"><button type=\"submit\">{}</button></form>",
        p(&(words.question)(&newsletter.name)),
        escape(words.button),
    );
    page(newsletter.language, StatusCode::OK, &(words.title)(&newsletter.name), &body)
}

async fn find(core: &Core, text: &str) -> Result<Link, Problem> {
    let Some(token) = ConfirmToken::read(core, text) else { return Ok(Link::Unknown) };
    let mut tx = core.db.read().await?;
    let Some(newsletter) = newsletters::find_any(&mut tx, token.newsletter_id).await? else {
        return Ok(Link::Ended(None));
    };
    let reader = subscribers::find_reader(&mut tx, &newsletter, token.subscriber_id).await?;
    let is_theirs = reader.is_some_and(|reader| token.is_for(&reader.email));
    if !is_theirs || token.has_ended(core.now()) {
        return Ok(Link::Ended(Some(newsletter)));
    }
    Ok(Link::Good(token, newsletter))
}

fn ended(newsletter: Option<&Newsletter>) -> Response {
    let language = newsletter.map(|newsletter| newsletter.language).unwrap_or_default();
    let words = language.words();
    let again = newsletter
        .map(|n| {
            let again = (words.confirm.again)(&n.name);
            format!("<p><a href=\"/n/{}\">{}</a></p>", n.public_id, escape(&again))
        })
        .unwrap_or_default();
    page(language, StatusCode::GONE, words.common.ended_title, &(p(words.confirm.ended) + &again))
}
