//! What is not understood: kept, counted, shown to administrators, and bounded.

use database::{both_engines, on_engine};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Sent, failure};
use crate::{
    bounces::{
        background,
        mail::Reader,
        unknown::{AGE, Intake, MOST_PROVEN, MOST_UNPROVEN, Reason, forget_old, keep},
    },
    clock::MINUTE,
    links::{Use, Verp},
    testing::eventually,
};

const LIST: &str = "/api/bounces/unknown";

async fn get(s: &Sent, path: &str) -> Value {
    s.w.call(&s.w.admin, "GET", path, None).await.expect(200)
}

fn letter(text: &str) -> Vec<u8> {
    format!("From: =?utf-8?q?J=C3=B6rg?= <j@example.net>\r\nSubject: Hello\r\n\r\n{text}").into_bytes()
}

both_engines!(what_is_not_understood_is_kept_and_shown_to_administrators, engine => {
    let s = Sent::new(engine, 3).await;
    let app = &s.w.t.app;
    let (reader, verp) = (Reader::new(app.core()), Verp::new(app));
    let to = |reader: usize| verp.address(Use::Bounce, s.mail(reader), "bounces.example.org");
    reader.receive(&to(0), &failure("5.0.0", "554 Transaction failed")).await.unwrap();
    reader.receive(&to(1), &letter("Who are you?\0")).await.unwrap();
    reader.receive(&to(1), &letter("Who are you?\0")).await.unwrap();
    reader.receive("abuse@bounces.example.org", &letter("Stop this.")).await.unwrap();
    reader.receive("fbl@bounces.example.org", &failure("5.1.1", "550 5.1.1 no such user")).await.unwrap();
    // Understood, and therefore not kept.
    reader.receive(&to(2), &failure("5.2.2", "552 5.2.2 full")).await.unwrap();
    reader.receive(&to(2), b"Subject: away\r\nAuto-Submitted: auto-replied\r\n\r\nAway.").await.unwrap();
    let all = get(&s, LIST).await;
    let told: Vec<(&str, Option<i64>)> = all.as_array().unwrap().iter()
        .map(|r| (r["reason"].as_str().unwrap(), r["subscriber_id"].as_i64())).collect();
    assert_eq!(told, [("unproven", None), ("unproven", None), ("unknown", Some(s.readers[1])), ("unclear", Some(s.readers[0]))]);
    let unclear = get(&s, &format!("{LIST}?reason=unclear")).await;
    assert_eq!((&unclear[0]["newsletter_id"], &unclear[0]["campaign_id"]), (&json!(s.newsletter), &json!(s.campaign)));
    let unknown = get(&s, &format!("{LIST}?reason=unknown&limit=1")).await;
    assert_eq!((&unknown[0]["sender"], &unknown[0]["subject"]), (&json!("J\u{f6}rg <j@example.net>"), &json!("Hello")));
    let path = format!("{LIST}/{}", unknown[0]["id"]);
    let text = get(&s, &path).await;
    assert!(text["text"].as_str().unwrap().ends_with("Who are you?"), "{text}");
    assert_eq!((&text["size_bytes"], &text["reason"]), (&json!(letter("Who are you?\0").len()), &json!("unknown")));
    // The author sees that it came back, and nobody is held to account for it.
    let report = s.report(s.campaign).await;
    assert_eq!(&report["soft_bounced"], &json!(2), "{report}");
    assert_eq!(s.status(0).await, "active");
    // Administrators alone, and nothing that is not there.
    for (method, path) in [("GET", LIST), ("GET", &path), ("DELETE", &path)] {
        s.w.call(&s.w.author, method, path, None).await.expect(403);
    }
    s.w.call(&s.w.admin, "GET", &format!("{LIST}?reason=x"), None).await.expect(400);
    s.w.call(&s.w.admin, "DELETE", &path, None).await.expect(204);
    s.w.call(&s.w.admin, "DELETE", &path, None).await.expect(404);
    s.w.call(&s.w.admin, "GET", &path, None).await.expect(404);
    // What is old goes.
    s.w.t.clock.advance(AGE);
    forget_old(app).await.unwrap();
    assert_eq!(get(&s, LIST).await.as_array().unwrap().len(), 3);
    s.w.t.clock.advance(1);
    forget_old(app).await.unwrap();
    assert_eq!(get(&s, LIST).await, json!([]));
});

both_engines!(what_is_old_goes_by_itself, engine => {
    let s = Sent::new(engine, 1).await;
    let app = &s.w.t.app;
    keep(app, &Intake::default(), Reason::Unknown, Some(s.mail(0)), &letter("Who are you?")).await.unwrap();
    s.w.t.clock.advance(AGE + 1);
    let stop = CancellationToken::new();
    let running = tokio::spawn(background(app.core(), None, stop.clone()));
    eventually("forgotten", async || get(&s, LIST).await == json!([])).await;
    assert!(!running.is_finished(), "a part that ends counts as a failure");
    stop.cancel();
    running.await.unwrap();
});

both_engines!(however_much_comes_the_newest_are_kept_and_strangers_displace_nothing, engine => {
    let s = Sent::new(engine, 1).await;
    let app = &s.w.t.app;
    let intake = Intake::default();
    keep(app, &intake, Reason::Unknown, Some(s.mail(0)), &letter(&"x".repeat(1 << 20))).await.unwrap();
    // As many as may be, put there at once.
    for (reason, most) in [("unproven", MOST_UNPROVEN), ("unclear", MOST_PROVEN - 1)] {
        let mut tx = app.db.begin().await.unwrap();
        for n in 0..most {
            on_engine!(&mut tx, conn => sqlx::query(
                "INSERT INTO unknown_reports (reason, text, size_bytes, digest, received_at) VALUES ($1, 'x', 1, $2, $3)")
                .bind(reason).bind(format!("{reason}{n}").into_bytes()).bind(app.now()).execute(conn).await.map(drop)).unwrap();
        }
        tx.commit().await.unwrap();
    }
    let count = async |reason: &str| {
        let answer = s.w.call(&s.w.admin, "GET", &format!("{LIST}?limit=1&reason={reason}"), None).await;
        answer.header("x-total-count").unwrap().parse::<i64>().unwrap()
    };
    let kept = get(&s, &format!("{LIST}?reason=unknown")).await;
    let text = get(&s, &format!("{LIST}/{}", kept[0]["id"])).await;
    assert_eq!(text["text"].as_str().unwrap().len(), 16 << 10);
    // A flood of strangers: sixty a minute, and only their own make room.
    for n in 0..100 {
        keep(app, &intake, Reason::Unproven, None, &letter(&n.to_string())).await.unwrap();
    }
    assert_eq!((count("unproven").await, count("unclear").await, count("unknown").await), (MOST_UNPROVEN, MOST_PROVEN - 1, 1));
    let newest = get(&s, &format!("{LIST}?reason=unproven&limit=1")).await;
    let newest = get(&s, &format!("{LIST}/{}", newest[0]["id"])).await;
    assert!(newest["text"].as_str().unwrap().ends_with("\n59"), "{newest}");
    s.w.t.clock.advance(MINUTE);
    keep(app, &intake, Reason::Unproven, None, &letter("later")).await.unwrap();
    let newest = get(&s, &format!("{LIST}?reason=unproven&limit=1")).await;
    assert_ne!(newest[0]["size_bytes"], json!(letter("59").len()));
    // One more of ours takes the place of the oldest of ours.
    keep(app, &intake, Reason::Unclear, Some(s.mail(0)), &letter("more")).await.unwrap();
    assert_eq!((count("unclear").await, count("unknown").await), (MOST_PROVEN, 0));
});
