//! What is read when somebody asks: a handful of small queries.

use database::Database;

use crate::{Core, campaigns, deliveries, imports, instance, metrics, runs, tracking, webhooks};

/// `waiting` opens and clicks are on their way into the database.
pub async fn text(core: &Core, waiting: usize) -> database::Result<String> {
    let m = &core.metrics.read;
    let now = core.now();
    let agreed = core.clock.agreed(core.db.clock()).await?.now;
    let mut tx = core.db.read().await?;
    let ledger = runs::open_totals(&mut tx).await?.ledger();
    for (state, count) in [
        ("queued", ledger.queued),
        ("sending", ledger.sending),
        ("deferred", ledger.deferred),
        ("in_doubt", ledger.in_doubt),
    ] {
        m.queue.with_label_values(&[state]).set(count);
    }
    let (sending, due) = campaigns::in_flight(&mut tx, now).await?;
    m.campaigns.with_label_values(&["sending"]).set(sending);
    m.campaigns.with_label_values(&["due"]).set(due);
    let (_, stopped) = campaigns::paused_by_themselves(&mut tx, 0).await?;
    m.campaigns.with_label_values(&["stopped"]).set(stopped);
    let (queued, running) = imports::open_counts(&mut tx).await?;
    m.imports.with_label_values(&["queued"]).set(queued);
    m.imports.with_label_values(&["running"]).set(running);
    m.nodes.set(deliveries::living_nodes(&mut tx, agreed).await?);
    let hooks = webhooks::load(&mut tx).await?;
    m.webhooks_pending.set(hooks.pending);
    m.webhooks_failing.set(hooks.failing);
    m.inbox.set(tracking::uncounted(&mut tx).await?);
    let state = instance::state(&mut tx).await?;
    drop(tx);
    m.sending_held.set(state.is_held().into());
    if let Some(at) = state.backed_up_at {
        m.backup.with_label_values::<&str>(&[]).set(at.0 as f64 / 1000.0);
    }
    m.intake.set(waiting as i64);
    m.ledger_healthy.set(core.sender.is_healthy().into());
    m.send_rate_limit.set(core.settings.send_rate.unwrap_or(0.0));
    database(m, &core.db).await?;
    m.process();
    Ok(core.metrics.text())
}

async fn database(m: &metrics::Read, db: &Database) -> database::Result<()> {
    for pool in db.pools() {
        m.pool.with_label_values(&[pool.name, "idle"]).set(pool.idle as i64);
        m.pool.with_label_values(&[pool.name, "used"]).set(pool.size.saturating_sub(pool.idle) as i64);
    }
    let waits = database::writer_waits();
    m.writer_waits.inc_by(waits.count.saturating_sub(m.writer_waits.get()));
    metrics::raise(&m.writer_wait_seconds, waits.total.as_secs_f64());
    let size = db.size().await?;
    m.database_bytes.set(size.bytes);
    m.wal_bytes.set(size.wal_bytes);
    Ok(())
}
