//! What makes the built-in provider an issuer like any other: its keys and where to find them.

use axum::{Json, extract::State};
use serde::Serialize;

use crate::{
    accounts::Accounts,
    accounts::session,
    http::{ApiResult, ProblemBody},
};

/// OpenID Connect Discovery 1.0 §3, as far as it applies to an issuer that has no authorisation page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OpenIdConfiguration {
    issuer: String,
    jwks_uri: String,
    response_types_supported: Vec<String>,
    subject_types_supported: Vec<String>,
    id_token_signing_alg_values_supported: Vec<String>,
}

/// The keys that sign access tokens (RFC 7517)
#[utoipa::path(get, path = "/.well-known/jwks.json", tag = "auth", security(()),
    responses(
        (status = 200, body = serde_json::Value),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody)))]
pub async fn get_jwks(State(accounts): State<Accounts>) -> ApiResult<Json<jsonwebtoken::jwk::JwkSet>> {
    let signer = accounts.own.signer.as_ref().ok_or_else(session::not_built_in)?;
    Ok(Json(signer.jwks.clone()))
}

/// OpenID configuration
#[utoipa::path(get, path = "/.well-known/openid-configuration", tag = "auth", security(()),
    responses(
        (status = 200, body = OpenIdConfiguration),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody)))]
pub async fn get_openid_configuration(
    State(accounts): State<Accounts>,
) -> ApiResult<Json<OpenIdConfiguration>> {
    if accounts.own.signer.is_none() {
        return Err(session::not_built_in());
    }
    let issuer = accounts.settings.public_url.clone();
    Ok(Json(OpenIdConfiguration {
        jwks_uri: format!("{issuer}/.well-known/jwks.json"),
        issuer,
        response_types_supported: vec!["none".into()],
        subject_types_supported: vec!["public".into()],
        id_token_signing_alg_values_supported: vec!["EdDSA".into()],
    }))
}
