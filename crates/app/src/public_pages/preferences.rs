//! `/p/{token}`: what a reader gets, and what is kept about it: to see, to correct, to take along, to erase.

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::page::{escape, page, time, unknown_link};
use crate::{
    App, Timestamp,
    deliveries::LinkMaker,
    http::{Fields, Path, Problem},
    newsletters::{self, Newsletter},
    subscribers::{self, MAX_NAME, Status, Subscriber},
};

enum Found {
    Reader(Box<(Newsletter, Subscriber)>),
    /// The link of a preview or a test mail.
    Sample,
    /// Erased, or removed by the author.
    Gone,
    Unknown,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Names {
    first_name: String,
    last_name: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Sure {
    sure: String,
}

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

pub async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Problem> {
    Ok(match find(&app, &token).await? {
        Found::Reader(found) => overview(StatusCode::OK, &token, &found.0, &found.1, ""),
        other => nobody(&other),
    })
}

pub async fn rename(
    State(app): State<App>,
    Path(token): Path<String>,
    form: Result<Form<Names>, FormRejection>,
) -> Result<Response, Problem> {
    let found = match find(&app, &token).await? {
        Found::Reader(found) => found,
        other => return Ok(nobody(&other)),
    };
    let (newsletter, reader) = *found;
    let wrong = |text: &str| {
        let note = format!("<p class=\"error\" role=\"alert\">{}</p>", escape(text));
        overview(StatusCode::UNPROCESSABLE_ENTITY, &token, &newsletter, &reader, &note)
    };
    let Ok(Form(names)) = form else { return Ok(wrong("The form could not be read.")) };
    let mut fields = Fields::default();
    let first_name = fields.line("first_name", Some(names.first_name), MAX_NAME);
    let last_name = fields.line("last_name", Some(names.last_name), MAX_NAME);
    if let Err(problem) = fields.finish() {
        return Ok(wrong(&problem.detail));
    }
    let mut tx = app.db.begin().await?;
    subscribers::rename(&mut tx, &newsletter, reader.id, first_name, last_name, app.now()).await?;
    let renamed = subscribers::find_reader(&mut tx, &newsletter, reader.id).await?;
    tx.commit().await?;
    let saved = "<p role=\"status\">Your name was saved.</p>";
    Ok(renamed.map_or_else(
        || nobody(&Found::Gone),
        |reader| overview(StatusCode::OK, &token, &newsletter, &reader, saved),
    ))
}

pub async fn export(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Problem> {
    let (newsletter, reader) = match find(&app, &token).await? {
        Found::Reader(found) => *found,
        other => return Ok(nobody(&other)),
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

/// The first post asks, the second one erases.
pub async fn erase(
    State(app): State<App>,
    Path(token): Path<String>,
    form: Result<Form<Sure>, FormRejection>,
) -> Result<Response, Problem> {
    let (newsletter, reader) = match find(&app, &token).await? {
        Found::Reader(found) => *found,
        other => return Ok(nobody(&other)),
    };
    let sure = form.is_ok_and(|Form(form)| form.sure == "yes");
    if !sure {
        return Ok(ask(&token, &newsletter, &reader));
    }
    let mut tx = app.db.begin().await?;
    subscribers::remove(&mut tx, &newsletter, reader.id, app.now()).await?;
    tx.commit().await?;
    let name = escape(&newsletter.name);
    let body = format!("<p>{name} keeps nothing about you any more, and you will not receive it.</p>");
    Ok(page(StatusCode::OK, "Your data was erased", &body))
}

fn ask(token: &str, newsletter: &Newsletter, reader: &Subscriber) -> Response {
    let body = format!(
        "<p>{name} forgets {}, and you will not receive it any more. This cannot be undone.</p>\
         <div class=\"row\"><form method=\"post\" action=\"/p/{token}/erase\"><input type=\"hidden\" name=\"sure\" value=\"yes\">\
         <button type=\"submit\">Erase my data</button></form><a href=\"/p/{token}\">Keep it</a></div>",
        escape(&reader.email),
        name = escape(&newsletter.name),
        token = escape(token),
    );
    page(StatusCode::OK, "Erase your data?", &body)
}

fn overview(
    status: StatusCode,
    token: &str,
    newsletter: &Newsletter,
    reader: &Subscriber,
    note: &str,
) -> Response {
    let token = escape(token);
    let name = |value: &Option<String>| escape(value.as_deref().unwrap_or_default());
    let leave = if matches!(reader.status, Status::Active | Status::Pending) {
        format!(
            "<form method=\"post\" action=\"/u/{token}\"><button class=\"quiet\" type=\"submit\">Unsubscribe</button></form>"
        )
    } else {
        format!("<a href=\"/n/{}\">Subscribe again</a>", newsletter.public_id)
    };
    let body = format!(
        "{note}<dl><dt>Newsletter</dt><dd><a href=\"/n/{}\">{}</a></dd><dt>Email</dt><dd>{}</dd>\
         <dt>Status</dt><dd>{}</dd><dt>Since</dt><dd>{}</dd></dl>\
         <form method=\"post\" action=\"/p/{token}\">\
         <label for=\"first_name\">First name</label>\
         <input id=\"first_name\" name=\"first_name\" autocomplete=\"given-name\" maxlength=\"200\" value=\"{}\">\
         <label for=\"last_name\">Last name</label>\
         <input id=\"last_name\" name=\"last_name\" autocomplete=\"family-name\" maxlength=\"200\" value=\"{}\">\
         <button type=\"submit\">Save</button></form>\
         <h2>Leave</h2><div class=\"row\">{leave}</div>\
         <h2>Your data</h2><div class=\"row\"><a href=\"/p/{token}/data.json\" download>Download as JSON</a>\
         <form method=\"post\" action=\"/p/{token}/erase\"><button class=\"quiet\" type=\"submit\">Erase…</button></form></div>",
        newsletter.public_id,
        escape(&newsletter.name),
        escape(&reader.email),
        describe(reader.status),
        time(reader.subscribed_at),
        name(&reader.first_name),
        name(&reader.last_name),
    );
    page(status, "Your subscription", &body)
}

fn describe(status: Status) -> &'static str {
    match status {
        Status::Active => "You receive every issue.",
        Status::Pending => "You have not confirmed your address yet.",
        Status::Unsubscribed => "You are unsubscribed.",
        Status::Bounced => "Mail to you came back, so none is sent any more.",
        Status::Complained => "You reported a mail as spam, so none is sent any more.",
    }
}

async fn find(app: &App, token: &str) -> Result<Found, Problem> {
    let Some(token) = LinkMaker::new(app).read(token) else { return Ok(Found::Unknown) };
    if token.subscriber_id == 0 {
        return Ok(Found::Sample);
    }
    let mut tx = app.db.read().await?;
    let Some(newsletter) = newsletters::find_any(&mut tx, token.newsletter_id).await? else {
        return Ok(Found::Gone);
    };
    let reader = subscribers::find_reader(&mut tx, &newsletter, token.subscriber_id).await?;
    Ok(reader.map_or(Found::Gone, |reader| Found::Reader(Box::new((newsletter, reader)))))
}

fn nobody(found: &Found) -> Response {
    match found {
        Found::Sample => super::page::sample(),
        Found::Gone => page(
            StatusCode::NOT_FOUND,
            "Nothing is kept about you",
            "<p>The subscription that this link belonged to does not exist any more.</p>",
        ),
        _ => unknown_link(),
    }
}
