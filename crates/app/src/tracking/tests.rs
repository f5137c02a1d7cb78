use axum::{
    body::Body,
    http::{Request, header},
};
use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::{SETTLE, TRAP, Tokens, Use, commit_now, count};
use crate::{SubscriberId, deliveries::tests::Scene, testing::TestAnswer};

const PERSON: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PROXY: &str = "Mozilla/5.0";
const SCRIPT: &str = "python-requests/2.32";
const HTML: &str = "<p><a href=\"https://example.org/a?x=1&amp;y=2\">First</a> <a href=\"https://example.org/b\">Second</a> \
    <a href=\"https://example.org/c d\">Third</a> <a href=\"https://example.org/?e={{ subscriber.email }}\">Yours</a></p>";

/// A campaign with links that was sent to so many readers.
async fn sent(engine: database::Engine, readers: i64, tracking: &str) -> Scene {
    let s = Scene::new(engine, readers).await;
    let path = format!("/api/newsletters/{}", s.newsletter_id);
    s.t.call(Some(&s.token), "PUT", &path, Some(json!({ "tracking": tracking }))).await.expect(200);
    s.t.call(Some(&s.token), "PUT", &s.path(""), Some(json!({ "html_content": HTML }))).await.expect(200);
    s.post("/send").await.expect(202);
    let engine = s.start();
    s.until("sent").await;
    engine.stop().await;
    s
}

async fn ask(s: &Scene, method: &str, path: &str, agent: &str) -> TestAnswer {
    let request = Request::builder().method(method).uri(path).header(header::USER_AGENT, agent);
    s.t.send(request.body(Body::empty()).unwrap()).await
}

fn open_path(s: &Scene, reader: i64) -> String {
    let tokens = Tokens::new(&s.t.app);
    format!(
        "/t/o/{}{}.gif",
        tokens.reader(s.campaign_id, SubscriberId::new(reader)),
        tokens.link(Use::Open, s.campaign_id, 0)
    )
}

fn click_path(s: &Scene, reader: i64, link: u16) -> String {
    let tokens = Tokens::new(&s.t.app);
    format!(
        "/t/c/{}{}",
        tokens.reader(s.campaign_id, SubscriberId::new(reader)),
        tokens.link(Use::Click, s.campaign_id, link)
    )
}

/// Everything that came in is judged and counted.
async fn settle(s: &Scene) {
    commit_now(&s.t.app.with()).await.unwrap();
    s.t.clock.advance(SETTLE + 1);
    while count(&s.t.app).await.unwrap().hits > 0 {}
}

async fn readers(s: &Scene) -> Vec<i64> {
    let mut tx = s.t.app.db.read().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT id FROM subscribers ORDER BY id").fetch_all(conn).await).unwrap()
}

fn figures(report: &Value) -> Value {
    json!([
        report["opens"],
        report["clicks"],
        report["all_opens"],
        report["all_clicks"],
        report["privacy_opens"],
        report["robot_opens"],
        report["robot_clicks"]
    ])
}

