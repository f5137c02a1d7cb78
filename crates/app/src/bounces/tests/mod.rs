//! What comes back: events, states, the suppression list, and the forgeries that change nothing.

mod collecting;
mod messages;
mod notifications;
mod unknown;
mod windows;

use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::mail::Reader;
use crate::{
    CampaignId, NewsletterId, RunId, SubscriberId,
    deliveries::events::{DeliveryEventKind, Event, record},
    domains::tests::World,
    links::{LinkMaker, Mailed, ReaderToken, Use, Verp},
};

/// A campaign that was sent to readers of a verified domain.
pub struct Sent {
    pub w: World,
    pub domain: i64,
    pub newsletter: NewsletterId,
    pub campaign: CampaignId,
    pub run: RunId,
    /// Ids of `r0@example.net`, `r1@example.net`, …
    pub readers: Vec<i64>,
}

impl Sent {
    pub async fn new(engine: database::Engine, readers: i64) -> Self {
        Self::with(engine, readers, |_| {}).await
    }

    pub async fn with(
        engine: database::Engine,
        count: i64,
        change: impl FnOnce(&mut crate::Settings),
    ) -> Self {
        let w = World::with(engine, change).await;
        let domain = w.verified("example.org").await;
        let newsletter = w.newsletter(Some(domain)).await;
        let mut readers = Vec::new();
        for i in 0..count {
            let path = format!("/api/newsletters/{newsletter}/subscribers");
            let body = json!({ "email": format!("r{i}@example.net") });
            readers
                .push(w.call(&w.author, "POST", &path, Some(body)).await.expect(201)["id"].as_i64().unwrap());
        }
        let (campaign, run) = send(&w, newsletter).await;
        Self { w, domain, newsletter, campaign, run, readers }
    }

    pub fn mail(&self, reader: usize) -> Mailed {
        Mailed { run_id: self.run, subscriber_id: SubscriberId::new(self.readers[reader]) }
    }

