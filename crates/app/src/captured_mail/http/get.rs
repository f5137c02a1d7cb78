//! One captured mail as a person reads it.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::CapturedMail;
use crate::{
    Core,
    accounts::Caller,
    captured_mail::{
        harmless::{Harmless, Syntax},
        model::{HeaderLine, Parsed, parse},
        store,
    },
    http::{ApiResult, Path, Problem, Problems, Query},
    tracking::Tracking,
};

/// A captured mail with what is in it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CapturedMailDetail {
    #[serde(flatten)]
    pub mail: CapturedMail,
    pub headers: Vec<HeaderLine>,
    #[schema(required)]
    pub html: Option<String>,
    #[schema(required)]
    pub text: Option<String>,
}

/// What becomes of the links that belong to the email's subscriber.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CapturedMailLinks)]
pub enum Links {
    /// Nothing counts and nothing acts: links lead to their targets, the reader's own pages are a sample's.
    #[default]
    Harmless,
    /// As the reader has them: following one is the reader's own doing.
    AsSent,
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CapturedMailQuery {
    #[serde(default)]
    #[param(inline)]
    links: Links,
}

/// Read a captured mail
///
/// Looking at it is not reading it: no picture tells of an open, links lead straight to their targets, and those that
/// unsubscribe, change or confirm something lead to a sample. A program that acts as the subscriber asks for `links=as_sent`.
#[utoipa::path(get, path = "/api/captured-mail/{captured_mail_id}", tag = "captured mail",
    params(("captured_mail_id" = i64, Path), CapturedMailQuery),
    responses(
        (status = 200, body = CapturedMailDetail),
        Problems<400, 401, 404>))]
pub async fn get_captured_mail(
    State(core): State<Core>,
    State(tracking): State<Tracking>,
    caller: Caller,
    Path(id): Path<i64>,
    Query(query): Query<CapturedMailQuery>,
) -> ApiResult<axum::Json<CapturedMailDetail>> {
    let mut tx = core.db.read().await?;
    let mail = store::find(&mut tx, caller.author_id, id).await?.ok_or_else(|| Problem::not_found("mail"))?;
    let raw = store::raw(&mut tx, caller.author_id, id).await?.unwrap_or_default();
    drop(tx);
    // Mail about the author's own account is read here, and nowhere else.
    let is_readers = mail.newsletter_id.is_some();
    let parsed = match query.links {
        Links::Harmless if is_readers => {
            harmless(&Harmless::of_campaign(&tracking, mail.campaign_id).await?, &parse(&raw))
        }
        Links::Harmless | Links::AsSent => parse(&raw),
    };
    Ok(axum::Json(CapturedMailDetail {
        mail: mail.into(),
        headers: parsed.headers,
        html: parsed.html,
        text: parsed.text,
    }))
}

fn harmless(harmless: &Harmless<'_>, mail: &Parsed) -> Parsed {
    let line = |header: &HeaderLine| HeaderLine {
        name: header.name.clone(),
        value: harmless.text(&header.value, Syntax::Text),
    };
    Parsed {
        headers: mail.headers.iter().map(line).collect(),
        html: mail.html.as_ref().map(|html| harmless.text(html, Syntax::Html)),
        text: mail.text.as_ref().map(|text| harmless.text(text, Syntax::Text)),
    }
}
