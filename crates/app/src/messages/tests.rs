use database::{Engine, both_engines, on_engine};
use mailer::{MailUrl, SmtpUrl, TlsMode};
use serde_json::{Value, json};
use sink::Sink;
use tokio_util::sync::CancellationToken;

use super::{background, background::recover, store};
use crate::{
    Settings, Timestamp,
    campaigns::testing::World,
    captured_mail::CapturedMailKind,
    clock::{DAY, MINUTE},
    deliveries::{Handed, OneOff, send_committed},
    testing::{TestAnswer, until},
};

/// An author, a mail server that does what addresses ask of it, and what sends messages, until it is dropped.
struct Post {
    w: World,
    sink: Option<(Sink, tempfile::TempDir)>,
    stop: CancellationToken,
    sending: Option<tokio::task::JoinHandle<()>>,
}

impl Post {
    /// Into the built-in mailbox.
    async fn kept(engine: Engine) -> Self {
        Self::of(World::new(engine).await, None).await
    }

    async fn over_smtp(engine: Engine) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = sink::Config {
            log: Some(folder.path().join("log")),
            store: Some(folder.path().to_owned()),
            ..sink::Config::default()
        };
        let sink = Sink::start(([127, 0, 0, 1], 0).into(), config).await.unwrap();
        let mail = MailUrl::Smtp(SmtpUrl {
            host: "127.0.0.1".into(),
            port: sink.address().port(),
            tls: TlsMode::Never,
            credentials: None,
        });
        let w = World::with(engine, |settings: &mut Settings| {
            settings.mail = mail;
            settings.fallback_domain = Some("mail.example.org".into());
        });
        Self::of(w.await, Some((sink, folder))).await
    }

    async fn of(mut w: World, sink: Option<(Sink, tempfile::TempDir)>) -> Self {
        // These tests let days go by.
        let key = w.call("POST", "/api/api-keys", Some(json!({ "name": "K" }))).await.expect(201);
        w.token = key["key"].as_str().unwrap().to_owned();
        Self { w, sink, stop: CancellationToken::new(), sending: None }
    }

    fn start(&mut self) {
        self.stop = CancellationToken::new();
        self.sending = Some(tokio::spawn(background(self.w.t.app.core(), "one".into(), self.stop.clone())));
    }

    async fn end(&mut self) {
        self.stop.cancel();
        self.sending.take().unwrap().await.unwrap();
    }

    async fn post(&self, body: Value) -> TestAnswer {
        let mut whole = json!({ "newsletter_id": self.w.newsletter_id, "subject": "Your ticket", "html_content": "<p>x</p>" });
        for (field, value) in body.as_object().unwrap() {
            match value {
                Value::Null => whole.as_object_mut().unwrap().remove(field),
                value => whole.as_object_mut().unwrap().insert(field.clone(), value.clone()),
            };
        }
        self.w.call("POST", "/api/messages", Some(whole)).await
    }

    /// One to this address; its id.
    async fn send(&self, to: &str) -> i64 {
        self.post(json!({ "to": to })).await.expect(202)["id"].as_i64().unwrap()
    }

    async fn get(&self, id: i64) -> Value {
        self.w.get(&format!("/api/messages/{id}")).await
    }

    async fn until(&self, id: i64, state: &str) -> Value {
        until(state, async || self.get(id).await, |message| message["state"] == state).await
    }

    async fn policy(&self, policy: &str) {
        let mut tx = self.w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE newsletters SET in_doubt_policy = $1")
            .bind(policy).execute(conn).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
    }

    /// Message-IDs of what the server took for this address.
    fn copies(&self, to: &str) -> Vec<String> {
        let entries = self.sink.as_ref().unwrap().0.entries().unwrap();
        let taken =
            entries.into_iter().filter(|entry| entry.recipient == to && matches!(entry.code, 0 | 250));
        taken.map(|entry| entry.message_id.unwrap()).collect()
    }

    async fn suppressions(&self) -> Vec<(String, String)> {
        let mut tx = self.w.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as("SELECT email_key, reason FROM suppressions ORDER BY email_key")
            .fetch_all(conn).await).unwrap()
    }

    /// Whether the message itself is still kept.
    async fn is_kept(&self, id: i64) -> bool {
        let mut tx = self.w.t.app.db.read().await.unwrap();
        let raw: Option<Vec<u8>> =
            on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT raw FROM messages WHERE id = $1")
            .bind(id).fetch_one(conn).await)
            .unwrap();
        raw.is_some()
    }
}

