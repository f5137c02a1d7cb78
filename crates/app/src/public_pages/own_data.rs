//! What is kept about a reader, to take along or to erase. A mail is forwarded easily, and with it the link to `/p/…`: so
//! both happen only through a link that was sent to the reader's own address and works for a day.

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Pages, WAITING, mail,
    preferences::{Found, find, nobody},
    subscribe::too_many,
};
use crate::{
    Core, Language, Timestamp, deliveries,
    html::{escape, masked, p, page},
    http::{Path, Peer, Problem},
    links::{OwnToken, Wish},
    messages,
    newsletters::Newsletter,
    subscribers::{self, Status, Subscriber},
};

/// Everything kept of a reader, as it is handed over.
#[derive(Serialize)]
struct OwnData<'a> {
    newsletter: &'a str,
    email: &'a str,
    first_name: Option<&'a str>,
    last_name: Option<&'a str>,
    status: Status,
    attributes: &'a Map<String, Value>,
    tags: &'a [String],
    subscribed_at: Timestamp,
    unsubscribed_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

pub async fn ask_export(state: State<Pages>, peer: Peer, path: Path<String>) -> Result<Response, Problem> {
    ask(state, peer, path, Wish::Export).await
}

pub async fn ask_erase(state: State<Pages>, peer: Peer, path: Path<String>) -> Result<Response, Problem> {
    ask(state, peer, path, Wish::Erase).await
}

/// Sends the link, as often as the limits allow.
async fn ask(
    State(pages): State<Pages>,
    peer: Peer,
    Path(token): Path<String>,
    wish: Wish,
) -> Result<Response, Problem> {
    let now = pages.now();
    let may_post = pages.own.limits.post(peer, now);
    let found = find(&pages, &token).await?;
    if !may_post {
        return Ok(too_many(found.language()));
    }
    let (newsletter, reader) = match found {
        Found::Reader(found) => *found,
        other => return Ok(nobody(&other)),
    };
    let own = OwnToken::new(newsletter.id, reader.id, &reader.email, now).text(&pages, wish);
    let link = format!("{}/p/{token}/{}/{own}", pages.settings.public_url, wish.path());
    let mut tx = pages.db.read().await?;
    let mail = mail::own_data(&pages, &mut tx, &newsletter, &reader.email, wish, &link).await;
    drop(tx);
    let ready = pages.must_send().await.and(mail);
    let mail = match ready {
        Ok(mail) => mail,
        Err(reason) => {
            let reason = crate::redact::addresses(&reason);
            tracing::warn!(newsletter_id = newsletter.id.get(), %reason, "a reader could not be sent a link");
            return Ok(cannot(&newsletter));
        }
    };
    let key =
        content::parse_address(&reader.email).map_or(reader.email.to_lowercase(), |address| address.key);
    let may_wait = pages.own.asked.len() < WAITING;
    if may_wait && pages.own.limits.own_data(wish, newsletter.id, &key, now) {
        let task = pages.clone();
        pages.own.asked.spawn(async move {
            let Ok(_turn) = task.own.turns.acquire().await else { return };
            if let Err(reason) = deliveries::send_one(&task, mail).await {
                let reason = crate::redact::addresses(&reason);
                tracing::warn!(newsletter_id = newsletter.id.get(), %reason, "a reader was not sent a link");
            }
        });
    }
    Ok(sent(newsletter.language, &reader))
}

pub async fn show_export(state: State<Core>, path: Path<(String, String)>) -> Result<Response, Problem> {
    show(state, path, Wish::Export).await
}

pub async fn show_erase(state: State<Core>, path: Path<(String, String)>) -> Result<Response, Problem> {
    show(state, path, Wish::Erase).await
}

/// A button, because link scanners follow every link.
async fn show(
    State(core): State<Core>,
    Path((token, own)): Path<(String, String)>,
    wish: Wish,
) -> Result<Response, Problem> {
    Ok(match proven(&core, &token, &own, wish).await? {
        Ok((newsletter, _)) => question(&token, &newsletter, wish),
        Err(refused) => refused,
    })
}

