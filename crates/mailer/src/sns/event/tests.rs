use serde_json::json;

use super::*;

/// 2025-11-21T09:00:00Z.
const SENT: i64 = 1_763_715_600_000;

fn mail() -> Value {
    json!({
        "timestamp": "2025-11-21T09:00:00.000Z", "source": "Bounce <b+1@news.example>",
        "messageId": "0102019a-1", "destination": ["ann@reader.example"],
        "tags": { "ses:configuration-set": ["news"], "attempt": ["a1", "a2"], "odd": [], "bad": "x" },
    })
}

fn read(body: &Value) -> Vec<Event> {
    event(&body.to_string()).unwrap()
}

fn one(body: &Value) -> Event {
    let mut events = read(body);
    assert_eq!(events.len(), 1, "{events:?}");
    events.remove(0)
}

#[test]
fn a_bounce_has_one_event_per_recipient() {
    let mut body = json!({
        "eventType": "Bounce", "mail": mail(),
        "bounce": {
            "bounceType": "Permanent", "bounceSubType": "NoEmail", "timestamp": "2025-11-21T09:00:01.500Z",
            "bouncedRecipients": [
                { "emailAddress": "ann@reader.example", "action": "failed", "status": "5.1.1",
                  "diagnosticCode": "smtp; 550 5.1.1 no such user" },
                { "emailAddress": "Bob <bob@reader.example>" },
                { "emailAddress": "" }, { "action": "failed" }, 7,
            ],
        },
    });
    let events = read(&body);
    let kind = EventKind::Bounce { permanent: true, about_us: false, sub_type: "NoEmail".to_owned() };
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let first = Event {
        kind: kind.clone(),
        recipient: "ann@reader.example".to_owned(),
        status: Some("5.1.1".to_owned()),
        diagnostic: Some("smtp; 550 5.1.1 no such user".to_owned()),
        ses_message_id: "0102019a-1".to_owned(),
        tags: [tag("ses:configuration-set", "news"), tag("attempt", "a1")].into(),
        mail_source: Some("Bounce <b+1@news.example>".to_owned()),
        at_ms: SENT + 1500,
    };
    let second =
        Event { recipient: "bob@reader.example".to_owned(), status: None, diagnostic: None, ..first.clone() };
    assert_eq!(events, [first, second]);
    for transient in ["Transient", "Undetermined", "permanent", ""] {
        body["bounce"]["bounceType"] = json!(transient);
        assert!(
            read(&body).iter().all(|event| matches!(event.kind, EventKind::Bounce { permanent: false, .. }))
        );
    }
}

#[test]
fn what_came_back_for_our_sake_is_not_the_addresses_fault() {
    let bounce = |kind: &str, sub_type: &str, status: Option<&str>, diagnostic: Option<&str>| {
        let body = json!({
            "eventType": "Bounce", "mail": mail(),
            "bounce": {
                "bounceType": kind, "bounceSubType": sub_type, "timestamp": "2025-11-21T09:00:01Z",
                "bouncedRecipients": [
                    { "emailAddress": "ann@reader.example", "status": status, "diagnosticCode": diagnostic },
                ],
            },
        });
        match one(&body).kind {
            EventKind::Bounce { permanent, about_us, .. } => (permanent, about_us),
            other => panic!("{other:?}"),
        }
    };
    for (sub_type, status, diagnostic) in [
        ("General", Some("5.7.1"), None),
        ("General", Some("5.7.26"), Some("smtp; 550-5.7.26 unauthenticated")),
        (
            "General",
            Some("5.7.509"),
            Some("smtp; 550 5.7.509 Access denied, sending domain does not pass DMARC"),
        ),
        ("General", None, Some("smtp; 554 5.7.1 Service unavailable; client host blocked")),
        ("General", Some("5.0.0"), Some("550 5.7.1 no such user will read this")),
        ("General", Some("5.6.0"), None),
        ("General", Some("5.3.4"), Some("smtp; 552 5.3.4 too big")),
        ("General", Some("5.1.8"), Some("smtp; 553 5.1.8 sender's domain does not exist")),
        ("ContentRejected", None, None),
        ("AttachmentRejected", Some("5.1.1"), None),
        ("MessageTooLarge", None, None),
    ] {
        for kind in ["Permanent", "Transient"] {
            let said = bounce(kind, sub_type, status, diagnostic);
            assert_eq!(said, (false, true), "{kind} {sub_type} {status:?} {diagnostic:?}");
        }
    }
    for (sub_type, status, diagnostic) in [
        ("General", Some("5.1.1"), Some("smtp; 550 5.1.1 user unknown")),
        ("General", None, None),
        ("General", Some("5.0.0"), Some("smtp; 550 user unknown")),
        ("General", Some("5.0.0"), Some("smtp; 5.7.1 without a code")),
        ("General", Some("x"), Some("é; é")),
        ("NoEmail", Some("5.7.1"), None),
        ("Suppressed", Some("5.7.1"), None),
        ("OnAccountSuppressionList", Some("5.7.1"), None),
    ] {
        assert_eq!(
            bounce("Permanent", sub_type, status, diagnostic),
            (true, false),
            "{sub_type} {diagnostic:?}"
        );
        assert_eq!(bounce("Transient", sub_type, status, diagnostic), (false, false));
    }
}