both_engines!(a_message_arrives_without_a_list, engine => {
    let mut p = Post::kept(engine).await;
    let made = p.post(json!({
        "to": " Ines@Example.org ", "subject": "Order {{ subscriber.attributes.order }}",
        "html_content": "<p>Dear {{ subscriber.first_name }}, {{ subscriber.attributes.paid }} for {{ newsletter.name }}</p>",
        "data": { "first_name": "Ines", "order": 4711, "paid": true }, "reply_to": "shop@example.com",
        "attachments": [{ "file_name": "ticket.pdf", "content_type": "application/pdf", "content": "JVBERi0xLjQK" }],
    })).await.expect(202);
    assert_eq!((&made["to"], &made["subject"], &made["state"]), (&json!("Ines@Example.org"), &json!("Order 4711"), &json!("queued")));
    p.start();
    let id = made["id"].as_i64().unwrap();
    let sent = p.until(id, "sent").await;
    assert_eq!((&sent["attempts"], &sent["reason"], &sent["is_repeated"]), (&json!(1), &Value::Null, &json!(false)));
    assert!(sent["sent_at"].is_string() && !p.is_kept(id).await, "{sent}");
    let mails = p.w.get("/api/captured-mail?kind=message").await;
    assert_eq!(mails.as_array().unwrap().len(), 1);
    assert_eq!(p.w.get("/api/captured-mail?kind=campaign").await, json!([]));
    let mail = p.w.get(&format!("/api/captured-mail/{}", mails[0]["id"])).await;
    assert_eq!((&mail["kind"], &mail["from"], &mail["subject"]), (&json!("message"), &json!("news@example.com"), &json!("Order 4711")));
    assert!(mail["html"].as_str().unwrap().contains("<p>Dear Ines, true for Weekly</p>"), "{mail}");
    let headers = mail["headers"].to_string();
    assert!(headers.contains("shop@example.com") && headers.contains("Auto-Submitted"), "{headers}");
    assert!(!headers.contains("List-") && !headers.contains("Precedence"), "{headers}");
    let raw = p.w.call("GET", &format!("/api/captured-mail/{}/raw", mails[0]["id"]), None).await.text();
    assert!(raw.contains("ticket.pdf") && raw.contains("JVBERi0xLjQK"), "{raw}");
    p.end().await;
});

both_engines!(a_template_says_what_the_call_leaves_out, engine => {
    let p = Post::kept(engine).await;
    let template = p.w.call("POST", "/api/templates", Some(json!({
        "name": "Receipt", "subject": "Thanks, {{ subscriber.first_name }}", "blocks": [],
        "html_content": "<p>{{ subscriber.attributes.total | default('nothing') }}</p>",
    }))).await.expect(201)["id"].clone();
    let from_template = async |more: Value| {
        let mut body = json!({ "to": "a@example.org", "template_id": template, "subject": null, "html_content": null });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        p.post(body).await
    };
    let missing = from_template(json!({})).await.expect(422);
    assert_eq!((&missing["errors"][0]["field"], &missing["errors"][0]["code"]), (&json!("data.first_name"), &json!("required")));
    for empty in [json!(""), json!(" "), json!(null)] {
        from_template(json!({ "data": { "first_name": empty } })).await.expect(422);
    }
    let made = from_template(json!({ "data": { "first_name": "Bo" } })).await.expect(202);
    assert_eq!((&made["subject"], &made["template_id"]), (&json!("Thanks, Bo"), &template));
    let made = from_template(json!({ "subject": "Mine" })).await.expect(202);
    assert_eq!(made["subject"], "Mine");
    let both = from_template(json!({ "html_content": "<p>y</p>", "data": { "first_name": "Bo" } })).await.expect(422);
    assert_eq!((&both["errors"][0]["field"], &both["errors"][0]["code"]), (&json!("html_content"), &json!("conflicting")));
    let gone = from_template(json!({ "template_id": 4711 })).await.expect(422);
    assert_eq!(gone["errors"][0]["field"], "template_id");
    let listed = json!({ "name": "Letter", "blocks": [], "html_content": "<a href=\"{{ unsubscribe_url }}\">Leave</a>" });
    let listed = p.w.call("POST", "/api/templates", Some(listed)).await.expect(201)["id"].clone();
    let refused = from_template(json!({ "template_id": listed })).await.expect(422);
    assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!("template_id"), &json!("invalid_tag")));
    // A number is as good as a text.
    assert_eq!(from_template(json!({ "data": { "first_name": 42 } })).await.expect(202)["subject"], "Thanks, 42");
    let draft = p.w.call("POST", "/api/templates", Some(json!({ "name": "Bare", "blocks": [] }))).await.expect(201)["id"].clone();
    assert_eq!(from_template(json!({ "template_id": draft })).await.expect(409)["code"], "template_not_rendered");
});

