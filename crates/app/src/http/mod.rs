//! What every route shares: who asks, how bodies are read, how lists and errors answer.

mod caller;
mod extract;
mod form;
mod headers;
mod host;
mod idempotency;
mod known;
pub mod openapi;
mod page;
mod problem;
mod rate_limit;
pub mod router;
mod same_origin;
mod scopes;
mod validate;

pub use caller::{Caller, require_admin};
pub use extract::{Json, OptionalJson, Patch, Path, Query, body_problem};
pub use form::Form;
pub use idempotency::prune as prune_idempotency_keys;
pub use idempotency::{Attempts, ShownOnce};
pub use known::foreign;
pub use page::{PAGE_BYTES, Page, PageQuery, Total, X_TOTAL_COUNT, list, list_as, until_large};
pub use problem::{Answer, FieldError, Problem, ProblemBody};
pub use rate_limit::RateLimits;
pub use scopes::{Scope, Scopes};
pub use validate::{Fields, label};