both_engines!(people_proxies_and_robots_are_told_apart, engine => {
    let s = sent(engine, 20, "full").await;
    let ids = readers(&s).await;
    for id in &ids[..8] {
        let answer = ask(&s, "GET", &open_path(&s, *id), PERSON).await;
        answer.text();
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, Some("image/gif")));
        assert!(answer.header("cache-control").unwrap().contains("no-store"));
    }
    for id in &ids[..2] {
        ask(&s, "GET", &open_path(&s, *id), PERSON).await;
    }
    for id in &ids[8..12] {
        ask(&s, "GET", &open_path(&s, *id), PROXY).await;
        ask(&s, "GET", &open_path(&s, *id), SCRIPT).await;
    }
    // Three people click, one of them two links; a scanner follows every link at once, another one the hidden link.
    for (id, link) in [(ids[0], 1), (ids[1], 2), (ids[2], 1)] {
        let answer = ask(&s, "GET", &click_path(&s, id, link), PERSON).await;
        let to = if link == 1 { "https://example.org/a?x=1&y=2" } else { "https://example.org/b" };
        assert_eq!((answer.status.as_u16(), answer.header("location")), (302, Some(to)));
    }
    s.t.clock.advance(60_000);
    ask(&s, "GET", &click_path(&s, ids[0], 2), PERSON).await;
    for link in 1..=3 {
        ask(&s, "GET", &click_path(&s, ids[15], link), PERSON).await;
    }
    ask(&s, "HEAD", &click_path(&s, ids[16], 1), PERSON).await;
    ask(&s, "GET", &click_path(&s, ids[17], 1), PERSON).await;
    assert_eq!(ask(&s, "GET", &click_path(&s, ids[17], TRAP), PERSON).await.status, 204);
    settle(&s).await;

    let report = s.get("/report").await;
    assert_eq!(figures(&report), json!([8, 3, 10, 4, 4, 4, 5]));
    assert_eq!((&report["open_rate"], &report["click_rate"]), (&json!(40.0), &json!(15.0)));
    let links: Vec<Value> = report["links"].as_array().unwrap().iter()
        .map(|l| json!([l["url"], l["label"], l["clicks"], l["all_clicks"], l["robot_clicks"]])).collect();
    assert_eq!(links, [
        json!(["https://example.org/a?x=1&y=2", "First", 2, 2, 3]), json!(["https://example.org/b", "Second", 2, 2, 1]),
        json!(["https://example.org/c d", "Third", 0, 0, 1]),
    ]);
    assert_eq!((&report["hours"][0]["opens"], &report["hours"][0]["clicks"]), (&json!(8), &json!(3)));
    assert_eq!(report["hours"].as_array().unwrap().len(), 24);
    assert_eq!(s.get("").await["opens"], 8);
    let listed = async |state: &str| s.get(&format!("/deliveries?state={state}")).await;
    assert_eq!(listed("opened").await.as_array().unwrap().len(), 8);
    assert_eq!(listed("clicked").await[0]["subscriber_id"], ids[0]);
    assert!(listed("clicked").await[0]["clicked_at"].is_string());
    assert_eq!(listed("not_opened").await.as_array().unwrap().len(), 12);
    let path = format!("/api/newsletters/{}/analytics", s.newsletter_id);
    let whole = s.t.call(Some(&s.token), "GET", &path, None).await.expect(200);
    assert_eq!((&whole["total_opens"], &whole["total_clicks"], &whole["open_rate"]), (&json!(8), &json!(3), &json!(40.0)));
    let one = s.get("/analytics").await;
    assert_eq!(json!([one["tracked_sends"], one["tracked_opens"], one["tracked_clicks"]]), json!([20, 8, 3]));
    let overview = s.t.call(Some(&s.token), "GET", "/api/overview", None).await.expect(200)["last_30_days"].clone();
    assert_eq!(json!([overview["emails_sent"], overview["open_rate"], overview["click_rate"]]), json!([20, 40.0, 15.0]));
    let all = s.t.call(Some(&s.token), "GET", "/api/analytics?range=30d", None).await.expect(200);
    let t = &all["totals"];
    assert_eq!(json!([t["sent"], t["opens"], t["clicks"], t["privacy_opens"], t["robot_opens"], t["robot_clicks"]]), json!([20, 8, 3, 4, 4, 5]));
    let last = all["series"].as_array().unwrap().last().unwrap();
    assert_eq!(json!([last["sent"], last["opens"], last["clicks"]]), json!([20, 8, 3]));
    assert_eq!((&all["campaigns"][0]["opens"], &all["newsletters"][0]["open_rate"]), (&json!(8), &json!(40.0)));
    // What is counted once is not counted again.
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([8, 3, 10, 4, 4, 4, 5]));
});

both_engines!(a_mail_carries_links_that_lead_here, engine => {
    let s = sent(engine, 1, "full").await;
    let mail = s.t.call(Some(&s.token), "GET", "/api/captured-mail", None).await.expect(200)[0]["id"].as_i64().unwrap();
    let mail = s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{mail}?links=as_sent"), None).await.expect(200);
    let html = mail["html"].as_str().unwrap();
    let id = readers(&s).await[0];
    assert!(html.contains(&click_path(&s, id, 1)) && html.contains(&click_path(&s, id, TRAP)), "{html}");
    assert!(html.contains(&open_path(&s, id)), "{html}");
    assert!(html.contains("https://example.org/?e="), "a link of the reader's own stays: {html}");
    assert!(mail["text"].as_str().unwrap().contains("https://example.org/b"), "the text part stays as it is");
});

