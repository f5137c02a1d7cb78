//! `/p/{token}`: what a reader gets, to see and to correct. Whoever a mail was forwarded to sees the same, so the address
//! is shown in part.

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::StatusCode,
    response::Response,
};
use serde::Deserialize;

use super::subscribe::wrong_name;
use crate::{
    Core, Language,
    html::{escape, masked, p, page, sample, time, unknown_link},
    http::{Fields, Path, Problem},
    links::LinkMaker,
    newsletters::{self, Newsletter},
    subscribers::{self, MAX_NAME, Status, Subscriber},
    words::Preferences,
};

pub enum Found {
    Reader(Box<(Newsletter, Subscriber)>),
    /// The link of a preview or a test mail.
    Sample(Language),
    /// Erased, or removed by the author.
    Gone(Language),
    Unknown,
}

impl Found {
    /// The newsletter's, where it is known.
    pub fn language(&self) -> Language {
        match self {
            Self::Reader(found) => found.0.language,
            Self::Sample(language) | Self::Gone(language) => *language,
            Self::Unknown => Language::default(),
        }
    }
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
    let words = newsletter.language.words();
    let Ok(Form(names)) = form else { return Ok(wrong(words.subscribe.unreadable)) };
    let mut fields = Fields::default();
    let first_name = fields.line("first_name", Some(names.first_name), MAX_NAME);
    let last_name = fields.line("last_name", Some(names.last_name), MAX_NAME);
    if let Some(reason) = wrong_name(newsletter.language, fields) {
        return Ok(wrong(reason));
    }
    let mut tx = core.db.begin().await?;
    subscribers::rename(&mut tx, &newsletter, reader.id, first_name, last_name, core.now()).await?;
    let renamed = subscribers::find_reader(&mut tx, &newsletter, reader.id).await?;
    tx.commit().await?;
    let saved = format!("<p role=\"status\">{}</p>", escape(words.preferences.saved));
    Ok(renamed.map_or_else(
        || nobody(&Found::Gone(newsletter.language)),
        |reader| overview(StatusCode::OK, &token, &newsletter, &reader, &saved),
    ))
}

fn overview(
    status: StatusCode,
    token: &str,
    newsletter: &Newsletter,
    reader: &Subscriber,
    note: &str,
) -> Response {
    let language = newsletter.language;
    let words = &language.words().preferences;
    let token = escape(token);
    let body = [
        note,
        &facts(newsletter, reader),
        &names(&token, words, reader),
        &leave(&token, newsletter, reader),
        &own_data(&token, words),
    ]
    .concat();
    page(language, status, words.title, &body)
}

fn facts(newsletter: &Newsletter, reader: &Subscriber) -> String {
    let words = &newsletter.language.words().preferences;
    format!(
        "<dl><dt>{}</dt><dd><a href=\"/n/{}\">{}</a></dd><dt>{}</dt><dd>{}</dd><dt>{}</dt><dd>{}</dd>\
         <dt>{}</dt><dd>{}</dd></dl>",
        escape(words.newsletter),
        newsletter.public_id,
        escape(&newsletter.name),
        escape(words.email),
        escape(&masked(&reader.email)),
        escape(words.status),
        escape(describe(words, reader.status)),
        escape(words.since),
        time(newsletter.language, reader.subscribed_at),
    )
}

fn names(token: &str, words: &Preferences, reader: &Subscriber) -> String {
    let name = |value: &Option<String>| escape(value.as_deref().unwrap_or_default());
    format!(
        "<form method=\"post\" action=\"/p/{token}\">\
         <label for=\"first_name\">{}</label>\
         <input id=\"first_name\" name=\"first_name\" autocomplete=\"given-name\" maxlength=\"200\" value=\"{}\">\
         <label for=\"last_name\">{}</label>\
         <input id=\"last_name\" name=\"last_name\" autocomplete=\"family-name\" maxlength=\"200\" value=\"{}\">\
         <button type=\"submit\">{}</button></form>",
        escape(words.first_name),
        name(&reader.first_name),
        escape(words.last_name),
        name(&reader.last_name),
        escape(words.save),
    )
}

/// The way out, or back.
fn leave(token: &str, newsletter: &Newsletter, reader: &Subscriber) -> String {
    let words = &newsletter.language.words().preferences;
    let (title, way) = if matches!(reader.status, Status::Active | Status::Pending) {
        let button = escape(words.unsubscribe);
        let form = format!(
            "<form method=\"post\" action=\"/u/{token}\"><button class=\"quiet\" type=\"submit\">{button}</button></form>"
        );
        (words.leave, form)
    } else {
        let link = format!("<a href=\"/n/{}\">{}</a>", newsletter.public_id, escape(words.subscribe_again));
        (words.come_back, link)
    };
    format!("<h2>{}</h2><div class=\"row\">{way}</div>", escape(title))
}

fn own_data(token: &str, words: &Preferences) -> String {
    let form = |path: &str, button: &str| {
        format!(
            "<form method=\"post\" action=\"/p/{token}/{path}\"><button class=\"quiet\" type=\"submit\">{}</button></form>",
            escape(button)
        )
    };
    format!(
        "<h2>{}</h2><div class=\"row\">{}{}</div><p><small>{}</small></p>",
        escape(words.data),
        form("data", words.download),
        form("erase", words.erase),
        escape(words.proof),
    )
}

fn describe(words: &Preferences, status: Status) -> &'static str {
    match status {
        Status::Active => words.active,
        Status::Pending => words.pending,
        Status::Unsubscribed => words.unsubscribed,
        Status::Bounced => words.bounced,
        Status::Complained => words.complained,
    }
}

pub async fn find(core: &Core, token: &str) -> Result<Found, Problem> {
    let Some(token) = LinkMaker::new(core).read(token) else { return Ok(Found::Unknown) };
    let mut tx = core.db.read().await?;
    let newsletter = newsletters::find_any(&mut tx, token.newsletter_id).await?;
    let language = newsletter.as_ref().map(|newsletter| newsletter.language).unwrap_or_default();
    if token.subscriber_id.get() == 0 {
        return Ok(Found::Sample(language));
    }
    let Some(newsletter) = newsletter else { return Ok(Found::Gone(language)) };
    let reader = subscribers::find_reader(&mut tx, &newsletter, token.subscriber_id).await?;
    Ok(reader.map_or(Found::Gone(language), |reader| Found::Reader(Box::new((newsletter, reader)))))
}

pub fn nobody(found: &Found) -> Response {
    match found {
        Found::Sample(language) => sample(*language),
        Found::Gone(language) => {
            let words = &language.words().preferences;
            page(*language, StatusCode::NOT_FOUND, words.gone_title, &p(words.gone))
        }
        _ => unknown_link(),
    }
}
