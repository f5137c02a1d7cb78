//! The calls of templates, one per file.

pub mod create;
pub mod delete;
pub mod duplicate;
pub mod get;
pub mod list;
pub mod restore;
pub mod update;
pub mod version;
pub mod versions;

use database::Tx;

use super::{
    model,
    store::{self, Template},
};
use crate::{
    accounts::Caller,
    http::{Problem, ProblemCode},
};

fn missing() -> Problem {
    Problem::not_found("template")
}

/// The caller's template, which nobody else changes before the transaction ends; 409 when it is not the revision that the
/// caller started from.
async fn locked(tx: &mut Tx, caller: &Caller, id: i64, revision: Option<i64>) -> Result<Template, Problem> {
    let template = store::find_locked(tx, caller.author_id, id).await?.ok_or_else(missing)?;
    match revision {
        Some(theirs) if theirs != template.revision => Err(Problem::conflict(
            ProblemCode::NewerRevision,
            model::conflict("template", template.revision, theirs),
        )),
        _ => Ok(template),
    }
}
