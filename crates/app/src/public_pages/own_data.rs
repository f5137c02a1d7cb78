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
    Core, Timestamp, deliveries,
    html::{escape, masked, page},
    http::{Path, Peer, Problem},
    links::{OwnToken, Wish},
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
    if !pages.own.limits.post(peer, now) {
        return Ok(too_many());
    }
    let (newsletter, reader) = match find(&pages, &token).await? {
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
    Ok(sent(&reader))
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
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"my-data.json\""),
        (header::CACHE_CONTROL, "no-store"),
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
    tx.commit().await?;
    let name = escape(&newsletter.name);
    let body = format!("<p>{name} keeps nothing about you any more, and you will not receive it.</p>");
    Ok(page(StatusCode::OK, "Your data was erased", &body))
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
    Ok(if is_theirs { Ok((newsletter, reader)) } else { Err(ended(token)) })
}

fn question(token: &str, newsletter: &Newsletter, wish: Wish) -> Response {
    let (title, text, button) = match wish {
        Wish::Export => (
            "Your data",
            "keeps about you what this file has. It opens with any text editor.",
            "Download as JSON",
        ),
        Wish::Erase => (
            "Erase your data?",
            "forgets you, and you will not receive it any more. This cannot be undone.",
            "Erase my data",
        ),
    };
    let body = format!(
        "<p>{} {text}</p><div class=\"row\"><form method=\"post\"><button type=\"submit\">{button}</button></form>\
         <a href=\"/p/{}\">Back</a></div>",
        escape(&newsletter.name),
        escape(token),
    );
    page(StatusCode::OK, title, &body)
}

fn sent(reader: &Subscriber) -> Response {
    page(
        StatusCode::OK,
        "Check your inbox",
        &format!(
            "<p>We have sent a link to {}, which works for a day: open it to go on. This way nobody whom a mail was \
             forwarded to reads or erases your data.</p>\
             <p><small>Nothing there after a few minutes? Please look in the spam folder. We send at most one such mail an \
             hour.</small></p>",
            escape(&masked(&reader.email))
        ),
    )
}

fn cannot(newsletter: &Newsletter) -> Response {
    let write = newsletter.reply_to.as_deref().map_or_else(
        || "Please try again later.".to_owned(),
        |to| format!("Please try again later, or write to {}.", escape(to)),
    );
    page(
        StatusCode::SERVICE_UNAVAILABLE,
        "No mail can be sent now",
        &format!("<p>{} cannot send you the link to your data now. {write}</p>", escape(&newsletter.name)),
    )
}

fn ended(token: &str) -> Response {
    page(
        StatusCode::GONE,
        "This link does not work any more",
        &format!(
            "<p>It works for a day after it was asked for.</p><p><a href=\"/p/{}\">Ask for a new one</a></p>",
            escape(token)
        ),
    )
}
