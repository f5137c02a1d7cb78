//! The problems that a call may answer with, for the OpenAPI document.

use std::collections::BTreeMap;

#[cfg(test)]
use utoipa::{
    IntoResponses,
    openapi::{Content, Ref, RefOr, Response, ResponseBuilder},
};

use super::Problem;

/// Answers with these statuses and a [`ProblemBody`](super::ProblemBody), whose `detail` says all there is to say:
/// `Problems<400, 404>`. What needs a description of its own stands beside it.
pub struct Problems<
    const A: u16,
    const B: u16 = 0,
    const C: u16 = 0,
    const D: u16 = 0,
    const E: u16 = 0,
    const F: u16 = 0,
    const G: u16 = 0,
    const H: u16 = 0,
>;

#[cfg(test)]
impl<
    const A: u16,
    const B: u16,
    const C: u16,
    const D: u16,
    const E: u16,
    const F: u16,
    const G: u16,
    const H: u16,
> IntoResponses for Problems<A, B, C, D, E, F, G, H>
{
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let content = || Content::new(Some(Ref::from_schema_name("ProblemBody")));
        [A, B, C, D, E, F, G, H]
            .into_iter()
            .filter(|status| *status > 0)
            .map(|status| {
                let response = ResponseBuilder::new().content(Problem::TYPE, content()).build();
                (status.to_string(), response.into())
            })
            .collect()
    }
}