    /// Writes down what the reader did with the mail, in this column of its counts.
    async fn acted(&self, mail: Mailed, column: &str, value: i64) {
        let mut tx = self.w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(sqlx::AssertSqlSafe(format!(
            "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, {column}) VALUES ($1, $2, $3, $4)")))
            .bind(self.newsletter).bind(mail.run_id).bind(mail.subscriber_id).bind(value).execute(conn).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn status(&self, reader: usize) -> String {
        let path = format!("/api/newsletters/{}/subscribers/{}", self.newsletter, self.readers[reader]);
        self.w.call(&self.w.author, "GET", &path, None).await.expect(200)["status"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub async fn suppressed(&self) -> Vec<(String, String, String)> {
        let list = self.w.call(&self.w.admin, "GET", "/api/suppressions", None).await.expect(200);
        let text = |s: &Value, field: &str| s[field].as_str().unwrap().to_owned();
        let mut all: Vec<_> = list
            .as_array()
            .unwrap()
            .iter()
            .map(|s| (text(s, "email"), text(s, "reason"), text(s, "source")))
            .collect();
        all.sort_unstable();
        all
    }

    pub async fn report(&self, campaign: CampaignId) -> Value {
        let path = format!("/api/newsletters/{}/campaigns/{campaign}/report", self.newsletter);
        self.w.call(&self.w.author, "GET", &path, None).await.expect(200)
    }
}

/// What was not understood about an author's mail; answers its id.
pub async fn unknown_report(t: &crate::testing::TestApp, mark: &str) -> i64 {
    let raw = format!("From: {mark}@example.com\r\nSubject: {mark}\r\n\r\n{mark}");
    let reader = Reader::new(t.app.core());
    reader.receive("abuse@bounces.example.org", raw.as_bytes()).await.unwrap();
    let mut tx = t.app.db.read().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT MAX(id) FROM unknown_reports").fetch_one(conn).await).unwrap()
}

/// Sends a new campaign to its end; answers it and its run.
pub async fn send(w: &World, newsletter: NewsletterId) -> (CampaignId, RunId) {
    let path = format!("/api/newsletters/{newsletter}/campaigns");
    let body = json!({ "subject": "S", "html_content": "<p>x</p>" });
    let id = w.call(&w.author, "POST", &path, Some(body)).await.expect(201)["id"]
        .as_i64()
        .map(CampaignId::new)
        .unwrap();
    w.call(&w.author, "POST", &format!("{path}/{id}/send"), None).await.expect(202);
    let stop = tokio_util::sync::CancellationToken::new();
    let engine = tokio::spawn(crate::deliveries::run(w.t.app.core(), "test".into(), stop.clone()));
    crate::testing::eventually("sent", async || {
        w.call(&w.author, "GET", &format!("{path}/{id}"), None).await.expect(200)["status"] == "sent"
    })
    .await;
    stop.cancel();
    engine.await.unwrap().unwrap();
    let mut tx = w.t.app.db.read().await.unwrap();
    let run = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT id FROM campaign_runs WHERE campaign_id = $1 AND state = 'done'")
        .bind(id).fetch_one(conn).await).unwrap();
    (id, run)
}

fn event(kind: DeliveryEventKind) -> Event<'static> {
    Event { kind, source: "report", enhanced_code: Some("5.1.1"), detail: Some("no such user") }
}

both_engines!(bounces_and_complaints_stop_further_mail_with_the_reason, engine => {
    let s = Sent::new(engine, 4).await;
    assert!(record(&s.w.t.app, s.mail(0), event(DeliveryEventKind::Bounced)).await.unwrap());
    assert!(!record(&s.w.t.app, s.mail(0), event(DeliveryEventKind::Bounced)).await.unwrap(), "told twice, counted once");
    assert!(record(&s.w.t.app, s.mail(1), event(DeliveryEventKind::Complained)).await.unwrap());
    assert!(record(&s.w.t.app, s.mail(2), event(DeliveryEventKind::SoftBounced)).await.unwrap());
    let unknown = Mailed { run_id: s.run, subscriber_id: SubscriberId::new(999_999) };
    assert!(!record(&s.w.t.app, unknown, event(DeliveryEventKind::Bounced)).await.unwrap());
    assert!(!record(&s.w.t.app, Mailed { run_id: RunId::new(999_999), ..s.mail(3) }, event(DeliveryEventKind::Bounced)).await.unwrap());
    assert_eq!([s.status(0).await, s.status(1).await, s.status(2).await], ["bounced", "complained", "active"]);
    let expected = [("r0@example.net", "hard_bounce"), ("r1@example.net", "complaint")];
    assert_eq!(s.suppressed().await, expected.map(|(email, reason)| (email.to_owned(), reason.to_owned(), "report".to_owned())));
    // Beside the ledger, which says what it said.
    let report = s.report(s.campaign).await;
    assert_eq!((&report["ledger"]["sent"], &report["bounced"], &report["soft_bounced"], &report["complained"]),
        (&json!(4), &json!(1), &json!(1), &json!(1)));
    let path = format!("/api/newsletters/{}/campaigns/{}/deliveries?event=bounced", s.newsletter, s.campaign);
    let bounced = s.w.call(&s.w.author, "GET", &path, None).await.expect(200);
    assert_eq!((&bounced[0]["email"], &bounced[0]["state"]), (&json!("r0@example.net"), &json!("sent")));
    assert_eq!((&bounced[0]["events"][0]["kind"], &bounced[0]["events"][0]["enhanced_code"]), (&json!("bounced"), &json!("5.1.1")));
    let domain = s.w.call(&s.w.admin, "GET", &format!("/api/domains/{}", s.domain), None).await.expect(200);
    assert_eq!((&domain["bounce_rate"], &domain["complaint_rate"], &domain["metrics_soft_bounced"]), (&json!(25.0), &json!(25.0), &json!(1)));
    let path = format!("/api/newsletters/{}/analytics", s.newsletter);
    assert_eq!(s.w.call(&s.w.author, "GET", &path, None).await.expect(200)["total_bounces"], 1);
    // The next campaign leaves them out and says why.
    let (next, _) = send(&s.w, s.newsletter).await;
    let report = s.report(next).await;
    assert_eq!((&report["ledger"]["intended"], &report["ledger"]["sent"], &report["ledger"]["suppressed"]), (&json!(4), &json!(2), &json!(2)));
    let reasons: Vec<&str> = report["reasons"].as_array().unwrap().iter().map(|r| r["reason"].as_str().unwrap()).collect();
    assert!(reasons.contains(&"An earlier email to this address bounced."), "{report}");
    assert!(reasons.contains(&"The subscriber reported an earlier email as spam."), "{report}");
    // So does every other newsletter, for which the reader is active.
    let other = s.w.newsletter(Some(s.domain)).await;
    for email in ["R0@example.net", "r3@example.net"] {
        let path = format!("/api/newsletters/{other}/subscribers");
        s.w.call(&s.w.author, "POST", &path, Some(json!({ "email": email }))).await.expect(201);
    }
    let (third, _) = send(&s.w, other).await;
    let path = format!("/api/newsletters/{other}/campaigns/{third}/report");
    let report = s.w.call(&s.w.author, "GET", &path, None).await.expect(200);
    assert_eq!((&report["ledger"]["sent"], &report["ledger"]["suppressed"]), (&json!(1), &json!(1)), "{report}");
    assert_eq!(report["reasons"][0]["reason"], "This address is on the suppression list: an email to it bounced.");
    // And the test mail.
    let path = format!("/api/newsletters/{other}/campaigns/{third}/test");
    let tested = s.w.call(&s.w.author, "POST", &path, Some(json!({ "to": ["r0@example.net"] }))).await.expect(200);
    assert!(tested["failed"][0]["reason"].as_str().unwrap().contains("suppression list"), "{tested}");
});

fn full() -> Event<'static> {
    Event {
        kind: DeliveryEventKind::SoftBounced,
        source: "report",
        enhanced_code: Some("5.2.2"),
        detail: Some("mailbox full"),
    }
}

