//! What comes back of emails that no campaign sent.

use database::both_engines;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Reader, World, delivery_report};
use crate::{
    NewsletterId,
    links::{Mailed, Use, Verp},
    messages,
};

const AT: &str = "bounces.example.org";

/// An author with a verified domain, and one message that was sent for each address; their ids.
async fn sent(engine: database::Engine, addresses: &[&str]) -> (World, Vec<i64>) {
    let w = World::new(engine).await;
    let domain = w.verified("example.org").await;
    let newsletter = w.newsletter(Some(domain)).await;
    let ids = send(&w, newsletter, addresses).await;
    (w, ids)
}

/// One message to each address, sent; their ids.
pub async fn send(w: &World, newsletter: NewsletterId, addresses: &[&str]) -> Vec<i64> {
    let mut ids = Vec::new();
    for to in addresses {
        let body = json!({ "newsletter_id": newsletter, "to": to, "subject": "S", "text_content": "x" });
        let made = w.call(&w.author, "POST", "/api/messages", Some(body)).await.expect(202);
        ids.push(made["id"].as_i64().unwrap());
    }
    let stop = CancellationToken::new();
    let sending = tokio::spawn(messages::background(w.t.app.core(), "one".into(), stop.clone()));
    for id in &ids {
        crate::testing::eventually("sent", async || get(w, *id).await["state"] == "sent").await;
    }
    stop.cancel();
    sending.await.unwrap();
    ids
}

pub async fn get(w: &World, id: i64) -> Value {
    w.call(&w.author, "GET", &format!("/api/messages/{id}"), None).await.expect(200)
}

async fn suppressed(w: &World) -> Vec<(String, String)> {
    let list = w.call(&w.admin, "GET", "/api/suppressions", None).await.expect(200);
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    let mut all: Vec<_> =
        list.as_array().unwrap().iter().map(|row| (text(row, "email"), text(row, "reason"))).collect();
    all.sort_unstable();
    all
}

/// A report of abuse about the mail with this return path.
pub fn abuse(mail_from: &str) -> String {
    format!(
        "From: fbl@provider.example\r\nSubject: abuse\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=feedback-report; boundary=x\r\n\r\n\
         --x\r\nContent-Type: text/plain\r\n\r\nSpam.\r\n\
         --x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\nUser-Agent: p/1\r\n\
         Original-Mail-From: <{mail_from}>\r\n\
         --x\r\nContent-Type: message/rfc822\r\n\r\nSubject: S\r\n\r\nx\r\n--x--\r\n"
    )
}

both_engines!(a_bounce_or_a_complaint_stops_what_comes_after, engine => {
    let to = ["gone@example.net", "angry@example.net", "full@example.net", "arrived@example.net", "cross@example.net"];
    let (w, ids) = sent(engine, &to).await;
    let (reader, verp) = (Reader::new(w.t.app.core()), Verp::new(&w.t.app));
    let address = |at: usize| verp.address(Use::Message, Mailed::message(ids[at]), AT);
    assert!(reader.accepts(&address(0)));
    reader.receive(&address(0), &delivery_report("5.1.1", "Subject: x\r\n")).await.unwrap();
    reader.receive(&address(1), abuse("nobody@example.net").as_bytes()).await.unwrap();
    reader.receive(&address(2), &delivery_report("4.2.2", "Subject: x\r\n")).await.unwrap();
    let arrived = String::from_utf8(delivery_report("2.0.0", "Subject: x\r\n")).unwrap();
    reader.receive(&address(3), arrived.replace("Action: failed", "Action: delivered").as_bytes()).await.unwrap();
    // A loop that tells only whom the mail came from.
    reader.receive(&format!("fbl@{AT}"), abuse(&address(4)).as_bytes()).await.unwrap();
    // Of the domain: five left, two bounced and were complained of.
    let domain = w.call(&w.author, "GET", "/api/domains?limit=1", None).await.expect(200)[0].clone();
    let figures = ["metrics_sent", "metrics_bounced", "metrics_soft_bounced", "metrics_complained", "current_daily_sent"];
    assert_eq!(figures.map(|name| domain[name].as_i64().unwrap()), [5, 1, 1, 2, 5], "{domain}");
    for (id, returned) in ids.iter().zip(["bounced", "complained", "soft_bounced", "delivered", "complained"]) {
        let message = get(&w, *id).await;
        assert_eq!((&message["returned"], &message["state"]), (&json!(returned), &json!("sent")), "{message}");
        assert!(message["returned_at"].is_string(), "{message}");
    }
    assert_eq!(get(&w, ids[1]).await["returned_detail"], "reported as abuse.");
    let expected = [("angry@example.net", "complaint"), ("cross@example.net", "complaint"), ("gone@example.net", "hard_bounce")];
    assert_eq!(suppressed(&w).await, expected.map(|(email, reason)| (email.to_owned(), reason.to_owned())));
    // What says less does not take its place.
    reader.receive(&address(0), &delivery_report("4.2.2", "Subject: x\r\n")).await.unwrap();
    assert_eq!(get(&w, ids[0]).await["returned"], "bounced");
    // What says more does.
    reader.receive(&address(3), abuse("nobody@example.net").as_bytes()).await.unwrap();
    assert_eq!(get(&w, ids[3]).await["returned"], "complained");
});

