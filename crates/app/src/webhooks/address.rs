//! Where a webhook may lead.

use outbound::Failure;

use super::model::MAX_URL;
use crate::{
    Core,
    http::{FieldCode, Fields},
};

/// Reads a URL; what is wrong with it becomes an error of the field `url`. A name that cannot be looked up just now is
/// taken: it is judged again at every attempt.
pub async fn read(core: &Core, fields: &mut Fields, url: Option<String>) -> String {
    let url = fields.required_line("url", url, MAX_URL);
    if url.is_empty() {
        return url;
    }
    if url.contains('#') {
        fields.error("url", FieldCode::Malformed, "Leave out the part from # on: servers never see it.");
    } else {
        match core.outbound.check(&url).await {
            Ok(()) | Err(Failure::NoSuchName(_) | Failure::LookupFailed(_)) => {}
            Err(Failure::NotAllowed(_)) => fields.error(
                "url",
                FieldCode::NotAllowed,
                "This address is inside a private network, where webhooks are not sent. Give one of the public Internet.",
            ),
            Err(failure) => fields.error("url", FieldCode::Malformed, failure.to_string()),
        }
    }
    url
}