/// One more campaign, some days later.
async fn later(s: &Sent, days: i64) -> Mailed {
    s.w.t.clock.advance(days * crate::clock::DAY);
    let (_, run) = send(&s.w, s.newsletter).await;
    Mailed { run_id: run, ..s.mail(0) }
}

both_engines!(five_campaigns_in_a_row_that_met_a_full_mailbox_end_it, engine => {
    let s = Sent::new(engine, 1).await;
    assert!(record(&s.w.t.app, s.mail(0), full()).await.unwrap());
    for campaign in 2..=5 {
        let mail = later(&s, 2).await;
        assert_eq!(s.status(0).await, "active", "before campaign {campaign}");
        assert!(record(&s.w.t.app, mail, full()).await.unwrap());
        assert!(!record(&s.w.t.app, mail, full()).await.unwrap(), "told twice, counted once");
    }
    assert_eq!(s.status(0).await, "bounced");
    assert_eq!(s.suppressed().await, [("r0@example.net".into(), "soft_bounces".into(), "report".into())]);
});

both_engines!(five_full_mailboxes_in_one_week_are_a_holiday, engine => {
    let s = Sent::new(engine, 1).await;
    record(&s.w.t.app, s.mail(0), full()).await.unwrap();
    for _ in 2..=6 {
        record(&s.w.t.app, later(&s, 1).await, full()).await.unwrap();
    }
    assert_eq!(s.status(0).await, "active", "the last five lie four days apart");
    record(&s.w.t.app, later(&s, 9).await, full()).await.unwrap();
    assert_eq!(s.status(0).await, "bounced");
});