both_engines!(a_message_carries_both_signatures_of_its_domain_and_is_counted, engine => {
    let w = World::with(engine, |settings| settings.operations.metrics_token = Some("figures".into())).await;
    let domain = w.verified("example.org").await;
    let newsletter = w.newsletter(Some(domain)).await;
    send(&w, newsletter, &["a@example.net"]).await;
    let mails = w.call(&w.author, "GET", "/api/captured-mail?kind=message", None).await.expect(200);
    let path = format!("/api/captured-mail/{}/raw", mails[0]["id"]);
    let raw = w.call(&w.author, "GET", &path, None).await.text();
    assert_eq!(raw.matches("DKIM-Signature: v=1;").count(), 2, "{raw}");
    assert!(raw.contains("a=rsa-sha256;") && raw.contains("a=ed25519-sha256;") && raw.contains("d=example.org;"), "{raw}");
    let figures = w.t.call(Some("figures"), "GET", "/metrics", None).await.text();
    assert!(figures.contains("letterpress_single_mails_total{result=\"sent\"} 1\n"), "{figures}");
});

both_engines!(a_forged_or_an_automatic_answer_changes_nothing, engine => {
    let (w, ids) = sent(engine, &["a@example.net"]).await;
    let (reader, verp) = (Reader::new(w.t.app.core()), Verp::new(&w.t.app));
    let address = verp.address(Use::Message, Mailed::message(ids[0]), AT);
    let forged = address.replacen("m+", "m+a", 1);
    assert!(!reader.accepts(&forged));
    reader.receive(&forged, &delivery_report("5.1.1", "Subject: x\r\n")).await.unwrap();
    // The token of a campaign's mail with the same numbers is another.
    let other = verp.address(Use::Bounce, Mailed::message(ids[0]), AT);
    reader.receive(&other, &delivery_report("5.1.1", "Subject: x\r\n")).await.unwrap();
    let away = "From: a@example.net\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nI am away.\r\n";
    reader.receive(&address, away.as_bytes()).await.unwrap();
    reader.receive(&address, &delivery_report("5.7.1", "Subject: x\r\n")).await.unwrap();
    let delayed = String::from_utf8(delivery_report("2.0.0", "Subject: x\r\n")).unwrap();
    reader.receive(&address, delayed.replace("Action: failed", "Action: delayed").as_bytes()).await.unwrap();
    let no_spam = abuse(&address).replace("Feedback-Type: abuse", "Feedback-Type: not-spam");
    reader.receive(&address, no_spam.as_bytes()).await.unwrap();
    reader.receive(&format!("fbl@{AT}"), no_spam.as_bytes()).await.unwrap();
    reader.receive(&verp.address(Use::Message, Mailed::message(4711), AT), &delivery_report("5.1.1", "Subject: x\r\n")).await.unwrap();
    assert_eq!(get(&w, ids[0]).await["returned"], Value::Null);
    assert!(suppressed(&w).await.is_empty());
});
