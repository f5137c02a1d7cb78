//! Notifications of Amazon SNS: what is signed, from a topic of ours and fresh is believed, and nothing else.

use axum::{body::Body, http::Request};
use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::{Sent, messages, send};
use crate::{
    bounces::Certificates,
    clock::{HOUR, MINUTE, SECOND},
    deliveries::tests::{give_rows, sent},
    links::{Mailed, Use, Verp},
    runs::State,
    testing::TestAnswer,
};

const TOPIC: &str = "arn:aws:sns:eu-west-1:123456789012:letterpress";
const CERTIFICATE: &str = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0.pem";

/// A topic of the operator's, with a certificate that is taken for Amazon's.
struct Topic {
    s: Sent,
    key: rcgen::KeyPair,
}

impl Topic {
    async fn new(engine: database::Engine, readers: i64) -> Self {
        let s = Sent::with(engine, readers, |settings| settings.sns_topics = vec![TOPIC.into()]).await;
        let key = rcgen::KeyPair::generate_for(&rcgen::PKCS_RSA_SHA256).unwrap();
        let mut parameters = rcgen::CertificateParams::new(vec!["sns.amazonaws.com".into()]).unwrap();
        parameters.not_before = rcgen::date_time_ymd(2026, 1, 1);
        parameters.not_after = rcgen::date_time_ymd(2027, 1, 1);
        let certificate = parameters.self_signed(&key).unwrap();
        s.w.t.app.with::<Certificates>().own.insert(CERTIFICATE, certificate.pem().into_bytes());
        Self { s, key }
    }

    /// A notification as SNS signs it, version 2.
    fn signed(&self, message: &Value, at: i64) -> Value {
        let mut notification = json!({
            "Type": "Notification", "MessageId": "165545c9-2a5c-472c-8df2-7ff2be2b3b1b", "TopicArn": TOPIC,
            "Message": message.to_string(), "Timestamp": crate::Timestamp(at).to_string(), "SignatureVersion": "2",
            "SigningCertURL": CERTIFICATE,
        });
        notification["Signature"] = json!(self.signature(&notification));
        notification
    }

    fn signature(&self, n: &Value) -> String {
        use aws_lc_rs::{rand::SystemRandom, rsa, signature};
        use base64::Engine as _;
        let mut text = String::new();
        for field in ["Message", "MessageId", "Timestamp", "TopicArn", "Type"] {
            text.extend([field, "\n", n[field].as_str().unwrap(), "\n"]);
        }
        let key = rsa::KeyPair::from_pkcs8(&self.key.serialize_der()).unwrap();
        let mut signed = vec![0; key.public_modulus_len()];
        key.sign(&signature::RSA_PKCS1_SHA256, &SystemRandom::new(), text.as_bytes(), &mut signed).unwrap();
        base64::engine::general_purpose::STANDARD.encode(signed)
    }

    async fn post(&self, body: String) -> TestAnswer {
        let request = Request::post("/hooks/ses").header("content-type", "text/plain; charset=UTF-8");
        self.s.w.t.send(request.body(Body::from(body)).unwrap()).await
    }

    fn now(&self) -> i64 {
        self.s.w.t.app.now().0
    }

    fn token(&self, reader: usize) -> String {
        Verp::new(&self.s.w.t.app).token(Use::Bounce, self.s.mail(reader))
    }

    fn bounce(&self, reader: usize, kind: &str) -> Value {
        json!({
            "eventType": "Bounce",
            "bounce": {
                "bounceType": kind, "bounceSubType": "General", "timestamp": "2026-11-21T12:00:00.000Z", "feedbackId": "x",
                "bouncedRecipients": [{ "emailAddress": format!("r{reader}@example.net"), "status": "5.1.1", "diagnosticCode": "smtp; 550 5.1.1 unknown" }],
            },
            "mail": { "messageId": "ses-1", "timestamp": "2026-11-21T12:00:00.000Z", "source": "news@example.org",
                "destination": [format!("r{reader}@example.net")], "tags": { "delivery": [self.token(reader)] } },
        })
    }
}

fn complaint(address: &str, tags: Value) -> Value {
    json!({
        "notificationType": "Complaint",
        "complaint": { "complainedRecipients": [{ "emailAddress": address }], "timestamp": "2026-11-21T12:00:00.000Z",
            "feedbackId": "x", "complaintFeedbackType": "abuse" },
        "mail": { "messageId": "ses-2", "timestamp": "2026-11-21T12:00:00.000Z", "source": "news@example.org",
            "destination": [address], "tags": tags },
    })
}