both_engines!(what_arrives_in_between_makes_the_count_begin_again, engine => {
    for evidence in ["delivered", "opened", "quiet", "opened_at", "clicked_at", "came"] {
        let s = Sent::new(engine, 1).await;
        record(&s.w.t.app, s.mail(0), full()).await.unwrap();
        for _ in 2..=3 {
            record(&s.w.t.app, later(&s, 2).await, full()).await.unwrap();
        }
        let between = later(&s, 2).await;
        match evidence {
            "delivered" => {
                let event = Event { kind: DeliveryEventKind::Delivered, source: "ses", enhanced_code: None, detail: None };
                record(&s.w.t.app, between, event).await.unwrap();
            }
            "opened" => s.acted(between, "privacy_opens", 1).await,
            // An older mail than any that may have come back since.
            "opened_at" | "clicked_at" => s.acted(s.mail(0), evidence, s.w.t.app.now().0).await,
            "came" => {
                let mut tx = s.w.t.app.db.begin().await.unwrap();
                on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET subscribed_at = $1, engaged_at = 1")
                    .bind(s.w.t.app.now()).execute(conn).await.map(drop)).unwrap();
                tx.commit().await.unwrap();
            }
            // Nothing came back, for longer than servers try.
            _ => s.w.t.clock.advance(3 * crate::clock::DAY),
        }
        for _ in 4..=5 {
            record(&s.w.t.app, later(&s, 2).await, full()).await.unwrap();
        }
        assert_eq!(s.status(0).await, "active", "{evidence}");
        // From there on five more are needed.
        for _ in 6..=8 {
            record(&s.w.t.app, later(&s, 2).await, full()).await.unwrap();
        }
        assert_eq!(s.status(0).await, "bounced", "{evidence}");
    }
});

both_engines!(a_mail_on_its_way_is_no_sign_that_it_arrived, engine => {
    let s = Sent::new(engine, 1).await;
    record(&s.w.t.app, s.mail(0), full()).await.unwrap();
    for _ in 2..=4 {
        record(&s.w.t.app, later(&s, 3).await, full()).await.unwrap();
    }
    // Sent a day ago, and its server may still try; and one that Amazon says it delivered and then took back.
    later(&s, 1).await;
    let last = later(&s, 1).await;
    let delivered = Event { kind: DeliveryEventKind::Delivered, source: "ses", enhanced_code: None, detail: None };
    record(&s.w.t.app, last, delivered).await.unwrap();
    record(&s.w.t.app, last, full()).await.unwrap();
    assert_eq!(s.status(0).await, "bounced");
});

both_engines!(what_somebody_else_reads_or_is_forgotten_is_no_sign_that_it_arrived, engine => {
    let s = Sent::new(engine, 2).await;
    let before = later(&s, 1).await;
    for _ in 1..=4 {
        record(&s.w.t.app, later(&s, 3).await, full()).await.unwrap();
    }
    let now = s.w.t.app.now();
    s.acted(s.mail(0), "opened_at", now.0).await;
    s.acted(Mailed { run_id: before.run_id, ..s.mail(1) }, "opened_at", now.0).await;
    let mut tx = s.w.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE campaign_runs SET forgotten_at = $2 WHERE id = $1")
        .bind(s.run).bind(now).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    record(&s.w.t.app, later(&s, 3).await, full()).await.unwrap();
    assert_eq!(s.status(0).await, "bounced");
});

both_engines!(what_is_not_about_the_mailbox_never_ends_it, engine => {
    let s = Sent::new(engine, 1).await;
    let app = &s.w.t.app;
    let (reader, verp) = (Reader::new(app.core()), Verp::new(app));
    let mut mail = s.mail(0);
    for campaign in 1..=8 {
        if campaign > 1 {
            mail = later(&s, 2).await;
        }
        let (status, words) = [("4.4.1", "connection timed out"), ("5.0.0", "554 Transaction failed"),
            ("5.1.1", "550 5.7.1 your address is on a block list"), ("5.1.1", "550 message rejected as spam")][campaign % 4];
        let report = failure(status, words);
        reader.receive(&verp.address(Use::Bounce, mail, "bounces.example.org"), &report).await.unwrap();
    }
    assert_eq!(s.status(0).await, "active");
    assert!(s.suppressed().await.is_empty());
    let report = s.report(s.campaign).await;
    assert_eq!((&report["bounced"], &report["soft_bounced"]), (&json!(0), &json!(1)), "{report}");
});