both_engines!(looking_at_a_kept_mail_or_a_preview_is_not_reading_it, engine => {
    let s = sent(engine, 1, "full").await;
    let id = readers(&s).await[0];
    let mail = s.get("/deliveries").await[0]["captured_mail_id"].as_i64().unwrap();
    let mail = s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{mail}"), None).await.expect(200);
    let html = mail["html"].as_str().unwrap();
    for target in ["\"https://example.org/a?x=1&amp;y=2\"", "\"https://example.org/b\"", "\"https://example.org/c d\"", "https://example.org/?e="] {
        assert!(html.contains(target), "{target}: {html}");
    }
    assert!(html.contains("src=\"data:image/gif;base64,") && !html.contains("/t/"), "{html}");
    let preview = s.get(&format!("/preview?subscriber_id={id}")).await;
    // Whatever of ours is shown anywhere is asked for, and pressed.
    let mut pressed = 0;
    for shown in [&mail, &preview] {
        let shown = shown.to_string();
        for part in shown.split("http://127.0.0.1:8080/").skip(1) {
            let path: String = part.chars().take_while(|c| c.is_ascii_alphanumeric() || "/-_.".contains(*c)).collect();
            ask(&s, "GET", &format!("/{path}"), PERSON).await;
            if path.starts_with("u/") || path.starts_with("p/") {
                for path in [format!("/{path}"), format!("/{path}/erase")] {
                    ask(&s, "POST", &path, PERSON).await;
                }
                pressed += 1;
            }
        }
    }
    assert!(pressed >= 4, "{mail} {preview}");
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(s.get("/report").await["unsubscribed"], 0);
    let reader = format!("/api/newsletters/{}/subscribers/{id}", s.newsletter_id);
    assert_eq!(s.t.call(Some(&s.token), "GET", &reader, None).await.expect(200)["status"], "active");
    // What was sent is kept as it was.
    let raw = s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{}/raw", mail["id"]), None).await.text();
    assert!(raw.replace("=\r\n", "").contains(&open_path(&s, id)), "{raw}");
    s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{}?links=all", mail["id"]), None).await.expect(400);
});

both_engines!(a_newsletter_decides_what_is_counted, engine => {
    let s = sent(engine, 3, "anonymous").await;
    let id = readers(&s).await[0];
    ask(&s, "GET", &open_path(&s, 0), PERSON).await;
    ask(&s, "GET", &open_path(&s, 0), PERSON).await;
    for link in 1..=3 {
        ask(&s, "GET", &click_path(&s, 0, link), PERSON).await;
    }
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([2, 3, 2, 3, 0, 0, 0]));
    // How often is no rate of readers, on any screen.
    let all = s.t.call(Some(&s.token), "GET", "/api/analytics?range=30d", None).await.expect(200);
    let path = format!("/api/newsletters/{}/analytics", s.newsletter_id);
    let newsletter = s.t.call(Some(&s.token), "GET", &path, None).await.expect(200);
    let overview = s.t.call(Some(&s.token), "GET", "/api/overview", None).await.expect(200)["last_30_days"].clone();
    for shown in [&s.get("/report").await, &s.get("/analytics").await, &newsletter, &overview, &all["totals"], &all["campaigns"][0]] {
        assert_eq!(json!([shown["open_rate"], shown["click_rate"]]), json!([0.0, 0.0]), "{shown}");
    }
    assert_eq!((&newsletter["total_sends"], &newsletter["tracked_sends"]), (&json!(3), &json!(0)));
    let mail = s.get("/deliveries").await[0]["captured_mail_id"].as_i64().unwrap();
    let mail = s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{mail}?links=as_sent"), None).await.expect(200);
    let html = mail["html"].as_str().unwrap();
    assert!(html.contains(&open_path(&s, 0)) && !html.contains(&open_path(&s, id)), "{html}");
    assert_eq!(s.get("/deliveries?state=opened").await, json!([]));
    s.t.call(Some(&s.token), "POST", &s.path("/resend"), Some(json!({ "to": "not_opened" }))).await.expect(409);
});

both_engines!(nothing_is_put_into_mails_of_a_newsletter_that_does_not_count, engine => {
    let s = sent(engine, 1, "none").await;
    let mail = s.get("/deliveries").await[0]["captured_mail_id"].as_i64().unwrap();
    let mail = s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{mail}?links=as_sent"), None).await.expect(200);
    let html = mail["html"].as_str().unwrap();
    assert!(!html.contains("/t/") && html.contains("https://example.org/a?x=1&amp;y=2"), "{html}");
});