both_engines!(each_field_is_checked, engine => {
    let p = Post::kept(engine).await;
    let file = |name: &str, content: &str| json!([{ "file_name": name, "content": content }]);
    for (body, field) in [
        (json!({}), "to"),
        (json!({ "to": "nobody" }), "to"),
        (json!({ "to": ["a@example.org"] }), "to"),
        (json!({ "to": "a@example.org\r\nBcc: b@example.org" }), "to"),
        (json!({ "to": "a@example.org", "subject": null }), "subject"),
        (json!({ "to": "a@example.org", "subject": "a\nb" }), "subject"),
        (json!({ "to": "a@example.org", "subject": "{{ x }}" }), "subject"),
        (json!({ "to": "a@example.org", "html_content": null }), "html_content"),
        (json!({ "to": "a@example.org", "html_content": "{{ unsubscribe_url }}" }), "html_content"),
        (json!({ "to": "a@example.org", "text_content": "{{ x }}" }), "text_content"),
        (json!({ "to": "a@example.org", "text_content": "\u{0}" }), "text_content"),
        (json!({ "to": "a@example.org", "newsletter_id": null }), "newsletter_id"),
        (json!({ "to": "a@example.org", "reply_to": "nobody" }), "reply_to"),
        (json!({ "to": "a@example.org", "data": { "list": [1] } }), "data.list"),
        (json!({ "to": "a@example.org", "data": { "a": "\u{0}" } }), "data.a"),
        (json!({ "to": "a@example.org", "data": { "a": "x".repeat(10_001) } }), "data.a"),
        (json!({ "to": "a@example.org", "data": (0..101).map(|i| (i.to_string(), json!(1))).collect::<serde_json::Map<_, _>>() }), "data"),
        (json!({ "to": "a@example.org", "subject": "{{ subscriber.attributes.a }}".repeat(30), "data": { "a": "x".repeat(10_000) },
            "html_content": "{{ subscriber.attributes.a }}".repeat(80) }), "data"),
        (json!({ "to": "a@example.org", "attachments": file("a.pdf", "no base64!") }), "attachments[0].content"),
        (json!({ "to": "a@example.org", "attachments": file("a.exe", "") }), "attachments[0].file_name"),
        (json!({ "to": "a@example.org", "attachments": file("a.pdf", &"A".repeat((5 << 19) / 3 * 4 + 8)) }), "attachments"),
        (json!({ "to": "a@example.org", "attachments": vec![file("a.pdf", "")[0].clone(); 11] }), "attachments"),
        (json!({ "to": "a@example.org", "attachments": [{ "file_name": "a.pdf" }] }), "attachments[0].content"),
        (json!({ "to": "a@example.org", "cc": "b@example.org" }), "cc"),
    ] {
        let refused = p.post(body.clone()).await;
        assert_eq!(refused.status, 422, "{body}: {}", refused.text());
        assert_eq!(refused.json()["errors"][0]["field"], field, "{body}");
    }
    assert_eq!(p.post(json!({ "to": "a@example.org", "newsletter_id": 4711 })).await.expect(404)["code"], "not_found");
    p.w.deactivate().await;
    assert_eq!(p.post(json!({ "to": "a@example.org" })).await.expect(409)["code"], "newsletter_inactive");
    assert_eq!(p.w.get("/api/messages").await, json!([]));
});

