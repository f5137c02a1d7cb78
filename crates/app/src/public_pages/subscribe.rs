//! `POST /n/{public_id}/subscribe`. The answer is the same, and comes as fast, whether or not the address was known:
//! looking it up and sending the mail happen after it.

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use serde::Deserialize;

use super::{
    Pages, WAITING, mail,
    newsletter::{self, Wrong},
};
use crate::{
    Core, deliveries,
    html::{escape, missing, page, reading},
    http::{Fields, Path, Peer, Problem},
    links::{self, ConfirmToken},
    newsletters::{self, Newsletter},
    subscribers::{self, MAX_NAME},
};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Entry {
    email: String,
    first_name: String,
    /// People do not see this field.
    website: String,
    shown: String,
}

pub async fn subscribe(
    State(pages): State<Pages>,
    Path(public_id): Path<String>,
    peer: Peer,
    form: Result<Form<Entry>, FormRejection>,
) -> Result<Response, Problem> {
    if !pages.own.limits.post(peer, pages.now()) {
        return Ok(too_many());
    }
    let mut tx = pages.db.read().await?;
    let Some(newsletter) = newsletters::find_public(&mut tx, &public_id).await? else { return Ok(missing()) };
    drop(tx);
    if !newsletter.is_active {
        return Ok(closed(&newsletter));
    }
    let Ok(Form(entry)) = form else {
        let reason = "The form could not be read. Please fill it in once more.";
        return Ok(again(&pages, &newsletter, Wrong { reason, ..Wrong::default() }));
    };
    if !entry.website.is_empty() || !links::is_human(&pages, newsletter.id, &entry.shown) {
        return Ok(thanks(&newsletter));
    }
    let mut fields = Fields::default();
    let address = fields.email("email", &entry.email);
    let first_name = fields.line("first_name", Some(entry.first_name.clone()), MAX_NAME);
    let wrong = fields.finish().err().map(|problem| problem.detail);
    match (wrong, address) {
        (None, Some(address)) => ask_later(&pages, newsletter.clone(), address, first_name),
        (wrong, _) => {
            let reason = wrong.as_deref().unwrap_or("The address cannot be used.");
            let wrong = Wrong { reason, email: &entry.email, first_name: &entry.first_name };
            return Ok(again(&pages, &newsletter, wrong));
        }
    }
    Ok(thanks(&newsletter))
}

fn ask_later(pages: &Pages, newsletter: Newsletter, address: content::Address, first_name: Option<String>) {
    if pages.own.asked.len() >= WAITING {
        tracing::warn!(
            newsletter_id = newsletter.id.get(),
            "too many subscriptions at once: one was forgotten"
        );
        return;
    }
    let task = pages.clone();
    pages.own.asked.spawn(async move {
        let Ok(_turn) = task.own.turns.acquire().await else { return };
        if let Err(reason) = ask(&task, &newsletter, &address, first_name.as_deref()).await {
            let reason = crate::redact::addresses(&reason);
            tracing::warn!(newsletter_id = newsletter.id.get(), %reason, "a confirmation mail was not sent");
        }
    });
}

/// Makes a new reader pending, and asks whoever may confirm, as often as the limits allow.
async fn ask(
    pages: &Pages,
    newsletter: &Newsletter,
    address: &content::Address,
    first_name: Option<&str>,
) -> Result<(), String> {
    let now = pages.now();
    let mut tx = pages.db.begin().await.map_err(|e| e.to_string())?;
    let id = subscribers::add_pending(&mut tx, newsletter.id, address, first_name, now).await;
    let id = id.map_err(|e| e.to_string())?;
    tx.commit().await.map_err(|e| e.to_string())?;
    let Some(id) = id else { return Ok(()) };
    pages.must_send().await?;
    if !pages.own.limits.mail(newsletter.id, &address.key, now) {
        return Ok(());
    }
    let token = ConfirmToken::new(newsletter.id, id, &address.key, now).text(pages);
    let link = format!("{}/confirm/{token}", pages.settings.public_url);
    let mut tx = pages.db.read().await.map_err(|e| e.to_string())?;
    let mail = mail::confirmation(pages, &mut tx, newsletter, &address.original, &link).await?;
    drop(tx);
    deliveries::send_one(pages, mail).await
}

fn thanks(newsletter: &Newsletter) -> Response {
    page(
        StatusCode::OK,
        "Check your inbox",
        &format!(
            "<p>We have sent you a mail, unless you receive {name} already. Open the link in it and press the button there: \
             {name} comes to you only then.</p>\
             <p><small>Nothing there after a few minutes? Please look in the spam folder.</small></p>\
             <p><a href=\"/n/{}\">Back to {name}</a></p>",
            newsletter.public_id,
            name = escape(&newsletter.name),
        ),
    )
}

fn again(core: &Core, newsletter: &Newsletter, wrong: Wrong<'_>) -> Response {
    let title = escape(&newsletter.name);
    let body = format!("<main><h1>{title}</h1>{}</main>", newsletter::entry(core, newsletter, Some(wrong)));
    let noindex = "<meta name=\"robots\" content=\"noindex\">";
    reading(StatusCode::UNPROCESSABLE_ENTITY, &newsletter.name, noindex, &body)
}

/// What an inactive newsletter answers to who wants to come.
pub fn closed(newsletter: &Newsletter) -> Response {
    let body = format!("<p>{} takes no new readers at the moment.</p>", escape(&newsletter.name));
    page(StatusCode::CONFLICT, "No new readers", &body)
}

/// What a network is answered that posts too often.
pub fn too_many() -> Response {
    let mut response = page(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many attempts",
        "<p>There were many attempts from your network. Please try again in ten minutes.</p>",
    );
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("600"));
    response
}
