//! Extractors whose refusals are [`Problem`]s.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, rejection::BytesRejection},
    http::{StatusCode, header, request::Parts},
};
use serde::{Deserialize, de::DeserializeOwned};

use super::{
    FieldCode, FieldError, Problem,
    known::{Call, Unread},
};

/// A JSON body. Malformed: 400. A field of the wrong type, or one that the call does not know: 422 that names it. Over the limit: 413. Not JSON: 415.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(&request) {
            return Err(not_json());
        }
        let call = Call::of(&request);
        let bytes = Bytes::from_request(request, state).await.map_err(|e| body_problem(&e))?;
        parse_json(&bytes, call).map(Self)
    }
}

/// A JSON body that may be left out or null; otherwise as [`Json`].
pub struct OptionalJson<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let call = Call::of(&request);
        if is_json(&request) {
            let bytes = Bytes::from_request(request, state).await.map_err(|e| body_problem(&e))?;
            let body = if bytes.is_empty() { None } else { parse_json::<Option<T>>(&bytes, call)? };
            return Ok(Self(body.unwrap_or_default()));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|e| body_problem(&e))?;
        if bytes.is_empty() { Ok(Self(T::default())) } else { Err(not_json()) }
    }
}

fn not_json() -> Problem {
    Problem::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "Send the body as JSON, with the content type application/json.",
    )
}

fn is_json(request: &Request) -> bool {
    let Some(value) = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()) else {
        return false;
    };
    let mime = value.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    mime == "application/json" || (mime.starts_with("application/") && mime.ends_with("+json"))
}

/// What to answer when a body could not be read.
pub fn body_problem(rejection: &BytesRejection) -> Problem {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large for this call.")
    } else {
        Problem::bad_request("The body ended early.")
    }
}

fn parse_json<T: DeserializeOwned>(bytes: &[u8], call: Call) -> Result<T, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|_| Problem::bad_request("The body isn't UTF-8."))?;
    if text.trim_start().starts_with(['[', '"']) {
        // serde would read a list as the fields of a struct in their order.
        let error = FieldError::new("body", FieldCode::WrongType, "The body must be a JSON object.");
        return Err(Problem::fields(vec![error]));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut unread = Unread::default();
    let mut note = |path: serde_ignored::Path<'_>| unread.note(&path);
    let watched = serde_ignored::Deserializer::new(&mut deserializer, &mut note);
    let read = serde_path_to_error::deserialize::<_, T>(watched).map_err(|e| json_problem(&e, text));
    if read.is_ok() {
        deserializer.end().map_err(|_| Problem::bad_request("The body goes on after its JSON value."))?;
    }
    let mut errors = unread.errors(call);
    match read {
        Ok(value) if errors.is_empty() => Ok(value),
        Ok(_) => Err(Problem::fields(errors)),
        Err(problem) if problem.status != StatusCode::UNPROCESSABLE_ENTITY => Err(problem),
        Err(mut problem) => {
            // A name that is missing may be there in another spelling.
            errors.append(&mut problem.errors);
            Err(Problem::fields(errors))
        }
    }
}

fn json_problem(error: &serde_path_to_error::Error<serde_json::Error>, text: &str) -> Problem {
    let inner = error.inner();
    let message = inner.to_string();
    let said = message.split(" at line ").next().unwrap_or(&message);
    // serde_json takes a value of another type where a choice stands for bad syntax, and so a number beyond all bounds.
    let is_other_type = matches!(said, "expected value" | "number out of range")
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    if !inner.is_data() && !is_other_type {
        return Problem::bad_request(format!(
            "The body is not valid JSON (line {}, column {}).",
            inner.line(),
            inner.column()
        ));
    }
    let path = error.path().to_string();
    let missing = said.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    if let Some(missing) = missing {
        let field = if path == "." { missing.to_owned() } else { format!("{path}.{missing}") };
        return Problem::required(field, format!("{} is required.", super::label(missing)));
    }
    let said = if said == "expected value" { "expected one of the words it takes" } else { said };
    let field = if path == "." { "body".to_owned() } else { path };
    let message = format!("{} has the wrong type: {said}.", super::label(&field));
    Problem::fields(vec![FieldError::new(field, code_of(said), message)])
}

/// What serde's words mean: a word or a number of the right type may still be none that is taken.
fn code_of(said: &str) -> FieldCode {
    if said.starts_with("unknown variant") {
        FieldCode::NotOneOf
    } else if said.starts_with("invalid value: integer") || said == "number out of range" {
        FieldCode::OutOfRange
    } else {
        FieldCode::WrongType
    }
}

/// Query parameters; an unreadable one is 400.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        axum::extract::Query::<T>::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Query(value)| Self(value))
            .map_err(|e| {
                let text = e.body_text();
                let said = text.rsplit_once("query string: ").map_or(text.as_str(), |(_, said)| said);
                Problem::bad_request(format!("The query cannot be read: {said}."))
            })
    }
}

/// Path parameters; one that is not an id cannot name anything, so it is 404.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        axum::extract::Path::<T>::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Path(value)| Self(value))
            .map_err(|_| Problem::not_found("page"))
    }
}

/// A field of a partial update: left out, set to null, or set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    #[default]
    Missing,
    Null,
    Value(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

impl<T> Patch<T> {
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// The new value of an optional field: `None` when it stays, `Some(None)` when it is cleared.
    pub fn change(self) -> Option<Option<T>> {
        match self {
            Self::Missing => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }
}

#[cfg(test)]
impl<T: utoipa::PartialSchema> utoipa::PartialSchema for Patch<T> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
        OneOfBuilder::new().item(ObjectBuilder::new().schema_type(Type::Null)).item(T::schema()).into()
    }
}

#[cfg(test)]
impl<T: utoipa::ToSchema> utoipa::ToSchema for Patch<T> {
    fn name() -> std::borrow::Cow<'static, str> {
        T::name()
    }

    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        T::schemas(schemas);
    }
}
