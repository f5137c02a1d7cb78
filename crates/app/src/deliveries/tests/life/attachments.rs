//! Files that go with a mail.

use database::both_engines;
use mail_parser::{MessageParser, MimeHeaders as _};
use serde_json::{Value, json};

use super::{Scene, scene};
use crate::CampaignId;

const MIB: usize = 1 << 20;

fn names(campaign: &Value) -> Vec<String> {
    campaign["attachments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["file_name"].as_str().unwrap().to_owned())
        .collect()
}

/// Name, type and bytes of the files of a captured mail.
async fn files(s: &Scene, mail: i64) -> Vec<(String, String, Vec<u8>)> {
    let raw = s.t.call(Some(&s.token), "GET", &format!("/api/captured-mail/{mail}/raw"), None).await;
    let message = MessageParser::default().parse(&raw.bytes).unwrap();
    assert!(message.body_html(0).unwrap().contains("Dear Reader"), "the mail itself is still there");
    message
        .attachments()
        .map(|part| {
            let kind = part.content_type().unwrap();
            let kind = format!("{}/{}", kind.ctype(), kind.subtype().unwrap());
            (part.attachment_name().unwrap().to_owned(), kind, part.contents().to_vec())
        })
        .collect()
}

both_engines!(every_mail_carries_them_whole, engine => {
    let s = scene(engine, 3).await;
    let bytes: Vec<u8> = (0..10_000u32).map(|n| (n * 7 % 251) as u8).collect();
    let made = s.attach("Büro plan 2026.pdf", &bytes).await.expect(201);
    assert_eq!(json!([made["file_name"], made["content_type"], made["size_bytes"]]), json!(["Büro plan 2026.pdf", "application/pdf", 10_000]));
    s.attach("notes.pdf", b"short").await.expect(201);
    s.send_all().await;
    let mails = s.mails().await;
    assert_eq!(mails.len(), 3);
    for mail in mails {
        let pdf = "application/pdf".to_owned();
        assert_eq!(files(&s, mail.id).await, [
            ("Büro plan 2026.pdf".to_owned(), pdf.clone(), bytes.clone()), ("notes.pdf".to_owned(), pdf, b"short".to_vec()),
        ]);
    }
});

both_engines!(variants_carry_them_too, engine => {
    let s = scene(engine, 40).await;
    s.attach("plan.pdf", b"%PDF").await.expect(201);
    let test = json!({ "sample_percent": 100, "wait_minutes": 60, "metric": "opens", "variants": [{}, { "subject": "B" }] });
    s.ask("PUT", "", json!({ "ab_test": test })).await.expect(200);
    s.send_all().await;
    for mail in s.mails().await {
        assert_eq!(files(&s, mail.id).await.len(), 1, "{}", mail.subject);
    }
});

both_engines!(five_mib_together_are_the_limit, engine => {
    let s = scene(engine, 1).await;
    s.attach("one.pdf", &vec![b'x'; 5 * MIB + 1]).await.expect(413);
    s.attach("one.pdf", &vec![b'x'; 12 * MIB]).await.expect(413);
    let first = s.attach("one.pdf", &vec![b'x'; 3 * MIB]).await.expect(201);
    s.attach("two.pdf", &vec![b'x'; 2 * MIB + 1]).await.expect(413);
    s.attach("two.pdf", &vec![b'x'; 2 * MIB]).await.expect(201);
    s.attach("three.pdf", b"x").await.expect(413);
    assert_eq!(names(&s.get("").await), ["one.pdf", "two.pdf"]);
    s.ask("DELETE", &format!("/attachments/{}", first["id"]), Value::Null).await.expect(204);
    s.ask("DELETE", &format!("/attachments/{}", first["id"]), Value::Null).await.expect(404);
    s.attach("three.pdf", b"x").await.expect(201);
    assert_eq!(names(&s.get("").await), ["two.pdf", "three.pdf"]);
    for n in 0..8 {
        s.attach(&format!("{n}.pdf"), b"x").await.expect(201);
    }
    assert_eq!(s.attach("eleventh.pdf", b"x").await.expect(422)["errors"][0]["field"], "file");
});

both_engines!(programs_and_nothing_are_refused, engine => {
    let s = scene(engine, 1).await;
    for name in ["setup.exe", "SETUP.EXE", "a.pdf.js", "C:\\x\\run.bat"] {
        let told = s.attach(name, b"MZ").await.expect(422);
        assert_eq!(told["errors"][0]["field"], "file", "{name}");
    }
    s.attach("empty.pdf", b"").await.expect(422);
    assert_eq!(names(&s.get("").await), Vec::<String>::new());
});

both_engines!(copies_have_them_and_keep_them, engine => {
    let mut s = scene(engine, 3).await;
    let original = s.campaign_id;
    let file = s.attach("plan.pdf", b"%PDF").await.expect(201)["id"].clone();
    let copy = s.post("/duplicate").await.expect(201);
    assert_eq!(names(&copy), ["plan.pdf"]);
    s.ask("DELETE", &format!("/attachments/{file}"), Value::Null).await.expect(204);
    // The copy's own: neither another one's to take off, nor gone with it.
    s.ask("DELETE", &format!("/attachments/{}", copy["attachments"][0]["id"]), Value::Null).await.expect(404);
    s.campaign_id = copy["id"].as_i64().map(CampaignId::new).unwrap();
    s.send_all().await;
    let again = s.ask("POST", "/resend", json!({ "to": "not_opened" })).await.expect(201);
    assert_eq!(names(&again), ["plan.pdf"]);
    s.campaign_id = again["id"].as_i64().map(CampaignId::new).unwrap();
    s.send_all().await;
    assert_eq!(files(&s, s.mails().await[0].id).await[0].2, b"%PDF");
    s.campaign_id = original;
    assert_eq!(names(&s.get("").await), Vec::<String>::new());
});