both_engines!(a_report_of_an_arrival_is_kept_and_one_of_a_delay_is_counted, engine => {
    let s = Sent::with(engine, 3, |settings| settings.operations.metrics_token = Some("figures".into())).await;
    let app = &s.w.t.app;
    let (reader, verp) = (Reader::new(app.core()), Verp::new(app));
    // Where one of a list's addresses has it and another waits, it has arrived.
    let other = "\r\nFinal-Recipient: rfc822; other@example.net\r\nAction: delayed\r\nStatus: 4.4.1\r\n";
    for (of, action, status, other) in [(0, "delivered", "2.0.0", ""), (1, "delayed", "4.4.1", ""), (2, "delivered", "2.0.0", other)] {
        let report = String::from_utf8(delivery_report(status, "Subject: x\r\n")).unwrap();
        let report = report.replace("Action: failed", &format!("Action: {action}")).replace(" no\r\n--x", &format!(" no\r\n{other}--x"));
        reader.receive(&verp.address(Use::Bounce, s.mail(of), "bounces.example.org"), report.as_bytes()).await.unwrap();
    }
    let mut tx = app.db.read().await.unwrap();
    let events: Vec<(i64, String)> = on_engine!(&mut tx, conn => sqlx::query_as("SELECT subscriber_id, kind FROM delivery_events ORDER BY subscriber_id")
        .fetch_all(conn).await).unwrap();
    assert_eq!(events, [(s.readers[0], "delivered".to_owned()), (s.readers[2], "delivered".to_owned())]);
    let figures = s.w.t.call(Some("figures"), "GET", "/metrics", None).await.text();
    for (meaning, count) in [("delivered", 2), ("delayed", 1)] {
        let line = format!("letterpress_returned_mails_total{{meaning=\"{meaning}\"}} {count}");
        assert!(figures.lines().any(|there| there == line), "{line} {figures}");
    }
});

fn failure(status: &str, words: &str) -> Vec<u8> {
    let report = String::from_utf8(delivery_report(status, "Subject: x\r\n")).unwrap();
    report.replace(&format!("550 {status} no"), words).into_bytes()
}

fn delivery_report(status: &str, of: &str) -> Vec<u8> {
    format!(
        "From: MAILER-DAEMON@example.net\r\nTo: whoever@example.org\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n\
         --x\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n\
         --x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n\
         Final-Recipient: rfc822; someone-else@example.net\r\nAction: failed\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp; 550 {status} no\r\n\
         --x\r\nContent-Type: text/rfc822-headers\r\n\r\n{of}\r\n--x--\r\n"
    )
    .into_bytes()
}

fn complaint(original: &str) -> Vec<u8> {
    format!(
        "From: feedback@example.net\r\nTo: fbl@bounces.example.org\r\nSubject: Complaint\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=feedback-report; boundary=x\r\n\r\n\
         --x\r\nContent-Type: text/plain\r\n\r\nThis is a complaint.\r\n\
         --x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1\r\n\
         \r\n--x\r\nContent-Type: message/rfc822\r\n\r\n{original}\r\n\r\nbody\r\n--x--\r\n"
    )
    .into_bytes()
}

