use database::both_engines;
use serde_json::{Value, json};

use crate::{
    CampaignId, SubscriberId,
    campaigns::testing::{World, author},
    captured_mail::{CapturedMailKind, NewMail, ids_for, insert},
    links::{LinkMaker, ReaderToken},
    testing::START,
};

const RAW: &str = "From: news@example.com\r\nTo: a@example.com\r\nSubject: Hello\r\n there\r\nMIME-Version: 1.0\r\n\
    Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHi\r\n--b\r\n\
    Content-Type: text/html\r\n\r\n<p>Hi</p>\r\n--b--\r\n";

fn mail(
    w: &World,
    campaign_id: Option<CampaignId>,
    subscriber_id: Option<SubscriberId>,
    to: &str,
    subject: &str,
) -> NewMail {
    NewMail {
        author_id: w.author_id,
        newsletter_id: campaign_id.map(|_| w.newsletter_id),
        campaign_id,
        subscriber_id,
        kind: if campaign_id.is_some() { CapturedMailKind::Campaign } else { CapturedMailKind::Account },
        message_id: format!("{to}.x@example.com"),
        sender: "news@example.com".into(),
        recipient: to.into(),
        subject: subject.into(),
        raw: RAW.into(),
    }
}

/// A campaign with three mails, one mail about the account.
async fn world(engine: database::Engine) -> (World, CampaignId) {
    let w = World::new(engine).await;
    let id = w.campaign(json!({ "subject": "Hello" })).await;
    let mails = [
        mail(&w, Some(id), Some(SubscriberId::new(1)), "a@example.com", "Hello A"),
        mail(&w, Some(id), Some(SubscriberId::new(2)), "B@example.com", "100% Off"),
        mail(&w, None, None, "author@example.com", "Welcome"),
        mail(&w, Some(id), Some(SubscriberId::new(1)), "a@example.com", "Hello again"),
    ];
    let mut tx = w.t.app.db.begin().await.unwrap();
    insert(&mut tx, &mails, START).await.unwrap();
    insert(&mut tx, &[], START).await.unwrap();
    tx.commit().await.unwrap();
    (w, id)
}

async fn subjects(w: &World, query: &str) -> Vec<String> {
    let answer = w.call("GET", &format!("/api/captured-mail?{query}"), None).await;
    let rows = answer.expect(200);
    let subjects: Vec<String> =
        rows.as_array().unwrap().iter().map(|m| m["subject"].as_str().unwrap().to_owned()).collect();
    assert_eq!(answer.header("x-total-count"), Some(subjects.len().to_string().as_str()), "{query}");
    subjects
}

both_engines!(only_readers_mail_is_shown_without_their_tokens, engine => {
    let w = World::new(engine).await;
    let id = w.campaign(json!({ "subject": "Hello" })).await;
    let token = ReaderToken { newsletter_id: w.newsletter_id, subscriber_id: SubscriberId::new(1), campaign_id: id };
    let leave = LinkMaker::new(&w.t.app).links("x", token).unsubscribe_url;
    let with_link = |campaign| {
        let raw = RAW.replace("<p>Hi</p>", &format!("<p>{leave}</p>")).into_bytes();
        NewMail { raw, ..mail(&w, campaign, None, "a@example.com", "Hello") }
    };
    let mut tx = w.t.app.db.begin().await.unwrap();
    insert(&mut tx, &[with_link(Some(id)), with_link(None)], START).await.unwrap();
    tx.commit().await.unwrap();
    for (kind, is_shown) in [("campaign", false), ("account", true)] {
        let list = w.call("GET", &format!("/api/captured-mail?kind={kind}"), None).await.expect(200);
        let shown = w.call("GET", &format!("/api/captured-mail/{}", list[0]["id"]), None).await.expect(200);
        assert_eq!(shown["html"].as_str().unwrap().contains(&leave), is_shown, "{shown}");
    }
});

both_engines!(the_list_is_filtered_and_paged, engine => {
    let (w, id) = world(engine).await;
    assert_eq!(subjects(&w, "").await, ["Hello again", "Welcome", "100% Off", "Hello A"]);
    assert_eq!(subjects(&w, &format!("campaign_id={id}")).await, ["Hello again", "100% Off", "Hello A"]);
    assert_eq!(subjects(&w, &format!("newsletter_id={}", w.newsletter_id)).await.len(), 3);
    assert_eq!(subjects(&w, "q=hello").await, ["Hello again", "Hello A"]);
    assert_eq!(subjects(&w, "q=b%40EXAMPLE").await, ["100% Off"]);
    assert_eq!(subjects(&w, "q=%25").await, ["100% Off"], "a percent sign is no wildcard");
    assert_eq!(subjects(&w, &format!("campaign_id={id}&q=again")).await, ["Hello again"]);
    assert!(subjects(&w, &format!("campaign_id={}", id.get() + 1)).await.is_empty());
    assert_eq!(subjects(&w, "kind=account").await.len(), subjects(&w, "q=welcome").await.len());
    assert_eq!(subjects(&w, &format!("campaign_id={id}&kind=campaign&q=again")).await, ["Hello again"]);
    assert!(subjects(&w, &format!("campaign_id={id}&kind=account")).await.is_empty());
    let account = w.call("GET", "/api/captured-mail?kind=account", None).await;
    assert_eq!(account.header("x-total-count"), Some("1"));
    for query in ["kind=x", "campaign_id=x", "q=%00", "limit=0"] {
        w.call("GET", &format!("/api/captured-mail?{query}"), None).await.expect(400);
    }
    let first = w.call("GET", &format!("/api/captured-mail?campaign_id={id}&limit=2"), None).await;
    assert_eq!(first.header("x-total-count"), Some("3"));
    let link = first.header("link").unwrap().trim_start_matches('<').split('>').next().unwrap().to_owned();
    let rest = w.call("GET", &link, None).await;
    assert_eq!((rest.expect(200)[0]["subject"].as_str(), rest.header("link")), (Some("Hello A"), None));
});