both_engines!(forged_tokens_lead_nowhere_and_count_nothing, engine => {
    let s = sent(engine, 1, "full").await;
    let id = readers(&s).await[0];
    let good = click_path(&s, id, 1);
    for at in 5..good.len() {
        let mut altered = good.clone().into_bytes();
        altered[at] = if altered[at] == b'A' { b'B' } else { b'A' };
        let answer = ask(&s, "GET", std::str::from_utf8(&altered).unwrap(), PERSON).await;
        assert!(answer.status == 404 && answer.header("location").is_none(), "position {at}: {}", answer.status);
    }
    for path in ["/t/c/x", "/t/c/https:%2F%2Fevil.example", "/t/o/x.gif", "/t/o/%00.gif"] {
        let answer = ask(&s, "GET", path, PERSON).await;
        assert!(answer.header("location").is_none(), "{path}");
    }
    // A link that the mail does not have.
    assert_eq!(ask(&s, "GET", &click_path(&s, id, 99), PERSON).await.status, 404);
    // A name of 10 kB, and a minute later a robot that clicks as fast as it can.
    ask(&s, "GET", &open_path(&s, id), &"x".repeat(10_000)).await;
    s.t.clock.advance(60_000);
    for n in 0..1_000 {
        ask(&s, "GET", &good, PERSON).await;
        if n % 500 == 0 {
            commit_now(&s.t.app.with()).await.unwrap();
        }
    }
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([1, 0, 1, 0, 0, 0, 1_000]));
});

both_engines!(leaving_through_a_mail_is_counted_with_it, engine => {
    let s = sent(engine, 2, "full").await;
    let mail = s.get("/deliveries").await[0]["captured_mail_id"].as_i64().unwrap();
    let mail = s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{mail}?links=as_sent"), None).await.expect(200);
    let text = mail["text"].as_str().unwrap();
    let url = text.split_whitespace().find(|word| word.contains("/u/")).unwrap();
    let path = url.split_once("/u/").map(|(_, token)| format!("/u/{token}")).unwrap();
    ask(&s, "POST", &path, PERSON).await;
    ask(&s, "POST", &path, PERSON).await;
    assert_eq!(s.get("/report").await["unsubscribed"], 1);
});

both_engines!(a_campaign_that_is_gone_counts_nothing, engine => {
    let s = sent(engine, 1, "full").await;
    let id = readers(&s).await[0];
    ask(&s, "GET", &open_path(&s, id), PERSON).await;
    change(&s, DELETE).await.commit().await.unwrap();
    settle(&s).await;
    assert_eq!(left(&s).await, (0, 0));
});

/// Rows of what readers did, and of what is still to be counted.
async fn left(s: &Scene) -> (i64, i64) {
    let mut tx = s.t.app.db.read().await.unwrap();
    let sql = "SELECT (SELECT COUNT(*) FROM engagements), (SELECT COUNT(*) FROM tracking_batches)";
    on_engine!(&mut tx, conn => sqlx::query_as(sql).fetch_one(conn).await).unwrap()
}

async fn change(s: &Scene, sql: &'static str) -> database::Tx {
    let mut tx = s.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
    tx
}

const DELETE: &str = "DELETE FROM campaigns";

/// `engagements` refers to no run there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_counted_while_its_campaign_goes_goes_with_it() {
    let test = async {
        for is_counted_first in [true, false] {
            let s = sent(database::Engine::Postgres, 2, "full").await;
            for id in readers(&s).await {
                ask(&s, "GET", &open_path(&s, id), PERSON).await;
            }
            commit_now(&s.t.app.with()).await.unwrap();
            s.t.clock.advance(SETTLE + 1);
            let mut held = if is_counted_first {
                // All is written, and the round waits to take out what it read.
                change(&s, "UPDATE tracking_batches SET hits = hits").await
            } else {
                change(&s, DELETE).await
            };
            let others = async {
                while !database::testing::is_waited_for(&mut held).await {}
                let deleting = async {
                    if is_counted_first {
                        change(&s, DELETE).await.commit().await.unwrap();
                    }
                };
                let going_on = async {
                    while is_counted_first && database::testing::waiting(&mut held).await < 2 {}
                    held.commit().await.unwrap();
                };
                tokio::join!(deleting, going_on)
            };
            let both = async { tokio::join!(count(&s.t.app), others) };
            let (counted, _) = tokio::time::timeout(std::time::Duration::from_secs(30), both)
                .await
                .expect("neither waits for ever");
            assert_eq!(counted.unwrap().hits, 2);
            assert_eq!(left(&s).await, (0, 0), "counted first: {is_counted_first}");
        }
    };
    database::testing::on_postgres(test).await;
}