both_engines!(reports_are_believed_only_about_the_mail_that_their_address_names, engine => {
    let s = Sent::with(engine, 8, |settings| settings.bounces.listen = Some(([127, 0, 0, 1], 0).into())).await;
    let app = s.w.t.app.clone();
    let (reader, verp, links) = (Reader::new(app.core()), Verp::new(&app), LinkMaker::new(&app));
    let address = |of: usize| verp.address(Use::Bounce, s.mail(of), "bounces.example.org");
    assert!(reader.accepts(&address(0)) && reader.accepts("FBL@bounces.example.org"));
    assert!(!reader.accepts("b+aaaa@bounces.example.org") && !reader.accepts("news@example.org"));
    reader.receive(&address(0), &delivery_report("5.1.1", "Subject: x\r\n")).await.unwrap();
    reader.receive(&address(1), &delivery_report("5.2.2", "Subject: x\r\n")).await.unwrap();
    reader.receive(&address(2), &delivery_report("4.4.1", "Subject: x\r\n")).await.unwrap();
    assert_eq!([s.status(0).await, s.status(1).await, s.status(2).await], ["bounced", "active", "active"]);
    // By the Message-ID of the returned mail, by the link to leave, or by its return path.
    let id = links.message_id(s.run, SubscriberId::new(s.readers[3]), "example.org");
    reader.receive("fbl@bounces.example.org", &complaint(&format!("Message-ID: <{id}>\r\n"))).await.unwrap();
    let token = ReaderToken { newsletter_id: s.newsletter, subscriber_id: SubscriberId::new(s.readers[4]), campaign_id: s.campaign };
    let leave = links.links("x", token).unsubscribe_url;
    reader.collected(&complaint(&format!("List-Unsubscribe: <{leave}>\r\n"))).await.unwrap();
    reader.receive("fbl@bounces.example.org", messages::abuse(&address(6)).as_bytes()).await.unwrap();
    assert_eq!([s.status(3).await, s.status(4).await, s.status(6).await], ["complained"; 3]);
    let path = format!("/api/newsletters/{}/campaigns/{}/deliveries?event=complained", s.newsletter, s.campaign);
    let complained = s.w.call(&s.w.author, "GET", &path, None).await.expect(200);
    assert_eq!(complained[0]["events"][0]["detail"], "reported as abuse.", "{complained}");
    // Nothing that proves nothing.
    let made_up = id.replacen(&format!(".{}.", s.readers[3]), &format!(".{}.", s.readers[5]), 1);
    // Whom a mail of ours left from, not where one leaves by.
    let leaving = verp.address(Use::Unsubscribe, s.mail(7), "bounces.example.org");
    for (to, raw) in [
        ("fbl@bounces.example.org", messages::abuse(&leaving).into_bytes()),
        ("fbl@bounces.example.org", complaint(&format!("Message-ID: <{made_up}>\r\nTo: r5@example.net\r\n"))),
        ("fbl@bounces.example.org", delivery_report("5.1.1", "To: r5@example.net\r\nMessage-ID: <1.2.x@example.org>\r\n")),
        ("fbl@bounces.example.org", b"nonsense".to_vec()),
        (&address(5), b"Subject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nOn holiday.\r\n".to_vec()),
        (&address(5), String::from_utf8(complaint("Subject: x\r\n")).unwrap().replace("Type: abuse", "Type: not-spam").into_bytes()),
        (&address(5), complaint("Subject: x\r\n").iter().map(|b| b ^ 1).collect()),
    ] {
        reader.receive(to, &raw).await.unwrap();
    }
    assert_eq!([s.status(5).await, s.status(7).await], ["active", "active"]);
    assert_eq!(s.suppressed().await.len(), 4);
    // Unsubscribing by mail, counted once.
    for _ in 0..2 {
        reader.receive(&verp.address(Use::Unsubscribe, s.mail(5), "bounces.example.org"), b"\r\n").await.unwrap();
    }
    assert_eq!(s.status(5).await, "unsubscribed");
    assert_eq!(s.report(s.campaign).await["unsubscribed"], 1);
});

/// The `List-Unsubscribe` of the first mail that was kept, unfolded.
async fn list_unsubscribe(s: &Sent) -> String {
    let mails = s.w.call(&s.w.author, "GET", "/api/captured-mail", None).await.expect(200);
    let path = format!("/api/captured-mail/{}/raw", mails[0]["id"]);
    let raw = s.w.call(&s.w.author, "GET", &path, None).await.text().replace("\r\n ", " ");
    raw.lines().find(|line| line.starts_with("List-Unsubscribe:")).unwrap().to_owned()
}

