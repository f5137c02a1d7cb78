//! Changing a domain.

use axum::extract::State;
use serde::Deserialize;

use super::{
    create::{daily_limit, domain_name},
    shown, writable,
};
use crate::{
    Core,
    accounts::Caller,
    domains::{
        Domain, check,
        model::MAX_NOTES,
        store::{self, Edit},
        view::DomainView,
    },
    http::{ApiResult, FieldCode, Fields, IfMatch, Json, Patch, Path, Problems, Tagged},
};

/// Any subset of the fields; null clears an optional one. The name stays: another name is another domain.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateDomain {
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false, max_length = 2000)]
    notes: Patch<String>,
    #[serde(default)]
    #[schema(value_type = bool, required = false)]
    is_active: Patch<bool>,
    /// Emails a day, UTC; 0: no limit.
    #[serde(default)]
    #[schema(value_type = i64, required = false, minimum = 0, maximum = 1_000_000_000)]
    daily_send_limit: Patch<i64>,
    /// Begins (or ends) the warm-up: 200 emails on the first day, half as many again on each further one, most engaged
    /// subscribers first.
    #[serde(default)]
    #[schema(value_type = bool, required = false)]
    warm_up: Patch<bool>,
    /// A name below the domain that links in emails start with, once its CNAME is found.
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false, max_length = 253)]
    tracking_host: Patch<String>,
}

/// Change a domain
#[utoipa::path(put, path = "/api/domains/{domain_id}", tag = "domains", request_body = UpdateDomain,
    params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DomainView),
        Problems<400, 401, 403, 404, 412, 413, 415, 422>))]
pub async fn update_domain(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    if_match: IfMatch,
    Json(body): Json<UpdateDomain>,
) -> ApiResult<Tagged<DomainView>> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let domain = writable(&mut tx, &caller, id).await?;
    if if_match.asks::<DomainView>(&mut tx, id).await? {
        if_match.check(&shown(&core, &mut tx, &caller, id).await?)?;
    }
    let edit = read(body, &domain, now.day())?;
    store::update(&mut tx, id, edit, now).await?;
    if let Some(domain) = store::find_any(&mut tx, id).await? {
        check::sync(&core, &mut tx, &domain).await?;
    }
    let view = shown(&core, &mut tx, &caller, id).await?;
    tx.commit().await?;
    // A higher limit may free what waits for tomorrow.
    core.sender.wake();
    Ok(Tagged(view))
}

fn read(body: UpdateDomain, domain: &Domain, today: i64) -> ApiResult<Edit> {
    let mut fields = Fields::default();
    let warm_up = fields.patch_required("warm_up", body.warm_up);
    let limit = fields.patch_required("daily_send_limit", body.daily_send_limit);
    let edit = Edit {
        notes: fields.patch_text("notes", body.notes, MAX_NOTES),
        is_active: fields.patch_required("is_active", body.is_active),
        daily_send_limit: daily_limit(&mut fields, limit),
        warm_up_from: warm_up.map(|on| on.then(|| domain.warm_up_from.unwrap_or(today))),
        tracking_host: fields
            .patch_line("tracking_host", body.tracking_host, 253)
            .map(|host| host.and_then(|host| tracking_host(&mut fields, &host, domain))),
    };
    fields.finish()?;
    Ok(edit)
}

/// A name below the domain: that is what makes the links look like the sender's.
fn tracking_host(fields: &mut Fields, text: &str, domain: &Domain) -> Option<String> {
    let name = domain_name(fields, "tracking_host", text)?;
    let below = format!(".{}", domain.domain);
    if !name.as_str().ends_with(&below) {
        fields.error(
            "tracking_host",
            FieldCode::NotAllowed,
            format!("Tracking host must be a name below {}, such as links{below}.", domain.domain),
        );
        return None;
    }
    Some(name.as_str().to_owned())
}
