//! Who may read the figures, what they say, and that the dashboard of Grafana and the alerts ask for the same ones. That
//! Prometheus understands both is tested with the program.

use std::{collections::BTreeSet, net::SocketAddr};

use axum::{body::Body, extract::ConnectInfo, http::Request};
use database::{Engine, both_engines};
use tokio_util::sync::CancellationToken;

use crate::{
    deliveries::tests::Scene,
    testing::{TestAnswer, TestApp},
};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

async fn ask(t: &TestApp, peer: &str, headers: &[(&str, &str)]) -> TestAnswer {
    let peer: SocketAddr = peer.parse().unwrap();
    let mut request = Request::get("/metrics").extension(ConnectInfo(peer));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    t.send(request.body(Body::empty()).unwrap()).await
}

/// The value of a line, its fraction left out.
fn value(text: &str, series: &str) -> i64 {
    let line = text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    let value: f64 = line.unwrap_or_else(|| panic!("no {series} in {text}")).parse().unwrap();
    value as i64
}

#[tokio::test]
async fn without_a_token_this_machine_alone_reads_them() {
    let t = TestApp::new(Engine::Sqlite).await;
    for near in ["127.0.0.1:9", "[::1]:9", "[::ffff:127.0.0.1]:9"] {
        let answer = ask(&t, near, &[]).await;
        answer_is_metrics(&answer);
    }
    for (peer, headers) in [
        ("192.0.2.1:9", &[][..]),
        ("192.0.2.1:9", &[("x-forwarded-for", "127.0.0.1")]),
        ("192.0.2.1:9", &[("forwarded", "for=127.0.0.1")]),
        // A proxy on this machine asks for somebody else.
        ("127.0.0.1:9", &[("x-forwarded-for", "192.0.2.1")]),
        ("127.0.0.1:9", &[("forwarded", "for=192.0.2.1")]),
    ] {
        let answer = ask(&t, peer, headers).await;
        assert_eq!(answer.status, 403, "{peer} {headers:?}");
        assert!(answer.json()["detail"].as_str().unwrap().contains("LETTERPRESS_METRICS_TOKEN"));
    }
    // A request of which nobody knows where it came from.
    assert_eq!(t.call(None, "GET", "/metrics", None).await.status, 403);
}

#[track_caller]
fn answer_is_metrics(answer: &TestAnswer) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    assert!(answer.text().contains("# TYPE letterpress_build_info gauge"));
}

#[tokio::test]
async fn with_a_token_whoever_has_it_reads_them() {
    let t = TestApp::with(Engine::Sqlite, |s| s.operations.metrics_token = Some(TOKEN.into())).await;
    answer_is_metrics(&ask(&t, "192.0.2.1:9", &[("authorization", &format!("Bearer {TOKEN}"))]).await);
    for wrong in ["", "Bearer", "Bearer x", "Basic x"] {
        let answer = ask(&t, "127.0.0.1:9", &[("authorization", wrong)]).await;
        assert_eq!(answer.status, 401, "{wrong}");
    }
}

both_engines!(a_send_is_seen_in_the_figures, engine => {
    let scene = Scene::new(engine, 5).await;
    let app = scene.t.app.clone();
    scene.post("/send").await.expect(202);
    let stop = CancellationToken::new();
    let running = tokio::spawn(crate::deliveries::run(app.core(), "node".into(), stop.clone()));
    scene.until("sent").await;
    let text = ask(&scene.t, "127.0.0.1:9", &[]).await.text();
    assert_eq!(value(&text, "letterpress_deliveries_total{outcome=\"sent\"}"), 5);
    assert_eq!(value(&text, "letterpress_transport_replies_total{class=\"accepted\"}"), 5);
    assert_eq!(value(&text, "letterpress_transport_answer_seconds_count"), 5);
    assert!(value(&text, "letterpress_transport_connects_total{result=\"open\"}") >= 1);
    assert_eq!(value(&text, "letterpress_queue_mails{state=\"queued\"}"), 0);
    assert_eq!(value(&text, "letterpress_nodes"), 1);
    assert_eq!(value(&text, "letterpress_sending_held"), 0);
    assert!(value(&text, "letterpress_database_write_transactions_total") > 0);
    assert!(value(&text, "letterpress_database_bytes") > 0);
    assert!(value(&text, "process_resident_memory_bytes") > 1_000_000);
    // The template, not what was in its place.
    let route = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/send";
    let series = format!("letterpress_http_requests_total{{method=\"POST\",route=\"{route}\",status=\"2xx\"}}");
    assert_eq!(value(&text, &series), 1);
    for private in ["@", "author", "example.com"] {
        assert!(!text.contains(private), "{private} in {text}");
    }
    stop.cancel();
    running.await.unwrap().unwrap();
    let text = ask(&scene.t, "127.0.0.1:9", &[]).await.text();
    assert_eq!(value(&text, "letterpress_transport_connections"), 0, "every connection was counted out");
});

both_engines!(what_waits_is_read_from_counters, engine => {
    let scene = Scene::new(engine, 5).await;
    scene.post("/send").await.expect(202);
    while crate::deliveries::freeze_for_tests(&scene.t.app).await {}
    let text = ask(&scene.t, "127.0.0.1:9", &[]).await.text();
    assert_eq!(value(&text, "letterpress_queue_mails{state=\"queued\"}"), 5);
    assert_eq!(value(&text, "letterpress_campaigns{state=\"sending\"}"), 1);
    assert_eq!(value(&text, "letterpress_nodes"), 0);
});

/// The dashboard and the guide may name only what there is, and every series of ours is on the dashboard.
#[tokio::test]
async fn the_dashboard_of_grafana_asks_for_what_there_is() {
    let scene = Scene::new(Engine::Sqlite, 1).await;
    let m = &scene.t.app.metrics;
    m.delivery("sent");
    m.single_mail(true);
    m.connect("open");
    m.reply("accepted");
    m.returned("hard");
    m.read.backup.with_label_values::<&str>(&[]).set(1.0);
    ask(&scene.t, "127.0.0.1:9", &[]).await;
    let text = ask(&scene.t, "127.0.0.1:9", &[]).await.text();
    let known: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).unwrap();
    let dashboard = read("deploy/grafana/letterpress.json");
    let guide = read("docs/guide/monitoring.md");
    let asked = names(&dashboard);
    let alarms = read("deploy/prometheus/letterpress.rules.yml");
    // Each asks for a state or a class that there is.
    for (label, value) in labels(&alarms) {
        assert!(text.contains(&format!("{label}=\"{value}\"")) || value == "blocked", "{label}={value}");
    }
    for name in asked.iter().chain(&names(&guide)).chain(&names(&alarms)) {
        assert!(known.contains(name.as_str()), "{name} is not measured: {known:?}");
    }
    for name in known {
        assert!(asked.contains(name), "{name} is not on the dashboard");
        assert!(guide.contains(name), "{name} is not in the guide");
    }
}

/// Labels that a text asks for, and their values.
fn labels(text: &str) -> Vec<(&str, &str)> {
    let asked = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(label, _)| label);
    asked.filter_map(|label| Some((label.split_once('=')?.0, label.split('"').nth(1)?))).collect()
}

/// Names of metrics in a text, without the endings of a histogram's series.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = words.filter(|word| word.starts_with("letterpress_") || word.starts_with("process_"));
    ours.map(|word| {
        let histogram =
            ["_bucket", "_sum", "_count"].into_iter().find_map(|ending| word.strip_suffix(ending));
        histogram.unwrap_or(word).to_owned()
    })
    .collect()
}