both_engines!(each_answer_of_the_server_has_its_end, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.start();
    let gone = p.send("550-5.1.1+a@example.org").await;
    let unwanted = p.send("dot-554-5.7.1+b@example.org").await;
    let later = p.send("450-once+c@example.org").await;
    let lost = p.send("drop-data-once+d@example.org").await;
    let failed = p.until(gone, "failed").await;
    assert!(failed["reason"].as_str().unwrap().starts_with("The mail server answered: 550"), "{failed}");
    assert_eq!(failed["returned"], "bounced");
    assert_eq!(p.until(unwanted, "failed").await["returned"], Value::Null);
    assert_eq!(p.suppressions().await, [("550-5.1.1+a@example.org".into(), "hard_bounce".into())]);
    for id in [later, lost] {
        let deferred = p.until(id, "deferred").await;
        assert!(deferred["reason"].is_string() && p.is_kept(id).await, "{deferred}");
    }
    // Not before its time.
    p.w.t.clock.advance(MINUTE - 1);
    let other = p.send("e@example.org").await;
    p.until(other, "sent").await;
    assert_eq!(p.get(later).await["attempts"], 1);
    p.w.t.clock.advance(1);
    for (id, to) in [(later, "450-once+c@example.org"), (lost, "drop-data-once+d@example.org")] {
        assert_eq!(p.until(id, "sent").await["attempts"], 2);
        assert_eq!(p.copies(to).len(), 1, "{to}");
    }
    // Nobody is asked twice who is not there.
    let again = p.post(json!({ "to": "550-5.1.1+A@example.org" })).await.expect(202);
    assert_eq!(again["state"], "suppressed");
    assert!(again["reason"].as_str().unwrap().contains("bounced"), "{again}");
    p.end().await;
});

both_engines!(what_nobody_takes_for_a_day_is_given_up, engine => {
    let mut p = Post::over_smtp(engine).await;
    let id = p.send("450+a@example.org").await;
    p.start();
    p.until(id, "deferred").await;
    p.w.t.clock.advance(DAY);
    let failed = p.until(id, "failed").await;
    assert!(failed["reason"].as_str().unwrap().contains("450"), "{failed}");
    assert!(!p.is_kept(id).await);
    p.end().await;
});

both_engines!(what_is_in_doubt_is_sent_once_more_at_most, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.policy("resend").await;
    p.start();
    let (once, always) = (p.send("drop-after-dot-once+a@example.org").await, p.send("drop-after-dot+b@example.org").await);
    let doubted = async |id: i64| until("in doubt", async || p.get(id).await, |message| message["is_repeated"] == true).await;
    for id in [once, always] {
        // Proof that it left has its time.
        assert_eq!(doubted(id).await["state"], "queued");
    }
    p.w.t.clock.advance(15_000);
    assert_eq!(p.until(once, "sent").await["attempts"], 2);
    let copies = p.copies("drop-after-dot-once+a@example.org");
    assert!(copies.len() == 2 && copies[0] == copies[1], "one Message-ID: {copies:?}");
    p.until(always, "in_doubt").await;
    assert_eq!(p.copies("drop-after-dot+b@example.org").len(), 2);
    p.end().await;
});

both_engines!(proof_that_it_left_spares_a_second_copy, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.policy("resend").await;
    p.start();
    let id = p.send("drop-after-dot-once+a@example.org").await;
    until("in doubt", async || p.get(id).await, |message| message["is_repeated"] == true).await;
    crate::messages::left(&p.w.t.app, id).await.unwrap();
    assert_eq!(p.get(id).await["state"], "sent");
    p.w.t.clock.advance(MINUTE);
    let other = p.send("b@example.org").await;
    p.until(other, "sent").await;
    assert_eq!(p.copies("drop-after-dot-once+a@example.org").len(), 1);
    p.end().await;
});

