//! What comes back is counted with the mails that it is about.

use database::both_engines;
use serde_json::json;

use super::{Sent, event};
use crate::{
    clock::HOUR,
    deliveries::events::{DeliveryEventKind, Event, record, take_back},
    runs,
};

both_engines!(a_complaint_counts_in_the_hour_of_its_mail, engine => {
    let s = Sent::new(engine, 4).await;
    s.w.t.clock.advance(3 * HOUR);
    assert!(record(&s.w.t.app, s.mail(0), event(DeliveryEventKind::Complained)).await.unwrap());
    let figures = s.w.call(&s.w.author, "GET", &format!("/api/domains/{}/metrics", s.domain), None).await.expect(200);
    let window = |at: usize| (figures["windows"][at]["sent"].clone(), figures["windows"][at]["complained"].clone());
    assert_eq!([window(0), window(1)], [(json!(0), json!(0)), (json!(4), json!(1))]);
    assert_eq!(figures["windows"][1]["complaint_rate"], 25.0);
});

both_engines!(what_is_taken_back_leaves_no_trace, engine => {
    let s = Sent::new(engine, 4).await;
    let app = &s.w.t.app;
    let answer = Event { source: "smtp", ..event(DeliveryEventKind::Bounced) };
    assert!(record(app, s.mail(0), answer).await.unwrap());
    s.w.t.clock.advance(1);
    let since = app.now();
    assert!(record(app, s.mail(1), answer).await.unwrap());
    assert!(record(app, s.mail(2), event(DeliveryEventKind::Bounced)).await.unwrap());
    let mut tx = app.db.begin().await.unwrap();
    let run = runs::find(&mut tx, s.run).await.unwrap().unwrap();
    take_back(&mut tx, run, since, app.now()).await.unwrap();
    // Again it finds nothing.
    take_back(&mut tx, run, since, app.now()).await.unwrap();
    tx.commit().await.unwrap();
    // What a report says, and what was said before, stands.
    assert_eq!([s.status(0).await, s.status(1).await, s.status(2).await], ["bounced", "active", "bounced"]);
    let suppressed: Vec<String> = s.suppressed().await.into_iter().map(|(email, ..)| email).collect();
    assert_eq!(suppressed, ["r0@example.net", "r2@example.net"]);
    assert_eq!(s.report(s.campaign).await["bounced"], 2);
    let domain = s.w.call(&s.w.admin, "GET", &format!("/api/domains/{}", s.domain), None).await.expect(200);
    assert_eq!((&domain["metrics_bounced"], &domain["metrics_sent"]), (&json!(2), &json!(3)));
    let figures = s.w.call(&s.w.author, "GET", &format!("/api/domains/{}/metrics", s.domain), None).await.expect(200);
    assert_eq!((&figures["windows"][0]["bounced"], &figures["windows"][0]["sent"]), (&json!(2), &json!(3)));
    let path = format!("/api/newsletters/{}/analytics", s.newsletter);
    assert_eq!(s.w.call(&s.w.author, "GET", &path, None).await.expect(200)["total_bounces"], 2);
});
