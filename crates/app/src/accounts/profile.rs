//! What an author says about themselves, by whichever call.

use database::Tx;
use serde::Deserialize;

use super::{
    model::{self, Author},
    store::{self, Change},
};
use crate::{
    AuthorId, Timestamp,
    http::{Fields, Patch},
    notification_queue,
};

/// Any subset of the fields.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = UpdateMe)]
pub struct Profile {
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    company: Patch<String>,
    /// A name of the IANA time zone database, such as `Europe/Vienna`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    time_zone: Patch<String>,
}

impl Profile {
    /// Checks the fields; errors name them with `prefix` before.
    pub fn read(self, fields: &mut Fields, prefix: &str) -> Change {
        let name = fields.patch_required_line(&format!("{prefix}name"), self.name, model::MAX_NAME);
        let company = fields.patch_line(&format!("{prefix}company"), self.company, model::MAX_NAME);
        let field = format!("{prefix}time_zone");
        let time_zone = fields.patch_required_line(&field, self.time_zone, 100);
        if let Some(zone) = time_zone.as_deref().filter(|zone| !zone.is_empty()) {
            model::check_time_zone(fields, &field, zone);
        }
        Change { name, company, time_zone }
    }
}

/// The author as they are now.
pub async fn author(tx: &mut Tx, id: AuthorId) -> database::Result<Option<Author>> {
    Ok(store::by_id(tx, id).await?.map(Author::from))
}

/// Changes the author; `None` when there is none (any more).
pub async fn change(
    tx: &mut Tx,
    id: AuthorId,
    change: Change,
    now: Timestamp,
) -> database::Result<Option<Author>> {
    if change.time_zone.is_some() {
        notification_queue::zone_changes(tx, id).await?;
    }
    Ok(store::update(tx, id, change, now).await?.map(Author::from))
}
