//! What Amazon calls, and what administrators see of what came back and was not understood.

pub mod delete_unknown;
pub mod get_unknown;
pub mod list_unknown;

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::StatusCode,
};

use super::sns::{self, Certificates, Refusal};
use crate::{
    core::With,
    http::{ApiResult, Problem, body_problem},
};

/// `POST /hooks/ses`: a notification of Amazon SNS. 400 when it cannot be read, 403 when it is not believed, 503 when
/// it should be sent again.
///
/// Bounces, complaints and deliveries of Amazon SES. Believed only with Amazon's signature, from a topic of
/// `LETTERPRESS_SNS_TOPICS`, and fresh; the subscription of such a topic is confirmed by itself.
pub async fn ses_notification(
    State(amazon): State<With<Certificates>>,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<StatusCode> {
    let body = body.map_err(|rejection| body_problem(&rejection))?;
    match sns::receive(&amazon, &body).await {
        Ok(()) => Ok(StatusCode::OK),
        Err(Refusal::Malformed(reason)) => Err(Problem::bad_request(reason)),
        Err(Refusal::Forbidden(reason)) => {
            tracing::warn!(reason = crate::redact::addresses(&reason), "a notification was refused");
            Err(Problem::forbidden(reason))
        }
        Err(Refusal::Later(reason)) => Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, reason)),
    }
}
