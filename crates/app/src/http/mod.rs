//! What every route shares: how bodies are read, how lists and errors answer.

mod calls;
mod code;
mod documented;
mod extract;
mod form;
pub mod headers;
pub mod host;
mod if_match;
pub mod known;
mod page;
mod peer;
mod problem;
mod problems;
pub mod same_origin;
mod validate;

pub use calls::DOCUMENT;
pub use code::{FieldCode, ProblemCode};
pub(crate) use documented::routes;
pub use documented::{Place, Routes, get, post};
pub use extract::{Json, OptionalJson, Patch, Path, Query, body_problem};
pub use form::Form;
pub use if_match::{Editable, IfMatch, Tagged};
pub use known::{Identified, foreign};
pub use page::{PAGE_BYTES, Page, PageQuery, Total, X_TOTAL_COUNT, list, list_as, until_large};
pub use peer::Peer;
pub use problem::{ApiResult, FieldError, InvalidValue, Problem, ProblemBody};
pub use problems::Problems;
pub use validate::{Fields, label};

/// The largest body of a plain call, in bytes.
pub const MAX_BODY: usize = 1 << 20;

/// In the answer of `/healthz`: which installation it is, by the fingerprint of its secret.
pub const INSTALLATION: &str = "letterpress-installation";

/// Marks an answer that holds a secret: it is not kept for a repetition of its request.
#[derive(Clone, Copy, Debug)]
pub struct ShownOnce;