#[test]
fn both_names_of_the_kind_are_read() {
    for name in ["eventType", "notificationType"] {
        let body = json!({
            name: "Complaint", "mail": mail(),
            "complaint": { "complainedRecipients": [{ "emailAddress": "<ann@reader.example>" }],
                "timestamp": "2025-11-21T09:00:02Z", "complaintFeedbackType": "abuse", "complaintSubType": null },
        });
        let event = one(&body);
        let feedback_type = Some("abuse".to_owned());
        assert_eq!(event.kind, EventKind::Complaint { feedback_type, sub_type: None });
        assert_eq!((event.recipient.as_str(), event.at_ms), ("ann@reader.example", SENT + 2000));
    }
}

#[test]
fn deliveries_and_delays_tell_what_the_server_said() {
    let delivery = one(&json!({
        "eventType": "Delivery", "mail": mail(),
        "delivery": { "timestamp": "2025-11-21T09:00:03Z", "recipients": ["ann@reader.example"],
            "smtpResponse": "250 2.0.0 OK", "reportingMTA": "a1.smtp-out.amazonses.com" },
    }));
    assert_eq!((delivery.kind, delivery.diagnostic.as_deref()), (EventKind::Delivery, Some("250 2.0.0 OK")));
    let delay = one(&json!({
        "eventType": "DeliveryDelay", "mail": mail(),
        "deliveryDelay": { "timestamp": "2025-11-21T09:00:04.095+0000", "delayType": "MailboxFull",
            "delayedRecipients": [{ "emailAddress": "ann@reader.example", "status": "4.2.2",
                "diagnosticCode": "smtp; 452 full" }] },
    }));
    assert_eq!((delay.kind, delay.status.as_deref()), (EventKind::Delay, Some("4.2.2")));
    assert_eq!((delay.diagnostic.as_deref(), delay.at_ms), (Some("smtp; 452 full"), SENT + 4095));
}

#[test]
fn what_names_no_recipient_is_about_all() {
    let mut mail = mail();
    mail["destination"] = json!(["ann@reader.example", "bob@reader.example"]);
    for (name, part, kind, diagnostic) in [
        (
            "Reject",
            json!({"reject": {"reason": "Bad content"}}),
            EventKind::Reject { reason: "Bad content".to_owned() },
            None,
        ),
        (
            "Rendering Failure",
            json!({"failure": {"errorMessage": "no name", "templateName": "t"}}),
            EventKind::RenderingFailure,
            Some("no name"),
        ),
        ("Send", json!({"send": {}}), EventKind::Send, None),
        (
            "Click",
            json!({"click": {"timestamp": "2025-11-21T09:00:00Z"}}),
            EventKind::Other("Click".to_owned()),
            None,
        ),
        (
            "Bounce",
            json!({}),
            EventKind::Bounce { permanent: false, about_us: false, sub_type: String::new() },
            None,
        ),
    ] {
        let mut body = part;
        body["eventType"] = json!(name);
        body["mail"] = mail.clone();
        let events = read(&body);
        assert_eq!(
            events.iter().map(|event| event.recipient.as_str()).collect::<Vec<_>>(),
            ["ann@reader.example", "bob@reader.example"]
        );
        for event in events {
            assert_eq!((&event.kind, event.diagnostic.as_deref(), event.at_ms), (&kind, diagnostic, SENT));
        }
    }
}

#[test]
fn test_messages_are_about_no_mail() {
    assert_eq!(event("Successfully validated SNS topic for Amazon SES event publishing."), Ok(vec![]));
    let hello = json!({ "notificationType": "AmazonSnsSubscriptionSucceeded", "message": "You have…" });
    assert_eq!(read(&hello), []);
}

#[test]
fn refuses_what_is_no_event() {
    for text in ["", "hello", "{", "\u{0}"] {
        assert_eq!(event(text), Err(SnsError::Json), "{text}");
    }
    for (text, field) in [
        ("{}", "eventType"),
        ("[]", "eventType"),
        ("null", "eventType"),
        (r#"{"eventType":7}"#, "eventType"),
        (r#"{"eventType":"Send"}"#, "messageId"),
        (r#"{"eventType":"Send","mail":[]}"#, "messageId"),
        (r#"{"eventType":"Send","mail":{"messageId":"1"}}"#, "timestamp"),
        (r#"{"eventType":"Send","mail":{"messageId":"1","timestamp":"2025-11-21T09:00:00Z"}}"#, "recipient"),
        (
            r#"{"eventType":"Send","mail":{"messageId":"1","timestamp":"2025-11-21T09:00:00Z","destination":["x"]}}"#,
            "recipient",
        ),
    ] {
        assert_eq!(event(text), Err(SnsError::Field(field)), "{text}");
    }
    assert_eq!(event(&" ".repeat(crate::sns::BODY + 1)), Err(SnsError::TooLong));
}

#[test]
fn long_texts_are_cut() {
    let body = json!({
        "eventType": "Bounce", "mail": mail(),
        "bounce": { "bounceType": "Permanent", "bounceSubType": "General", "timestamp": "2025-11-21T09:00:00Z",
            "bouncedRecipients": [{ "emailAddress": "a@b.example", "diagnosticCode": "ä\u{7}".repeat(5000) }] },
    });
    assert_eq!(one(&body).diagnostic, Some("ä".repeat(1000)));
}
