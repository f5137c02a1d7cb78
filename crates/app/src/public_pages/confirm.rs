//! `/confirm/{token}`: GET shows a button and changes nothing, because link scanners follow every link; POST confirms.

use axum::{extract::State, http::StatusCode, response::Response};

use super::subscribe::closed;
use crate::{
    Core,
    html::{escape, page, unknown_link},
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
        Link::Good(_, newsletter) if !newsletter.is_active => closed(&newsletter),
        Link::Good(_, newsletter) => page(
            StatusCode::OK,
            &format!("Subscribe to {}?", newsletter.name),
            &format!(
                "<p>Press the button to receive {} at this address.</p>\
                 <form method=\"post\"><button type=\"submit\">Confirm subscription</button></form>",
                escape(&newsletter.name)
            ),
        ),
        Link::Ended(newsletter) => ended(newsletter.as_ref()),
        Link::Unknown => unknown_link(),
    })
}

pub async fn confirm(State(core): State<Core>, Path(token): Path<String>) -> Result<Response, Problem> {
    let (token, newsletter) = match find(&core, &token).await? {
        Link::Good(_, newsletter) if !newsletter.is_active => return Ok(closed(&newsletter)),
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
    let name = escape(&newsletter.name);
    Ok(page(
        StatusCode::OK,
        "You are subscribed",
        &format!(
            "<p>The next issue of {name} comes to your inbox.</p><p><a href=\"/n/{}\">Read earlier issues</a></p>",
            newsletter.public_id
        ),
    ))
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
    let again = newsletter
        .map(|n| format!("<p><a href=\"/n/{}\">Subscribe to {} again</a></p>", n.public_id, escape(&n.name)))
        .unwrap_or_default();
    page(
        StatusCode::GONE,
        "This link does not work any more",
        &format!("<p>A confirmation works for 7 days after it was asked for.</p>{again}"),
    )
}