pub async fn export(
    State(core): State<Core>,
    Path((token, own)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (newsletter, reader) = match proven(&core, &token, &own, Wish::Export).await? {
        Ok(found) => found,
        Err(refused) => return Ok(refused),
    };
    let data = OwnData {
        newsletter: &newsletter.name,
        email: &reader.email,
        first_name: reader.first_name.as_deref(),
        last_name: reader.last_name.as_deref(),
        status: reader.status,
        attributes: &reader.attributes,
        tags: &reader.tags,
        subscribed_at: reader.subscribed_at,
        unsubscribed_at: reader.unsubscribed_at,
        created_at: reader.created_at,
        updated_at: reader.updated_at,
    };
    let file = newsletter.language.words().own_data.file_name;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let json = serde_json::to_vec_pretty(&data).map_err(|e| Problem::internal(&e))?;
    Ok((headers, json).into_response())
}

pub async fn erase(
    State(core): State<Core>,
    Path((token, own)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (newsletter, reader) = match proven(&core, &token, &own, Wish::Erase).await? {
        Ok(found) => found,
        Err(refused) => return Ok(refused),
    };
    let mut tx = core.db.begin().await?;
    subscribers::remove(&mut tx, &newsletter, reader.id, core.now()).await?;
    messages::forget(&mut tx, &newsletter, &reader.email).await?;
    tx.commit().await?;
    let words = &newsletter.language.words().own_data;
    Ok(page(newsletter.language, StatusCode::OK, words.erased_title, &p(&(words.erased)(&newsletter.name))))
}

/// The reader whose link it is and who was sent the other one; else what to answer.
async fn proven(
    core: &Core,
    token: &str,
    own: &str,
    wish: Wish,
) -> Result<Result<(Newsletter, Subscriber), Response>, Problem> {
    let (newsletter, reader) = match find(core, token).await? {
        Found::Reader(found) => *found,
        other => return Ok(Err(nobody(&other))),
    };
    let is_theirs = OwnToken::read(core, own, wish).is_some_and(|own| {
        own.subscriber_id == reader.id
            && own.newsletter_id == newsletter.id
            && own.is_for(&reader.email)
            && !own.has_ended(core.now())
    });
    Ok(if is_theirs { Ok((newsletter, reader)) } else { Err(ended(newsletter.language, token)) })
}

fn question(token: &str, newsletter: &Newsletter, wish: Wish) -> Response {
    let words = &newsletter.language.words().own_data;
    let (title, text, button) = match wish {
        Wish::Export => (words.export_title, words.export, words.export_button),
        Wish::Erase => (words.erase_title, words.erase, words.erase_button),
    };
    let body = format!(
        "{}<div class=\"row\"><form method=\"post\"><button type=\"submit\">{}</button></form>\
         <a href=\"/p/{}\">{}</a></div>",
        p(&text(&newsletter.name)),
        escape(button),
        escape(token),
        escape(words.back),
    );
    page(newsletter.language, StatusCode::OK, title, &body)
}

fn sent(language: Language, reader: &Subscriber) -> Response {
    let words = language.words();
    let body = format!(
        "{}<p><small>{} {}</small></p>",
        p(&(words.own_data.sent)(&masked(&reader.email))),
        escape(words.common.spam),
        escape(words.own_data.hourly),
    );
    page(language, StatusCode::OK, words.common.inbox_title, &body)
}

fn cannot(newsletter: &Newsletter) -> Response {
    let words = &newsletter.language.words().own_data;
    let write = newsletter
        .reply_to
        .as_deref()
        .map_or_else(|| words.later.to_owned(), |to| (words.later_or_write)(to));
    let body = p(&format!("{} {write}", (words.cannot)(&newsletter.name)));
    page(newsletter.language, StatusCode::SERVICE_UNAVAILABLE, words.cannot_title, &body)
}

fn ended(language: Language, token: &str) -> Response {
    let words = language.words();
    let body = format!(
        "{}<p><a href=\"/p/{}\">{}</a></p>",
        p(words.own_data.ended),
        escape(token),
        escape(words.own_data.again),
    );
    page(language, StatusCode::GONE, words.common.ended_title, &body)
}