both_engines!(what_was_written_to_readers_is_not_among_the_mail_about_the_account, engine => {
    let (w, id) = world(engine).await;
    let asks = NewMail {
        newsletter_id: Some(w.newsletter_id),
        kind: CapturedMailKind::Reader,
        ..mail(&w, None, None, "ida@example.com", "Please confirm: News")
    };
    let mut tx = w.t.app.db.begin().await.unwrap();
    insert(&mut tx, &[asks], START).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(subjects(&w, "kind=account").await, ["Welcome"]);
    assert_eq!(subjects(&w, "kind=reader").await, ["Please confirm: News"]);
    assert_eq!(subjects(&w, &format!("kind=reader&newsletter_id={}&q=IDA", w.newsletter_id)).await.len(), 1);
    assert!(subjects(&w, &format!("kind=account&newsletter_id={}", w.newsletter_id)).await.is_empty());
    assert_eq!(subjects(&w, "").await.len(), 5, "the whole mailbox has both");
    let row = w.get("/api/captured-mail").await[0].clone();
    assert_eq!((&row["kind"], &row["newsletter_id"]), (&json!("reader"), &json!(w.newsletter_id)));
    let read = w.get(&format!("/api/captured-mail/{}", row["id"])).await;
    assert_eq!(read["kind"], "reader");
    assert_eq!(subjects(&w, &format!("campaign_id={id}&kind=campaign")).await.len(), 3);
});

both_engines!(a_mail_shows_its_headers_and_parts, engine => {
    let (w, id) = world(engine).await;
    let row = w.get(&format!("/api/captured-mail?campaign_id={id}")).await[0].clone();
    assert_eq!(row, json!({
        "id": row["id"], "kind": "campaign", "campaign_id": id, "newsletter_id": w.newsletter_id, "from": "news@example.com",
        "to": "a@example.com", "subject": "Hello again", "size_bytes": RAW.len(), "message_id": "a@example.com.x@example.com",
        "captured_at": START.to_string(),
    }));
    let path = format!("/api/captured-mail/{}", row["id"]);
    let mut detail = w.get(&path).await;
    assert_eq!(detail["headers"][2], json!({ "name": "Subject", "value": "Hello there" }));
    assert_eq!(detail["text"].as_str().map(str::trim), Some("Hi"));
    assert_eq!(detail["html"].as_str().map(str::trim), Some("<p>Hi</p>"));
    for field in ["headers", "text", "html"] {
        detail.as_object_mut().unwrap().remove(field);
    }
    assert_eq!(detail, row);
    let raw = w.call("GET", &format!("{path}/raw"), None).await;
    assert_eq!((raw.text().as_str(), raw.header("content-type")), (RAW, Some("message/rfc822")));
    let account = w.get("/api/captured-mail?q=welcome").await[0].clone();
    assert_eq!((&account["kind"], &account["campaign_id"]), (&json!("account"), &Value::Null));
});

both_engines!(anothers_mail_is_not_there, engine => {
    let (w, id) = world(engine).await;
    let mail = w.get("/api/captured-mail").await[0]["id"].clone();
    let (other, _) = author(&w.t, "other@example.com").await;
    for path in [format!("/api/captured-mail/{mail}"), format!("/api/captured-mail/{mail}/raw")] {
        w.t.call(Some(&other), "GET", &path, None).await.expect(404);
        w.t.call(None, "GET", &path, None).await.expect(401);
    }
    let list = w.t.call(Some(&other), "GET", &format!("/api/captured-mail?campaign_id={id}"), None).await;
    assert_eq!((list.expect(200), list.header("x-total-count")), (json!([]), Some("0")));
    w.call("GET", "/api/captured-mail/999999", None).await.expect(404);
});

both_engines!(each_reader_is_given_the_latest_mail, engine => {
    let (w, id) = world(engine).await;
    let rows = w.get(&format!("/api/captured-mail?campaign_id={id}")).await;
    let mut tx = w.t.app.db.read().await.unwrap();
    let ids = ids_for(&mut tx, id, &[1, 2, 3].map(SubscriberId::new)).await.unwrap();
    assert_eq!((ids.len(), ids[&SubscriberId::new(1)], ids[&SubscriberId::new(2)]), (2, rows[0]["id"].as_i64().unwrap(), rows[1]["id"].as_i64().unwrap()));
    assert!(ids_for(&mut tx, CampaignId::new(id.get() + 1), &[SubscriberId::new(1)]).await.unwrap().is_empty());
    assert!(ids_for(&mut tx, id, &[]).await.unwrap().is_empty());
});