both_engines!(what_amazon_says_is_recorded_once, engine => {
    let t = Topic::new(engine, 4).await;
    let bounce = t.signed(&t.bounce(0, "Permanent"), t.now()).to_string();
    t.post(bounce.clone()).await.expect(200);
    t.post(bounce).await.expect(200);
    t.post(t.signed(&t.bounce(1, "Transient"), t.now()).to_string()).await.expect(200);
    let told = complaint("r2@example.net", json!({ "delivery": [t.token(2)] }));
    t.post(t.signed(&told, t.now()).to_string()).await.expect(200);
    assert_eq!([t.s.status(0).await, t.s.status(1).await, t.s.status(2).await], ["bounced", "active", "complained"]);
    let report = t.s.report(t.s.campaign).await;
    assert_eq!((&report["bounced"], &report["soft_bounced"], &report["complained"]), (&json!(1), &json!(1), &json!(1)));
    let path = format!("/api/newsletters/{}/campaigns/{}/deliveries?event=complained", t.s.newsletter, t.s.campaign);
    let complained = t.s.w.call(&t.s.w.author, "GET", &path, None).await.expect(200);
    assert_eq!(complained[0]["events"][0]["detail"], "Reported as abuse.", "{complained}");
    // A reader who says that it is no spam.
    let mut wanted = complaint("r1@example.net", json!({ "delivery": [t.token(1)] }));
    wanted["complaint"]["complaintFeedbackType"] = json!("not-spam");
    t.post(t.signed(&wanted, t.now()).to_string()).await.expect(200);
    assert_eq!(t.s.status(1).await, "active");
    // Feedback of an identity names the address alone: nothing more is sent there.
    t.post(t.signed(&complaint("r3@example.net", json!({})), t.now()).to_string()).await.expect(200);
    let suppressed = t.s.suppressed().await;
    let reasons: Vec<(&str, &str, &str)> = suppressed.iter().map(|(e, r, s)| (e.as_str(), r.as_str(), s.as_str())).collect();
    assert_eq!(reasons, [("r0@example.net", "hard_bounce", "ses"), ("r2@example.net", "complaint", "ses"), ("r3@example.net", "complaint", "ses")]);
    let (next, _) = send(&t.s.w, t.s.newsletter).await;
    let report = t.s.report(next).await;
    assert_eq!((&report["ledger"]["sent"], &report["ledger"]["suppressed"]), (&json!(1), &json!(3)), "{report}");
});

both_engines!(a_message_that_no_campaign_sent_is_found_by_its_own_token, engine => {
    let t = Topic::new(engine, 1).await;
    let to = ["gone@example.net", "angry@example.net", "doubt@example.net"];
    let ids = messages::send(&t.s.w, t.s.newsletter, &to).await;
    let token = |at: usize| Verp::new(&t.s.w.t.app).token(Use::Message, Mailed::message(ids[at]));
    let mut tx = t.s.w.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE messages SET state = 'in_doubt', sent_at = NULL").execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    let mut bounce = t.bounce(0, "Permanent");
    bounce["mail"]["tags"]["delivery"] = json!([token(0)]);
    let told = complaint("angry@example.net", json!({ "delivery": [token(1)] }));
    let left = json!({ "eventType": "Send", "send": {}, "mail": { "messageId": "ses-3", "timestamp": "2026-11-21T12:00:00.000Z",
        "source": "news@example.org", "destination": ["doubt@example.net"], "tags": { "delivery": [token(2)] } } });
    for event in [bounce, told, left] {
        t.post(t.signed(&event, t.now()).to_string()).await.expect(200);
    }
    for (id, returned) in ids.iter().zip([json!("bounced"), json!("complained"), Value::Null]) {
        let message = messages::get(&t.s.w, *id).await;
        assert_eq!((&message["returned"], &message["state"]), (&returned, &json!("sent")), "what came back has left: {message}");
        assert!(message["sent_at"].is_string(), "{message}");
    }
    let suppressed: Vec<String> = t.s.suppressed().await.into_iter().map(|(email, ..)| email).collect();
    assert_eq!(suppressed, ["angry@example.net", "gone@example.net"]);
});

both_engines!(a_permanent_bounce_for_our_sake_is_nobodys_end, engine => {
    let t = Topic::new(engine, 1).await;
    let mut bounce = t.bounce(0, "Permanent");
    bounce["bounce"]["bouncedRecipients"][0]["status"] = json!("5.7.1");
    bounce["bounce"]["bouncedRecipients"][0]["diagnosticCode"] = json!("smtp; 550 5.7.1 Message rejected: spam");
    t.post(t.signed(&bounce, t.now()).to_string()).await.expect(200);
    // Without tags, by the address alone.
    bounce["mail"]["tags"] = json!({});
    t.post(t.signed(&bounce, t.now()).to_string()).await.expect(200);
    assert_eq!(t.s.status(0).await, "active");
    assert_eq!(t.s.suppressed().await, []);
    let report = t.s.report(t.s.campaign).await;
    assert_eq!((&report["bounced"], &report["soft_bounced"]), (&json!(0), &json!(0)), "{report}");
});

