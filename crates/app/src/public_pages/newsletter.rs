//! `/n/{public_id}`: what a newsletter is, the form to subscribe, and what was sent.

use axum::{extract::State, http::StatusCode, response::Response};
use serde::Deserialize;

use crate::{
    CampaignId, Core,
    campaigns::{self, Issue},
    html::{escape, missing, p, reading, time},
    http::{Path, Problem, Query},
    links,
    newsletters::{self, Newsletter},
};

const PAGE: usize = 50;

#[derive(Debug, Default, Deserialize)]
pub struct After {
    /// `time-id` of the last issue of the page before.
    after: Option<String>,
}

impl After {
    /// `Err` for what is none of our links.
    fn keys(&self) -> Result<Option<(i64, CampaignId)>, ()> {
        let Some(text) = &self.after else { return Ok(None) };
        let (time, id) = text.split_once('-').ok_or(())?;
        Ok(Some((time.parse().map_err(drop)?, id.parse().map_err(drop)?)))
    }
}

pub async fn show(
    State(core): State<Core>,
    Path(public_id): Path<String>,
    Query(after): Query<After>,
) -> Result<Response, Problem> {
    let Ok(after) = after.keys() else { return Ok(missing()) };
    let mut tx = core.db.read().await?;
    let Some(newsletter) = newsletters::find_public(&mut tx, &public_id).await? else { return Ok(missing()) };
    let issues = campaigns::issues(&mut tx, newsletter.id, after, PAGE as i64 + 1).await?;
    drop(tx);
    let title = escape(&newsletter.name);
    let head = format!(
        "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"{title}\" href=\"/n/{}/feed.xml\">",
        newsletter.public_id
    );
    let body = format!(
        "<main><h1>{title}</h1>{}{}{}</main><footer><small><a href=\"/n/{}/feed.xml\">{}</a></small></footer>",
        lead(&newsletter),
        entry(&core, &newsletter, None),
        archive(&newsletter, &issues),
        newsletter.public_id,
        escape(newsletter.language.words().newsletter.feed),
    );
    Ok(reading(newsletter.language, StatusCode::OK, &newsletter.name, &head, &body))
}

fn lead(newsletter: &Newsletter) -> String {
    newsletter
        .description
        .as_deref()
        .map(|text| format!("<p class=\"lead\">{}</p>", escape(text)))
        .unwrap_or_default()
}

/// What was typed into the form and cannot be used as it is; `reason` is a sentence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wrong<'a> {
    pub reason: &'a str,
    pub email: &'a str,
    pub first_name: &'a str,
}

/// The form, or why there is none.
pub fn entry(core: &Core, newsletter: &Newsletter, wrong: Option<Wrong<'_>>) -> String {
    let words = &newsletter.language.words().newsletter;
    if !newsletter.takes_subscribers() {
        return p(words.closed);
    }
    let typed = wrong.unwrap_or_default();
    let (error, described) = match typed.reason {
        "" => (String::new(), ""),
        reason => (
            format!("<p class=\"error\" id=\"error\" role=\"alert\">{}</p>", escape(reason)),
            " aria-describedby=\"error\"",
        ),
    };
    format!(
        "<section aria-labelledby=\"subscribe\"><h2 id=\"subscribe\">{subscribe}</h2>{error}\
         <form method=\"post\" action=\"/n/{}/subscribe\"{described}>\
         <label for=\"email\">{}</label>\
         <input id=\"email\" name=\"email\" type=\"text\" inputmode=\"email\" autocapitalize=\"none\" spellcheck=\"false\" autocomplete=\"email\" required maxlength=\"254\" value=\"{}\">\
         <label for=\"first_name\">{} <span class=\"hint\">{}</span></label>\
         <input id=\"first_name\" name=\"first_name\" autocomplete=\"given-name\" maxlength=\"200\" value=\"{}\">\
         <div class=\"away\" aria-hidden=\"true\"><label for=\"website\">{}</label>\
         <input id=\"website\" name=\"website\" tabindex=\"-1\" autocomplete=\"off\"></div>\
         <input type=\"hidden\" name=\"shown\" value=\"{}\">\
         <button type=\"submit\">{subscribe}</button></form></section>",
        newsletter.public_id,
        escape(words.email),
        escape(typed.email),
        escape(words.first_name),
        escape(words.optional),
        escape(typed.first_name),
        escape(words.leave_empty),
        links::form_token(core, newsletter.id),
        subscribe = escape(words.subscribe),
    )
}

fn archive(newsletter: &Newsletter, issues: &[Issue]) -> String {
    let id = &newsletter.public_id;
    let words = &newsletter.language.words().newsletter;
    let lines: String = issues.iter().take(PAGE).map(|issue| line(newsletter, issue)).collect();
    let list =
        if lines.is_empty() { p(words.nothing_sent) } else { format!("<ul class=\"issues\">{lines}</ul>") };
    let older = (issues.len() > PAGE)
        .then(|| &issues[PAGE - 1])
        .map(|last| {
            let (at, older) = (last.started_at.0, escape(words.older));
            format!("<p><a href=\"/n/{id}?after={at}-{}\">{older}</a></p>", last.id)
        })
        .unwrap_or_default();
    let archive = escape(words.archive);
    format!("<section aria-labelledby=\"archive\"><h2 id=\"archive\">{archive}</h2>{list}{older}</section>")
}

fn line(newsletter: &Newsletter, issue: &Issue) -> String {
    let preheader = issue
        .preheader
        .as_deref()
        .map(|text| campaigns::for_nobody(text, newsletter))
        .filter(|text| !text.is_empty())
        .map(|text| format!("<span>{}</span>", escape(&text)))
        .unwrap_or_default();
    format!(
        "<li>{}<a href=\"/n/{}/{}\">{}</a>{preheader}</li>",
        time(newsletter.language, issue.started_at),
        newsletter.public_id,
        issue.id,
        escape(&subject(newsletter, &issue.subject)),
    )
}

/// A subject for nobody; a link needs some text.
pub fn subject(newsletter: &Newsletter, subject: &str) -> String {
    Some(campaigns::for_nobody(subject, newsletter))
        .filter(|s| !s.is_empty())
        .unwrap_or_else(|| newsletter.language.words().common.no_subject.into())
}
