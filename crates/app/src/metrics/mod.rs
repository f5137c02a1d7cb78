//! Figures for Prometheus at `GET /metrics`. Labels are outcomes, routes and classes; never an address, a name or an id.
//!
//! What happens in this process is counted as it happens; what the database knows is read from its counters when it is
//! asked for ([`Read`]).

mod process;
mod read;

use std::time::Duration;

use prometheus::{
    Counter, Gauge, GaugeVec, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge,
    IntGaugeVec, Opts, Registry, TextEncoder,
};

pub use read::{Read, raise};

/// Seconds; a plain read takes one or two milliseconds, an export as long as it is large.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0];

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
    /// What is read when somebody asks.
    pub read: Read,
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
            read: Read::new(&r),
            registry: r.0,
        }
    }

    /// A request was answered, by the route's template: what is in its place may be a token or an id.
    pub fn request(&self, method: &str, route: &str, status: &str, after: Duration) {
        self.requests.with_label_values(&[method, route, status]).inc();
        self.durations.with_label_values(&[method, route]).observe(after.as_secs_f64());
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

    /// Everything in the text format of Prometheus.
    pub fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }

    /// The transport took so long to answer the end of a mail.
    pub fn answer(&self, after: Duration) {
        self.answers.observe(after.as_secs_f64());
    }
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
