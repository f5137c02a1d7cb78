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
    Core, Language, deliveries,
    html::{escape, missing, p, page, reading},
    http::{FieldCode, Fields, Path, Peer, Problem},
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
    let may_post = pages.own.limits.post(peer, pages.now());
    let mut tx = pages.db.read().await?;
    let found = newsletters::find_public(&mut tx, &public_id).await?;
    drop(tx);
    if !may_post {
        return Ok(too_many(found.map(|newsletter| newsletter.language).unwrap_or_default()));
    }
    let Some(newsletter) = found else { return Ok(missing()) };
    if !newsletter.takes_subscribers() {
        return Ok(closed(&newsletter));
    }
    let Ok(Form(entry)) = form else {
        let reason = newsletter.language.words().subscribe.unreadable;
        return Ok(again(&pages, &newsletter, Wrong { reason, ..Wrong::default() }));
    };
    if !entry.website.is_empty() || !links::is_human(&pages, newsletter.id, &entry.shown) {
        return Ok(thanks(&newsletter));
    }
    let mut fields = Fields::default();
    let address = fields.email("email", &entry.email);
    let first_name = fields.line("first_name", Some(entry.first_name.clone()), MAX_NAME);
    match (address, wrong_name(newsletter.language, fields)) {
        (Some(address), None) => ask_later(&pages, newsletter.clone(), address, first_name),
        (address, wrong_name) => {
            let reason = wrong_name
                .filter(|_| address.is_some())
                .unwrap_or(newsletter.language.words().subscribe.wrong_email);
            let wrong = Wrong { reason, email: &entry.email, first_name: &entry.first_name };
            return Ok(again(&pages, &newsletter, wrong));
        }
    }
    Ok(thanks(&newsletter))
}

/// Why a name cannot be used, for who typed it.
pub fn wrong_name(language: Language, fields: Fields) -> Option<&'static str> {
    let words = &language.words().subscribe;
    let wrong = fields.finish().err()?.errors.into_iter().find(|error| error.field != "email")?;
    Some(if wrong.code == FieldCode::TooLong { words.long_name } else { words.wrong_name })
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
    let words = newsletter.language.words();
    let body = format!(
        "{}<p><small>{}</small></p><p><a href=\"/n/{}\">{}</a></p>",
        p(&(words.subscribe.asked)(&newsletter.name)),
        escape(words.common.spam),
        newsletter.public_id,
        escape(&(words.subscribe.back)(&newsletter.name)),
    );
    page(newsletter.language, StatusCode::OK, words.common.inbox_title, &body)
}

fn again(core: &Core, newsletter: &Newsletter, wrong: Wrong<'_>) -> Response {
    let title = escape(&newsletter.name);
    let body = format!("<main><h1>{title}</h1>{}</main>", newsletter::entry(core, newsletter, Some(wrong)));
    let noindex = "<meta name=\"robots\" content=\"noindex\">";
    reading(newsletter.language, StatusCode::UNPROCESSABLE_ENTITY, &newsletter.name, noindex, &body)
}

/// What an inactive newsletter answers to who wants to come.
pub fn closed(newsletter: &Newsletter) -> Response {
    let words = &newsletter.language.words().subscribe;
    let body = p(&(words.closed)(&newsletter.name));
    page(newsletter.language, StatusCode::CONFLICT, words.closed_title, &body)
}

/// What a network is answered that posts too often.
pub fn too_many(language: Language) -> Response {
    let words = &language.words().common;
    let mut response =
        page(language, StatusCode::TOO_MANY_REQUESTS, words.too_many_title, &p(words.too_many));
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("600"));
    response
}