both_engines!(a_person_decides_what_is_held, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.policy("hold").await;
    p.start();
    let decide = async |id: i64, what: &str| p.w.call("POST", &format!("/api/messages/{id}/resolve"), Some(json!({ "as": what }))).await;
    for (decision, state, copies) in [("sent", "sent", 1), ("failed", "failed", 1), ("resend", "sent", 2)] {
        let to = format!("drop-after-dot-once+{decision}@example.org");
        let id = p.send(&to).await;
        let held = p.until(id, "in_doubt").await;
        assert!(held["reason"].is_string() && p.is_kept(id).await, "{held}");
        decide(id, decision).await.expect(200);
        p.until(id, state).await;
        assert_eq!((p.copies(&to).len(), p.is_kept(id).await), (copies, false), "{decision}");
        assert_eq!(decide(id, decision).await.expect(409)["code"], "not_in_doubt");
    }
    p.end().await;
});

both_engines!(a_node_that_ended_leaves_nothing_behind, engine => {
    for (node, is_same) in [("one", true), ("another", false)] {
        let mut p = Post::over_smtp(engine).await;
        p.policy("resend").await;
        let (before, after) = (p.send("a@example.org").await, p.send("b@example.org").await);
        let app = p.w.t.app.core();
        // As a node that takes both, says of one that it leaves, and is gone.
        let lease = app.now().plus(2 * MINUTE);
        let mut tx = app.db.begin().await.unwrap();
        let taken = store::take(&mut tx, node, (app.now(), lease), 10).await.unwrap();
        assert_eq!(taken.iter().map(|due| (due.id, due.attempts)).collect::<Vec<_>>(), [(before, 1), (after, 1)]);
        assert!(store::take(&mut tx, node, (app.now(), lease), 10).await.unwrap().is_empty(), "each once");
        assert!(store::take(&mut tx, node, (lease, lease), 10).await.unwrap().is_empty(), "what it has is with it");
        assert!(store::commit(&mut tx, after, 1, lease).await.unwrap());
        assert!(store::lost(&mut tx, node, lease, 10).await.unwrap().is_empty(), "it may be waiting for the answer");
        tx.commit().await.unwrap();
        assert_eq!(p.get(after).await["state"], "sending");
        p.start();
        if !is_same {
            // It may live yet: its leases have to end.
            let third = p.send("c@example.org").await;
            p.until(third, "sent").await;
            for id in [before, after] {
                assert_eq!(p.get(id).await["state"], "sending");
            }
            p.w.t.clock.advance(2 * MINUTE);
        }
        let first = p.until(before, "sent").await;
        assert_eq!((&first["is_repeated"], &first["attempts"]), (&json!(false), &json!(2)), "{node}");
        p.until(after, "queued").await;
        p.w.t.clock.advance(15_000);
        assert_eq!(p.until(after, "sent").await["is_repeated"], true, "{node}");
        // A dot that the node says it may write now comes too late.
        let mut tx = app.db.begin().await.unwrap();
        assert!(!store::commit(&mut tx, before, 1, lease).await.unwrap());
        let outcome = store::Outcome { state: "failed", reason: None, due_at: None, is_repeated: false };
        assert!(!store::settle(&mut tx, after, 1, &outcome, app.now()).await.unwrap());
        drop(tx);
        p.end().await;
    }
});

