//! The records to put into the DNS.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse as _, Response},
};
use serde::Serialize;

use super::visible;
use crate::{
    Core,
    accounts::Caller,
    domains::{records, store, view::DnsRecord},
    http::{ApiResult, Path, Problem, Problems},
};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DnsRecords {
    pub dns_records: Vec<DnsRecord>,
}

/// List a domain's DNS records
#[utoipa::path(get, path = "/api/domains/{domain_id}/dns-records", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DnsRecords),
        Problems<401, 404>))]
pub async fn list_dns_records(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<DnsRecords>> {
    let mut tx = core.db.read().await?;
    visible(&mut tx, &caller, id).await?;
    let dns_records = store::records(&mut tx, id).await?.into_iter().map(DnsRecord::from).collect();
    Ok(axum::Json(DnsRecords { dns_records }))
}

/// Read the records as a BIND zone snippet
#[utoipa::path(get, path = "/api/domains/{domain_id}/zone", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        Problems<401, 404>))]
pub async fn get_zone_file(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<Response> {
    let mut tx = core.db.read().await?;
    let domain = visible(&mut tx, &caller, id).await?;
    let rows: Vec<dns::ZoneRecord> = store::records(&mut tx, id)
        .await?
        .into_iter()
        .filter(|record| !record.value.is_empty())
        .map(|record| dns::ZoneRecord {
            record_type: records::parse_type(&record.record_type),
            comment: records::description(&record.purpose, &record.value).to_owned(),
            ttl: record.ttl.and_then(|ttl| u32::try_from(ttl).ok()).unwrap_or(3600),
            name: record.name,
            value: record.value,
        })
        .collect();
    let name: dns::DomainName = domain.domain.parse().map_err(|error| Problem::internal(&error))?;
    let text = dns::zone_snippet(&name, &rows);
    let file = format!("attachment; filename=\"{}.zone\"", domain.domain);
    Ok((
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, file)],
        text,
    )
        .into_response())
}
