//! `/p/{token}`: what a reader gets, to see and to correct. Whoever a mail was forwarded to sees the same, so the address
//! is shown in part.

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::StatusCode,
    response::Response,
};
use serde::Deserialize;

use crate::{
    Core,
    html::{escape, masked, page, time, unknown_link},
    http::{Fields, Path, Problem},
    links::LinkMaker,
    newsletters::{self, Newsletter},
    subscribers::{self, MAX_NAME, Status, Subscriber},
};

pub enum Found {
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

pub async fn show(State(core): State<Core>, Path(token): Path<String>) -> Result<Response, Problem> {
    Ok(match find(&core, &token).await? {
        Found::Reader(found) => overview(StatusCode::OK, &token, &found.0, &found.1, ""),
        other => nobody(&other),
    })
}

pub async fn rename(
    State(core): State<Core>,
    Path(token): Path<String>,
    form: Result<Form<Names>, FormRejection>,
) -> Result<Response, Problem> {
    let found = match find(&core, &token).await? {
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
    let mut tx = core.db.begin().await?;
    subscribers::rename(&mut tx, &newsletter, reader.id, first_name, last_name, core.now()).await?;
    let renamed = subscribers::find_reader(&mut tx, &newsletter, reader.id).await?;
    tx.commit().await?;
    let saved = "<p role=\"status\">Your name was saved.</p>";
    Ok(renamed.map_or_else(
        || nobody(&Found::Gone),
        |reader| overview(StatusCode::OK, &token, &newsletter, &reader, saved),
    ))
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
         <h2>Your data</h2><div class=\"row\">\
         <form method=\"post\" action=\"/p/{token}/data\"><button class=\"quiet\" type=\"submit\">Download…</button></form>\
         <form method=\"post\" action=\"/p/{token}/erase\"><button class=\"quiet\" type=\"submit\">Erase…</button></form></div>\
         <p><small>We send a link to your address first, to be sure that it is you.</small></p>",
        newsletter.public_id,
        escape(&newsletter.name),
        escape(&masked(&reader.email)),
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

pub async fn find(core: &Core, token: &str) -> Result<Found, Problem> {
    let Some(token) = LinkMaker::new(core).read(token) else { return Ok(Found::Unknown) };
    if token.subscriber_id.get() == 0 {
        return Ok(Found::Sample);
    }
    let mut tx = core.db.read().await?;
    let Some(newsletter) = newsletters::find_any(&mut tx, token.newsletter_id).await? else {
        return Ok(Found::Gone);
    };
    let reader = subscribers::find_reader(&mut tx, &newsletter, token.subscriber_id).await?;
    Ok(reader.map_or(Found::Gone, |reader| Found::Reader(Box::new((newsletter, reader)))))
}

pub fn nobody(found: &Found) -> Response {
    match found {
        Found::Sample => crate::html::sample(),
        Found::Gone => page(
            StatusCode::NOT_FOUND,
            "Nothing is kept about you",
            "<p>The subscription that this link belonged to does not exist any more.</p>",
        ),
        _ => unknown_link(),
    }
}