both_engines!(an_outcome_that_comes_late_still_counts, engine => {
    let p = Post::over_smtp(engine).await;
    p.policy("resend").await;
    let id = p.send("a@example.org").await;
    let app = p.w.t.app.core();
    let mut tx = app.db.begin().await.unwrap();
    store::take(&mut tx, "another", (app.now(), app.now()), 10).await.unwrap();
    assert!(store::commit(&mut tx, id, 1, app.now()).await.unwrap());
    tx.commit().await.unwrap();
    recover(&app, "one").await.unwrap();
    assert_eq!((&p.get(id).await["state"], &p.get(id).await["is_repeated"]), (&json!("queued"), &json!(true)));
    let mut tx = app.db.begin().await.unwrap();
    let outcome = store::Outcome { state: "sent", reason: None, due_at: None, is_repeated: false };
    assert!(store::settle(&mut tx, id, 1, &outcome, app.now()).await.unwrap());
    assert!(!store::settle(&mut tx, id, 1, &outcome, app.now()).await.unwrap(), "once");
    tx.commit().await.unwrap();
    let message = p.get(id).await;
    assert_eq!((&message["state"], &message["is_repeated"]), (&json!("sent"), &json!(false)));
});

both_engines!(what_waits_leaves_as_it_was_meant_to_or_not_at_all, engine => {
    for (change, said) in [
        ("UPDATE newsletters SET is_active = FALSE", "deactivated"),
        ("UPDATE messages SET sender = 'news@old.example.org'", "domain was removed"),
    ] {
        let mut p = Post::over_smtp(engine).await;
        let id = p.send("a@example.org").await;
        let mut tx = p.w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(change).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
        p.start();
        let failed = p.until(id, "failed").await;
        assert!(failed["reason"].as_str().unwrap().contains(said), "{failed}");
        assert!(p.copies("a@example.org").is_empty() && p.suppressions().await.is_empty());
        p.end().await;
    }
});

both_engines!(what_waited_when_a_copy_was_restored_is_somebodys_to_decide, engine => {
    let mut p = Post::over_smtp(engine).await;
    let old = p.send("a@example.org").await;
    let mut tx = p.w.t.app.db.begin().await.unwrap();
    assert_eq!(crate::messages::hold_all(&mut tx).await.unwrap(), 1);
    tx.commit().await.unwrap();
    let new = p.send("b@example.org").await;
    p.start();
    p.until(new, "sent").await;
    let held = p.get(old).await;
    assert_eq!(held["state"], "in_doubt");
    assert!(held["reason"].as_str().unwrap().contains("restored"), "{held}");
    assert!(p.copies("a@example.org").is_empty());
    // Days later, and it is tried for a day from then on.
    p.w.t.clock.advance(3 * DAY);
    p.w.call("POST", &format!("/api/messages/{old}/resolve"), Some(json!({ "as": "resend" }))).await.expect(200);
    assert_eq!(p.until(old, "sent").await["is_repeated"], true);
    p.end().await;
});

both_engines!(what_a_node_lost_sight_of_goes_on, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.start();
    let id = p.send("b@example.org").await;
    p.until(id, "sent").await;
    // As if taken by this very node in a transaction whose answer never came.
    let mut tx = p.w.t.app.db.begin().await.unwrap();
    let raw = b"Message-ID: <b@example.org>\r\nSubject: S\r\n\r\nx\r\n".as_slice();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE messages SET state = 'claimed', node = 'one', due_at = $2, raw = $3 WHERE id = $1")
        .bind(id).bind(p.w.t.app.now()).bind(raw).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    until("sent again", async || p.copies("b@example.org").len(), |copies| *copies == 2).await;
    p.end().await;
});

both_engines!(a_repetition_that_is_refused_proves_nothing_of_the_first, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.policy("resend").await;
    p.start();
    let id = p.send("drop-after-dot-once+a@example.org").await;
    until("in doubt", async || p.get(id).await, |message| message["is_repeated"] == true).await;
    let mut tx = p.w.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE newsletters SET is_active = FALSE").execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    p.w.t.clock.advance(15_000);
    let held = p.until(id, "in_doubt").await;
    assert!(held["reason"].as_str().unwrap().contains("deactivated"), "{held}");
    p.end().await;
});

both_engines!(a_stop_leaves_what_is_not_sent_for_the_next_start, engine => {
    let mut p = Post::over_smtp(engine).await;
    let id = p.send("slow3000+a@example.org").await;
    p.start();
    p.until(id, "sending").await;
    p.end().await;
    let message = p.get(id).await;
    assert_eq!((&message["state"], &message["reason"], &message["is_repeated"]), (&json!("queued"), &Value::Null, &json!(false)));
    assert!(p.copies("slow3000+a@example.org").is_empty());
    p.start();
    p.until(id, "sent").await;
    assert_eq!(p.copies("slow3000+a@example.org").len(), 1);
    p.end().await;
});

