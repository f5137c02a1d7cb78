//! The one shape of an error answer: `application/problem+json` (RFC 9457).

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use database::Fault;
use serde::{Deserialize, Serialize};

use super::{FieldCode, ProblemCode};

/// One field that fails validation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FieldError {
    /// The field's name as in the request, with a path where it is nested: `to[3]`.
    pub field: String,
    pub code: FieldCode,
    pub message: String,
}

impl FieldError {
    pub fn new(field: impl Into<String>, code: FieldCode, message: impl Into<String>) -> Self {
        Self { field: field.into(), code, message: message.into() }
    }
}

/// Why a value cannot be taken, said before it is known where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue {
    pub code: FieldCode,
    pub message: String,
}

impl InvalidValue {
    pub fn new(code: FieldCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub fn at(self, field: impl Into<String>) -> FieldError {
        FieldError::new(field, self.code, self.message)
    }
}

/// An error answer. `detail` is always a sentence a person can read.
#[derive(Debug)]
pub struct Problem {
    /// A URI for what the status does not tell apart.
    pub kind: &'static str,
    pub status: StatusCode,
    pub code: ProblemCode,
    pub detail: String,
    pub errors: Vec<FieldError>,
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

/// The answer's body.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ProblemBody {
    /// `about:blank` where the status says which kind of problem it is; else the call names its own.
    pub r#type: String,
    pub title: String,
    pub status: u16,
    pub code: ProblemCode,
    pub detail: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldError>,
}

/// What a handler answers.
pub type ApiResult<T> = Result<T, Problem>;

impl Problem {
    /// The media type of its answer.
    pub const TYPE: &str = "application/problem+json";

    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            status,
            code: ProblemCode::of(status),
            detail: detail.into(),
            errors: Vec::new(),
            headers: Vec::new(),
        }
    }

    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// No or bad bearer.
    pub fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, detail)
            .with_header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
    }

    pub fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    /// Not there, or another author's: one answer for both. `what` is a noun, such as "newsletter".
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("There's no such {what}."))
    }

    pub fn conflict(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, detail).with_code(code)
    }

    /// One field fails validation.
    pub fn field(field: impl Into<String>, code: FieldCode, message: impl Into<String>) -> Self {
        Self::fields(vec![FieldError::new(field, code, message)])
    }

    /// One field is missing or blank.
    pub fn required(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::fields(vec![FieldError::new(field, FieldCode::Required, message)])
    }

    /// Fields fail validation; `errors` is not empty.
    pub fn fields(errors: Vec<FieldError>) -> Self {
        let detail = errors.iter().map(|e| e.message.as_str()).collect::<Vec<_>>().join(" ");
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail) }
    }

    #[must_use]
    pub fn with_code(self, code: ProblemCode) -> Self {
        Self { code, ..self }
    }

    #[must_use]
    pub fn of_kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The server's disk does not take what is to be kept.
    pub fn disk(fault: Fault, error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, ?fault, "the disk cannot be written");
        match fault {
            Fault::Full => Self::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "The server's disk is full. Nothing was changed. Tell its operator.",
            ),
            Fault::Failing => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "The server's disk reports errors. Try again in a moment, and tell its operator if it continues.",
            )
            .with_header(header::RETRY_AFTER, HeaderValue::from_static("5")),
        }
    }

    /// Something of ours failed: logged whole, told to the client without its inside.
    pub fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something failed on the server. Nothing was changed. Try again.",
        )
    }
}

impl From<database::Error> for Problem {
    fn from(error: database::Error) -> Self {
        database::note(&error);
        if let Some(fault) = database::fault(&error) {
            return Self::disk(fault, &error);
        }
        if matches!(
            error,
            database::Error::PoolTimedOut | database::Error::Io(_) | database::Error::PoolClosed
        ) {
            tracing::error!(%error, "the database does not answer");
            return Self::new(StatusCode::SERVICE_UNAVAILABLE, "The database isn't answering. Try again.")
                .with_header(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        Self::internal(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            r#type: self.kind.into(),
            title: self.status.canonical_reason().unwrap_or("Error").into(),
            status: self.status.as_u16(),
            code: self.code,
            detail: self.detail,
            errors: self.errors,
        };
        let json = serde_json::to_vec(&body).unwrap_or_default();
        let mut response = (self.status, [(header::CONTENT_TYPE, Self::TYPE)], json).into_response();
        for (name, value) in self.headers {
            // Several Set-Cookies may stand side by side.
            response.headers_mut().append(name, value);
        }
        response
    }
}
