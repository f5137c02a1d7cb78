//! The calls about the installation.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Core, Timestamp,
    accounts::{Caller, require_admin},
    http::{ApiResult, Problems},
    instance,
};

/// This copy of Letterpress.
#[derive(Debug, Serialize, ToSchema)]
pub struct Installation {
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// When this copy was made from a backup; null for one that never was.
    #[schema(required)]
    restored_at: Option<Timestamp>,
    /// Nothing leaves this copy until an administrator confirms that it is the one that sends.
    sending_held: bool,
    /// The caller may confirm it.
    can_confirm: bool,
    /// The operator's pages elsewhere, https addresses in the order given; none unless the operator gave some.
    #[schema(max_items = 8)]
    social_links: Vec<String>,
}

/// Get the installation
///
/// Its version, and whether it is a restored copy whose sending is held.
#[utoipa::path(get, path = "/api/installation", tag = "installation",
    responses(
        (status = 200, body = Installation),
        Problems<401>))]
pub async fn get_installation(State(core): State<Core>, caller: Caller) -> ApiResult<Json<Installation>> {
    show(&core, &caller).await
}

/// Let a restored copy send
///
/// For administrators. Campaigns that were being sent when the backup was made go on with the subscribers that the backup
/// knows as waiting, so the installation that the backup came from must not send any more. Changes nothing where
/// sending is not held. Emails to one person that waited in the backup are `in_doubt`, for their authors to decide.
#[utoipa::path(post, path = "/api/installation/confirm-sending", tag = "installation",
    responses(
        (status = 200, body = Installation),
        Problems<401, 403>))]
pub async fn confirm_sending(State(core): State<Core>, caller: Caller) -> ApiResult<Json<Installation>> {
    require_admin(&caller)?;
    let mut tx = core.db.begin().await?;
    if instance::confirm_sending(&mut tx, core.now()).await? {
        tracing::warn!(author_id = caller.author_id.get(), "sending was confirmed after a restore");
    }
    tx.commit().await?;
    core.sender.wake();
    show(&core, &caller).await
}

async fn show(core: &Core, caller: &Caller) -> ApiResult<Json<Installation>> {
    let mut tx = core.db.read().await?;
    let state = instance::state(&mut tx).await?;
    Ok(Json(Installation {
        version: crate::VERSION,
        restored_at: state.restored_at,
        sending_held: state.is_held(),
        can_confirm: caller.is_admin,
        social_links: core.settings.social_links.clone(),
    }))
}