both_engines!(who_unsubscribed_gets_it_and_who_complained_meanwhile_does_not, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.w.reader("left@example.org", None, json!({}), "unsubscribed").await;
    let (left, stopped) = (p.send("left@example.org").await, p.send("stopped@example.org").await);
    let app = p.w.t.app.core();
    let mut tx = app.db.begin().await.unwrap();
    store::take(&mut tx, "another", (app.now(), app.now().plus(MINUTE)), 10).await.unwrap();
    let new = crate::suppressions::New {
        email: "stopped@example.org", email_key: "stopped@example.org", reason: crate::suppressions::Reason::Complaint,
        source: "report", detail: None,
    };
    crate::suppressions::add(&mut tx, new, app.now()).await.unwrap();
    assert!(!store::commit(&mut tx, stopped, 1, app.now()).await.unwrap(), "asked at the last moment");
    tx.commit().await.unwrap();
    p.w.t.clock.advance(MINUTE);
    p.start();
    p.until(left, "sent").await;
    let told = p.until(stopped, "suppressed").await;
    assert!(told["reason"].as_str().unwrap().contains("spam"), "{told}");
    assert!(p.copies("stopped@example.org").is_empty() && !p.is_kept(stopped).await);
    p.end().await;
});

both_engines!(lists_show_what_is_asked_for, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.start();
    let sent = p.send("a@example.org").await;
    p.until(sent, "sent").await;
    let failed = p.send("554+b@example.org").await;
    p.until(failed, "failed").await;
    let ids = async |query: &str| {
        let rows = p.w.get(&format!("/api/messages?{query}")).await;
        rows.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids("").await, [failed, sent], "newest first");
    assert_eq!(ids("state=failed").await, [failed]);
    assert_eq!(ids("state=sending").await, Vec::<i64>::new());
    assert_eq!(ids("to=A@EXAMPLE.org").await, [sent]);
    assert_eq!(ids(&format!("newsletter_id={}&state=sent", p.w.newsletter_id)).await, [sent]);
    assert_eq!(ids("newsletter_id=4711").await, Vec::<i64>::new());
    let page = p.w.call("GET", "/api/messages?limit=1", None).await;
    assert_eq!((page.header("x-total-count"), page.json().as_array().unwrap().len()), (Some("2"), 1));
    let next = page.header("link").unwrap().split(['<', '>']).nth(1).unwrap().to_owned();
    assert_eq!(p.w.get(&next).await[0]["id"], sent);
    for (query, field) in [("state=gone", "state"), ("to=nobody", "to")] {
        let refused = p.w.call("GET", &format!("/api/messages?{query}"), None).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], field);
    }
    p.end().await;
});

both_engines!(a_key_for_messages_sends_nothing_else, engine => {
    let p = Post::kept(engine).await;
    let key = p.w.call("POST", "/api/api-keys", Some(json!({ "name": "Shop", "scopes": ["messages:send"] }))).await.expect(201);
    let key = key["key"].as_str().unwrap().to_owned();
    let body = json!({ "newsletter_id": p.w.newsletter_id, "to": "a@example.org", "subject": "S", "text_content": "x" });
    let id = p.w.t.call(Some(&key), "POST", "/api/messages", Some(body.clone())).await.expect(202)["id"].clone();
    p.w.t.call(Some(&key), "GET", &format!("/api/messages/{id}"), None).await.expect(200);
    let campaign = p.w.campaign(json!({ "subject": "S" })).await;
    for (method, path) in [("GET", "/api/subscribers".to_owned()), ("POST", format!("{}/send", p.w.path(campaign)))] {
        p.w.t.call(Some(&key), method, &path, None).await.expect(403);
    }
    let reader = p.w.call("POST", "/api/api-keys", Some(json!({ "name": "R", "scopes": ["read"] }))).await.expect(201);
    let reader = reader["key"].as_str().unwrap().to_owned();
    p.w.t.call(Some(&reader), "GET", "/api/messages", None).await.expect(200);
    p.w.t.call(Some(&reader), "POST", "/api/messages", Some(body)).await.expect(403);
});

