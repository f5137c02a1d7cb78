//! Changing a newsletter.

use axum::extract::State;
use serde::Deserialize;

use super::{check_domain, no_such_newsletter, shown};
use crate::{
    Core, Language, NewsletterId,
    accounts::Caller,
    http::{ApiResult, Fields, IfMatch, Json, Patch, Path, Problem, Problems, Tagged},
    newsletters::{self, Change, InDoubtPolicy, MAX_DESCRIPTION, MAX_NAME, Tracking},
    newsletters_page::view::NewsletterView,
};

/// Any subset of the fields; null clears an optional one.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateNewsletter {
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 200)]
    name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2000)]
    description: Patch<String>,
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 200)]
    from_name: Patch<String>,
    /// The part of the sending address before the @.
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 64)]
    from_prefix: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    domain_id: Patch<i64>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Email)]
    reply_to: Patch<String>,
    #[serde(default)]
    #[schema(value_type = bool, required = false)]
    is_active: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = bool, required = false)]
    double_opt_in: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = InDoubtPolicy, required = false)]
    in_doubt_policy: Patch<InDoubtPolicy>,
    /// Campaigns that are on their way keep what they started with.
    #[serde(default)]
    #[schema(value_type = Tracking, required = false)]
    tracking: Patch<Tracking>,
    /// Of the public pages and of the emails that these send.
    #[serde(default)]
    #[schema(value_type = Language, required = false)]
    language: Patch<Language>,
}

/// Change a newsletter
///
/// `{"is_active": false}` alone deactivates it.
#[utoipa::path(put, path = "/api/newsletters/{newsletter_id}", tag = "newsletters", request_body = UpdateNewsletter,
    params(("newsletter_id" = i64, Path)),
    responses(
        (status = 200, body = NewsletterView),
        Problems<400, 401, 404, 412, 413, 415, 422>))]
pub async fn update_newsletter(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
    if_match: IfMatch,
    Json(body): Json<UpdateNewsletter>,
) -> ApiResult<Tagged<NewsletterView>> {
    let change = read(body);
    let mut tx = core.db.begin().await?;
    if newsletters::find_counted(&mut tx, caller.author_id, id).await?.is_none() {
        return Err(no_such_newsletter());
    }
    let change = change?;
    if if_match.asks::<NewsletterView>(&mut tx, id.get()).await? {
        if_match.check(&shown(&core, &mut tx, &caller, id).await?)?;
    }
    check_domain(&mut tx, &caller, change.domain_id.flatten()).await?;
    newsletters::update(&mut tx, caller.author_id, id, change, core.now()).await?;
    let newsletter = shown(&core, &mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok(Tagged(newsletter))
}

fn read(body: UpdateNewsletter) -> Result<Change, Problem> {
    let mut fields = Fields::default();
    let change = Change {
        name: fields.patch_required_line("name", body.name, MAX_NAME),
        description: fields.patch_text("description", body.description, MAX_DESCRIPTION),
        from_name: fields.patch_required_line("from_name", body.from_name, MAX_NAME),
        from_prefix: fields.patch_required_line("from_prefix", body.from_prefix, MAX_NAME),
        domain_id: body.domain_id.change(),
        reply_to: body.reply_to.change().map(|value| newsletters::reply_to(&mut fields, value)),
        is_active: fields.patch_required("is_active", body.is_active),
        double_opt_in: fields.patch_required("double_opt_in", body.double_opt_in),
        in_doubt_policy: fields.patch_required("in_doubt_policy", body.in_doubt_policy),
        tracking: fields.patch_required("tracking", body.tracking),
        language: fields.patch_required("language", body.language),
    };
    newsletters::check_from_prefix(&mut fields, change.from_prefix.as_deref().unwrap_or_default());
    fields.finish()?;
    Ok(change)
}
