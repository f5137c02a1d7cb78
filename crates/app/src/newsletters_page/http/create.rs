//! Starting a newsletter.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use super::{check_domain, shown};
use crate::{
    Core, Language,
    accounts::Caller,
    events::{self, Event},
    http::{ApiResult, Fields, Json, Problem, ProblemBody, Problems},
    newsletters::{self, InDoubtPolicy, MAX_DESCRIPTION, MAX_NAME, NewNewsletter, Tracking},
    newsletters_page::view::NewsletterView,
};

#[derive(Deserialize, utoipa::ToSchema)]
pub struct CreateNewsletter {
    #[schema(required, nullable = false, min_length = 1, max_length = 200)]
    name: Option<String>,
    #[schema(max_length = 2000)]
    description: Option<String>,
    #[schema(required, nullable = false, min_length = 1, max_length = 200)]
    from_name: Option<String>,
    /// The part of the sending address before the @.
    #[schema(required, nullable = false, min_length = 1, max_length = 64)]
    from_prefix: Option<String>,
    domain_id: Option<i64>,
    #[schema(format = Email)]
    reply_to: Option<String>,
    /// Whether a subscriber whom the author adds must confirm; false when absent.
    double_opt_in: Option<bool>,
    /// `resend` when absent.
    in_doubt_policy: Option<InDoubtPolicy>,
    /// `full` when absent.
    tracking: Option<Tracking>,
    /// Of the public pages and of the emails that these send; `en` when absent.
    language: Option<Language>,
}

/// Create a newsletter
///
/// It starts active.
#[utoipa::path(post, path = "/api/newsletters", tag = "newsletters", request_body = CreateNewsletter,
    responses(
        (status = 201, body = NewsletterView),
        Problems<400, 401, 413, 415, 422>,
        (status = 409, description = "The first call with this Idempotency-Key is still being answered", body = ProblemBody)))]
pub async fn create_newsletter(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<CreateNewsletter>,
) -> ApiResult<(StatusCode, axum::Json<NewsletterView>)> {
    let new = read(body)?;
    let now = core.now();
    let mut tx = core.db.begin().await?;
    check_domain(&mut tx, &caller, new.domain_id).await?;
    let id = newsletters::insert(&mut tx, caller.author_id, &new, now).await?;
    events::record(&mut tx, caller.author_id, Event::NewsletterCreated { name: &new.name }, now).await?;
    let newsletter = shown(&core, &mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(newsletter)))
}

fn read(body: CreateNewsletter) -> Result<NewNewsletter, Problem> {
    let mut fields = Fields::default();
    let new = NewNewsletter {
        name: fields.required_line("name", body.name, MAX_NAME),
        description: fields.text("description", body.description, MAX_DESCRIPTION),
        from_name: fields.required_line("from_name", body.from_name, MAX_NAME),
        from_prefix: fields.required_line("from_prefix", body.from_prefix, MAX_NAME),
        domain_id: body.domain_id,
        reply_to: newsletters::reply_to(&mut fields, body.reply_to),
        double_opt_in: body.double_opt_in.unwrap_or(false),
        in_doubt_policy: body.in_doubt_policy.unwrap_or(InDoubtPolicy::Resend),
        tracking: body.tracking.unwrap_or_default(),
        language: body.language.unwrap_or_default(),
    };
    newsletters::check_from_prefix(&mut fields, &new.from_prefix);
    fields.finish()?;
    Ok(new)
}