both_engines!(what_amazon_took_has_not_arrived_and_only_a_full_mailbox_counts, engine => {
    let t = Topic::new(engine, 5).await;
    let told = |reader: usize, kind: &str, part: &str, what: Value| json!({
        "eventType": kind, part: what,
        "mail": { "messageId": "ses-3", "timestamp": "2026-11-21T12:00:00.000Z", "source": "news@example.org",
            "destination": [format!("r{reader}@example.net")], "tags": { "delivery": [t.token(reader)] } },
    });
    // Nobody knew whether the second had left.
    give_rows(&t.s.w.t.app, t.s.run, &[t.s.readers[1]]).await;
    let mut tx = t.s.w.t.app.db.begin().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query("UPDATE deliveries SET state = $1, doubts = 1 WHERE subscriber_id = $2")
        .bind(State::InDoubt.code()).bind(t.s.readers[1]).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    for reader in [0, 1] {
        t.post(t.signed(&told(reader, "Send", "send", json!({})), t.now()).to_string()).await.expect(200);
    }
    assert_eq!(sent(&t.s.w.t.app, t.s.run).await.len(), 5);
    let arrived = json!({ "recipients": ["r1@example.net"], "timestamp": "2026-11-21T12:00:03.000Z", "smtpResponse": "250 ok" });
    t.post(t.signed(&told(1, "Delivery", "delivery", arrived), t.now()).to_string()).await.expect(200);
    t.post(t.signed(&t.bounce(0, "Transient"), t.now()).to_string()).await.expect(200);
    let mut full = t.bounce(2, "Transient");
    full["bounce"]["bounceSubType"] = json!("MailboxFull");
    t.post(t.signed(&full, t.now()).to_string()).await.expect(200);
    // The other server's words or its code say the same.
    for (reader, status, words) in [(3, "4.2.2", "smtp; 452 come back"), (4, "4.0.0", "smtp; 452 mailbox is full")] {
        let mut full = t.bounce(reader, "Transient");
        let recipient = &mut full["bounce"]["bouncedRecipients"][0];
        (recipient["status"], recipient["diagnosticCode"]) = (json!(status), json!(words));
        t.post(t.signed(&full, t.now()).to_string()).await.expect(200);
    }
    let mut tx = t.s.w.t.app.db.read().await.unwrap();
    let events: Vec<(i64, String, bool)> = database::on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT subscriber_id, kind, counts FROM delivery_events WHERE run_id = $1 ORDER BY subscriber_id, kind")
        .bind(t.s.run).fetch_all(conn).await).unwrap();
    let of = |reader: usize, kind: &str, counts| (t.s.readers[reader], kind.to_owned(), counts);
    let full = [2, 3, 4].map(|reader| of(reader, "soft_bounced", true));
    assert_eq!(events[..2], [of(0, "soft_bounced", false), of(1, "delivered", false)]);
    assert_eq!(events[2..], full);
});

both_engines!(forged_stale_and_foreign_notifications_suppress_nobody, engine => {
    let t = Topic::new(engine, 1).await;
    let now = t.now();
    let good = t.signed(&t.bounce(0, "Permanent"), now);
    let altered = |field: &str, value: Value| {
        let mut forged = good.clone();
        forged[field] = value;
        forged
    };
    let mut forgeries = vec![
        (400, json!({ "Type": "Notification" })),
        (400, altered("Message", Value::Null)),
        (400, altered("Timestamp", json!("yesterday"))),
        (403, altered("Message", json!(t.bounce(0, "Transient").to_string()))),
        (403, altered("MessageId", json!("another"))),
        (403, altered("TopicArn", json!("arn:aws:sns:eu-west-1:999999999999:theirs"))),
        (403, altered("SigningCertURL", json!("https://evil.example/SimpleNotificationService-0.pem"))),
        (403, altered("SigningCertURL", json!("http://sns.eu-west-1.amazonaws.com/x.pem"))),
        (403, altered("SigningCertURL", json!("https://sns.eu-west-1.amazonaws.com.evil.example/x.pem"))),
        (403, altered("Timestamp", json!(crate::Timestamp(now + MINUTE).to_string()))),
        (403, t.signed(&t.bounce(0, "Permanent"), now - 2 * HOUR)),
        (403, t.signed(&t.bounce(0, "Permanent"), now + HOUR)),
        (403, altered("Signature", json!("AAAA"))),
    ];
    // A signature of somebody else's key.
    let stranger = Topic { s: Sent::new(engine, 1).await, key: rcgen::KeyPair::generate_for(&rcgen::PKCS_RSA_SHA256).unwrap() };
    forgeries.push((403, stranger.signed(&t.bounce(0, "Permanent"), now)));
    for (status, forgery) in forgeries {
        t.post(forgery.to_string()).await.expect(status);
    }
    // An hour, and five minutes for clocks that differ.
    for (at, is_taken) in [(-HOUR - 5 * MINUTE, true), (-HOUR - 5 * MINUTE - SECOND, false), (5 * MINUTE, true), (5 * MINUTE + SECOND, false)] {
        let status = if is_taken { 200 } else { 403 };
        t.post(t.signed(&json!("hello"), now + at).to_string()).await.expect(status);
    }
    t.post("not JSON".into()).await.expect(400);
    t.post("x".repeat(2 << 20)).await.expect(413);
    // A token of the notification that is not one of ours falls back to the address, a topic's own text means nothing.
    t.post(t.signed(&json!("hello"), now).to_string()).await.expect(200);
    assert_eq!(t.s.status(0).await, "active");
    assert!(t.s.suppressed().await.is_empty());
});