both_engines!(a_burst_is_judged_whole_however_much_else_comes_in, engine => {
    let s = sent(engine, 400, "full").await;
    let ids = readers(&s).await;
    // Four hundred scanners at once, link by link: more than one round takes.
    for link in 1..=3 {
        for id in &ids {
            ask(&s, "GET", &click_path(&s, *id, link), PERSON).await;
        }
        commit_now(&s.t.app.with()).await.unwrap();
        s.t.clock.advance(700);
    }
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([0, 0, 0, 0, 0, 0, 1_200]));
});

both_engines!(an_open_that_came_with_the_trap_is_the_robot_s, engine => {
    let s = sent(engine, 5, "full").await;
    let ids = readers(&s).await;
    let trap = async |id| assert_eq!(ask(&s, "GET", &click_path(&s, id, TRAP), PERSON).await.status, 204);
    let open = async |id| { ask(&s, "GET", &open_path(&s, id), PERSON).await; };
    // A scanner loads the picture and follows the hidden link; another follows the link first.
    open(ids[0]).await;
    trap(ids[0]).await;
    trap(ids[1]).await;
    // Links alone tell a scanner, too.
    for link in 1..=3 {
        ask(&s, "GET", &click_path(&s, ids[2], link), PERSON).await;
    }
    open(ids[2]).await;
    // Another reader of the same mail reads it meanwhile.
    open(ids[3]).await;
    commit_now(&s.t.app.with()).await.unwrap();
    // The trap is judged before the picture that came with it has settled.
    s.t.clock.advance(1_900);
    open(ids[1]).await;
    commit_now(&s.t.app.with()).await.unwrap();
    s.t.clock.advance(SETTLE - 1_000);
    assert_eq!(count(&s.t.app).await.unwrap().hits, 8);
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([1, 0, 1, 0, 0, 3, 3]));
    // The reader behind the scanner opens the mail some minutes later.
    s.t.clock.advance(180_000);
    open(ids[0]).await;
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([2, 0, 2, 0, 0, 3, 3]));
    let listed = s.get("/deliveries?state=opened").await;
    let mut opened: Vec<i64> = listed.as_array().unwrap().iter().map(|row| row["subscriber_id"].as_i64().unwrap()).collect();
    opened.sort_unstable();
    assert_eq!(opened, [ids[0], ids[3]]);
});

/// The same installation after its process was killed.
fn again(s: &Scene) -> crate::App {
    crate::App::new(s.t.app.db.clone(), s.t.app.clock.clone(), s.t.app.settings.clone()).unwrap()
}

async fn take_in_once(app: &crate::App) {
    let stop = tokio_util::sync::CancellationToken::new();
    stop.cancel();
    crate::tracking::take_in(app.with(), stop).await;
}

fn files(s: &Scene) -> Vec<std::path::PathBuf> {
    let found = std::fs::read_dir(super::intake::folder(&s.t.app)).into_iter().flatten();
    found.map(|file| file.unwrap().path()).collect()
}

async fn journals(s: &Scene) -> i64 {
    let mut tx = s.t.app.db.read().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM tracking_journals").fetch_one(conn).await).unwrap()
}

both_engines!(what_a_killed_process_answered_is_counted_by_the_next_and_once, engine => {
    let s = sent(engine, 30, "full").await;
    let ids = readers(&s).await;
    for (n, id) in ids.iter().enumerate() {
        let stop = tokio_util::sync::CancellationToken::new();
        let (node, before) = (again(&s), journals(&s).await);
        let taking = tokio::spawn(crate::tracking::take_in(node.with(), stop));
        let router = crate::server::build(node, axum::Router::new());
        let request = Request::builder().uri(open_path(&s, *id)).header(header::USER_AGENT, PERSON);
        tower::ServiceExt::oneshot(router, request.body(Body::empty()).unwrap()).await.unwrap();
        crate::testing::eventually("it is on disk", async || {
            files(&s).iter().any(|file| file.metadata().unwrap().len() > 0)
        }).await;
        // Killed before it is committed, or after.
        if n % 2 == 1 {
            crate::testing::eventually("it is in the database", async || journals(&s).await > before).await;
        }
        taking.abort();
        let _ = taking.await;
        take_in_once(&again(&s)).await;
        assert_eq!(files(&s), Vec::<std::path::PathBuf>::new());
    }
    take_in_once(&again(&s)).await;
    settle(&s).await;
    assert_eq!(figures(&s.get("/report").await), json!([30, 0, 30, 0, 0, 0, 0]));
});