both_engines!(what_is_over_is_kept_for_ninety_days, engine => {
    let mut p = Post::kept(engine).await;
    p.start();
    let id = p.send("a@example.org").await;
    p.until(id, "sent").await;
    p.end().await;
    let mut tx = p.w.t.app.db.begin().await.unwrap();
    let at = |days: i64| Timestamp(p.w.t.app.now().0 + days * DAY);
    assert_eq!(store::prune(&mut tx, at(90), 10).await.unwrap(), 0);
    assert_eq!(store::prune(&mut tx, at(91), 10).await.unwrap(), 1);
    drop(tx);
    // What is to be sent is never too old to be kept.
    let waiting = p.send("b@example.org").await;
    let mut tx = p.w.t.app.db.begin().await.unwrap();
    assert_eq!(store::prune(&mut tx, at(91), 10).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert_eq!(p.get(waiting).await["state"], "queued");
});

both_engines!(nothing_leaves_that_nobody_wrote_down, engine => {
    for p in [Post::kept(engine).await, Post::over_smtp(engine).await] {
        let app = p.w.t.app.core();
        let mail = |to: &str| OneOff {
            author_id: p.w.author_id, newsletter_id: Some(p.w.newsletter_id), campaign_id: None, kind: CapturedMailKind::Message,
            message_id: "m.1@example.org".into(), sender: "news@example.org".into(), recipient: to.into(), subject: "S".into(),
            raw: b"Message-ID: <m.1@example.org>\r\nSubject: S\r\n\r\nx\r\n".to_vec(), mailed: None,
        };
        let arrived = async || match &p.sink {
            Some((sink, _)) => sink.entries().unwrap().len(),
            None => p.w.get("/api/captured-mail").await.as_array().unwrap().len(),
        };
        let handed = send_committed(&app, mail("a@example.org"), async { false }).await;
        assert!(matches!(handed, Handed::Unsent(_)), "{handed:?}");
        assert_eq!(arrived().await, 0);
        let before = arrived().await;
        let seen = std::cell::Cell::new(usize::MAX);
        let handed = send_committed(&app, mail("b@example.org"), async { seen.set(arrived().await); true }).await;
        assert_eq!((handed, seen.get(), arrived().await), (Handed::Sent, before, 1), "written down before it leaves");
    }
});

both_engines!(nobody_sends_as_another_author, engine => {
    let p = Post::kept(engine).await;
    let (eve, _) = crate::campaigns::testing::author(&p.w.t, "eve@example.com").await;
    let template = json!({ "name": "Mine", "blocks": [], "html_content": "<p>x</p>" });
    let template = p.w.call("POST", "/api/templates", Some(template)).await.expect(201)["id"].clone();
    let own = json!({ "name": "Eve", "from_name": "E", "from_prefix": "e" });
    let own = p.w.t.call(Some(&eve), "POST", "/api/newsletters", Some(own)).await.expect(201)["id"].clone();
    let as_ada = json!({ "newsletter_id": p.w.newsletter_id, "to": "a@example.org", "subject": "S", "text_content": "x" });
    p.w.t.call(Some(&eve), "POST", "/api/messages", Some(as_ada)).await.expect(404);
    let with_adas = json!({ "newsletter_id": own, "to": "a@example.org", "template_id": template });
    let refused = p.w.t.call(Some(&eve), "POST", "/api/messages", Some(with_adas)).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "template_id");
    let id = p.send("a@example.org").await;
    for query in ["", "?to=a@example.org", "?state=queued"] {
        let list = p.w.t.call(Some(&eve), "GET", &format!("/api/messages{query}"), None).await.expect(200);
        assert_eq!(list, json!([]));
    }
    p.w.t.call(Some(&eve), "GET", &format!("/api/messages/{id}"), None).await.expect(404);
});
