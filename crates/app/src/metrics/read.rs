//! What is read when somebody asks; `/metrics` sets it before it answers.

use prometheus::{Counter, Gauge, GaugeVec, IntCounter, IntGauge, IntGaugeVec};

use super::{Maker, process};

/// Gauges and counters that show what is known elsewhere; each says in its help what it is.
pub struct Read {
    pub queue: IntGaugeVec,
    pub campaigns: IntGaugeVec,
    pub imports: IntGaugeVec,
    pub nodes: IntGauge,
    pub send_rate_limit: Gauge,
    pub sending_held: IntGauge,
    pub ledger_healthy: IntGauge,
    pub webhooks_pending: IntGauge,
    pub webhooks_failing: IntGauge,
    pub inbox: IntGauge,
    pub intake: IntGauge,
    pub pool: IntGaugeVec,
    pub writer_waits: IntCounter,
    pub writer_wait_seconds: Counter,
    pub database_bytes: IntGauge,
    pub wal_bytes: IntGauge,
    pub backup: GaugeVec,
    process: process::Gauges,
}

impl Read {
    pub(super) fn new(r: &Maker) -> Self {
        Self {
            queue: r.gauges("queue_mails", "Readers of campaigns that are not done, by state.", &["state"]),
            campaigns: r.gauges("campaigns", "Campaigns that are sent, wait or were stopped.", &["state"]),
            imports: r.gauges("imports", "Imports that are not done, by state.", &["state"]),
            nodes: r.gauge("nodes", "Nodes that send and were heard of within 30 seconds."),
            send_rate_limit: r
                .decimal("send_rate_limit", "Messages per second that the operator allows; 0: any number."),
            sending_held: r.gauge("sending_held", "1 while a restored copy waits for its confirmation."),
            ledger_healthy: r.gauge("ledger_healthy", "0 while the send ledger cannot be written."),
            webhooks_pending: r
                .gauge("webhook_deliveries_pending", "Events on their way to webhooks; at most 100001."),
            webhooks_failing: r.gauge("webhooks_failing", "Active webhooks whose last delivery failed."),
            inbox: r.gauge("tracking_inbox_rows", "Opens and clicks that are kept and not counted yet."),
            intake: r.gauge("tracking_intake", "Opens and clicks in memory, on their way into the database."),
            pool: r.gauges(
                "database_connections",
                "Connections to the database, by pool and state.",
                &["pool", "state"],
            ),
            writer_waits: r.counter("database_write_transactions_total", "Transactions that write."),
            writer_wait_seconds: r
                .seconds("database_writer_wait_seconds_total", "Time that they waited for their turn."),
            database_bytes: r.gauge("database_bytes", "Size of the database."),
            wal_bytes: r.gauge("database_wal_bytes", "Size of SQLite's write-ahead log."),
            backup: r.decimals(
                "last_backup_timestamp_seconds",
                "When `letterpress backup` last came to its end.",
                &[],
            ),
            process: process::Gauges::new(r),
        }
    }

    /// Reads this process.
    pub fn process(&self) {
        self.process.read();
    }
}

/// Brings a counter up to what was counted elsewhere.
pub fn raise(counter: &Counter, to: f64) {
    counter.inc_by((to - counter.get()).max(0.0));
}
