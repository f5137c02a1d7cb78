//! Figures for Prometheus at `GET /metrics`. Labels are outcomes, routes and classes; never an address, a name or an id.
//!
//! What happens in this process is counted as it happens; what the database knows is read from its counters when it is
//! asked for.

mod gather;
mod http;
mod process;
#[cfg(test)]
mod tests;

use std::time::Duration;

use axum::{Router, routing::get};
use prometheus::{
    Counter, Gauge, GaugeVec, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge,
    IntGaugeVec, Opts, Registry,
};

pub use http::count;

use crate::App;

/// Seconds; a plain read takes one or two milliseconds, an export as long as it is large.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0];

pub fn routes() -> Router<App> {
    Router::new().route("/metrics", get(http::metrics))
}

/// Everything that is measured, of one process.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    deliveries: IntCounterVec,
    one_offs: IntCounterVec,
    connections: IntGauge,
    connects: IntCounterVec,
    replies: IntCounterVec,
    answers: Histogram,
    returned: IntCounterVec,
    // Read when asked for.
    queue: IntGaugeVec,
    campaigns: IntGaugeVec,
    imports: IntGaugeVec,
    nodes: IntGauge,
    send_rate_limit: Gauge,
    sending_held: IntGauge,
    ledger_healthy: IntGauge,
    webhooks_pending: IntGauge,
    webhooks_failing: IntGauge,
    inbox: IntGauge,
    intake: IntGauge,
    pool: IntGaugeVec,
    writer_waits: IntCounter,
    writer_wait_seconds: Counter,
    database_bytes: IntGauge,
    wal_bytes: IntGauge,
    backup: GaugeVec,
    process: process::Gauges,
}

impl Metrics {
    /// `engine` is `sqlite` or `postgres`.
    pub fn new(engine: &'static str) -> Self {
        let r = Maker(Registry::new());
        let build =
            r.gauges("build_info", "Version and engine of this process; always 1.", &["version", "engine"]);
        build.with_label_values(&[crate::VERSION, engine]).set(1);
        Self {
            requests: r.counters(
                "http_requests_total",
                "Answered HTTP requests by method, route and class of status.",
                &["method", "route", "status"],
            ),
            durations: r.histograms(
                "http_request_duration_seconds",
                "Time from a request's head to the head of its answer.",
                &["method", "route"],
            ),
            deliveries: r.counters(
                "deliveries_total",
                "Attempts of campaign mails that this process settled, by outcome.",
                &["outcome"],
            ),
            one_offs: r.counters(
                "single_mails_total",
                "Mails outside campaigns (tests, confirmations, accounts), by result.",
                &["result"],
            ),
            connections: r.gauge("transport_connections", "Open connections to the mail transport."),
            connects: r.counters(
                "transport_connects_total",
                "Connections to the mail transport that were begun, by result.",
                &["result"],
            ),
            replies: r.counters(
                "transport_replies_total",
                "What the mail transport answered about mails, by class.",
                &["class"],
            ),
            answers: r.histogram(
                "transport_answer_seconds",
                "Time from the end of a mail to the transport's answer.",
            ),
            returned: r.counters(
                "returned_mails_total",
                "Mails that came back to the receiver or the mailbox, by what they are.",
                &["meaning"],
            ),
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
            inbox: r.gauge(
                "tracking_inbox_rows",
                "Opens and clicks that are kept and not counted yet; at most 100001.",
            ),
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
            process: process::Gauges::new(&r),
            registry: r.0,
        }
    }

    /// An attempt of a campaign mail came to this outcome.
    pub fn delivery(&self, outcome: &str) {
        self.deliveries.with_label_values(&[outcome]).inc();
    }

    /// A mail outside campaigns was sent or not.
    pub fn single_mail(&self, is_sent: bool) {
        self.one_offs.with_label_values(&[if is_sent { "sent" } else { "failed" }]).inc();
    }

    /// A connection to the transport was begun: `open`, `failed` or `refused`.
    pub fn connect(&self, result: &str) {
        self.connects.with_label_values(&[result]).inc();
        if result == "open" {
            self.connections.inc();
        }
    }

    /// An open connection to the transport is gone.
    pub fn disconnect(&self) {
        self.connections.dec();
    }

    /// The transport said something of this class about a mail.
    pub fn reply(&self, class: &str) {
        self.replies.with_label_values(&[class]).inc();
    }

    /// A mail came back, of which we made this.
    pub fn returned(&self, meaning: &str) {
        self.returned.with_label_values(&[meaning]).inc();
    }

    /// The transport took so long to answer the end of a mail.
    pub fn answer(&self, after: Duration) {
        self.answers.observe(after.as_secs_f64());
    }
}

/// Brings a counter up to what was counted elsewhere.
fn raise(counter: &Counter, to: f64) {
    counter.inc_by((to - counter.get()).max(0.0));
}

/// Makes and registers.
struct Maker(Registry);

impl Maker {
    fn options(name: &str, help: &str) -> Opts {
        // Those of a process have the names that every program gives them.
        let prefix = if name.starts_with("process_") { "" } else { "letterpress_" };
        Opts::new(format!("{prefix}{name}"), help)
    }

    /// Names are constants, each used once: a test makes all of them.
    fn add<T: prometheus::core::Collector + Clone + 'static>(&self, made: prometheus::Result<T>) -> T {
        match made.and_then(|made| self.0.register(Box::new(made.clone())).map(|()| made)) {
            Ok(made) => made,
            Err(error) => unreachable!("a metric has a good name of its own: {error}"),
        }
    }

    fn counters(&self, name: &str, help: &str, labels: &[&str]) -> IntCounterVec {
        self.add(IntCounterVec::new(Self::options(name, help), labels))
    }

    fn counter(&self, name: &str, help: &str) -> IntCounter {
        self.add(IntCounter::with_opts(Self::options(name, help)))
    }

    fn seconds(&self, name: &str, help: &str) -> Counter {
        self.add(Counter::with_opts(Self::options(name, help)))
    }

    fn histograms(&self, name: &str, help: &str, labels: &[&str]) -> HistogramVec {
        let options = HistogramOpts::from(Self::options(name, help)).buckets(BUCKETS.to_vec());
        self.add(HistogramVec::new(options, labels))
    }

    fn histogram(&self, name: &str, help: &str) -> Histogram {
        let options = HistogramOpts::from(Self::options(name, help)).buckets(BUCKETS.to_vec());
        self.add(Histogram::with_opts(options))
    }

    fn gauges(&self, name: &str, help: &str, labels: &[&str]) -> IntGaugeVec {
        self.add(IntGaugeVec::new(Self::options(name, help), labels))
    }

    fn gauge(&self, name: &str, help: &str) -> IntGauge {
        self.add(IntGauge::with_opts(Self::options(name, help)))
    }

    fn decimals(&self, name: &str, help: &str, labels: &[&str]) -> GaugeVec {
        self.add(GaugeVec::new(Self::options(name, help), labels))
    }

    fn decimal(&self, name: &str, help: &str) -> Gauge {
        self.add(Gauge::with_opts(Self::options(name, help)))
    }
}
