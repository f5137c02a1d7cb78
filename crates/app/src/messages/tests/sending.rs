//! What becomes of a message: each has one end, and nobody gets it twice.

use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::Post;
use crate::{
    Timestamp,
    captured_mail::CapturedMailKind,
    clock::{DAY, MINUTE},
    deliveries::{Handed, OneOff, send_committed},
    messages::{background::recover, store},
    testing::until,
};

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

both_engines!(what_waits_leaves_by_its_domain_alone_and_not_before_that_may_send, engine => {
    let mut p = Post::over_smtp(engine).await;
    let made = p.w.call("POST", "/api/domains", Some(json!({ "domain": "example.org" }))).await.expect(201);
    let domain = made["id"].as_i64().unwrap();
    let verify = "UPDATE domains SET is_active = TRUE, verification_status = 'verified' WHERE id = $1";
    p.change(verify, Some(domain)).await;
    p.change("UPDATE newsletters SET domain_id = $1", Some(domain)).await;
    let waits = p.send("a@example.org").await;
    p.change("UPDATE domains SET verification_status = 'failed' WHERE id = $1", Some(domain)).await;
    p.start();
    let deferred = p.until(waits, "deferred").await;
    assert_eq!(deferred["reason"], "example.org can't send just now.", "{deferred}");
    p.change(verify, Some(domain)).await;
    p.change("UPDATE domains SET is_active = FALSE WHERE id = $1", Some(domain)).await;
    p.w.t.clock.advance(MINUTE);
    until("a second attempt", async || p.get(waits).await, |message| message["attempts"] == 2 && message["state"] == "deferred").await;
    p.change(verify, Some(domain)).await;
    p.w.t.clock.advance(DAY / 2);
    p.until(waits, "sent").await;
    p.end().await;
    for (domain_id, said) in [(Some(domain), "domain was changed"), (None, "domain was removed")] {
        p.change("UPDATE newsletters SET domain_id = $1", Some(domain)).await;
        let id = p.send("b@example.org").await;
        p.change("UPDATE messages SET sender = 'news@old.example.org' WHERE id = $1", domain_id.map(|_| id)).await;
        p.change("UPDATE newsletters SET domain_id = $1", domain_id).await;
        p.start();
        let failed = p.until(id, "failed").await;
        assert!(failed["reason"].as_str().unwrap().contains(said), "{failed}");
        p.end().await;
    }
    assert_eq!((p.copies("a@example.org").len(), p.copies("b@example.org").len()), (1, 0));
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
