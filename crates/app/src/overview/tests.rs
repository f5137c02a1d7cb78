use serde_json::{Value, json};

use crate::{
    AuthorId, NewsletterId,
    activities::{self, ActivityKind},
    newsletters::{Counters, DailyDeltas, counters_add, daily_add},
    testing::{START, TestApp},
};

async fn newsletter(t: &TestApp, token: &str) -> NewsletterId {
    let body = json!({ "name": "N", "from_name": "F", "from_prefix": "p" });
    let made = t.call(Some(token), "POST", "/api/newsletters", Some(body)).await.expect(201);
    NewsletterId::new(made["id"].as_i64().unwrap())
}

fn deltas(n: i64) -> DailyDeltas {
    DailyDeltas {
        new_subscribers: n,
        unsubscribed: 2 * n,
        campaigns_sent: 3 * n,
        emails_sent: 4 * n,
        ..DailyDeltas::default()
    }
}

database::both_engines!(the_overview_adds_up_the_authors_own, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let bob = t.author("bob@example.com").await;
    let (a, b, others) = (newsletter(&t, &ada).await, newsletter(&t, &ada).await, newsletter(&t, &bob).await);
    let campaign = json!({ "subject": "S", "html_content": "<p>x</p>" });
    t.call(Some(&ada), "POST", &format!("/api/newsletters/{a}/campaigns"), Some(campaign)).await.expect(201);

    let today = START.day();
    let mut tx = t.app.db.begin().await.unwrap();
    counters_add(&mut tx, a, Counters { active: 5, unsubscribed: 1, ..Counters::default() }).await.unwrap();
    counters_add(&mut tx, b, Counters { pending: 2, ..Counters::default() }).await.unwrap();
    counters_add(&mut tx, others, Counters { active: 1000, ..Counters::default() }).await.unwrap();
    for (newsletter, day, n) in [
        (a, today, 1), (b, today, 10), (a, today - 29, 100), (a, today - 30, 1000), (a, today - 59, 10_000),
        (a, today - 60, 100_000), (others, today, 7),
    ] {
        daily_add(&mut tx, newsletter, day, deltas(n)).await.unwrap();
    }
    tx.commit().await.unwrap();

    let shown = t.call(Some(&ada), "GET", "/api/overview", None).await.expect(200);
    assert_eq!(shown["totals"], json!({ "newsletters": 2, "subscribers": 8, "campaigns": 1, "emails_sent": 444_444 }));
    assert_eq!(shown["last_30_days"], json!({ "new_subscribers": 111, "unsubscribed": 222, "campaigns_sent": 333, "emails_sent": 444, "opens": 0, "clicks": 0, "open_rate": 0.0, "click_rate": 0.0 }));
    assert_eq!(shown["previous_30_days"]["new_subscribers"], 11_000);
    let series = shown["series"].as_array().unwrap();
    assert_eq!(series.len(), 60);
    assert_eq!(series[0], json!({ "date": "2026-09-23", "new_subscribers": 10_000, "unsubscribed": 20_000, "emails_sent": 40_000, "opens": 0, "clicks": 0 }));
    assert_eq!(series[1], json!({ "date": "2026-09-24", "new_subscribers": 0, "unsubscribed": 0, "emails_sent": 0, "opens": 0, "clicks": 0 }));
    assert_eq!(series[30]["new_subscribers"], 100);
    assert_eq!(series[59], json!({ "date": "2026-11-21", "new_subscribers": 11, "unsubscribed": 22, "emails_sent": 44, "opens": 0, "clicks": 0 }));
});

database::both_engines!(a_new_author_sees_zeros, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let shown = t.call(Some(&ada), "GET", "/api/overview", None).await.expect(200);
    assert_eq!(shown["totals"], json!({ "newsletters": 0, "subscribers": 0, "campaigns": 0, "emails_sent": 0 }));
    assert_eq!(shown["recent_activity"], json!([]));
    assert_eq!(shown["series"].as_array().unwrap().len(), 60);
});

database::both_engines!(the_latest_twenty_activities_are_shown, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let bob = t.author("bob@example.com").await;
    let mut tx = t.app.db.begin().await.unwrap();
    for n in 0..25 {
        let title = format!("a{n}@example.com");
        activities::record(&mut tx, AuthorId::new(1), ActivityKind::SubscriberAdded, &title, Some("N"), Some("/subscribers"), START.plus(n)).await.unwrap();
    }
    tx.commit().await.unwrap();
    let shown = t.call(Some(&ada), "GET", "/api/overview", None).await.expect(200);
    let recent = shown["recent_activity"].as_array().unwrap();
    assert_eq!(recent.len(), 20);
    assert_eq!(recent[0], json!({
        "kind": "subscriber_added", "title": "a24@example.com", "detail": "N", "at": "2026-11-21T12:00:00.024Z",
        "href": "/subscribers",
    }));
    let theirs = t.call(Some(&bob), "GET", "/api/overview", None).await.expect(200);
    assert_eq!(theirs["recent_activity"], Value::Array(vec![]));
});
