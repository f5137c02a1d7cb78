//! Registering a domain.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use super::with_records;
use crate::{
    AuthorId, Core,
    accounts::{Caller, require_admin},
    domains::{
        check, keys,
        model::MAX_NOTES,
        store,
        view::{DomainAndRecords, DomainView},
    },
    http::{ApiResult, FieldCode, Fields, Json, Problem, ProblemBody, ProblemCode, Problems, Query},
};

/// The largest daily limit.
const MAX_LIMIT: i64 = 1_000_000_000;

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct RegisterDomain {
    /// The bare name; unicode is taken too.
    #[schema(required, nullable = false, min_length = 1, max_length = 253)]
    domain: Option<String>,
    #[schema(max_length = 2000)]
    notes: Option<String>,
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct CreateDomain {
    /// The bare name; unicode is taken too.
    #[schema(required, nullable = false, min_length = 1, max_length = 253)]
    domain: Option<String>,
    #[schema(max_length = 2000)]
    notes: Option<String>,
    /// `shared` (administrators only) or `user`; `shared` when absent.
    domain_type: Option<String>,
    /// Emails a day, UTC; 0, the default: no limit.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    daily_send_limit: Option<i64>,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RegisterQuery {
    /// `shared` (administrators only) or `user`; `shared` when absent.
    pub domain_type: Option<String>,
}

/// What was asked for, checked.
struct New {
    name: dns::DomainName,
    notes: Option<String>,
    owner: Option<AuthorId>,
    daily_send_limit: i64,
}

/// Register a domain
///
/// Answers the records to put into the DNS. A shared domain is for everybody and needs an administrator.
#[utoipa::path(post, path = "/api/domains/register", tag = "domains", request_body = RegisterDomain,
    params(RegisterQuery),
    responses(
        (status = 201, body = DomainAndRecords),
        Problems<400, 401, 403, 413, 415, 422>,
        (status = 409, description = "It is registered already", body = ProblemBody)))]
pub async fn register_domain(
    State(core): State<Core>,
    caller: Caller,
    Query(query): Query<RegisterQuery>,
    Json(body): Json<RegisterDomain>,
) -> ApiResult<(StatusCode, axum::Json<DomainAndRecords>)> {
    let body = CreateDomain {
        domain: body.domain,
        notes: body.notes,
        domain_type: query.domain_type,
        daily_send_limit: None,
    };
    let new = read(&caller, body)?;
    Ok((StatusCode::CREATED, axum::Json(make(&core, &caller, new).await?)))
}

/// Create a domain
///
/// The same as registering it, with the domain alone as the answer.
#[utoipa::path(post, path = "/api/domains", tag = "domains", request_body = CreateDomain,
    responses(
        (status = 201, body = DomainView),
        Problems<400, 401, 403, 413, 415, 422>,
        (status = 409, description = "It is registered already", body = ProblemBody)))]
pub async fn create_domain(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<CreateDomain>,
) -> ApiResult<(StatusCode, axum::Json<DomainView>)> {
    let new = read(&caller, body)?;
    Ok((StatusCode::CREATED, axum::Json(make(&core, &caller, new).await?.domain)))
}

fn read(caller: &Caller, body: CreateDomain) -> ApiResult<New> {
    let owner = match body.domain_type.as_deref().filter(|t| !t.is_empty()) {
        None | Some("shared") => None,
        Some("user") => Some(caller.author_id),
        Some(_) => {
            return Err(Problem::field(
                "domain_type",
                FieldCode::NotOneOf,
                "Domain type must be shared or user.",
            ));
        }
    };
    if owner.is_none() {
        require_admin(caller).map_err(|_| {
            Problem::forbidden("Only an administrator may register a shared domain. Register it as your own with domain_type=user.")
        })?;
    }
    let mut fields = Fields::default();
    // Longer than any name, so that the name's own rules speak.
    let text = fields.required_line("domain", body.domain, 2000);
    let name = if text.is_empty() { None } else { domain_name(&mut fields, "domain", &text) };
    let notes = fields.text("notes", body.notes, MAX_NOTES);
    let daily_send_limit = daily_limit(&mut fields, body.daily_send_limit).unwrap_or(0);
    fields.finish()?;
    let name = name.ok_or_else(|| Problem::required("domain", "Domain is required."))?;
    Ok(New { name, notes, owner, daily_send_limit })
}

pub fn domain_name(fields: &mut Fields, field: &str, text: &str) -> Option<dns::DomainName> {
    match text.parse() {
        Ok(name) => Some(name),
        Err(error) => {
            fields.error(field, FieldCode::Malformed, dns::NameError::to_string(&error));
            None
        }
    }
}

pub fn daily_limit(fields: &mut Fields, limit: Option<i64>) -> Option<i64> {
    if limit.is_some_and(|n| !(0..=MAX_LIMIT).contains(&n)) {
        fields.error(
            "daily_send_limit",
            FieldCode::OutOfRange,
            "Enter a daily limit of at least 1 email, or 0 for no limit.",
        );
    }
    limit
}

async fn make(core: &Core, caller: &Caller, new: New) -> ApiResult<DomainAndRecords> {
    let made = keys::generate().await.map_err(|error| Problem::internal(&error))?;
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let name = new.name.as_str();
    let inserted =
        store::insert(&mut tx, new.owner, name, new.notes.as_deref(), new.daily_send_limit, now).await;
    let id = inserted.map_err(|error| {
        if database::is_unique_violation(&error) {
            Problem::conflict(ProblemCode::DomainTaken, format!("{name} is registered already."))
        } else {
            Problem::from(error)
        }
    })?;
    keys::insert(core, &mut tx, id, &made, now).await?;
    let domain = super::visible(&mut tx, caller, id).await?;
    store::history_add(&mut tx, id, domain.verification_status, None, now).await?;
    check::sync(core, &mut tx, &domain).await?;
    tx.commit().await?;
    // Asking the service takes long.
    core.db.begun().await?;
    // The service's own records belong to the answer; when it does not answer, the next look asks again.
    check::introduce(core, id).await?;
    let mut tx = core.db.read().await?;
    with_records(core, &mut tx, caller, id).await
}
