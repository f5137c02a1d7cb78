//! Mail that cannot be handed over: kept in the node's row, so that every node knows, and told to those whose campaigns
//! wait for it. It goes away by itself when mail flows again.

use std::time::Duration;

use database::{Engine, Result, Tx, on_engine};
use engine::{Stuck, Trouble};
use serde::Serialize;

use super::totals::SILENT;
use crate::{
    Core, Timestamp, campaigns,
    clock::MINUTE,
    events::{self, Event},
};

/// What is over sooner is nobody's business.
const PATIENCE: i64 = MINUTE;
const EVERY: Duration = Duration::from_secs(1);
/// Of an advisory lock: no other part of the product takes one of one number.
const TELLING: i64 = 0x6c70_7472_6f75_626c;

/// Why no email leaves, and since when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[schema(as = SendingTrouble)]
pub struct View {
    /// What happened, and what to do.
    pub reason: String,
    pub since: Timestamp,
}

/// What keeps every node that lives from handing mail over, as authors are told; `None` while one of them can.
pub async fn trouble(tx: &mut Tx, now: Timestamp) -> Result<Option<View>> {
    Ok(of_nodes(tx, now).await?.map(|(_, view)| view))
}

/// The same for the operator.
pub async fn trouble_of_transport(tx: &mut Tx, now: Timestamp) -> Result<Option<(String, Timestamp)>> {
    Ok(of_nodes(tx, now).await?.map(|(reason, view)| (reason, view.since)))
}

async fn of_nodes(tx: &mut Tx, now: Timestamp) -> Result<Option<(String, View)>> {
    let nodes: Vec<(Option<Timestamp>, Option<String>, Option<String>)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT trouble_since, trouble_reason, trouble_told FROM nodes WHERE stopped_at IS NULL AND heartbeat_at >= $1 \
         ORDER BY trouble_since, id")
        .bind(now.plus(-SILENT)).fetch_all(conn).await?);
    if nodes.iter().any(|(since, ..)| since.is_none()) {
        return Ok(None);
    }
    Ok(nodes
        .into_iter()
        .find_map(|(since, reason, told)| Some((reason?, View { reason: told?, since: since? }))))
}

/// Keeps the node's row until it is dropped.
pub async fn watch(core: Core, node_id: i64, trouble: Trouble) {
    // What the row says. Notices of an earlier node may be left, so it is written once in any case.
    let (mut written, mut is_new) = (None::<Stuck>, true);
    loop {
        let now = core.now();
        let stuck = trouble.look().filter(|stuck| is_lasting(stuck, now));
        if is_new || written != stuck {
            let (before, since) = (written.as_ref().map(|s| s.since), stuck.as_ref().map(|s| s.since));
            match write(&core, node_id, stuck.as_ref(), is_new || before != since).await {
                Ok(()) => (written, is_new) = (stuck, false),
                Err(error) => tracing::warn!(%error, "trouble of the mail transport was not written down"),
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

fn is_lasting(stuck: &Stuck, now: Timestamp) -> bool {
    now.0 - stuck.since.0 >= PATIENCE
}

/// Writes the node's row, and tells whoever waits when it begins or ends.
async fn write(core: &Core, node_id: i64, stuck: Option<&Stuck>, is_news: bool) -> Result<()> {
    let mut tx = core.db.begin().await?;
    tell(&mut tx, node_id, stuck, is_news, core.now()).await?;
    tx.commit().await?;
    if let Some(stuck) = stuck.filter(|_| is_news) {
        tracing::warn!(node_id, since = %stuck.since, reason = stuck.reason, "no mail leaves: the mail transport is in trouble");
    }
    Ok(())
}

/// One node at a time: two that meet trouble in the same moment would each see the other one well, and nobody be told.
pub(super) async fn tell(
    tx: &mut Tx,
    node_id: i64,
    stuck: Option<&Stuck>,
    is_news: bool,
    now: Timestamp,
) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        on_engine!(&mut *tx, conn => sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(TELLING)
            .execute(conn).await.map(drop))?;
    }
    let told = stuck.map(|stuck| stuck.obstacle.sentence());
    on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE nodes SET trouble_since = $2, trouble_reason = $3, trouble_told = $4 WHERE id = $1")
        .bind(node_id).bind(stuck.map(|stuck| stuck.since)).bind(stuck.map(|stuck| &stuck.reason)).bind(told)
        .execute(conn).await.map(drop))?;
    match trouble(tx, now).await? {
        Some(view) if is_news => record_stuck(tx, &view, now).await,
        Some(_) => Ok(()),
        None => events::sending_flows(tx).await,
    }
}

/// Tells the authors whose campaigns are being sent.
async fn record_stuck(tx: &mut Tx, view: &View, now: Timestamp) -> Result<()> {
    for author in campaigns::authors_who_send(tx).await? {
        events::record(tx, author, Event::SendingStuck { reason: &view.reason }, now).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::ports::Obstacle;

    #[test]
    fn what_lasts_a_minute_is_told() {
        let since = Timestamp(1_800_000_000_000);
        let stuck = Stuck { since, obstacle: Obstacle::Refusing, reason: "451".into() };
        assert!(!is_lasting(&stuck, since.plus(MINUTE - 1)) && is_lasting(&stuck, since.plus(MINUTE)));
    }
}
