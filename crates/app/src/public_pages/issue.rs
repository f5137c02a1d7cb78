//! `/n/{public_id}/{campaign}`: one issue, below its subject in a frame. What the author wrote is sanitized, and shown
//! where nothing may run, even if something were left in it.

use std::{collections::HashSet, sync::LazyLock};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{Html, IntoResponse as _, Response},
};

use super::newsletter::subject;
use crate::{
    Core,
    campaigns::{self, Campaign},
    html::{escape, framed, missing},
    http::{Path, Problem},
    newsletters::{self, Newsletter},
};

/// Links open in a tab of their own, which the sandbox has to allow; scripts, forms and everything else stay forbidden.
const POLICY: &str = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' https: data:; \
     style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/// A mail is made for a white sheet. Links that belong to a reader have no target here and are hidden.
const STYLE: &str = "html{color-scheme:light;background:#fff}\
body{margin:0 auto;padding:16px;max-width:680px;color:#1f2328;font:17px/1.6 Newsreader,Georgia,serif;overflow-wrap:anywhere}\
img{max-width:100%;height:auto}a[href=\"\"]{display:none!important}a:focus-visible{outline:2px solid #1f2328;outline-offset:2px}";

/// Mails are laid out with tables and inline styles; style sheets and everything that could act go.
static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = ammonia::Builder::default();
    cleaner
        .add_tags(["font", "u", "big", "section", "article", "header", "footer", "main"])
        .add_clean_content_tags(["title", "head", "noscript", "template", "iframe", "object", "svg", "math"])
        .add_generic_attributes([
            "style",
            "align",
            "valign",
            "bgcolor",
            "width",
            "height",
            "border",
            "cellpadding",
            "cellspacing",
            "dir",
            "role",
        ])
        .add_tag_attributes("font", ["color", "face", "size"])
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel", "data"]))
        .attribute_filter(|element, attribute, value| {
            // Only a picture may carry its own bytes.
            let is_data =
                value.trim_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
            (!is_data || (element == "img" && attribute == "src")).then(|| value.into())
        })
        .set_tag_attribute_value("a", "target", "_blank");
    cleaner
});

pub async fn show(
    State(core): State<Core>,
    Path((public_id, id)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let Some((newsletter, campaign)) = find(&core, &public_id, &id).await? else { return Ok(missing()) };
    let home = format!("/n/{}", newsletter.public_id);
    let src = format!("{home}/{}/body", campaign.id);
    Ok(framed(newsletter.language, &subject(&newsletter, &campaign.subject), &newsletter.name, &home, &src))
}

pub async fn body(
    State(core): State<Core>,
    Path((public_id, id)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let Some((newsletter, campaign)) = find(&core, &public_id, &id).await? else { return Ok(missing()) };
    let html = campaigns::issue_html(&core, &newsletter, &campaign)?;
    let html = format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <style>{STYLE}</style></head><body>{}</body></html>",
        escape(&language(&newsletter, &campaign)),
        escape(&subject(&newsletter, &campaign.subject)),
        CLEANER.clean(&html),
    );
    let mut response = Html(html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// A design says itself what it is written in.
fn language(newsletter: &Newsletter, campaign: &Campaign) -> String {
    let theme = campaign.theme.as_ref().and_then(|theme| serde_json::from_str(theme.as_str()).ok());
    let written = theme.and_then(|theme: serde_json::Value| Some(theme.get("lang")?.as_str()?.to_owned()));
    written.filter(|lang| !lang.is_empty()).unwrap_or_else(|| newsletter.language.tag().to_owned())
}

async fn find(core: &Core, public_id: &str, id: &str) -> Result<Option<(Newsletter, Campaign)>, Problem> {
    let Ok(id) = id.parse() else { return Ok(None) };
    let mut tx = core.db.read().await?;
    let Some(newsletter) = newsletters::find_public(&mut tx, public_id).await? else { return Ok(None) };
    let campaign = campaigns::find_issue(&mut tx, &newsletter, id).await?;
    Ok(campaign.map(|campaign| (newsletter, campaign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_act_is_gone_and_the_look_stays() {
        let dirty = "<html><head><title>T</title><style>p{}</style></head><body><table bgcolor=\"#eee\" width=\"600\"><tr>\
            <td style=\"color:red\" onclick=\"x()\">A<script>alert(1)</script></td></tr></table>\
            <a href=\"javascript:x()\">j</a><a href=\"data:text/html,x\">d</a><a href=\"https://e.example/\">ok</a>\
            <img src=\"data:image/png;base64,AA\" onerror=\"x()\"><form action=\"/u/x\"><input></form><iframe src=\"x\"></iframe>\
            <meta http-equiv=\"refresh\" content=\"0\"><base href=\"//evil.example\"><svg><a xlink:href=\"x\"/></svg></body></html>";
        let clean = CLEANER.clean(dirty).to_string();
        for gone in [
            "script",
            "onclick",
            "onerror",
            "javascript",
            "data:text",
            "<form",
            "<input",
            "iframe",
            "refresh",
            "base href",
            "svg",
            "T<",
            "p{}",
        ] {
            assert!(!clean.contains(gone), "{gone}: {clean}");
        }
        for kept in [
            "bgcolor=\"#eee\"",
            "style=\"color:red\"",
            "width=\"600\"",
            "src=\"data:image/png",
            "href=\"https://e.example/\"",
            "target=\"_blank\"",
            "noopener",
        ] {
            assert!(clean.contains(kept), "{kept}: {clean}");
        }
    }
}
