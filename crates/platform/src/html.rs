//! Quiet pages in the look of the dashboard, light or dark as the reader's system is, made for a phone first.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use chrono::Datelike as _;

use crate::Language;

const STYLE: &str = "\
:root{color-scheme:light dark;--page:#faf8f4;--card:#fff;--text:#1a1c1f;--muted:#5f6570;--line:#e3ded4;--accent:#c93f25;--on:#fff}\
@media(prefers-color-scheme:dark){:root{--page:#0d0f12;--card:#14171c;--text:#e8e6e1;--muted:#9aa0aa;--line:#2a2f38;--accent:#e8553a;--on:#0d0f12}}\
*{box-sizing:border-box}\
body{margin:0;min-height:100vh;background:var(--page);color:var(--text);font:16px/1.6 Inter,system-ui,sans-serif;overflow-wrap:anywhere}\
.card{display:grid;place-items:center}\
.card main{width:min(32rem,100% - 2rem);margin:2rem 0;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:12px}\
.wide main,.wide footer{width:min(40rem,100% - 2rem);margin:3rem auto}\
h1,h2,.lead,.issues a{font-family:Newsreader,Georgia,serif}\
h1{margin:0 0 .5rem;font-size:1.5rem;font-weight:500;line-height:1.3}h2{margin:2.5rem 0 .75rem;font-size:1.25rem;font-weight:500}\
.wide h1{font-size:2.25rem;line-height:1.15}.lead{font-size:1.125rem;white-space:pre-line}\
p{margin:0 0 1rem}small,dt,time,.hint{color:var(--muted)}\
a{color:inherit;text-underline-offset:3px}a:hover{text-decoration-thickness:2px}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}dd{margin:0}\
label{display:block;margin:0 0 .25rem;font-weight:500}\
input{width:100%;min-height:44px;margin:0 0 1rem;padding:0 .75rem;border:1px solid var(--muted);border-radius:8px;\
background:var(--card);color:var(--text);font:inherit}\
button{min-height:44px;padding:0 1.25rem;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on);\
font:600 1rem/1 Inter,system-ui,sans-serif;cursor:pointer}\
button.quiet{border-color:var(--muted);background:transparent;color:var(--text)}\
:focus-visible{outline:2px solid var(--text);outline-offset:2px}\
.error{padding:.75rem 1rem;border:1px solid var(--accent);border-radius:8px}\
.issues{margin:0;padding:0;list-style:none}.issues li{padding:.75rem 0;border-top:1px solid var(--line)}\
.issues a{font-size:1.125rem}.issues time,.issues span{display:block;font-size:.875rem}.issues span{color:var(--muted)}\
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:0 0 1rem}.row form{margin:0}\
.away{position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden}\
.issue{display:flex;flex-direction:column;height:100vh;height:100dvh}\
.issue header{padding:.75rem 1rem;border-bottom:1px solid var(--line)}.issue h1{margin:0;font-size:1.125rem}\
.issue main{flex:1;display:flex;min-height:0}iframe{flex:1;width:100%;border:0;background:#fff}";

/// Nothing runs and nothing is loaded; forms go to this server alone.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// The same, and one frame with an issue of this server in it.
const FRAMING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'none'; base-uri 'none'; \
     frame-ancestors 'none'";

/// A small page about one thing, not for search engines; `body` is HTML of ours, with every foreign value escaped.
pub fn page(language: Language, status: StatusCode, title: &str, body: &str) -> Response {
    let escaped = escape(title);
    let body = format!("<main><h1>{escaped}</h1>{body}</main>");
    document(language, status, title, "<meta name=\"robots\" content=\"noindex\">", "card", &body, POLICY)
}

/// A page to read, which search engines may show; `head` and `body` as in [`page`].
pub fn reading(language: Language, status: StatusCode, title: &str, head: &str, body: &str) -> Response {
    document(language, status, title, head, "wide", body, POLICY)
}

/// One issue in a frame below its subject; `back` and `src` are paths of ours.
pub fn framed(language: Language, title: &str, newsletter: &str, back: &str, src: &str) -> Response {
    let subject = escape(title);
    let body = format!(
        "<header><a href=\"{back}\">{}</a><h1>{subject}</h1></header>\
         <main><iframe sandbox=\"allow-popups allow-popups-to-escape-sandbox\" title=\"{subject}\" src=\"{src}\"></iframe></main>",
        escape(newsletter)
    );
    document(language, StatusCode::OK, title, "", "issue", &body, FRAMING_POLICY)
}

fn document(
    language: Language,
    status: StatusCode,
    title: &str,
    head: &str,
    class: &str,
    body: &str,
    policy: &'static str,
) -> Response {
    let title = escape(title);
    let html = format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">{head}\
         <style>{STYLE}</style></head><body class=\"{class}\">{body}</body></html>",
        language.tag()
    );
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A paragraph of a text.
pub fn p(text: &str) -> String {
    format!("<p>{}</p>", escape(text))
}

/// What every path of a page that is not there answers.
pub fn missing() -> Response {
    let language = Language::default();
    let words = &language.words().common;
    page(language, StatusCode::NOT_FOUND, words.missing_title, &p(words.missing))
}

/// What a link answers whose token is not one of ours, so that nobody knows whose language to answer in.
pub fn unknown_link() -> Response {
    let language = Language::default();
    let words = &language.words().common;
    page(language, StatusCode::NOT_FOUND, words.unknown_link_title, &p(words.unknown_link))
}

/// An address that its owner recognises and nobody else learns: `i•••@e•••.org`.
pub fn masked(email: &str) -> String {
    let (local, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let (host, ending) = domain.rsplit_once('.').unwrap_or((domain, ""));
    // What has one letter alone would be told whole.
    let first = |text: &str| text.chars().next().filter(|_| text.chars().nth(1).is_some());
    let shown = |text: &str| first(text).map(String::from).unwrap_or_default() + "\u{2022}\u{2022}\u{2022}";
    let dot = if ending.is_empty() { "" } else { "." };
    format!("{}@{}{dot}{ending}", shown(local), shown(host))
}

/// Text as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// The day in UTC for people, as their language writes it, and machines.
pub fn time(language: Language, time: crate::Timestamp) -> String {
    let day = chrono::DateTime::from_timestamp_millis(time.0).unwrap_or_default();
    let day = (language.words().common.day)(day.year(), day.month(), day.day());
    format!("<time datetime=\"{time}\">{day}</time>")
}

/// What the links of previews and test emails show.
pub fn sample(language: Language) -> Response {
    let words = &language.words().common;
    page(language, StatusCode::OK, words.sample_title, &p(words.sample))
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn an_address_is_shown_in_part() {
        for (email, expected) in [
            ("ida@example.org", "i•••@e•••.org"),
            ("Ida.Long+tag@mail.example.co.uk", "I•••@m•••.uk"),
            ("a@b.de", "•••@•••.de"),
            ("ä1@münchen.example", "ä•••@m•••.example"),
            ("x1@localhost", "x•••@l•••"),
        ] {
            assert_eq!(masked(email), expected);
        }
    }
}