fn mailbox(s: &mut crate::Settings) {
    s.bounces.mailbox = Some("imap://returns:secret@127.0.0.1:1/INBOX".parse().unwrap());
    s.bounces.address = Some("returns@example.net".into());
}

both_engines!(leaving_by_mail_is_offered_where_we_read_it, engine => {
    let nobody = |_: &mut crate::Settings| {};
    let elsewhere = |s: &mut crate::Settings| s.bounces.address = Some("returns@example.net".into());
    for leave in [
        list_unsubscribe(&Sent::with(engine, 1, nobody).await).await,
        list_unsubscribe(&Sent::with(engine, 1, elsewhere).await).await,
    ] {
        assert!(leave.starts_with("List-Unsubscribe: <https://mail.letters.example/u/") && leave.ends_with('>'), "{leave}");
        assert!(!leave.contains("mailto:"), "nobody reads the sender's mail: {leave}");
    }
    let s = Sent::with(engine, 2, mailbox).await;
    let leave = list_unsubscribe(&s).await;
    let address = leave.split("<mailto:").nth(1).and_then(|rest| rest.strip_suffix("?subject=unsubscribe>")).unwrap();
    assert!(address.starts_with("returns+") && address.ends_with("@example.net"), "{leave}");
    let reader = Reader::new(s.w.t.app.core());
    // Our own mail, passed on as it is, and a report to the mail's return path leave its reader alone.
    let passed_on = format!("Subject: News\r\n{}\r\n\r\nHi.\r\n", leave.replace(", ", ",\r\n "));
    let bounce = Verp::new(&s.w.t.app).subaddress(Use::Bounce, s.mail(0), "returns@example.net");
    for raw in [passed_on, format!("To: <{bounce}>\r\nSubject: unsubscribe\r\n\r\n")] {
        reader.collected(raw.as_bytes()).await.unwrap();
    }
    assert_eq!([s.status(0).await, s.status(1).await], ["active", "active"]);
    let mail = format!("Received: by mx+1 for\r\n <{address}>\r\nFrom: <whoever@example.net>\r\nSubject: unsubscribe\r\n\r\n");
    reader.collected(mail.as_bytes()).await.unwrap();
    let mut left = [s.status(0).await, s.status(1).await];
    left.sort_unstable();
    assert_eq!(left, ["active", "unsubscribed"]);
});

both_engines!(mails_carry_their_own_return_path_and_both_signatures, engine => {
    let s = Sent::with(engine, 1, |settings| settings.bounces.listen = Some(([127, 0, 0, 1], 0).into())).await;
    let mails = s.w.call(&s.w.author, "GET", "/api/captured-mail", None).await.expect(200);
    let path = format!("/api/captured-mail/{}", mails[0]["id"]);
    let raw = s.w.call(&s.w.author, "GET", &format!("{path}/raw"), None).await.text();
    assert_eq!(raw.matches("DKIM-Signature: v=1;").count(), 2, "{raw}");
    assert!(raw.contains("a=rsa-sha256;") && raw.contains("a=ed25519-sha256;") && raw.contains("d=example.org;"), "{raw}");
    for line in raw.split("DKIM-Signature: ").skip(1) {
        let fields = line.split("h=").nth(1).unwrap().split(';').next().unwrap();
        for name in ["from", "list-unsubscribe:", "list-unsubscribe-post", "list-id", "feedback-id", "message-id"] {
            assert!(fields.contains(name), "{name}: {fields}");
        }
    }
    let sender = Verp::new(&s.w.t.app).address(Use::Bounce, s.mail(0), "bounces.example.org");
    let mut tx = s.w.t.app.db.read().await.unwrap();
    let envelope: String = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT sender FROM captured_mail").fetch_one(conn).await).unwrap();
    assert_eq!(envelope, sender);
    let unfolded = raw.replace("\r\n ", " ");
    let leave = unfolded.lines().find(|l| l.starts_with("List-Unsubscribe:")).unwrap();
    assert!(leave.contains("<mailto:u+") && leave.contains("@bounces.example.org?subject=unsubscribe>"), "{leave}");
});
